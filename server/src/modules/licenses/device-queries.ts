import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import type { ActivationRule, Grant, Terms } from './rules.ts'
import { keyHash } from './serial-keys.ts'

/** The tenant that a key belongs to. The call has no tenant yet; serial keys are unique in the whole installation. */
export async function findTenantOfKey(shared: Database['shared'], spellings: string[]) {
  const hashes = spellings.map((spelling) => keyHash(shared, spelling))
  // The plain key is stored only until its row has been hashed.
  const found = await shared.row<{ tenantId: string; spelling: number }>(sql`
    select tenant_id as "tenantId",
           coalesce(array_position(${hashes}::bytea[], key_hash), array_position(${spellings}::text[], serial_key)) as spelling
    from serial_keys where key_hash = any(${hashes}::bytea[]) or serial_key = any(${spellings}::text[]) limit 1`)
  return found && { tenantId: found.tenantId, serialKey: spellings[found.spelling - 1] as string }
}

export interface DeviceLicense {
  licenseId: string
  serialKey: string
  seats: number
  seatsOccupied: number
  activatedAt: Date | null
  expiresAt: Date | null
  maintenanceExpiresAt: Date | null
  exported: boolean
  tenantCode: string
  sku: string
  productName: string
  maximumVersion: string | null
  activationRule: ActivationRule | null
  isUpgradeRight: boolean
  isTrial: boolean
  now: Date
}

const licenseOf = (serialKey: string) => sql`
  select l.license_id as "licenseId", l.serial_key as "serialKey", l.seats, l.seats_occupied as "seatsOccupied",
         l.activated_at as "activatedAt", l.expires_at as "expiresAt", l.maintenance_expires_at as "maintenanceExpiresAt",
         l.exported_at is not null as exported, t.code::text as "tenantCode", p.sku, p.name as "productName",
         p.license_max_version as "maximumVersion", p.license_activation_rule as "activationRule",
         p.is_upgrade_right as "isUpgradeRight", p.is_trial as "isTrial", clock() as now
  from licenses l
  join offered.tenants t on t.tenant_id = l.tenant_id
  join offered.product_publications b on b.tenant_id = l.tenant_id and b.product_id = l.product_id
  join offered.products p on p.tenant_id = b.owner_tenant_id and p.product_id = b.product_id
  where l.tenant_id = (select current_tenant()) and l.serial_key = ${serialKey}`

export const findLicense = (tx: Reader, serialKey: string) => tx.row<DeviceLicense>(licenseOf(serialKey))

/**
 * Locks the license row. Everybody who takes or frees a seat of the license waits for this lock, so seats are counted one
 * after another.
 */
export const lockLicense = (tx: Tx, serialKey: string) =>
  tx.row<DeviceLicense>(sql`${licenseOf(serialKey)} for no key update of l`)

export interface HeldSeat {
  seatId: string
  suspended: boolean
  installedVersion: string | null
}

export const findHeldSeat = (tx: Reader, licenseId: string, deviceUuid: string) =>
  tx.row<HeldSeat>(sql`
    select license_seat_id as "seatId", suspended, installed_version as "installedVersion" from license_seats
    where tenant_id = (select current_tenant()) and license_id = ${licenseId} and device_uuid = ${deviceUuid}
      and revoked_at is null`)

/** Whether the device has ever held a seat of the license. */
export const hasHeldSeat = async (tx: Reader, licenseId: string, deviceUuid: string): Promise<boolean> =>
  (await tx.row(sql`
    select 1 from license_seats
    where tenant_id = (select current_tenant()) and license_id = ${licenseId} and device_uuid = ${deviceUuid} limit 1`)) !==
  undefined

/** What a device sends about itself. */
export interface DeviceDetails {
  deviceName?: string | null | undefined
  deviceDescription?: string | null | undefined
  deviceLang?: string | null | undefined
  installedProduct?: string | null | undefined
  installedVersion?: string | null | undefined
  osName?: string | null | undefined
  osVersion?: string | null | undefined
  /** For products that are trials; the caller leaves it out for others. */
  currentTrialStep?: number | null | undefined
}

