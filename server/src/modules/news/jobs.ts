import type { Database } from '../../platform/database/database.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Mailer } from '../mail/index.ts'
import { jobInPieces } from '../tenants/index.ts'
import { mailAtOnce, mailDaily } from './mail-news.ts'
import { sweepNews } from './queries.ts'

/**
 * Scheduled jobs: mails of news at once and once a day (rules O16), and deletion of old news. Time zones begin their
 * hours at quarters of ours, so the daily mails are looked for four times an hour.
 */
export const newsJobs = ({ db, mailer }: { db: Database; mailer: Mailer }): Job[] => [
  jobInPieces(db, {
    name: 'news:mail',
    byClock: true,
    cron: '* * * * *',
    size: 100,
    piece: (tx, size) => mailAtOnce(tx, mailer, size),
  }),
  jobInPieces(db, {
    name: 'news:daily',
    byClock: true,
    cron: '*/15 * * * *',
    size: 50,
    piece: (tx, size) => mailDaily(tx, mailer, size),
  }),
  jobInPieces(db, { name: 'news:sweep', cron: '47 3 * * *', size: 5000, piece: sweepNews }),
]
