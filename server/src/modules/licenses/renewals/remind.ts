import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { Job } from '../../../platform/jobs.ts'
import { remindOfEnds } from '../../news/index.ts'
import { jobInPieces, lastReminded, reminderStep } from '../../tenants/index.ts'
import { due, isRenewable } from './queries.ts'

/** Scheduled job: reminds of keys that end soon, once a day (rules K25). */
export const renewalsJobs = (db: Database): Job[] => [
  jobInPieces(db, { name: 'licenses:remind', byClock: true, cron: '20 5 * * *', size: 500, piece: remind }),
  jobInPieces(db, { name: 'licenses:sweep-reminders', cron: '50 5 * * *', size: 5000, piece: sweepReminders }),
]

/** The reminder that is due for a license `l`: the smallest number of days before its end that has been reached. */
const step = reminderStep('license_reminder_days', due)

/** Sends reminders for the keys of at most `most` accounts. */
export const remind = (tx: Tx, most: number): Promise<number> =>
  remindOfEnds(tx, 'license_due', most, {
    waiting: sql`
      select l.license_id as record_id, l.owner_id as account_id, ${due} as due_at, ${step} as days
      from licenses l
      where l.tenant_id = (select current_tenant()) and ${isRenewable}
        and ${due} > (select clock()) and ${due} <= ${lastReminded('license_reminder_days')}
        and not exists (
          select from license_reminders r
          where r.tenant_id = l.tenant_id and r.license_id = l.license_id and r.due_at = ${due} and r.days = ${step})`,
    noted: (rows) => sql`
      insert into license_reminders (license_id, due_at, days) ${rows}
      on conflict do nothing returning license_id as record_id`,
    // Keys end with a day of UTC (rules K5).
    zone: sql`'UTC'`,
  })

/** Deletes the reminders of ends that have passed, because none is sent after an end. */
const sweepReminders = (tx: Tx, most: number) =>
  tx.run(sql`
    delete from license_reminders
    where (tenant_id, license_id, due_at, days) in (
      select tenant_id, license_id, due_at, days from license_reminders
      where tenant_id = (select current_tenant()) and due_at <= (select clock()) limit ${most})`)
