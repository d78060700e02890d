import type { StatusChange } from '@trellis/contract/orders'
import { hasPermission } from '@trellis/contract/permissions'
import type { Tx } from '../../platform/database/tx.ts'
import { forbid, found, invalid, Refusal } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { checkSigned, rulesOn, sign } from '../approvals/index.ts'
import { type Balance, lockBalancesOf, lockPresent } from '../stock/index.ts'
import { approve } from './approve-order.ts'
import { cancel } from './cancel-order.ts'
import { balancesOfOrder, listItems, lockOrder, type OrderFacts } from './queries.ts'
import { revoke } from './revoke-order.ts'
import { type Standing, whyNotBecome } from './rules.ts'
import { settle } from './settle.ts'
import { rulesOnOrders, signedOrder } from './signed-order.ts'
import type { Part } from './split-order.ts'

/**
 * Approves, cancels or revokes an order, or a part of it: status, history, stock and audit record together. Returns the order that
 * the other part became, if any. Refuses RQ404, RQ403, OC522, OC527, OC528, OC530 and OC531 (wire: errors).
 */
export async function changeOrderStatus(
  tx: Tx,
  actor: Actor,
  orderId: string,
  change: StatusChange,
): Promise<Part | null> {
  const { status } = change
  // The rules look at the order as it was asked for, whatever part of it is approved.
  const prices = (change.items ?? []).flatMap(({ orderItemId, price }) =>
    price === undefined ? [] : [{ orderItemId, price }],
  )
  // Read after the lock of the order, so that they cannot change concurrently; signing takes it too. All in one round trip.
  const [order, items, rules, balances] = await Promise.all([
    orderToChange(tx, actor, orderId),
    status === 'pending' ? [] : listItems(tx, [orderId]),
    status === 'approved' ? rulesOn(tx, rulesOnOrders(actor, [orderId], prices)) : [],
    status === 'pending' ? [] : lockStock(tx, orderId, status),
  ])
  forbid(whyNotBecome(status, order, actor), { reason: 'side' })
  if (status === 'pending') throw new Refusal('OC522')
  if (change.passCredit && status !== 'approved')
    throw invalid(['passCredit'], 'only_when_approving', 'A limit is passed when an order is approved')
  if (status === 'revoked') return revoke(tx, order, { items, balances }, change)
  if (status === 'canceled') {
    if (change.items && change.items.length > 0)
      throw invalid(['items'], 'only_whole', 'An order is canceled as a whole')
    cancel(tx, order, items)
    await settle(tx, order, status, change.source, change.sourceData ?? null)
    return null
  }
  checkSigned(rules)
  const what = await approve(tx, actor, order, { items, balances }, change)
  await settle(tx, order, status, change.source, change.sourceData ?? null, what)
  if (rules[0]) await sign(tx, actor, signedOrder(order), { seen: rules[0].seen, isDecision: true })
  return what.part
}

/** Canceling only releases what a sell-out holds; a purchase holds nothing. */
const lockStock = (tx: Tx, orderId: string, to: 'approved' | 'revoked' | 'canceled'): Promise<Balance[]> => {
  const balances = balancesOfOrder(orderId, to)
  return to === 'canceled' ? lockPresent(tx, balances) : lockBalancesOf(tx, balances)
}

/** Locks an order that the actor may read. Refuses RQ404 when it is out of reach, RQ403 when the actor may only read it. */
export async function orderToChange(
  tx: Tx,
  actor: Actor,
  orderId: string,
): Promise<OrderFacts & { standing: Standing }> {
  const order = found(await lockOrder(tx, actor, orderId))
  refuseReader(order.standing, actor)
  return order
}

/** Refuses who is on neither side of an order: RQ403 for who may read it, else RQ404. */
export function refuseReader(side: Standing, { permissions }: Pick<Actor, 'permissions'>): void {
  if (side !== 'reader') return
  throw hasPermission(permissions, 'Orders', 'ra') ? new Refusal('RQ403', { reason: 'side' }) : new Refusal('RQ404')
}
