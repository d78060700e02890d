import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'

/** Locks the account's row (KEY SHARE) until the transaction ends, so that the account cannot be deleted concurrently. */
export const lockAccount = (tx: Tx, accountId: string) =>
  tx.run(sql`
    select from accounts where tenant_id = (select current_tenant()) and account_id = ${accountId} for key share`)
