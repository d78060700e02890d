import { randomUUID } from 'node:crypto'
import { open, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

export interface Spooled {
  size: number
  content: Readable
}

/**
 * Brings a stream to a file without a name and hands it back from its beginning. So whoever reads slowly holds no
 * connection to the database, and what fails fails before anything was answered. The file goes when it was read.
 */
export async function spooled(source: Readable): Promise<Spooled> {
  const path = join(tmpdir(), `trellis-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  try {
    await unlink(path)
    // Not by a stream of the handle's own, which would keep it open for good.
    await writeFile(file, source)
    const { size } = await file.stat()
    return { size, content: file.createReadStream({ start: 0 }) }
  } catch (error) {
    await file.close()
    throw error
  }
}
