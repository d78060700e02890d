import { chmod, mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Connection } from '../platform/database/connection.ts'
import { type Embedded, type EmbeddedOptions, startEmbedded } from '../platform/database/embedded.ts'
import { guard } from './guard.ts'

interface Throwaway extends Pick<EmbeddedOptions, 'durable' | 'binaries'> {
  /** In the memory of the machine, if there is room: for many small databases, each of which is a thousand files. */
  inMemory?: boolean
}

/**
 * An embedded PostgreSQL in a temporary folder, without durability. `stop`, or the death of this process, removes all
 * of it.
 */
export async function startThrowaway({
  durable = false,
  inMemory = false,
  binaries,
}: Throwaway = {}): Promise<Embedded> {
  const dataDir = await mkdtemp(join((inMemory && (await memoryFolder())) || tmpdir(), 'trellis-'))
  // See pathFor in embedded-cluster.ts.
  if (binaries) await chmod(dataDir, 0o711)
  const tidyUp = guard(dataDir)
  const embedded = await startEmbedded({ dataDir, durable, ...(binaries && { binaries }) })
  const stop = async () => {
    await embedded.stop()
    await tidyUp()
  }
  return { ...embedded, stop }
}

const gigabyte = 2 ** 30

/** Linux's file system in memory, where a copy of a database takes a tenth of the time; a container may have little of it. */
async function memoryFolder(folder = '/dev/shm'): Promise<string | undefined> {
  const room = await statfs(folder).catch(() => undefined)
  const isRoomy = room !== undefined && room.bavail * room.bsize > 4 * gigabyte
  return isRoomy && process.availableMemory() > 6 * gigabyte ? folder : undefined
}

/** Runs one statement in a connection of its own. */
export async function runOnce(url: string, statement: string): Promise<void> {
  const client = new Connection(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
