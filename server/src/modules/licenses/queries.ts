import { type License, type LicenseSearch, licenseList } from '@trellis/contract/licenses'
import { isWellFormed, normalize } from '@trellis/contract/serial-keys'
import {
  columnsOf,
  contains,
  containsCode,
  equals,
  filters,
  named,
  notNull,
  paging,
  type Value,
} from '../../platform/database/search.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { JsonText, Reader, Tx } from '../../platform/database/tx.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { exportFault, exportJson } from './export-queries.ts'
import { whyNot } from './rules.ts'

type Page = { items: License[]; count: number }

/**
 * The spellings to look up: the input in capitals (imported keys have their own formats), and the input normalized to the
 * format of our own keys.
 */
export const spellingsOf = (serialKey: string): string[] => [serialKey.trim().toUpperCase(), normalize(serialKey)]

/** An upgrade right shows no date, even if the license got one before its product became one. */
const shownDate = (date: Sql) => sql`case when not p.is_upgrade_right then iso(${date}) end`

const actions = ['update', 'export', 'seats', 'deleteSeats'] as const

const blocked = (actor: Actor): Sql => {
  const codes = (changes: Partial<Record<(typeof actions)[number], string>> = {}) =>
    sql`${JSON.stringify(Object.fromEntries(actions.map((action) => [action, whyNot[action](actor) ?? changes[action] ?? null])))}::json`
  const outOfReach = JSON.stringify(Object.fromEntries(actions.map((action) => [action, 'RQ404'])))
  return sql`case
    when not exists (select from accounts_at_or_above(l.owner_id) t where t.account_id = ${actor.accountId}) then ${outOfReach}::json
    when l.exported_at is not null or ${exportFault} is null then ${codes()} else ${codes({ export: 'LC522' })} end`
}

/** The wire's License as JSON for this reader, from rows `l` of licenses and `p` of products. `more` adds fields. */
const licenseJson = (actor: Actor, more: Sql = sql``) => sql`json_build_object(
  'licenseId', l.license_id,
  'serialKey', l.serial_key,
  'seats', l.seats,
  'seatsOccupied', l.seats_occupied,
  'licenseHasBeenActivated', l.activated_at is not null,
  'licenseHasBeenExported', l.exported_at is not null,
  'exportOnPremiseEnvironmentId', l.export_environment_id,
  'creationDate', iso(l.created_at),
  'createdBy', (select u.first_name || ' ' || u.last_name from offered.users u where u.tenant_id = l.tenant_id and u.user_id = l.created_by),
  'activationDate', iso(l.activated_at),
  'expirationDate', ${shownDate(sql`l.expires_at`)},
  'maintenanceExpirationDate', ${shownDate(sql`l.maintenance_expires_at`)},
  'licenseIsPerpetual', l.license_is_perpetual,
  'maintenanceIsPerpetual', l.maintenance_is_perpetual,
  'product', json_build_object('productId', p.product_id, 'sku', p.sku, 'name', p.name,
    'islicenseUpgradeRight', p.is_upgrade_right, 'isLicenseTrial', p.is_trial, 'environmentType', p.environment_type),
  'ownerAccount', (select json_build_object('accountId', a.account_id, 'accountCode', a.code, 'accountName', a.name)
                   from offered.accounts a where a.tenant_id = l.tenant_id and a.account_id = l.owner_id),
  'licenseNote', l.note,
  'derivedOrderId', l.derived_order_id,
  'derivedOrderCode', (select o.code from offered.orders o where o.tenant_id = l.tenant_id and o.order_id = l.derived_order_id),
  'licenseExport', ${exportJson},
  'blocked', ${blocked(actor)}${more})`

const productOf = sql`
  join offered.product_publications b on b.tenant_id = l.tenant_id and b.product_id = l.product_id
  join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id`

const detailsJson = sql`(
  select coalesce(json_agg(json_build_object(
    'licenseDetailId', d.license_detail_id, 'serialKey', l.serial_key, 'sku', dp.sku, 'productName', dp.name,
    'durationYears', d.license_years, 'durationMonths', d.license_months, 'durationDays', d.license_days,
    'maintenanceDurationYears', d.maintenance_years, 'maintenanceDurationMonths', d.maintenance_months,
    'maintenanceDurationDays', d.maintenance_days, 'licenseIsPerpetual', d.license_is_perpetual,
    'maintenanceIsPerpetual', d.maintenance_is_perpetual, 'creationDate', iso(d.created_at)) order by d.position), '[]')
  from license_details d
  join offered.product_publications db on db.tenant_id = d.tenant_id and db.product_id = d.product_id
  join offered.products dp on dp.tenant_id = db.owner_tenant_id and dp.product_id = db.product_id
  where d.tenant_id = l.tenant_id and d.license_id = l.license_id)`

