import type { StatusChange } from '@trellis/contract/orders'
import type { Tx } from '../../platform/database/tx.ts'
import { Refusal } from '../../platform/refusal.ts'
import { availableOf, demandOf, type Line, type Movement, moveStock, shortagesOf } from '../stock/index.ts'
import type { Locked } from './approve-order.ts'
import { partsToReturn } from './parts.ts'
import { type ItemFacts, listIssuedOn, listLicensesOf, listLivingDerived, type OrderFacts } from './queries.ts'
import { settle, settleReturn } from './settle.ts'
import { type Part, splitOff } from './split-order.ts'

/**
 * Moves the lines back to the vendor: all of them, or the pieces that `items` names, which become a revoked order of their own while
 * the others stay approved (rules O7, O22). Returns that order; null where the whole order was revoked. Refuses OC528 when the
 * buyer no longer has the pieces, when something depends on the whole order, or when keys were issued on the pieces of a part.
 * `info` lists the products that the buyer is short of (`items`), the active orders derived from this one (`orders`), the licenses
 * issued on it (`licenses`), and the pieces that can be returned nevertheless (`returnable`). A license alone does not make a
 * product short, because its pieces may have been replaced since; `available` is always the figure of the stock page.
 */
export async function revoke(
  tx: Tx,
  order: OrderFacts,
  { items: lines, balances }: Locked,
  change: StatusChange,
): Promise<Part | null> {
  const { orderId, vendorId, buyerId } = order
  const { taken, left } = partsToReturn(lines, change.items ?? [])
  const isWhole = left.length === 0
  const demand = demandOf(taken)
  const [derived, licenses, issued, items] = await Promise.all([
    isWhole ? listLivingDerived(tx, orderId) : [],
    listLicensesOf(tx, orderId),
    listIssuedOn(tx, orderId),
    shortagesOf(tx, balances, buyerId, demand),
  ])
  const free = piecesFree(lines, issued)
  const isUsed = isWhole ? licenses.length > 0 : demand.some((line) => line.quantity > (free.get(line.productId) ?? 0))
  if (items.length + derived.length > 0 || isUsed) {
    const own = new Map(balances.filter(({ accountId }) => accountId === buyerId).map((b) => [b.productId, b]))
    const returnable = [...free].flatMap(([productId, pieces]): Line[] => {
      const balance = own.get(productId)
      const quantity = balance?.isRoot ? pieces : Math.min(pieces, availableOf(balance))
      return quantity > 0 ? [{ productId, quantity }] : []
    })
    throw new Refusal('OC528', { items, orders: derived, licenses: isUsed ? licenses : [], returnable })
  }
  moveStock(
    tx,
    demand.flatMap(({ productId, quantity }): Movement[] => [
      { accountId: buyerId, productId, quantity: -quantity, reason: 'revoke', orderId },
      ...(vendorId === buyerId
        ? []
        : [{ accountId: vendorId, productId, quantity, reason: 'revoke', orderId } satisfies Movement]),
    ]),
  )
  const { source, sourceData = null } = change
  if (isWhole) {
    await settle(tx, order, 'revoked', source, sourceData)
    return null
  }
  const part = await splitOff(tx, order, taken, { derivation: 'return', source, sourceData })
  await settleReturn(tx, order, part, { source, sourceData, lines, left })
  return part
}

/** The pieces of each product on which no license was issued. */
function piecesFree(lines: ItemFacts[], issued: Line[]): Map<string, number> {
  const used = new Map(issued.map(({ productId, quantity }) => [productId, quantity]))
  return new Map(
    demandOf(lines).map(({ productId, quantity }) => [productId, Math.max(0, quantity - (used.get(productId) ?? 0))]),
  )
}
