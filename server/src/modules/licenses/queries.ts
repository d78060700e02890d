import { leaseDays } from '@trellis/contract/durations'
import type { License } from '@trellis/contract/licenses'
import { bare, object, plain, plainOrNull, textOf, written } from '../../platform/database/json-text.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { modifiedAt } from '../audit/index.ts'
import { externalIdsOf } from '../tenants/index.ts'
import { exportFault, exportJson } from './export-queries.ts'
import { askJson } from './pages/asks.ts'
import { whyNot } from './rules.ts'
import { spellingsOf } from './spellings.ts'
import { upgradeOfJson, upgradesJson } from './upgrades.ts'

/**
 * SQL: `l` is the license in reach with this key: as it was typed, or else in the format of our own keys. Imported keys
 * may differ by a hyphen only, so a spelling alone could name two licenses.
 */
export const isNamed = (serialKey: string): Sql => {
  const spellings = sql`${spellingsOf(serialKey)}::text[]`
  return sql`l.tenant_id = (select current_tenant()) and l.license_id = (
    select k.license_id from licenses k
    where k.tenant_id = (select current_tenant()) and k.serial_key = any(${spellings})
      and k.owner_id in (select account_id from reachable_accounts())
    order by array_position(${spellings}, k.serial_key) limit 1)`
}

/** An upgrade right shows no date, even if the license got one before its product became one. */
export const shownDate = (date: Sql) => sql`case when not p.is_upgrade_right then iso(${date}) end`

const actions = ['update', 'renew', 'export', 'seats', 'deleteSeats'] as const

/** SQL: JSON text of the codes that refuse each action. Literals, because they depend on four flags of the actor alone. */
const blocked = (actor: Actor): Sql => {
  const codes = (changes: Partial<Record<(typeof actions)[number], string>> = {}) =>
    textOfCodes((action) => whyNot[action](actor) ?? changes[action] ?? null)
  const inReach = sql`case when l.exported_at is not null or ${exportFault} is null then ${codes()} else ${codes({ export: 'LC522' })} end`
  // The root reaches all accounts, so it need not be looked up.
  if (actor.accountId === actor.rootAccountId) return inReach
  return sql`case
    when exists (select from accounts_at_or_above(l.owner_id) t where t.account_id = ${actor.accountId}) then ${inReach}
    else ${textOfCodes(() => 'RQ404')} end`
}

const textOfCodes = (codeOf: (action: (typeof actions)[number]) => string | null): Sql =>
  sql.lit(JSON.stringify(Object.fromEntries(actions.map((action) => [action, codeOf(action)]))))

/** The JSON fields of a license for this reader, from rows `l` of licenses and `p` of products. */
const fields = (actor: Actor) => ({
  licenseId: plain(sql`l.license_id`),
  serialKey: sql`l.serial_key`,
  seats: bare(sql`l.seats`),
  seatsOccupied: bare(sql`l.seats_occupied`),
  licenseHasBeenActivated: bare(sql`l.activated_at is not null`),
  licenseHasBeenExported: bare(sql`l.exported_at is not null`),
  exportOnPremiseEnvironmentId: sql`l.export_environment_id`,
  creationDate: plain(sql`iso(l.created_at)`),
  modifiedDate: plain(sql`iso(${modifiedAt(sql`l.license_id`, sql`l.created_at`)})`),
  createdBy: sql`(select u.first_name || ' ' || u.last_name from offered.users u where u.tenant_id = l.tenant_id and u.user_id = l.created_by)`,
  activationDate: plainOrNull(sql`iso(l.activated_at)`),
  expirationDate: plainOrNull(shownDate(sql`l.expires_at`)),
  maintenanceExpirationDate: plainOrNull(shownDate(sql`l.maintenance_expires_at`)),
  licenseIsPerpetual: bare(sql`l.license_is_perpetual`),
  maintenanceIsPerpetual: bare(sql`l.maintenance_is_perpetual`),
  product: object({
    productId: plain(sql`p.product_id`),
    sku: sql`p.sku`,
    name: sql`p.name`,
    islicenseUpgradeRight: bare(sql`p.is_upgrade_right`),
    isLicenseTrial: bare(sql`p.is_trial`),
    environmentType: bare(sql`p.environment_type`),
  }),
  ownerAccount: written(sql`(
    select ${textOf(object({ accountId: plain(sql`a.account_id`), accountCode: sql`a.code`, accountName: sql`a.name` }))}
    from offered.accounts a where a.tenant_id = l.tenant_id and a.account_id = l.owner_id)`),
  upgradeOf: written(sql`coalesce(${upgradeOfJson}::text, 'null')`),
  upgradedSeats: bare(sql`l.seats_upgraded`),
  licenseNote: sql`l.note`,
  externalIds: written(sql`${externalIdsOf(sql`l.license_id`)}::text`),
  derivedOrderId: plainOrNull(sql`l.derived_order_id`),
  derivedOrderCode: sql`(
    select o.code from offered.orders o where o.tenant_id = l.tenant_id and o.order_id = l.derived_order_id)`,
  licenseExport: sql`case when l.exported_at is not null then ${exportJson} end`,
  blocked: written(blocked(actor)),
})

