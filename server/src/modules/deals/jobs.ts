import { protectionEndDays } from '@trellis/contract/today'
import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import type { Job } from '../../platform/jobs.ts'
import { recordAll } from '../audit/index.ts'
import { jobInPieces } from '../tenants/index.ts'
import { noteHistory } from './history.ts'
import { managers, tellOfBids, tellOfDelay, tellOfExpiry } from './news.ts'
import { decisions, isEnding } from './queries.ts'
import { reviewDays } from './settings.ts'

const tenant = sql`(select current_tenant())`

/** Scheduled jobs: expiry in the history (rules J4), and reminders of ends and of promises (rules J16). */
export const dealsJobs = (db: Database): Job[] => [
  jobInPieces(db, { name: 'deals:expire', byClock: true, cron: '6 * * * *', size: 200, piece: noteExpiry }),
  jobInPieces(db, { name: 'deals:remind', byClock: true, cron: '16 * * * *', size: 200, piece: remindOfExpiry }),
  jobInPieces(db, { name: 'deals:promises', byClock: true, cron: '26 * * * *', size: 200, piece: remindOfPromises }),
  jobInPieces(db, { name: 'deals:bid-promises', byClock: true, cron: '*/5 * * * *', size: 50, piece: remindOfBids }),
]

const idsOf = (rows: { dealId: string }[]) => rows.map(({ dealId }) => dealId)

/** Notes the end of protections by the System, once. What was asked for lapses. */
async function noteExpiry(tx: Tx, most: number): Promise<number> {
  const rows = await tx.rows<{ dealId: string; expirationDate: string }>(sql`
    update deals set is_expiry_noted = true, extension_asked_at = null, extension_reason = null
    where tenant_id = ${tenant} and deal_id in (
      select deal_id from deals
      where tenant_id = ${tenant} and not is_expiry_noted and status not in ('Won', 'Lost') and expires_at <= (select clock())
      order by expires_at limit ${most} for no key update skip locked)
    returning deal_id as "dealId", iso(expires_at) as "expirationDate"`)
  for (const { dealId } of rows) noteHistory(tx, dealId, { source: 'System', event: 'expired' })
  const changes = rows.map(({ dealId, expirationDate }) => ({ entityId: dealId, after: { expirationDate } }))
  if (rows.length > 0) await recordAll(tx, 'deal.expired', 'deal', changes)
  return rows.length
}

/** Reminds the vendor once of each end that comes near. */
async function remindOfExpiry(tx: Tx, most: number): Promise<number> {
  const rows = await tx.rows<{ dealId: string }>(sql`
    update deals set expiry_told_for = expires_at
    where tenant_id = ${tenant} and deal_id in (
      select d.deal_id from deals d
      where d.tenant_id = ${tenant} and ${isEnding(protectionEndDays)} and d.expiry_told_for is distinct from d.expires_at
      order by d.expires_at limit ${most} for no key update skip locked)
    returning deal_id as "dealId"`)
  if (rows.length > 0) await tellOfExpiry(tx, idsOf(rows))
  return rows.length
}

/** Reminds those for whom an asked price waits once, before the promise of hours of who decides on it breaks (rules G42). */
async function remindOfBids(tx: Tx, most: number): Promise<number> {
  const rows = await tx.rows<{ dealId: string }>(sql`
    update deals d set delay_told_for = late.since
    from (
      select d.deal_id, w.since
      from deals d
      cross join lateral ${decisions}
      cross join lateral (select promise_hours('ebid', ${managers}) as hours) p
      where d.tenant_id = ${tenant} and d.may_wait and w.kind = 'ebid' and p.hours is not null
        and promise_told_at(w.since, p.hours) <= (select clock())
        and (d.delay_told_for is null or w.since > d.delay_told_for)
      order by 2 limit ${most}
    ) late
    where d.tenant_id = ${tenant} and d.deal_id = late.deal_id
    returning d.deal_id as "dealId"`)
  if (rows.length > 0) await tellOfBids(tx, idsOf(rows))
  return rows.length
}

/** Reminds managers once, a day before the promise breaks, of each deal on which something waits for them. */
async function remindOfPromises(tx: Tx, most: number): Promise<number> {
  const rows = await tx.rows<{ dealId: string }>(sql`
    update deals d set delay_told_for = late.since
    from (
      select d.deal_id, max(w.since) as since
      from deals d cross join lateral ${decisions}
      where d.tenant_id = ${tenant} and d.may_wait
        and w.since + make_interval(days => ${reviewDays} - 1) <= (select clock())
        and (d.delay_told_for is null or w.since > d.delay_told_for)
      group by d.deal_id order by 2 limit ${most}
    ) late
    where d.tenant_id = ${tenant} and d.deal_id = late.deal_id
    returning d.deal_id as "dealId"`)
  if (rows.length > 0) await tellOfDelay(tx, idsOf(rows))
  return rows.length
}
