import type { Tx } from '../../../platform/database/tx.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { record } from '../../audit/index.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { RoleFacts } from './present-user.ts'
import { findRoles, setRoles } from './queries.ts'
import { canGiveAll } from './rules.ts'
import { keepASuperAdmin, userToChange } from './user-to-change.ts'

/** The requested roles. Refuses RQ422 at `path` for an unknown role, RQ403 when the actor may not give one of them. */
export async function givenRoles(tx: Tx, actor: Actor, roleIds: number[], path: string[]): Promise<RoleFacts[]> {
  const roles = await findRoles(tx, roleIds)
  if (roles.length < new Set(roleIds).size) throw invalid(path, 'unknown_role', 'There is no such role')
  if (!canGiveAll(roles, actor))
    throw new Refusal('RQ403', { reason: 'level' }, 'A role holds a permission that you lack')
  return roles
}

/** Who acts for a second account is no super admin there: whoever must always be able to sign in signs in as themselves (rules P64). */
export function refuseSuperAdmin(roles: RoleFacts[]): void {
  if (roles.some((role) => role.isSuperAdmin))
    throw new Refusal('RQ403', { reason: 'second_account' }, 'A super admin has a sign-in of their own')
}

/** Replaces a user's roles; effective from the next request on. */
export async function changeRoles(
  tx: Tx,
  actor: Actor,
  userId: string,
  roleIds: number[],
  sessions: Sessions,
): Promise<void> {
  const user = await userToChange(tx, actor, 'changeRoles', userId)
  const roles = await givenRoles(tx, actor, roleIds, ['roles'])
  if (!user.hasOwnSignIn) refuseSuperAdmin(roles)
  if (!roles.some((role) => role.isSuperAdmin)) await keepASuperAdmin(tx, user)
  const names = (of: RoleFacts[]) => of.map((role) => role.name).sort()
  if (String(names(roles)) === String(names(user.roles))) return
  await setRoles(tx, userId, roleIds)
  await record(tx, 'user.roles_changed', 'user', userId, {
    before: { roles: names(user.roles) },
    after: { roles: names(roles) },
  })
  await sessions.renewAllOf(tx, userId)
}
