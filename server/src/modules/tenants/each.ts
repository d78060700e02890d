import type { Database } from '../../platform/database/database.ts'
import type { Tx } from '../../platform/database/tx.ts'
import type { Job } from '../../platform/jobs.ts'
import { inPieces, type Pieces } from '../../platform/pieces.ts'
import { listActing } from './queries.ts'

interface Scheduled {
  name: string
  cron: string
}

/** Work of the System that comes round by the clock: one transaction in each tenant. */
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

/** The same for work of which much may wait: in each tenant piece by piece, until nothing waits (see `inPieces`). */
export const jobInPieces = (db: Database, { cron, ...pieces }: Scheduled & Pieces): Job => ({
  name: pieces.name,
  cron,
  run: inPieces(db, () => listActing(db.shared), pieces),
})
