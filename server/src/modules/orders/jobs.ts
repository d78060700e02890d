import type { Database } from '../../platform/database/database.ts'
import type { Job } from '../../platform/jobs.ts'
import { inEachTenant } from '../tenants/index.ts'
import { cancelStalePendingSellOuts } from './cancel-order.ts'

/** A sale that nobody decided on lets go of its stock (domain, Orders and stock). */
export const ordersJobs = (db: Database): Job[] => [
  { name: 'orders:cancel-stale', cron: '7 * * * *', run: () => inEachTenant(db, cancelStalePendingSellOuts) },
]
