import type { Database } from '../../platform/database/database.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Mailer } from '../mail/index.ts'
import { jobInPieces } from '../tenants/index.ts'
import { cancelStalePendingSellOuts } from './cancel-order.ts'
import { tellNews } from './news.ts'

/**
 * Scheduled jobs: cancelling sell-outs that nobody decided on, which releases their stock, and mailing news of orders
 * (rules O8, O16).
 */
export const ordersJobs = ({ db, mailer }: { db: Database; mailer: Mailer }): Job[] => [
  jobInPieces(db, { name: 'orders:cancel-stale', cron: '7 * * * *', size: 200, piece: cancelStalePendingSellOuts }),
  jobInPieces(db, {
    name: 'orders:news',
    cron: '* * * * *',
    size: 100,
    piece: (tx, size) => tellNews(tx, mailer, size),
  }),
]
