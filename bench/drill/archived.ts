import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Connection } from '../../server/src/testing/durable.ts'
import { freePort } from '../product.ts'
import { deployed, makeOwner, notRoot, ownFolder, password, postgresFolder } from './postgres.ts'
import { findProgram } from './processes.ts'

/** A PostgreSQL whose log is archived, as the files in `deploy/postgres` say. */
export interface Archived {
  url: string
  adminUrl: string
  /** Makes a copy to begin a recovery with. */
  copy(): Promise<void>
  /** Stops PostgreSQL when all is in the archive, recovers to the moment in another folder, and starts on that at the same address. */
  recover(moment: string): Promise<void>
  stop(): Promise<void>
}

/** What is not installed here, and how it is; undefined when all is here. */
export function missingForRecovery(): string | undefined {
  if (findProgram('psql') !== undefined && postgresFolder() !== undefined) return undefined
  return 'This drill needs PostgreSQL with its programs in /usr/lib/postgresql. Debian: apt-get install postgresql'
}

export async function startArchived(): Promise<Archived> {
  const bin = postgresFolder()
  if (bin === undefined) throw new Error(missingForRecovery())
  const home = mkdtempSync(join(tmpdir(), 'trellis-archived-'))
  chmodSync(home, 0o755)
  const user = notRoot()
  const archive = ownFolder(join(home, 'archive'))
  const port = String(await freePort())
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    PGHOST: '127.0.0.1',
    PGPORT: port,
    PGUSER: 'postgres',
    PGPASSWORD: password,
  }
  const asUser = { env, cwd: home, ...user }
  let data = join(ownFolder(join(home, 'first')), 'data')

  const secret = join(home, 'password')
  writeFileSync(secret, password)
  if (user) chownSync(secret, user.uid, user.gid)
  const initdb = [
    '--username=postgres',
    `--pwfile=${secret}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  ]
  execFileSync('initdb', [...initdb, '--pgdata', data], { ...asUser, stdio: 'pipe' })
  // The file as it is, but for the places that are another machine's.
  const settings = readFileSync(deployed('postgres/archive.conf'), 'utf8')
    .replace('/opt/trellis/deploy/postgres/archive-wal.sh', deployed('postgres/archive-wal.sh'))
    .replace('/var/backups/trellis-database', archive)
  if (!settings.includes(archive)) throw new Error('archive.conf does not name its folder')
  const file = join(home, 'archive.conf')
  writeFileSync(file, settings)
  appendFileSync(join(data, 'postgresql.conf'), `include = '${file}'\nport = ${port}\nunix_socket_directories = ''\n`)

  let running: ChildProcess | undefined
  const adminUrl = `postgres://postgres:${password}@127.0.0.1:${port}/trellis`
  const ask = async <T>(text: string, database = 'trellis'): Promise<T[]> => {
    const client = new Connection(adminUrl.replace(/trellis$/, database))
    try {
      await client.connect()
      return (await client.query(text)).rows as T[]
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  const until = async (what: string, is: () => Promise<boolean>) => {
    const deadline = performance.now() + 120_000
    while (!(await is().catch(() => false))) {
      const log = () => readFileSync(join(home, 'log'), 'utf8').split('\n').slice(-15).join('\n')
      if (performance.now() > deadline || running?.exitCode != null) throw new Error(`${what}:\n${log()}`)
      await sleep(50)
    }
  }
  const start = async (database: string) => {
    running = spawn('sh', ['-c', `exec postgres -D "$1" >> "$2" 2>&1`, 'sh', data, join(archive, '..', 'log')], {
      ...asUser,
      stdio: 'ignore',
    })
    await until('PostgreSQL does not take writes', async () => {
      const [row] = await ask<{ is: boolean }>('select pg_is_in_recovery() as is', database)
      return row?.is === false
    })
  }
  const stop = async () => {
    if (running === undefined || running.exitCode !== null) return
    const exited = new Promise((resolve) => running?.once('exit', resolve))
    running.kill('SIGINT')
    await exited
  }
  const run = (script: string, ...args: string[]) =>
    promisify(execFile)('sh', [deployed(`postgres/${script}`), ...args], asUser)

  writeFileSync(join(home, 'log'), '')
  if (user) chownSync(join(home, 'log'), user.uid, user.gid)
  try {
    await start('postgres')
    makeOwner('127.0.0.1', port)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: `postgres://trellis_owner:${password}@127.0.0.1:${port}/trellis`,
    adminUrl,
    async copy() {
      await run('base-backup.sh', archive)
      // Its name is the second in which it ended.
      await sleep(1_100)
    },
    async recover(moment) {
      const [row] = await ask<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name')
      await until('The log does not reach the archive', async () => existsSync(join(archive, 'wal', row?.name ?? '-')))
      await stop()
      data = join(ownFolder(join(home, 'second')), 'data')
      await run('recover.sh', archive, moment, data)
      await start('trellis')
    },
    async stop() {
      await stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
