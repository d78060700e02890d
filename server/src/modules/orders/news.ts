import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import type { OrderEvent } from '../mail/index.ts'
import { tell } from '../news/index.ts'
import { listRolesGiving } from '../people/index.ts'
import { partiesOfRow, sideOf } from './standing.ts'

/**
 * Tells the other side than the author's what happened to these orders: both sides when it was the System, nobody for
 * an order within one account (rules O16).
 */
export const tellOfOrders = (tx: Tx, orderIds: string[], event: Exclude<OrderEvent, 'short' | 'delayed'>) =>
  tell(
    tx,
    `order_${event}`,
    sql`${ofOrders(orderIds)}
      and (u.user_id is null
        or s.reader = case ${sideOf(sql`own_account()`, partiesOfRow)} when 'vendor' then 'buyer' else 'vendor' end)`,
  )

/** Tells the vendor's users, except the author, that an order could not be approved because stock is short. */
export const tellOfShortage = (tx: Tx, orderId: string) =>
  tell(tx, 'order_short', sql`${ofOrders([orderId])} and s.reader = 'vendor'`)

/** Tells each person for whom an order waits, as their queue shows it, that the promise is about to break (rules G42). */
export async function tellOfDelay(tx: Tx, orderIds: string[]): Promise<void> {
  const roles = await listRolesGiving(tx, 'Orders', 'u')
  const accounts = sql`
    select n.record_id, t.account_id, n.words, n.vendor_id
    from (
      select o.order_id as record_id, o.vendor_id, ${wordsFor(sql`'vendor'`)} || jsonb_build_object(
               'due', iso(o.created_at + make_interval(hours => promise_hours('order', o.vendor_id)))) as words
      from ${joined}
      where o.tenant_id = (select current_tenant()) and o.order_id = any(${orderIds}::uuid[])) n
    cross join lateral accounts_at_or_above(n.vendor_id) t
    where t.account_id = n.vendor_id or any_approval_rules()`
  return tell(tx, 'order_delayed', accounts, {
    people: sql`order_waits_for(c.record_id, c.vendor_id, u.user_id, u.account_id) and exists (
      select from offered.user_roles h where h.tenant_id = u.tenant_id and h.user_id = u.user_id and h.role_id = any(${roles}::int[]))`,
    addresses: sql`c.account_id = c.vendor_id`,
  })
}

/** The orders `o` with their author `u`, once for each side `s`. */
const ofOrders = (orderIds: string[]) => sql`
  select o.order_id as record_id, s.account_id, ${wordsFor(sql`s.reader`)} as words
  from ${joined}
  cross join lateral (values (o.buyer_id, 'buyer'), (o.vendor_id, 'vendor')) as s (account_id, reader)
  where o.tenant_id = (select current_tenant()) and o.order_id = any(${orderIds}::uuid[]) and o.buyer_id <> o.vendor_id`

const wordsFor = (reader: Sql) => sql`jsonb_build_object(
  'orderCode', o.code, 'buyerName', b.name, 'vendorName', v.name, 'reader', ${reader},
  'by', u.first_name || ' ' || u.last_name, 'total', o.total::text, 'currencyCode', c.code,
  'rest', case when o.status = 'approved' then (
    select p.code from orders p
    where p.tenant_id = o.tenant_id and p.derived_order_id = o.order_id and p.derivation = 'rest') end,
  'asked', case when o.status = 'approved' then ${asked} end,
  'lines', (select count(*) from order_items i where i.tenant_id = o.tenant_id and i.order_id = o.order_id))`

/** What the lines of the approved order `o` came to at the prices that were asked for; null where that is its total. */
const asked = sql`(
  select nullif(sum(line_amount(i.qt, coalesce(b.price, i.price), c.minor_units)), o.total)::text
  from order_items i
  left join (
    select b.* from offered.audit_events e, jsonb_to_recordset(e.before -> 'items') as b ("orderItemId" uuid, price numeric)
    where e.tenant_id = o.tenant_id and e.entity_id = o.order_id::text and e.action = 'order.approved') b
    on b."orderItemId" = i.order_item_id
  where i.tenant_id = o.tenant_id and i.order_id = o.order_id)`

const joined = sql`orders o
  join offered.accounts b on b.tenant_id = o.tenant_id and b.account_id = o.buyer_id
  join offered.accounts v on v.tenant_id = o.tenant_id and v.account_id = o.vendor_id
  join offered.currencies c on c.currency_id = o.currency_id
  left join offered.users u on u.tenant_id = o.tenant_id and u.user_id = current_user_id()`
