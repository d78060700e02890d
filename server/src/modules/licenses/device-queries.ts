import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import type { ActivationRule, Grant, Terms } from './rules.ts'
import { keyHash } from './serial-keys.ts'

interface KeyHolder {
  tenantId: string
  licenseId: string
}

const lookedUp = (shared: Database['shared'], spellings: string[]) => {
  const hashes = spellings.map((spelling) => keyHash(shared, spelling))
  return sql`${hashes}::bytea[], ${spellings}::text[]`
}

/** Tenant and license of a key. The call has no tenant yet; serial keys are unique in the whole installation. */
export const findKeyHolder = (shared: Database['shared'], spellings: string[]) =>
  shared.row<KeyHolder>(sql`
    select tenant_id as "tenantId", license_id as "licenseId" from tenant_of_key(${lookedUp(shared, spellings)})`)

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
  /** The seat that the device holds. */
  seat: HeldSeat | null
  /** Of a license that has not started yet and is locked. */
  grants: Grant[] | null
}

export interface HeldSeat {
  seatId: string
  suspended: boolean
  installedVersion: string | null
  /** The number of a lease that is given now. */
  number: number
}

type Facts = { [K in keyof DeviceLicense]: Date extends DeviceLicense[K] ? string | null : DeviceLicense[K] }

function licenseOf(row: { facts: Facts | null } | undefined): DeviceLicense | undefined {
  if (!row?.facts) return undefined
  const dateOf = (text: string | null) => (text === null ? null : new Date(text))
  const { activatedAt, expiresAt, maintenanceExpiresAt, now, ...rest } = row.facts
  return {
    ...rest,
    activatedAt: dateOf(activatedAt),
    expiresAt: dateOf(expiresAt),
    maintenanceExpiresAt: dateOf(maintenanceExpiresAt),
    now: new Date(now as string),
  }
}

/**
 * Locks the license row and reads what decides about its seats. Everybody who takes or frees a seat of the license waits
 * for this lock, so seats are counted one after another.
 */
export const lockLicense = async (tx: Tx, licenseId: string, deviceUuid: string) =>
  licenseOf(await tx.row(sql`select device_facts(${licenseId}, ${deviceUuid}, true) as facts`))

export interface Contact {
  spellings: string[]
  deviceUuid: string
  currentTrialStep?: number | null | undefined
  /** The tenant that the call names; empty if it names none. */
  tenantCode: string
  /** The fixed clock of tests and the demo. */
  clock: string | null
}

/**
 * The license and seat of a device that makes contact, which is noted. Without a lock and in one round trip: this is the
 * call that every device repeats (decision 042).
 */
export const noteContact = async (shared: Database['shared'], contact: Contact) =>
  licenseOf(
    await shared.row(sql`
      select device_contact(${lookedUp(shared, contact.spellings)}, ${contact.deviceUuid}, ${contact.currentTrialStep ?? null}::int,
                            ${contact.tenantCode}, ${contact.clock ?? ''}) as facts`),
  )

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

export interface LeasedSeat {
  seatId: string
  number: number
}

/** Takes a seat of a locked license, and starts the license if `terms` are given. */
export const takeSeat = (tx: Tx, license: DeviceLicense, deviceUuid: string, d: DeviceDetails, terms: Terms | null) =>
  tx.row<LeasedSeat>(sql`
    with occupied as (
      update licenses set seats_occupied = seats_occupied + 1${
        terms === null
          ? sql``
          : sql`, activated_at = ${license.now}, starts_at = ${terms.startsAt}, expires_at = ${terms.expiresAt},
                maintenance_expires_at = ${terms.maintenanceExpiresAt}`
      }
      where tenant_id = (select current_tenant()) and license_id = ${license.licenseId})
    insert into license_seats (license_seat_id, license_id, device_uuid, device_name, device_description, device_lang,
                               installed_product, installed_version, os_name, os_version, current_trial_step, last_lease)
    values (${newId()}, ${license.licenseId}, ${deviceUuid}, ${d.deviceName ?? null}, ${d.deviceDescription ?? null}, ${d.deviceLang ?? null},
            ${d.installedProduct ?? null}, ${d.installedVersion ?? null}, ${d.osName ?? null}, ${d.osVersion ?? null},
            ${d.currentTrialStep ?? null}, next_lease(0))
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
      last_seen_at = clock(), last_lease = next_lease(last_lease)
    where tenant_id = (select current_tenant()) and license_seat_id = ${seatId} and revoked_at is null and not suspended
    returning license_seat_id as "seatId", last_lease as number`)

/** Frees a seat; the row stays as history. */
export async function freeSeat(tx: Tx, licenseId: string, seatId: string): Promise<void> {
  await tx.run(sql`
    update license_seats set revoked_at = clock()
    where tenant_id = (select current_tenant()) and license_seat_id = ${seatId} and revoked_at is null`)
  await tx.run(sql`
    update licenses set seats_occupied = seats_occupied - 1
    where tenant_id = (select current_tenant()) and license_id = ${licenseId}`)
}
