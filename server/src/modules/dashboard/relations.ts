import { type Sql, sql } from '../../platform/database/sql.ts'

/*
 * Relations and conditions that several answers of this folder use. Each answer is one statement in one file, which
 * names all its CTEs: order-statistics.ts, traded-products.ts, map.ts.
 *
 * Sums over a scope: an account's own sales and purchases, or those of its whole sub-tree. They are read from the day and
 * month sums of the scope. These follow the UTC calendar, and the reader's days and months usually do not. So the lines
 * between an instant and the nearest UTC day or month are added or subtracted one by one, and so are the orders that have
 * not been folded into the sums yet. All figures are exact.
 *
 * `offset 0` keeps the planner from merging a lateral subquery into the outer query. The subquery then runs once for each
 * outer row with an index range scan. Otherwise the planner, which cannot estimate how narrow the ranges are, may scan
 * the whole table and compare every row with every range.
 *
 * A condition that depends on the request alone is a literal `true` or `false` in the text, which the planner removes.
 * Whole parts that a request does not need are left out (`only`).
 */

export interface Scope {
  accountId: string
  includeChildren: boolean
  /** True for the tenant's root account, for which sums by day are kept as well. */
  isRoot: boolean
}

export const tenant = sql`(select current_tenant())`

/**
 * The account with the currency of the answer, which is that of its effective price list, else the tenant's. No row when
 * the account is out of reach. Columns: account_id, currency_id.
 */
export const accountInReach = (accountId: string): Sql => sql`
  select a.account_id, coalesce(l.currency_id, t.currency_id) as currency_id
  from offered.accounts a
  join offered.tenants t on t.tenant_id = a.tenant_id
  left join lateral effective_price_list(a.account_id) e on true
  left join offered.price_lists l on l.tenant_id = a.tenant_id and l.price_list_id = e.price_list_id
  where a.tenant_id = ${tenant} and a.account_id = ${accountId} and a.deleted_at is null
    and a.account_id in (select account_id from reachable_accounts())`

/** The account, or its whole sub-tree. Column: account_id. */
export const accountsIn = ({ accountId, includeChildren }: Omit<Scope, 'isRoot'>): Sql => sql`
  select t.descendant_id as account_id from offered.account_tree t
  where t.tenant_id = ${tenant} and t.ancestor_id = ${accountId} and (${sql.lit(includeChildren)} or t.depth = 0)`

/**
 * The lines of orders approved (sign 1) or revoked (sign -1) since the last fold; orders for which both happened are left
 * out. A revocation takes its lines from `sales`, where the approval was folded. Columns: sign, approved_at, vendor_id,
 * buyer_id, product_id, currency_id, qt, amount.
 */
export const unfoldedLines = sql`
  with changed_orders as materialized (
    select n.order_id, sum(n.sign) as sign from sales_unfolded n
    where n.tenant_id = ${tenant} group by n.order_id having sum(n.sign) <> 0
  )
  select n.sign, o.approved_at, o.vendor_id, o.buyer_id, i.product_id, i.currency_id, i.qt, i.amount
  from changed_orders n
  join offered.orders o on o.tenant_id = ${tenant} and o.order_id = n.order_id
  join offered.order_items i on i.tenant_id = ${tenant} and i.order_id = n.order_id
  where n.sign > 0
  union all
  select n.sign, s.approved_at, s.vendor_id, s.buyer_id, s.product_id, s.currency_id, s.qt, s.amount
  from changed_orders n join sales s on s.tenant_id = ${tenant} and s.order_id = n.order_id
  where n.sign < 0`

/**
 * The instant of the first sale or purchase in scope; null when there is none, and when the request gives a start.
 * Column: at. Reads the CTEs `scope` and `unfolded_lines`.
 */
export const firstSale = (scope: Scope, hasStart: boolean): Sql => sql`
  select min(approved_at) as at from (
    select s.approved_at
    from (select d.day from sales_days d where ${inScope(scope, 'd')} and d.qt > 0 order by d.day limit 1) first
    cross join lateral (
      select x.approved_at, x.vendor_id, x.buyer_id from sales x
      where x.tenant_id = ${tenant} and x.approved_at >= first.day::timestamp at time zone 'UTC'
        and x.approved_at < (first.day + 1)::timestamp at time zone 'UTC'
      offset 0
    ) s
    where ${sold(scope, 's')} or ${bought(scope, 's')}
    union all
    select f.approved_at from unfolded_lines f where f.sign > 0 and (${sold(scope, 'f')} or ${bought(scope, 'f')})
  ) earliest where not ${sql.lit(hasStart)}`

/** SQL condition: the row of a sums table belongs to the scope (with `own`, to the account alone). */
export const inScope = ({ accountId, includeChildren }: Scope, sums: string): Sql => sql`
  ${sql.ref(`${sums}.tenant_id`)} = ${tenant} and ${sql.ref(`${sums}.account_id`)} = ${accountId}
  and (${sql.lit(includeChildren)} or ${sql.ref(`${sums}.own`)})`

/** With the root and its sub-tree as scope every sale belongs to it, so no condition on the parties is needed. */
export const isEverything = ({ isRoot, includeChildren }: Scope): boolean => isRoot && includeChildren

/** SQL conditions: the scope sold the line; the scope bought the line. Both read the CTE `scope`. */
export const sold = (scope: Scope, lines: string): Sql =>
  isEverything(scope) ? sql`true` : sql`${sql.ref(`${lines}.vendor_id`)} in (select account_id from scope)`
