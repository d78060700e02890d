import { type File, type FileCategory, type FileSearch, fileCategories, fileList } from '@trellis/contract/files'
import { columnsOf, contains, equals, following, named, notNull } from '../../platform/database/search.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { hasWords } from '../../platform/database/words.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { isInScope, isOfScope, keysInScope, scopeOf } from '../accounts/index.ts'
import { modifiedAt, modifiedOf, modifiedWithin, throughChanges } from '../audit/index.ts'
import { whyNotDelete, whyNotUpdate } from './rules.ts'
import type { Ticket } from './tickets.ts'

const blocked = (actor: Actor): Sql => {
  const of = (isInUse: boolean) =>
    sql`${JSON.stringify({ update: whyNotUpdate(actor), delete: whyNotDelete(isInUse, actor) })}::json`
  return sql`case
    when not exists (select from accounts_at_or_above(f.account_id) t where t.account_id = ${actor.accountId})
      then '{"update":"RQ404","delete":"RQ404"}'::json
    when exists (
      select from offered.order_attachments t where t.tenant_id = f.tenant_id and t.file_id = f.file_id) then ${of(true)}
    else ${of(false)} end`
}

const nameOf = (accountId: Sql) =>
  sql`(select a.name from offered.accounts a where a.tenant_id = f.tenant_id and a.account_id = ${accountId})`

/** The wire's File as JSON, from a row `f` of files. */
const fileJson = (actor: Actor): Sql => sql`json_build_object(
  'accountFileId', f.file_id,
  'fileCategory', f.category,
  'ownerAccountId', f.account_id,
  'ownerAccountName', ${nameOf(sql`f.account_id`)},
  'fileName', f.name,
  'fileType', f.type,
  'fileSizeInBytes', f.size,
  'fileHash', encode(f.hash, 'hex'),
  'fileNote', f.note,
  'uploadedByAccountId', f.uploaded_by_account,
  'uploadedByAccountName', ${nameOf(sql`f.uploaded_by_account`)},
  'uploadedByUserFullName', (select u.first_name || ' ' || u.last_name from offered.users u
                             where u.tenant_id = f.tenant_id and u.user_id = f.uploaded_by),
  'uploadDate', iso(f.created_at),
  'modifiedDate', iso(${modifiedAt(sql`f.file_id`, sql`f.created_at`)}),
  'blocked', ${blocked(actor)})`

/** Files of a deleted account are hidden (threats F7). */
const isNotOfDeletedAccount = sql`exists (
  select from offered.accounts a
  where a.tenant_id = f.tenant_id and a.account_id = f.account_id and a.deleted_at is null)`

interface Listed {
  accountId: string
  withChildren: boolean
  categories: readonly FileCategory[]
}

/** The files of an account in some categories, with those of the accounts below it on request. */
export function listFiles(
  tx: Reader,
  search: FileSearch,
  { accountId, withChildren, categories }: Listed,
  actor: Actor,
) {
  const scope = scopeOf(accountId, withChildren, actor)
  const [only] = categories.length === 1 ? categories : []
  const isOfCategories =
    categories.length === fileCategories.length
      ? sql`true`
      : only
        ? sql`f.category = ${only}`
        : sql`f.category = any(${categories}::text[])`
  const found = sql`${isOfCategories} and ${columns.matching(search, actor.timeZone)}`
  const [first] = search.sortBy
  const page = keysInScope({
    search,
    scope,
    keys: sql`f.file_id`,
    table: 'files',
    alias: 'f',
    account: sql`f.account_id`,
    ...(search.sortBy.some(({ field }) => field === 'modifiedDate') && { joins: modified }),
    ...(first?.field === 'modifiedDate' && { through: throughChanges('file', sql`f.file_id`, first.direction) }),
    matching: withChildren ? sql`${isNotOfDeletedAccount} and ${found}` : found,
    order: columns.order(search),
  })
  // Deleted accounts are few: their files are taken off, instead of joining every file with its account.
  const ofDeleted = sql`
    (select count(*) from offered.accounts a join files f on f.tenant_id = a.tenant_id and f.account_id = a.account_id
     where a.tenant_id = (select current_tenant()) and a.deleted_at is not null and ${isInScope(scope, sql`a.account_id`)} and ${found})`
  return tx.json<{ items: File[]; count: number }>(sql`
    with page as (select file_id, row_number() over () as row_no from (${page}) k)
    select json_build_object(
      'items', (
        select coalesce(json_agg(${fileJson(actor)} order by p.row_no), '[]')
        from page p join files f on f.tenant_id = (select current_tenant()) and f.file_id = p.file_id),
      'count', (
        select count(*) from files f
        where f.tenant_id = (select current_tenant()) and ${isOfScope(scope, sql`f.account_id`)} and ${found})
        ${withChildren ? sql`- ${ofDeleted}` : sql``})::text`)
}

const modified = modifiedOf(sql`f.file_id`, sql`f.created_at`)

