import type { WrittenFile } from '@trellis/contract/exports'
import { json, type Sql, sql } from '../../platform/database/sql.ts'
import { claimed, isClaimable, isInterrupted, isOfTry, lockRequestsOf } from '../../platform/database/tries.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import type { Actor } from '../../platform/tenancy.ts'

export const writingTask = 'exports:write'
export type Kind = 'list' | 'report'

export interface NewFile {
  fileId: string
  kind: Kind
  fileName: string
  request: unknown
  /** Rows that matched when it was asked for; 0 when nobody has counted. */
  rows: number
}

export const insertFile = (tx: Tx, { fileId, kind, fileName, request, rows }: NewFile, turn: number) =>
  tx.run(sql`
    insert into written_files (file_id, kind, file_name, request, rows_found, turn)
    values (${fileId}, ${kind}, ${fileName}, ${json(request)}, ${rows}, ${turn})`)

/** Those with the lowest turn are next, whoever asked and whichever tenant. */
const enqueueThose = (which: Sql): Sql => sql`
  select enqueue(${writingTask}, jsonb_build_object('tenantId', f.tenant_id, 'fileId', f.file_id),
                 'export:' || f.file_id::text, priority := f.turn)
  from written_files f where f.tenant_id = (select current_tenant()) and ${which}`

export const enqueueFile = (tx: Tx, fileId: string) => tx.run(enqueueThose(sql`f.file_id = ${fileId}`))

/** Requeues files whose job was interrupted, e.g. by a restart. */
export const rescueFiles = (tx: Tx) => tx.run(enqueueThose(isInterrupted))

export async function countUnfinished(tx: Tx, userId: string): Promise<number> {
  await lockRequestsOf(tx, 'exports', userId)
  const row = await tx.row<{ count: number }>(sql`
    select count(*) as count from written_files
    where tenant_id = (select current_tenant()) and user_id = ${userId} and status in ('queued', 'running')`)
  return row?.count ?? 0
}

type Owner = Pick<Actor, 'userId' | 'accountId'>

const ownedBy = ({ userId, accountId }: Owner): Sql =>
  sql`f.tenant_id = (select current_tenant()) and f.user_id = ${userId} and f.account_id = ${accountId}`

/** The user's own files of this kind of the last day, for the account in use, newest first. */
export const listFiles = (tx: Reader, owner: Owner, kind: Kind) =>
  tx.rows<WrittenFile>(sql`
    select f.file_id as id, f.file_name as "fileName", f.status, f.rows_found as rows, f.rows_done as done, f.size,
           iso(f.created_at) as "creationDate",
           case when f.status = 'queued' then 1 + (
             select count(*) from written_files o
             where o.tenant_id = f.tenant_id and o.status in ('queued', 'running')
               and (o.status = 'running' or (o.turn, o.created_at, o.file_id) < (f.turn, f.created_at, f.file_id))) end as place
    from written_files f
    where ${ownedBy(owner)} and f.kind = ${kind}
      and f.heard_at > now() - interval '1 day'
    order by f.created_at desc, f.file_id desc limit 20`)

/** A finished file of this user, for the account in use, with what was asked for. */
export const findFinished = (tx: Reader, owner: Owner, kind: Kind, fileId: string) =>
  tx.row<{ fileName: string; size: number; request: unknown }>(sql`
    select f.file_name as "fileName", f.size, f.request from written_files f
    where ${ownedBy(owner)} and f.kind = ${kind} and f.file_id = ${fileId} and f.status = 'done'`)

export interface Claimed extends Owner {
  kind: Kind
  request: unknown
  attempt: number
}

/** Claims a file that is waiting, or whose job was interrupted, for one caller. */
export const claimFile = (tx: Tx, fileId: string) =>
  tx.row<Claimed>(sql`
    update written_files set ${claimed}
    where tenant_id = (select current_tenant()) and file_id = ${fileId}
      and ${isClaimable}
    returning user_id as "userId", account_id as "accountId", kind, request, attempt`)

/** SQL condition: the file is still claimed by this try, which may then store the outcome. */
const ofTry = (fileId: string, attempt: number) => sql`
  tenant_id = (select current_tenant()) and file_id = ${fileId} and ${isOfTry(attempt)}`

export const tellProgress = (tx: Tx, fileId: string, attempt: number, done: number) =>
  tx.run(sql`
    update written_files set rows_done = ${done}, rows_found = greatest(rows_found, ${done}), heard_at = now()
    where ${ofTry(fileId, attempt)}`)

export const finishFile = (tx: Tx, fileId: string, attempt: number, rows: number, size: number) =>
  tx.run(sql`
    update written_files set status = 'done', rows_found = ${rows}, rows_done = ${rows}, size = ${size}, heard_at = now()
    where ${ofTry(fileId, attempt)}`)

/** Ends this try: the file waits for the next one, or has failed. */
export const endTry = (tx: Tx, fileId: string, attempt: number, status: 'queued' | 'failed') =>
  tx.run(sql`update written_files set status = ${status}, heard_at = now() where ${ofTry(fileId, attempt)}`)

/** Deletes files of more than a day ago; returns their ids. */
export const deleteOld = (tx: Tx, most: number) =>
  tx.rows<{ tenantId: string; fileId: string }>(sql`
    delete from written_files where tenant_id = (select current_tenant()) and file_id in (
      select file_id from written_files
      where tenant_id = (select current_tenant()) and heard_at < now() - interval '1 day'
      order by heard_at limit ${most} for update skip locked)
    returning tenant_id as "tenantId", file_id as "fileId"`)
