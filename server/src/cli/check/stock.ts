import { sql } from '../../platform/database/sql.ts'
import type { Invariant } from './invariant.ts'

const here = sql`(select current_tenant())`

/** A sentence about a balance `x`, with the names of account and product. */
const about = (sentence: ReturnType<typeof sql>, rows: ReturnType<typeof sql>) => sql`
  select 'stock of ' || coalesce(a.code, x.account_id::text) || ', ' || coalesce(p.sku, x.product_id::text) || ': ' || ${sentence} as what
  from (${rows}) x
  left join accounts a on a.tenant_id = ${here} and a.account_id = x.account_id
  left join product_publications b on b.tenant_id = ${here} and b.product_id = x.product_id
  left join products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id`

export const stockInvariants: Invariant[] = [
  {
    name: 'a balance is the sum of its movements',
    broken: about(
      sql`'the balance is ' || x.quantity || ' of ' || x.counted || ' movements, they are ' || x.moved || ' of ' || x.movements`,
      sql`
        select account_id, product_id, coalesce(b.quantity, 0) as quantity, coalesce(b.movements, 0) as counted,
               coalesce(m.moved, 0) as moved, coalesce(m.movements, 0) as movements
        from (select account_id, product_id, quantity, movements from stock_balances where tenant_id = ${here}) b
        full join (
          select account_id, product_id, sum(quantity) as moved, count(*) as movements
          from stock_movements where tenant_id = ${here} group by 1, 2
        ) m using (account_id, product_id)
        where (coalesce(b.quantity, 0), coalesce(b.movements, 0)) <> (coalesce(m.moved, 0), coalesce(m.movements, 0))`,
    ),
  },
  {
    name: 'what is held is what pending sell-outs have promised',
    broken: about(
      sql`x.held || ' are held, pending sell-outs have promised ' || x.promised`,
      sql`
          select account_id, product_id, coalesce(b.held, 0) as held, coalesce(o.promised, 0) as promised
          from (select account_id, product_id, held from stock_balances where tenant_id = ${here}) b
          full join (
            select o.vendor_id as account_id, i.product_id, sum(i.qt) as promised
            from orders o join order_items i on i.tenant_id = o.tenant_id and i.order_id = o.order_id
            where o.tenant_id = ${here} and o.status = 'pending' and o.origin = 'sell-out' group by 1, 2
          ) o using (account_id, product_id)
          where coalesce(b.held, 0) <> coalesce(o.promised, 0)`,
    ),
  },
  {
    name: 'nobody below the root gives or promises what it does not have',
    broken: about(
      sql`'the balance is ' || x.quantity || ', ' || x.held || ' of it promised'`,
      sql`
        select b.account_id, b.product_id, b.quantity, b.held
        from stock_balances b join accounts c on c.tenant_id = b.tenant_id and c.account_id = b.account_id
        where b.tenant_id = ${here} and c.parent_id is not null and (b.is_root or b.quantity < b.held)`,
    ),
  },
  {
    // Imported orders are history: only their later changes of status moved stock.
    name: 'an approved order moved its lines, and no other order moved anything',
    broken: sql`
      with effects as (
        select o.order_id, o.code, o.buyer_id, o.vendor_id,
               case when o.origin <> 'import' then (o.status = 'approved')::int else h.approved - h.revoked end as times,
               -- Of an import, what was returned has left the buyer without ever having come.
               case when o.origin <> 'import' then 0 else h.approved - 1 end as times_returned
        from orders o
        cross join lateral (
          select count(*) filter (where h.status = 'approved' and h.source <> 'import'
                   and not exists (select from orders r where r.tenant_id = h.tenant_id and r.order_id = h.part_order_id and r.derivation = 'return')) as approved,
                 count(*) filter (where h.status = 'revoked' and h.source <> 'import') as revoked
          from order_history h where h.tenant_id = o.tenant_id and h.order_id = o.order_id) h
        where o.tenant_id = ${here}
      ), pieces as (
        select o.order_id, i.product_id, i.qt * o.times as qt
        from effects o join order_items i on i.tenant_id = ${here} and i.order_id = o.order_id
        union all
        select o.order_id, i.product_id, i.qt * o.times_returned
        from effects o
        join orders r on r.tenant_id = ${here} and r.derived_order_id = o.order_id and r.derivation = 'return'
        join order_items i on i.tenant_id = ${here} and i.order_id = r.order_id
      ), parties as (
        select o.order_id, o.code, s.account_id, p.product_id, sum(p.qt * s.sign) as due
        from effects o
        cross join lateral (
          select o.buyer_id as account_id, 1 as sign union all select o.vendor_id, -1 where o.vendor_id <> o.buyer_id) s
        join pieces p on p.order_id = o.order_id
        group by 1, 2, 3, 4
      ), moved as (
        select order_id, account_id, product_id, sum(quantity) as moved
        from stock_movements where tenant_id = ${here} and order_id is not null group by 1, 2, 3
      )
      select 'order ' || coalesce(d.code, m.order_id::text) || ' moved ' || coalesce(m.moved, 0) || ' where it should have moved ' || coalesce(d.due, 0) as what
      from parties d full join moved m using (order_id, account_id, product_id)
      where coalesce(d.due, 0) <> coalesce(m.moved, 0)`,
  },
]