const columns = columnsOf(fileList, sql`f.file_id`, {
  anything: { filter: hasWords(sql`fold(concat_ws(' ', f.name, f.type, f.note))`) },
  accountFileId: { sort: notNull(sql`f.file_id`), filter: equals(sql`f.file_id`, 'uuid') },
  after: { filter: following(sql`f.file_id`) },
  fileName: { sort: notNull(named(sql`f.name`)), filter: contains(sql`fold(f.name)`) },
  fileType: { sort: notNull(sql`f.type`), filter: contains(sql`fold(f.type)`) },
  fileSizeInBytes: { sort: notNull(sql`f.size`), filter: equals(sql`f.size`, 'numeric') },
  uploadDate: { sort: notNull(sql`f.created_at`), between: sql`f.created_at` },
  modifiedDate: { sort: notNull(sql`m.at`), between: modifiedWithin('file', sql`f.file_id`) },
  fileCategory: { sort: notNull(sql`f.category`), filter: equals(sql`f.category`, 'text') },
})

const isInReach = sql`f.account_id in (select account_id from reachable_accounts())`

/** Brand assets of the root are readable by everybody: the one exception to reach (rules B2). */
const isReadable = (actor: Actor) =>
  sql`(${isInReach} or (f.category = 'brandAsset' and f.account_id = ${actor.rootAccountId}))`

export const presentFile = (tx: Reader, fileId: string, actor: Actor) =>
  tx.json<File>(sql`
    select ${fileJson(actor)}::text from files f
    where f.tenant_id = (select current_tenant()) and f.file_id = ${fileId} and ${isReadable(actor)}
      and ${isNotOfDeletedAccount}`)

export interface FileName {
  fileName: string
  fileType: string
}

/** Name and type of a file that the actor may read. */
export const findReadable = (tx: Reader, fileId: string, actor: Actor) =>
  tx.row<FileName>(sql`
    select f.name as "fileName", f.type as "fileType" from files f
    where f.tenant_id = (select current_tenant()) and f.file_id = ${fileId} and ${isReadable(actor)}
      and ${isNotOfDeletedAccount}`)

/** Size and SHA-256 of a file. */
export const findCommitted = (tx: Reader, fileId: string) =>
  tx.row<{ size: number; hash: Buffer }>(sql`
    select f.size, f.hash from files f where f.tenant_id = (select current_tenant()) and f.file_id = ${fileId}`)

export interface Content {
  fileName: string
  size: number
  hash: Buffer
  /** The link's end has passed, by the clock of the database. */
  hasEnded: boolean
}

/**
 * What is needed to send a file, unless it was deleted, or its account (threats F7). A link through an order ends when the
 * file is detached instead: the other side keeps its order when the account is deleted.
 */
export const findContent = (tx: Reader, { fileId, orderId, ends = 0 }: Ticket) =>
  tx.row<Content>(sql`
    select f.name as "fileName", f.size, f.hash, to_timestamp(${ends}::float8) <= machine_clock() as "hasEnded" from files f
    where f.tenant_id = (select current_tenant()) and f.file_id = ${fileId}
      and ${
        orderId === undefined
          ? isNotOfDeletedAccount
          : sql`exists (
              select from offered.order_attachments t
              where t.tenant_id = f.tenant_id and t.file_id = f.file_id and t.order_id = ${orderId})`
      }`)

/** Some minutes from now, in seconds since 1970, by the clock of the database. */
export const findEnd = async (tx: Reader, minutes: number): Promise<number> =>
  (
    await tx.row<{ ends: number }>(sql`
      select floor(extract(epoch from machine_clock() + make_interval(mins => ${minutes})))::float8 as ends`)
  )?.ends ?? 0

export interface FileFacts {
  accountId: string
  fileName: string
  fileNote: string | null
  size: number
}

/** Locks a file in reach until the transaction ends. */
export const lockFile = (tx: Tx, fileId: string) =>
  tx.row<FileFacts>(sql`
    select f.account_id as "accountId", f.name as "fileName", f.note as "fileNote", f.size from files f
    where f.tenant_id = (select current_tenant()) and f.file_id = ${fileId} and ${isInReach} and ${isNotOfDeletedAccount}
    for update`)

export const renameFile = (
  tx: Tx,
  fileId: string,
  to: { fileName: string; fileType: string; fileNote: string | null },
) =>
  tx.run(sql`
    update files set name = ${to.fileName}, type = ${to.fileType}, note = ${to.fileNote}
    where tenant_id = (select current_tenant()) and file_id = ${fileId}`)

/** The codes of orders that the file is attached to, at most ten. */
export const listOrdersWith = async (tx: Reader, fileId: string): Promise<string[]> => {
  const rows = await tx.rows<{ code: string }>(sql`
    select o.code from offered.order_attachments t
    join offered.orders o on o.tenant_id = t.tenant_id and o.order_id = t.order_id
    where t.tenant_id = (select current_tenant()) and t.file_id = ${fileId} order by o.code limit 10`)
  return rows.map(({ code }) => code)
}

/** Deletes the row and notes its object for the sweep. */
export const deleteFile = (tx: Tx, fileId: string) =>
  tx.run(sql`
    with gone as (
      delete from files where tenant_id = (select current_tenant()) and file_id = ${fileId} returning file_id
    )
    insert into file_removals (file_id) select file_id from gone`)
