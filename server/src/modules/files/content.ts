import { Readable } from 'node:stream'
import type { Database } from '../../platform/database/database.ts'
import type { Context, Reader } from '../../platform/database/tx.ts'
import { openHeartbeat } from '../../platform/heartbeat.ts'
import { Download } from '../../platform/http/download.ts'
import { found, Refusal, refuse } from '../../platform/refusal.ts'
import { WrongSize } from '../../platform/storage/exactly.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { Actor } from '../../platform/tenancy.ts'
import { findCommitted, findContent, findReadable } from './queries.ts'
import { damaged, finalKey, hashing, stagingKey, verified } from './store.ts'
import type { Ticket } from './tickets.ts'
import {
  claimUpload,
  failUpload,
  isSuperseded,
  markStored,
  reopenUpload,
  reportMilliseconds,
  reportReceiving,
} from './uploads.ts'

interface Means {
  db: Database
  storage: Storage
  context: Context
}

/**
 * Stores the bytes of an upload under its staging key. Refuses RQ403 when the URL was used, is in use or is too old, and FL409 when
 * the bytes are more or fewer than announced: they are cut at the first byte too many. After a broken connection, or the end of
 * the server, the same URL works again (threats X6).
 */
export async function receiveContent({ db, storage, context }: Means, ticket: Ticket, body: unknown): Promise<void> {
  const { fileId } = ticket
  const bytes = body instanceof Readable ? body : Readable.from([])
  const write = <T>(work: Parameters<typeof db.write<T>>[1]) => db.write(context, work)
  const upload = await write((tx) => claimUpload(tx, fileId))
  if (upload === undefined) throw cut(bytes, 'RQ403', 'This URL was used before, or is too old')
  const { size, attempt } = upload

  const { content, hash } = hashing(bytes)
  const beat = openHeartbeat({}, () => write((tx) => reportReceiving(tx, fileId, attempt)), reportMilliseconds)
  try {
    await storage.write(stagingKey(ticket), content, size)
  } catch (error) {
    const isWrong = error instanceof WrongSize
    await write((tx) => (isWrong ? failUpload : reopenUpload)(tx, fileId, attempt))
    if (isWrong) throw cut(bytes, 'FL409', 'The uploaded bytes are more or fewer than announced')
    if (isInterrupted(error)) throw cut(bytes, 'FL409', 'The connection broke before all bytes had arrived')
    bytes.resume()
    throw error
  } finally {
    await beat.stop()
  }
  const sha256 = hash()
  if (await write((tx) => markStored(tx, fileId, attempt, sha256))) return
  if (!(await isSuperseded(db.read(context), fileId, attempt))) await storage.remove(stagingKey(ticket))
  throw new Refusal('FL409', null, 'The upload has ended meanwhile')
}

/** A refusal that ends the connection, so that nobody reads the rest of the bytes. */
function cut(bytes: Readable, code: 'RQ403' | 'FL409', detail: string): Refusal {
  bytes.resume()
  return new Refusal(code, code === 'RQ403' ? { reason: 'link' } : null, detail, { connection: 'close' })
}

/** The client went away, or its bytes could not be read. */
const isInterrupted = (error: unknown): boolean =>
  ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR'].includes(String((error as NodeJS.ErrnoException).code))

/**
 * The bytes of a file as a download. Refuses RQ403 when the link has ended, RQ404 when the file was deleted, and FL409
 * when the stored object is not the one that was committed.
 */
export async function sendContent({ db, storage, context }: Means, ticket: Ticket): Promise<Download> {
  const { fileName, size, hash, hasEnded } = found(await findContent(db.read(context), ticket))
  refuse(hasEnded ? 'RQ403' : null, { reason: 'link' }, 'The link is too old')
  const key = finalKey(ticket)
  const stored = await storage.sizeOf(key)
  const object = stored === size ? await storage.read(key) : null
  if (object === null) throw damaged()
  // Never the type of the file: nothing that was uploaded is rendered (threats F6).
  return new Download({
    fileName,
    type: 'application/octet-stream',
    size,
    content: verified(object, hash),
    parts: { etag: hash.toString('hex'), read: (start, end) => storage.read(key, { start, end }) },
  })
}

/** The bytes of a file that the actor may read, for use by the server. Refuses RQ404, and FL413 above `maximum` bytes. */
export async function readWhole(
  { tx, storage }: { tx: Reader; storage: Storage },
  actor: Actor,
  fileId: string,
  maximum: number,
): Promise<Buffer> {
  found(await findReadable(tx, fileId, actor))
  const { size, hash } = found(await findCommitted(tx, fileId))
  if (size > maximum) throw new Refusal('FL413', { maximum })
  const object = await storage.read(finalKey({ tenantId: actor.tenantId, fileId }))
  if (object === null) throw damaged()
  return Buffer.concat(await verified(object, hash).toArray())
}
