import type { Out } from '@trellis/contract/endpoint'
import { hasPermission } from '@trellis/contract/permissions'
import type { UpdateUser } from '@trellis/contract/users'
import type { Tx } from '../../../platform/database/tx.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { record } from '../../audit/index.ts'
import { isKnownTimeZone } from '../../tenants/index.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { adoptTimeZone } from './adopt-time-zone.ts'
import { knownTimeZone } from './create-user.ts'
import { updateProfile } from './queries.ts'
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
  await sessions.refreshAllOf(tx, userId)
}

/**
 * Some calls have no required permission, because every user may make them for themselves. For other users the permission
 * is checked here, before the lookup, so that the answer does not reveal who exists.
 */
export function refuseWithoutFlag(actor: Actor, userId: string, flag: 'u' | 'd'): void {
  if (userId !== actor.userId && !hasPermission(actor.permissions, 'Users', flag))
    throw new Refusal('RQ403', { permission: `Users:${flag}` })
}
