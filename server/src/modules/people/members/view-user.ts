import type { View } from '@trellis/contract/users'
import { sql } from '../../../platform/database/sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { newId } from '../../../platform/ids.ts'
import { found, Refusal } from '../../../platform/refusal.ts'
import type { Actor } from '../../../platform/tenancy.ts'
import { record } from '../../audit/index.ts'
import { unionOf } from '../sessions/permissions.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { hiddenFrom } from '../sessions/viewed.ts'
import { userToChange } from './user-to-change.ts'

/** A view ends by itself after this many minutes (rules P28). */
const viewMinutes = 60

/** Begins a look at the portal as this user; an open one of the same user and session ends. */
export async function startView(
  tx: Tx,
  actor: Actor,
  userId: string,
  reason: string,
  sessions: Sessions,
): Promise<View> {
  const user = await userToChange(tx, actor, 'view', userId)
  await endOpen(tx, actor.sessionId, userId)
  const { endDate } = found(
    await tx.row<Pick<View, 'endDate'>>(sql`
      insert into user_views (view_id, session_id, user_id, ends_at)
      values (${newId()}, ${actor.sessionId}, ${userId}, now() + make_interval(mins => ${viewMinutes}))
      returning iso(ends_at) as "endDate"`),
  )
  await record(tx, 'user.view_started', 'user', userId, { after: { reason, endDate } })
  await sessions.refresh(tx, actor.sessionId)
  return {
    userId,
    fullName: `${user.firstName} ${user.lastName}`,
    accountId: user.accountId,
    accountName: user.accountName,
    endDate,
    hiddenModules: hiddenFrom(actor.permissions, unionOf(user.roles.map(({ permissions }) => permissions))),
  }
}

/** Ends the view of this user in this session; RQ404 when there is none. */
export async function endView(tx: Tx, actor: Actor, userId: string, sessions: Sessions): Promise<void> {
  if ((await endOpen(tx, actor.sessionId, userId)) === 0) throw new Refusal('RQ404')
  await record(tx, 'user.view_ended', 'user', userId)
  await sessions.refresh(tx, actor.sessionId)
}

/** The number of views that were open. */
const endOpen = (tx: Tx, sessionId: string, userId: string) =>
  tx.run(sql`
    update user_views set ended_at = now()
    where tenant_id = (select current_tenant()) and session_id = ${sessionId} and user_id = ${userId}
      and ended_at is null`)
