import type en from '../en/orders.ts'
import type { Shape } from '../shape.ts'

export default {
  sellIn: { title: 'Sell in', create: 'Nuovo acquisto' },
  sellOut: { title: 'Sell out', create: 'Nuova vendita' },
} satisfies Shape<typeof en>
