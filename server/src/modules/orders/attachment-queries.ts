import type { Attachment } from '@trellis/contract/orders'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import type { Actor } from '../../platform/tenancy.ts'

const isOwn = (actor: Actor) =>
  sql`exists (select from accounts_at_or_above(f.account_id) t where t.account_id = ${actor.accountId})`

const attachmentJson = (actor: Actor, whyNotAttach: Sql) => sql`json_build_object(
  'accountFileId', f.file_id,
  'fileName', f.name,
  'fileType', f.type,
  'fileSize', f.size,
  'fileNote', f.note,
  'uploadedByAccountName', (select a.name from offered.accounts a
                            where a.tenant_id = f.tenant_id and a.account_id = f.uploaded_by_account),
  'uploadedByUserFullName', (select u.first_name || ' ' || u.last_name from offered.users u
                             where u.tenant_id = f.tenant_id and u.user_id = f.uploaded_by),
  'uploadDate', iso(f.created_at),
  'blocked', (
    select json_build_object('update', w.why, 'delete', w.why)
    from (select case when ${isOwn(actor)} then ${whyNotAttach} else '"RQ403"'::jsonb end) as w (why)))`

const attachedFiles = sql`
  order_attachments t join offered.files f on f.tenant_id = t.tenant_id and f.file_id = t.file_id`

/**
 * SQL: the attachments of a row `o` of orders as a JSON array, in the sequence of attaching. Whoever reads the order
 * reads them, whatever their reach (rules B8).
 * @param whyNotAttach SQL for the code that refuses attaching to the order, as JSON
 */
export const attachmentsJson = (actor: Actor, whyNotAttach: Sql): Sql => sql`
  select coalesce(json_agg(${attachmentJson(actor, whyNotAttach)} order by t.created_at, t.file_id), '[]')
  from ${attachedFiles}
  where t.tenant_id = o.tenant_id and t.order_id = o.order_id`

/** One attachment of an order that the actor may change. */
export const presentAttachment = (tx: Reader, actor: Actor, orderId: string, fileId: string) =>
  tx.json<Attachment>(sql`
    select ${attachmentJson(actor, sql`'null'::jsonb`)}::text
    from ${attachedFiles}
    where t.tenant_id = (select current_tenant()) and t.order_id = ${orderId} and t.file_id = ${fileId}`)

/** An attached file, and whether it belongs to the actor's account or to one below it. */
export const findAttachment = (tx: Reader, actor: Actor, orderId: string, fileId: string) =>
  tx.row<{ fileName: string; fileType: string; isOwn: boolean }>(sql`
    select f.name as "fileName", f.type as "fileType", ${isOwn(actor)} as "isOwn"
    from ${attachedFiles}
    where t.tenant_id = (select current_tenant()) and t.order_id = ${orderId} and t.file_id = ${fileId}`)

/**
 * Attaches those of the files that belong to the account. A file that is being deleted is waited for.
 * Returns the number of the account's files among them, and the names of those that were not attached before.
 */
export async function insertAttachments(tx: Tx, orderId: string, accountId: string, fileIds: string[]) {
  const own = await tx.rows<{ fileId: string; fileName: string }>(sql`
    select f.file_id as "fileId", f.name as "fileName" from offered.files f
    where f.tenant_id = (select current_tenant()) and f.account_id = ${accountId} and f.file_id = any(${fileIds}::uuid[])`)
  const added = await tx.rows<{ fileId: string }>(sql`
    insert into order_attachments (order_id, file_id)
    select ${orderId}, f.id from unnest(${own.map(({ fileId }) => fileId)}::uuid[]) with ordinality as f (id, place) order by f.place
    on conflict do nothing returning file_id as "fileId"`)
  const isNew = new Set(added.map(({ fileId }) => fileId))
  return { known: own.length, added: own.filter(({ fileId }) => isNew.has(fileId)) }
}

export const countAttachments = async (tx: Reader, orderId: string): Promise<number> =>
  (
    await tx.row<{ count: number }>(sql`
      select count(*) from order_attachments where tenant_id = (select current_tenant()) and order_id = ${orderId}`)
  )?.count ?? 0

export const deleteAttachment = (tx: Tx, orderId: string, fileId: string) =>
  tx.run(sql`
    delete from order_attachments
    where tenant_id = (select current_tenant()) and order_id = ${orderId} and file_id = ${fileId}`)
