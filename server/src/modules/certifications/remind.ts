import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import type { Job } from '../../platform/jobs.ts'
import { remindOfEnds } from '../news/index.ts'
import { jobInPieces, lastReminded, reminderStep, tenantZone } from '../tenants/index.ts'

/** Scheduled jobs: remind of certificates that end soon, once a day (rules Q11). */
export const certificationsJobs = (db: Database): Job[] => [
  jobInPieces(db, { name: 'certifications:remind', byClock: true, cron: '25 5 * * *', size: 500, piece: remind }),
  jobInPieces(db, { name: 'certifications:sweep-reminders', cron: '55 5 * * *', size: 5000, piece: sweepReminders }),
]

/** The reminder that is due for a certificate `i`: the smallest number of days before its end that has been reached. */
const step = reminderStep('certificate_reminder_days', sql`i.expires_at`)

/** Sends reminders for the certificates of at most `most` accounts. */
const remind = (tx: Tx, most: number): Promise<number> =>
  remindOfEnds(tx, 'certificate_due', most, {
    waiting: sql`
      select i.issued_id as record_id, i.account_id, i.expires_at as due_at, ${step} as days
      from issued_certificates i
      join offered.accounts a on a.tenant_id = i.tenant_id and a.account_id = i.account_id and a.deleted_at is null
      left join offered.users u on u.tenant_id = i.tenant_id and u.user_id = i.user_id
      where i.tenant_id = (select current_tenant()) and i.is_current and u.deleted_at is null
        and i.expires_at > (select clock()) and i.expires_at <= ${lastReminded('certificate_reminder_days')}
        and not exists (
          select from certificate_reminders r
          where r.tenant_id = i.tenant_id and r.issued_id = i.issued_id and r.due_at = i.expires_at and r.days = ${step})`,
    noted: (rows) => sql`
      insert into certificate_reminders (issued_id, due_at, days) ${rows}
      on conflict do nothing returning issued_id as record_id`,
    zone: tenantZone,
  })

/** Deletes the reminders of ends that have passed, because none is sent after an end. */
const sweepReminders = (tx: Tx, most: number) =>
  tx.run(sql`
    delete from certificate_reminders
    where (tenant_id, issued_id, due_at, days) in (
      select tenant_id, issued_id, due_at, days from certificate_reminders
      where tenant_id = (select current_tenant()) and due_at <= (select clock()) limit ${most})`)
