import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { dropGone, free, stands, type UndoPart } from '../../platform/import/undo.ts'
import { isReached } from '../accounts/index.ts'
import { hasSignatures } from '../approvals/index.ts'
import { isTouchedSince, recordRows } from '../audit/index.ts'
import { dropExternalIdsOf } from '../tenants/index.ts'

const tenant = sql`(select current_tenant())`
const isOrder = sql`u.action = 'order.imported'`
const order = sql`o.tenant_id = ${tenant} and o.order_id = u.entity_id::uuid`
const made = sql`from undo_rows u join orders o on ${order} where ${isOrder}`

/** What columns above know of orders that are taken back. */
export interface AboveOrders {
  /** Reports what uses them: `made` is the part of a statement with the rows `u` and their orders `o`. */
  reportUses(tx: Tx, made: Sql): Promise<unknown>
}

/** Orders that the import made are removed with their lines, if nothing was built on them. They moved no stock. */
export const undoOfOrders = ({ reportUses }: AboveOrders): UndoPart => ({
  actions: ['order.imported'],

  async check(tx, by) {
    if (!(await tx.row(sql`select from undo_rows u where ${isOrder} limit 1`))) return
    await dropGone(tx, sql`${isOrder} and not exists (select from orders o where ${order})`)
    await tx.run(sql`
      select from orders where tenant_id = ${tenant} and order_id in (select u.entity_id::uuid from undo_rows u where ${isOrder})
      order by order_id for update`)
    if (by !== null)
      await stands(tx, 'mayNot', sql`${made} and not (${isReached(sql`o.buyer_id`)} or ${isReached(sql`o.vendor_id`)})`)
    const ofOrder = sql`r.tenant_id = ${tenant} and`
    await stands(
      tx,
      'inUse',
      sql`${made} and (o.deal_id is not null
        or exists (select from order_attachments r where ${ofOrder} r.order_id = o.order_id)
        or exists (select from orders r where ${ofOrder} r.derived_order_id = o.order_id)
        or exists (select from order_history r where ${ofOrder} r.part_order_id = o.order_id)
        or exists (select from offered.stock_movements r where ${ofOrder} r.order_id = o.order_id)
        or ${hasSignatures('order', sql`o.order_id`)})`,
    )
    await reportUses(tx, made)
    await stands(tx, 'changedSince', sql`${made} and ${isTouchedSince}`)
  },

  async undo(tx) {
    const ids = sql`select u.entity_id::uuid from undo_rows u where ${isOrder} and ${free}`
    await recordRows(
      tx,
      'order.removed',
      'order',
      sql`select o.order_id, jsonb_build_object('orderCode', o.code, 'status', o.status, 'orderTotal', o.total), null::jsonb
          from orders o where o.tenant_id = ${tenant} and o.order_id in (${ids})`,
    )
    await dropExternalIdsOf(tx, ids)
    const row = await tx.row<{ removed: number }>(sql`select remove_imported_orders(array(${ids})) as removed`)
    return { removed: row?.removed ?? 0, restored: 0 }
  },
})
