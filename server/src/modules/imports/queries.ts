import type { Out } from '@trellis/contract/endpoint'
import type { ImportChanges } from '@trellis/contract/import-preview'
import { type Import, type ImportKind, type imports, type NewImport, undoableKinds } from '@trellis/contract/imports'
import { json, type Sql, sql } from '../../platform/database/sql.ts'
import { claimed, isClaimable, isInterrupted, isOfTry, lockRequestsOf, silence } from '../../platform/database/tries.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import type { Actor } from '../../platform/tenancy.ts'
import type { ChangesOfRequest } from '../audit/index.ts'
import { dropFile } from './file-pieces.ts'

export const importTask = 'imports:run'

export interface NewRow {
  importId: string
  kind: ImportKind
  fileName: string
  baseAccountId: string
  dryRun: boolean
  keepGood: boolean
  invite: boolean
  fileId: string
  reading: SaidReading
}

/** What was said about how a file is to be read. */
export type SaidReading = Pick<NewImport, 'recipe' | 'headerLine' | 'encoding'>

export const insertImport = (tx: Tx, row: NewRow) =>
  tx.run(sql`
    insert into imports (import_id, kind, file_name, base_account_id, dry_run, keep_good, invite, file_id, reading)
    values (${row.importId}, ${row.kind}, ${row.fileName}, ${row.baseAccountId}, ${row.dryRun}, ${row.keepGood}, ${row.invite},
            ${row.fileId}, ${json(row.reading)})`)

/**
 * SQL that adds jobs for imports of the transaction's tenant, now or later. The priority is the number of the tenant's
 * earlier unfinished imports, so that many imports of one tenant do not delay the few of another.
 */
const enqueueThose = (which: Sql, at: Sql): Sql => sql`
  select enqueue(
    ${importTask}, jsonb_build_object('tenantId', i.tenant_id, 'importId', i.import_id), 'import:' || i.import_id::text, ${at},
    priority => (
      select least(count(*), 30000)::int from imports earlier
      where earlier.tenant_id = i.tenant_id and earlier.status in ('queued', 'running') and earlier.import_id < i.import_id))
  from imports i where i.tenant_id = (select current_tenant()) and ${which}`

export const enqueueImport = (tx: Tx, importId: string) =>
  tx.run(enqueueThose(sql`i.import_id = ${importId}`, sql`i.created_at`))

export async function countUnfinished(tx: Tx, userId: string): Promise<number> {
  await lockRequestsOf(tx, 'imports', userId)
  const row = await tx.row<{ count: number }>(sql`
    select count(*) as count from imports
    where tenant_id = (select current_tenant()) and user_id = ${userId} and status in ('queued', 'running')`)
  return row?.count ?? 0
}

const summary = sql`
  'importId', i.import_id, 'kind', i.kind, 'fileName', i.file_name, 'dryRun', i.dry_run, 'status', i.status,
  'outcome', i.result ->> 'outcome', 'rows', i.rows_read, 'done', i.rows_done, 'creationDate', iso(i.created_at)`

/** For so long an import can be undone (rules I43). */
const undoable = sql`interval '24 hours'`

/** SQL condition: the import `i` saved something that can still be taken back. */
export const isUndoable = sql`(
  i.kind = any(${undoableKinds}::text[]) and not i.dry_run and i.status = 'done' and i.undone_at is null and i.created_at > clock() - ${undoable}
  and coalesce((i.result -> 'counts' ->> 'new')::int, 0) + coalesce((i.result -> 'counts' ->> 'changed')::int, 0) > 0
  and i.result ->> 'outcome' = 'imported')`

const undoOf = sql`jsonb_build_object(
  'until', case when ${isUndoable} then iso(i.created_at + ${undoable}) end,
  'undoneDate', iso(i.undone_at),
  'undoneBy', (
    select jsonb_build_object('id', u.user_id, 'name', trim(u.first_name || ' ' || u.last_name))
    from offered.users u where u.tenant_id = i.tenant_id and u.user_id = i.undone_by))`

/** Only finished files are in `files`; the counts of the file at hand are in columns of their own. */
const rowsOf = (count: Sql): Sql => sql`(select coalesce(sum(${count}), 0)::int from jsonb_array_elements(r.files) f)`

