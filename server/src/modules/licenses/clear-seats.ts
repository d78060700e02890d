import type { ClearedSeats, SeatStatus } from '@trellis/contract/license-changes'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { found, Refusal } from '../../platform/refusal.ts'
import { record, recordRows } from '../audit/index.ts'
import { isNamed } from './queries.ts'

interface LockedLicense {
  licenseId: string
  serialKey: string
}

/** Locks a license in reach. Whoever takes or frees a seat of it waits. */
const lockByKey = (tx: Tx, serialKey: string) =>
  tx.row<LockedLicense>(sql`
    select l.license_id as "licenseId", l.serial_key as "serialKey" from licenses l
    where ${isNamed(serialKey)}
    for no key update`)

interface Seat {
  seatId: string
  suspended: boolean
  isHeld: boolean
}

const listSeats = (tx: Tx, licenseId: string, seatIds: string[]) =>
  tx.rows<Seat>(sql`
    select license_seat_id as "seatId", suspended, revoked_at is null as "isHeld" from license_seats
    where tenant_id = (select current_tenant()) and license_id = ${licenseId}
      and (license_seat_id = any(${seatIds}::uuid[]) or (cardinality(${seatIds}::uuid[]) = 0 and revoked_at is null))
    order by license_seat_id`)

/**
 * Frees seats of a license: the named ones, or all when none is named. They stay in the history (rules K12). A suspended
 * seat that is named refuses the call (LC521), a freed one too (RQ409); under "all" suspended seats stay and are named in
 * the answer. Refuses RQ404 for a seat of another license.
 */
export async function clearSeats(tx: Tx, serialKey: string, seatIds: string[]): Promise<ClearedSeats> {
  const { licenseId } = found(await lockByKey(tx, serialKey))
  const named = [...new Set(seatIds)]
  const seats = await listSeats(tx, licenseId, named)
  if (named.length > 0) {
    if (seats.length < named.length) throw new Refusal('RQ404')
    const suspended = seats.filter((seat) => seat.suspended && seat.isHeld).map(({ seatId }) => seatId)
    if (suspended.length > 0) throw new Refusal('LC521', { licenseSeatId: suspended })
    if (seats.some(({ isHeld }) => !isHeld)) throw new Refusal('RQ409', null, 'The seat was freed already')
  }
  const cleared = seats.filter((seat) => !seat.suspended).map(({ seatId }) => seatId)
  if (cleared.length > 0) {
    await tx.run(sql`
      update license_seats set revoked_at = clock()
      where tenant_id = (select current_tenant()) and license_seat_id = any(${cleared}::uuid[])`)
    await countSeats(tx, licenseId)
    await recordSeats(tx, 'license.seat_cleared', cleared)
  }
  return { cleared, suspended: seats.filter((seat) => seat.suspended).map(({ seatId }) => seatId) }
}

/** Removes every seat of a license with its history, suspended ones too; the audit log keeps them. */
export async function deleteSeats(tx: Tx, licenseId: string): Promise<void> {
  found(
    await tx.row(sql`
      select from licenses l
      where l.tenant_id = (select current_tenant()) and l.license_id = ${licenseId}
        and l.owner_id in (select account_id from reachable_accounts())
      for no key update`),
  )
  await recordRows(
    tx,
    'license.seat_deleted',
    'license',
    sql`
      select s.license_id, to_jsonb(s) - array['tenant_id', 'device_folded'], null::jsonb from license_seats s
      where s.tenant_id = (select current_tenant()) and s.license_id = ${licenseId}`,
  )
  await tx.run(sql`
    delete from license_seats where tenant_id = (select current_tenant()) and license_id = ${licenseId}`)
  await countSeats(tx, licenseId)
}

/** Suspends a seat, so that its device gets no lease, or resumes it. A freed seat refuses (RQ409). */
export async function changeSeat(tx: Tx, serialKey: string, seatId: string, status: SeatStatus): Promise<void> {
  const { licenseId } = found(await lockByKey(tx, serialKey))
  const seat = found((await listSeats(tx, licenseId, [seatId]))[0])
  if (!seat.isHeld) throw new Refusal('RQ409', null, 'The seat was freed already')
  const suspended = status === 'suspended'
  if (seat.suspended === suspended) return
  await tx.run(sql`
    update license_seats set suspended = ${suspended}
    where tenant_id = (select current_tenant()) and license_seat_id = ${seatId}`)
  await record(tx, suspended ? 'license.seat_suspended' : 'license.seat_resumed', 'license', licenseId, {
    before: { licenseSeatId: seatId, suspended: seat.suspended },
    after: { licenseSeatId: seatId, suspended },
  })
}

const countSeats = (tx: Tx, licenseId: string) =>
  tx.run(sql`
    update licenses l set seats_occupied = (
      select count(*) from license_seats s
      where s.tenant_id = l.tenant_id and s.license_id = l.license_id and s.revoked_at is null)
    where l.tenant_id = (select current_tenant()) and l.license_id = ${licenseId}`)

/** One audit entry for each seat, with its device. */
const recordSeats = (tx: Tx, action: 'license.seat_cleared', seatIds: string[]) =>
  recordRows(
    tx,
    action,
    'license',
    sql`
      select s.license_id,
             jsonb_build_object('licenseSeatId', s.license_seat_id, 'deviceUuid', s.device_uuid, 'deviceName', s.device_name),
             null::jsonb
      from license_seats s
      where s.tenant_id = (select current_tenant()) and s.license_seat_id = any(${seatIds}::uuid[])`,
  )
