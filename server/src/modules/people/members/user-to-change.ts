import type { Tx } from '../../../platform/database/tx.ts'
import { forbid, found, Refusal } from '../../../platform/refusal.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { countOtherSuperAdmins, type LockedUser, lockUser } from './queries.ts'
import { type Action, forbidden, whyNot } from './rules.ts'

/** A user on whom the actor may do this action now, locked. Refuses RQ404, RQ403 or RQ409 by the rules. */
export async function userToChange(tx: Tx, actor: Actor, action: Action, userId: string): Promise<LockedUser> {
  const user = found(await lockUser(tx, userId))
  forbid(whyNot(action, user, actor), forbidden(action, user, actor))
  return user
}

/** Refuses US409 when no other active super admin would remain. Concurrent calls wait for each other's lock. */
export async function keepASuperAdmin(tx: Tx, user: Pick<LockedUser, 'userId' | 'status' | 'roles'>): Promise<void> {
  if (user.status !== 'user_active' || !user.roles.some((role) => role.isSuperAdmin)) return
  if ((await countOtherSuperAdmins(tx, user.userId)) === 0)
    throw new Refusal('US409', null, 'This is the last super admin')
}
