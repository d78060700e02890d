import { type License, type LicenseSearch, licenseList } from '@trellis/contract/licenses'
import type { LicenseReportRow, LicenseReportSearch } from '@trellis/contract/reports'
import { type Group, keysByGroup } from '../../platform/database/grouped.ts'
import {
  bare,
  object,
  plain,
  plainOrNull,
  rowsText,
  textOf,
  type Written,
  written,
} from '../../platform/database/json-text.ts'
import { limitOf } from '../../platform/database/limits.ts'
import {
  columnsOf,
  equals,
  filters,
  following,
  named,
  notNull,
  paging,
  type Value,
} from '../../platform/database/search.ts'
import { keptPieces, type Sql, sql } from '../../platform/database/sql.ts'
import { cutTo, type JsonText, type Reader } from '../../platform/database/tx.ts'
import { walkable } from '../../platform/database/walking.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { scopeOf as accountsOf, areFewFound, isAccountNamed, isOfScope, keysInScope } from '../accounts/index.ts'
import { inOrderOfChange, modifiedOf, modifiedWithin } from '../audit/index.ts'
import { hasExternalId } from '../tenants/index.ts'
import { products } from './filters.ts'
import {
  areKeysNamed,
  byWords,
  type Found,
  isNarrow,
  lookUpLicenses,
  nothingFound,
  productNames,
  serialKeys,
  skus,
} from './named-licenses.ts'
import { licenseRow, productOf, shownDate } from './queries.ts'
import { inState } from './states.ts'

type Page<Item> = { items: Item[]; count: number }

/** The licenses of an account or of its sub-tree. */
export const listLicenses = async (tx: Reader, actor: Actor, search: LicenseSearch, accountId: string) =>
  cutTo(
    search.fields,
    await listAs<License>(
      tx,
      actor,
      search,
      accountId,
      shown(actor.permissions, `${actor.accountId} ${actor.rootAccountId} ${search.fields?.join()}`, () =>
        rowsOfPage(licenseRow(actor, search.fields)),
      ),
    ),
  )
const shown = keptPieces<Actor['permissions']>()

/** The same list with the columns of the report. */
export const listReport = (tx: Reader, actor: Actor, search: LicenseReportSearch, accountId: string) =>
  listAs<LicenseReportRow>(tx, actor, asLicenses(search), accountId, rowsOfPage(reportRow(accountName)))

/** JSON text of the array of the licenses in a relation `page (license_id, row_no)`, sorted by it. */
const rowsOfPage = (row: Written): Sql => sql`
  select ${rowsText(row, sql`page.row_no`)}
  from page
  join licenses l on l.tenant_id = (select current_tenant()) and l.license_id = page.license_id ${productOf}`

/**
 * A page of licenses, shown by these rows. Sorted by creation and without other filters, a page is one index range of
 * the scope. The counters provide the number of licenses, also by activated and exported; with other filters the matching
 * rows are counted.
 */
async function listAs<Item>(
  tx: Reader,
  actor: Actor,
  search: LicenseSearch,
  accountId: string,
  rows: Sql,
): Promise<JsonText<Page<Item>> | undefined> {
  const found = await lookUpLicenses(tx, search)
  const scope = () => sql`${scopeOf(search, accountId)} and ${ofScope.ranges(search, actor.timeZone)}`
  const matching = () => matchingOf(search, actor, accountId, found)
  const counted = isNarrow(search)
    ? sql`with counted as materialized (select count(*) as n from licenses l where ${matching()}) `
    : undefined
  const page = counted
    ? keysInScope({
        search,
        scope: accountsOf(accountId, search.includeChildren, actor),
        keys: sql`l.license_id`,
        table: 'licenses',
        alias: 'l',
        account: sql`l.owner_id`,
        joins: sortJoins(search),
        matching: matching(),
        order: all.order(search),
        areFew: areFewFound(sql`(select n from counted)`),
      })
    : isBoundedByCreation(search) && isByCreation(search)
      ? sql`select s.license_id from ${scope()} ${byCreation(search)} ${paging(search)}`
      : search.includeChildren && isTallied(search) && isByCreation(search)
        ? pageByState(search, accountId)
        : search.sortBy[0]?.field === 'modifiedDate'
          ? pageByChange(search, actor, accountId, matching())
          : (pageInGroups(search, actor, accountId) ??
            sql`select l.license_id from licenses l ${sortJoins(search)} where ${matching()} ${all.order(search)} ${paging(search)}`)
  const count = counted
    ? sql`(select n from counted)`
    : isTallied(search)
      ? tallyOf(search, accountId)
      : sql`(select count(*) from ${isBoundedByCreation(search) ? scope() : sql`licenses l where ${matching()}`})`
  const items = (page: Sql) => sql`(with page as (${page}) ${rows})`
  const numbered = sql`select p.license_id, row_number() over () as row_no from (${page}) p`
  const statement = sql`
    ${counted ?? sql``}select ${textOf(object({ items: written(items(numbered)), count: bare(count) }))}`
  const walk = { keys: sql`${counted ?? sql``}${page}`, items: (some: Sql) => sql`select ${items(some)}` }
  return tx.json<Page<Item>>(walkable(statement, walk))
}

