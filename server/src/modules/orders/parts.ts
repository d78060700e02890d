import type { StatusChange } from '@trellis/contract/orders'
import { invalid, Refusal } from '../../platform/refusal.ts'
import type { ItemFacts } from './queries.ts'

type Decided = NonNullable<StatusChange['items']>

/** The lines of an order, parted by a decision on some of their pieces. */
export interface Parts {
  /** What is decided: each line with the pieces and the price that it then has; none without pieces. */
  taken: ItemFacts[]
  /** What is not: the other pieces of these lines, at the prices that they had. */
  left: ItemFacts[]
}

/** What is approved of an order, and what is not (rules O21). A line that is not named is approved as it is. Refuses as `check`. */
export function partsToApprove(items: ItemFacts[], decided: Decided): Parts {
  const named = check(items, decided)
  const parts = part(items, (item) => named.get(item.orderItemId)?.quantity ?? item.quantity)
  const taken = parts.taken.map((item) => ({ ...item, price: named.get(item.orderItemId)?.price ?? item.price }))
  return { ...parts, taken }
}

/**
 * What is returned of an order, and what stays (rules O22). Only the named lines are returned; without any, the whole order. Refuses
 * as `check`, and RQ422 for a line without its pieces or with a price.
 */
export function partsToReturn(items: ItemFacts[], decided: Decided): Parts {
  const named = check(items, decided)
  decided.forEach(({ price, quantity }, index) => {
    if (price !== undefined)
      throw invalid(['items', index, 'price'], 'only_when_approving', 'Prices are agreed when an order is approved')
    if (quantity === undefined) throw invalid(['items', index, 'quantity'], 'required', 'Required field')
  })
  if (decided.length === 0) return { taken: items, left: [] }
  return part(items, (item) => named.get(item.orderItemId)?.quantity ?? 0)
}

function part(items: ItemFacts[], taken: (item: ItemFacts) => number): Parts {
  const of = (quantity: (item: ItemFacts) => number) =>
    items.map((item) => ({ ...item, quantity: quantity(item) })).filter((item) => item.quantity > 0)
  const parts = { taken: of(taken), left: of((item) => item.quantity - taken(item)) }
  if (parts.taken.length === 0) throw invalid(['items'], 'nothing', 'At least one piece')
  return parts
}

/** Refuses RQ404 for a line that is not of this order, RQ422 for a line named twice or with more pieces than it has. */
function check(items: ItemFacts[], decided: Decided): Map<string, Decided[number]> {
  const named = new Map(decided.map((line) => [line.orderItemId, line]))
  if (named.size < decided.length) throw invalid(['items'], 'twice', 'Each line once')
  const own = new Map(items.map((item) => [item.orderItemId, item]))
  decided.forEach(({ orderItemId, quantity = 0 }, index) => {
    const item = own.get(orderItemId)
    if (item === undefined) throw new Refusal('RQ404')
    if (quantity > item.quantity)
      throw invalid(['items', index, 'quantity'], 'too_many', 'More pieces than the line has')
  })
  return named
}
