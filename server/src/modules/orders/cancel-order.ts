import type { Tx } from '../../platform/database/tx.ts'
import { holdStock, lockBalances } from '../stock/index.ts'
import { tellOfOrders } from './news.ts'
import { listItems, lockStaleSellOuts, type OrderFacts } from './queries.ts'
import { settle } from './settle.ts'

/** Moves no stock; releases what the sell-outs among these orders held. */
export async function cancel(tx: Tx, orders: OrderFacts[]): Promise<void> {
  const vendors = new Map(orders.filter((o) => o.origin === 'sell-out').map((o) => [o.orderId, o.vendorId]))
  if (vendors.size === 0) return
  const items = await listItems(tx, [...vendors.keys()])
  const held = items.map((item) => ({ ...item, accountId: vendors.get(item.orderId) as string }))
  await lockBalances(tx, held)
  for (const accountId of new Set(vendors.values())) {
    const lines = held.filter((line) => line.accountId === accountId)
    await holdStock(tx, accountId, lines, -1)
  }
}

/** Cancels up to `most` sell-outs that have been pending for longer than the tenant lets them hold stock. Returns how many (rules O8). */
export async function cancelStalePendingSellOuts(tx: Tx, most: number): Promise<number> {
  const orders = await lockStaleSellOuts(tx, most)
  await cancel(tx, orders)
  for (const order of orders) await settle(tx, order, 'canceled', 'System', null)
  if (orders.length > 0)
    await tellOfOrders(
      tx,
      orders.map(({ orderId }) => orderId),
      'canceled',
    )
  return orders.length
}
