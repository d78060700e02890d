import { attachments, maximumAttachments } from '@trellis/contract/attachments'
import { hasPermission } from '@trellis/contract/permissions'
import type { Tx } from '../../platform/database/tx.ts'
import { routes } from '../../platform/http/routes.ts'
import { forbid, found, invalid, Refusal, refuse } from '../../platform/refusal.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { record } from '../audit/index.ts'
import { type FileLinks, updateFile } from '../files/index.ts'
import {
  countAttachments,
  deleteAttachment,
  findAttachment,
  insertAttachments,
  presentAttachment,
} from './attachment-queries.ts'
import { orderToChange } from './change-status.ts'
import { isOrderReachable, presentOrder } from './queries.ts'
import { whyNot } from './rules.ts'

/** The attachments of orders (rules B8). Files are made beforehand, by an upload. */
export const attachmentsRoutes = (links: FileLinks) =>
  routes('attachments', attachments, {
    async add({ tx, actor, params, body }) {
      await attach(tx, actor, params.id, body.attachments)
      return found(await presentOrder(tx, actor, params.id))
    },

    async update({ tx, actor, params, body }) {
      await lockOwnAttachment(tx, actor, params)
      await updateFile(tx, params.accountFileId, body)
      return found(await presentAttachment(tx, actor, params.id, params.accountFileId))
    },

    async remove({ tx, actor, params }) {
      const before = await lockOwnAttachment(tx, actor, params)
      await deleteAttachment(tx, params.id, params.accountFileId)
      await record(tx, 'order.detached', 'order', params.id, { before })
    },

    async download({ tx, actor, params }) {
      found(await isOrderReachable(tx, params.id))
      const { fileName, fileType } = found(await findAttachment(tx, actor, params.id, params.accountFileId))
      const file = { tenantId: actor.tenantId, fileId: params.accountFileId, orderId: params.id }
      return links.downloadOf(tx, { ...file, fileName, fileType })
    },
  })

/** Locks the order and refuses RQ403 to whoever may not attach to it. */
async function lockToAttach(tx: Tx, actor: Actor, orderId: string): Promise<void> {
  const order = await orderToChange(tx, actor, orderId)
  const info = hasPermission(actor.permissions, 'Orders', 'u') ? { reason: 'side' } : { permission: 'Orders:u' }
  forbid(whyNot('attach', { ...order, isOwnPurchase: order.buyerId === actor.accountId }, actor), info)
}

/** Refuses RQ404 when one of the files is not of the actor's own account; then none is attached. */
export async function attach(tx: Tx, actor: Actor, orderId: string, fileIds: string[]): Promise<void> {
  await lockToAttach(tx, actor, orderId)
  const { known, added } = await insertAttachments(tx, orderId, actor.accountId, fileIds)
  refuse(known === new Set(fileIds).size ? null : 'RQ404')
  if ((await countAttachments(tx, orderId)) > maximumAttachments)
    throw invalid(['attachments'], 'too_many', `An order has at most ${maximumAttachments} attachments`)
  for (const { fileId: accountFileId, fileName } of added)
    await record(tx, 'order.attached', 'order', orderId, { after: { accountFileId, fileName } })
}

/** Refuses RQ403 for a file of the other side: only the account that it belongs to, and those above, change it. */
async function lockOwnAttachment(tx: Tx, actor: Actor, { id, accountFileId }: { id: string; accountFileId: string }) {
  await lockToAttach(tx, actor, id)
  const { isOwn, fileName } = found(await findAttachment(tx, actor, id, accountFileId))
  if (!isOwn) throw new Refusal('RQ403', { reason: 'side' })
  return { accountFileId, fileName }
}