/**
 * Every row of the report as JSON text `row`, in its order, for a cursor. Only for sessions that read one snapshot.
 */
export async function reportRows(
  tx: Reader,
  search: LicenseReportSearch,
  actor: Actor,
  accountId: string,
): Promise<Sql> {
  const asked = asLicenses(search)
  const found = await lookUpLicenses(tx, asked)
  return sql`
    select ${textOf(reportRow(sql`a.name`))} as row
    from licenses l ${productOf} ${accountOf}
    where ${matchingOf(asked, actor, accountId, found)} ${all.order(asked)}`
}

const matchingOf = (search: LicenseSearch, actor: Actor, accountId: string, found: Found) =>
  sql`l.tenant_id = (select current_tenant()) and ${isOfScope(accountsOf(accountId, search.includeChildren, actor), sql`l.owner_id`, areKeysNamed(found))}
    and ${columns(sql`l.created_at`, actor.timeZone, found).matching(search, actor.timeZone)}`

/** The report's search in the fields of the list. */
function asLicenses({ sortBy, filterBy, includeChildren = true, ...search }: LicenseReportSearch): LicenseSearch {
  const named = <F extends string>(field: F | 'accountName') =>
    field === 'accountName' ? ('ownerAccountName' as const) : field
  return {
    ...search,
    includeChildren,
    sortBy: sortBy.map(({ field, direction }) => ({ field: named(field), direction })),
    filterBy: filterBy.map(({ field, values }) => ({ field: named(field), values })),
  } as LicenseSearch
}

const accountName = sql`(
  select a.name from offered.accounts a where a.tenant_id = l.tenant_id and a.account_id = l.owner_id)`
const accountOf = sql`join offered.accounts a on a.tenant_id = l.tenant_id and a.account_id = l.owner_id`

const reportRow = (name: Sql) =>
  object({
    licenseId: plain(sql`l.license_id`),
    accountId: plain(sql`l.owner_id`),
    accountName: name,
    serialKey: sql`l.serial_key`,
    productName: sql`p.name`,
    sku: sql`p.sku`,
    type: plain(sql`case when p.is_trial then 'trial' else 'full' end`),
    seatsTotal: bare(sql`l.seats`),
    seatsOccupied: bare(sql`l.seats_occupied`),
    activationDate: plainOrNull(sql`iso(l.activated_at)`),
    creationDate: plain(sql`iso(l.created_at)`),
    maintenanceExpirationDate: plainOrNull(shownDate(sql`l.maintenance_expires_at`)),
    expirationDate: plainOrNull(shownDate(sql`l.expires_at`)),
    licenseIsPerpetual: bare(sql`l.license_is_perpetual`),
    maintenanceIsPerpetual: bare(sql`l.maintenance_is_perpetual`),
    note: sql`l.note`,
  })

/** Whether the counters know the number of matches: without filters, or filtered only by activated and exported. */
const isTallied = ({ filterBy, filterBetweenDate }: LicenseSearch) =>
  filterBetweenDate.length === 0 &&
  filterBy.every(({ field, values }) => field === 'activated' || field === 'exported' || values.length === 0)

/**
 * A page of a sub-tree's licenses in certain states. If few match, they are collected owner by owner and sorted. If many
 * match, the list of all is walked in its order, because the next matching row is never far: on the way to each of n matching
 * rows lie all / matching. The rare states (not activated, exported) have indexes, where collecting takes a fifth of a step
 * of the walk; without an index all licenses of the owners are read.
 */
