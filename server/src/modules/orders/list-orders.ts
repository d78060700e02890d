import type { AnswerOf } from '@trellis/contract/endpoint'
import type { OrderSearch, orders } from '@trellis/contract/orders'
import { keysByGroup } from '../../platform/database/grouped.ts'
import { bare, object, plain, rowsText, textOf, written } from '../../platform/database/json-text.ts'
import { limitOf } from '../../platform/database/limits.ts'
import { paging } from '../../platform/database/search.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { cutTo, type JsonText, type Reader } from '../../platform/database/tx.ts'
import { walkable } from '../../platform/database/walking.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { areFewFound, isOfScope, keysInScope, scopeOf } from '../accounts/index.ts'
import { inOrderOfChange } from '../audit/index.ts'
import { isNarrow, lookUpOrders, namesFor, type OrderColumns, orderColumnsOf, orderGroups } from './order-columns.ts'
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
 *   sums ──> keys ─> page (order_id, row_no) ─> ordersOfPage (joins what is shown) ─> items
 *     └────────────────────────────────────────────────────────────────────────────> count, total
 *
 *   sums: number and amount per currency
 *     the counters know all filters ── order_tallies                                             sumsOf
 *     other filters ────────────────── the matching orders, counted                              sumsOf
 *
 *   keys: the order_ids of the page
 *     by date, no filter ───────────── one range of an index                                     keysByDate
 *     the same, far down ───────────── read from the nearer end of that range                    keysFarDown
 *     whole tenant, by a state ─────── orders in one state after the other                       keysInGroups
 *     own orders, or whole tenant ──── rows of `orders`, only if `sums` has any                  keysOfAccount
 *     by what few may have ─────────── the matching orders, sorted, if `sums` has few            keysOfMatches
 *     by date, in certain states ───── account_tree ─> orders of each account, or order_scopes   keysByState
 *     sub-tree with few orders ─────── account_tree ─> orders of each account, sorted  ┐
 *     sub-tree with many orders ────── all orders in their order, up to the page's end ┴──────── keysOfBranch
 *
 * By date, the range is that of `orders` for an account's own orders and for the whole tenant; for a sub-tree it is that
 * of `order_scopes`, which has a row for each account above a party.
 */
export async function listOrders(
  tx: Reader,
  search: OrderSearch,
  scope: Scope,
  actor: Actor,
): Promise<JsonText<Page> | undefined> {
  const named = await lookUpOrders(tx, search)
  const columns = orderColumnsOf(...named)
  const list = {
    search,
    scope,
    actor,
    columns,
    isByIds: named.some(({ isMany }) => isMany),
    isBranch: scope.withChildren && scope.accountId !== actor.rootAccountId,
  }
  const keys = await keysOf(tx, list)
  const sums = sumsOf(list)
  const items = (page: Sql) => sql`(with page as (${page}) ${ordersOfPage(actor, search.fields)})`
  const statement = sql`
    with sums as materialized (${sums})
    select ${textOf(
      object({
        items: written(items(sql`select order_id, row_number() over () as row_no from (${keys}) k`)),
        count,
        total,
      }),
    )}
    from sums s left join offered.currencies c on c.currency_id = s.currency_id`
  const page = await tx.json<Page>(
    walkable(statement, {
      keys: sql`with sums as materialized (${sums}) select order_id from (${keys}) k`,
      items: (page) => sql`select ${items(page)}`,
    }),
  )
  return cutTo(search.fields, page)
}

const totalOf = object({
  currencyId: bare(sql`c.currency_id`),
  currencyCode: plain(sql`c.code`),
  amount: bare(sql`s.amount`),
})
const count = bare(sql`coalesce(sum(s.orders), 0)`)
const total = written(rowsText(totalOf, sql`c.code`, sql`s.orders > 0`))

interface List {
  search: OrderSearch
  scope: Scope
  actor: Actor
  columns: OrderColumns
  /** The ids of many orders lead (`Named.isMany`). */
  isByIds: boolean
  /** The scope is a sub-tree other than the whole tenant. */
  isBranch: boolean
}

