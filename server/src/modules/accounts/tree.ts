import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'

/** Shares the lock on the tree until the transaction ends: accounts can be added meanwhile, but none is moved. */
export const shareTree = (tx: Tx) => tx.run(sql`select pg_advisory_xact_lock_shared(tree_lock())`)

/** How long a move waits for the lock before it gives up (RQ503): whoever comes after it waits as well. */
const lockTimeout = '1200ms'
/** How long one of its statements may take: moving a branch with a million orders rewrites many rows. */
const statementTimeout = '120s'

/** Locks the tree until the transaction ends: nobody else adds or moves an account, an order or a license. */
export async function lockTree(tx: Tx): Promise<void> {
  await tx.run(
    sql`select set_config('lock_timeout', ${lockTimeout}, true), set_config('statement_timeout', ${statementTimeout}, true)`,
  )
  await tx.run(sql`select pg_advisory_xact_lock(tree_lock())`)
}