/** The wire's License for a list: all its fields, or those that a search asks for. */
export const licenseRow = (actor: Actor, asked?: readonly string[]) => object(fields(actor), asked)

export const productOf = sql`
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

/**
 * Whether a seat `s` may be taken over (rules K29): its product `p` sets a number of days, it is not suspended, and it was silent
 * for longer, and longer than its last lease. Contacts are noted to the minute, so that lease may be a minute younger than what
 * is stored.
 */
export const isSilent = sql`(
  p.seat_reclaim_days is not null and s.revoked_at is null and not s.suspended
  and s.last_seen_at < clock() - p.seat_reclaim_days * interval '24 hours'
  and s.last_seen_at < clock() - ${sql.lit(leaseDays)} * interval '24 hours' - interval '1 minute')`

/** Released seats are kept as history, but shown only for trial products (rules K12). */
const seatsJson = sql`(
  select coalesce(json_agg(json_build_object(
    'licenseSeatId', s.license_seat_id, 'deviceUuid', s.device_uuid, 'deviceName', s.device_name,
    'deviceDescription', s.device_description, 'deviceLang', s.device_lang, 'installedProduct', s.installed_product,
    'installedVersion', s.installed_version, 'osName', s.os_name, 'osVersion', s.os_version,
    'active', s.revoked_at is null and not s.suspended, 'suspended', s.suspended, 'revoked', s.revoked_at is not null,
    'currentTrialStep', s.current_trial_step, 'creationDate', iso(s.created_at), 'lastSeenDate', iso(s.last_seen_at),
    'mayBeTakenOver', ${isSilent})
    order by s.created_at, s.license_seat_id), '[]')
  from license_seats s
  where s.tenant_id = l.tenant_id and s.license_id = l.license_id and (s.revoked_at is null or p.is_trial))`

/** One license in reach, with its details and seats. */
export const presentLicense = (tx: Reader, actor: Actor, serialKey: string) =>
  tx.json<License>(sql`
    select ${textOf(
      object({
        ...fields(actor),
        upgrades: upgradesJson,
        hasPage: bare(
          sql`exists (select from license_pages g where g.tenant_id = l.tenant_id and g.license_id = l.license_id)`,
        ),
        ask: written(sql`coalesce(case when exists (
          select from accounts_at_or_above(l.owner_id) t where t.account_id = ${actor.accountId}) then ${askJson}::text end, 'null')`),
        extensions: sql`(granted.of -> 'extensions')`,
        entitlements: sql`(granted.of -> 'entitlements')`,
        licenseDetails: detailsJson,
        licenseSeats: seatsJson,
        seatReclaimDays: sql`p.seat_reclaim_days`,
        selfReleases: sql`self_releases(l.license_id)`,
      }),
    )}
    from licenses l ${productOf} cross join lateral (select license_entitlements(l.license_id) as of) granted
    where ${isNamed(serialKey)}`)

export interface NotedLicense {
  license_id: string
  serial_key: string
  note: string | null
}

export const lockNote = (tx: Tx, serialKey: string) =>
  tx.row<NotedLicense>(sql`
    select l.license_id, l.serial_key, l.note from licenses l
    where ${isNamed(serialKey)}
    for no key update`)

export const updateNote = (tx: Tx, licenseId: string, note: string | null) =>
  tx.run(sql`
    update licenses set note = ${note} where tenant_id = (select current_tenant()) and license_id = ${licenseId}`)
