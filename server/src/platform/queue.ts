import type { Database } from './database/database.ts'
import { sql } from './database/sql.ts'
import type { Figures } from './figures.ts'
import type { Job } from './jobs.ts'

/** Longer than any job of these lanes takes. */
const patience = sql`interval '3 minutes'`

/** Jobs that maintain the queue itself. `jobs` are all others. */
export function queueJobs(db: Database, jobs: Job[]): Job[] {
  const short = jobs
    .filter(({ cron, lane }) => cron === undefined && lane !== 'long' && lane !== 'files')
    .map(({ name }) => name)
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

export const queueFigures: Figures = {
  gauges: [
    { name: 'trellis_jobs_waiting', help: 'Jobs that could run right now, by task', labelNames: ['task'] },
    { name: 'trellis_jobs_failing', help: 'Jobs whose last try failed, by task', labelNames: ['task'] },
    {
      name: 'trellis_jobs_oldest_seconds',
      help: 'How long the oldest job that could run has been waiting, by task',
      labelNames: ['task'],
    },
  ],
  rows: sql`
    select v.gauge, array[q.task], v.value
    from queue_figures() q
    cross join lateral (
      values ('trellis_jobs_waiting', q.waiting::float8), ('trellis_jobs_failing', q.failing::float8),
             ('trellis_jobs_oldest_seconds', q.oldest_seconds)) v (gauge, value)`,
}