/** A running import by command that has not reported, or whose lock nobody has, was interrupted. */
export const isCutOff = sql`
  (r.state = 'interrupted' or r.state = 'running' and (r.heard_at < now() - ${silence} or not import_is_running()))`

/** Says nothing of the machine on which the command ran: tenants do not learn its accounts and folders. */
const listedRun = sql`
  jsonb_build_object(
    'importId', r.run_id, 'kind', null, 'dryRun', false, 'byCommand', true, 'importedBy', null, 'isOwn', false,
    'undo', jsonb_build_object('until', null, 'undoneDate', iso(r.undone_at), 'undoneBy', null),
    'fileName', array_to_string(array(select f ->> 'file' from jsonb_array_elements(r.files) f) || r.file, ', '),
    'status', case when ${isCutOff} then 'interrupted' when r.state = 'running' then 'running' else 'done' end,
    'outcome', case r.state when 'done' then 'imported' when 'refused' then 'refused' end,
    'rows', case when r.file is null then 0 else r.rows_read end + ${rowsOf(sql`(f ->> 'rows')::int`)},
    -- Of an interrupted file nothing was kept.
    'done', case when r.file is null or ${isCutOff} then 0 else r.rows_written end
      + ${rowsOf(sql`case when f ->> 'outcome' = 'imported' then (f ->> 'rows')::int - (f ->> 'bad')::int end`)},
    'creationDate', iso(r.started_at))`

const newest = 50

const listedImport = (isOwn: boolean) => sql`
  jsonb_build_object(${summary}, 'byCommand', false, 'isOwn', ${isOwn}::boolean, 'undo', ${undoOf}, 'importedBy', (
    select trim(u.first_name || ' ' || u.last_name) from offered.users u where u.tenant_id = i.tenant_id and u.user_id = i.user_id))`

type Owner = Pick<Actor, 'userId' | 'accountId'>

/** SQL: the import `i` is the user's own, for the account in use. */
export const isOwnImport = ({ userId, accountId }: Owner): Sql =>
  sql`i.tenant_id = (select current_tenant()) and i.user_id = ${userId} and i.account_id = ${accountId}`

/**
 * The user's own imports for the account in use, newest first. With `all`, for super admins of the vendor, also those by the command, and
 * what others brought in.
 */
export const listImports = (tx: Reader, user: Owner, all: boolean) =>
  tx.json<Out<typeof imports.list.answer>>(sql`
    select coalesce(json_agg(l.listed order by l.at desc, l.id desc), '[]')::text
    from (
      (select i.created_at as at, i.import_id as id, ${listedImport(true)} as listed
       from imports i where ${isOwnImport(user)}
       order by i.created_at desc, i.import_id desc limit ${newest})
      union all
      (select i.created_at, i.import_id, ${listedImport(false)}
       from imports i
       where ${all} and i.tenant_id = (select current_tenant()) and not i.dry_run and i.status = 'done'
         and (i.user_id, i.account_id) <> (${user.userId}, ${user.accountId})
       order by i.created_at desc, i.import_id desc limit ${newest})
      union all
      (select r.started_at, r.run_id, ${listedRun}
       from import_runs r where r.tenant_id = (select current_tenant()) and ${all}
       order by r.started_at desc, r.run_id desc limit ${newest})
      order by at desc, id desc limit ${newest}) l`)

export const presentImport = (tx: Reader, owner: Owner, importId: string) =>
  tx.json<Import>(sql`
    select json_build_object(${summary},
      'counts', coalesce(i.result -> 'counts', '{"new":0,"changed":0,"unchanged":0,"bad":0,"invited":0,"removed":0}'),
      'sums', coalesce(i.result -> 'sums', '{}'),
      'errors', coalesce(i.result -> 'errors', '[]'),
      'errorCount', coalesce(i.result -> 'errorCount', '0'),
      'warnings', coalesce(i.result -> 'warnings', '[]'),
      'undo', ${undoOf})::text
    from imports i
    where ${isOwnImport(owner)} and i.import_id = ${importId}`)

