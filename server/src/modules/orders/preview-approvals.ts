import type { Approval, ApprovalLine, ApprovedProduct } from '@trellis/contract/order-approvals'
import type { OrderStatus } from '@trellis/contract/orders'
import { hasPermission } from '@trellis/contract/permissions'
import { sql } from '../../platform/database/sql.ts'
import type { Reader } from '../../platform/database/tx.ts'
import { found } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { isSigned, rulesOn } from '../approvals/index.ts'
import { findProducts, type ProductFacts } from '../catalogue/index.ts'
import { atQuantity, effectivePricesOf, type OwnPrice } from '../price-lists/index.ts'
import { availableOf, demandOf, type Level, type Line, listLevels } from '../stock/index.ts'
import { listOwed, stopOf } from './credit.ts'
import { listItems, type OrderFacts } from './queries.ts'
import { type Standing, whyNot } from './rules.ts'
import { rulesOnOrders } from './signed-order.ts'
import { isReachable, standing } from './standing.ts'

export interface Candidate
  extends Pick<OrderFacts, 'orderId' | 'orderCode' | 'origin' | 'buyerId' | 'vendorId' | 'currencyId'> {
  total: number
  status: OrderStatus
  standing: Standing
  vendorName: string
}

interface Preview {
  orders: Approval[]
  products: ApprovedProduct[]
}

/** What approving these orders in the given sequence would do. Refuses RQ404 if one of them is out of reach. */
export async function previewApprovals(tx: Reader, actor: Actor, orderIds: string[]): Promise<Preview> {
  const ids = [...new Set(orderIds.map((orderId) => orderId.toLowerCase()))]
  const rows = new Map((await listCandidates(tx, actor, ids)).map((order) => [order.orderId, order]))
  const orders = ids.map((orderId) => found(rows.get(orderId)))
  const [items, rules] = await Promise.all([listItems(tx, ids), rulesOn(tx, rulesOnOrders(actor, ids))])
  const products = await findProducts(
    tx,
    items.map(({ productId }) => productId),
  )
  const vendors = [...new Set(orders.map(({ vendorId }) => vendorId))]
  const levels = await listLevels(tx, vendors, [...products.keys()])
  const own = hasPermission(actor.permissions, 'Products', 'r')
    ? await effectivePricesOf(tx, vendors, [...products.keys()])
    : []
  const owed = await listOwed(tx, [...new Set(orders.map(({ buyerId }) => buyerId))])
  const lines = new Map(ids.map((orderId): [string, Line[]] => [orderId, []]))
  for (const item of items) lines.get(item.orderId)?.push(item)
  return foresee(
    orders.map((order) => ({
      ...order,
      lines: lines.get(order.orderId) ?? [],
      isSigned: isSigned(rules.filter(({ recordId }) => recordId === order.orderId)),
    })),
    { levels, products, own, owed, actor },
  )
}

interface Situation {
  levels: readonly Level[]
  products: ReadonlyMap<string, Pick<ProductFacts, 'sku' | 'name'>>
  /** What the vendors pay. */
  own: readonly OwnPrice[]
  /** What the buyers with a limit or terms owe. */
  owed: Awaited<ReturnType<typeof listOwed>>
  actor: Pick<Actor, 'permissions' | 'accountId' | 'rootAccountId'>
}

/**
 * Applies the approvals one after the other to the available pieces, as approving does: a sale takes what it holds
 * already, a purchase what is available, the root is never short (rules O6, S2, S3), and a buyer owes what was approved before
 * (rules O25). Orders that are short or stopped take nothing.
 */
