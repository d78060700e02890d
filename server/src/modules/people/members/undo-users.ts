import { sql } from '../../../platform/database/sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { dropGone, free, stands, type UndoPart } from '../../../platform/import/undo.ts'
import { isReached } from '../../accounts/index.ts'
import { isTouchedSince, recordAll, recordRows } from '../../audit/index.ts'
import { openSessions } from '../sessions/sessions.ts'
import { importedFacts } from './import-users.ts'
import { markDeleted } from './queries.ts'

const tenant = sql`(select current_tenant())`
const user = sql`w.tenant_id = ${tenant} and w.user_id = u.entity_id::uuid`
const rowsOf = (action: string) => sql`from undo_rows u join users w on ${user} where u.action = ${sql.lit(action)}`
const made = rowsOf('user.created')
const changed = rowsOf('user.updated')
const sessions = openSessions()

/** New users are deleted, unless they have come or were changed; changed ones take back names, roles and language. */
export const usersUndo: UndoPart = {
  // The invitation of a user who is deleted works no more.
  actions: ['user.created', 'user.updated', 'user.invited'],

  async check(tx, by) {
    await dropGone(tx, sql`u.action = 'user.invited'`)
    await dropGone(
      tx,
      sql`u.action = 'user.created' and exists (select from users w where ${user} and w.deleted_at is not null)`,
    )
    await tx.run(sql`
      select from users where tenant_id = ${tenant} and user_id in (
        select entity_id::uuid from undo_rows where action = any(${usersUndo.actions}))
      order by user_id for no key update`)
    if (by !== null) {
      await stands(tx, 'mayNot', sql`${made} and not ${isReached(sql`w.account_id`)}`)
      // Nobody changes their own roles.
      await stands(
        tx,
        'mayNot',
        sql`${changed} and (not ${isReached(sql`w.account_id`)}
          or w.user_id = ${by.userId} and u.before -> 'roleIds' <> u.after -> 'roleIds')`,
      )
    }
    await stands(tx, 'removedSince', sql`${changed} and w.deleted_at is not null`)
    await stands(tx, 'changedSince', sql`${changed} and not ${importedFacts(sql`w`)} @> (u.after - 'source')`)
    await stands(
      tx,
      'changedSince',
      sql`${changed} and exists (
        select from jsonb_array_elements_text(u.before -> 'roleIds') r
        where not exists (select from offered.roles o where o.tenant_id = ${tenant} and o.role_id = r::int))`,
    )
    await stands(tx, 'changedSince', sql`${made} and ${isTouchedSince}`)
  },

  async undo(tx) {
    return { removed: await remove(tx), restored: await restore(tx) }
  },
}

async function remove(tx: Tx): Promise<number> {
  const users = await tx.rows<{ entityId: string; before: { email: string; status: string } }>(sql`
    select w.user_id as "entityId", jsonb_build_object('email', w.email, 'status', w.status) as before ${made} and ${free}`)
  if (users.length === 0) return 0
  await markDeleted(
    tx,
    users.map(({ entityId }) => entityId),
  )
  await recordAll(tx, 'user.deleted', 'user', users)
  for (const { entityId, before } of users)
    if (before.status !== 'user_pending') await sessions.endAllOf(tx, entityId, 'deleted')
  return users.length
}

async function restore(tx: Tx): Promise<number> {
  const rows = sql`undo_rows u where u.action = 'user.updated' and ${free}`
  await recordRows(
    tx,
    'user.updated',
    'user',
    sql`select u.entity_id, u.after - 'source', u.before || '{"source": "undo"}' from ${rows}`,
  )
  const restored = await tx.rows<{ userId: string }>(sql`
    update users w set first_name = u.before ->> 'firstName', last_name = u.before ->> 'lastName',
      language_code = u.before ->> 'languageCode', time_zone = u.before ->> 'timeZone'
    from ${rows} and ${user} returning w.user_id as "userId"`)
  const given = sql`select u.entity_id::uuid as user_id, r::int as role_id
    from undo_rows u cross join lateral jsonb_array_elements_text(u.before -> 'roleIds') r where u.action = 'user.updated' and ${free}`
  await tx.run(sql`
    delete from user_roles h using ${rows} and h.tenant_id = ${tenant} and h.user_id = u.entity_id::uuid
      and not exists (select from (${given}) g where g.user_id = h.user_id and g.role_id = h.role_id)`)
  await tx.run(sql`insert into user_roles (user_id, role_id) ${given} on conflict do nothing`)
  for (const { userId } of restored) await sessions.renewAllOf(tx, userId)
  return restored.length
}
