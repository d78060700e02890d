import { sql } from '../../../platform/database/sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'

/**
 * Makes the user the actor of all further audit records of the transaction, as if the call had been sent with their session.
 * For public calls after they have proved the identity: by password and code, or by a token that was mailed (rules G25).
 */
export async function actAs(tx: Tx, userId: string): Promise<void> {
  await tx.run(sql`select set_config('app.user', ${userId}, true)`)
}
