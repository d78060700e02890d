import type { Search } from '@trellis/contract/search'
import { limitOf } from '../../platform/database/limits.ts'
import { paging } from '../../platform/database/search.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Actor } from '../../platform/tenancy.ts'

/** Whose records a list shows: those of an account, alone or with those of all accounts below it. */
export interface Scope {
  accountId: string
  withChildren: boolean
  /** With those of all accounts of the tenant: no account needs to be compared. */
  isWhole: boolean
}

export const scopeOf = (
  accountId: string,
  withChildren: boolean | undefined,
  { rootAccountId }: Pick<Actor, 'rootAccountId'>,
): Scope => ({
  accountId,
  withChildren: withChildren === true,
  isWhole: withChildren === true && accountId === rootAccountId,
})

const tenant = sql`(select current_tenant())`

/**
 * SQL condition: the account is in the scope. It looks the account up, so it is for few rows, or for those read in order. `offset 0` keeps it a
 * condition: as a join all accounts of the branch would be read for each row that leads a list, and each tried.
 */
export const isInScope = ({ accountId, withChildren, isWhole }: Scope, account: Sql): Sql => {
  if (isWhole) return sql`true`
  return withChildren
    ? sql`exists (select from account_tree t
        where t.tenant_id = ${tenant} and t.ancestor_id = ${accountId} and t.descendant_id = ${account} offset 0)`
    : sql`${account} = ${accountId}`
}

/**
 * SQL condition: the account is in the scope, whose accounts are read first. For counting. `isNamed`: where the ids that a text names lead
 * (`Named.isMany`), `is true` keeps it a condition on each of these records, whose accounts are hashed.
 */
export const isOfScope = ({ accountId, withChildren, isWhole }: Scope, account: Sql, isNamed = false): Sql => {
  if (isWhole) return sql`true`
  if (!withChildren) return sql`${account} = ${accountId}`
  const isBelow = sql`${account} in (select account_id from accounts_at_or_below(${accountId}))`
  return isNamed ? sql`(${isBelow}) is true` : isBelow
}

/** SQL condition on counters by account: those of the scope; of the whole tenant, those under the nil id (decision 088). */
export const isTallyOf = (scope: Scope, account: Sql): Sql =>
  scope.isWhole ? sql`${account} = '00000000-0000-0000-0000-000000000000'::uuid` : isOfScope(scope, account)

/** Branches of up to this many accounts are collected and sorted; of larger ones, records are read in the list's order. */
const fewAccounts = 1000

/** Up to this many matches of a filter that no index serves are sorted; of more, a page is soon found in the list's order. */
const fewMatches = 1000

/** Few rows by which a list is sorted: its records are read row by row, a page of each. */
interface Through {
  /** A subquery with its alias, in the order of the list: only then the planner stops after the rows that a page needs. */
  rows: Sql
  /** What joins a record with such a row. */
  on: Sql
  /** `order by` within one such row. */
  order: Sql
}

interface Page {
  search: Pick<Search, 'limit' | 'page'>
  scope: Scope
  /** The columns of the key. */
  keys: Sql
  /** The table of the records, and the alias by which everything here names it. */
  table: string
  alias: string
  /** The account of a record. */
  account: Sql
  /** Joins by which it is sorted or filtered. */
  joins?: Sql
  matching: Sql
  /** `order by` with the keys as last terms. */
  order: Sql
  through?: Through | undefined
  /** How the records are read in order, under a condition, where neither one index nor `through` has it. */
  inOrder?: ((where: Sql) => Sql) | undefined
  /** Whether the records of the branch are few: by default, whether its accounts are. */
  isFew?: Sql
  /** Whether `matching` has a filter that no index serves. The statement then begins with `withMatches`. */
  isByMatches?: boolean
  /**
   * For a filter by what few records may have among many, served by an index: whether so few match that they are collected
   * (`areFewFound`). In the list's order, all that is newer is read for somebody who was seldom there.
   */
  areFew?: Sql | undefined
}

/** Up to this many matches of a filter that an index serves are collected and sorted. */
const fewFound = 5000

/** SQL condition: a number of matches is so small that they are collected. */
export const areFewFound = (number: Sql): Sql => sql`(${number} <= ${sql.lit(limitOf(fewFound))})`

/**
 * The keys of a page, in the list's order. An account's own records and those of the whole tenant are read from an index in
 * that order. For a branch, collecting is slow where it is large, and reading in order is slow where it is small: both are in
 * the statement, and the number of its accounts makes one of them empty. `offset 0` keeps the planner, which does not know that
 * number, from merging the subqueries: it would otherwise read an index in order, or the whole table, even for a few rows. The condition
 * stands outside of the second one: inside, what leads `through` it would be read all the same, such as the whole journal.
 */
