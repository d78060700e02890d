import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { found } from '../../platform/refusal.ts'

/** Locks the account's row (KEY SHARE) until the transaction ends, so that the account cannot be deleted concurrently. */
export const lockAccount = (tx: Tx, accountId: string) =>
  tx.run(sql`
    select from accounts where tenant_id = (select current_tenant()) and account_id = ${accountId} for key share`)

/** Takes a SHARE lock before something is added to the account. Refuses RQ404 for an account that is deleted. */
export async function lockLivingAccount(tx: Tx, accountId: string): Promise<void> {
  found(
    await tx.row(sql`
      select from accounts
      where tenant_id = (select current_tenant()) and account_id = ${accountId} and deleted_at is null for share`),
  )
}