const accountsIn = ({ scope, actor }: List) => scopeOf(scope.accountId, scope.withChildren, actor)

const isFiltered = ({ filterBy }: OrderSearch) => filterBy.some(({ values }) => values.length > 0)

/** From this offset on, a second query is worthwhile to find out which end of the index is nearer. */
const deep = 2000

function keysOf(tx: Reader, list: List): Sql | Promise<Sql> {
  const { search } = list
  const isFarDown = search.sortBy.length === 0 && search.filterBetweenDate.length === 0 && offsetOf(search) >= deep
  if (!isFiltered(search) && isFarDown) return keysFarDown(tx, list)
  // The index of a sub-tree has no other date than that of creation.
  const isByDate = [...search.sortBy, ...(list.isBranch ? search.filterBetweenDate : [])].every(
    ({ field }) => field === 'creationDate',
  )
  if (!isFiltered(search) && isByDate) return keysByDate(list)
  if (isNarrow(search)) return keysOfMatches(list)
  if (!list.isBranch) return keysInGroups(list) ?? keysOfAccount(list)
  return isByState(search) ? keysByState(list) : keysOfBranch(list)
}

const offsetOf = ({ limit, page }: OrderSearch) => (page - 1) * limit

const tenant = sql`(select current_tenant())`
const letterOf = ({ side }: Scope): Sql => (side === 'buyer' ? sql`'b'` : sql`'v'`)
const partyOf = ({ side }: Scope): Sql => (side === 'buyer' ? sql`o.buyer_id` : sql`o.vendor_id`)

/** Condition on rows `o` of `orders`: the account's own orders; for the root with its sub-tree all of the tenant. */
const isInScope = ({ scope }: List): Sql =>
  scope.withChildren
    ? sql`o.tenant_id = ${tenant}`
    : sql`o.tenant_id = ${tenant} and ${partyOf(scope)} = ${scope.accountId}`

/** The table whose index has the scope's orders by date, with the condition on its rows. */
const byDate = (list: List): Sql =>
  list.isBranch
    ? sql`offered.order_scopes o
      where o.tenant_id = ${tenant} and o.account_id = ${list.scope.accountId} and o.list = ${letterOf(list.scope)}`
    : sql`orders o where ${isInScope(list)}`

const keysByDate = (list: List): Sql => sql`
  select o.order_id from ${byDate(list)} and ${matching(list)}
  ${list.columns.order(list.search)} ${paging(list.search)}`

const keysOfAccount = (list: List): Sql => sql`
  select o.order_id from ${list.scope.withChildren ? inOrder(list.search) : sql`orders o ${namesFor(list.search)}`}
  where ${isInScope(list)} and ${isAny} and ${matching(list)}
  ${list.columns.order(list.search)} ${paging(list.search)}`

/** The whole tenant, sorted by groups (`orderGroups`); null for other searches. */
function keysInGroups(list: List): Sql | null {
  const { search, scope } = list
  const [first, ...further] = search.sortBy
  const isPlain = further.length === 0 && !isFiltered(search) && search.filterBetweenDate.length === 0
  const of = first && isPlain && scope.withChildren ? orderGroups[first.field] : undefined
  if (!first || !of) return null
  const mayHave = (state: Sql) => sql`(select coalesce(sum(orders), 0) > 0 from (${tallied(list, state)}) t)`
  return keysByGroup({
    ...{ table: 'orders', alias: 'o', key: 'order_id', direction: first.direction, search },
    groups: counters.has(first.field) ? of.map((group) => ({ ...group, mayHave: mayHave(group.condition) })) : of,
  })
}

/**
 * The orders `o` of the whole tenant where they are read in the list's order: by their own indexes, or by their last changes, which the
 * journal has in order.
 */
const inOrder = ({ sortBy }: OrderSearch): Sql =>
  sortBy[0]?.field === 'modifiedDate'
    ? sql`${inOrderOfChange('order', sortBy[0].direction)} cross join lateral (
        select o.* from orders o where o.tenant_id = ${tenant} and o.order_id = m.record_id offset 0) o
        ${namesFor({ sortBy: sortBy.filter(({ field }) => field !== 'modifiedDate') })}`
    : sql`orders o ${namesFor({ sortBy })}`

