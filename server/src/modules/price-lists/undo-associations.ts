import { sql } from '../../platform/database/sql.ts'
import { dropGone, free, stands, type UndoPart } from '../../platform/import/undo.ts'
import { isReached } from '../accounts/index.ts'
import { recordRows } from '../audit/index.ts'
import { insertAssociations } from './insert-associations.ts'

const tenant = sql`(select current_tenant())`
const isAssociation = sql`u.action = 'price_list.associated'`
const association = sql`h.tenant_id = ${tenant} and h.account_id = u.entity_id::uuid`
const isAsImported = sql`exists (
  select from price_list_accounts h
  where ${association} and h.price_list_id = (u.after ->> 'priceListId')::uuid and h.can_propagate = (u.after ->> 'canPropagate')::boolean)`

/** Accounts lose the list that the import gave them, or get back the one that they had. */
export const associationsUndo: UndoPart = {
  actions: ['price_list.associated'],

  async check(tx, by) {
    await dropGone(
      tx,
      sql`${isAssociation} and u.before is null and not exists (select from price_list_accounts h where ${association})`,
    )
    await tx.run(sql`
      select from price_list_accounts where tenant_id = ${tenant} and account_id in (
        select u.entity_id::uuid from undo_rows u where ${isAssociation}) order by account_id for update`)
    if (by !== null)
      await stands(
        tx,
        'mayNot',
        sql`from undo_rows u where ${isAssociation} and not ${isReached(sql`u.entity_id::uuid`)}`,
      )
    await stands(tx, 'changedSince', sql`from undo_rows u where ${isAssociation} and not ${isAsImported}`)
    await stands(
      tx,
      'removedSince',
      sql`from undo_rows u where ${isAssociation} and u.before is not null and not exists (
        select from price_lists l where l.tenant_id = ${tenant} and l.price_list_id = (u.before ->> 'priceListId')::uuid)`,
    )
  },

  async undo(tx) {
    const given = sql`undo_rows u where ${isAssociation} and ${free}`
    const restored = await insertAssociations(
      tx,
      sql`select u.entity_id::uuid as account_id, (u.before ->> 'priceListId')::uuid as price_list_id,
            (u.before ->> 'canPropagate')::boolean as can_propagate
          from ${given} and u.before is not null`,
      'undo',
    )
    await recordRows(
      tx,
      'price_list.dissociated',
      'account',
      sql`select u.entity_id, u.after - 'source', null::jsonb from ${given} and u.before is null`,
    )
    const removed = await tx.run(
      sql`delete from price_list_accounts h using ${given} and u.before is null and ${association}`,
    )
    return { removed, restored }
  },
}
