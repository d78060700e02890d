import type { Database } from './database/database.ts'
import { sql } from './database/sql.ts'
import type { Job } from './jobs.ts'

/** Longer than any job of these lanes takes. */
const patience = sql`interval '3 minutes'`

/** What keeps the queue itself in order. `jobs` are all others. */
export function queueJobs(db: Database, jobs: Job[]): Job[] {
  const short = jobs.filter(({ cron, lane }) => cron === undefined && lane !== 'long').map(({ name }) => name)
  return [
    {
      name: 'platform:release',
      cron: '* * * * *',
      run: async () => void (await db.shared.run(sql`select release_abandoned_jobs(${short}::text[], ${patience})`)),
    },
    {
      name: 'platform:forget-jobs',
      cron: '57 3 * * *',
      run: async () => void (await db.shared.run(sql`select forget_dead_jobs(interval '7 days')`)),
    },
  ]
}