export function foresee(
  orders: (Candidate & { lines: Line[]; isSigned?: boolean })[],
  { levels, products, own, owed, actor }: Situation,
): Preview {
  const available = new Map(levels.map((level) => [keyOf(level.accountId, level.productId), availableOf(level)]))
  const thresholds = new Map(levels.map((level) => [keyOf(level.accountId, level.productId), level.threshold]))
  const has = (accountId: string, productId: string) => available.get(keyOf(accountId, productId)) ?? 0
  const add = (accountId: string, { productId, quantity }: Line, sign: 1 | -1) =>
    available.set(keyOf(accountId, productId), has(accountId, productId) + sign * quantity)
  const prices = new Map(own.map((price) => [keyOf(price.accountId, price.productId), price]))
  const seesStock = hasPermission(actor.permissions, 'Stocks', 'r')
  const lineOf = ({ vendorId, buyerId, origin }: Candidate, { productId, quantity }: Line): ApprovalLine => {
    const key = keyOf(vendorId, productId)
    const issues = vendorId === actor.rootAccountId || vendorId === buyerId
    const found = issues ? undefined : prices.get(key)
    const price = found && atQuantity(found, quantity)
    return {
      productId,
      remaining: issues || !seesStock ? null : has(vendorId, productId) - (origin === 'sell-out' ? 0 : quantity),
      threshold: issues || !seesStock ? null : (thresholds.get(key) ?? null),
      ownPrice: price ? Number(price.price) : null,
      ownCurrencyId: price?.currencyId ?? null,
    }
  }
  const debts = new Map(owed.map((debt) => [debt.accountId, { ...debt }]))
  const stopOfOrder = ({ buyerId, vendorId, total, currencyId }: Candidate) => {
    const debt = debts.get(buyerId)
    return debt && buyerId !== vendorId ? stopOf(debt, { amount: total, currencyId }, actor) : null
  }
  const taken = new Map<string, Omit<ApprovedProduct, 'remaining' | 'threshold'>>()

  const approvals = orders.map((order): Approval => {
    const { orderId, orderCode, vendorId, buyerId, vendorName, origin } = order
    // What others must sign for first is named before anybody clicks (rules G37).
    const refused = whyNot('approve', order, actor) ?? (order.isSigned === false ? 'OC531' : null)
    if (refused !== null) return { orderId, orderCode, blocked: refused, shortages: [], lines: [], credit: null }
    const demand = demandOf(order.lines)
    const lines = demand.map((line) => lineOf(order, line))
    const isFree = origin === 'sell-out' || vendorId === actor.rootAccountId
    const shortages = demand
      .filter(({ productId, quantity }) => !isFree && has(vendorId, productId) < quantity)
      .map(({ productId, quantity }) => {
        const pieces = has(vendorId, productId)
        return { ...namesOf(products, productId), quantity, available: pieces, missing: quantity - pieces }
      })
      .sort((one, other) => (one.sku < other.sku ? -1 : 1))
    const credit = stopOfOrder(order)
    if (shortages.length > 0) return { orderId, orderCode, blocked: 'OC527', shortages, lines, credit }
    if (credit !== null) return { orderId, orderCode, blocked: 'OC530', shortages: [], lines, credit }
    const debt = debts.get(buyerId)
    if (debt?.currencyId === order.currencyId && buyerId !== vendorId) debt.open += order.total
    for (const line of demand) {
      add(buyerId, line, 1)
      if (vendorId === buyerId) continue
      if (origin !== 'sell-out') add(vendorId, line, -1)
      const key = keyOf(vendorId, line.productId)
      const { quantity = 0 } = taken.get(key) ?? {}
      const names = namesOf(products, line.productId)
      taken.set(key, { vendorAccountId: vendorId, vendorName, ...names, quantity: quantity + line.quantity })
    }
    return { orderId, orderCode, blocked: null, shortages: [], lines, credit: null }
  })
  return {
    orders: approvals,
    products: [...taken]
      .map(([key, product]) => ({
        ...product,
        remaining: available.get(key) ?? 0,
        threshold: thresholds.get(key) ?? null,
      }))
      .sort((one, other) => (one.sku < other.sku ? -1 : 1)),
  }
}

const keyOf = (accountId: string, productId: string) => `${accountId} ${productId}`

function namesOf(products: Situation['products'], productId: string) {
  const product = products.get(productId)
  return { productId, sku: product?.sku ?? '', productName: product?.name ?? '' }
}

const listCandidates = (tx: Reader, actor: Actor, orderIds: string[]) =>
  tx.rows<Candidate>(sql`
    select o.order_id as "orderId", o.code as "orderCode", o.status, o.origin, o.buyer_id as "buyerId",
           o.vendor_id as "vendorId", o.currency_id as "currencyId", o.total::float8 as total, v.name as "vendorName", ${standing(actor)} as standing
    from orders o
    join offered.accounts v on v.tenant_id = o.tenant_id and v.account_id = o.vendor_id
    where o.tenant_id = (select current_tenant()) and o.order_id = any(${orderIds}::uuid[]) and ${isReachable}`)