/** The kept changes of an own import and what it imports; undefined for no such import. */
export const keptChanges = (
  tx: Reader,
  owner: Owner,
  importId: string,
  page: { from: number; size: number },
  field: string | null,
) =>
  tx.row<{ kind: ImportKind; changes: ImportChanges }>(sql`
    select i.kind, json_build_object(
      'changed', coalesce(i.changes -> 'changed', '0'), 'fields', coalesce(i.changes -> 'fields', '[]'),
      'names', coalesce(i.changes -> 'names', '{}'), 'total', p.total, 'items', p.items) as changes
    from imports i
    cross join lateral (
      select count(*)::int as total,
             coalesce(json_agg(k.item order by k.nth) filter (where k.nth > ${page.from} and k.nth <= ${page.from + page.size}), '[]') as items
      from (
        select e.item, row_number() over (order by e.nth) as nth
        from jsonb_array_elements(coalesce(i.changes -> 'items', '[]')) with ordinality as e (item, nth)
        where ${field}::text is null or exists (
          select from jsonb_array_elements(jsonb_build_array(e.item -> 'after', e.item -> 'before')
            || coalesce(e.item -> 'after' -> 'items', '[]') || coalesce(e.item -> 'before' -> 'items', '[]')) s
          where s ? ${field})
      ) k) p
    where ${isOwnImport(owner)} and i.import_id = ${importId}`)

export interface Undoing {
  kind: ImportKind
  fileName: string
  isUndoable: boolean
}

/** An import to be undone, locked: the user's own or, with `all`, anybody's. */
export const lockImport = (tx: Tx, owner: Owner, all: boolean, importId: string) =>
  tx.row<Undoing>(sql`
    select i.kind, i.file_name as "fileName", ${isUndoable} as "isUndoable" from imports i
    where i.tenant_id = (select current_tenant()) and i.import_id = ${importId} and (${all} and not i.dry_run or ${isOwnImport(owner)})
    for update`)

/** For the operator: an import or a run, locked. */
export const lockImportOrRun = (tx: Tx, id: string) =>
  tx.row<Pick<Undoing, 'isUndoable'> & { isRun: boolean }>(sql`
    with of_import as (
      select ${isUndoable} as "isUndoable", false as "isRun" from imports i
      where i.tenant_id = (select current_tenant()) and i.import_id = ${id} for update),
    of_run as (
      select r.undone_at is null and r.started_at > clock() - ${undoable} and r.state <> 'running', true from import_runs r
      where r.tenant_id = (select current_tenant()) and r.run_id = ${id} for update)
    select * from of_import union all select * from of_run`)

export const markUndone = (tx: Tx, importId: string) =>
  tx.run(sql`
    update imports set undone_at = clock(), undone_by = current_user_id()
    where tenant_id = (select current_tenant()) and import_id = ${importId}`)

export const markRunUndone = (tx: Tx, runId: string) =>
  tx.run(
    sql`update import_runs set undone_at = clock() where tenant_id = (select current_tenant()) and run_id = ${runId}`,
  )

/** False while an import of the tenant runs; otherwise none begins before the transaction ends. */
export const takeImportTurn = async (tx: Tx): Promise<boolean> =>
  (await tx.row<{ got: boolean }>(sql`select pg_try_advisory_xact_lock(import_lock()) as got`))?.got === true

export interface Claimed extends Owner, Omit<NewRow, 'importId'> {
  isUpload: boolean
  attempt: number
}

/** Claims an import that is waiting, or whose job was interrupted, for one caller. */
export const claimImport = (tx: Tx, importId: string) =>
  tx.row<Claimed>(sql`
    update imports set ${claimed}
    where tenant_id = (select current_tenant()) and import_id = ${importId} and file_id is not null
      and ${isClaimable}
    returning kind, user_id as "userId", account_id as "accountId", file_name as "fileName", base_account_id as "baseAccountId", dry_run as "dryRun",
              keep_good as "keepGood", invite, file_id as "fileId", reading, attempt,
              (select f.is_upload from import_files f where f.tenant_id = imports.tenant_id and f.file_id = imports.file_id) as "isUpload"`)

/** SQL condition: the import is still claimed by this try, which may then store the outcome. */
const ofTry = (importId: string, attempt: number) => sql`
  tenant_id = (select current_tenant()) and import_id = ${importId} and ${isOfTry(attempt)}`

