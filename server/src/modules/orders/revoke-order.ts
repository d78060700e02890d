import type { Shortage } from '@trellis/contract/orders'
import type { Tx } from '../../platform/database/tx.ts'
import { refuse } from '../../platform/refusal.ts'
import { findProducts } from '../catalogue/index.ts'
import { demandOf, type Line, lockBalances, type Movement, moveStock, shortagesOf } from '../stock/index.ts'
import { listItems, listLicensesOf, listLivingDerived, type OrderFacts } from './queries.ts'

/**
 * Moves the lines back. OC528 when the buyer no longer has them, and when something still stands on the order: `info`
 * says what is missing (`items`), which living orders were made from it and which licenses were issued on it.
 */
export async function revoke(tx: Tx, order: OrderFacts): Promise<void> {
  const { orderId, vendorId, buyerId } = order
  const demand = demandOf(await listItems(tx, [orderId]))
  const balances = await lockBalances(
    tx,
    demand.flatMap(({ productId }) => [vendorId, buyerId].map((accountId) => ({ accountId, productId }))),
  )
  const derived = await listLivingDerived(tx, orderId)
  const licenses = await listLicensesOf(tx, orderId)
  const short = await shortagesOf(tx, balances, buyerId, demand)
  const items = licenses.length === 0 ? short : await withLicensed(tx, short, demand, licenses)
  refuse(items.length + derived.length + licenses.length > 0 ? 'OC528' : null, {
    items,
    orders: derived,
    licenses: licenses.map(({ serialKey }) => ({ serialKey })),
  })
  await moveStock(
    tx,
    demand.flatMap(({ productId, quantity }): Movement[] => [
      { accountId: buyerId, productId, quantity: -quantity, reason: 'revoke', orderId },
      ...(vendorId === buyerId
        ? []
        : [{ accountId: vendorId, productId, quantity, reason: 'revoke', orderId } satisfies Movement]),
    ]),
  )
}

/** Products that licenses were made of count as missing too, in the shape that screens show shortages in. */
async function withLicensed(
  tx: Tx,
  short: Shortage[],
  demand: Line[],
  licenses: { productId: string; seats: number }[],
): Promise<Shortage[]> {
  const used = demandOf(licenses.map(({ productId, seats }) => ({ productId, quantity: seats })))
  const products = await findProducts(
    tx,
    used.map((line) => line.productId),
  )
  const more = used
    .filter(({ productId }) => !short.some((item) => item.productId === productId))
    .map(({ productId, quantity: missing }): Shortage => {
      const quantity = demand.find((line) => line.productId === productId)?.quantity ?? 0
      const { name: productName = '', sku = '' } = products.get(productId) ?? {}
      return { productId, productName, sku, quantity, available: Math.max(0, quantity - missing), missing }
    })
  return [...short, ...more]
}
