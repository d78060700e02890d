import type en from '../en/stock.ts'
import type { Shape } from '../shape.ts'

export default {
  title: 'Giacenze',
} satisfies Shape<typeof en>
