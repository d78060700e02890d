import { sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { countFreedSeat } from './device-queries.ts'
import { isSilent, productOf } from './queries.ts'

/** A seat that another device may take over, with the device that loses it. */
export interface SilentSeat {
  licenseSeatId: string
  deviceUuid: string
  deviceName: string | null
  lastSeenAt: string
}

/** The seat of a license that was silent longest, if it may be taken over. Asked only when all seats are taken. */
export const findSilentSeat = (tx: Reader, licenseId: string) =>
  tx.row<SilentSeat>(sql`
    select s.license_seat_id as "licenseSeatId", s.device_uuid as "deviceUuid", s.device_name as "deviceName",
           iso(s.last_seen_at) as "lastSeenAt"
    from licenses l ${productOf}
    join license_seats s on s.tenant_id = l.tenant_id and s.license_id = l.license_id
    where l.tenant_id = (select current_tenant()) and l.license_id = ${licenseId} and ${isSilent}
    order by s.last_seen_at, s.license_seat_id limit 1`)

/** Frees a silent seat whose license is locked, unless its device has spoken since; says whether. */
export async function freeSilentSeat(tx: Tx, licenseId: string, { licenseSeatId }: SilentSeat): Promise<boolean> {
  const freed = await tx.run(sql`
    update license_seats s set revoked_at = clock() from licenses l ${productOf}
    where s.tenant_id = (select current_tenant()) and s.license_seat_id = ${licenseSeatId}
      and l.tenant_id = s.tenant_id and l.license_id = s.license_id and ${isSilent}`)
  if (freed === 0) return false
  await countFreedSeat(tx, licenseId)
  return true
}
