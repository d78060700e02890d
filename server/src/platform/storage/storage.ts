import type { Readable } from 'node:stream'
import type { Config } from '../config.ts'
import { Refusal, Unavailable } from '../refusal.ts'
import { isTracing, traced } from '../tracing/tracing.ts'
import { openFolder } from './folder.ts'

/** An object in the store. */
export interface Stored {
  key: string
  /** Bytes. */
  size: number
}

/** Positions of the first and the last byte. */
export interface Part {
  start: number
  end: number
}

/**
 * Where the bytes of files are: a folder or an S3-compatible bucket. Keys are made by the server, never from the name of
 * a file. Every function throws `Unavailable('storage')` when the store does not answer.
 */
export interface Storage {
  /**
   * Stores exactly `size` bytes under a key. When the content fails or has another length, its error is thrown and the
   * key has no object.
   */
  write(key: string, content: Readable, size: number): Promise<void>
  /** The bytes as a stream, of a part from the first to the last byte if one is given; null when there is no such object. */
  read(key: string, part?: Part): Promise<Readable | null>
  /** The size in bytes; null when there is no such object. */
  sizeOf(key: string): Promise<number | null>
  /** Renames an object. May be repeated: does nothing when the object already has the new key. False: there is neither. */
  move(from: string, to: string): Promise<boolean>
  /** Deletes an object; nothing happens when there is none. */
  remove(key: string): Promise<void>
  /** All objects whose key begins with this folder, which ends in `/`. */
  list(folder: string): AsyncIterable<Stored>
  close(): void
}

/** The configured store. Nothing is connected or created before the first use. */
export async function openStorage(config: Pick<Config, 'storageUrl' | 'dataDir'>): Promise<Storage> {
  const storage = await openStore(config)
  return isTracing() ? tracedStorage(storage) : storage
}

async function openStore(config: Pick<Config, 'storageUrl' | 'dataDir'>): Promise<Storage> {
  if (config.storageUrl === undefined) return openFolder(config.dataDir)
  // Loaded only when it is used: the client is large.
  const { openBucket } = await import('./bucket.ts')
  return openBucket(config.storageUrl)
}

/** The same store; what is asked of it is part of a trace. Keys are ids. */
function tracedStorage(storage: Storage): Storage {
  const part = <T>(what: string, key: string, work: () => Promise<T>) =>
    traced(`${what} an object`, { kind: 'client', attributes: { 'trellis.object': key } }, work)
  return {
    write: (key, content, size) => part('write', key, () => storage.write(key, content, size)),
    read: (key, of) => part('read', key, () => storage.read(key, of)),
    sizeOf: (key) => part('look for', key, () => storage.sizeOf(key)),
    move: (from, to) => part('move', from, () => storage.move(from, to)),
    remove: (key) => part('remove', key, () => storage.remove(key)),
    list: (folder) => storage.list(folder),
    close: () => storage.close(),
  }
}

/** A failure of the store as a 503. A full disk keeps its own reason; errors that the API knows pass unchanged. */
export function unavailable(error: unknown): unknown {
  if (error instanceof Refusal || ['ENOSPC', 'EDQUOT'].includes(String((error as { code?: unknown }).code)))
    return error
  return Object.assign(new Unavailable('storage'), { cause: error })
}

export async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw unavailable(error)
  }
}
