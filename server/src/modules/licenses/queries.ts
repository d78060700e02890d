import type { License, LicenseSearch } from '@trellis/contract/licenses'
import { isWellFormed, normalize } from '@trellis/contract/serial-keys'
import {
  contains,
  containsCode,
  dateRanges,
  equals,
  filters,
  named,
  ordering,
  paging,
} from '../../platform/database/search.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Read, Tx } from '../../platform/database/tx.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { whyNotUpdate } from './rules.ts'

type Page = { items: License[]; count: number }

/** In capital letters as it was typed, for imported keys keep forms of their own, and in the form of our own keys. */
export const spellingsOf = (serialKey: string): string[] => [serialKey.trim().toUpperCase(), normalize(serialKey)]

/** An upgrade right has no date to show, whatever it had before its product became one. */
const shownDate = (date: Sql) => sql`case when not p.is_upgrade_right then iso(${date}) end`

/** The wire's License of rows `l` of licenses and `p` of products, for this reader. `more` adds fields. */
const licenseJson = (actor: Actor, more: Sql = sql``) => sql`json_build_object(
  'licenseId', l.license_id,
  'serialKey', l.serial_key,
  'seats', l.seats,
  'seatsOccupied', l.seats_occupied,
  'licenseHasBeenActivated', l.activated_at is not null,
  'licenseHasBeenExported', l.exported_at is not null,
  'exportOnPremiseEnvironmentId', l.export_environment_id,
  'creationDate', iso(l.created_at),
  'createdBy', (select u.first_name || ' ' || u.last_name from users u where u.tenant_id = l.tenant_id and u.user_id = l.created_by),
  'activationDate', iso(l.activated_at),
  'expirationDate', ${shownDate(sql`l.expires_at`)},
  'maintenanceExpirationDate', ${shownDate(sql`l.maintenance_expires_at`)},
  'licenseIsPerpetual', l.license_is_perpetual,
  'maintenanceIsPerpetual', l.maintenance_is_perpetual,
  'product', json_build_object('productId', p.product_id, 'sku', p.sku, 'name', p.name,
    'islicenseUpgradeRight', p.is_upgrade_right, 'isLicenseTrial', p.is_trial, 'environmentType', p.environment_type),
  'ownerAccount', (select json_build_object('accountId', a.account_id, 'accountCode', a.code, 'accountName', a.name)
                   from accounts a where a.tenant_id = l.tenant_id and a.account_id = l.owner_id),
  'licenseNote', l.note,
  'derivedOrderId', l.derived_order_id,
  'derivedOrderCode', (select o.code from orders o where o.tenant_id = l.tenant_id and o.order_id = l.derived_order_id),
  'licenseExport', null,
  'blocked', json_build_object('update', case
    when exists (select from account_tree t where t.tenant_id = l.tenant_id and t.ancestor_id = ${actor.accountId}
                 and t.descendant_id = l.owner_id) then ${whyNotUpdate(actor)}::text else 'RQ404' end)${more})`

const productOf = sql`
  join product_publications b on b.tenant_id = l.tenant_id and b.product_id = l.product_id
  join products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id`

const detailsJson = sql`(
  select coalesce(json_agg(json_build_object(
    'licenseDetailId', d.license_detail_id, 'serialKey', l.serial_key, 'sku', dp.sku, 'productName', dp.name,
    'durationYears', d.license_years, 'durationMonths', d.license_months, 'durationDays', d.license_days,
    'maintenanceDurationYears', d.maintenance_years, 'maintenanceDurationMonths', d.maintenance_months,
    'maintenanceDurationDays', d.maintenance_days, 'licenseIsPerpetual', d.license_is_perpetual,
    'maintenanceIsPerpetual', d.maintenance_is_perpetual, 'creationDate', iso(d.created_at)) order by d.position), '[]')
  from license_details d
  join product_publications db on db.tenant_id = d.tenant_id and db.product_id = d.product_id
  join products dp on dp.tenant_id = db.owner_tenant_id and dp.product_id = db.product_id
  where d.tenant_id = l.tenant_id and d.license_id = l.license_id)`

/** Seats given back stay as history, and are shown only for trial products (specification, commerce 2.7). */
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
export const presentLicense = (tx: Read, actor: Actor, serialKey: string) =>
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
 * Licenses of an account or of its whole sub-tree. Without filters, newest first: a page is one index range and the
 * count comes from the counters. Otherwise the matching ones are counted exactly.
 */
export function listLicenses(tx: Read, actor: Actor, search: LicenseSearch, accountId: string) {
  return tx.json<Page>(isPlain(search) ? plainPage(actor, search, accountId) : matchingPage(actor, search, accountId))
}

function isPlain({ sortBy, filterBy, filterBetweenDate }: LicenseSearch): boolean {
  const [first, ...others] = sortBy
  const newestFirst = first === undefined || (first.field === 'creationDate' && others.length === 0)
  return newestFirst && filterBy.every((filter) => filter.values.length === 0) && filterBetweenDate.length === 0
}

