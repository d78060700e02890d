import type { Database } from '../../platform/database/database.ts'
import type { Tx } from '../../platform/database/tx.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Limits } from '../../platform/pieces.ts'
import { jobInPieces } from '../tenants/index.ts'
import { fold } from './queries.ts'

/** Orders of one piece: about two seconds where an order has sixteen lines. */
const ordersPerPiece = 1000

/**
 * Adds this tenant's approvals and revocations since the last time to the sums that the dashboard reads; returns how many
 * orders. Figures are exact at every moment without it; it keeps them quick.
 */
export async function foldSales(tx: Tx): Promise<number> {
  let folded = 0
  for (let last = -1; last !== 0; folded += last) last = await fold(tx, ordersPerPiece)
  return folded
}

export const dashboardJobs = (db: Database, limits: Partial<Limits> = {}): Job[] => [
  jobInPieces(db, { name: 'dashboard:fold-sales', cron: '* * * * *', size: ordersPerPiece, piece: fold, limits }),
]
