import { orders } from '@trellis/contract/orders'
import { listOf } from '../../app/listUrl.ts'

const filters = {
  orderCode: 'text',
  orderRefCode: 'text',
  buyerName: 'text',
  vendorName: 'text',
  status: 'text',
  invoiced: 'flag',
  paid: 'flag',
} as const

export const sellInList = listOf(orders.sellIn, {
  sort: { field: 'creationDate', direction: 'desc' },
  filters,
  dateField: 'creationDate',
  children: { onlyMine: false },
})

/** Sales always include those of the accounts below (rules O15). */
export const sellOutList = listOf(orders.sellOut, {
  sort: { field: 'creationDate', direction: 'desc' },
  filters,
  dateField: 'creationDate',
  children: 'always',
})
