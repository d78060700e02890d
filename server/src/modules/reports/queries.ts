import type { LicenseReport, LicenseReportSearch } from '@trellis/contract/reports'
import { json, type Sql, sql } from '../../platform/database/sql.ts'
import { claimed, isClaimable, isInterrupted, isOfTry, lockRequestsOf } from '../../platform/database/tries.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'

export const reportTask = 'reports:write'

export interface NewReport {
  reportId: string
  fileName: string
  search: LicenseReportSearch
  languageCode: string
  rows: number
}

export const insertReport = (tx: Tx, { reportId, fileName, search, languageCode, rows }: NewReport) =>
  tx.run(sql`
    insert into license_reports (report_id, file_name, search, language_code, rows_found)
    values (${reportId}, ${fileName}, ${json(search)}, ${languageCode}, ${rows})`)

const enqueueThose = (which: Sql): Sql => sql`
  select enqueue(${reportTask}, jsonb_build_object('tenantId', r.tenant_id, 'reportId', r.report_id), 'report:' || r.report_id::text)
  from license_reports r where r.tenant_id = (select current_tenant()) and ${which}`

export const enqueueReport = (tx: Tx, reportId: string) => tx.run(enqueueThose(sql`r.report_id = ${reportId}`))

/** Requeues reports whose job was interrupted, e.g. by a restart. */
export const rescueReports = (tx: Tx) => tx.run(enqueueThose(isInterrupted))

export async function countUnfinished(tx: Tx, userId: string): Promise<number> {
  await lockRequestsOf(tx, 'reports', userId)
  const row = await tx.row<{ count: number }>(sql`
    select count(*) as count from license_reports
    where tenant_id = (select current_tenant()) and user_id = ${userId} and status in ('queued', 'running')`)
  return row?.count ?? 0
}

/** The user's own reports of the last day, newest first. */
export const listReports = (tx: Reader, userId: string) =>
  tx.json<LicenseReport[]>(sql`
    select coalesce(json_agg(json_build_object(
      'reportId', r.report_id, 'fileName', r.file_name, 'status', r.status, 'rows', r.rows_found, 'done', r.rows_done,
      'size', r.size, 'creationDate', iso(r.created_at)) order by r.created_at desc, r.report_id desc), '[]')::text
    from (
      select * from license_reports
      where tenant_id = (select current_tenant()) and user_id = ${userId} and heard_at > now() - interval '1 day'
      order by created_at desc limit 20) r`)

/** A finished report of this user. */
export const findFinished = (tx: Reader, userId: string, reportId: string) =>
  tx.row<{ fileName: string; size: number }>(sql`
    select file_name as "fileName", size from license_reports
    where tenant_id = (select current_tenant()) and user_id = ${userId} and report_id = ${reportId} and status = 'done'`)

export interface Claimed {
  userId: string
  search: LicenseReportSearch
  languageCode: string
  attempt: number
}

/** Claims a report that is waiting, or whose job was interrupted, for one caller. */
export const claimReport = (tx: Tx, reportId: string) =>
  tx.row<Claimed>(sql`
    update license_reports set ${claimed}
    where tenant_id = (select current_tenant()) and report_id = ${reportId}
      and ${isClaimable}
    returning user_id as "userId", search, language_code as "languageCode", attempt`)

/** SQL condition: the report is still claimed by this try, which may then store the outcome. */
const ofTry = (reportId: string, attempt: number) => sql`
  tenant_id = (select current_tenant()) and report_id = ${reportId} and ${isOfTry(attempt)}`

export const tellProgress = (tx: Tx, reportId: string, attempt: number, done: number) =>
  tx.run(sql`
    update license_reports set rows_done = ${done}, rows_found = greatest(rows_found, ${done}), heard_at = now()
    where ${ofTry(reportId, attempt)}`)

export const finishReport = (tx: Tx, reportId: string, attempt: number, rows: number, size: number) =>
  tx.run(sql`
    update license_reports set status = 'done', rows_found = ${rows}, rows_done = ${rows}, size = ${size}, heard_at = now()
    where ${ofTry(reportId, attempt)}`)

/** Ends this try: the report waits for the next one, or has failed. */
export const endTry = (tx: Tx, reportId: string, attempt: number, status: 'queued' | 'failed') =>
  tx.run(sql`update license_reports set status = ${status}, heard_at = now() where ${ofTry(reportId, attempt)}`)

/** Deletes reports of more than a day ago; returns their ids. */
export const deleteOld = (tx: Tx, most: number) =>
  tx.rows<{ tenantId: string; reportId: string }>(sql`
    delete from license_reports where tenant_id = (select current_tenant()) and report_id in (
      select report_id from license_reports
      where tenant_id = (select current_tenant()) and heard_at < now() - interval '1 day'
      order by heard_at limit ${most} for update skip locked)
    returning tenant_id as "tenantId", report_id as "reportId"`)
