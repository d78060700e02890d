import type { Database } from '../../platform/database/database.ts'
import { json, type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import type { Job } from '../../platform/jobs.ts'
import { tell } from '../news/index.ts'
import { jobInPieces, lastReminded, reminderStep } from '../tenants/index.ts'

/** Scheduled jobs: remind of certificates that end soon, once a day (rules Q11). */
export const certificationsJobs = (db: Database): Job[] => [
  jobInPieces(db, { name: 'certifications:remind', cron: '25 5 * * *', size: 500, piece: remind }),
  jobInPieces(db, { name: 'certifications:sweep-reminders', cron: '55 5 * * *', size: 5000, piece: sweepReminders }),
]

/** The reminder that is due for a certificate `i`: the smallest number of days before its end that has been reached. */
const step = reminderStep('certificate_reminder_days', sql`i.expires_at`)

interface Reminded {
  accountId: string
  days: number
  certificates: number
  /** The first end, a day by UTC. */
  firstDate: string
}

/**
 * Reminds of the certificates of up to `most` accounts that have come near their end. Returns the number of accounts. The
 * users of the holder's account and of the one above it, which renews them, are told; one news item for each of these
 * accounts and number of days, however many certificates there are.
 */
async function remind(tx: Tx, most: number): Promise<number> {
  const reminded = await tx.rows<Reminded>(sql`
    with waiting as materialized (
      select i.issued_id, i.account_id, i.expires_at, ${step} as days
      from issued_certificates i
      join offered.accounts a on a.tenant_id = i.tenant_id and a.account_id = i.account_id and a.deleted_at is null
      left join offered.users u on u.tenant_id = i.tenant_id and u.user_id = i.user_id
      where i.tenant_id = (select current_tenant()) and i.is_current and u.deleted_at is null
        and i.expires_at > (select clock()) and i.expires_at <= ${lastReminded('certificate_reminder_days')}
        and not exists (
          select from certificate_reminders r
          where r.tenant_id = i.tenant_id and r.issued_id = i.issued_id and r.due_at = i.expires_at and r.days = ${step})
    ), holders as (
      select w.account_id from (select distinct account_id from waiting) w
      join offered.accounts a on a.tenant_id = (select current_tenant()) and a.account_id = w.account_id
      order by a.parent_id, w.account_id limit ${most}
    ), noted as (
      insert into certificate_reminders (issued_id, due_at, days)
      select issued_id, expires_at, days from waiting where account_id in (select account_id from holders)
      on conflict do nothing
      returning issued_id
    )
    select w.account_id as "accountId", w.days, count(*)::int as certificates,
           to_char(min(w.expires_at) at time zone 'UTC', 'YYYY-MM-DD') as "firstDate"
    from waiting w join noted n on n.issued_id = w.issued_id
    group by w.account_id, w.days`)
  if (reminded.length > 0) await tell(tx, 'certificate_due', newsOf(reminded))
  return new Set(reminded.map(({ accountId }) => accountId)).size
}

/** `listOf` is the account whose list shows the certificates: the holder's, or the told one when there are several. */
const newsOf = (reminded: Reminded[]): Sql => sql`
  select gen_random_uuid() as record_id, t.account_id, jsonb_build_object(
    'days', d.days, 'certificates', sum(d.certificates), 'accounts', count(*), 'accountName', min(a.name),
    'firstDate', min(d."firstDate"),
    'listOf', case when count(*) = 1 then min(a.account_id::text) else t.account_id::text end) as words
  from jsonb_to_recordset(${json(reminded)}) as d ("accountId" uuid, days int, certificates int, "firstDate" text)
  join offered.accounts a on a.tenant_id = (select current_tenant()) and a.account_id = d."accountId"
  cross join lateral (values (a.account_id), (a.parent_id)) as t (account_id)
  where t.account_id is not null
  group by t.account_id, d.days`

/** Deletes the reminders of ends that have passed, because none is sent after an end. */
const sweepReminders = (tx: Tx, most: number) =>
  tx.run(sql`
    delete from certificate_reminders
    where (tenant_id, issued_id, due_at, days) in (
      select tenant_id, issued_id, due_at, days from certificate_reminders
      where tenant_id = (select current_tenant()) and due_at <= (select clock()) limit ${most})`)
