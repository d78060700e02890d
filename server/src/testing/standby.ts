import { execFile } from 'node:child_process'
import { appendFile, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Embedded, startEmbedded } from '../platform/database/embedded.ts'
import { guard } from './guard.ts'

const run = promisify(execFile)

export interface Pair {
  primary: Embedded
  standby: Embedded
  /** Statements as superuser on either of them. */
  on(which: 'primary' | 'standby', statement: string): Promise<unknown[]>
  stop(): Promise<void>
}

/**
 * Two embedded PostgreSQL in temporary folders, one a streaming standby of the other. `fill` prepares the database before it
 * is copied.
 */
export async function startPair(fill: (url: string) => Promise<void>): Promise<Pair> {
  const [home, copy] = await Promise.all([0, 1].map(() => mkdtemp(join(tmpdir(), 'trellis-pair-'))))
  if (home === undefined || copy === undefined) throw new Error('There are no two folders')
  const tidyUp = [guard(home), guard(copy)]
  const first = await startEmbedded({ dataDir: home })
  await ask(first.adminUrl, `alter system set wal_level = 'replica'`)
  await ask(first.adminUrl, 'alter system set max_wal_senders = 4')
  await first.stop()
  // The standby goes on from a checkpoint that was written with these settings.
  const second = await startEmbedded({ dataDir: home })
  await fill(second.url)
  await second.stop()

  await run('cp', ['-a', join(home, 'postgres'), join(copy, 'postgres')])
  const primary = await startEmbedded({ dataDir: home })
  await appendFile(join(home, 'postgres/pg_hba.conf'), 'host replication postgres 127.0.0.1/32 scram-sha-256\n')
  await ask(primary.adminUrl, 'select pg_reload_conf()')

  const { port: _, ...state } = JSON.parse(await readFile(join(home, 'postgres.json'), 'utf8'))
  await writeFile(join(copy, 'postgres.json'), JSON.stringify({ ...state, users: [] }), { mode: 0o600 })
  await writeFile(join(copy, 'postgres/standby.signal'), '')
  const { port, username, password } = new URL(primary.adminUrl)
  await appendFile(
    join(copy, 'postgres/postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=${username} password=${password}'\n`,
  )
  const standby = await startEmbedded({ dataDir: copy })
  return {
    primary,
    standby,
    on: (which, statement) => ask((which === 'primary' ? primary : standby).adminUrl, statement),
    async stop() {
      await standby.stop()
      await primary.stop()
      for (const each of tidyUp) await each()
    },
  }
}

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
