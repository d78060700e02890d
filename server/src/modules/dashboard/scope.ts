import { type Sql, sql } from '../../platform/database/sql.ts'

/*
 * Sums over a scope: an account's own sales and purchases, or those of its whole sub-tree. They are read from the day and
 * month sums of the scope. These follow the UTC calendar, and the reader's days and months usually do not. So the lines
 * between an instant and the nearest UTC day or month are added or subtracted one by one, and so are the orders that have
 * not been folded into the sums yet. All figures are exact.
 */

export interface Scope {
  accountId: string
  includeChildren: boolean
  /** True for the tenant's root account, for which sums by day are kept as well. */
  isRoot: boolean
}

/**
 * `offset 0` keeps the planner from merging a lateral subquery into the outer query. The subquery then runs once for each
 * outer row with an index range scan. Otherwise the planner, which cannot estimate how narrow the ranges are, may scan
 * the whole table and compare every row with every range.
 */
export const fence = sql`offset 0`

export const tenant = sql`(select current_tenant())`

/** SQL condition: the row of a sums table belongs to the scope (with `own`, to the account alone). */
export const inScope = ({ accountId, includeChildren }: Scope, kept: string): Sql => {
  const column = (name: string) => sql.ref(`${kept}.${name}`)
  return sql`${column('tenant_id')} = ${tenant} and ${column('account_id')} = ${accountId}
    ${includeChildren ? sql`` : sql`and ${column('own')}`}`
}

/**
 * CTEs for the accounts in scope and the orders that are not in the sums yet.
 * `scope`: the account, or its whole sub-tree.
 * `noted`: orders approved (+1) or revoked (-1) since the last fold; those that cancel out are left out.
 * `fresh`: the lines of these orders with their sign. A revocation takes its lines from `sales`, where the approval was
 * folded.
 */
export const scopeCtes = ({ accountId, includeChildren }: Scope): Sql => sql`
  scope as materialized (
    select t.descendant_id as account_id from offered.account_tree t
    where t.tenant_id = ${tenant} and t.ancestor_id = ${accountId} ${includeChildren ? sql`` : sql`and t.depth = 0`}
  ), noted as materialized (
    select n.order_id, sum(n.sign) as sign from sales_unfolded n
    where n.tenant_id = ${tenant} group by n.order_id having sum(n.sign) <> 0
  ), fresh as materialized (
    select n.sign, o.approved_at, o.vendor_id, o.buyer_id, i.product_id, i.currency_id, i.qt, i.amount
    from noted n
    join offered.orders o on o.tenant_id = ${tenant} and o.order_id = n.order_id
    join offered.order_items i on i.tenant_id = ${tenant} and i.order_id = n.order_id
    where n.sign > 0
    union all
    select n.sign, s.approved_at, s.vendor_id, s.buyer_id, s.product_id, s.currency_id, s.qt, s.amount
    from noted n join sales s on s.tenant_id = ${tenant} and s.order_id = n.order_id
    where n.sign < 0
  )`

/** With the root and its sub-tree as scope every sale belongs to it, so no condition on the parties is needed. */
export const isEverything = ({ isRoot, includeChildren }: Scope): boolean => isRoot && includeChildren

/** SQL conditions: the scope sold the line; the scope bought the line. */
export const sold = (scope: Scope, lines: string): Sql =>
  isEverything(scope) ? sql`true` : sql`${sql.ref(`${lines}.vendor_id`)} in (select account_id from scope)`
export const bought = (scope: Scope, lines: string): Sql =>
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
export const nearestDay = (at: string) =>
  sql`date_trunc('day', (${sql.ref(at)} at time zone 'UTC') + interval '12 hours')::date`
