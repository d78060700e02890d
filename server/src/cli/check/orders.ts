import { sql } from '../../platform/database/sql.ts'
import type { Invariant } from './invariant.ts'

const here = sql`(select current_tenant())`

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
]
