import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { migrate } from '../migrate.ts'
import { startEmbedded } from '../platform/database/embedded.ts'
import { runOnce } from './cluster.ts'
import { type SettledDatabase, settleForServing, type TestDatabase } from './database.ts'
import { guard } from './guard.ts'

/** What a server needs to copy tenants into another primary. */
const logical = { wal_level: 'logical', max_wal_senders: '20', max_replication_slots: '40', max_worker_processes: '24' }
const workers = { max_logical_replication_workers: '12', max_sync_workers_per_subscription: '6' }

export interface Primaries {
  /** With the network of companies. */
  main: SettledDatabase
  /** Migrated and empty. */
  further(): Promise<TestDatabase>
  adminUrl: string
}

/** A server of its own whose databases are primaries of one installation. It stops at the end of the test file. */
export async function startPrimaries(): Promise<Primaries> {
  const dataDir = await mkdtemp(join(tmpdir(), 'trellis-primaries-'))
  const tidyUp = guard(dataDir)
  const first = await startEmbedded({ dataDir, durable: false })
  for (const [name, value] of Object.entries({ ...logical, ...workers }))
    await runOnce(first.adminUrl, `alter system set ${name} = '${value}'`)
  await first.stop()
  const server = await startEmbedded({ dataDir, durable: false })
  afterAll(async () => {
    await server.stop()
    await tidyUp()
  })
  await migrate(server.url)
  const named = (url: string, name: string) => url.replace(/[^/]*$/, name)
  const copy = async (): Promise<TestDatabase> => {
    const name = `p_${randomBytes(6).toString('hex')}`
    await runOnce(named(server.adminUrl, 'postgres'), `create database ${name} template trellis owner trellis_owner`)
    return { url: named(server.url, name), adminUrl: named(server.adminUrl, name), drop: async () => undefined }
  }
  const main = await copy()
  return { main: { ...main, settled: await settleForServing(main.url) }, further: copy, adminUrl: server.adminUrl }
}
