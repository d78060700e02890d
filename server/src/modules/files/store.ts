import { createHash, type Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { Refusal } from '../../platform/refusal.ts'

interface Place {
  tenantId: string
  fileId: string
}

/** Keys of objects: made of ids only, never of names (threats F1). */
export const stagingKey = ({ tenantId, fileId }: Place): string => `${tenantId}/staging/${fileId}`
export const finalKey = ({ tenantId, fileId }: Place): string => `${tenantId}/files/${fileId}`

/** Passes the bytes on and hashes them. Leaves the source open, like `exactly`. */
export function hashing(source: Readable): { content: Readable; hash(): Buffer } {
  const hash = createHash('sha256')
  async function* passed() {
    for await (const chunk of chunksOf(source)) {
      hash.update(chunk)
      yield chunk
    }
  }
  return { content: Readable.from(passed(), { objectMode: false }), hash: () => hash.digest() }
}

export const damaged = () => new Refusal('FL409', null, 'The stored object is missing or damaged')

/**
 * Passes the bytes on and fails before the last of them when they are not those with this SHA-256: nobody takes a
 * damaged object for a whole file (threats F3). Closing it closes the source, also when nothing was read.
 */
export function verified(source: Readable, expected: Buffer): Readable {
  async function* passed() {
    const hash: Hash = createHash('sha256')
    let last: Buffer | undefined
    for await (const chunk of source as AsyncIterable<Buffer>) {
      hash.update(chunk)
      if (last) yield last
      last = chunk
    }
    if (!hash.digest().equals(expected)) throw damaged()
    if (last) yield last
  }
  const content = Readable.from(passed(), { objectMode: false })
  // A generator that has not begun does not end its loop.
  content.once('close', () => source.destroy())
  return content
}

const chunksOf = (source: Readable) => source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
