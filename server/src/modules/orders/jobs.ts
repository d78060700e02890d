import type { Database } from '../../platform/database/database.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Post } from '../mail/index.ts'
import { inEachTenantUntilNone } from '../tenants/index.ts'
import { cancelStalePendingSellOuts } from './cancel-order.ts'
import { tellNews } from './news.ts'

/** A sale that nobody decided on lets go of its stock; news of orders goes out by mail (domain, Orders and stock; 8). */
export const ordersJobs = ({ db, post }: { db: Database; post: Post }): Job[] => [
  { name: 'orders:cancel-stale', cron: '7 * * * *', run: () => inEachTenantUntilNone(db, cancelStalePendingSellOuts) },
  { name: 'orders:news', cron: '* * * * *', run: () => inEachTenantUntilNone(db, (tx) => tellNews(tx, post)) },
]
