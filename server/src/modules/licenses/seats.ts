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

/**
 * Gives the device a seat of a license, or the one it holds, and starts the license if it is the first. Returns undefined if
 * the license or the seat has changed since it was read. Refuses DV409, DV410, DV423, DV426.
 */
export async function leaseSeat(
  tx: Reader,
  license: DeviceLicense,
  asked: DeviceDetails & { deviceUuid: string },
): Promise<LeaseFacts | undefined> {
  const { deviceUuid } = asked
  const held = license.seat
  refuse(whyNotLease(license, held ?? undefined, asked.installedVersion ?? held?.installedVersion, license.now))
  // Kept for trial products only.
  const device = { ...asked, currentTrialStep: license.isTrial ? asked.currentTrialStep : null }
  if (held) {
    const again = await updateSeat(tx, held.seatId, device)
    return again && { license, seat: again, deviceUuid }
  }
  if (license.seatsOccupied >= license.seats) throw new Refusal('DV409')

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
  return known(await leaseSeat(tx, license, asked))
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

/**
 * Frees the device's seat. Releasing it twice changes nothing. Refuses DV428 for a device that never had a seat and DV423
 * for a suspended seat.
 */
export async function releaseDevice(tx: Tx, { licenseId, deviceUuid }: DeviceOfLicense): Promise<void> {
  const license = known(await lockLicense(tx, licenseId, deviceUuid))
  const held = license.seat
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
