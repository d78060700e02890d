import { pieSlices } from '@trellis/contract/dashboard'
import { type Sql, sql } from '../../platform/database/sql.ts'

/*
 * Sums over a scope: an account's own sales and purchases, or those of its whole sub-tree. They come from the day and
 * month sums of the scope. UTC's days and months are seldom the reader's, so what lies between an instant and the nearest
 * UTC day or month is added or taken away line by line, and so is what no fold has reached yet: all figures are exact.
 */

export interface Scope {
  accountId: string
  includeChildren: boolean
  /** Whether the account is the tenant's root, of which finer sums are kept. */
  isRoot: boolean
}

/**
 * Ends a lateral subquery that is to be asked once for each row before it, by its index range. Without it the planner,
 * who cannot guess how narrow the ranges are, may read the whole table and hold every row against every range.
 */
const fence = sql`offset 0`

const tenant = sql`(select current_tenant())`

/** Rows of the sums that belong to the scope, whatever the table. */
const inScope = ({ accountId, includeChildren }: Scope, kept: string): Sql => {
  const column = (name: string) => sql.ref(`${kept}.${name}`)
  return sql`${column('tenant_id')} = ${tenant} and ${column('account_id')} = ${accountId}
    ${includeChildren ? sql`` : sql`and ${column('own')}`}`
}

/** CTEs `scope` (its accounts) and `fresh` (what is noted but not folded: lines with a sign). */
export const scopeCtes = ({ accountId, includeChildren }: Scope): Sql => sql`
  scope as materialized (
    select t.descendant_id as account_id from account_tree t
    where t.tenant_id = ${tenant} and t.ancestor_id = ${accountId} ${includeChildren ? sql`` : sql`and t.depth = 0`}
  ), noted as materialized (
    select n.order_id, sum(n.sign) as sign from sales_unfolded n
    where n.tenant_id = ${tenant} group by n.order_id having sum(n.sign) <> 0
  ), fresh as materialized (
    select n.sign, o.approved_at, o.vendor_id, o.buyer_id, i.product_id, i.currency_id, i.qt, i.amount
    from noted n
    join orders o on o.tenant_id = ${tenant} and o.order_id = n.order_id
    join order_items i on i.tenant_id = ${tenant} and i.order_id = n.order_id
    where n.sign > 0
    union all
    select n.sign, s.approved_at, s.vendor_id, s.buyer_id, s.product_id, s.currency_id, s.qt, s.amount
    from noted n join sales s on s.tenant_id = ${tenant} and s.order_id = n.order_id
    where n.sign < 0
  )`

/** Every sale of the tenant has both its parties in the sub-tree of the root. */
const isEverything = ({ isRoot, includeChildren }: Scope): boolean => isRoot && includeChildren

/** Lines that the scope sold, or bought. */
const sold = (scope: Scope, lines: string): Sql =>
  isEverything(scope) ? sql`true` : sql`${sql.ref(`${lines}.vendor_id`)} in (select account_id from scope)`
const bought = (scope: Scope, lines: string): Sql =>
  isEverything(scope) ? sql`true` : sql`${sql.ref(`${lines}.buyer_id`)} in (select account_id from scope)`

/** The instant of the first sale or purchase in scope; null when there is none. */
export const firstSale = (scope: Scope): Sql => sql`(
  select min(approved_at) from (
    select s.approved_at
    from (select d.day from sales_days d where ${inScope(scope, 'd')} and d.qt > 0 order by d.day limit 1) first
    cross join lateral (
      select x.approved_at, x.vendor_id, x.buyer_id from sales x
      where x.tenant_id = ${tenant} and x.approved_at >= first.day::timestamp at time zone 'UTC'
        and x.approved_at < (first.day + 1)::timestamp at time zone 'UTC'
      ${fence}
    ) s
    where ${sold(scope, 's')} or ${bought(scope, 's')}
    union all
    select f.approved_at from fresh f where f.sign > 0 and (${sold(scope, 'f')} or ${bought(scope, 'f')})
  ) earliest)`

/** The UTC midnight nearest to an instant, as a date. */
const nearestDay = (at: string) =>
  sql`date_trunc('day', (${sql.ref(at)} at time zone 'UTC') + interval '12 hours')::date`

