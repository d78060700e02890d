import { monthReports } from '@trellis/contract/month-reports'
import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Reader, Tx } from '../../../platform/database/tx.ts'
import { checkMayCall, reachOf } from '../../../platform/http/may-call.ts'
import type { Job } from '../../../platform/jobs.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { type Actor, actingAs } from '../../../platform/tenancy.ts'
import { inBulk, type Mailer } from '../../mail/index.ts'
import { actorOfUser } from '../../people/index.ts'
import { jobInPieces } from '../../tenants/index.ts'
import { readMonth } from './month.ts'

/** At this hour of the first day of a month its reader's mail is written. */
const hour = 7

export const isMailed = async (tx: Reader, { userId, accountId }: Actor): Promise<boolean> =>
  (await tx.row(sql`
    select from month_mails
    where tenant_id = (select current_tenant()) and user_id = ${userId} and account_id = ${accountId}`)) !== undefined

/** Who asks now gets the report of the month that goes on first, when it is over. */
export const setMailed = (tx: Tx, { userId, accountId, timeZone }: Actor, wanted: boolean): Promise<unknown> =>
  tx.run(
    wanted
      ? sql`
        insert into month_mails (user_id, account_id, sent_month)
        values (${userId}, ${accountId}, date_trunc('month', clock() at time zone ${timeZone}::text) - interval '1 month')
        on conflict do nothing`
      : sql`
        delete from month_mails
        where tenant_id = (select current_tenant()) and user_id = ${userId} and account_id = ${accountId}`,
  )

interface Due {
  tenantId: string
  userId: string
  accountId: string
  email: string
  name: string
  languageCode: string
  month: string
  /** The switch of the profile: off, there are no mails at all. */
  wantsMails: boolean
}

/** The job that mails the report of the last month, once to each who asked for it, from the morning of the first day in their time zone. */
export const monthReportsJobs = (db: Database, mailer: Mailer): Job[] => [
  jobInPieces(db, {
    ...{ name: 'reports:mail-months', cron: '7 * * * *', byClock: true, size: 20 },
    async piece(tx, most) {
      const due = await takeDue(tx, most)
      const bulk = inBulk(mailer)
      for (const { tenantId, userId, accountId, month, wantsMails, ...recipient } of due) {
        if (!wantsMails) continue
        const actor = await actorOfUser(tx, tenantId, { userId, accountId })
        const report = actor && (await reportFor(db, actor, month))
        if (report)
          await bulk(tx, recipient, { kind: 'month_report', values: { path: `/reports/month?month=${month}`, report } })
      }
      return due.length
    },
  }),
]

/** With what the reader may see at that moment; null when they may read no reports any more. */
async function reportFor(db: Database, actor: Actor, month: string) {
  try {
    checkMayCall(monthReports.read, actor)
    const as = { ...actingAs(actor), reach: reachOf({ endpoint: monthReports.read }, actor) }
    return await readMonth(db.read({ tenantId: actor.tenantId, clock: null, requestId: null, ...as }), actor, { month })
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** Takes whom the report of the last month was not sent to, where it is the morning of the first day, or later. */
const takeDue = (tx: Tx, most: number) =>
  tx.rows<Due>(sql`
    with waiting as (
      select m.user_id, m.account_id,
             date_trunc('month', (clock() at time zone coalesce(z.name, 'UTC')) - make_interval(hours => ${hour}))::date as begun
      from month_mails m
      join offered.users u on u.tenant_id = m.tenant_id and u.user_id = m.user_id
      left join pg_timezone_names z on lower(z.name) = lower(u.time_zone)
      where m.tenant_id = (select current_tenant())
        and m.sent_month < date_trunc('month', (clock() at time zone 'UTC') + interval '14 hours') - interval '1 month'
    ), due as (
      select m.user_id, m.account_id, (w.begun - interval '1 month')::date as month
      from month_mails m join waiting w using (user_id, account_id)
      where m.tenant_id = (select current_tenant()) and m.sent_month < w.begun - interval '1 month'
      order by m.user_id, m.account_id limit ${most}
      for update of m skip locked
    ), sent as (
      update month_mails m set sent_month = d.month from due d
      where m.tenant_id = (select current_tenant()) and m.user_id = d.user_id and m.account_id = d.account_id
      returning m.user_id, m.account_id, d.month
    )
    select current_tenant()::text as "tenantId", s.user_id as "userId", s.account_id as "accountId", to_char(s.month, 'YYYY-MM') as month,
           u.email::text, u.first_name || ' ' || u.last_name as name, u.language_code as "languageCode",
           u.is_notification_enabled as "wantsMails"
    from sent s join offered.users u on u.tenant_id = (select current_tenant()) and u.user_id = s.user_id
    order by s.user_id, s.account_id`)
