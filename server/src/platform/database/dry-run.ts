import { sql } from './sql.ts'
import type { Tx } from './tx.ts'

/**
 * Runs an attempt, returns its outcome or throws its error, and rolls everything back to a savepoint. Previews use it: they make the change,
 * read the result and undo it, so that a preview follows the rules of the change itself.
 */
export async function inDryRun<T>(tx: Tx, attempt: () => Promise<T>): Promise<T> {
  await tx.run(sql`savepoint dry_run`)
  const undo = () => tx.run(sql`rollback to savepoint dry_run`)
  try {
    return await attempt()
  } finally {
    // What the attempt did not wait for goes with it, and if that fails, it is not run.
    await undo().catch(async (error) => {
      await undo()
      throw error
    })
  }
}
