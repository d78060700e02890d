import { nextStatuses, type Order, type OrderStatus } from '@trellis/contract/orders'

/** The buyer cannot decide on its own order, unless it is also the vendor (rules O5). */
export const decides = (order: Pick<Order, 'buyerAccountId' | 'vendorAccountId'>, accountId: string): boolean =>
  order.buyerAccountId !== accountId || order.vendorAccountId === accountId

/** Whether the status can ever follow the order's current one; otherwise the action is not shown at all. */
export const canBecome = (order: Pick<Order, 'status'>, status: OrderStatus): boolean =>
  nextStatuses[order.status].includes(status)
