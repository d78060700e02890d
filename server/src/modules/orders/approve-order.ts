import type { StatusChange } from '@trellis/contract/orders'
import type { Tx } from '../../platform/database/tx.ts'
import { invalid, Refusal } from '../../platform/refusal.ts'
import { demandOf, holdStock, lockBalances, type Movement, moveStock, shortagesOf } from '../stock/index.ts'
import { tellOfShortage } from './news.ts'
import { changePrices, type ItemFacts, type OrderFacts } from './queries.ts'
import { isTooMuch } from './rules.ts'

type Prices = NonNullable<StatusChange['items']>

/** Lines whose price was agreed anew, as they were and as they are. */
export interface Agreed {
  before: { items: Line[] }
  after: { items: Line[] }
}
interface Approval {
  agreed: Agreed | null
  /** Its statements, which have been sent but may not have been answered. */
  moved: Promise<unknown>
}
type Line = Pick<ItemFacts, 'orderItemId' | 'productId' | 'quantity' | 'price'>

/**
 * Moves every line from the vendor to the buyer. When any is short nothing moves, and OC527 lists all short products. For
 * a sell-out the stock is there, because it has been held since the order was created. Returns the prices that it changes.
 */
export async function approve(tx: Tx, order: OrderFacts, items: ItemFacts[], prices: Prices): Promise<Approval> {
  checkPrices(items, prices)
  const { orderId, vendorId, buyerId, origin } = order
  const demand = demandOf(items)
  const balances = await lockBalances(
    tx,
    demand.flatMap(({ productId }) => [vendorId, buyerId].map((accountId) => ({ accountId, productId }))),
  )
  if (origin !== 'sell-out') {
    const shortages = await shortagesOf(tx, balances, vendorId, items)
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
  return {
    agreed: agreedOn(items, prices),
    moved: Promise.all([
      origin === 'sell-out' && holdStock(tx, vendorId, items, -1),
      moveStock(tx, movements),
      prices.length > 0 && changePrices(tx, orderId, prices),
    ]),
  }
}

function agreedOn(items: ItemFacts[], prices: Prices): Agreed | null {
  const agreed = new Map(prices.map(({ orderItemId, price }) => [orderItemId.toLowerCase(), price]))
  const before = items
    .filter(({ orderItemId, price }) => (agreed.get(orderItemId) ?? price) !== price)
    .map(({ orderItemId, productId, quantity, price }) => ({ orderItemId, productId, quantity, price }))
  const after = before.map((line) => ({ ...line, price: agreed.get(line.orderItemId) ?? line.price }))
  return before.length === 0 ? null : { before: { items: before }, after: { items: after } }
}

/**
 * Refuses RQ404 for a line that is not of this order, RQ422 for a line named twice or a total larger than an amount may
 * be.
 */
function checkPrices(items: ItemFacts[], prices: Prices): void {
  const agreed = new Map(prices.map(({ orderItemId, price }) => [orderItemId.toLowerCase(), price]))
  if (agreed.size < prices.length) throw invalid(['items'], 'twice', 'One price per line')
  const own = new Set(items.map((item) => item.orderItemId))
  if ([...agreed.keys()].some((orderItemId) => !own.has(orderItemId))) throw new Refusal('RQ404')
  if (isTooMuch(items.map((item) => ({ ...item, price: agreed.get(item.orderItemId) ?? item.price }))))
    throw invalid(['items'], 'too_big', 'The total is too large')
}
