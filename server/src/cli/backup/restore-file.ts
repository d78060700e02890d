import { Readable } from 'node:stream'
import { faultOfContent, finalKey } from '../../modules/files/index.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { CommandError } from '../command.ts'
import { type Content, mark } from './format.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export interface RestoredFiles {
  /** Writes the bytes on the next lines under the key of their file. */
  add(file: Content, lines: AsyncIterator<string>): Promise<void>
  count(): number
  /** Removes the objects that were written. Those that were in the store before remain. */
  undo(): Promise<void>
}

/**
 * Writes the files of a backup to the store. An object that is there already, as in a bucket that outlived its database,
 * is kept when its content is right, else replaced.
 */
export function restoringFiles(storage: Storage): RestoredFiles {
  const added: string[] = []
  let count = 0
  let isUndone = false
  return {
    async add(file, lines) {
      // They become the path in the store.
      if (![file.tenantId, file.fileId].every((id) => uuid.test(id)))
        throw new CommandError('This is not a backup of Trellis.')
      const key = finalKey(file)
      const committed = { ...file, hash: Buffer.from(file.hash, 'base64') }
      const isThere = (await storage.sizeOf(key)) !== null
      if (isThere && (await faultOfContent(storage, committed)) === null) {
        for await (const _ of bytesOf(lines, file.size));
      } else {
        if (isUndone) throw new CommandError('The restore was broken off. Nothing was restored.')
        if (!isThere) added.push(key)
        await storage.write(key, Readable.from(bytesOf(lines, file.size), { objectMode: false }), file.size)
      }
      count += 1
    },
    count: () => count,
    async undo() {
      isUndone = true
      for (const key of added) await storage.remove(key)
    },
  }
}

/** Reads no line more than those of the file. */
async function* bytesOf(lines: AsyncIterator<string>, size: number): AsyncGenerator<Buffer> {
  for (let read = 0; read < size; ) {
    const { value, done } = await lines.next()
    if (done === true || value.startsWith(mark)) {
      throw new CommandError('The backup is not whole: bytes of a file are missing. Nothing was restored.')
    }
    const bytes = Buffer.from(value, 'base64')
    read += bytes.length
    yield bytes
  }
}
