import { openPart } from './part.ts'
import { sql } from './sql.ts'
import type { Tx } from './tx.ts'

/**
 * Runs an attempt, returns its outcome or throws its error, and rolls everything back to a savepoint. Previews use it: they make the change,
 * read the result and undo it, so that a preview follows the rules of the change itself.
 * @param attempt asks the transaction that it is given: after the rollback that one takes nothing more
 */
export async function inDryRun<T>(tx: Tx, attempt: (tx: Tx) => Promise<T>): Promise<T> {
  await tx.run(sql`savepoint dry_run`)
  const undo = () => tx.run(sql`rollback to savepoint dry_run`)
  const part = openPart(tx, () => undefined)
  const attempted = async () => attempt(part.tx)
  const outcome = await attempted().then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  part.end()
  // What the attempt did not wait for goes with it, and if that fails, it is not run.
  await undo().catch(async (error) => {
    await undo()
    // An attempt that refused would have been told so, and not what had failed unheard.
    if ('value' in outcome) throw error
  })
  if ('error' in outcome) throw outcome.error
  return outcome.value
}
