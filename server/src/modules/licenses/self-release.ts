import { maximumSeatsOfKey, type SeatOfKey } from '@trellis/contract/devices'
import type { SelfReleases } from '@trellis/contract/licenses'
import { sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { found, Refusal } from '../../platform/refusal.ts'
import { record } from '../audit/index.ts'
import { freeSeat } from './device-queries.ts'
import { whyNotSelfRelease } from './rules.ts'

/** Who frees a seat without being support: a device that has the key, or somebody on the key's public page. */
export type Releaser = { deviceUuid: string } | 'page'

/** A seat of a license that is to be freed. */
export interface SeatToFree {
  licenseId: string
  licenseSeatId: string
  by: Releaser
}

/** A seat that a device holds. The id of the device is for the server: who knows it can act as that device. */
export interface HeldSeatOfKey {
  licenseSeatId: string
  deviceUuid: string
  deviceName: string | null
  /** Its last contact. */
  lastContact: string
  suspended: boolean
}

/** The seats that devices hold now, the one that was silent longest first, and what the key's users may still free. */
export interface SeatsOfKey {
  seats: HeldSeatOfKey[]
  selfReleases: SelfReleases
}

/**
 * Frees a seat for the users of a key, within what its product allows in a year (rules K31). They wait for the license's row,
 * so two at once never free more than is left. A seat that is free already stays so and costs nothing: a call may be repeated.
 * Refuses RQ404 for a seat of another license, and DV430 with the reason in `info` (and, when none is left, the instant from
 * which the next is possible).
 */
export async function selfRelease(tx: Tx, { licenseId, licenseSeatId, by }: SeatToFree): Promise<void> {
  const { seatsOccupied } = found(await lockSeats(tx, licenseId))
  const seat = found(await findSeat(tx, licenseId, licenseSeatId))
  if (seat.isFree) return
  const left = await findSelfReleases(tx, licenseId)
  const reason = whyNotSelfRelease(seat, left)
  if (reason !== null) {
    throw new Refusal('DV430', { reason, nextReleaseDate: reason === 'none_left' ? left.nextReleaseDate : null })
  }
  await freeSeat(tx, licenseId, licenseSeatId, true)
  const { deviceUuid, deviceName } = seat
  await record(tx, 'license.seat_self_released', 'license', licenseId, {
    before: { seatsOccupied, licenseSeatId, deviceUuid, deviceName },
    after: { seatsOccupied: seatsOccupied - 1, byDeviceUuid: by === 'page' ? null : by.deviceUuid },
  })
}

/** How many seats of the key its users may still free by themselves, and when the next if none. */
export const findSelfReleases = async (tx: Reader, licenseId: string): Promise<SelfReleases> =>
  found(await tx.row<{ of: SelfReleases }>(sql`select self_releases(${licenseId}) as of`)).of

/** The seats of a key as its users may see them. Nothing is locked. */
export async function seatsOfKey(tx: Reader, licenseId: string): Promise<SeatsOfKey> {
  const seats = await tx.rows<HeldSeatOfKey>(sql`
    select s.license_seat_id as "licenseSeatId", s.device_uuid as "deviceUuid", s.device_name as "deviceName",
           iso(s.last_seen_at) as "lastContact", s.suspended
    from license_seats s
    where s.tenant_id = (select current_tenant()) and s.license_id = ${licenseId} and s.revoked_at is null
    order by s.last_seen_at, s.license_seat_id`)
  return { seats, selfReleases: await findSelfReleases(tx, licenseId) }
}

/** The same for one device with the key, which need not have a seat: it always may free its own, which is always among them. */
export async function seatsForDevice(tx: Reader, licenseId: string, deviceUuid: string): Promise<SeatOfKey[]> {
  const { seats, selfReleases } = await seatsOfKey(tx, licenseId)
  const isShown = (seat: HeldSeatOfKey, at: number) => at < maximumSeatsOfKey || seat.deviceUuid === deviceUuid
  return seats.filter(isShown).map((seat) => {
    const isOwn = seat.deviceUuid === deviceUuid
    const releasable = isOwn ? !seat.suspended : whyNotSelfRelease(seat, selfReleases) === null
    const { licenseSeatId, deviceName, lastContact } = seat
    return { licenseSeatId, deviceName, lastContact, isOwn, releasable }
  })
}

/** Whoever takes or frees a seat of the license waits for this lock. */
const lockSeats = (tx: Tx, licenseId: string) =>
  tx.row<{ seatsOccupied: number }>(sql`
    select seats_occupied as "seatsOccupied" from licenses
    where tenant_id = (select current_tenant()) and license_id = ${licenseId}
    for no key update`)

const findSeat = (tx: Tx, licenseId: string, licenseSeatId: string) =>
  tx.row<{ deviceUuid: string; deviceName: string | null; suspended: boolean; isFree: boolean }>(sql`
    select device_uuid as "deviceUuid", device_name as "deviceName", suspended, revoked_at is not null as "isFree"
    from license_seats
    where tenant_id = (select current_tenant()) and license_id = ${licenseId} and license_seat_id = ${licenseSeatId}`)
