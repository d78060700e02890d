import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { named } from '../../platform/writing.ts'

export interface Following {
  /** Reads the file from the start and waits for what is still to be written. Fails where the source fails. */
  content: Readable
  /** When nothing is written any more, whether the source ended, failed, or nobody reads the content any more. */
  written: Promise<void>
}

const piece = 64 * 1024

/**
 * Writes a stream to an unlinked temporary file, and reads that file meanwhile. A slow reader therefore does not hold up
 * the source and what it holds, such as a database connection, and a fast one has each piece at once.
 */
export async function following(source: Readable): Promise<Following> {
  const path = join(tmpdir(), `trellis-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  let size = 0
  let outcome: { failed?: Error } | undefined
  let isClosed = false
  let wake: () => void = () => undefined
  const written = write()
  const content = Readable.from(read(), { objectMode: false, highWaterMark: piece })
  content.once('close', async () => {
    isClosed = true
    source.destroy()
    wake()
    await written
    await file.close()
  })
  return { content, written }

  async function write(): Promise<void> {
    try {
      await unlink(path)
      for await (const chunk of source) {
        size += await append(file, Buffer.from(chunk as string | Uint8Array), size)
        wake()
      }
      outcome = {}
    } catch (error) {
      outcome = { failed: named(error as Error, path) }
    }
    wake()
  }

  async function* read(): AsyncGenerator<Buffer> {
    for (let at = 0; ; ) {
      if (at < size) {
        const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(Math.min(piece, size - at)), { position: at })
        at += bytesRead
        yield buffer.subarray(0, bytesRead)
      } else if (outcome?.failed) throw outcome.failed
      else if (outcome || isClosed) return
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  }
}

async function append(file: FileHandle, bytes: Buffer, position: number): Promise<number> {
  for (let done = 0; done < bytes.length; )
    done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten
  return bytes.length
}
