import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { FileDownload, FileUpdate } from './files.ts'
import { Attachment, Order } from './orders.ts'
import { ById, Id } from './values.ts'

/** Maximum number of files of one order. */
export const maximumAttachments = 100

export const NewAttachments = z.strictObject({
  attachments: z.array(Id).check(z.minLength(1), z.maxLength(maximumAttachments)),
})

const ByFile = z.strictObject({ id: Id, accountFileId: Id })

/* Who may do it is decided per order (rules B8); so these calls need only the permission to read orders. */
export const attachments = {
  add: endpoint({
    method: 'POST',
    path: '/orders/:id/attachments',
    summary: 'Attach files of the own account to an order; a file that is attached already stays',
    permission: 'Orders:r',
    params: ById,
    body: NewAttachments,
    spelled: true,
    answer: Order,
    refusals: ['RQ403', 'RQ404'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/orders/:id/attachments/:accountFileId',
    summary: 'Change name and note of an attached file',
    permission: 'Orders:r',
    params: ByFile,
    body: FileUpdate,
    answer: Attachment,
    refusals: ['RQ403', 'RQ404'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/orders/:id/attachments/:accountFileId',
    summary: 'Detach a file; the file stays with its account',
    permission: 'Orders:r',
    params: ByFile,
    refusals: ['RQ403', 'RQ404'],
  }),
  download: endpoint({
    method: 'GET',
    path: '/orders/:id/attachments/:accountFileId/download',
    summary: 'A link to an attached file that works for 5 minutes, for both sides of the order',
    permission: 'Orders:r',
    params: ByFile,
    answer: FileDownload,
    refusals: ['RQ404'],
  }),
}
