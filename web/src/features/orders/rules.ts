import { nextStatuses, type Order, type OrderStatus } from '@trellis/contract/orders'

/** Orders are decided on by others than their buyer, unless the buyer is its own vendor (rules O5). */
export const decides = (order: Pick<Order, 'buyerAccountId' | 'vendorAccountId'>, accountId: string): boolean =>
  order.buyerAccountId !== accountId || order.vendorAccountId === accountId

/** Is it worth offering? What a status can never become is not offered at all. */
export const canBecome = (order: Pick<Order, 'status'>, status: OrderStatus): boolean =>
  nextStatuses[order.status].includes(status)
