import type { Attachment } from '@trellis/contract/orders'
import { sql } from '../../platform/database/sql.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import type { Actor } from '../../platform/tenancy.ts'

const isOwn = (actor: Actor) =>
  sql`exists (select from accounts_at_or_above(f.account_id) t where t.account_id = ${actor.accountId})`

const attachedFiles = sql`
  order_attachments t join offered.files f on f.tenant_id = t.tenant_id and f.file_id = t.file_id`

/** One attachment of an order that the actor may change. */
export const presentAttachment = (tx: Reader, actor: Actor, orderId: string, fileId: string) =>
  tx.json<Attachment>(sql`
    select a.attachment::text
    from json_array_elements(order_attachments_for(${orderId}, ${actor.accountId}, 'null')) as a (attachment)
    where a.attachment ->> 'accountFileId' = ${fileId}::uuid::text`)

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
