import type { Database } from '../../../platform/database/database.ts'
import { json, type Sql, sql } from '../../../platform/database/sql.ts'
import type { Tx } from '../../../platform/database/tx.ts'
import type { Job } from '../../../platform/jobs.ts'
import { tell } from '../../news/index.ts'
import { jobInPieces, lastReminded, reminderStep } from '../../tenants/index.ts'
import { due, isRenewable } from './queries.ts'

/** Scheduled job: reminds of keys that end soon, once a day (rules K25). */
export const renewalsJobs = (db: Database): Job[] => [
  jobInPieces(db, { name: 'licenses:remind', cron: '20 5 * * *', size: 500, piece: remind }),
  jobInPieces(db, { name: 'licenses:sweep-reminders', cron: '50 5 * * *', size: 5000, piece: sweepReminders }),
]

/** The reminder that is due for a license `l`: the smallest number of days before its end that has been reached. */
const step = reminderStep('license_reminder_days', due)

interface Reminded {
  ownerId: string
  days: number
  keys: number
  /** The first end, a day by UTC. */
  firstDate: string
}

/**
 * Reminds of the keys of up to `most` accounts that have come near their end. Returns the number of accounts. The users of
 * the owner and of the account above it, which sells it the renewal, are told; one news item for each of these accounts and
 * number of days, however many keys there are.
 */
export async function remind(tx: Tx, most: number): Promise<number> {
  const reminded = await tx.rows<Reminded>(sql`
    with waiting as materialized (
      select l.license_id, l.owner_id, ${due} as due_at, ${step} as days
      from licenses l
      where l.tenant_id = (select current_tenant()) and ${isRenewable}
        and ${due} > (select clock()) and ${due} <= ${lastReminded('license_reminder_days')}
        and not exists (
          select from license_reminders r
          where r.tenant_id = l.tenant_id and r.license_id = l.license_id and r.due_at = ${due} and r.days = ${step})
    ), owners as (
      select w.owner_id from (select distinct owner_id from waiting) w
      join offered.accounts a on a.tenant_id = (select current_tenant()) and a.account_id = w.owner_id
      order by a.parent_id, w.owner_id limit ${most}
    ), noted as (
      insert into license_reminders (license_id, due_at, days)
      select license_id, due_at, days from waiting where owner_id in (select owner_id from owners)
      on conflict do nothing
      returning license_id
    )
    select w.owner_id as "ownerId", w.days, count(*)::int as keys,
           to_char(min(w.due_at) at time zone 'UTC', 'YYYY-MM-DD') as "firstDate"
    from waiting w join noted n on n.license_id = w.license_id
    group by w.owner_id, w.days`)
  if (reminded.length > 0) await tell(tx, 'license_due', newsOf(reminded))
  return new Set(reminded.map(({ ownerId }) => ownerId)).size
}

const newsOf = (reminded: Reminded[]): Sql => sql`
  select gen_random_uuid() as record_id, t.account_id, jsonb_build_object(
    'days', d.days, 'keys', sum(d.keys), 'accounts', count(*), 'accountName', min(a.name), 'firstDate', min(d."firstDate")) as words
  from jsonb_to_recordset(${json(reminded)}) as d ("ownerId" uuid, days int, keys int, "firstDate" text)
  join offered.accounts a on a.tenant_id = (select current_tenant()) and a.account_id = d."ownerId"
  cross join lateral (values (a.account_id), (a.parent_id)) as t (account_id)
  where t.account_id is not null
  group by t.account_id, d.days`

/** Deletes the reminders of ends that have passed, because none is sent after an end. */
const sweepReminders = (tx: Tx, most: number) =>
  tx.run(sql`
    delete from license_reminders
    where (tenant_id, license_id, due_at, days) in (
      select tenant_id, license_id, due_at, days from license_reminders
      where tenant_id = (select current_tenant()) and due_at <= (select clock()) limit ${most})`)