function pageByState(search: LicenseSearch, accountId: string): Sql {
  const direction = directionOf(search)
  const state = all.filters(statesIn(search))
  const isIndexed = asksFor(search, 'activated', 'false') || asksFor(search, 'exported', 'true')
  const matching = tallyOf(search, accountId)
  const everything = tallyOf({ ...search, filterBy: [] }, accountId)
  const shown = search.page * search.limit
  const isFew = isIndexed
    ? sql`(select m.n * m.n <= ${limitOf(5) * shown}::numeric * ${everything} from (select ${matching} as n) m)`
    : sql`${matching} <= ${limitOf(10) * shown}`
  return sql`
    select license_id from (
      select g.license_id from (
        select l.license_id, l.created_at
        from accounts_at_or_below(${accountId}) t
        join licenses l on l.tenant_id = (select current_tenant()) and l.owner_id = t.account_id
        where ${isFew} and ${state}
        offset 0
      ) g order by g.created_at ${direction}, g.license_id ${direction} ${paging(search)}
    ) gathered
    union all
    select license_id from (
      select s.license_id from ${scopeOf(search, accountId)} and not ${isFew} and ${matching} > 0 and exists (
        select from licenses l where l.tenant_id = s.tenant_id and l.license_id = s.license_id and ${state} offset 0)
      ${byCreation(search)} ${paging(search)}
    ) walked`
}

/** Sorts of the whole tenant for which there is no index: those that are not activated or exported by their id, and those that are. */
const groups: Record<string, readonly Group[]> = {
  activated: [{ condition: sql`l.activated_at is null` }, { condition: sql`l.activated_at is not null` }],
  exported: [{ condition: sql`l.exported_at is null` }, { condition: sql`l.exported_at is not null` }],
}

function pageInGroups(search: LicenseSearch, { rootAccountId }: Actor, accountId: string): Sql | null {
  const [first, ...further] = search.sortBy
  const isPlain =
    further.length === 0 &&
    search.filterBetweenDate.length === 0 &&
    search.filterBy.every(({ values }) => values.length === 0)
  const isWhole = search.includeChildren && accountId === rootAccountId
  const of = first && isPlain && isWhole ? groups[first.field] : undefined
  return first && of
    ? keysByGroup({ table: 'licenses', alias: 'l', key: 'license_id', groups: of, direction: first.direction, search })
    : null
}

/** The search with only those filters that the counters know. */
const statesIn = (search: LicenseSearch) => ({
  ...search,
  filterBy: search.filterBy.flatMap(({ field, values }) =>
    field === 'activated' || field === 'exported' ? [{ field, values }] : [],
  ),
})

const asksFor = ({ filterBy }: LicenseSearch, state: 'activated' | 'exported', value: string) =>
  filterBy.some(({ field, values }) => field === state && values.length > 0 && values.every((v) => String(v) === value))

/** Literals instead of parameters, so that the planner can use the partial indexes of the rare states. */
const isSet =
  (instant: Sql) =>
  (values: Value[]): Sql => {
    const [yes, no] = ['true', 'false'].map((value) => values.map(String).includes(value))
    if (yes && no) return sql`true`
    return yes ? sql`${instant} is not null` : no ? sql`${instant} is null` : sql`false`
  }

const isBoundedByCreation = ({ filterBy, filterBetweenDate }: LicenseSearch) =>
  filterBy.every(({ values }) => values.length === 0) &&
  filterBetweenDate.every(({ field }) => field === 'creationDate')

const isByCreation = ({ sortBy: [first, second] }: LicenseSearch) =>
  first === undefined || (first.field === 'creationDate' && second === undefined)

/** The licenses `s` of an account, or of its sub-tree; both have an index by creation. */
const scopeOf = ({ includeChildren }: LicenseSearch, accountId: string): Sql =>
  includeChildren
    ? sql`offered.license_scopes s where s.tenant_id = (select current_tenant()) and s.account_id = ${accountId}`
    : sql`licenses s where s.tenant_id = (select current_tenant()) and s.owner_id = ${accountId}`

const directionOf = ({ sortBy }: LicenseSearch): Sql => sql.raw(sortBy[0]?.direction ?? 'desc')

const byCreation = (search: LicenseSearch): Sql =>
  sql`order by s.created_at ${directionOf(search)}, s.license_id ${directionOf(search)}`

const tallyOf = (search: LicenseSearch, accountId: string): Sql => sql`(
  select coalesce(sum(t.licenses), 0) from offered.license_tallies t
  where t.tenant_id = (select current_tenant()) and t.account_id = ${accountId} and t.own = ${!search.includeChildren}
    and ${filters(statesIn(search), tallied)})`

const tallied = {
  activated: { filter: equals(sql`t.activated`, 'boolean') },
  exported: { filter: equals(sql`t.exported`, 'boolean') },
}

/** Trials are few products: of full licenses it is asked that their product is none of them. */
const types = (values: Value[]): Sql => {
  const [trial, full] = ['trial', 'full'].map((type) => values.includes(type))
  const isTrial = products(() => sql`p.is_trial`)([])
  return trial && full ? sql`true` : trial ? isTrial : full ? sql`not (${isTrial})` : sql`false`
}

/** The licenses of a branch are collected up to so many; of a larger one the list is walked in its order. */
const fewLicenses = 5000

