import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Connection } from '../platform/database/connection.ts'
import { type Embedded, startEmbedded } from '../platform/database/embedded.ts'
import { guard } from './guard.ts'

/**
 * An embedded PostgreSQL in a temporary folder, without durability. `stop`, or the death of this process, removes all
 * of it.
 */
export async function startThrowaway({ durable = false } = {}): Promise<Embedded> {
  const dataDir = await mkdtemp(join(tmpdir(), 'trellis-'))
  const tidyUp = guard(dataDir)
  const embedded = await startEmbedded({ dataDir, durable })
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
