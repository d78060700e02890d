import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Storage } from '../../platform/storage/storage.ts'
import { finalKey } from './store.ts'

/** A committed file, as far as its object is concerned. */
export interface Committed {
  tenantId: string
  fileId: string
  /** Bytes. */
  size: number
  /** SHA-256. */
  hash: Buffer
}

/** In words, why the store lacks the object of a file or has one of another size; null when the size is right. */
export async function faultOfSize(storage: Storage, file: Committed): Promise<string | null> {
  const size = await storage.sizeOf(finalKey(file))
  if (size === null) return 'has no object in the store'
  return size === file.size ? null : `has ${size} bytes in the store instead of ${file.size}`
}

/** The same, comparing the content too: reads the whole object. */
export async function faultOfContent(storage: Storage, file: Committed): Promise<string | null> {
  const fault = await faultOfSize(storage, file)
  if (fault !== null) return fault
  const content = await storage.read(finalKey(file))
  return content && (await hashOf(content)).equals(file.hash) ? null : otherContent
}

export const otherContent = 'has other content in the store than was uploaded'

async function hashOf(content: Readable): Promise<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of content as AsyncIterable<Buffer>) hash.update(chunk)
  return hash.digest()
}
