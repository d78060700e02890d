import type { OrderDraft } from '@trellis/contract/orders'
import { json, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { found, invalid, Refusal, refuse } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { isReached, reachedAccount } from '../accounts/index.ts'
import { record } from '../audit/index.ts'
import { findProducts } from '../catalogue/index.ts'
import { atQuantity, type EffectivePrice, effectivePrices, piecesByProduct } from '../price-lists/index.ts'
import { findNearestVendor, holdStock, lockBalances, shortagesOf } from '../stock/index.ts'
import { changeExternalIds } from '../tenants/index.ts'
import { findDeliveryAddress, findDerivation } from './queries.ts'
import { isTooMuch } from './rules.ts'
import { findStanding } from './standing.ts'

/**
 * Creates a purchase (without `buyerAccountId`) or a sell-out to an account below. A sell-out holds the vendor's stock at
 * once. Refuses RQ404 for what the actor does not reach, RQ422 for products that cannot be bought, OC527 when a sell-out
 * is short, and OC529 when the buyer's side sends a price other than the effective one, unless it was agreed. External ids
 * are refused as `changeExternalIds` does.
 */
export async function createOrder(
  tx: Tx,
  actor: Actor,
  { items, ...given }: OrderDraft,
  ofDeal: OfDeal = {},
): Promise<{ id: string; orderCode: string }> {
  const draft = { ...given, items: items.map((item) => ({ ...item, productId: item.productId.toLowerCase() })) }
  const buyer = draft.buyerAccountId ?? draft.parentAccountId ?? actor.accountId
  const [{ origin, buyerId, vendorId }, prices, addressId, derivation] = await Promise.all([
    draft.buyerAccountId ? partiesOfSale(tx, actor, draft.buyerAccountId, draft) : partiesOfPurchase(tx, actor, draft),
    pricesOf(tx, buyer, draft.items),
    findDeliveryAddress(tx, buyer, draft.addressId),
    draft.derivedOrderId ? findDerivation(tx, draft.derivedOrderId) : null,
  ])
  const otherPrices = listOtherPrices(draft.items, prices)
  if (origin === 'sell-in' && otherPrices.length > 0 && !isAgreed(ofDeal, prices)) {
    const side = await findStanding(tx, actor, { buyerId, vendorId })
    refuse(side === 'vendor' ? null : 'OC529', { items: otherPrices })
  }
  if (isTooMuch(draft.items)) throw invalid(['items'], 'too_big', 'The total is too large')
  if (addressId === undefined) throw new Refusal('RQ404')
  const relationId = draft.derivedOrderId ? found(derivation).relationId : newId()

  if (origin === 'sell-out') await lockAvailable(tx, vendorId, draft.items)
  const orderId = newId()
  const order = { orderId, relationId, origin, buyerId, vendorId }
  const ids = await changeExternalIds(tx, { kind: 'order', recordId: orderId, isReached }, draft.externalIds)
  const orderCode = await insertOrder(tx, order, { ...draft, addressId, dealId: ofDeal.dealId }, prices)
  if (origin === 'sell-out') holdStock(tx, vendorId, draft.items, 1)
  const after = { ...order, orderCode, ...ofDeal, items: draft.items, ...ids?.after }
  await record(tx, 'order.created', 'order', orderId, { after })
  return { id: orderId, orderCode }
}

/** The deal that the order is made from. */
export interface OfDeal {
  dealId?: string
  /** The currency of the prices of the draft, which were agreed in the deal. */
  agreedIn?: number
}

/** Whether the prices were agreed, in the currency in which the buyer buys. */
const isAgreed = ({ agreedIn }: OfDeal, prices: Map<string, EffectivePrice>): boolean =>
  agreedIn !== undefined && [...prices.values()].every(({ currencyId }) => currencyId === agreedIn)

interface Parties {
  origin: 'sell-in' | 'sell-out'
  buyerId: string
  vendorId: string
}

/** An account buys from its parent; the root issues its own stock. */
async function partiesOfPurchase(tx: Tx, actor: Actor, { parentAccountId }: OrderDraft): Promise<Parties> {
  const { accountId: buyerId, parentId } = await reachedAccount(tx, actor, parentAccountId)
  return { origin: 'sell-in', buyerId, vendorId: parentId ?? buyerId }
}

/**
 * The seller is the buyer's nearest ancestor in reach that has any of the products available; when none has, the acting
 * account, which is then short.
 */
async function partiesOfSale(
  tx: Tx,
  actor: Actor,
  buyerAccountId: string,
  { parentAccountId, items }: OrderDraft,
): Promise<Parties> {
  const products = items.map((item) => item.productId)
  const [buyer, acting, nearest] = await Promise.all([
    reachedAccount(tx, actor, buyerAccountId),
    parentAccountId ? reachedAccount(tx, actor, parentAccountId) : actor,
    findNearestVendor(tx, buyerAccountId, parentAccountId ?? actor.accountId, products),
  ])
  if (!nearest.isBelow) throw invalid(['buyerAccountId'], 'not_below', 'The buyer must lie below the selling account')
  return { origin: 'sell-out', buyerId: buyer.accountId, vendorId: nearest.vendor ?? acting.accountId }
}

/**
 * The buyer's effective price of every item, for as many pieces as the order has of its product. Refuses RQ404 for a product that the tenant does not have, and RQ422, with
 * the item's index, for one that the buyer cannot buy.
 */
async function pricesOf(tx: Tx, buyerId: string, items: OrderDraft['items']): Promise<Map<string, EffectivePrice>> {
  const productIds = [...new Set(items.map((item) => item.productId))]
  const prices = await effectivePrices(tx, buyerId, productIds)
  const missing = productIds.filter((productId) => !prices.has(productId))
  if (missing.length > 0 && (await findProducts(tx, missing)).size < missing.length) throw new Refusal('RQ404')

  const currencyId = prices.get(items[0]?.productId ?? '')?.currencyId
  const issues = items.flatMap(({ productId }, index) => {
    const path = `items.${index}.productId`
    const price = prices.get(productId)
    if (!price) return [{ path, code: 'not_on_price_list', message: "Not on the buyer's price list" }]
    if (price.currencyId !== currencyId) return [{ path, code: 'mixed_currencies', message: 'One currency per order' }]
    return []
  })
  if (issues.length > 0) throw new Refusal('RQ422', { issues })
  const pieces = piecesByProduct(items)
  return new Map([...prices].map(([productId, price]) => [productId, atQuantity(price, pieces.get(productId) ?? 1)]))
}

/**
 * The effective prices of the products whose price in the request differs. Both are decimals with at most four places, so
 * equal amounts compare as equal numbers.
 */
function listOtherPrices(items: OrderDraft['items'], prices: Map<string, EffectivePrice>) {
  const changed = items.filter((item) => Number(prices.get(item.productId)?.price) !== item.price)
  const current = new Map(changed.map(({ productId }) => [productId, Number(prices.get(productId)?.price)]))
  return [...current].map(([productId, price]) => ({ productId, price }))
}

/** Locks the vendor's stock of the items. Refuses OC527 when it is short of them. */
async function lockAvailable(tx: Tx, vendorId: string, items: OrderDraft['items']): Promise<void> {
  const balances = await lockBalances(
    tx,
    items.map(({ productId }) => ({ accountId: vendorId, productId })),
  )
  const shortages = await shortagesOf(tx, balances, vendorId, items)
  refuse(shortages.length > 0 ? 'OC527' : null, { items: shortages })
}

interface NewOrder extends Parties {
  orderId: string
  relationId: string
}

/**
 * Inserts the order, its lines and its first history entry (triggers update scopes and counters) in one statement at the
 * end of the transaction: all orders of the tenant share the counter rows, so their locks are held as briefly as
 * possible.
 */
async function insertOrder(
  tx: Tx,
  order: NewOrder,
  draft: OrderDraft,
  prices: Map<string, EffectivePrice>,
): Promise<string> {
  const lines = draft.items.map(({ productId, quantity, price }, index) => ({
    ...prices.get(productId),
    orderItemId: newId(),
    line: index + 1,
    productId,
    quantity,
    listPrice: prices.get(productId)?.price,
    price,
  }))
  const currencyId = lines[0]?.currencyId
  const row = await tx.row<{ code: string }>(sql`
    with lines as (
      select l.*, line_amount(l.quantity, l.price, c.minor_units) as amount
      from jsonb_to_recordset(${json(lines)}) as l (
        "orderItemId" uuid, line int, "productId" uuid, quantity int, price numeric, "listPrice" numeric,
        "priceListId" uuid, "priceListName" text, "discountType" text, "discountAmount" numeric)
      join offered.currencies c on c.currency_id = ${currencyId}
    ), made as (
      insert into orders (order_id, code, relation_id, buyer_id, vendor_id, origin, status, ref_code, note, address_id,
                          currency_id, total, derived_order_id, derivation, deal_id)
      select ${order.orderId}::uuid, next_code('SO'), ${order.relationId}::uuid, ${order.buyerId}::uuid, ${order.vendorId}::uuid, ${order.origin}, 'pending',
             ${draft.orderRefCode ?? null}, ${draft.orderNote ?? null}, ${draft.addressId ?? null}::uuid,
             ${currencyId}::int, (select sum(amount) from lines), ${draft.derivedOrderId ?? null}::uuid,
             ${draft.derivedOrderId ? 'shortage' : null}::text, ${draft.dealId ?? null}::uuid
      returning order_id, code
    ), itemized as (
      insert into order_items (order_item_id, order_id, line, product_id, qt, price, amount, currency_id, price_list_id,
                               price_list_name, list_price, discount_type, discount_amount)
      select "orderItemId", order_id, line, "productId", quantity, price, amount, ${currencyId}::int, "priceListId",
             "priceListName", "listPrice", "discountType", "discountAmount"
      from lines cross join made
    ), noted as (
      insert into order_history (order_id, history_id, status, source, source_data)
      select order_id, ${newId()}::uuid, 'pending', ${draft.source}, ${draft.sourceData ?? null} from made
    )
    select code from made`)
  return found(row).code
}
