import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { LicenseStorage } from './storage.ts'

/** Keeps the license in a file that only its user may read. Folders are created as needed. */
export function fileStorage(path: string): LicenseStorage {
  const read = async () =>
    readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })

  /** Writes the text to a file of its own, safe on the disk, and lets `place` put it in place. */
  async function put(text: string, place: (from: string) => Promise<void>): Promise<void> {
    await mkdir(dirname(path), { recursive: true })
    const from = `${path}.${randomUUID()}`
    try {
      const file = await open(from, 'wx', 0o600)
      try {
        await file.writeFile(text)
        await file.sync()
      } finally {
        await file.close()
      }
      await place(from)
    } finally {
      await rm(from, { force: true })
    }
  }

  return {
    read,
    write: (text) => put(text, (from) => rename(from, path)),
    async create(text) {
      // A link does not replace an existing file, so of two programs that start at once one wins.
      await put(text, (from) => link(from, path)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error
      })
      return (await read()) ?? text
    },
  }
}
