import type { AnswerOf } from '@trellis/contract/endpoint'
import { type OrderSearch, orderList, orderStatuses, type orders } from '@trellis/contract/orders'
import {
  columnsOf,
  contains,
  containsCode,
  equals,
  named,
  notNull,
  paging,
  type Value,
} from '../../platform/database/search.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { JsonText, Reader } from '../../platform/database/tx.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { ordersOfPage } from './queries.ts'

type Page = AnswerOf<typeof orders.sellIn>

/** Whose orders are listed: those that an account buys or sells, alone or with those of all accounts below it. */
export interface Scope {
  side: 'buyer' | 'vendor'
  accountId: string
  withChildren: boolean
}

/**
 * A page of orders with the number and the totals of all matching orders, in one statement. Only keys are sorted and
 * limited; everything shown is joined for the rows of the page afterwards.
 *
 *   sums (number and amount per currency): `tallied` (order_tallies) if the counters know all filters, else `counted`
 *
 *   keys of the page, one of:
 *     far down, no filter, by date ── deepPage: read from the nearer end of the index
 *     no filter, by date ──────────── datedSourceOf: orders of the account, or order_scopes of the sub-tree
 *     own orders, or whole tenant ─── sourceOf: rows of `orders`, only if sums > 0
 *     sub-tree with few orders ────── gathered: account_tree ─> orders of each account, then sort
 *     sub-tree with many orders ───── walked: all orders in sort order, filtered by sub-tree, up to the page's end
 *
 *   sums ─> keys ─> page (order_id, row_no) ─> ordersOfPage (joins what is shown) ─> items, count, total
 *
 * `gathered` and `walked` are both in the SQL as `union all`; the condition `isFew` on the counters makes one of them
 * empty.
 */
export async function listOrders(
  tx: Reader,
  search: OrderSearch,
  scope: Scope,
  actor: Actor,
): Promise<JsonText<Page> | undefined> {
  const isFiltered = search.filterBy.some((filter) => filter.values.length > 0)
  const isPlain = !isFiltered && search.filterBetweenDate.length === 0
  const sums = isTallied(search) ? tallied(scope, search) : counted(sourceOf(scope, actor), search, actor)
  const keys =
    isPlain && search.sortBy.length === 0 && offsetOf(search) >= deep
      ? await deepPage(tx, datedSourceOf(scope, actor), search, scope)
      : keysOfPage(search, scope, actor)
  return tx.json<Page>(sql`
    with sums as materialized (${sums}),
    page as (select order_id, row_number() over () as row_no from (${keys}) k)
    select json_build_object(
      'items', (${ordersOfPage(actor)}),
      'count', (select coalesce(sum(orders), 0) from sums),
      'total', (
        select coalesce(json_agg(json_build_object(
          'currencyId', c.currency_id, 'currencyCode', c.code, 'amount', s.amount) order by c.code), '[]')
        from sums s join offered.currencies c on c.currency_id = s.currency_id where s.orders > 0))::text`)
}

/**
 * Sub-trees with up to this many orders are collected completely and sorted; larger ones are walked in index order. With
 * a filter the walk may skip many orders, so collecting pays off up to a higher number.
 */
const few = { sorted: 5000, filtered: 20_000 }

/**
 * SQL for the keys of a page. The drawing at `listOrders` shows the cases. Collecting is slow for large sub-trees,
 * walking is slow for small ones.
 */
function keysOfPage(search: OrderSearch, scope: Scope, actor: Actor): Sql {
  const isFiltered = search.filterBy.some((filter) => filter.values.length > 0)
  const isByDate = !isFiltered && search.sortBy.every((key) => key.field === 'creationDate')
  const keys = (source: Source) => sql`select o.order_id ${pageFrom(source, search, actor)} ${paging(search)}`
  if (isByDate) return keys(datedSourceOf(scope, actor))
  // When nothing matches, nothing needs to be searched.
  const isAny = sql`(select coalesce(sum(orders), 0) > 0 from sums)`
  if (!scope.withChildren || scope.accountId === actor.rootAccountId) return keys(and(sourceOf(scope, actor), isAny))
  const limit = isFiltered || search.filterBetweenDate.length > 0 ? few.filtered : few.sorted
  const isFew = sql`(select coalesce(sum(orders), 0) <= ${sql.lit(limit)} from (${tallied(scope)}) t)`
  const gathered = fenced(and(sourceOf(scope, actor), isFew))
  const walked = and(walkedSourceOf(scope), sql`not ${isFew} and ${isAny}`)
  return sql`select order_id from (${keys(gathered)}) g union all select order_id from (${keys(walked)}) w`
}

