import type { Database } from '../../platform/database/database.ts'
import type { Tx } from '../../platform/database/tx.ts'
import type { Job } from '../../platform/jobs.ts'
import { inPieces, type Pieces } from '../../platform/pieces.ts'
import { listWithWork } from './queries.ts'

interface Scheduled {
  name: string
  cron: string
  /** Also for tenants that are suspended (rules G22). */
  whileSuspended?: boolean
  /** What it does depends on business time: it also runs in a sandbox as soon as its clock was moved (decision 158). */
  byClock?: boolean
}

/** A scheduled job of the System: one transaction in each tenant that may have work for it. */
export const jobInEachTenant = (
  db: Database,
  { work, ...scheduled }: Scheduled & { work(tx: Tx): Promise<unknown> },
): Job =>
  jobInPieces(db, {
    ...scheduled,
    size: 1,
    async piece(tx) {
      await work(tx)
      return 0
    },
  })

/**
 * A scheduled job for large amounts of work: in each tenant that has any batch by batch, until nothing is left
 * (see `inPieces`).
 */
export const jobInPieces = (
  db: Database,
  { cron, whileSuspended = false, byClock = false, ...pieces }: Scheduled & Pieces,
): Job => ({
  name: pieces.name,
  cron,
  run: inPieces(db, () => listWithWork(db.shared, pieces.name, { whileSuspended }), pieces),
  ...(byClock && { afterMove: (tenant) => inPieces(db, async () => [tenant], pieces)() }),
})
