import type { Tx } from '../../platform/database/tx.ts'
import { holdStock, lockBalances } from '../stock/index.ts'
import { leaveNews } from './news.ts'
import { listItems, lockStaleSellOuts, type OrderFacts } from './queries.ts'
import { settle } from './settle.ts'

/** Moves nothing; what the sales among these orders held is free again. */
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

/** How long a pending sale may hold stock (rules O8). */
const patience = 14

/** Cancels the sales that have been pending for more than 14 days, up to so many of them; returns how many. */
export async function cancelStalePendingSellOuts(tx: Tx, most: number): Promise<number> {
  const orders = await lockStaleSellOuts(tx, patience, most)
  await cancel(tx, orders)
  for (const order of orders) await settle(tx, order, 'canceled', 'System', null)
  if (orders.length > 0)
    await leaveNews(
      tx,
      orders.map(({ orderId }) => orderId),
      'canceled',
    )
  return orders.length
}