/**
 * `offset 0` keeps the planner from merging the subquery: it would otherwise walk an index instead of sorting, even for a
 * few rows.
 */
const fenced = ({ from, where }: Source): Source => ({
  from: sql`(select o.* from ${from} where ${where} offset 0) o`,
  where: sql`true`,
})

const and = (source: Source, condition: Sql): Source => ({ ...source, where: sql`${source.where} and ${condition}` })

/** The filters that the counters know. */
const tallies = { status: true, invoiced: true, paid: true }

const isTallied = (search: OrderSearch): boolean =>
  search.filterBetweenDate.length === 0 &&
  search.filterBy.every(({ field, values }) => field in tallies || values.length === 0)

interface Source {
  /** The FROM clause with the rows as `o`. */
  from: Sql
  where: Sql
}

const ofTenant = sql`o.tenant_id = (select current_tenant())`

/**
 * The rows to filter, sort and count: an account's own orders, the orders of each account of a sub-tree, or (for the
 * root) all orders.
 */
function sourceOf({ side, accountId, withChildren }: Scope, actor: Actor): Source {
  const party = side === 'buyer' ? sql`o.buyer_id` : sql`o.vendor_id`
  if (!withChildren) return { from: sql`orders o`, where: sql`${ofTenant} and ${party} = ${accountId}` }
  if (accountId === actor.rootAccountId) return { from: sql`orders o`, where: ofTenant }
  return {
    from: sql`account_tree t join orders o on o.tenant_id = t.tenant_id and ${party} = t.descendant_id`,
    where: sql`t.tenant_id = (select current_tenant()) and t.ancestor_id = ${accountId} and ${ofTenant}`,
  }
}

/** The same rows, from a table that has an index by date: for a sub-tree this is `order_scopes`. */
function datedSourceOf(scope: Scope, actor: Actor): Source {
  if (!scope.withChildren || scope.accountId === actor.rootAccountId) return sourceOf(scope, actor)
  return {
    from: sql`order_scopes o`,
    where: sql`${ofTenant} and o.account_id = ${scope.accountId} and o.side = ${sideOf(scope.side)}`,
  }
}

/** All orders, each with a lookup whether it belongs to the sub-tree. */
function walkedSourceOf({ side, accountId }: Scope): Source {
  const party = side === 'buyer' ? sql`o.buyer_id` : sql`o.vendor_id`
  return {
    from: sql`orders o`,
    where: sql`${ofTenant} and exists (
      select from offered.account_tree t
      where t.tenant_id = (select current_tenant()) and t.ancestor_id = ${accountId} and t.descendant_id = ${party})`,
  }
}

const sideOf = (side: Scope['side']): Sql => (side === 'buyer' ? sql`'b'` : sql`'v'`)

const pageFrom = (source: Source, search: OrderSearch, actor: Actor): Sql => {
  const sorts = (field: 'buyerName' | 'vendorName') => search.sortBy.some((key) => key.field === field)
  return sql`
    from ${source.from}
    ${sorts('buyerName') ? sql`join offered.accounts b on b.tenant_id = o.tenant_id and b.account_id = o.buyer_id` : sql``}
    ${sorts('vendorName') ? sql`join offered.accounts v on v.tenant_id = o.tenant_id and v.account_id = o.vendor_id` : sql``}
    where ${source.where} and ${columns.matching(search, actor.timeZone)}
    ${columns.order(search)}`
}

