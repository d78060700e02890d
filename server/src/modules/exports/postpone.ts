import type { Readable } from 'node:stream'
import type { Database } from '../../platform/database/database.ts'
import type { Reader, Tx } from '../../platform/database/tx.ts'
import { Download } from '../../platform/http/download.ts'
import { newId } from '../../platform/ids.ts'
import { found, Refusal, Unavailable } from '../../platform/refusal.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { storeKey } from './write-file.ts'
import { countUnfinished, enqueueFile, findFinished, insertFile, type Kind, type NewFile } from './written-queries.ts'

/** Files of one user that are not done: their own share, of which one after the other is written. */
export const maximumUnfinished = 10

interface Asking {
  db: Database
  actor: Actor
  requestId: string
  clock: string | null
}

/** Leaves a file to a job and returns its id. Refuses RQ429 when the user has as many under way as allowed. */
export async function postpone(
  { db, actor, requestId, clock }: Asking,
  file: Omit<NewFile, 'fileId'>,
): Promise<{ id: string }> {
  const { tenantId, userId, accountId } = actor
  const fileId = newId()
  await db.write({ tenantId, userId, accountId, reach: accountId, clock, requestId }, async (tx: Tx) => {
    const turn = await countUnfinished(tx, userId)
    if (turn >= maximumUnfinished)
      throw new Refusal('RQ429', null, 'Your other files are written first', { 'retry-after': '10' })
    await insertFile(tx, { ...file, fileId }, turn)
    await enqueueFile(tx, fileId)
  })
  return { id: fileId }
}

/**
 * The file at once if a place is free, else its place in the queue. Whoever looks at the portal as another user leaves nothing
 * behind there, so they are told to come again.
 */
export async function nowOrLater<T>(actor: Actor, now: () => Promise<T>, later: () => Promise<{ id: string }>) {
  try {
    return await now()
  } catch (error) {
    if (!(error instanceof Unavailable) || actor.viewedBy) throw error
    return later()
  }
}

/**
 * A finished file of this user for the account in use; RQ404 for everything else. `mayStill` throws where the user may not ask for it any
 * more.
 */
export async function finishedFile(
  { tx, storage }: { tx: Reader; storage: Storage },
  actor: Actor,
  kind: Kind,
  fileId: string,
  type: (fileName: string) => string,
  mayStill: (request: unknown) => void = () => undefined,
): Promise<Download> {
  const { fileName, size, request } = found(await findFinished(tx, actor, kind, fileId))
  mayStill(request)
  const key = storeKey({ tenantId: actor.tenantId, fileId })
  const content: Readable = found(await storage.read(key))
  const parts = { etag: fileId, read: (start: number, end: number) => storage.read(key, { start, end }) }
  return new Download({ fileName, type: type(fileName), size, content, parts })
}
