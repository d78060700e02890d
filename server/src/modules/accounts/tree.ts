import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'

/**
 * Takes the shared lock on the tree until the end of the transaction: accounts can be added concurrently, but none can be
 * moved.
 */
export const shareTree = (tx: Tx) => tx.run(sql`select pg_advisory_xact_lock_shared(tree_lock())`)

/** How long a move waits for the lock before it fails with RQ503, because calls that come later wait behind it. */
const lockTimeout = '1200ms'
/** Statement timeout during a move, which rewrites many rows for a branch with a million orders. */
const statementTimeout = '120s'

/**
 * Takes the exclusive lock on the tree until the end of the transaction: no account can be added or moved, and no order
 * or license created, concurrently.
 */
export async function lockTree(tx: Tx): Promise<void> {
  await tx.run(
    sql`select set_config('lock_timeout', ${lockTimeout}, true), set_config('statement_timeout', ${statementTimeout}, true)`,
  )
  await tx.run(sql`select pg_advisory_xact_lock(tree_lock())`)
}
