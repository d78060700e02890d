import type en from '../en/products.ts'
import type { Shape } from '../shape.ts'

export default {
  title: 'Prodotti',
  name: 'Nome',
  sku: 'SKU',
} satisfies Shape<typeof en>
