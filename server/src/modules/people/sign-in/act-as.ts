import { sql } from '../../../platform/database/sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'

/**
 * Makes the user the actor of all further audit records of the transaction, as if the call had been sent with their session.
 * For public calls after they have proved the identity: by password and code, or by a token that was mailed (rules G25).
 * Nobody has chosen an account before a session: they act for their own.
 */
export async function actAs(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`
    select set_config('app.user', u.user_id::text, true), set_config('app.account', u.account_id::text, true)
    from users u where u.tenant_id = (select current_tenant()) and u.user_id = ${userId}`)
}