export const tellProgress = (tx: Tx, importId: string, attempt: number, rows: number, done: number) =>
  tx.run(sql`
    update imports set rows_read = ${rows}, rows_done = ${done}, heard_at = now() where ${ofTry(importId, attempt)}`)

export type Result = Pick<Import, 'outcome' | 'counts' | 'sums' | 'errors' | 'errorCount' | 'warnings'>

/** Says that it is over, and deletes its file. False when this try was canceled, or another has taken over. */
async function end(tx: Tx, importId: string, attempt: number, changes: Sql): Promise<boolean> {
  const over = await tx.row<{ fileId: string; dryRun: boolean }>(sql`
    with old as (select import_id, file_id from imports where tenant_id = (select current_tenant()) and import_id = ${importId})
    update imports i set ${changes}, file_id = null, heard_at = now() from old
    where i.tenant_id = (select current_tenant()) and i.import_id = old.import_id and i.attempt = ${attempt} and i.status = 'running'
    returning old.file_id as "fileId", i.dry_run as "dryRun"`)
  if (over === undefined) return false
  await dropFile(tx, over.fileId, over)
  return true
}

export const finishImport = (
  tx: Tx,
  importId: string,
  attempt: number,
  rows: number,
  result: Result,
  changes: ChangesOfRequest | null,
) =>
  end(
    tx,
    importId,
    attempt,
    sql`status = 'done', rows_read = ${rows}, rows_done = ${rows}, result = ${json(result)},
        changes = ${changes === null ? null : json(changes)}`,
  )

export const failImport = (tx: Tx, importId: string, attempt: number) =>
  end(tx, importId, attempt, sql`status = 'failed'`)

/** Stops an own import that waits or runs; a job at work on it notices within a second. Null when there is no such import. */
export async function cancelImport(tx: Tx, owner: Owner, importId: string): Promise<{ wasOpen: boolean } | null> {
  const row = await tx.row<{ status: string; fileId: string | null; dryRun: boolean }>(sql`
    select i.status, i.file_id as "fileId", i.dry_run as "dryRun" from imports i
    where ${isOwnImport(owner)} and i.import_id = ${importId} for update`)
  if (row === undefined) return null
  if (row.status !== 'queued' && row.status !== 'running') return { wasOpen: false }
  await tx.run(sql`
    update imports set status = 'canceled', file_id = null, heard_at = now()
    where tenant_id = (select current_tenant()) and import_id = ${importId}`)
  // An upload stays, so that the same file can be tried again in another way.
  if (row.fileId !== null) await dropFile(tx, row.fileId, { dryRun: true })
  return { wasOpen: true }
}

export const waitAgain = (tx: Tx, importId: string, attempt: number) =>
  tx.run(sql`update imports set status = 'queued', heard_at = now() where ${ofTry(importId, attempt)}`)

/** When another import holds the tenant's lock: puts this one back into the queue without counting the try. */
export async function postpone(tx: Tx, importId: string, attempt: number): Promise<void> {
  await tx.run(sql`
    update imports set status = 'queued', attempt = attempt - 1, heard_at = now() where ${ofTry(importId, attempt)}`)
  await tx.run(enqueueThose(sql`i.import_id = ${importId}`, sql`now() + interval '2 seconds'`))
}

/** Requeues imports that were interrupted, e.g. by a restart. */
export const rescueImports = (tx: Tx) => tx.run(enqueueThose(isInterrupted, sql`i.created_at`))

export const forgetImports = (tx: Tx, most: number) =>
  tx.run(sql`
    delete from imports
    where tenant_id = (select current_tenant()) and import_id = any(array(
      select import_id from imports
      where tenant_id = (select current_tenant()) and heard_at < now() - interval '7 days' limit ${most}))`)

/** Keeps the latest run, because `portal check` reports whether it finished. */
export const forgetRuns = (tx: Tx, most: number) =>
  tx.run(sql`
    delete from import_runs
    where tenant_id = (select current_tenant()) and run_id = any(array(
      select run_id from import_runs
      where tenant_id = (select current_tenant()) and heard_at < now() - interval '90 days'
      order by started_at desc, run_id desc offset 1 limit ${most}))`)