/**
 * CTEs up to `figures`: quantity and amount per bucket, side and currency. Every product: the day sums, corrected at the
 * ends of each bucket.
 */
export const figureCtes = (scope: Scope): Sql => sql`
  bounds as materialized (
    select distinct e.at, ${nearestDay('e.at')} as day
    from buckets b cross join lateral (values (b.from_at), (b.to_at)) as e (at)
  ), edges as materialized (
    -- What lies between the nearest UTC midnight and the bound; negative where the bound comes first.
    select e.at, l.sign, s.vendor_id, s.buyer_id, s.currency_id, s.qt, s.amount
    from bounds e
    cross join lateral (
      select e.day::timestamp at time zone 'UTC' as midnight,
             case when e.at < e.day::timestamp at time zone 'UTC' then -1 else 1 end as sign
    ) l
    cross join lateral (
      select x.vendor_id, x.buyer_id, x.currency_id, x.qt, x.amount from sales x
      where x.tenant_id = ${tenant} and x.approved_at >= least(e.at, l.midnight) and x.approved_at < greatest(e.at, l.midnight)
      ${fence}
    ) s
  ), corrections as materialized (
    select at, 'v'::"char" as side, currency_id, sum(sign * qt) as qt, sum(sign * amount) as amount
    from edges where ${sold(scope, 'edges')} group by at, currency_id
    union all
    select at, 'b', currency_id, sum(sign * qt), sum(sign * amount) from edges where ${bought(scope, 'edges')} group by at, currency_id
  ), figures as materialized (
    select which, key, side, currency_id, sum(qt) as qt, sum(amount) as amount
    from (
      select b.which, b.key, s.side, s.currency_id, s.qt, s.amount
      from buckets b
      cross join lateral (
        select d.side, d.currency_id, d.qt, d.amount from sales_days d
        where ${inScope(scope, 'd')} and d.day >= ${nearestDay('b.from_at')} and d.day < ${nearestDay('b.to_at')}
        ${fence}
      ) s
      union all
      select b.which, b.key, c.side, c.currency_id, c.qt, c.amount from buckets b join corrections c on c.at = b.to_at
      union all
      select b.which, b.key, c.side, c.currency_id, -c.qt, -c.amount from buckets b join corrections c on c.at = b.from_at
      union all
      select b.which, b.key, 'v', f.currency_id, f.sign * f.qt, f.sign * f.amount
      from fresh f join buckets b on f.approved_at >= b.from_at and f.approved_at < b.to_at where ${sold(scope, 'f')}
      union all
      select b.which, b.key, 'b', f.currency_id, f.sign * f.qt, f.sign * f.amount
      from fresh f join buckets b on f.approved_at >= b.from_at and f.approved_at < b.to_at where ${bought(scope, 'f')}
    ) parts group by which, key, side, currency_id
  )`

/** The first of the UTC month nearest to an instant, and of the quarter not before or not after that month, as dates. */
const nearestMonth = (at: string) => sql`
  date_trunc('month', (${sql.ref(at)} at time zone 'UTC')
    + ((date_trunc('month', ${sql.ref(at)} at time zone 'UTC') + interval '1 month')
       - date_trunc('month', ${sql.ref(at)} at time zone 'UTC')) / 2)::date`
const quarterFrom = (month: string) => sql`date_trunc('quarter', ${sql.ref(month)} + interval '2 months')::date`
const quarterUntil = (month: string) => sql`date_trunc('quarter', ${sql.ref(month)})::date`

/**
 * CTEs that take the current period apart: `covers` are the whole quarters, months and, for the root, days that
 * sums are kept of; `stretches` are what is left, to be read line by line. Where the nearest whole month begins
 * before the period or ends after it, what is too much is taken away again: sign -1.
 */
