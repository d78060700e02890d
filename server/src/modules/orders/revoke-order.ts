import type { Tx } from '../../platform/database/tx.ts'
import { refuse } from '../../platform/refusal.ts'
import { demandOf, lockBalances, type Movement, moveStock, shortagesOf } from '../stock/index.ts'
import { type ItemFacts, listLicensesOf, listLivingDerived, type OrderFacts } from './queries.ts'

/**
 * Moves the lines back to the vendor. Refuses OC528 when the buyer no longer has the pieces, or when something depends on
 * the order. `info` lists the products that the buyer is short of (`items`), the active orders derived from this one
 * (`orders`) and the licenses issued on it (`licenses`). A license alone does not make a product short, because its
 * pieces may have been replaced since; `available` is always the figure of the stock page.
 */
export async function revoke(tx: Tx, order: OrderFacts, lines: ItemFacts[]): Promise<void> {
  const { orderId, vendorId, buyerId } = order
  const demand = demandOf(lines)
  const balances = await lockBalances(
    tx,
    demand.flatMap(({ productId }) => [vendorId, buyerId].map((accountId) => ({ accountId, productId }))),
  )
  const [derived, licenses, items] = await Promise.all([
    listLivingDerived(tx, orderId),
    listLicensesOf(tx, orderId),
    shortagesOf(tx, balances, buyerId, demand),
  ])
  refuse(items.length + derived.length + licenses.length > 0 ? 'OC528' : null, {
    items,
    orders: derived,
    licenses,
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