/** Released seats are kept as history, but shown only for trial products (rules K12). */
const seatsJson = sql`(
  select coalesce(json_agg(json_build_object(
    'licenseSeatId', s.license_seat_id, 'deviceUuid', s.device_uuid, 'deviceName', s.device_name,
    'deviceDescription', s.device_description, 'deviceLang', s.device_lang, 'installedProduct', s.installed_product,
    'installedVersion', s.installed_version, 'osName', s.os_name, 'osVersion', s.os_version,
    'active', s.revoked_at is null and not s.suspended, 'suspended', s.suspended, 'revoked', s.revoked_at is not null,
    'currentTrialStep', s.current_trial_step, 'creationDate', iso(s.created_at), 'lastSeenDate', iso(s.last_seen_at))
    order by s.created_at, s.license_seat_id), '[]')
  from license_seats s
  where s.tenant_id = l.tenant_id and s.license_id = l.license_id and (s.revoked_at is null or p.is_trial))`

/** One license in reach, with its details and seats. */
export const presentLicense = (tx: Reader, actor: Actor, serialKey: string) =>
  tx.json<License>(sql`
    select ${licenseJson(actor, sql`, 'licenseDetails', ${detailsJson}, 'licenseSeats', ${seatsJson}`)}::text
    from licenses l ${productOf}
    where l.tenant_id = (select current_tenant()) and l.serial_key = any(${spellingsOf(serialKey)}::text[])
      and l.owner_id in (select account_id from reachable_accounts())`)

export interface NotedLicense {
  license_id: string
  serial_key: string
  note: string | null
}

export const lockNote = (tx: Tx, serialKey: string) =>
  tx.row<NotedLicense>(sql`
    select l.license_id, l.serial_key, l.note from licenses l
    where l.tenant_id = (select current_tenant()) and l.serial_key = any(${spellingsOf(serialKey)}::text[])
      and l.owner_id in (select account_id from reachable_accounts())
    for no key update`)

export const updateNote = (tx: Tx, licenseId: string, note: string | null) =>
  tx.run(sql`
    update licenses set note = ${note} where tenant_id = (select current_tenant()) and license_id = ${licenseId}`)

/**
 * Licenses of an account or of its sub-tree. Sorted by creation and without other filters, a page is one index range of
 * the scope. The counters provide the number of licenses, also by activated and exported; with other filters the matching
 * rows are counted.
 */
export function listLicenses(
  tx: Reader,
  actor: Actor,
  search: LicenseSearch,
  accountId: string,
): Promise<JsonText<Page> | undefined> {
  const scope = sql`${scopeOf(search, accountId)} and ${columns(sql`s.created_at`).ranges(search, actor.timeZone)}`
  const matching = sql`l.tenant_id = (select current_tenant()) and ${ownedBelow(search, actor, accountId)}
    and ${all.matching(search, actor.timeZone)}`
  const page =
    isBoundedByCreation(search) && isByCreation(search)
      ? sql`select s.license_id from ${scope} ${byCreation(search)} ${paging(search)}`
      : search.includeChildren && isTallied(search) && isByCreation(search)
        ? pageByState(search, accountId)
        : sql`select l.license_id from licenses l ${sortJoins(search)} where ${matching} ${all.order(search)} ${paging(search)}`
  const count = isTallied(search)
    ? tallyOf(search, accountId)
    : sql`(select count(*) from ${isBoundedByCreation(search) ? scope : sql`licenses l where ${matching}`})`
  return tx.json<Page>(sql`
    with page as (select p.license_id, row_number() over () as row_no from (${page}) p)
    select json_build_object(
      'items', (
        select coalesce(json_agg(${licenseJson(actor)} order by page.row_no), '[]')
        from page
        join licenses l on l.tenant_id = (select current_tenant()) and l.license_id = page.license_id ${productOf}),
      'count', ${count})::text`)
}

/** Whether the counters know the number of matches: without filters, or filtered only by activated and exported. */
const isTallied = ({ filterBy, filterBetweenDate }: LicenseSearch) =>
  filterBetweenDate.length === 0 &&
  filterBy.every(({ field, values }) => field === 'activated' || field === 'exported' || values.length === 0)

/** Up to this many licenses that an index finds are collected and sorted. */
const few = 20_000

/**
 * A page of a sub-tree's licenses in certain states. If few match, they are collected owner by owner and sorted. If many
 * match, the list of all is walked in its order, because the next matching row is never far. The rare states (not
 * activated, exported) have indexes, so more of them may be collected.
 */