/**
 * Lease numbers are clock milliseconds, but always greater than the last one, so that they also rise from one seat of a
 * device to the next.
 */
const nextLease = sql`greatest(last_lease + 1, floor(extract(epoch from clock()) * 1000)::bigint)`

export interface LeasedSeat {
  seatId: string
  number: number
}

export const insertSeat = (tx: Tx, licenseId: string, deviceUuid: string, d: DeviceDetails) =>
  tx.row<LeasedSeat>(sql`
    insert into license_seats (license_seat_id, license_id, device_uuid, device_name, device_description, device_lang,
                               installed_product, installed_version, os_name, os_version, current_trial_step, last_lease)
    values (${newId()}, ${licenseId}, ${deviceUuid}, ${d.deviceName ?? null}, ${d.deviceDescription ?? null}, ${d.deviceLang ?? null},
            ${d.installedProduct ?? null}, ${d.installedVersion ?? null}, ${d.osName ?? null}, ${d.osVersion ?? null},
            ${d.currentTrialStep ?? null}, floor(extract(epoch from clock()) * 1000)::bigint)
    returning license_seat_id as "seatId", last_lease as number`)

/** Updates what a device says about itself when it activates again; fields that it leaves out keep their value. */
export const updateSeat = (tx: Tx, seatId: string, d: DeviceDetails) =>
  tx.row<LeasedSeat>(sql`
    update license_seats set
      device_name = coalesce(${d.deviceName ?? null}, device_name),
      device_description = coalesce(${d.deviceDescription ?? null}, device_description),
      device_lang = coalesce(${d.deviceLang ?? null}, device_lang),
      installed_product = coalesce(${d.installedProduct ?? null}, installed_product),
      installed_version = coalesce(${d.installedVersion ?? null}, installed_version),
      os_name = coalesce(${d.osName ?? null}, os_name),
      os_version = coalesce(${d.osVersion ?? null}, os_version),
      current_trial_step = coalesce(${d.currentTrialStep ?? null}, current_trial_step),
      last_seen_at = clock(), last_lease = ${nextLease}
    where tenant_id = (select current_tenant()) and license_seat_id = ${seatId} and revoked_at is null and not suspended
    returning license_seat_id as "seatId", last_lease as number`)

export const occupySeat = (tx: Tx, licenseId: string) =>
  tx.run(sql`
    update licenses set seats_occupied = seats_occupied + 1
    where tenant_id = (select current_tenant()) and license_id = ${licenseId}`)

/** Frees a seat; the row stays as history. */
export async function freeSeat(tx: Tx, licenseId: string, seatId: string): Promise<void> {
  await tx.run(sql`
    update license_seats set revoked_at = clock()
    where tenant_id = (select current_tenant()) and license_seat_id = ${seatId} and revoked_at is null`)
  await tx.run(sql`
    update licenses set seats_occupied = seats_occupied - 1
    where tenant_id = (select current_tenant()) and license_id = ${licenseId}`)
}

export const listGrants = (tx: Reader, licenseId: string) =>
  tx.rows<Grant>(sql`
    select json_build_object('years', license_years, 'months', license_months, 'days', license_days,
                             'perpetual', license_is_perpetual) as license,
           json_build_object('years', maintenance_years, 'months', maintenance_months, 'days', maintenance_days,
                             'perpetual', maintenance_is_perpetual) as maintenance
    from license_details where tenant_id = (select current_tenant()) and license_id = ${licenseId} order by position`)

export const startLicense = (tx: Tx, licenseId: string, activatedAt: Date, terms: Terms) =>
  tx.run(sql`
    update licenses set activated_at = ${activatedAt}, starts_at = ${terms.startsAt}, expires_at = ${terms.expiresAt},
           maintenance_expires_at = ${terms.maintenanceExpiresAt}
    where tenant_id = (select current_tenant()) and license_id = ${licenseId}`)
