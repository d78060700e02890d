import type { Out } from '@trellis/contract/endpoint'
import { hasPermission } from '@trellis/contract/permissions'
import type { UpdateUser } from '@trellis/contract/users'
import { sql } from '../../../platform/database/sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { record, recordAll } from '../../audit/index.ts'
import { isKnownTimeZone } from '../../tenants/index.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { adoptTimeZone } from './adopt-time-zone.ts'
import { knownTimeZone } from './create-user.ts'
import { isOfPerson } from './own-accounts.ts'
import { lockUser, type Profile, updateProfile } from './queries.ts'
import { userToChange } from './user-to-change.ts'

/** Changes a profile, the actor's own or that of a user in reach. Language and time zone apply from the next request on. */
export async function updateUser(
  tx: Tx,
  actor: Actor,
  userId: string,
  { id, ...draft }: Out<typeof UpdateUser>,
  sessions: Sessions,
): Promise<void> {
  if (id !== undefined && id.toLowerCase() !== userId.toLowerCase())
    throw invalid(['id'], 'other_id', 'Is not the user of the path')
  refuseWithoutFlag(actor, userId, 'u')
  // The one who signs in first, so that two sessions of a person who change the profile wait for each other.
  if (userId === actor.userId) await lockUser(tx, actor.signInUserId)
  const user = await userToChange(tx, actor, 'update', userId)
  const after = { ...draft, timeZone: knownTimeZone(draft.timeZone) }
  if (!(await isKnownTimeZone(tx, after.timeZone))) throw invalid(['timeZone'], 'time_zone', 'Not a time zone')
  const { firstName, lastName, timeZone, languageCode, isNotificationEnabled } = user
  await updateProfile(tx, userId, after)
  if (after.timeZone !== timeZone && user.roles.some(({ isSuperAdmin }) => isSuperAdmin))
    await adoptTimeZone(tx, after.timeZone)
  await record(tx, 'user.updated', 'user', userId, {
    before: { firstName, lastName, timeZone, languageCode, isNotificationEnabled },
    after,
  })
  if (userId === actor.userId) await updateOthersOf(tx, actor, after)
  await sessions.refreshAllOf(tx, userId)
}

/** Who changes the own profile changes it as every user of theirs, but for the mails, which each account has its own of (rules P63). */
async function updateOthersOf(tx: Tx, { userId, signInUserId }: Actor, profile: Profile): Promise<void> {
  const { isNotificationEnabled: _, ...after } = profile
  const { firstName, lastName, timeZone, languageCode } = after
  const others = await tx.rows<{ entityId: string; before: typeof after }>(sql`
    with before as materialized (
      select user_id, jsonb_build_object('firstName', first_name, 'lastName', last_name, 'timeZone', time_zone,
                                         'languageCode', language_code) as facts
      from users
      where tenant_id = (select current_tenant()) and ${isOfPerson(signInUserId)} and user_id <> ${userId} and deleted_at is null
      order by user_id for no key update
    )
    update users u set first_name = ${firstName}, last_name = ${lastName}, time_zone = ${timeZone}, language_code = ${languageCode}
    from before b where u.tenant_id = (select current_tenant()) and u.user_id = b.user_id
    returning u.user_id as "entityId", b.facts as before`)
  await recordAll(
    tx,
    'user.updated',
    'user',
    others.map((one) => ({ ...one, after })),
  )
}

/**
 * Some calls have no required permission, because every user may make them for themselves. For other users the permission
 * is checked here, before the lookup, so that the answer does not reveal who exists.
 */
export function refuseWithoutFlag(actor: Actor, userId: string, flag: 'u' | 'd'): void {
  if (userId !== actor.userId && !hasPermission(actor.permissions, 'Users', flag))
    throw new Refusal('RQ403', { permission: `Users:${flag}` })
}