/** A subquery finds the accounts with that name first: they are few, and an index finds their orders. */
const partyNamed =
  (party: Sql) =>
  (values: Value[]): Sql =>
    sql`${party} in (
      select a.account_id from offered.accounts a
      where a.tenant_id = (select current_tenant()) and ${contains(sql`a.name_folded`)(values)})`

/** Complete codes are looked up in an index; a part of a code is searched in all orders. */
const hasCode = (values: Value[]): Sql =>
  values.every((value) => /^SO-\d{4}-\d{6,}$/i.test(String(value)))
    ? equals(sql`o.code`, 'text')(values.map((value) => String(value).toUpperCase()))
    : containsCode(sql`o.code`)(values)

/** Literals instead of parameters, so that the planner can use the partial index of pending orders. */
function hasStatus(values: Value[]): Sql {
  const known = orderStatuses.filter((status) => values.includes(status))
  return known.length === 0 ? sql`false` : sql`o.status in (${sql.join(known.map((status) => sql.lit(status)))})`
}

const columns = columnsOf(orderList, sql`o.order_id`, {
  orderCode: { sort: notNull(sql`o.code`), filter: hasCode },
  orderRefCode: { sort: sql`o.ref_code`, filter: contains(sql`o.ref_code_folded`) },
  buyerName: { sort: notNull(named(sql`b.name`)), filter: partyNamed(sql`o.buyer_id`) },
  vendorName: { sort: notNull(named(sql`v.name`)), filter: partyNamed(sql`o.vendor_id`) },
  creationDate: { sort: notNull(sql`o.created_at`), between: sql`o.created_at` },
  status: { sort: notNull(sql`o.status`), filter: hasStatus },
  invoiced: { sort: notNull(sql`o.invoiced`), filter: equals(sql`o.invoiced`, 'boolean') },
  paid: { sort: notNull(sql`o.paid`), filter: equals(sql`o.paid`, 'boolean') },
  orderTotal: { sort: notNull(sql`o.total`), filter: equals(sql`o.total`, 'numeric') },
  buyerAccountId: { filter: equals(sql`o.buyer_id`, 'uuid') },
  vendorAccountId: { filter: equals(sql`o.vendor_id`, 'uuid') },
})

/**
 * Number and amount of a scope's orders per currency, from the counters; with `search` only of the orders with the
 * requested states.
 */
const tallied = ({ side, accountId, withChildren }: Scope, search?: OrderSearch): Sql => sql`
  select o.currency_id, sum(o.orders) as orders, sum(o.amount) as amount from order_tallies o
  where ${ofTenant} and o.account_id = ${accountId} and o.side = ${sideOf(side)} and o.own = ${!withChildren}
    and ${search ? columns.filters(search) : sql`true`}
  group by o.currency_id`

const counted = (source: Source, search: OrderSearch, actor: Actor): Sql => sql`
  select o.currency_id, count(*) as orders, sum(o.total) as amount
  from ${source.from} where ${source.where} and ${columns.matching(search, actor.timeZone)}
  group by o.currency_id`

const offsetOf = ({ limit, page }: OrderSearch) => (page - 1) * limit

/** From this offset on, a second query is worthwhile to find out which end of the index is nearer. */
const deep = 2000

/** A page far down the unfiltered list, read from the nearer end of the index; no rows when it is beyond the last page. */
async function deepPage(tx: Reader, source: Source, search: OrderSearch, scope: Scope): Promise<Sql> {
  const { orders: count } = (await tx.row<{ orders: number }>(
    sql`select coalesce(sum(orders), 0)::bigint as orders from (${tallied(scope)}) t`,
  )) ?? { orders: 0 }
  const offset = offsetOf(search)
  const rows = Math.max(0, Math.min(search.limit, count - offset))
  const from = sql`from ${source.from} where ${source.where}`
  if (offset <= count / 2)
    return sql`select o.order_id ${from} order by o.created_at desc, o.order_id desc limit ${rows} offset ${offset}`
  return sql`
    select order_id from (
      select o.created_at as created_at, o.order_id ${from}
      order by o.created_at asc, o.order_id asc limit ${rows} offset ${Math.max(0, count - offset - rows)}
    ) r order by created_at desc, order_id desc`
}