export const bought = (scope: Scope, lines: string): Sql =>
  isEverything(scope) ? sql`true` : sql`${sql.ref(`${lines}.buyer_id`)} in (select account_id from scope)`

/** The UTC midnight nearest to an instant, as a date. */
export const nearestDay = (at: string): Sql =>
  sql`date_trunc('day', (${sql.ref(at)} at time zone 'UTC') + interval '12 hours')::date`

/** The first day of the UTC month nearest to an instant. */
export const nearestMonth = (at: string): Sql => sql`
  date_trunc('month', (${sql.ref(at)} at time zone 'UTC')
    + ((date_trunc('month', ${sql.ref(at)} at time zone 'UTC') + interval '1 month')
       - date_trunc('month', ${sql.ref(at)} at time zone 'UTC')) / 2)::date`

/** A list of columns that begins another one. */
const columns = (names: readonly string[]): Sql =>
  sql.join(
    names.map((name) => sql`${sql.ref(name)}, `),
    sql``,
  )

/**
 * Periods with their ends rounded to days and months of UTC. When no whole month lies between them, both months are that
 * of the start. The part from stored_from to stored_to is covered by stored sums, if `is_stored`.
 * Columns: those of `keys`, from_at, to_at, from_day, to_day, from_month, to_month, has_months, is_stored, stored_from,
 * stored_to.
 * @param periods a CTE with the columns from_at and to_at
 * @param keys further columns of it
 * @param hasDays SQL literal: sums by day are kept too
 * @param hasMonths SQL condition: sums by month are of use
 */
export const rounded = (periods: string, keys: readonly string[], hasDays: Sql, hasMonths: Sql): Sql => sql`
  select r.*, ${hasDays} or r.has_months as is_stored,
         (case when ${hasDays} then r.from_day else r.from_month end)::timestamp at time zone 'UTC' as stored_from,
         (case when ${hasDays} then r.to_day else r.to_month end)::timestamp at time zone 'UTC' as stored_to
  from (
    select ${columns(keys)}p.from_at, p.to_at, ${nearestDay('p.from_at')} as from_day, ${nearestDay('p.to_at')} as to_day,
           n.from_month, greatest(n.from_month, n.to_month) as to_month, n.from_month < n.to_month and ${hasMonths} as has_months
    from ${sql.ref(periods)} p
    cross join lateral (
      select ${nearestMonth('p.from_at')} as from_month, ${nearestMonth('p.to_at')} as to_month
    ) n
    where p.from_at < p.to_at
  ) r`

/**
 * The days of rounded periods that their whole months do not cover. Where the months reach beyond the period, days are
 * subtracted: sign -1. Columns: those of `keys`, grain, since, until, sign.
 */
export function daysBesideMonths(spans: string, keys: readonly string[], hasDays: Sql): Sql {
  const part = (since: string, until: string, sign: 1 | -1, hasMonths: boolean) => sql`
    select ${columns(keys)}'d'::"char" as grain, ${sql.ref(since)} as since, ${sql.ref(until)} as until, ${sql.lit(sign)} as sign
    from ${sql.ref(spans)}
    where ${hasDays} and ${sql.raw(hasMonths ? '' : 'not ')}has_months and ${sql.ref(since)} < ${sql.ref(until)}`
  return sql.join(
    [
      part('from_day', 'from_month', 1, true),
      part('from_month', 'from_day', -1, true),
      part('to_month', 'to_day', 1, true),
      part('to_day', 'to_month', -1, true),
      part('from_day', 'to_day', 1, false),
    ],
    sql` union all `,
  )
}

/**
 * Every single year, quarter, month or day of ranges, each of which has a stored sum. Columns: those of `keys`, grain, sign, since.
 * @param ranges the CTE with the columns of `keys`, grain, since, until and sign
 */
export const unitsOf = (ranges: string, keys: readonly string[]): Sql => sql`
  select ${columns(keys)}r.grain, r.sign, s.since::date as since
  from ${sql.ref(ranges)} r
  cross join lateral generate_series(
    r.since::timestamp, r.until::timestamp - interval '1 day',
    case r.grain when 'y' then interval '1 year' when 'q' then interval '3 months' when 'm' then interval '1 month' else interval '1 day' end) as s (since)`

/**
 * What a period has beside its part in stored sums, as ranges that are read line by line: between each end of the period
 * and the stored part, or the whole period. Where the stored part is larger than the period, the range is subtracted:
 * sign -1.
 * Columns: those of `keys`, from_at, to_at, sign.
 * @param period the CTE with the columns of `keys`, from_at, to_at and those that are named
 * @param stored its columns: where the stored part begins and ends, and whether there is one
 */
export function lineRanges(
  period: string,
  stored: { from: string; to: string; is: string },
  keys: readonly string[] = [],
): Sql {
  const [from, to, has, of] = [sql.ref(stored.from), sql.ref(stored.to), sql.ref(stored.is), sql.ref(period)]
  return sql`
    select ${columns(keys)}least(from_at, ${from}) as from_at, greatest(from_at, ${from}) as to_at,
           case when from_at < ${from} then 1 else -1 end as sign from ${of} where ${has}
    union all
    select ${columns(keys)}least(to_at, ${to}), greatest(to_at, ${to}), case when to_at < ${to} then -1 else 1 end from ${of} where ${has}
    union all
    select ${columns(keys)}from_at, to_at, 1 from ${of} where not ${has}`
}
