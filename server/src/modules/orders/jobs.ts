import type { Database } from '../../platform/database/database.ts'
import type { Job } from '../../platform/jobs.ts'
import { jobInPieces } from '../tenants/index.ts'
import { cancelStalePendingSellOuts } from './cancel-order.ts'

/** Cancels sell-outs that nobody decided on, which releases their stock (rules O8). */
export const ordersJobs = (db: Database): Job[] => [
  jobInPieces(db, {
    name: 'orders:cancel-stale',
    byClock: true,
    cron: '7 * * * *',
    size: 200,
    piece: cancelStalePendingSellOuts,
  }),
]