const partCtes = ({ isRoot }: Scope): Sql => sql`
  ends as materialized (
    -- The instants that whole months are counted between; without a month between them, the beginning alone.
    select p.from_at, p.to_at, ${nearestDay('p.from_at')} as from_day, ${nearestDay('p.to_at')} as to_day,
           n.from_month, greatest(n.from_month, n.to_month) as to_month, n.from_month < n.to_month as has_months
    from periods p
    cross join lateral (
      select ${nearestMonth('p.from_at')} as from_month, ${nearestMonth('p.to_at')} as to_month
    ) n
    where p.which = 'current' and p.from_at < p.to_at
  ), months as materialized (
    select e.from_month, e.to_month, least(q.from_quarter, e.to_month) as from_quarter,
           greatest(q.to_quarter, least(q.from_quarter, e.to_month)) as to_quarter
    from ends e
    cross join lateral (
      select ${quarterFrom('e.from_month')} as from_quarter, ${quarterUntil('e.to_month')} as to_quarter
    ) q
    where e.has_months
  ), runs as materialized (
    select 'q'::"char" as grain, from_quarter as since, to_quarter as until, 1 as sign from months where from_quarter < to_quarter
    union all select 'm', from_month, from_quarter, 1 from months
    union all select 'm', to_quarter, to_month, 1 from months
    ${isRoot ? dayRuns : sql``}
  ), covers as materialized (
    select r.grain, r.sign, s.since::date as since
    from runs r
    cross join lateral generate_series(
      r.since::timestamp, r.until::timestamp - interval '1 day',
      case r.grain when 'q' then interval '3 months' when 'm' then interval '1 month' else interval '1 day' end) as s (since)
  ), stretches as materialized (
    ${isRoot ? remainders('from_day', 'to_day', 'true') : remainders('from_month', 'to_month', 'has_months')}
    ${isRoot ? sql`` : sql`union all select from_at, to_at, 1 from ends where not has_months`}
  )`

/** From each end of the months to the nearest midnight of the period's end; without months, from one end to the other. */
const dayRuns = sql`
  union all select 'd', from_day, from_month, 1 from ends where has_months and from_day < from_month
  union all select 'd', from_month, from_day, -1 from ends where has_months and from_day > from_month
  union all select 'd', to_month, to_day, 1 from ends where has_months and to_day > to_month
  union all select 'd', to_day, to_month, -1 from ends where has_months and to_day < to_month
  union all select 'd', from_day, to_day, 1 from ends where not has_months`

/** Between each end of the period and a UTC midnight near it. */
const remainders = (fromDate: string, toDate: string, condition: string): Sql => {
  const [first, last] = [fromDate, toDate].map((date) => sql`(${sql.ref(date)}::timestamp at time zone 'UTC')`) as [
    Sql,
    Sql,
  ]
  const where = sql.raw(condition)
  return sql`
    select least(from_at, ${first}) as from_at, greatest(from_at, ${first}) as to_at,
           case when from_at < ${first} then 1 else -1 end as sign from ends where ${where}
    union all
    select least(to_at, ${last}), greatest(to_at, ${last}), case when to_at < ${last} then -1 else 1 end from ends where ${where}`
}

/** CTEs `by_buyer` and `by_product`: the money of the current period's sales in the account's currency. */
export const pieceCtes = (scope: Scope): Sql => sql`
  ${partCtes(scope)}, pieces as materialized (
    select s.buyer_id, s.product_id, s.currency_id, t.sign * s.amount as amount
    from stretches t
    cross join lateral (
      select x.buyer_id, x.product_id, x.currency_id, x.amount
      from ${isEverything(scope) ? sql`(select) c` : sql`scope c`}
      cross join lateral (
        select l.buyer_id, l.product_id, l.currency_id, l.amount from sales l
        where l.tenant_id = ${tenant} ${isEverything(scope) ? sql`` : sql`and l.vendor_id = c.account_id`}
          and l.approved_at >= t.from_at and l.approved_at < t.to_at
        ${fence}
      ) x
    ) s
    where t.from_at < t.to_at
    union all
    select f.buyer_id, f.product_id, f.currency_id, f.sign * f.amount
    from fresh f join ends p on f.approved_at >= p.from_at and f.approved_at < p.to_at
    where ${sold(scope, 'f')}
  ), by_buyer as materialized (
    select id, sum(amount) as amount from (
      select buyer_id as id, amount from pieces where currency_id = (select currency_id from account)
      union all
      select s.buyer_id, c.sign * s.amount from covers c
      cross join lateral (
        select m.buyer_id, m.amount from sales_buyers m
        where ${inScope(scope, 'm')} and m.grain = c.grain and m.since = c.since
          and m.currency_id = (select currency_id from account)
        ${fence}
      ) s
    ) parts group by id
  ), by_product as materialized (
    select id, sum(amount) as amount from (
      select product_id as id, amount from pieces where currency_id = (select currency_id from account)
      union all
      select s.product_id, c.sign * s.amount from covers c
      cross join lateral (
        select m.product_id, m.amount from sales_products m
        where ${inScope(scope, 'm')} and m.side = 'v' and m.grain = c.grain and m.since = c.since
          and m.currency_id = (select currency_id from account)
        ${fence}
      ) s
    ) parts group by id
  )`

