import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Committed, faultOfContent, finalKey, hashing } from '../../modules/files/index.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { CommandError } from '../command.ts'
import { pathOf } from '../tenant-export/files.ts'
import type { Manifest } from '../tenant-export/manifest.ts'
import { bytesOf } from '../tenant-export/records.ts'
import { linesOf } from './lines.ts'

export interface ArrivedFiles {
  files: number
  bytes: number
  /** Removes the objects that were written. Those that were in the store before remain. */
  undo(): Promise<void>
}

/**
 * Writes the bytes of all files into the store, before there are any rows that name them. What an import that was killed has left
 * there is used if it is right.
 */
export async function bringFiles(folder: string, storage: Storage, manifest: Manifest): Promise<ArrivedFiles> {
  const added: string[] = []
  const arrived: ArrivedFiles = {
    files: 0,
    bytes: 0,
    async undo() {
      for (const key of added) await storage.remove(key)
    },
  }
  try {
    for await (const { path, ...file } of filesOf(folder, manifest)) {
      const key = finalKey(file)
      const isThere = (await storage.sizeOf(key)) !== null
      if (!isThere || (await faultOfContent(storage, file)) !== null) {
        if (!isThere) added.push(key)
        const source = createReadStream(path)
        const { content, hash } = hashing(source)
        await storage.write(key, content, file.size).finally(() => source.destroy())
        if (!hash().equals(file.hash))
          throw new CommandError(`${path} has other bytes than were uploaded. Nothing was imported.`)
      }
      arrived.files += 1
      arrived.bytes += file.size
    }
    return arrived
  } catch (error) {
    await arrived.undo()
    throw error
  }
}

/** The files of the export that have bytes. Refuses one whose bytes were cut or left out, but for those that were lost before. */
async function* filesOf(folder: string, { tenantId, files }: Manifest): AsyncGenerator<Committed & { path: string }> {
  const lost = new Set(files.missing)
  for await (const lines of linesOf(folder, 'files'))
    for (const line of lines) {
      const row = JSON.parse(line) as { file_id: string; name: string; size: number; hash: string }
      if (lost.has(row.file_id)) continue
      const path = join(folder, pathOf({ fileId: row.file_id, name: row.name }))
      const size = await stat(path).then(
        (found) => found.size,
        () => null,
      )
      if (size !== row.size)
        throw new CommandError(
          `${path} ${size === null ? 'is missing' : `has ${size} bytes instead of ${row.size}`}. Nothing was imported.`,
        )
      yield { path, tenantId, fileId: row.file_id, size: row.size, hash: bytesOf(row.hash) }
    }
}
