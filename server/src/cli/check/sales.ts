import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Invariant } from './invariant.ts'

const here = sql`(select current_tenant())`

/** Compares a stored sum of the dashboard with one that is newly computed from the rows. */
export const added = (kept: Sql, keys: string[], figures: string[], anew: Sql, rows = 'sales'): Sql => {
  const list = (names: string[], row?: string) =>
    sql.join(names.map((name) => sql.ref(row === undefined ? name : `${row}.${name}`)))
  const zeros = (row: string) => sql.join(figures.map((name) => sql`coalesce(${sql.ref(`${row}.${name}`)}, 0)`))
  return sql`
    select ${sql.lit(keys.join(', '))} || ': ' || concat_ws(', ', ${list(keys)}) || ': ' || ${rows}::text || ' are ' || concat_ws(' for ', ${zeros('a')})
        || ', the sum says ' || concat_ws(' for ', ${zeros('k')}) as what
    from (${anew}) a
    full join (select ${list(keys)}, ${list(figures)} from ${kept} where tenant_id = ${here}) k using (${list(keys)})
    where (${zeros('a')}) is distinct from (${zeros('k')})`
}

/** One row of each sale for every account at or above each party. */
const spread = sql`
  (select s.*, (s.approved_at at time zone 'UTC')::date as day, p.side, t.ancestor_id as account_id, t.depth = 0 as own,
          a.parent_id is null as is_root
   from sales s
   cross join lateral (values ('b'::"char", s.buyer_id), ('v'::"char", s.vendor_id)) p (side, party)
   join account_tree t on t.tenant_id = s.tenant_id and t.descendant_id = p.party
   join accounts a on a.tenant_id = t.tenant_id and a.account_id = t.ancestor_id
   where s.tenant_id = ${here}) x`

/**
 * The periods for which sums by product and by buyer are stored: months; for sales also quarters and years, and days for
 * the root.
 */
const spans = sql`
  lateral (
    select 'm'::"char" as grain, date_trunc('month', x.day)::date as since
    union all select 'q', date_trunc('quarter', x.day)::date where x.side = 'v'
    union all select 'y', date_trunc('year', x.day)::date where x.side = 'v'
    union all select 'd', x.day where x.side = 'v' and x.is_root) g`

export const salesInvariants: Invariant[] = [
  {
    name: 'an order is among the sales while it is approved, or waits to be',
    broken: sql`
      select 'order ' || o.code || ' is ' || o.status || ' and ' || coalesce(s.folded, 0) || ' times among the sales, with ' || coalesce(u.waiting, 0) || ' to come' as what
      from orders o
      left join (select order_id, 1 as folded from sales where tenant_id = ${here} group by 1) s using (order_id)
      left join (select order_id, sum(sign) as waiting from sales_unfolded where tenant_id = ${here} group by 1) u using (order_id)
      where o.tenant_id = ${here} and coalesce(s.folded, 0) + coalesce(u.waiting, 0) <> (o.status = 'approved')::int`,
  },
  {
    name: 'a sale is the line that was sold',
    broken: sql`
      select 'order ' || coalesce(o.code, s.order_id::text) || ' line ' || s.line || ' is another among the sales' as what
      from sales s
      left join orders o on o.tenant_id = s.tenant_id and o.order_id = s.order_id
      left join order_items i on i.tenant_id = s.tenant_id and i.order_id = s.order_id and i.line = s.line
      where s.tenant_id = ${here}
        and (s.approved_at, s.vendor_id, s.buyer_id, s.product_id, s.currency_id, s.qt, s.amount)
          is distinct from (o.approved_at, o.vendor_id, o.buyer_id, i.product_id, i.currency_id, i.qt, i.amount)`,
  },
  {
    name: 'all lines of a sold order are among the sales',
    broken: sql`
      select 'order ' || o.code || ' has ' || i.lines || ' lines, ' || s.lines || ' of them are among the sales' as what
      from (select order_id, count(*) as lines from sales where tenant_id = ${here} group by 1) s
      join (select order_id, count(*) as lines from order_items where tenant_id = ${here} group by 1) i using (order_id)
      join orders o on o.tenant_id = ${here} and o.order_id = s.order_id
      where s.lines <> i.lines`,
  },
  {
    name: 'the days of the dashboard are what the sales add up to',
    broken: added(
      sql`sales_days`,
      ['account_id', 'day', 'side', 'own', 'currency_id'],
      ['qt', 'amount'],
      sql`select account_id, day, side, own, currency_id, sum(qt) as qt, sum(amount) as amount from ${spread} group by 1, 2, 3, 4, 5`,
    ),
  },
  {
    name: 'the products of the dashboard are what the sales add up to',
    broken: added(
      sql`sales_products`,
      ['account_id', 'side', 'grain', 'since', 'own', 'currency_id', 'product_id'],
      ['qt', 'amount'],
      sql`
        select account_id, side, grain, since, own, currency_id, product_id, sum(qt) as qt, sum(amount) as amount
        from ${spread} cross join ${spans} group by 1, 2, 3, 4, 5, 6, 7`,
    ),
  },
  {
    name: 'the buyers of the dashboard are what the sales add up to',
    broken: added(
      sql`sales_buyers`,
      ['account_id', 'grain', 'since', 'own', 'currency_id', 'buyer_id'],
      ['amount'],
      sql`
        select account_id, grain, since, own, currency_id, buyer_id, sum(amount) as amount
        from ${spread} cross join ${spans} where side = 'v' group by 1, 2, 3, 4, 5, 6`,
    ),
  },
]
