import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Connection } from '../platform/database/connection.ts'
import { type Embedded, type EmbeddedOptions, startEmbedded } from '../platform/database/embedded.ts'
import { guard } from './guard.ts'

/**
 * An embedded PostgreSQL in a temporary folder, without durability. `stop`, or the death of this process, removes all
 * of it.
 */
export async function startThrowaway({
  durable = false,
  binaries,
}: Pick<EmbeddedOptions, 'durable' | 'binaries'> = {}): Promise<Embedded> {
  const dataDir = await mkdtemp(join(tmpdir(), 'trellis-'))
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
