import type { Upload, UploadCommit, UploadRequest } from '@trellis/contract/files'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { found, Refusal, refuse } from '../../platform/refusal.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { lockLivingAccount, reachedId } from '../accounts/index.ts'
import { record } from '../audit/index.ts'
import { finalKey, stagingKey } from './store.ts'
import { commitRow, findReserved, findUpload, insertUpload, isCommitted } from './uploads.ts'
import { reserve } from './usage.ts'

export interface Limits {
  /** Bytes of the largest file. */
  maximum: number
  /** Bytes of all files of a tenant. */
  quota: number
}

/** Parts of the quota that uploads may hold before they are committed: of one user, and of an account's users together. */
const shares = { ofUser: 0.05, ofAccount: 0.25 }

/**
 * Refuses RQ404 for an account out of reach, FL410 for an empty file, FL413 for one that is too large, and RQ429 while the user or
 * the users of their account hold their share of the quota by uploads that they have begun (threats F12).
 */
export async function requestUpload(
  tx: Tx,
  actor: Actor,
  { parentAccountId, ...request }: UploadRequest,
  { maximum, quota }: Limits,
): Promise<Omit<Upload, 'uploadUrl' | 'headers'>> {
  const accountId = await reachedId(tx, actor, parentAccountId)
  const bytes = request.fileSizeInBytes
  refuse(bytes === 0 ? 'FL410' : null, { bytes })
  refuse(bytes > maximum ? 'FL413' : null, { maximum })
  await lockLivingAccount(tx, accountId)
  await reserve(tx, actor, bytes, quota)
  // Beyond `reserve`, which locks the row of the tenant, nobody else adds to these sums.
  const held = await findReserved(tx, actor)
  // One file of any allowed size always fits.
  const isOver = (share: keyof typeof shares) => held[share] + bytes > Math.max(maximum, quota * shares[share])
  if (isOver('ofUser') || isOver('ofAccount'))
    throw new Refusal('RQ429', null, 'Finish the uploads that were begun first', { 'retry-after': '60' })
  const [fileId, sessionId] = [newId(), newId()]
  await insertUpload(tx, { ...request, fileId, sessionId, accountId })
  return { accountFileId: fileId, uploadSessionId: sessionId }
}

/**
 * Moves the stored bytes to their final key and makes the file. May be repeated: a session that was committed is
 * answered like the first time. Refuses RQ404 for another session, account or user, and FL409 when the bytes have not
 * arrived or the session has ended (threats F4).
 */
export async function commitUpload(
  { read, tx, storage }: { read: Reader; tx: Tx; storage: Storage },
  actor: Actor,
  { accountFileId: fileId, uploadSessionId: sessionId, parentAccountId }: UploadCommit,
): Promise<void> {
  const accountId = await reachedId(read, actor, parentAccountId)
  const session = { fileId, sessionId, accountId }
  const upload = await findUpload(read, actor, session)
  if (upload === undefined) {
    refuse((await isCommitted(read, actor, session)) ? null : 'RQ404')
    return
  }
  refuse(upload.isStored ? null : 'FL409')

  // Before the transaction: moving a large object within a bucket takes seconds.
  const place = { tenantId: actor.tenantId, fileId }
  const isMoved = await storage.move(stagingKey(place), finalKey(place))
  refuse(isMoved && (await storage.sizeOf(finalKey(place))) === upload.size ? null : 'FL409')

  await lockLivingAccount(tx, accountId)
  const committed = await commitRow(tx, actor, session)
  if (committed === undefined) {
    // Another commit of this session came first, or the sweep.
    refuse((await isCommitted(tx, actor, session)) ? null : 'FL409')
    return
  }
  const { category, name, size } = found(committed)
  await record(tx, 'file.uploaded', 'file', fileId, { after: { accountId, category, name, size } })
}