export function keysInScope({ isByMatches = false, ...page }: Page): Sql {
  if (!isByMatches) return keysOf(page)
  const { search, keys, alias, joins = sql``, order } = page
  return sql`
    select * from (
      select ${keys} from matches ${sql.raw(alias)} ${joins} where ${hasFewMatches()} ${order} ${paging(search)}
    ) of_few
    union all
    select * from (${keysOf(page)}) of_many where not ${hasFewMatches()}`
}

/**
 * The beginning of a statement by matches: those of a filter that no index serves, as far as they are few. They are read once, for the
 * page and for their number (`numberByMatches`). In the list's order all rows would be compared for a value that few or none have.
 */
export const withMatches = ({ scope, table, alias, account, joins = sql``, matching }: Page): Sql => {
  const row = sql.raw(alias)
  return sql`
    matches as materialized (
      select ${row}.* from ${sql.ref(table)} ${row} ${joins}
      where ${row}.tenant_id = ${tenant} and ${isOfScope(scope, account)} and ${matching}
      limit ${sql.lit(limitOf(fewMatches) + 1)})`
}

const hasFewMatches = () => sql`(select count(*) <= ${sql.lit(limitOf(fewMatches))} from matches)`

/** The number of matches, which are counted by `count` only if they are many. */
export const numberByMatches = (count: Sql): Sql =>
  sql`select case when ${hasFewMatches()} then (select count(*) from matches) else (${count}) end`

/** The records of a branch, read account by account, if a condition holds. */
function ofBranch({ accountId }: Scope, table: string, alias: string, account: Sql, condition: Sql): Sql {
  const row = sql.raw(alias)
  return sql`(
        select ${row}.* from account_tree t
        cross join lateral (
          select ${row}.* from ${sql.ref(table)} ${row} where ${row}.tenant_id = ${tenant} and ${account} = t.descendant_id offset 0
        ) ${row}
        where t.tenant_id = ${tenant} and t.ancestor_id = ${accountId} and ${condition}
        offset 0
      ) ${row}`
}

/**
 * SQL: the records of a scope under their alias, for counting by conditions. A branch is read account by account: the planner, which
 * expects few accounts, would else try each of them for each row of what is joined.
 */
export const recordsOf = (scope: Scope, table: string, alias: string, account: Sql): Sql =>
  scope.withChildren && !scope.isWhole
    ? ofBranch(scope, table, alias, account, sql`true`)
    : sql`(
        select ${sql.raw(alias)}.* from ${sql.ref(table)} ${sql.raw(alias)}
        where ${sql.raw(alias)}.tenant_id = ${tenant} and ${isInScope(scope, account)}
      ) ${sql.raw(alias)}`

function keysOf({ scope, table, alias, account, joins = sql``, ...page }: Omit<Page, 'isByMatches'>): Sql {
  const { search, keys, matching, order, through, isFew = hasFewAccounts(scope) } = page
  const row = sql.raw(alias)
  const records = sql`${sql.ref(table)} ${row}`
  const inOrder = () => {
    const where = sql`${row}.tenant_id = ${tenant} and ${isInScope(scope, account)} and ${matching}`
    // An account's own records are few: they are sorted.
    if (page.inOrder && scope.withChildren) return page.inOrder(where)
    if (through === undefined || !scope.withChildren)
      return sql`select ${keys} from ${records} ${joins} where ${where} ${order} ${paging(search)}`
    const most = paging({ limit: search.limit * search.page, page: 1 })
    return sql`
      select ${keys} from ${through.rows}
      cross join lateral (
        select ${row}.* from ${records} where ${through.on} and ${where} ${through.order} ${most}
      ) ${row}
      ${order} ${paging(search)}`
  }
  if (page.areFew)
    return sql`
    select * from (
      select ${keys} from (
        select ${row}.* from ${records}
        where ${row}.tenant_id = ${tenant} and ${page.areFew} and ${isInScope(scope, account)} and ${matching} offset 0
      ) ${row} ${joins} ${order} ${paging(search)}
    ) collected
    union all
    select * from (${inOrder()}) in_order where not ${page.areFew}`
  if (!scope.withChildren || scope.isWhole) return inOrder()
  return sql`
    select * from (
      select ${keys} from ${ofBranch(scope, table, alias, account, isFew)} ${joins}
      where ${matching} ${order} ${paging(search)}
    ) collected
    union all
    select * from (${inOrder()}) in_order where not ${isFew}`
}

/** SQL condition: the branch has so few accounts that its records are collected. */
export function hasFewAccounts({ accountId }: Scope): Sql {
  const few = limitOf(fewAccounts)
  return sql`(
    select count(*) <= ${sql.lit(few)} from (
      select from accounts_at_or_below(${accountId}) limit ${sql.lit(few + 1)}) t)`
}
