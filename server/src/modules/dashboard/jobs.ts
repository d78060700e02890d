import type { Database } from '../../platform/database/database.ts'
import type { Tx } from '../../platform/database/tx.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Limits } from '../../platform/pieces.ts'
import { jobInPieces } from '../tenants/index.ts'
import { fold } from './queries.ts'

/** Orders per batch; takes about two seconds with sixteen lines per order. */
const ordersPerPiece = 1000

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

export const dashboardJobs = (db: Database, limits: Partial<Limits> = {}): Job[] => [
  jobInPieces(db, { name: 'dashboard:fold-sales', cron: '* * * * *', size: ordersPerPiece, piece: fold, limits }),
]