/** CTE `traded`: the products sold or bought in the current period, in whatever currency. */
export const soldOrBought = (scope: Scope): Sql => sql`
  ${partCtes({ ...scope, isRoot: false })}, traded as (
    select product_id from (
      select s.product_id, t.sign * s.qt as qt
      from stretches t
      cross join lateral (
        select x.vendor_id, x.buyer_id, x.product_id, x.qt from sales x
        where x.tenant_id = ${tenant} and x.approved_at >= t.from_at and x.approved_at < t.to_at
        ${fence}
      ) s
      where ${sold(scope, 's')} or ${bought(scope, 's')}
      union all
      select f.product_id, f.sign * f.qt
      from fresh f join ends p on f.approved_at >= p.from_at and f.approved_at < p.to_at
      where ${sold(scope, 'f')} or ${bought(scope, 'f')}
      union all
      select m.product_id, m.qt from sales_products m
      join months on m.since >= months.from_month and m.since < months.to_month
      where ${inScope(scope, 'm')} and m.side in ('b', 'v') and m.grain = 'm'
    ) parts group by product_id having sum(qt) > 0
  )`

/**
 * The same CTEs for chosen products only: all from the lines, which their index finds by product.
 */
export const chosenCtes = (scope: Scope, products: string[]): Sql => sql`
  lines as materialized (
    select b.which, b.key, 1 as sign, s.approved_at, s.vendor_id, s.buyer_id, s.product_id, s.currency_id, s.qt, s.amount
    from buckets b
    cross join lateral (
      select x.approved_at, x.vendor_id, x.buyer_id, x.product_id, x.currency_id, x.qt, x.amount from sales x
      where x.tenant_id = ${tenant} and x.product_id = any(${products}::uuid[])
        and x.approved_at >= b.from_at and x.approved_at < b.to_at
      ${fence}
    ) s
    union all
    select b.which, b.key, f.sign, f.approved_at, f.vendor_id, f.buyer_id, f.product_id, f.currency_id, f.qt, f.amount
    from fresh f join buckets b on f.approved_at >= b.from_at and f.approved_at < b.to_at
    where f.product_id = any(${products}::uuid[])
  ), figures as materialized (
    select which, key, 'v'::"char" as side, currency_id, sum(sign * qt) as qt, sum(sign * amount) as amount
    from lines where ${sold(scope, 'lines')} group by which, key, currency_id
    union all
    select which, key, 'b', currency_id, sum(sign * qt), sum(sign * amount)
    from lines where ${bought(scope, 'lines')} group by which, key, currency_id
  ), pieces as materialized (
    select buyer_id, product_id, sum(sign * amount) as amount from lines
    where which = 'current' and ${sold(scope, 'lines')} and currency_id = (select currency_id from account)
    group by buyer_id, product_id
  ), by_buyer as (
    select buyer_id as id, sum(amount) as amount from pieces group by buyer_id
  ), by_product as (
    select product_id as id, sum(amount) as amount from pieces group by product_id
  )`

/** The largest slices and what all others come to, as JSON. `name` reads the name of a slice's `id`. */
export const pieOf = (sums: string, name: Sql): Sql => sql`(
  select coalesce(json_agg(json_build_object('name', slice.name, 'amount', slice.amount) order by slice.place), '[]')
  from (
    select row_number() over (order by largest.amount desc, largest.id) as place, ${name} as name, trim_scale(largest.amount) as amount
    from (select id, amount from ${sql.ref(sums)} where amount > 0 order by amount desc, id limit ${pieSlices - 1}) largest
    union all
    select ${pieSlices}, 'other', trim_scale(rest.amount)
    from (
      select sum(others.amount) as amount
      from (select amount from ${sql.ref(sums)} where amount > 0 order by amount desc, id offset ${pieSlices - 1}) others
    ) rest
    where rest.amount > 0
  ) slice)`
