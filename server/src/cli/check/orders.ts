import { sql } from '../../platform/database/sql.ts'
import type { Invariant } from './invariant.ts'

const here = sql`(select current_tenant())`

/** The accounts that list an order: both parties and all their ancestors. */
const scopes = sql`
  select t.ancestor_id as account_id, s.side, o.created_at, o.order_id
  from orders o
  cross join lateral (values ('b'::"char", o.buyer_id), ('v'::"char", o.vendor_id)) s (side, party)
  join account_tree t on t.tenant_id = o.tenant_id and t.descendant_id = s.party
  where o.tenant_id = ${here}`

const recount = sql`
  select t.ancestor_id as account_id, s.side, w.own, o.status, o.invoiced, o.paid, o.currency_id, count(*) as orders, sum(o.total) as amount
  from orders o
  cross join lateral (values ('b'::"char", o.buyer_id), ('v'::"char", o.vendor_id)) s (side, party)
  join account_tree t on t.tenant_id = o.tenant_id and t.descendant_id = s.party
  cross join lateral (select false as own union all select true where t.depth = 0) w
  where o.tenant_id = ${here} group by 1, 2, 3, 4, 5, 6, 7`

export const orderInvariants: Invariant[] = [
  {
    name: 'a line amount is quantity times price, rounded half up',
    broken: sql`
      select 'order ' || o.code || ' line ' || i.line || ': the amount is ' || i.amount || ', it should be ' || round(i.qt * i.price, c.minor_units) as what
      from order_items i
      join orders o on o.tenant_id = i.tenant_id and o.order_id = i.order_id
      join currencies c on c.currency_id = i.currency_id
      where i.tenant_id = ${here} and i.amount <> round(i.qt * i.price, c.minor_units)`,
  },
  {
    name: 'an order total is the sum of its lines, in one currency',
    broken: sql`
      select 'order ' || o.code || ': the total is ' || o.total || ', its lines are ' || coalesce(i.amount::text, 'none')
          || case when i.mixed then ' in several currencies' else '' end as what
      from orders o
      left join lateral (
        select sum(i.amount) as amount, bool_or(i.currency_id <> o.currency_id) as mixed
        from order_items i where i.tenant_id = o.tenant_id and i.order_id = o.order_id
      ) i on true
      where o.tenant_id = ${here} and (i.amount is null or i.amount <> o.total or i.mixed)`,
  },
  {
    name: 'the status of an order is the last entry of its history',
    broken: sql`
      select 'order ' || o.code || ' is ' || o.status || ', its history says ' || coalesce(h.status, 'nothing') as what
      from orders o
      left join lateral (
        select h.status from order_history h where h.tenant_id = o.tenant_id and h.order_id = o.order_id
        order by h.created_at desc, h.history_id desc limit 1
      ) h on true
      where o.tenant_id = ${here} and o.status is distinct from h.status`,
  },
  {
    name: 'an order has a date of approval when it was approved',
    broken: sql`
      select 'order ' || code || ' is ' || status || ' and has ' || coalesce('the date of approval ' || approved_at, 'no date of approval') as what
      from orders where tenant_id = ${here} and (status in ('approved', 'revoked')) <> (approved_at is not null)`,
  },
  {
    name: 'a derived order belongs to the chain it was derived from',
    broken: sql`
      select 'order ' || o.code || ' is derived from ' || d.code || ' and belongs to another chain' as what
      from orders o join orders d on d.tenant_id = o.tenant_id and d.order_id = o.derived_order_id
      where o.tenant_id = ${here} and o.relation_id <> d.relation_id`,
  },
  {
    name: 'a part of an order has its parties and the status that follows from why it was parted',
    broken: sql`
      select 'order ' || o.code || ' is the ' || o.derivation || ' of ' || d.code || ' and does not fit it' as what
      from orders o join orders d on d.tenant_id = o.tenant_id and d.order_id = o.derived_order_id
      where o.tenant_id = ${here} and o.derivation in ('rest', 'return')
        and ((o.buyer_id, o.vendor_id, o.currency_id) <> (d.buyer_id, d.vendor_id, d.currency_id)
          or d.approved_at is null or (o.derivation = 'return' and (o.status <> 'revoked' or o.approved_at <> d.approved_at)))`,
  },
  {
    name: 'orders are in the lists of both parties and of everybody above',
    broken: sql`
      select 'order ' || coalesce(o.code, x.order_id::text) || x.how as what
      from (
        select order_id, ' is missing in a list' as how from (${scopes} except select account_id, side, created_at, order_id from order_scopes where tenant_id = ${here}) lacking
        union all
        select order_id, ' is in a list of somebody it does not concern' from (select account_id, side, created_at, order_id from order_scopes where tenant_id = ${here} except ${scopes}) surplus
      ) x left join orders o on o.tenant_id = ${here} and o.order_id = x.order_id`,
  },
  {
    name: 'the counters of orders are what counting gives',
    broken: sql`
      select 'orders of ' || coalesce(a.code, '?') || ' (' || case side when 'b' then 'bought' else 'sold' end || case when own then '' else ', with those below' end
          || ', ' || status || case when invoiced then ', invoiced' else '' end || case when paid then ', paid' else '' end
          || '): counted ' || coalesce(r.orders, 0) || ' for ' || coalesce(r.amount, 0) || ', the counter says ' || coalesce(k.orders, 0) || ' for ' || coalesce(k.amount, 0) as what
      from (${recount}) r
      full join (
        select account_id, side, own, status, invoiced, paid, currency_id, sum(orders) as orders, sum(amount) as amount
        from order_tallies where tenant_id = ${here} group by 1, 2, 3, 4, 5, 6, 7
      ) k using (account_id, side, own, status, invoiced, paid, currency_id)
      left join accounts a on a.tenant_id = ${here} and a.account_id = coalesce(r.account_id, k.account_id)
      where (coalesce(r.orders, 0), coalesce(r.amount, 0)) <> (coalesce(k.orders, 0), coalesce(k.amount, 0))`,
  },
]
