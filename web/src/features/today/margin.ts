import type { Product } from '@trellis/contract/catalogue'
import type { Order } from '@trellis/contract/orders'
import { totalOf } from '../../app/amounts.ts'

type Cost = Pick<Product, 'productId' | 'customPrice' | 'customPriceCurrencyId'>

/** What is left of an order for who sells it, and its part of the total; null where a price is missing or in another currency. */
export function marginOf(
  {
    items = [],
    orderTotal,
    currencyId,
    currencyCode,
  }: Pick<Order, 'items' | 'orderTotal' | 'currencyId' | 'currencyCode'>,
  costs: readonly Cost[],
): { amount: number; part: number } | null {
  const of = new Map(costs.map((cost) => [cost.productId, cost]))
  const lines = items.map(({ productId, qt }) => {
    const cost = of.get(productId)
    return { quantity: qt, price: cost?.customPriceCurrencyId === currencyId ? cost.customPrice : null }
  })
  if (orderTotal <= 0 || lines.some(({ price }) => price === null)) return null
  const amount = orderTotal - totalOf(lines, currencyCode)
  return { amount, part: amount / orderTotal }
}
