import type { Tx } from '../../platform/database/tx.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { record } from '../audit/index.ts'
import {
  type DeviceDetails,
  type DeviceLicense,
  findHeldSeat,
  findLicense,
  freeSeat,
  hasHeldSeat,
  insertSeat,
  type LeasedSeat,
  listGrants,
  lockLicense,
  occupySeat,
  startLicense,
  updateSeat,
} from './device-queries.ts'
import { termsOf, whyNotLease } from './rules.ts'

/** A device and its serial key, in the normalized spelling. */
export interface DeviceKey {
  serialKey: string
  deviceUuid: string
}

/** What a lease contains: the device it is for, and the end of the license. */
export interface LeaseFacts {
  license: DeviceLicense
  seat: LeasedSeat
  deviceUuid: string
}

const known = <T>(value: T | undefined, otherwise: 'DV404' | 'DV428' = 'DV404'): T => {
  if (value === undefined) throw new Refusal(otherwise)
  return value
}

/**
 * Gives the device a seat, or returns the one it holds. Concurrent activations never get more than `seats`, because the
 * license row is locked before the seats are counted. The first activation starts the license.
 * Refuses DV404, DV409, DV410, DV423, DV426.
 */
export async function activateDevice(tx: Tx, asked: DeviceKey & DeviceDetails): Promise<LeaseFacts> {
  let license = known(await lockLicense(tx, asked.serialKey))
  const device = { ...asked, currentTrialStep: stepOf(license, asked) }
  const held = await findHeldSeat(tx, license.licenseId, device.deviceUuid)
  refuse(whyNotLease(license, held, device.installedVersion ?? held?.installedVersion, license.now))
  if (held) {
    const seat = known(await updateSeat(tx, held.seatId, device))
    return { license, seat, deviceUuid: device.deviceUuid }
  }
  if (license.seatsOccupied >= license.seats) throw new Refusal('DV409')
  const seat = known(await insertSeat(tx, license.licenseId, device.deviceUuid, device))
  await occupySeat(tx, license.licenseId)
  if (license.activatedAt === null) license = await start(tx, license)
  await record(tx, 'license.seat_taken', 'license', license.licenseId, {
    before: { seatsOccupied: license.seatsOccupied },
    after: { seatsOccupied: license.seatsOccupied + 1, licenseSeatId: seat.seatId, deviceUuid: device.deviceUuid },
  })
  return { license, seat, deviceUuid: device.deviceUuid }
}

/** The step of the trial that the device reports; kept for trial products only. */
const stepOf = ({ isTrial }: DeviceLicense, { currentTrialStep }: Pick<DeviceDetails, 'currentTrialStep'>) =>
  isTrial ? currentTrialStep : null

async function start(tx: Tx, license: DeviceLicense): Promise<DeviceLicense> {
  const grants = await listGrants(tx, license.licenseId)
  const terms = termsOf(license.now, license.activationRule ?? 'activation', grants, license.isUpgradeRight)
  await startLicense(tx, license.licenseId, license.now, terms)
  await record(tx, 'license.activated', 'license', license.licenseId, { after: terms })
  const { expiresAt, maintenanceExpiresAt } = terms
  return { ...license, activatedAt: license.now, expiresAt, maintenanceExpiresAt }
}

/**
 * Renews the lease of the seat that the device holds. A device without a seat (released, cleared or never activated) is
 * refused with DV428 and must activate again, so that replaying an old heartbeat gains nothing (threats L5). A license
 * that serves no device at all (exported, expired) is refused first. There is no audit record, because only the last-seen
 * date changes.
 */
export async function prolongLease(
  tx: Tx,
  { serialKey, deviceUuid, ...said }: DeviceKey & Pick<DeviceDetails, 'currentTrialStep'>,
): Promise<LeaseFacts> {
  const license = known(await findLicense(tx, serialKey))
  const found = await findHeldSeat(tx, license.licenseId, deviceUuid)
  refuse(whyNotLease(license, found, found?.installedVersion, license.now))
  const held = known(found, 'DV428')
  const seat = known(await updateSeat(tx, held.seatId, { currentTrialStep: stepOf(license, said) }), 'DV428')
  return { license, seat, deviceUuid }
}

/**
 * Frees the device's seat. Releasing it twice changes nothing. Refuses DV428 for a device that never had a seat and DV423
 * for a suspended seat.
 */
export async function releaseDevice(tx: Tx, { serialKey, deviceUuid }: DeviceKey): Promise<void> {
  const license = known(await lockLicense(tx, serialKey))
  const held = await findHeldSeat(tx, license.licenseId, deviceUuid)
  if (!held) {
    if (await hasHeldSeat(tx, license.licenseId, deviceUuid)) return
    throw new Refusal('DV428')
  }
  if (held.suspended) throw new Refusal('DV423')
  await freeSeat(tx, license.licenseId, held.seatId)
  await record(tx, 'license.seat_released', 'license', license.licenseId, {
    before: { seatsOccupied: license.seatsOccupied, licenseSeatId: held.seatId, deviceUuid },
    after: { seatsOccupied: license.seatsOccupied - 1 },
  })
}