/**
 * A page sorted by the last change. Those of an account are collected, and those of a branch with few; others are walked in the order
 * of the journal.
 */
function pageByChange(search: LicenseSearch, actor: Actor, accountId: string, matching: Sql): Sql {
  const joins = sortJoins({ sortBy: search.sortBy.filter(({ field }) => field !== 'modifiedDate') })
  const end = sql`${all.order(search)} ${paging(search)}`
  const modified = modifiedOf(sql`l.license_id`, sql`l.created_at`)
  const direction = search.sortBy[0]?.direction ?? 'desc'
  const walked = (isNeeded: Sql) => sql`
    select l.license_id from ${inOrderOfChange('license', direction)} cross join lateral (
      select l.* from licenses l
      where l.tenant_id = (select current_tenant()) and l.license_id = m.record_id offset 0) l
    ${joins} where ${isNeeded} and ${matching} ${end}`
  if (!search.includeChildren)
    return sql`select l.license_id from licenses l ${joins} ${modified} where ${matching} ${end}`
  if (accountId === actor.rootAccountId) return walked(sql`true`)
  const isFew = sql`(${tallyOf({ ...search, filterBy: [] }, accountId)} <= ${sql.lit(limitOf(fewLicenses))})`
  return sql`
    select license_id from (
      select l.license_id from (
        select l.* from accounts_at_or_below(${accountId}) t
        join licenses l on l.tenant_id = (select current_tenant()) and l.owner_id = t.account_id
        where ${isFew}
        offset 0
      ) l ${joins} ${modified} where ${matching} ${end}
    ) gathered
    union all
    select license_id from (${walked(sql`not ${isFew}`)}) walked`
}

/**
 * Joins only the tables that are sorted by, before the limit. Products are joined in sort order, so that only the
 * licenses of the first products are read.
 */
function sortJoins({ sortBy }: Pick<LicenseSearch, 'sortBy'>): Sql {
  const fields = sortBy.map(({ field }) => field)
  const sorts = (field: 'productName' | 'sku') => fields.includes(field)
  const products = sql`join (
    select b.product_id, p.sku, p.name from offered.product_publications b
    join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
    where b.tenant_id = (select current_tenant())
    order by ${fields[0] === 'sku' ? sql`p.sku` : named(sql`p.name`)} ${sql.raw(sortBy[0]?.direction ?? 'asc')}
  ) p on p.product_id = l.product_id`
  const modified = modifiedOf(sql`l.license_id`, sql`l.created_at`)
  return sql`${sorts('productName') || sorts('sku') ? products : sql``} ${fields.includes('ownerAccountName') ? accountOf : sql``}
    ${fields.includes('modifiedDate') ? modified : sql``}`
}

/**
 * `created` is the column that dates are compared with: that of the licenses, or of their scopes. The days of a state are
 * those of the time zone.
 */
const columns = (created: Sql, timeZone = 'UTC', found = nothingFound) =>
  columnsOf(licenseList, sql`l.license_id`, {
    licenseId: { sort: notNull(sql`l.license_id`), filter: equals(sql`l.license_id`, 'uuid') },
    after: { filter: following(sql`l.license_id`) },
    serialKey: { sort: sql`l.serial_key`, filter: serialKeys(found) },
    externalId: { filter: hasExternalId('license', sql`l.license_id`) },
    anything: { filter: byWords(found) },
    creationDate: { sort: notNull(sql`l.created_at`), between: created },
    modifiedDate: { sort: notNull(sql`m.at`), between: modifiedWithin('license', sql`l.license_id`) },
    activationDate: { sort: sql`l.activated_at`, between: sql`l.activated_at` },
    expirationDate: { sort: sql`l.expires_at`, between: sql`l.expires_at` },
    maintenanceExpirationDate: { sort: sql`l.maintenance_expires_at`, between: sql`l.maintenance_expires_at` },
    productName: { sort: notNull(named(sql`p.name`)), filter: productNames(found) },
    sku: { sort: notNull(sql`p.sku`), filter: skus(found) },
    ownerAccountName: { sort: notNull(named(sql`a.name`)), filter: isAccountNamed(found.owners, sql`l.owner_id`) },
    type: { filter: types },
    activated: { sort: sql`(l.activated_at is not null)`, filter: isSet(sql`l.activated_at`) },
    exported: { sort: sql`(l.exported_at is not null)`, filter: isSet(sql`l.exported_at`) },
    productId: { filter: equals(sql`l.product_id`, 'uuid') },
    state: { filter: inState(timeZone) },
  })
const all = columns(sql`l.created_at`)
const ofScope = columns(sql`s.created_at`)
