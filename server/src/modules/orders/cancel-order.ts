import type { Tx } from '../../platform/database/tx.ts'
import { holdStock, lockBalances } from '../stock/index.ts'
import { tellOfOrders } from './news.ts'
import { type ItemFacts, listItems, lockStaleSellOuts, type OrderFacts } from './queries.ts'
import { settle } from './settle.ts'

/** Moves no stock; releases what a sell-out held, whose balances are locked. */
export function cancel(tx: Tx, order: OrderFacts, items: ItemFacts[]): void {
  if (order.origin === 'sell-out') holdStock(tx, order.vendorId, items, -1)
}

/** Cancels up to `most` sell-outs that have been pending for longer than the tenant lets them hold stock. Returns how many (rules O8). */
export async function cancelStalePendingSellOuts(tx: Tx, most: number): Promise<number> {
  const orders = await lockStaleSellOuts(tx, most)
  if (orders.length === 0) return 0
  const ids = orders.map(({ orderId }) => orderId)
  const vendors = new Map(orders.map(({ orderId, vendorId }) => [orderId, vendorId]))
  const items = await listItems(tx, ids)
  await lockBalances(
    tx,
    items.map(({ orderId, productId }) => ({ accountId: vendors.get(orderId) as string, productId })),
  )
  for (const order of orders) {
    const lines = items.filter(({ orderId }) => orderId === order.orderId)
    cancel(tx, order, lines)
    await settle(tx, order, 'canceled', 'System', null)
  }
  await tellOfOrders(tx, ids, 'canceled')
  return orders.length
}