const matching = ({ search, actor, columns }: List): Sql => columns.matching(search, actor.timeZone)

/** When nothing matches, nothing needs to be searched. */
const isAny = sql`(select coalesce(sum(orders), 0) > 0 from sums)`

/**
 * Sub-trees with up to this many orders are collected completely and sorted; larger ones are read in the list's order.
 * With a filter that may skip many orders, so collecting pays off up to a higher number.
 */
const few = { sorted: 5000, filtered: 20_000 }

/** The matching orders, sorted, if they are few; else those of the scope, read in the list's order. */
const keysOfMatches = (list: List): Sql =>
  keysInScope({
    search: list.search,
    scope: accountsIn(list),
    keys: sql`o.order_id`,
    table: 'orders',
    alias: 'o',
    account: partyOf(list.scope),
    joins: namesFor(list.search),
    matching: matching(list),
    order: list.columns.order(list.search),
    inOrder: (where) =>
      sql`select o.order_id from ${inOrder(list.search)} where ${where} ${list.columns.order(list.search)} ${paging(list.search)}`,
    areFew: areFewFound(sql`(select coalesce(sum(orders), 0) from sums)`),
  })

/**
 * Collecting is slow for large sub-trees, reading in order is slow for small ones. Both are in the statement; the
 * condition `isFew` on the counters makes one of them empty. `offset 0` keeps the planner from merging the subquery: it
 * would otherwise read an index in order instead of sorting, even for a few rows.
 *
 * The journal has the orders of all accounts in the order of their changes, some events of each: a step in it costs about as much as
 * looking up the last change of one that was collected.
 */
function keysOfBranch(list: List): Sql {
  const { search, scope, columns } = list
  const limit = isFiltered(search) || search.filterBetweenDate.length > 0 ? few.filtered : few.sorted
  const isFew =
    search.sortBy[0]?.field === 'modifiedDate'
      ? isRare(list, limitOf(3), tallied({ ...list, scope: { ...scope, accountId: list.actor.rootAccountId } }))
      : sql`(select coalesce(sum(orders), 0) <= ${sql.lit(limitOf(limit))} from (${tallied(list)}) t)`
  return sql`
    select order_id from (
      select o.order_id
      from (
        select o.*
        from offered.account_tree t join orders o on o.tenant_id = t.tenant_id and ${partyOf(scope)} = t.descendant_id
        where t.tenant_id = ${tenant} and t.ancestor_id = ${scope.accountId} and o.tenant_id = ${tenant} and ${isFew}
        offset 0
      ) o ${namesFor(search)}
      where ${matching(list)}
      ${columns.order(search)} ${paging(search)}
    ) collected
    union all
    select order_id from (
      select o.order_id
      from ${inOrder(search)}
      where o.tenant_id = ${tenant} and not ${isFew} and ${isAny} and ${matching(list)} and exists (
        select from offered.account_tree t
        where t.tenant_id = ${tenant} and t.ancestor_id = ${scope.accountId} and t.descendant_id = ${partyOf(scope)})
      ${columns.order(search)} ${paging(search)}
    ) in_order`
}

const isByState = ({ sortBy, filterBy, filterBetweenDate }: OrderSearch) =>
  filterBetweenDate.length === 0 &&
  sortBy.every(({ field }) => field === 'creationDate') &&
  filterBy.every(({ field, values }) => counters.has(field) || values.length === 0)

/**
 * A page by date of a sub-tree's orders in certain states. Rare ones are collected account by account, where an index has those
 * that are not approved; frequent ones are found by reading the sub-tree in its order, as the next one is never far. A step of that
 * costs about five times one of collecting.
 */
