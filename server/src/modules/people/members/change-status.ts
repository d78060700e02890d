import type { Tx } from '../../../platform/database/tx.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { record } from '../../audit/index.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { setStatus } from './queries.ts'
import { keepASuperAdmin, userToChange } from './user-to-change.ts'

/** Suspends a user, which ends every session at once, or reactivates one. */
export async function changeStatus(
  tx: Tx,
  actor: Actor,
  userId: string,
  status: 'user_active' | 'user_suspended',
  sessions: Sessions,
): Promise<void> {
  const user = await userToChange(tx, actor, 'changeStatus', userId)
  if (user.status === status) return
  if (status === 'user_suspended') await keepASuperAdmin(tx, user)
  await setStatus(tx, userId, status)
  const action = status === 'user_suspended' ? 'user.suspended' : 'user.reactivated'
  await record(tx, action, 'user', userId, { before: { status: user.status }, after: { status } })
  if (status === 'user_suspended') await sessions.endAllOf(tx, userId, 'suspended')
}
