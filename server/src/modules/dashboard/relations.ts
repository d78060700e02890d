import { only, type Sql, sql } from '../../platform/database/sql.ts'

/*
 * Relations and conditions that several answers of this folder use. Each answer is one statement in one file, which
 * names all its CTEs: order-statistics.ts, license-sums.ts, traded-products.ts, map.ts.
 *
 * What a measure adds up to in a period has three parts: sums of whole units of UTC's calendar, into which the function `spans`
 * divides the period; single records at the instants that no unit covers (grain i), because a reader's days and months are not
 * UTC's; and notes of what is not folded into the sums yet. All figures are exact.
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
  /** True for the tenant's root account, which has sums of more grains. */
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

/** With the root and its sub-tree as scope every record belongs to it, so no condition on the parties is needed. */
export const isEverything = ({ isRoot, includeChildren }: Scope): boolean => isRoot && includeChildren

/** SQL conditions: the scope sold the line; the scope bought the line. Both read the CTE `scope`. */
export const sold = (scope: Scope, lines: string): Sql =>
  isEverything(scope) ? sql`true` : sql`${sql.ref(`${lines}.vendor_id`)} in (select account_id from scope)`
const bought = (scope: Scope, lines: string): Sql =>
  isEverything(scope) ? sql`true` : sql`${sql.ref(`${lines}.buyer_id`)} in (select account_id from scope)`

/**
 * SQL that joins lines with the sides of the scope on which they are: v, sold; b, bought. A sale within the scope is on both. Of
 * everything, what is bought is what is sold, so that it is read once. Column: k.side.
 */
export const joinSides = (scope: Scope, lines: string): Sql =>
  isEverything(scope)
    ? sql`cross join (values ('v'::"char")) k (side)`
    : sql`join (values ('v'::"char"), ('b')) k (side) on case k.side when 'v' then ${sold(scope, lines)} else ${bought(scope, lines)} end`

/** A list of columns that begins another one. */
const columns = (names: readonly string[], row: string): Sql =>
  sql.join(
    names.map((name) => sql`${sql.ref(`${row}.${name}`)}, `),
    sql``,
  )

/**
 * Ranges divided into units and the instants beside them. Columns: those of `keys`, grain, since, until, sign.
 * @param ranges the CTE with the columns of `keys`, from_at and to_at
 * @param grains of the measure, ascending (function measures); without any, everything is read from single records
 */
export const spansOf = (ranges: string, keys: readonly string[], grains: string): Sql => sql`
  select ${columns(keys, 'r')}s.grain, s.since, s.until, s.sign
  from ${sql.ref(ranges)} r cross join lateral spans(r.from_at, r.to_at, ${sql.lit(grains)}) s`

/** The ranges of instants of spans; neighbouring periods share them. Columns: since, until. */
export const windowsOf = (spans: string): Sql =>
  sql`select distinct u.since, u.until from ${sql.ref(spans)} u where u.grain = 'i'`

/** SQL condition: the row of the sums belongs to the scope (without its sub-tree, to the account alone). */
export const inScope = ({ accountId, includeChildren }: Scope, row: string): Sql => sql`
  ${sql.ref(`${row}.tenant_id`)} = ${tenant} and ${sql.ref(`${row}.account_id`)} = ${accountId}
  ${only(!includeChildren)`and ${sql.ref(`${row}.own`)}`}`

/**
 * The sums of measures in the units of spans. Columns: those of `keys`, measure, part_id, currency_id, qt, amount.
 * @param of SQL condition on the sums `m`: which measures, parts and currencies
 */
export const sumsIn = (scope: Scope, spans: string, keys: readonly string[], of: Sql): Sql => sql`
  -- Multiplying by the sign instead would take a fifth of the query's time: there can be tens of thousands of rows.
  select ${columns(keys, 'u')}s.measure, s.part_id, s.currency_id, case when u.sign < 0 then -s.qt else s.qt end as qt,
         case when u.sign < 0 then -s.amount else s.amount end as amount
  from ${sql.ref(spans)} u
  cross join lateral (
    select m.measure, m.part_id, m.currency_id, m.qt, m.amount from period_sums m
    where ${inScope(scope, 'm')} and ${of} and m.grain = u.grain and m.since >= u.since and m.since < u.until
    offset 0
  ) s
  where u.grain <> 'i'`

/** Sales that are not in the sums nor in `sales` yet. Columns: approved_at, vendor_id, buyer_id, product_id, currency_id, qt, amount. */
export const unfoldedLines = sql`
  select n.at as approved_at, n.account_id as vendor_id, n.buyer_id, n.product_id, n.currency_id, n.qt, n.amount
  from sum_notes n where n.tenant_id = ${tenant} and n.kind = 'o'`

/**
 * The lines in the instants of spans or windows; `of`: an SQL condition on the sales `x`. Columns: those of the row u, by its name
 * `keys`, vendor_id, buyer_id, product_id, currency_id, qt, amount.
 */
export const linesIn = (ranges: string, keys: readonly string[], of: Sql = sql``): Sql => sql`
  select ${columns(keys, 'u')}s.*
  from ${sql.ref(ranges)} u
  cross join lateral (
    select x.vendor_id, x.buyer_id, x.product_id, x.currency_id, x.qt, x.amount from sales x
    where x.tenant_id = ${tenant} and x.approved_at >= u.since and x.approved_at < u.until ${of}
    offset 0
  ) s`

/**
 * The instant of the first sale or purchase in scope; null when there is none, and when the request gives a start.
 * Column: at. Reads the CTEs `scope` and `unfolded_lines`.
 */
export const firstSale = (scope: Scope, hasStart: boolean): Sql => sql`
  select min(approved_at) as at from (
    select s.approved_at
    from (values ('v'::"char"), ('b')) k (measure)
    cross join lateral (
      select d.since from period_sums d where ${inScope(scope, 'd')} and d.measure = k.measure and d.grain = 'd' and d.qt > 0
      order by d.since limit 1
    ) first
    cross join lateral (
      select x.approved_at, x.vendor_id, x.buyer_id from sales x
      where x.tenant_id = ${tenant} and x.approved_at >= first.since and x.approved_at < first.since + interval '24 hours' and x.qt > 0
      offset 0
    ) s
    where ${sold(scope, 's')} or ${bought(scope, 's')}
    union all
    select f.approved_at from unfolded_lines f where ${sold(scope, 'f')} or ${bought(scope, 'f')} group by 1 having sum(f.qt) > 0
  ) earliest where not ${sql.lit(hasStart)}`
