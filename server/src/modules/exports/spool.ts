import { randomUUID } from 'node:crypto'
import { open, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { named } from '../../platform/writing.ts'

export interface Spooled {
  size: number
  content: Readable
}

/**
 * Writes a stream to an unlinked temporary file and returns a stream that reads it from the start. A slow client
 * therefore holds no database connection, and errors occur before the answer has begun. Closing the read stream frees the
 * file.
 */
export async function spooled(source: Readable): Promise<Spooled> {
  const path = join(tmpdir(), `trellis-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  try {
    await unlink(path)
    // Not through a write stream of the handle, which would leave the handle open.
    await writeFile(file, source)
    const { size } = await file.stat()
    return { size, content: file.createReadStream({ start: 0 }) }
  } catch (error) {
    await file.close()
    throw named(error, path)
  }
}
