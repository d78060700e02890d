import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import type { Job } from '../../platform/jobs.ts'
import { jobInPieces } from '../tenants/index.ts'
import { foldLicenseChanges, sumLicenses } from './license-sums.ts'

/** Orders per batch; takes about two seconds with sixteen lines per order. */
const ordersPerPiece = 1000
const changesPerPiece = 5000

/** Folds up to this many noted approvals and revocations into the sums. Returns the number folded. */
const fold = async (tx: Tx, orders: number): Promise<number> =>
  (await tx.row<{ folded: number }>(sql`select fold_sales(${orders}::int) as folded`))?.folded ?? 0

/**
 * Adds the approvals and revocations that this tenant has noted since the last run to the sums that the dashboard reads.
 * Returns the number of orders folded. The dashboard is exact without it (it also reads the orders not folded yet);
 * folding keeps it fast.
 */
export async function foldSales(tx: Tx): Promise<number> {
  let folded = 0
  for (let last = -1; last !== 0; folded += last) last = await fold(tx, ordersPerPiece)
  return folded
}

/** The same for the changes of licenses. */
export async function foldLicenses(tx: Tx): Promise<number> {
  let folded = 0
  for (let last = -1; last !== 0; folded += last) last = await foldLicenseChanges(tx, changesPerPiece)
  return folded
}

export const dashboardJobs = (db: Database): Job[] => [
  jobInPieces(db, { name: 'dashboard:fold-sales', cron: '* * * * *', size: ordersPerPiece, piece: fold }),
  jobInPieces(db, {
    name: 'dashboard:fold-licenses',
    cron: '* * * * *',
    size: changesPerPiece,
    piece: foldLicenseChanges,
  }),
  // One scope in a piece.
  jobInPieces(db, {
    name: 'dashboard:sum-licenses',
    byClock: true,
    cron: '*/10 * * * *',
    size: 1,
    piece: (tx) => sumLicenses(tx),
  }),
]
