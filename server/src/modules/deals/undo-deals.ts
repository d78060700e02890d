import { sql } from '../../platform/database/sql.ts'
import { dropGone, free, stands, type UndoPart } from '../../platform/import/undo.ts'
import { isReached } from '../accounts/index.ts'
import { hasSignatures } from '../approvals/index.ts'
import { recordRows, touchedSinceBut } from '../audit/index.ts'
import { forgetNewsOf } from '../news/index.ts'
import { dropExternalIdsOf } from '../tenants/index.ts'

const tenant = sql`(select current_tenant())`
const deal = sql`d.tenant_id = ${tenant} and d.deal_id = u.entity_id::uuid`
const made = sql`from undo_rows u join deals d on ${deal} where u.action = 'deal.imported'`

/** Deals go with their history if nobody has done anything with them. That their protection ended since is nobody's work. */
export const dealsUndo: UndoPart = {
  actions: ['deal.imported'],

  async check(tx, by) {
    await dropGone(tx, sql`u.action = 'deal.imported' and not exists (select from deals d where ${deal})`)
    await tx.run(sql`
      select from deals where tenant_id = ${tenant} and deal_id in (
        select entity_id::uuid from undo_rows where action = 'deal.imported')
      order by deal_id for update`)
    if (by !== null) await stands(tx, 'mayNot', sql`${made} and not ${isReached(sql`d.vendor_id`)}`)
    await stands(
      tx,
      'hasOrders',
      sql`${made} and exists (select from offered.orders o where o.tenant_id = ${tenant} and o.deal_id = d.deal_id)`,
    )
    await stands(
      tx,
      'changedSince',
      sql`${made} and (${touchedSinceBut(['deal.expired'])} or ${hasSignatures('ebid', sql`d.deal_id`)})`,
    )
  },

  async undo(tx) {
    const ids = sql`select u.entity_id::uuid from undo_rows u where u.action = 'deal.imported' and ${free}`
    await recordRows(
      tx,
      'deal.deleted',
      'deal',
      sql`select d.deal_id, jsonb_build_object('code', d.code, 'status', d.status, 'company', p.name), null::jsonb
          from deals d join deal_prospects p on p.tenant_id = d.tenant_id and p.deal_id = d.deal_id
          where d.tenant_id = ${tenant} and d.deal_id in (${ids})`,
    )
    await dropExternalIdsOf(tx, ids)
    await forgetNewsOf(tx, ids)
    const taken = await tx.row<{ count: number }>(sql`select take_back_deals(array(${ids})) as count`)
    return { removed: taken?.count ?? 0, restored: 0 }
  },
}