const pageJson = (actor: Actor) => sql`(
  select coalesce(json_agg(${licenseJson(actor)} order by page.place), '[]')
  from page
  join licenses l on l.tenant_id = (select current_tenant()) and l.license_id = page.license_id ${productOf})`

function plainPage(actor: Actor, search: LicenseSearch, accountId: string): Sql {
  const direction = sql.raw(search.sortBy[0]?.direction ?? 'desc')
  const order = sql`order by s.created_at ${direction}, s.license_id ${direction}`
  const source = search.includeChildren
    ? sql`license_scopes s where s.tenant_id = (select current_tenant()) and s.account_id = ${accountId}`
    : sql`licenses s where s.tenant_id = (select current_tenant()) and s.owner_id = ${accountId}`
  return sql`
    with page as (
      select p.license_id, row_number() over () as place
      from (select s.license_id from ${source} ${order} ${paging(search)}) p
    )
    select json_build_object('items', ${pageJson(actor)},
      'count', (select coalesce(sum(t.licenses), 0) from license_tallies t
                where t.tenant_id = (select current_tenant()) and t.account_id = ${accountId}
                  and t.own = ${!search.includeChildren}))::text`
}

function matchingPage(actor: Actor, search: LicenseSearch, accountId: string): Sql {
  const owner = search.includeChildren
    ? sql`l.owner_id in (select t.descendant_id from account_tree t
                         where t.tenant_id = (select current_tenant()) and t.ancestor_id = ${accountId})`
    : sql`l.owner_id = ${accountId}`
  const where = sql`
    l.tenant_id = (select current_tenant()) and ${owner}
    and ${filters(search, {
      serialKey: serialKeys,
      productName: products(contains(sql`p.name_folded`)),
      sku: products(containsCode(sql`upper(p.sku)`)),
      ownerAccountName: owners(contains(sql`a.name_folded`)),
      activated: equals(sql`(l.activated_at is not null)`, 'boolean'),
      exported: equals(sql`(l.exported_at is not null)`, 'boolean'),
    })}
    and ${dateRanges(
      search,
      {
        creationDate: sql`l.created_at`,
        activationDate: sql`l.activated_at`,
        expirationDate: sql`l.expires_at`,
        maintenanceExpirationDate: sql`l.maintenance_expires_at`,
      },
      actor.timeZone,
    )}`
  return sql`
    with page as (
      select p.license_id, row_number() over () as place
      from (select l.license_id from licenses l ${sortJoins(search)} where ${where} ${order(search)} ${paging(search)}) p
    )
    select json_build_object('items', ${pageJson(actor)},
      'count', (select count(*) from licenses l where ${where}))::text`
}

/** A whole key is looked up; anything less matches anywhere. */
const serialKeys = (values: (string | number | boolean)[]): Sql => {
  const whole = values.map((value) => normalize(String(value)))
  return whole.every(isWellFormed)
    ? sql`l.serial_key = any(${whole}::text[])`
    : containsCode(sql`upper(l.serial_key)`)(values)
}

/** Few products and accounts have a name; many licenses have one of them. */
const products = (matches: (values: (string | number | boolean)[]) => Sql) => (values: (string | number | boolean)[]) =>
  sql`l.product_id = any(array(
    select b.product_id from product_publications b
    join products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
    where b.tenant_id = (select current_tenant()) and ${matches(values)}))`

const owners = (matches: (values: (string | number | boolean)[]) => Sql) => (values: (string | number | boolean)[]) =>
  sql`l.owner_id = any(array(
    select a.account_id from accounts a where a.tenant_id = (select current_tenant()) and ${matches(values)}))`

/** Only what is sorted by is joined before the limit. */
function sortJoins({ sortBy }: LicenseSearch): Sql {
  const fields = sortBy.map(({ field }) => field)
  const product = fields.includes('productName') || fields.includes('sku') ? productOf : sql``
  const account = fields.includes('ownerAccountName')
    ? sql`join accounts a on a.tenant_id = l.tenant_id and a.account_id = l.owner_id`
    : sql``
  return sql`${product} ${account}`
}

const order = (search: LicenseSearch) =>
  ordering(
    search,
    {
      serialKey: sql`l.serial_key`,
      creationDate: sql`l.created_at`,
      activationDate: sql`l.activated_at`,
      expirationDate: sql`l.expires_at`,
      maintenanceExpirationDate: sql`l.maintenance_expires_at`,
      productName: named(sql`p.name`),
      sku: sql`p.sku`,
      ownerAccountName: named(sql`a.name`),
      activated: sql`(l.activated_at is not null)`,
      exported: sql`(l.exported_at is not null)`,
    },
    { field: 'creationDate', direction: 'desc' },
    sql`l.license_id`,
  )
