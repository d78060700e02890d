import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { UploadRequest } from '@trellis/contract/files'
import type { Tx } from '../../platform/database/tx.ts'
import { found } from '../../platform/refusal.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { stagingKey } from './store.ts'
import { commitUpload, requestUpload } from './upload.ts'
import { claimUpload, markStored } from './uploads.ts'

const noLimits = { maximum: Number.MAX_SAFE_INTEGER, quota: Number.MAX_SAFE_INTEGER }

/** Stores a file that the server itself made, by the same steps as an upload. Returns its id. */
export async function storeFile(
  { tx, storage }: { tx: Tx; storage: Storage },
  actor: Actor,
  request: Omit<UploadRequest, 'fileSizeInBytes'>,
  content: Buffer,
): Promise<string> {
  const size = content.length
  const session = await requestUpload(tx, actor, { ...request, fileSizeInBytes: size }, noLimits)
  const { accountFileId: fileId } = session
  const { attempt } = found(await claimUpload(tx, fileId))
  const bytes = Readable.from([content], { objectMode: false })
  await storage.write(stagingKey({ tenantId: actor.tenantId, fileId }), bytes, size)
  await markStored(tx, fileId, attempt, createHash('sha256').update(content).digest())
  await commitUpload({ read: tx, tx, storage }, actor, { ...session, parentAccountId: request.parentAccountId })
  return fileId
}
