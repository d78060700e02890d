import type { StatusChange } from '@trellis/contract/orders'
import type { Tx } from '../../platform/database/tx.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { type Balance, demandOf, holdStock, type Movement, moveStock, shortagesOf } from '../stock/index.ts'
import { checkCredit, type Passed } from './credit.ts'
import { tellOfShortage } from './news.ts'
import { partsToApprove } from './parts.ts'
import { changePrices, type ItemFacts, type OrderFacts } from './queries.ts'
import { isTooMuch } from './rules.ts'
import { linesOf, type Part, splitOff } from './split-order.ts'

/** The lines of an order, and the balances that they may move. */
export interface Locked {
  items: ItemFacts[]
  balances: Balance[]
}

/** Lines whose price was agreed anew, or of which fewer pieces were approved, as they were and as they are. */
export interface Agreed {
  before: { items: Line[] }
  after: { items: Line[] }
}
interface Approval {
  agreed: Agreed | null
  /** The order of what was not approved; null where the whole was. */
  part: Part | null
  passed: Passed | null
}
type Line = ReturnType<typeof linesOf>[number]

/**
 * Moves the approved pieces from the vendor to the buyer; the others become a pending order of their own (rules O21). When any
 * product is short nothing moves, and OC527 lists all that are. For a sell-out the stock is there, because it has been held since
 * the order was created. Refuses OC530 as `checkCredit` does. Returns what it changes of the lines.
 */
export async function approve(
  tx: Tx,
  actor: Actor,
  order: OrderFacts,
  { items, balances }: Locked,
  change: StatusChange,
): Promise<Approval> {
  const { taken, left } = partsToApprove(items, change.items ?? [])
  checkAgreed(order, items, change.items ?? [])
  if (isTooMuch(taken)) throw invalid(['items'], 'too_big', 'The total is too large')
  const { orderId, vendorId, buyerId, origin } = order
  const passed = await checkCredit(tx, actor, order, taken, change.passCredit)
  const demand = demandOf(taken)
  if (origin !== 'sell-out') {
    const shortages = await shortagesOf(tx, balances, vendorId, taken)
    if (shortages.length > 0) {
      const refusal = new Refusal('OC527', { items: shortages })
      refusal.lasting = (tx) => tellOfShortage(tx, orderId)
      throw refusal
    }
  }
  const movements = demand.flatMap(({ productId, quantity }): Movement[] =>
    vendorId === buyerId
      ? [{ accountId: buyerId, productId, quantity, reason: 'issue', orderId }]
      : [
          { accountId: vendorId, productId, quantity: -quantity, reason: 'sale', orderId },
          { accountId: buyerId, productId, quantity, reason: 'purchase', orderId },
        ],
  )
  const { source, sourceData = null } = change
  const part = left.length === 0 ? null : await splitOff(tx, order, left, { derivation: 'rest', source, sourceData })
  const before = new Map(items.map((item) => [item.orderItemId, item]))
  const agreed = taken.filter((line) => line.price !== before.get(line.orderItemId)?.price)
  if (origin === 'sell-out') holdStock(tx, vendorId, taken, -1)
  moveStock(tx, movements)
  if (agreed.length > 0) changePrices(tx, orderId, agreed)
  return { agreed: changesOf(items, taken), part, passed }
}

/** Refuses RQ422 for a price above the one that was agreed in a deal: who asks for less must not end up with more (rules J14). */
function checkAgreed({ isOfDeal }: OrderFacts, items: ItemFacts[], decided: NonNullable<StatusChange['items']>): void {
  if (!isOfDeal) return
  const lines = new Map(items.map((item) => [item.orderItemId, item]))
  decided.forEach(({ orderItemId, price = 0 }, index) => {
    const line = lines.get(orderItemId)
    if (line && line.price < line.listPrice && price > line.price)
      throw invalid(['items', index, 'price'], 'above_agreed', 'Not above the price that was agreed in the deal')
  })
}

/** The lines with another price or fewer pieces; those that left the order are only in `before`. */
function changesOf(items: ItemFacts[], taken: ItemFacts[]): Agreed | null {
  const now = new Map(taken.map((line) => [line.orderItemId, line]))
  const before = items.filter((item) => {
    const line = now.get(item.orderItemId)
    return line?.price !== item.price || line.quantity !== item.quantity
  })
  const after = before.flatMap(({ orderItemId }) => now.get(orderItemId) ?? [])
  return before.length === 0 ? null : { before: { items: linesOf(before) }, after: { items: linesOf(after) } }
}
