import { sql } from '../../../platform/database/sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import { record } from '../../audit/index.ts'
import { setPassword } from './change-password.ts'
import { lockActiveUser, spendTokens } from './queries.ts'

type Hearing = Pick<Parameters<typeof setPassword>[3], 'sessions' | 'mailer'>

/**
 * Sets the password of a user whom the operator knows: that of an active one with all consequences of a change, the first one of a
 * pending one, whose invitation is then used up. Null: no user of this address may sign in.
 */
export async function setByOperator(
  tx: Tx,
  email: string,
  passwordHash: string,
  hearing: Hearing,
): Promise<'changed' | 'activated' | null> {
  const user = await lockActiveUser(tx, email)
  if (user)
    return (await setPassword(tx, user, passwordHash, { because: 'set by the operator', ...hearing }))
      ? 'changed'
      : null
  const pending = await tx.row<{ userId: string }>(sql`
    update users set status = 'user_active', password_hash = ${passwordHash}
    where tenant_id = (select current_tenant()) and email = ${email} and status = 'user_pending' and deleted_at is null
      and sign_in_user_id is null
    returning user_id as "userId"`)
  if (!pending) return null
  await spendTokens(tx, pending.userId, ['invitation'])
  await record(tx, 'user.activated', 'user', pending.userId, {
    before: { status: 'user_pending' },
    after: { status: 'user_active' },
  })
  return 'activated'
}
