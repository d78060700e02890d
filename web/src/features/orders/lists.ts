import { orders } from '@trellis/contract/orders'
import { listOf } from '../../app/listUrl.ts'

export const sellInList = listOf(orders.sellIn, {
  dateField: 'creationDate',
  ranges: ['approvalDate'],
  children: { onlyMine: false },
})

/** Sales always include those of the accounts below (rules O15). */
export const sellOutList = listOf(orders.sellOut, {
  dateField: 'creationDate',
  ranges: ['approvalDate'],
  linkedBy: ['vendorAccountId'],
  children: 'always',
})
