import { sql } from '../../platform/database/sql.ts'
import { dropGone, free, stands, type UndoPart } from '../../platform/import/undo.ts'
import { isReached } from '../accounts/index.ts'
import { isTouchedSince, recordRows } from '../audit/index.ts'

const tenant = sql`(select current_tenant())`
const issued = sql`i.tenant_id = ${tenant} and i.issued_id = u.entity_id::uuid`
const made = sql`from undo_rows u join issued_certificates i on ${issued} where u.action = 'certification.imported'`

/** Certificates go if nobody has renewed, revoked or noted them since. */
export const certificationsUndo: UndoPart = {
  actions: ['certification.imported'],

  async check(tx, by) {
    await dropGone(
      tx,
      sql`u.action = 'certification.imported' and not exists (select from issued_certificates i where ${issued})`,
    )
    await tx.run(sql`
      select from issued_certificates where tenant_id = ${tenant} and issued_id in (
        select entity_id::uuid from undo_rows where action = 'certification.imported')
      order by issued_id for update`)
    if (by !== null) await stands(tx, 'mayNot', sql`${made} and not ${isReached(sql`i.account_id`)}`)
    await stands(tx, 'changedSince', sql`${made} and ${isTouchedSince}`)
  },

  async undo(tx) {
    const ids = sql`select u.entity_id::uuid from undo_rows u where u.action = 'certification.imported' and ${free}`
    await recordRows(
      tx,
      'certification.deleted',
      'certification',
      sql`select i.issued_id, jsonb_build_object('validationCode', i.validation_code, 'certificateName', c.name), null::jsonb
          from issued_certificates i
          join certificates c on c.tenant_id = i.tenant_id and c.certificate_id = i.certificate_id
          where i.tenant_id = ${tenant} and i.issued_id in (${ids})`,
    )
    const taken = await tx.row<{ count: number }>(sql`select take_back_certifications(array(${ids})) as count`)
    return { removed: taken?.count ?? 0, restored: 0 }
  },
}
