import { type Order, type OrderStatus, orderStatuses } from '@trellis/contract/orders'
import {
  bare,
  object,
  objectIf,
  plain,
  plainOrNull,
  rowsText,
  textOf,
  written,
} from '../../platform/database/json-text.ts'
import { json, keptPieces, only, type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { addressJson, badgesOf } from '../accounts/index.ts'
import { modifiedAt } from '../audit/index.ts'
import { externalIdsOf, tenantDefaults } from '../tenants/index.ts'
import { blockedBySituation, type Standing, standings } from './rules.ts'
import { isReachable, standing } from './standing.ts'

const entryFields = sql`
  'source', h.source,
  'sourceData', h.source_data,
  'reason', h.reason,
  'orderStatus', h.status,
  'creationDate', iso(h.created_at),
  'updateDate', iso(h.created_at),
  'createdBy', (select u.first_name || ' ' || u.last_name from offered.users u
                where u.tenant_id = h.tenant_id and u.user_id = h.created_by)`

/**
 * SQL: JSON text that says why the actor may not do each action on the order `o`. The texts are literals in the statement,
 * because they depend on two flags of the actor alone: as a parameter of all situations they were read anew by each request.
 */
const blockedText = (actor: Actor): Sql => {
  const bySituation = blockedBySituation(actor)
  const textOf = (status: OrderStatus, side: Standing, isOwn: boolean) =>
    sql.lit(JSON.stringify(bySituation[`${status}/${side}/${isOwn}`]))
  const ofStatus = (status: OrderStatus, side: Standing) => {
    const [own, other] = [textOf(status, side, true), textOf(status, side, false)]
    return own.text === other.text ? own : sql`case when o.buyer_id = ${actor.accountId} then ${own} else ${other} end`
  }
  const cases = (value: Sql, parts: readonly Sql[]) => sql`case ${value} ${sql.join(parts, sql` `)} end`
  return cases(
    standing(actor),
    standings.map((side) => {
      const ofSide = orderStatuses.map((status) => sql`when ${sql.lit(status)} then ${ofStatus(status, side)}`)
      return sql`when ${sql.lit(side)} then ${cases(sql`o.status`, ofSide)}`
    }),
  )
}
export const blockedJson = (actor: Actor): Sql => sql`${blockedText(actor)}::jsonb`

/**
 * The JSON fields of an order, from rows `o` and, where `joinsFor` says so, `b` (buyer), `v` (vendor), `c` (currency) and
 * `u` (creator).
 */
const fields = (actor: Actor) => ({
  orderId: plain(sql`o.order_id`),
  orderCode: sql`o.code`,
  relationId: plain(sql`o.relation_id`),
  status: plain(sql`o.status`),
  invoiced: bare(sql`o.invoiced`),
  paid: bare(sql`o.paid`),
  invoiceId: sql`o.invoice_id`,
  invoiceProvider: sql`o.invoice_provider`,
  buyerAccountId: plain(sql`o.buyer_id`),
  vendorAccountId: plain(sql`o.vendor_id`),
  buyer: object({ accountId: plain(sql`b.account_id`), accountCode: sql`b.code`, accountName: sql`b.name` }),
  vendor: object({ accountId: plain(sql`v.account_id`), accountCode: sql`v.code`, accountName: sql`v.name` }),
  creator: objectIf(sql`u.user_id is not null`, {
    userId: plain(sql`u.user_id`),
    firstName: sql`u.first_name`,
    lastName: sql`u.last_name`,
  }),
  creationDate: plain(sql`iso(o.created_at)`),
  modifiedDate: plain(sql`iso(${modifiedAt(sql`o.order_id`, sql`o.created_at`)})`),
  createdBy: sql`u.first_name || ' ' || u.last_name`,
  addressId: plainOrNull(sql`o.address_id`),
  orderNote: sql`o.note`,
  orderRefCode: sql`o.ref_code`,
  externalIds: written(sql`${externalIdsOf(sql`o.order_id`)}::text`),
  orderTotal: bare(sql`o.total`),
  currencyId: bare(sql`o.currency_id`),
  currencyCode: plain(sql`c.code`),
  derivedOrderId: plainOrNull(sql`o.derived_order_id`),
  derivation: plainOrNull(sql`o.derivation`),
  blocked: written(blockedText(actor)),
})

/** The joins that these fields need; without fields, all. */
const joinsFor = (asked?: readonly string[]) => {
  const needs = (...names: string[]) => only(asked === undefined || names.some((name) => asked.includes(name)))
  return sql`
  ${needs('buyer')`join offered.accounts b on b.tenant_id = o.tenant_id and b.account_id = o.buyer_id`}
  ${needs('vendor')`join offered.accounts v on v.tenant_id = o.tenant_id and v.account_id = o.vendor_id`}
  ${needs('currencyCode')`join offered.currencies c on c.currency_id = o.currency_id`}
  ${needs('creator', 'createdBy')`left join offered.users u on u.tenant_id = o.tenant_id and u.user_id = o.created_by`}`
}

/** The newest entry of the history. */
const newestEntry = sql`(
  select json_build_array(json_build_object(${entryFields})) from order_history h
  where h.tenant_id = o.tenant_id and h.order_id = o.order_id order by h.created_at desc, h.history_id desc limit 1)`

/**
 * JSON text of the array of the orders in a relation `page (order_id, row_no)`, sorted by it, each with its newest history
 * entry; with the asked fields alone, where a search names some.
 */
export const ordersOfPage = (actor: Actor, asked?: readonly string[]): Sql =>
  shown(
    actor.permissions,
    `${actor.accountId} ${actor.rootAccountId} ${asked?.join()}`,
    () => sql`
      select ${rowsText(object({ ...fields(actor), details: newestEntry }, asked), sql`page.row_no`)}
      from page
      join orders o on o.tenant_id = (select current_tenant()) and o.order_id = page.order_id
      ${joinsFor(asked)}`,
  )
const shown = keptPieces<Actor['permissions']>()

const itemsJson = sql`(
  select json_agg(json_build_object(
    'orderItemId', i.order_item_id,
    'orderId', i.order_id,
    'productId', i.product_id,
    'productSku', p.sku,
    'productName', p.name,
    'productDescription', p.description,
    'qt', i.qt,
    'price', i.price,
    'priceCurrencyId', i.currency_id,
    'priceListId', i.price_list_id,
    'priceListName', i.price_list_name,
    'priceListPrice', i.list_price,
    'priceListCustomPriceDiscountType', i.discount_type,
    'priceListCustomPriceDiscountAmount', i.discount_amount) order by i.line)
  from order_items i
  join offered.product_publications f on f.tenant_id = i.tenant_id and f.product_id = i.product_id
  join offered.products p on p.tenant_id = f.owner_tenant_id and p.product_id = f.product_id
  where i.tenant_id = o.tenant_id and i.order_id = o.order_id)`

/** One order with all its details, if the reader reaches its buyer or its vendor. */
export const presentOrder = (tx: Reader, actor: Actor, orderId: string) => tx.json<Order>(orderById(actor, orderId))

/** The statement for it: one row with the order as JSON text. */
export const orderById = (actor: Actor, orderId: string): Sql => sql`
    select ${textOf(
      object({
        ...fields(actor),
        details: sql`(
        select json_agg(json_build_object(${entryFields},
          'partOrder', case when h.part_order_id is not null then part_order(h.part_order_id) end) order by h.created_at desc, h.history_id desc) from order_history h
        where h.tenant_id = o.tenant_id and h.order_id = o.order_id)`,
        items: itemsJson,
        address: sql`(
        select ${addressJson(actor)} from offered.addresses d
        where d.tenant_id = o.tenant_id and d.address_id = o.address_id)`,
        // What few orders have is read by functions: PostgreSQL opens the whole plan of a statement, even the parts that it
        // then does not run, and that took longer than reading the order (decision 084).
        buyerCertificatesBadges: sql`case when exists (
          select from offered.issued_certificates i where i.tenant_id = o.tenant_id and i.account_id = o.buyer_id)
        and is_reached(o.buyer_id) then ${badgesOf(sql`o.buyer_id`)} else '[]' end`,
        dealId: sql`case when o.deal_id is not null
        and is_reached(case o.origin when 'sell-out' then o.vendor_id else o.buyer_id end) then o.deal_id end`,
        chain: sql`case when o.derived_order_id is not null or exists (
        select from orders d where d.tenant_id = o.tenant_id and d.derived_order_id = o.order_id)
        then order_chain(o.order_id) else '[]' end`,
        attachments: sql`case when exists (
        select from order_attachments t where t.tenant_id = o.tenant_id and t.order_id = o.order_id)
        then order_attachments_for(o.order_id, ${actor.accountId}, (${blockedJson(actor)}) -> 'attach') else '[]' end`,
      }),
    )}
    from orders o ${joinsFor()}
    where o.tenant_id = (select current_tenant()) and o.order_id = ${orderId} and ${isReachable}`

export const isOrderReachable = (tx: Reader, orderId: string) =>
  tx.row(
    sql`select from orders o where o.tenant_id = (select current_tenant()) and o.order_id = ${orderId} and ${isReachable}`,
  )

export interface OrderFacts {
  orderId: string
  orderCode: string
  status: OrderStatus
  origin: 'sell-in' | 'sell-out' | 'import'
  buyerId: string
  vendorId: string
  currencyId: number
  /** It is the purchase of a won deal (rules J14). */
  isOfDeal: boolean
  /** The buyer has a credit limit or terms of payment (rules O24). */
  hasCredit: boolean
  invoiced: boolean
  paid: boolean
  orderRefCode: string | null
  orderNote: string | null
  invoiceId: string | null
  invoiceProvider: string | null
}

const facts = sql`
  o.order_id as "orderId", o.code as "orderCode", o.status, o.origin, o.buyer_id as "buyerId", o.vendor_id as "vendorId",
  o.currency_id as "currencyId", o.deal_id is not null and o.origin = 'sell-in' as "isOfDeal", (
    select num_nonnulls(a.credit_limit, a.payment_terms_days) > 0 from offered.accounts a
    where a.tenant_id = o.tenant_id and a.account_id = o.buyer_id) as "hasCredit",
  o.invoiced, o.paid, o.ref_code as "orderRefCode", o.note as "orderNote",
  o.invoice_id as "invoiceId", o.invoice_provider as "invoiceProvider"`

/** The order, locked until the end of the transaction, with the side of the actor. */
export const lockOrder = (tx: Tx, actor: Actor, orderId: string) =>
  tx.row<OrderFacts & { standing: Standing }>(sql`
    select ${facts}, ${standing(actor)} as standing
    from orders o where o.tenant_id = (select current_tenant()) and o.order_id = ${orderId}
    for no key update of o`)

/**
 * Locks sell-outs that have been pending for too long. Skips those that another transaction has locked; the next run
 * takes them.
 */
export const lockStaleSellOuts = (tx: Tx, limit: number) =>
  tx.rows<OrderFacts>(sql`
    select ${facts} from orders o
    where o.tenant_id = (select current_tenant()) and o.status = 'pending' and o.origin = 'sell-out'
      and o.created_at < (select clock() - make_interval(days => ${tenantDefaults.stockHoldDays}))
    order by o.created_at limit ${limit}
    for no key update of o skip locked`)

export interface ItemFacts {
  orderItemId: string
  orderId: string
  productId: string
  quantity: number
  price: number
  /** The effective price when the order was made. */
  listPrice: number
}

/** Of one order by its id: the general plan of an array is made for ten, so PostgreSQL would plan each call anew (decision 180). */
export const listItems = (tx: Reader, orderIds: string[]) =>
  tx.rows<ItemFacts>(sql`
    select order_item_id as "orderItemId", order_id as "orderId", product_id as "productId", qt as quantity,
           price::float8 as price, list_price::float8 as "listPrice"
    from order_items
    where tenant_id = (select current_tenant())
      and ${orderIds.length === 1 ? sql`order_id = ${orderIds[0]}` : sql`order_id = any(${orderIds}::uuid[])`}
    order by order_id, line`)

/**
 * What the stock of an order is moved or held by, as a query for `lockBalancesOf`: each product for vendor and buyer; for one that is
 * canceled, for the vendor of a sell-out alone.
 */
export const balancesOfOrder = (orderId: string, to: 'approved' | 'revoked' | 'canceled'): Sql => sql`
  select p.account_id, i.product_id
  from orders o
  join order_items i on i.tenant_id = o.tenant_id and i.order_id = o.order_id
  cross join lateral (values (o.vendor_id, o.origin = 'sell-out'), (o.buyer_id, false)) p (account_id, holds)
  where o.tenant_id = (select current_tenant()) and o.order_id = ${orderId}
    ${only(to === 'canceled')`and p.holds`}`

/**
 * The order that another one is derived from, locked so that it cannot be revoked concurrently. Undefined when out of
 * reach.
 */
export const findDerivation = (tx: Tx, orderId: string) =>
  tx.row<{ relationId: string }>(sql`
    select o.relation_id as "relationId" from orders o
    where o.tenant_id = (select current_tenant()) and o.order_id = ${orderId} and ${isReachable}
    for share of o`)

/** Buyer and status of an order that the actor reaches from either side, locked against changes until the transaction ends. */
export const lockReachableOrder = (tx: Tx, orderId: string) =>
  tx.row<{ buyerId: string; status: string }>(sql`
    select o.buyer_id as "buyerId", o.status from orders o
    where o.tenant_id = (select current_tenant()) and o.order_id = ${orderId} and ${isReachable}
    for no key update of o`)

/** Orders that buy what this one lacked and are neither canceled nor revoked. The rest of an order depends on nothing of it (rules O21). */
export const listLivingDerived = (tx: Reader, orderId: string) =>
  tx.rows<{ orderId: string; orderCode: string }>(sql`
    select order_id as "orderId", code as "orderCode" from orders
    where tenant_id = (select current_tenant()) and derived_order_id = ${orderId} and derivation = 'shortage'
      and status in ('pending', 'approved')
    order by code`)

/**
 * The licenses issued on an order. Reads the table directly, because licenses import orders and not the other way round.
 */
export const listLicensesOf = (tx: Reader, orderId: string) =>
  tx.rows<{ serialKey: string }>(sql`
    select serial_key as "serialKey" from offered.licenses
    where tenant_id = (select current_tenant()) and derived_order_id = ${orderId} order by created_at, license_id`)

/** The seats of the licenses issued on an order, by product. */
export const listIssuedOn = (tx: Reader, orderId: string) =>
  tx.rows<{ productId: string; quantity: number }>(sql`
    select product_id as "productId", sum(seats)::int as quantity from offered.licenses
    where tenant_id = (select current_tenant()) and derived_order_id = ${orderId} group by 1`)

/**
 * The delivery address of an order (rules O13): the given one, which must be the buyer's, or the only one that the buyer
 * has; null when there are several. Undefined when the given one is not the buyer's.
 */
export async function findDeliveryAddress(
  tx: Reader,
  accountId: string,
  addressId: string | null | undefined,
): Promise<string | null | undefined> {
  const addresses = await tx.rows<{ addressId: string }>(sql`
    select address_id as "addressId" from offered.addresses
    where tenant_id = (select current_tenant()) and account_id = ${accountId}`)
  if (addressId) return addresses.find((address) => address.addressId === addressId.toLowerCase())?.addressId
  return addresses.length === 1 ? (addresses[0]?.addressId ?? null) : null
}

/**
 * Updates the status of an order that is locked, and adds the history entry; without waiting for it. The entry gets a later time than all
 * existing ones, even if an imported order has an entry later today.
 */
export const moveStatus = (
  tx: Tx,
  order: Pick<OrderFacts, 'orderId' | 'status'>,
  to: OrderStatus,
  entry: { historyId: string; source: string; sourceData: string | null; reason: string | null; part: string | null },
): void =>
  tx.later(sql`
    with moved as (
      update orders set status = ${to}, updated_at = clock(),
             approved_at = ${to === 'approved' && order.status !== to ? sql`clock()` : sql`approved_at`}
      where tenant_id = (select current_tenant()) and order_id = ${order.orderId} and status = ${order.status}
      returning order_id, status
    ), entered as (
      insert into order_history (order_id, history_id, status, source, source_data, reason, part_order_id, created_at)
      select m.order_id, ${entry.historyId}, m.status, ${entry.source}, ${entry.sourceData}, ${entry.reason}, ${entry.part}::uuid, greatest(clock(), (
        select max(h.created_at) + interval '1 millisecond' from order_history h
        where h.tenant_id = (select current_tenant()) and h.order_id = m.order_id))
      from moved m
      returning 1
    )
    select require_rows(count(*), 1) from entered`)

/** Sets other prices for some lines; recalculates their amounts and the order's total. Does not wait for it. */
export function changePrices(tx: Tx, orderId: string, prices: { orderItemId: string; price: number }[]): void {
  tx.later(sql`
    update order_items i set price = p.price, amount = line_amount(i.qt, p.price, c.minor_units)
    from jsonb_to_recordset(${json(prices)}) as p ("orderItemId" uuid, price numeric), offered.currencies c
    where i.tenant_id = (select current_tenant()) and i.order_id = ${orderId} and i.order_item_id = p."orderItemId"
      and c.currency_id = i.currency_id`)
  tx.later(sql`
    update orders o set total = (
      select sum(i.amount) from order_items i where i.tenant_id = o.tenant_id and i.order_id = o.order_id)
    where o.tenant_id = (select current_tenant()) and o.order_id = ${orderId}`)
}

export const changeFields = (
  tx: Tx,
  orderId: string,
  order: Pick<OrderFacts, 'invoiced' | 'paid' | 'orderRefCode' | 'orderNote' | 'invoiceId' | 'invoiceProvider'>,
): void =>
  tx.later(sql`
    update orders set invoiced = ${order.invoiced}, paid = ${order.paid}, ref_code = ${order.orderRefCode},
           note = ${order.orderNote}, invoice_id = ${order.invoiceId}, invoice_provider = ${order.invoiceProvider},
           updated_at = clock()
    where tenant_id = (select current_tenant()) and order_id = ${orderId}`)
