import { pieSlices } from '@trellis/contract/dashboard'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { bought, fence, inScope, isEverything, nearestDay, type Scope, sold, tenant } from './scope.ts'

/**
 * The first day of the UTC month nearest to an instant, and the first day of a quarter: `quarterFrom` rounds a month up
 * to a quarter, `quarterUntil` rounds it down.
 */
const nearestMonth = (at: string) => sql`
  date_trunc('month', (${sql.ref(at)} at time zone 'UTC')
    + ((date_trunc('month', ${sql.ref(at)} at time zone 'UTC') + interval '1 month')
       - date_trunc('month', ${sql.ref(at)} at time zone 'UTC')) / 2)::date`
const quarterFrom = (month: string) => sql`date_trunc('quarter', ${sql.ref(month)} + interval '2 months')::date`
const quarterUntil = (month: string) => sql`date_trunc('quarter', ${sql.ref(month)})::date`

/**
 * CTEs that divide the current period into ranges with stored sums and remainders that are read line by line.
 * `ends`: the period with its ends rounded to UTC days and months.
 * `months`: the range of whole months, with the whole quarters in it.
 * `runs`: ranges of whole quarters, months and (for the root) days.
 * `covers`: every single quarter, month or day of `runs`, each of which has a stored sum.
 * `stretches`: what is left, read from `sales`. Where a rounded range is larger than the period, the excess is
 * subtracted: sign -1.
 */
const partCtes = ({ isRoot }: Scope): Sql => sql`
  ends as materialized (
    -- The period's ends rounded to days and months. When no whole month lies between them, both months are that of the
    -- start.
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

/**
 * From each end of the whole months to the day nearest to the period's end; without whole months, from one end to the
 * other.
 */
const dayRuns = sql`
  union all select 'd', from_day, from_month, 1 from ends where has_months and from_day < from_month
  union all select 'd', from_month, from_day, -1 from ends where has_months and from_day > from_month
  union all select 'd', to_month, to_day, 1 from ends where has_months and to_day > to_month
  union all select 'd', to_day, to_month, -1 from ends where has_months and to_day < to_month
  union all select 'd', from_day, to_day, 1 from ends where not has_months`

/** The range between each end of the period and the nearest UTC midnight, with its sign. */
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

/** Multiplying by the sign instead would take a fifth of the query's time, as there are tens of thousands of rows. */
const signed = sql`case when c.sign < 0 then -s.amount else s.amount end`

/**
 * CTEs for the two pie charts: sales of the current period in the account's currency.
 * `pieces`: lines of `stretches` and of `fresh` that the scope sold.
 * `by_buyer`, `by_product`: `pieces` + the stored sums of `covers`, per buyer and per product.
 */
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
      select s.buyer_id, ${signed} from covers c
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
      select s.product_id, ${signed} from covers c
      cross join lateral (
        select m.product_id, m.amount from sales_products m
        where ${inScope(scope, 'm')} and m.side = 'v' and m.grain = c.grain and m.since = c.since
          and m.currency_id = (select currency_id from account)
        ${fence}
      ) s
    ) parts group by id
  )`

/**
 * CTE `traded`: the products of which the scope sold or bought any in the current period, in any currency. Days are not
 * used here (`isRoot: false`), because months and lines are enough for a list of products.
 */
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
 * JSON of the largest slices plus one slice "other" with the sum of the rest. `name` is the SQL that reads the name of a
 * slice by its `id`.
 */
export const pieOf = (sums: string, name: Sql): Sql => sql`(
  select coalesce(json_agg(json_build_object('name', slice.name, 'amount', slice.amount) order by slice.row_no), '[]')
  from (
    select row_number() over (order by largest.amount desc, largest.id) as row_no, ${name} as name, trim_scale(largest.amount) as amount
    from (select id, amount from ${sql.ref(sums)} where amount > 0 order by amount desc, id limit ${pieSlices - 1}) largest
    union all
    select ${pieSlices}, 'other', trim_scale(rest.amount)
    from (
      select sum(others.amount) as amount
      from (select amount from ${sql.ref(sums)} where amount > 0 order by amount desc, id offset ${pieSlices - 1}) others
    ) rest
    where rest.amount > 0
  ) slice)`
