import type { Tx } from '../../../platform/database/tx.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { record } from '../../audit/index.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { markDeleted } from './queries.ts'
import { refuseWithoutFlag } from './update-user.ts'
import { keepASuperAdmin, userToChange } from './user-to-change.ts'

/** Deletes the actor, or a user in reach who has accepted their invitation. The e-mail address can be used again. */
export async function removeUser(tx: Tx, actor: Actor, userId: string, sessions: Sessions): Promise<void> {
  refuseWithoutFlag(actor, userId, 'd')
  const user = await userToChange(tx, actor, 'remove', userId)
  if (user.status === 'user_pending')
    throw new Refusal('RQ409', null, 'The user is pending: delete them through /users/pending')
  await keepASuperAdmin(tx, user)
  await markDeleted(tx, [userId])
  await record(tx, 'user.deleted', 'user', userId, { before: { email: user.email, status: user.status } })
  await sessions.endAllOf(tx, userId, 'deleted')
}

/** Deletes a user who has not accepted the invitation yet; the invitation becomes invalid. */
export async function removePendingUser(tx: Tx, actor: Actor, userId: string): Promise<void> {
  const user = await userToChange(tx, actor, 'remove', userId)
  if (user.status !== 'user_pending') throw new Refusal('RQ409', null, 'The user is not pending')
  await markDeleted(tx, [userId])
  await record(tx, 'user.deleted', 'user', userId, { before: { email: user.email, status: user.status } })
}
