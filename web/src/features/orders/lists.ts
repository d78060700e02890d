import { carriedOfOrders } from '@trellis/contract/lean-rows'
import { orders } from '@trellis/contract/orders'
import { listOf } from '../../app/listUrl.ts'

export const sellInList = listOf(orders.sellIn, {
  carries: carriedOfOrders,
  rowField: 'orderId',
  dateField: 'creationDate',
  searchedBy: 'anything',
  ranges: ['approvalDate'],
  children: { onlyMine: false },
})

/** Sales always include those of the accounts below (rules O15). */
export const sellOutList = listOf(orders.sellOut, {
  carries: carriedOfOrders,
  rowField: 'orderId',
  dateField: 'creationDate',
  searchedBy: 'anything',
  ranges: ['approvalDate'],
  linkedBy: ['vendorAccountId', 'buyerAccountId'],
  children: 'always',
})
