import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperatorError } from '../operator-error.ts'
import type { Binaries } from './embedded-binaries.ts'
import { isAlive } from './embedded-lock.ts'

/** A PostgreSQL data folder, and what is needed to run it. */
export interface Cluster {
  folder: string
  logFile: string
  binaries: Binaries
  durable: boolean
}

/**
 * Creates the cluster in a temporary folder and renames it when complete, so that an interrupted first start leaves no
 * partial cluster.
 */
export async function createCluster(cluster: Cluster, statements: string[]): Promise<void> {
  const partial: Cluster = { ...cluster, folder: `${cluster.folder}.new` }
  await rm(partial.folder, { recursive: true, force: true })
  await mkdir(partial.folder, { mode: 0o700 })
  const { runAs, initdb, postgres, major } = cluster.binaries
  if (runAs) await chown(partial.folder, runAs.uid, runAs.gid)
  // The built-in locale sorts and folds alike on every system; the queries sort names with ICU.
  await run(partial, initdb, [
    ...['--username=postgres', '--auth=reject', '--encoding=UTF8', '--data-checksums', '--no-instructions'],
    ...(major >= 17
      ? ['--no-locale', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
      : ['--locale=C', '--lc-ctype=C.UTF-8']),
    ...(cluster.durable ? [] : ['--no-sync']),
    ...Object.entries(cheapPasswords(cluster)).map(([name, value]) => `-c${name}=${value}`),
  ])
  // Single-user mode: nobody can connect before the passwords are set.
  await run(partial, postgres, ['--single'], `${statements.join('\n')}\n`, ['postgres'])
  await rename(partial.folder, cluster.folder)
}

/** Tests and measurements open ten thousand connections: their passwords are hashed once instead of 4,096 times. */
const cheapPasswords = ({ durable, binaries }: Cluster): Record<string, number> =>
  durable || binaries.major < 16 ? {} : { scram_iterations: 1 }

async function run(cluster: Cluster, program: string, flags: string[], input = '', rest: string[] = []): Promise<void> {
  const child = spawn(program, [...flags, '-D', pathFor(cluster), ...rest], { ...surroundings(cluster), stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  // Single-user mode reports a failed statement and continues.
  if (code !== 0 || /^.*(ERROR|FATAL|PANIC): /m.test(output)) {
    throw new OperatorError(`The embedded database could not be created:\n${output.trim()}`)
  }
}

/**
 * When started by root, PostgreSQL runs as nobody, which may not be able to traverse the path to the folder (a project
 * under /root). Linux resolves a process's own working directory without traversing the path. Programs before PostgreSQL
 * 16 change it at their start: the user "nobody" must be able to reach the folder then.
 */
function pathFor({ binaries: { runAs, major }, folder }: Cluster): string {
  return runAs && process.platform === 'linux' && major >= 16 ? '/proc/self/cwd' : folder
}

function surroundings(cluster: Cluster) {
  const env: NodeJS.ProcessEnv = { LC_ALL: 'C', TZ: 'UTC' }
  for (const name of ['PATH', 'SystemRoot', 'TEMP']) if (process.env[name]) env[name] = process.env[name]
  return { cwd: cluster.folder, env, ...cluster.binaries.runAs }
}

/** The process id and port in postmaster.pid, if that server is alive and really serves this cluster. */
export async function findRunning(
  cluster: Cluster,
): Promise<{ pid: number; port: number; status: string } | undefined> {
  const file = join(cluster.folder, 'postmaster.pid')
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!pid || !isAlive(pid)) return undefined
  if (process.platform === 'linux') {
    // Process ids are reused and folders are copied: the server's working directory shows which cluster it serves.
    const [theirs, ours] = await Promise.all([
      stat(`/proc/${pid}/cwd`, { bigint: true }).catch(ignoreMissing),
      stat(cluster.folder, { bigint: true }),
    ])
    if (theirs?.ino !== ours.ino || theirs?.dev !== ours.dev) {
      // The file of a dead server. PostgreSQL would refuse to start if another process has that id now.
      await rm(file, { force: true })
      return undefined
    }
  }
  return { pid, port: Number(lines[3]), status: lines[7]?.trim() ?? 'starting' }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** Starts the server on the port `wanted` or, when that is in use, another port of the loopback interface. */
export async function launch(cluster: Cluster, wanted: number | undefined): Promise<{ pid: number; port: number }> {
  await configure(cluster)
  for (let attempt = 1; ; attempt++) {
    const port = await freePort(attempt === 1 ? wanted : undefined)
    const log = await freshLog(cluster.logFile)
    const child = spawn(cluster.binaries.postgres, ['-D', pathFor(cluster), '-p', String(port)], {
      ...surroundings(cluster),
      // In a session of its own: Ctrl-C in the terminal must reach Trellis first, which then stops the database.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    let exited: Error | undefined
    child.on('error', (error) => (exited = error)).on('exit', (code) => (exited = new Error(`exit code ${code}`)))
    child.unref()
    await log.close()
    while (!exited) {
      const running = await findRunning(cluster)
      if (running?.pid === child.pid && running?.status === 'ready') return { pid: running.pid, port }
      await sleep(10)
    }
    // Both causes are temporary: another process took the port, or back ends of a killed server are still exiting.
    if (attempt === 5)
      throw new OperatorError(`The embedded database does not start (${exited.message}):\n${await tail(cluster)}`)
    await sleep(200)
  }
}

/**
 * Fast shutdown: rolls back open transactions and flushes the rest to disk. If it takes too long, the server is stopped
 * immediately and recovers from its write-ahead log at the next start.
 */
export async function shutDown(cluster: Cluster): Promise<void> {
  const running = await findRunning(cluster)
  if (!running) return
  process.kill(running.pid, 'SIGINT')
  const start = Date.now()
  let atOnce = false
  while (await findRunning(cluster)) {
    if (Date.now() - start > 30_000 && !atOnce) {
      atOnce = true
      process.kill(running.pid, 'SIGQUIT')
    }
    if (Date.now() - start > 60_000)
      throw new OperatorError(`The embedded database (process ${running.pid}) does not stop.`)
    await sleep(10)
  }
}

async function configure(cluster: Cluster): Promise<void> {
  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: cluster.durable ? 100 : 200,
    shared_buffers: cluster.durable ? '160MB' : '512MB',
    effective_cache_size: '1GB',
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    random_page_cost: 1.1,
    jit: 'off',
    wal_level: 'minimal',
    max_wal_senders: 0,
    max_wal_size: cluster.durable ? '1GB' : '4GB',
    checkpoint_timeout: '15min',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    lc_messages: 'C',
    ...(cluster.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...cheapPasswords(cluster),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`)
  const note = '# Written anew at each start. ALTER SYSTEM keeps settings of your own.'
  await replace(cluster, 'postgresql.conf', [note, ...lines])
  await replace(cluster, 'pg_hba.conf', ['host all all 127.0.0.1/32 scram-sha-256'])
}

async function replace(cluster: Cluster, name: string, lines: string[]): Promise<void> {
  const path = join(cluster.folder, name)
  await rm(`${path}.new`, { force: true })
  await writeFile(`${path}.new`, `${lines.join('\n')}\n`, { flag: 'wx' })
  await chmod(`${path}.new`, 0o644)
  await rename(`${path}.new`, path)
}

function freePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => (wanted === 0 ? reject(error) : resolve(freePort())))
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : wanted))
    })
  })
}

async function freshLog(path: string) {
  if (existsSync(path) && (await stat(path)).size > 10_000_000) await rename(path, `${path}.1`)
  return open(path, 'a', 0o600)
}

async function tail(cluster: Cluster): Promise<string> {
  const text = await readFile(cluster.logFile, 'utf8').catch(() => '')
  return text.trimEnd().split('\n').slice(-12).join('\n')
}