function keysByState(list: List): Sql {
  const { search, scope, columns } = list
  const state = columns.filters(search)
  const rare = isRare(list, limitOf(5), tallied(list))
  const direction = sql.raw(search.sortBy[0]?.direction ?? 'desc')
  return sql`
    select order_id from (
      select c.order_id from (
        select o.order_id, o.created_at
        from offered.account_tree t join orders o on o.tenant_id = t.tenant_id and ${partyOf(scope)} = t.descendant_id
        where t.tenant_id = ${tenant} and t.ancestor_id = ${scope.accountId} and o.tenant_id = ${tenant} and ${isAny} and ${rare} and ${state}
        offset 0
      ) c order by c.created_at ${direction}, c.order_id ${direction} ${paging(search)}
    ) collected
    union all
    select order_id from (
      select s.order_id from offered.order_scopes s
      where s.tenant_id = ${tenant} and s.account_id = ${scope.accountId} and s.list = ${letterOf(scope)} and not ${rare} and exists (
        select from orders o where o.tenant_id = s.tenant_id and o.order_id = s.order_id and ${state} offset 0)
      order by s.created_at ${direction}, s.order_id ${direction} ${paging(search)}
    ) in_order`
}

/**
 * Whether collecting the matching orders is quicker than reading all orders among which they are: on the way to each of n of them lie
 * all / matching, and a step costs so many times one of collecting.
 */
const isRare = ({ search }: List, times: number, among: Sql): Sql => sql`(
  select m.orders * m.orders <= ${times * search.limit * search.page}::numeric * a.orders
  from (select coalesce(sum(orders), 0) as orders from sums) m,
       (select coalesce(sum(orders), 0) as orders from (${among}) t) a)`

/** The page far down the unfiltered list; no rows when it is beyond the last one. */
async function keysFarDown(tx: Reader, list: List): Promise<Sql> {
  const { orders: count } = (await tx.row<{ orders: number }>(
    sql`select coalesce(sum(orders), 0)::bigint as orders from (${tallied(list)}) t`,
  )) ?? { orders: 0 }
  const offset = offsetOf(list.search)
  const rows = Math.max(0, Math.min(list.search.limit, count - offset))
  if (offset <= count / 2) {
    return sql`
      select o.order_id from ${byDate(list)}
      order by o.created_at desc, o.order_id desc limit ${rows} offset ${offset}`
  }
  return sql`
    select order_id from (
      select o.created_at, o.order_id from ${byDate(list)}
      order by o.created_at asc, o.order_id asc limit ${rows} offset ${Math.max(0, count - offset - rows)}
    ) r order by created_at desc, order_id desc`
}

/** The filters that the counters know. */
const counters = new Set<string>(['status', 'invoiced', 'paid'])

function sumsOf(list: List): Sql {
  const { search, scope, isBranch, isByIds, columns } = list
  const isTallied = search.filterBy.every(({ field, values }) => counters.has(field) || values.length === 0)
  if (isTallied && search.filterBetweenDate.length === 0) return tallied(list, columns.filters(search))
  return isBranch && !isByIds
    ? sql`
      select o.currency_id, count(*) as orders, sum(o.total) as amount
      from offered.account_tree t join orders o on o.tenant_id = t.tenant_id and ${partyOf(scope)} = t.descendant_id
      where t.tenant_id = ${tenant} and t.ancestor_id = ${scope.accountId} and o.tenant_id = ${tenant} and ${matching(list)}
      group by o.currency_id`
    : sql`
      select o.currency_id, count(*) as orders, sum(o.total) as amount
      from orders o where o.tenant_id = ${tenant} and ${isOfScope(accountsIn(list), partyOf(scope), isByIds)} and ${matching(list)}
      group by o.currency_id`
}

/** Number and amount of the scope's orders per currency, from the counters: of all orders, or of those in these states. */
const tallied = ({ scope }: List, states = sql`true`): Sql => sql`
  select o.currency_id, sum(o.orders) as orders, sum(o.amount) as amount from offered.order_tallies o
  where o.tenant_id = ${tenant} and o.account_id = ${scope.accountId} and o.list = ${letterOf(scope)}
    and o.own = ${!scope.withChildren} and ${states}
  group by o.currency_id`