function pageByState(search: LicenseSearch, accountId: string): Sql {
  const direction = directionOf(search)
  const state = all.filters(statesIn(search))
  const isIndexed = asksFor(search, 'activated', 'false') || asksFor(search, 'exported', 'true')
  const matching = tallyOf(search, accountId)
  const isFew = sql`${matching} <= ${isIndexed ? few : 10 * search.page * search.limit}`
  return sql`
    select license_id from (
      select g.license_id from (
        select l.license_id, l.created_at
        from accounts_at_or_below(${accountId}) t
        join licenses l on l.tenant_id = (select current_tenant()) and l.owner_id = t.account_id
        where ${state}
        offset 0
      ) g where ${isFew} order by g.created_at ${direction}, g.license_id ${direction} ${paging(search)}
    ) gathered
    union all
    select license_id from (
      select s.license_id from ${scopeOf(search, accountId)} and not ${isFew} and ${matching} > 0 and exists (
        select from licenses l where l.tenant_id = s.tenant_id and l.license_id = s.license_id and ${state} offset 0)
      ${byCreation(search)} ${paging(search)}
    ) walked`
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
    ? sql`license_scopes s where s.tenant_id = (select current_tenant()) and s.account_id = ${accountId}`
    : sql`licenses s where s.tenant_id = (select current_tenant()) and s.owner_id = ${accountId}`

const directionOf = ({ sortBy }: LicenseSearch): Sql => sql.raw(sortBy[0]?.direction ?? 'desc')

const byCreation = (search: LicenseSearch): Sql =>
  sql`order by s.created_at ${directionOf(search)}, s.license_id ${directionOf(search)}`

const tallyOf = (search: LicenseSearch, accountId: string): Sql => sql`(
  select coalesce(sum(t.licenses), 0) from license_tallies t
  where t.tenant_id = (select current_tenant()) and t.account_id = ${accountId} and t.own = ${!search.includeChildren}
    and ${filters(statesIn(search), tallied)})`

const tallied = {
  activated: { filter: equals(sql`t.activated`, 'boolean') },
  exported: { filter: equals(sql`t.exported`, 'boolean') },
}

/** All accounts are below the root, so no condition is needed for it. */
function ownedBelow({ includeChildren }: LicenseSearch, actor: Actor, accountId: string): Sql {
  if (!includeChildren) return sql`l.owner_id = ${accountId}`
  if (accountId === actor.rootAccountId) return sql`true`
  return sql`l.owner_id in (select account_id from accounts_at_or_below(${accountId}))`
}

/** A complete key is looked up by equality; anything shorter matches anywhere. All keys are stored in capitals. */
const serialKeys = (values: Value[]): Sql => {
  const whole = values.map((value) => normalize(String(value)))
  return whole.every(isWellFormed) ? sql`l.serial_key = any(${whole}::text[])` : containsCode(sql`l.serial_key`)(values)
}

/** Subqueries that find the few products or accounts with the name first; each may have many licenses. */
const products = (alike: (values: Value[]) => Sql) => (values: Value[]) =>
  sql`l.product_id in (
    select b.product_id from offered.product_publications b
    join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
    where b.tenant_id = (select current_tenant()) and ${alike(values)})`

const owners = (alike: (values: Value[]) => Sql) => (values: Value[]) =>
  sql`l.owner_id in (
    select a.account_id from offered.accounts a where a.tenant_id = (select current_tenant()) and ${alike(values)})`

/**
 * Joins only the tables that are sorted by, before the limit. Products are joined in sort order, so that only the
 * licenses of the first products are read.
 */
function sortJoins({ sortBy }: LicenseSearch): Sql {
  const fields = sortBy.map(({ field }) => field)
  const sorts = (field: 'productName' | 'sku') => fields.includes(field)
  const products = sql`join (
    select b.product_id, p.sku, p.name from offered.product_publications b
    join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
    where b.tenant_id = (select current_tenant())
    order by ${fields[0] === 'sku' ? sql`p.sku` : named(sql`p.name`)} ${sql.raw(sortBy[0]?.direction ?? 'asc')}
  ) p on p.product_id = l.product_id`
  const account = fields.includes('ownerAccountName')
    ? sql`join offered.accounts a on a.tenant_id = l.tenant_id and a.account_id = l.owner_id`
    : sql``
  return sql`${sorts('productName') || sorts('sku') ? products : sql``} ${account}`
}

/** `created` is the column that dates are compared with: that of the licenses, or of their scopes. */
const columns = (created: Sql) =>
  columnsOf(licenseList, sql`l.license_id`, {
    serialKey: { sort: sql`l.serial_key`, filter: serialKeys },
    creationDate: { sort: sql`l.created_at`, between: created },
    activationDate: { sort: sql`l.activated_at`, between: sql`l.activated_at` },
    expirationDate: { sort: sql`l.expires_at`, between: sql`l.expires_at` },
    maintenanceExpirationDate: { sort: sql`l.maintenance_expires_at`, between: sql`l.maintenance_expires_at` },
    productName: { sort: notNull(named(sql`p.name`)), filter: products(contains(sql`p.name_folded`)) },
    sku: { sort: notNull(sql`p.sku`), filter: products(containsCode(sql`upper(p.sku)`)) },
    ownerAccountName: { sort: notNull(named(sql`a.name`)), filter: owners(contains(sql`a.name_folded`)) },
    activated: { sort: sql`(l.activated_at is not null)`, filter: isSet(sql`l.activated_at`) },
    exported: { sort: sql`(l.exported_at is not null)`, filter: isSet(sql`l.exported_at`) },
  })
const all = columns(sql`l.created_at`)
