import type { LeaseClaims } from '@trellis/contract/leases'
import type { Database } from '../../platform/database/database.ts'
import { json, type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { recordingRows } from '../audit/index.ts'
import type { ActivationRule, Grant, Terms } from './rules.ts'
import { keyHash } from './serial-keys.ts'

interface KeyHolder {
  tenantId: string
  licenseId: string
}

const hashesOf = (shared: Database['shared'], spellings: string[]) =>
  sql`${spellings.map((spelling) => keyHash(shared, spelling))}::bytea[]`

/** Tenant and license of a key. The call has no tenant yet; serial keys are unique in the whole installation. */
export const findKeyHolder = (shared: Database['shared'], spellings: string[]) =>
  shared.row<KeyHolder>(sql`
    select tenant_id as "tenantId", license_id as "licenseId" from tenant_of_key(${hashesOf(shared, spellings)})`)

export interface DeviceLicense {
  tenantId: string
  licenseId: string
  serialKey: string
  seats: number
  seatsOccupied: number
  activatedAt: Date | null
  /** The ends that hold: those of the base key, for an upgrade key. */
  expiresAt: Date | null
  maintenanceExpiresAt: Date | null
  exported: boolean
  tenantCode: string
  sku: string
  productName: string
  maximumVersion: string | null
  activationRule: ActivationRule | null
  isTrial: boolean
  /** Whether it takes the seats of a base key. */
  isUpgrade: boolean
  /** The base key, if it has not started. */
  base: UnstartedKey | null
  now: Date
  /** Of `now` before the machine's time, in a sandbox whose clock was moved. */
  millisecondsAhead: number
  granted: Granted
  /** The seat that the device holds. */
  seat: HeldSeat | null
  /** Null if the license has started. */
  grants: Grant[] | null
}

/** A key whose dates are not known yet. */
export interface UnstartedKey {
  licenseId: string
  activationRule: ActivationRule | null
  grants: Grant[]
}

/** What the key grants beyond its term. */
export type Granted = Pick<LeaseClaims, 'extensions' | 'entitlements'>

/** The dates of a key that starts now, and those of its base key if that starts with it. */
export interface Start {
  terms: Terms
  base: { licenseId: string; terms: Terms } | null
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

export interface Calling {
  spellings: string[]
  deviceUuid: string
  /** The tenant that the call names; empty if it names none. */
  tenantCode: string
  /** The fixed clock of tests and the demo. */
  clock: string | null
}

/** The license of a key and the seat of the device, without a lock. The call has no tenant yet. */
export const findDevice = async (shared: Database['shared'], { spellings, deviceUuid, tenantCode, clock }: Calling) =>
  licenseOf(
    await shared.row(sql`
      select device_of_key(${hashesOf(shared, spellings)}, ${deviceUuid}, ${tenantCode}, ${clock ?? ''}) as facts`),
  )

interface Contact extends Calling {
  currentTrialStep?: number | null | undefined
}

/**
 * The license and seat of a device that makes contact, which is noted. Without a lock and in one round trip: this is the
 * call that every device repeats (decision 042).
 */
export const noteContact = async (shared: Database['shared'], contact: Contact) =>
  licenseOf(
    await shared.row(sql`
      select device_contact(${hashesOf(shared, contact.spellings)}, ${contact.deviceUuid}, ${contact.currentTrialStep ?? null}::int,
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

/** The row of a new seat. */
const newSeat = (deviceUuid: string, d: DeviceDetails): Sql => sql`
  insert into license_seats (license_seat_id, license_id, device_uuid, device_name, device_description, device_lang,
                             installed_product, installed_version, os_name, os_version, current_trial_step, last_lease)
  select ${newId()}::uuid, o.license_id, ${deviceUuid}, ${d.deviceName ?? null}, ${d.deviceDescription ?? null}, ${d.deviceLang ?? null},
         ${d.installedProduct ?? null}, ${d.installedVersion ?? null}, ${d.osName ?? null}, ${d.osVersion ?? null},
         ${d.currentTrialStep ?? null}::int, next_lease(0)
  from occupied o
  returning license_seat_id, last_lease`

/**
 * Takes a seat, starts the license if `start` is given, with its base key, and records all, in one statement. Changes nothing
 * and returns no row if the license has changed since it was read, or if somebody has just taken this seat. PostgreSQL evaluates the
 * condition again after it has waited for the row lock, so there are never more seats than `seats`.
 */
export const takeSeat = (
  tx: Reader,
  license: DeviceLicense,
  deviceUuid: string,
  d: DeviceDetails,
  start: Start | null,
) =>
  tx.row<LeasedSeat>(sql`
    with occupied as (
      update licenses l set seats_occupied = l.seats_occupied + 1${
        start === null ? sql`` : sql`, ${datesOf(license.now, start.terms)}`
      }
      where l.tenant_id = (select current_tenant()) and l.license_id = ${license.licenseId}
        and l.seats_occupied = ${license.seatsOccupied} and l.seats_occupied < l.seats and l.exported_at is null
        and ${start === null ? sql`l.activated_at is not null` : sql`l.activated_at is null`}
      returning l.license_id
    ), ${
      start?.base
        ? sql`base as (
      update licenses b set ${datesOf(license.now, start.base.terms)}
      where b.tenant_id = (select current_tenant()) and b.license_id = ${start.base.licenseId} and b.activated_at is null
        and exists (select from occupied)
      returning b.license_id
    ), base_started as (${recordingRows(
      'license.activated',
      'license',
      sql`select b.license_id, null::jsonb, ${json(start.base.terms)} from base b`,
    )}),`
        : sql``
    } seat as (${newSeat(deviceUuid, d)}), started as (${recordingRows(
      'license.activated',
      'license',
      sql`select o.license_id, null::jsonb, ${json(start?.terms ?? null)} from occupied o where ${start !== null}`,
    )}), taken as (${recordingRows(
      'license.seat_taken',
      'license',
      sql`select o.license_id, ${json({ seatsOccupied: license.seatsOccupied })},
            ${json({ seatsOccupied: license.seatsOccupied + 1, deviceUuid })} || jsonb_build_object('licenseSeatId', s.license_seat_id)
          from occupied o, seat s`,
    )})
    select license_seat_id as "seatId", last_lease as number from seat`)

const datesOf = (now: Date, terms: Terms): Sql => sql`
  activated_at = ${now}, starts_at = ${terms.startsAt}, expires_at = ${terms.expiresAt},
  maintenance_expires_at = ${terms.maintenanceExpiresAt}`

/** Updates what a device says about itself when it activates again; fields that it leaves out keep their value. */
export const updateSeat = (tx: Reader, seatId: string, d: DeviceDetails) =>
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

/** Frees a seat; the row stays as history. `bySelf`: its product's releases of a year count it. */
export async function freeSeat(tx: Tx, licenseId: string, seatId: string, bySelf = false): Promise<void> {
  await tx.run(sql`
    update license_seats set revoked_at = clock(), self_released = ${bySelf}
    where tenant_id = (select current_tenant()) and license_seat_id = ${seatId} and revoked_at is null`)
  await countFreedSeat(tx, licenseId)
}

export const countFreedSeat = (tx: Tx, licenseId: string) =>
  tx.run(sql`
    update licenses set seats_occupied = seats_occupied - 1
    where tenant_id = (select current_tenant()) and license_id = ${licenseId}`)
