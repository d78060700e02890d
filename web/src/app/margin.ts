import type { ApprovalLine } from '@trellis/contract/order-approvals'
import type { Order } from '@trellis/contract/orders'
import { totalOf } from './amounts.ts'

type Priced = Pick<ApprovalLine, 'productId' | 'ownPrice' | 'ownCurrencyId'>

/**
 * What an order's vendor keeps of it at what it pays itself now, and its part of the total, 0 to 1; null where one of its own
 * prices is unknown or in another currency.
 */
export function marginOf(
  {
    items = [],
    orderTotal,
    currencyId,
    currencyCode,
  }: Pick<Order, 'items' | 'orderTotal' | 'currencyId' | 'currencyCode'>,
  priced: readonly Priced[],
): { amount: number; part: number } | null {
  const of = new Map(priced.map((line) => [line.productId, line]))
  const lines = items.map(({ productId, qt }) => {
    const line = of.get(productId)
    return { quantity: qt, price: line?.ownCurrencyId === currencyId ? line.ownPrice : null }
  })
  if (orderTotal <= 0 || lines.some(({ price }) => price === null)) return null
  const amount = orderTotal - totalOf(lines, currencyCode)
  return { amount, part: amount / orderTotal }
}
