import { sql } from '../../platform/database/sql.ts'

const partyJson = (row: string) => sql`json_build_object(
  'accountId', ${sql.ref(`${row}.account_id`)}, 'accountCode', ${sql.ref(`${row}.code`)}, 'accountName', ${sql.ref(`${row}.name`)})`

/**
 * The other orders of the chain of the order `o`, as a JSON array, oldest first (rules O12). It follows `derived_order_id` up to
 * the first order and from there down to all others. Orders out of the reader's reach are left out, because a buyer must not
 * learn where its vendor buys. The order that `o` itself was derived from is named by its code, because its id is on the wire
 * already (decision 038).
 */
export const chainJson = sql`
  with recursive up as (
    select o.order_id, o.derived_order_id, 0 as depth
    union all
    select p.order_id, p.derived_order_id, up.depth + 1
    from up join orders p on p.tenant_id = (select current_tenant()) and p.order_id = up.derived_order_id
  ), whole as (
    select order_id from (select order_id from up order by depth desc limit 1) first_order
    union
    select d.order_id
    from whole w join orders d on d.tenant_id = (select current_tenant()) and d.derived_order_id = w.order_id
  ), others as (
    select l.*, exists (select from reachable_accounts() r where r.account_id in (l.buyer_id, l.vendor_id)) as reachable
    from whole w join orders l on l.tenant_id = (select current_tenant()) and l.order_id = w.order_id
    where l.order_id <> o.order_id
  )
  select coalesce(json_agg(json_build_object(
    'orderId', l.order_id,
    'orderCode', l.code,
    'derivedOrderId', case when l.reachable then l.derived_order_id end,
    'reachable', l.reachable,
    'status', case when l.reachable then l.status end,
    'buyer', case when l.reachable then ${partyJson('b')} end,
    'vendor', case when l.reachable then ${partyJson('v')} end) order by l.created_at, l.order_id), '[]')
  from others l
  join offered.accounts b on b.tenant_id = l.tenant_id and b.account_id = l.buyer_id
  join offered.accounts v on v.tenant_id = l.tenant_id and v.account_id = l.vendor_id
  where l.reachable or l.order_id = o.derived_order_id`
