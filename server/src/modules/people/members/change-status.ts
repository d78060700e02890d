import type { Tx } from '../../../platform/database/tx.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { record } from '../../audit/index.ts'
import { spendTokens } from '../passwords/queries.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { setStatus } from './queries.ts'
import { keepASuperAdmin, userToChange } from './user-to-change.ts'

/**
 * Suspends a user as a directory does, also one who was only invited, whose invitation then leads nowhere; or reactivates one. The
 * rules are those of `changeStatus`.
 */
export async function followStatus(
  tx: Tx,
  actor: Actor,
  userId: string,
  isActive: boolean,
  sessions: Sessions,
): Promise<void> {
  const user = await userToChange(tx, actor, 'changeRoles', userId)
  if (user.status !== 'user_pending')
    return changeStatus(tx, actor, userId, isActive ? 'user_active' : 'user_suspended', sessions)
  if (isActive) return
  await setStatus(tx, userId, 'user_suspended')
  await spendTokens(tx, userId, ['invitation'])
  await record(tx, 'user.suspended', 'user', userId, {
    before: { status: user.status },
    after: { status: 'user_suspended' },
  })
}

/**
 * Suspends a user, which ends every session at once, or reactivates one. Who was suspended before they agreed to act for the account has the
 * offer again: only they can agree (rules P64).
 */
export async function changeStatus(
  tx: Tx,
  actor: Actor,
  userId: string,
  wanted: 'user_active' | 'user_suspended',
  sessions: Sessions,
): Promise<void> {
  const user = await userToChange(tx, actor, 'changeStatus', userId)
  if (user.status === wanted) return
  const status = wanted === 'user_active' && !user.hasAgreed ? 'user_pending' : wanted
  if (status === 'user_suspended') await keepASuperAdmin(tx, user)
  await setStatus(tx, userId, status)
  const action = status === 'user_suspended' ? 'user.suspended' : 'user.reactivated'
  await record(tx, action, 'user', userId, { before: { status: user.status }, after: { status } })
  if (status === 'user_suspended') await sessions.endAllOf(tx, userId, 'suspended')
}
