import type en from '../en/products.ts'
import type { Shape } from '../shape.ts'

export default {
  title: 'Prodotti',
} satisfies Shape<typeof en>
