import type { Reader, Tx } from '../../platform/database/tx.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { record } from '../audit/index.ts'
import {
  type DeviceDetails,
  type DeviceLicense,
  freeSeat,
  hasHeldSeat,
  type LeasedSeat,
  lockLicense,
  type Start,
  takeSeat,
  updateSeat,
} from './device-queries.ts'
import { termsOf, whyNotLease } from './rules.ts'
import { selfRelease } from './self-release.ts'
import { findSilentSeat, freeSilentSeat } from './silent-seats.ts'

/** A license, and the device that calls. */
export interface DeviceOfLicense {
  licenseId: string
  deviceUuid: string
}

/** What a lease contains: the device it is for, and the end of the license. */
export interface LeaseFacts {
  license: DeviceLicense
  seat: LeasedSeat
  deviceUuid: string
}

const known = <T>(value: T | null | undefined, otherwise: 'DV404' | 'DV428' = 'DV404'): T => {
  if (value === undefined || value === null) throw new Refusal(otherwise)
  return value
}

/** Makes room on a license whose seats are all taken, and returns what is known of it then; undefined: it must be locked first. */
type MakeRoom = (license: DeviceLicense) => Promise<DeviceLicense | undefined>

/**
 * Gives the device a seat of a license, or the one it holds, and starts the license if it is the first. Returns undefined if
 * the license or the seat has changed since it was read, or if a seat is to be taken over, for which the license must be locked.
 * Refuses DV409, DV410, DV423, DV426.
 */
export const leaseSeat = (tx: Reader, license: DeviceLicense, asked: DeviceDetails & { deviceUuid: string }) =>
  leaseAmong(tx, license, asked, async ({ licenseId }) => {
    if (await findSilentSeat(tx, licenseId)) return undefined
    throw new Refusal('DV409')
  })

async function leaseAmong(
  tx: Reader,
  read: DeviceLicense,
  asked: DeviceDetails & { deviceUuid: string },
  makeRoom: MakeRoom,
): Promise<LeaseFacts | undefined> {
  const { deviceUuid } = asked
  const held = read.seat
  refuse(whyNotLease(read, held ?? undefined, asked.installedVersion ?? held?.installedVersion, read.now))
  // Kept for trial products only.
  const device = { ...asked, currentTrialStep: read.isTrial ? asked.currentTrialStep : null }
  if (held) {
    const again = await updateSeat(tx, held.seatId, device)
    return again && { license: read, seat: again, deviceUuid }
  }
  const license = read.seatsOccupied < read.seats ? read : await makeRoom(read)
  if (license === undefined) return undefined

  const start = license.activatedAt === null ? startOf(license) : null
  const seat = await takeSeat(tx, license, deviceUuid, device, start)
  if (seat === undefined || start === null) return seat && { license, seat, deviceUuid }
  // An upgrade key has the ends of its base key, also when that starts with it.
  const ends = license.isUpgrade ? (start.base?.terms ?? license) : start.terms
  const { expiresAt, maintenanceExpiresAt } = ends
  return { license: { ...license, activatedAt: license.now, expiresAt, maintenanceExpiresAt }, seat, deviceUuid }
}

/** The dates of a license that starts now, with those of its base key if that has not started (rules K6). */
function startOf({ now, activationRule, grants, isUpgrade, base }: DeviceLicense): Start {
  return {
    terms: termsOf(now, activationRule, grants ?? [], isUpgrade),
    base: base && { licenseId: base.licenseId, terms: termsOf(now, base.activationRule, base.grants, false) },
  }
}

/**
 * The same with a lock, after `leaseSeat` found a concurrent change: activations never get more than `seats`, because the
 * license row is locked before the seats are counted. Also refuses DV404.
 */
export async function activateDevice(tx: Tx, asked: DeviceOfLicense & DeviceDetails): Promise<LeaseFacts> {
  const license = known(await lockLicense(tx, asked.licenseId, asked.deviceUuid))
  return known(await leaseAmong(tx, license, asked, (full) => takeOver(tx, full, asked.deviceUuid)))
}

/**
 * Frees the seat of a full license that was silent longest, if its product lets it be taken over (rules K29), for the device
 * that takes a seat next. The license is locked. Refuses DV409 when no seat may be taken over.
 */
async function takeOver(tx: Tx, license: DeviceLicense, byDeviceUuid: string): Promise<DeviceLicense> {
  const { licenseId, seatsOccupied } = license
  for (;;) {
    const silent = await findSilentSeat(tx, licenseId)
    if (silent === undefined) throw new Refusal('DV409')
    // A heartbeat does not wait for the license: the seat may have spoken since it was read, then the next one is looked for.
    if (!(await freeSilentSeat(tx, licenseId, silent))) continue
    await record(tx, 'license.seat_taken_over', 'license', licenseId, {
      before: { seatsOccupied, ...silent },
      after: { seatsOccupied: seatsOccupied - 1, byDeviceUuid },
    })
    return { ...license, seatsOccupied: seatsOccupied - 1 }
  }
}

/**
 * The lease of the seat that the device holds. A device without a seat (released, cleared or never activated) is refused
 * with DV428 and must activate again, so that replaying an old heartbeat gains nothing (threats L5). A license that serves
 * no device at all (exported, expired) is refused first. There is no audit record, because only the last-seen date changes.
 */
export function prolongLease(license: DeviceLicense, deviceUuid: string): LeaseFacts {
  const { seat } = license
  refuse(whyNotLease(license, seat ?? undefined, seat?.installedVersion, license.now))
  return { license, seat: known(seat, 'DV428'), deviceUuid }
}

/** What is to be released; without a seat, that of the device. */
interface Release extends DeviceOfLicense {
  licenseSeatId?: string | null | undefined
}

/**
 * Frees the device's seat, or another one of the license as `selfRelease` does. Releasing it twice changes nothing. Refuses
 * DV428 for a device that never had a seat and DV423 for its suspended seat.
 */
export async function releaseDevice(tx: Tx, { licenseId, deviceUuid, licenseSeatId }: Release): Promise<void> {
  const license = known(await lockLicense(tx, licenseId, deviceUuid))
  const held = license.seat
  if (licenseSeatId && licenseSeatId !== held?.seatId) {
    return selfRelease(tx, { licenseId, licenseSeatId, by: { deviceUuid } })
  }
  if (!held) {
    if (await hasHeldSeat(tx, licenseId, deviceUuid)) return
    throw new Refusal('DV428')
  }
  if (held.suspended) throw new Refusal('DV423')
  await freeSeat(tx, licenseId, held.seatId)
  await record(tx, 'license.seat_released', 'license', licenseId, {
    before: { seatsOccupied: license.seatsOccupied, licenseSeatId: held.seatId, deviceUuid },
    after: { seatsOccupied: license.seatsOccupied - 1 },
  })
}
