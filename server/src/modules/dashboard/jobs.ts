import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import type { Job } from '../../platform/jobs.ts'
import { jobInPieces } from '../tenants/index.ts'

/** Notes in a batch; takes about two seconds. */
const notesPerPiece = 5000

/** Adds up to this many notes to the sums. Returns the number added. */
const fold = async (tx: Tx, notes: number): Promise<number> =>
  (await tx.row<{ folded: number }>(sql`select fold_sums(${notes}::int) as folded`))?.folded ?? 0

/**
 * Adds what this tenant has noted since the last run to the sums that the dashboard reads. Returns the number of notes. The dashboard
 * is exact without it (it also reads the notes); folding keeps it fast.
 */
export async function foldSums(tx: Tx): Promise<number> {
  let folded = 0
  for (let last = -1; last !== 0; folded += last) last = await fold(tx, notesPerPiece)
  return folded
}

/** Computes the sums of licenses of one more account, the largest that has none. Returns 0 when there is none. */
export async function sumLicenses(tx: Tx, minimum?: number): Promise<number> {
  // A million licenses take seconds, in one statement: a snapshot of the licenses and of the notes.
  await tx.run(sql`select set_config('statement_timeout', '600000', true)`)
  const given = minimum === undefined ? sql`` : sql`${minimum}::bigint`
  return (await tx.row<{ summed: number }>(sql`select sum_account(${given}) as summed`))?.summed ?? 0
}

export const dashboardJobs = (db: Database): Job[] => [
  jobInPieces(db, { name: 'dashboard:fold', cron: '* * * * *', size: notesPerPiece, piece: fold }),
  // One account in a piece.
  jobInPieces(db, {
    name: 'dashboard:sum-licenses',
    byClock: true,
    cron: '*/10 * * * *',
    size: 1,
    piece: (tx) => sumLicenses(tx),
  }),
]
