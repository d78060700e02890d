import { once } from 'node:events'
import { createReadStream, type WriteStream } from 'node:fs'
import { open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { makeFolder } from '../folders.ts'
import { writingTo } from '../writing.ts'
import { exactly } from './exactly.ts'
import { orUnavailable, type Storage, type Stored, unavailable } from './storage.ts'

/** A store in `DATA_DIR/files`, readable only by the user of the server. */
export function openFolder(dataDir: string): Storage {
  const root = join(dataDir, 'files')
  const pathOf = (key: string) => join(root, ...key.split('/'))

  return {
    async write(key, source, size) {
      const path = pathOf(key)
      const { content, fault } = exactly(size, source)
      let file: WriteStream | undefined
      try {
        await makeFolder(dirname(path), 0o700)
        file = writingTo(path, { mode: 0o600, flush: true })
        await pipeline(content, file)
      } catch (error) {
        // Its opening may still be under way, and would create the file after it was removed.
        if (file && !file.closed) await once(file, 'close').catch(() => undefined)
        await rm(path, { force: true }).catch(() => undefined)
        throw fault() ?? unavailable(error)
      }
    },

    read: (key, part) =>
      orUnavailable(async () => {
        const handle = await ifThere(open(pathOf(key)))
        return handle && createReadStream('', { fd: handle, ...part })
      }),

    sizeOf: (key) => orUnavailable(() => sizeOf(pathOf(key))),

    move: (from, to) =>
      orUnavailable(async () => {
        const [source, target] = [pathOf(from), pathOf(to)]
        await makeFolder(dirname(target), 0o700)
        const moved = await ifThere(rename(source, target).then(() => true))
        if (moved) await syncFolder(dirname(target))
        return moved ?? (await sizeOf(target)) !== null
      }),

    remove: (key) => orUnavailable(() => rm(pathOf(key), { force: true })),

    list: (folder) => listBelow(root, pathOf(folder.slice(0, -1))),

    close() {},
  }
}

const sizeOf = async (path: string) => (await ifThere(stat(path)))?.size ?? null

/** Null instead of an error for a file that does not exist. */
const ifThere = <T>(found: Promise<T>): Promise<T | null> =>
  found.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
    throw error
  })

/** Makes the rename survive a power failure. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function* listBelow(root: string, folder: string): AsyncGenerator<Stored> {
  const entries = await orUnavailable(() => ifThere(opendir(folder)))
  for await (const entry of entries ?? []) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* listBelow(root, path)
    else {
      const size = await orUnavailable(() => sizeOf(path))
      if (size !== null) yield { key: relative(root, path).split(sep).join('/'), size }
    }
  }
}
