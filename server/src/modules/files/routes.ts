import { fileCategories, files } from '@trellis/contract/files'
import type { Config } from '../../platform/config.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Context } from '../../platform/database/tx.ts'
import type { Gate } from '../../platform/http/dispatch.ts'
import { routes } from '../../platform/http/routes.ts'
import { found, Refusal } from '../../platform/refusal.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { reachedAccount, reachedId } from '../accounts/index.ts'
import { removeFile, updateFile } from './change-file.ts'
import { receiveContent, sendContent } from './content.ts'
import type { FileLinks } from './links.ts'
import { findReadable, listFiles, presentFile } from './queries.ts'
import type { Ticket } from './tickets.ts'
import { commitUpload, requestUpload } from './upload.ts'
import { findUsage } from './usage.ts'

export interface FilesMeans {
  db: Database
  config: Pick<Config, 'fileMaximumBytes' | 'fileQuotaBytes'>
  links: FileLinks
  storage: Storage
  maintenance: Gate
  /** A fixed clock for tests and the demo. */
  clock?: () => string
}

export function filesRoutes({ db, config, links, storage, maintenance, clock }: FilesMeans) {
  const limits = { maximum: config.fileMaximumBytes, quota: config.fileQuotaBytes }

  function ticketOf(kind: Ticket['kind'], token: string, requestId: string) {
    const ticket = links.read(kind, token)
    if (ticket === null) throw new Refusal('RQ403', { reason: 'link' }, 'This URL was not signed for this')
    maintenance.pass(ticket.tenantId)
    const context: Context = {
      tenantId: ticket.tenantId,
      userId: null,
      reach: null,
      clock: clock?.() ?? null,
      requestId,
    }
    return { ticket, means: { db, storage, context } }
  }

  return routes('files', files, {
    async search({ tx, actor, body }) {
      const accountId = await reachedId(tx, actor, body.parentAccountId)
      const scope = { accountId, withChildren: body.includeChildren === true, categories: fileCategories }
      return found(await listFiles(tx, body, scope, actor))
    },

    async documents({ tx, actor, body }) {
      const accountId = await reachedId(tx, actor, body.parentAccountId)
      const scope = { accountId, withChildren: body.includeChildren === true, categories: ['document'] as const }
      return found(await listFiles(tx, body, scope, actor))
    },

    async brandAssets({ tx, actor, body }) {
      if (body.parentAccountId) await reachedAccount(tx, actor, body.parentAccountId)
      const scope = { accountId: actor.rootAccountId, withChildren: false, categories: ['brandAsset'] as const }
      return found(await listFiles(tx, body, scope, actor))
    },

    async usage({ tx, actor }) {
      return { usedBytes: await findUsage(tx, actor), quotaBytes: limits.quota, maximumBytes: limits.maximum }
    },

    async requestUpload({ tx, actor, body }) {
      const upload = await requestUpload(tx, actor, body, limits)
      return {
        ...upload,
        uploadUrl: links.uploadUrlOf({ tenantId: actor.tenantId, fileId: upload.accountFileId }),
        headers: { 'content-type': 'application/octet-stream' },
      }
    },

    async commitUpload({ tx, read, actor, body }) {
      await commitUpload({ tx, read, storage }, actor, body)
      return found(await presentFile(tx, body.accountFileId, actor))
    },

    async receive({ query, request }) {
      const { ticket, means } = ticketOf('upload', query.token, request.id)
      await receiveContent(means, ticket, request.body)
    },

    async send({ query, request, reply }) {
      const { ticket, means } = ticketOf('download', query.token, request.id)
      reply.header('content-security-policy', "sandbox; default-src 'none'")
      return sendContent(means, ticket)
    },

    async update({ tx, actor, params, body }) {
      await updateFile(tx, params.id, body)
      return found(await presentFile(tx, params.id, actor))
    },

    async remove({ tx, actor, params }) {
      await removeFile(tx, actor, params.id)
    },

    async download({ tx, actor, params }) {
      const file = found(await findReadable(tx, params.id, actor))
      return links.downloadOf(tx, { ...file, tenantId: actor.tenantId, fileId: params.id })
    },
  })
}
