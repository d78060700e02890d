import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { dropGone, free, stands, type UndoPart } from '../../platform/import/undo.ts'
import { isReached } from '../accounts/index.ts'
import { isTouchedSince, recordRows } from '../audit/index.ts'
import { dropExternalIdsOf } from '../tenants/index.ts'

const tenant = sql`(select current_tenant())`
const isKey = sql`u.action = 'license.imported'`
const isSeat = sql`u.action = 'license.seat_taken'`
const license = sql`l.tenant_id = ${tenant} and l.license_id = u.entity_id::uuid`
const made = sql`from undo_rows u join licenses l on ${license} where ${isKey}`
const ofKey = (table: string) =>
  sql`exists (select from ${sql.ref(table)} r where r.tenant_id = ${tenant} and r.license_id = l.license_id)`

/** Keys that the import made are removed with their grants and seats, if nothing was built on them. */
export const licensesUndo: UndoPart = {
  actions: ['license.imported', 'license.seat_taken'],

  async check(tx, by) {
    await dropGone(tx, sql`${isKey} and not exists (select from licenses l where ${license})`)
    // Seats of the import go with its keys, or stay with them.
    await dropGone(
      tx,
      sql`${isSeat} and exists (
        select from undo_rows w where w.action = 'license.imported' and w.entity_id = u.entity_id)`,
    )
    await stands(tx, 'isHistory', sql`from undo_rows u where ${isSeat}`)
    await lockKeys(tx)
    if (by !== null) await stands(tx, 'mayNot', sql`${made} and not ${isReached(sql`l.owner_id`)}`)
    const builtOn = ['license_exports', 'license_renewals', 'license_renewal_orders', 'license_pages', 'license_asks']
    await stands(
      tx,
      'inUse',
      sql`${made} and (l.derived_order_id is not null or ${sql.join(builtOn.map(ofKey), sql` or `)})`,
    )
    // A device that came with the key runs on a lease of this portal.
    await stands(
      tx,
      'inUse',
      sql`${made} and exists (
        select from license_seats s where s.tenant_id = ${tenant} and s.license_id = l.license_id and s.last_lease > 0)`,
    )
    await stands(tx, 'changedSince', sql`${made} and ${isTouchedSince}`)
    // What stays keeps the keys that it upgrades, in turn.
    const isUpgraded = sql`exists (
      select from license_upgrades r
      where r.tenant_id = ${tenant} and l.license_id in (r.base_license_id, r.term_license_id) and not exists (
        select from undo_rows w
        where w.action = 'license.imported' and w.entity_id = r.license_id::text
          and not exists (select from undo_obstacles o where o.n = w.n)))`
    while ((await stands(tx, 'inUse', sql`${made} and ${isUpgraded}`)) > 0);
  },

  async undo(tx) {
    const ids = sql`select u.entity_id::uuid from undo_rows u where ${isKey} and ${free}`
    await recordRows(
      tx,
      'license.removed',
      'license',
      sql`select l.license_id, jsonb_build_object('serialKey', l.serial_key, 'seats', l.seats), null::jsonb
          from licenses l where l.tenant_id = ${tenant} and l.license_id in (${ids})`,
    )
    await dropExternalIdsOf(tx, ids)
    const row = await tx.row<{ removed: number }>(sql`select remove_imported_licenses(array(${ids})) as removed`)
    return { removed: row?.removed ?? 0, restored: 0 }
  },
}

/** Devices, renewals and upgrades of these keys wait, and seats of the keys that they upgrade. */
const lockKeys = (tx: Tx) =>
  tx.run(sql`
    select from licenses l
    where l.tenant_id = ${tenant} and l.license_id in (
      select k.license_id from undo_rows u cross join lateral (
        select u.entity_id::uuid as license_id
        union all
        select r.base_license_id from license_upgrades r where r.tenant_id = ${tenant} and r.license_id = u.entity_id::uuid) k
      where ${isKey})
    order by l.license_id for update`)
