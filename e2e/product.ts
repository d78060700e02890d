import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdtemp, rename } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { runOnce, startThrowaway } from '../server/src/testing/cluster.ts'
import { guard } from '../server/src/testing/guard.ts'

const main = fileURLToPath(new URL('../server/dist/main.js', import.meta.url))
const cli = fileURLToPath(new URL('../server/dist/cli/portal.js', import.meta.url))

export interface Product {
  baseURL: string
}

/** The demo from which every product of the run is copied. */
interface Template {
  /** Connects as the owner of the template database. */
  url: string
  /** Connects as the superuser. */
  adminUrl: string
  /** The files that belong to the database. */
  dataDir: string
}

/** Environment variable with the `Template`; all processes of a test run inherit it. */
const variable = 'TRELLIS_E2E_DEMO'

/**
 * Starts the one PostgreSQL of the run and creates the demo in it, which takes longer than all copies of it together. Returns the
 * function that removes everything.
 */
export async function prepareDemo(): Promise<() => Promise<void>> {
  const { url, adminUrl, stop } = await startThrowaway({ inMemory: true })
  const home = await mkdtemp(join(tmpdir(), 'trellis-e2e-'))
  const tidyUp = guard(home)
  const end = async () => {
    await stop()
    await tidyUp()
  }
  const template: Template = { url, adminUrl, dataDir: join(home, 'demo') }
  try {
    const dataDir = join(home, 'made')
    const maker = await launch({ url, dataDir })
    await idle(maker)
    await maker.end()
    await rename(dataDir, template.dataDir)
    await maker.tidyUp()
    // Without this, autovacuum would work on each copy.
    await runOnce(adminUrl, 'VACUUM (FREEZE, ANALYZE)')
  } catch (error) {
    await end()
    throw error
  }
  process.env[variable] = JSON.stringify(template)
  return end
}

/** Starts the built product on a copy of the demo: a second, of which the copy of the database is a tenth. */
export async function startProduct(): Promise<
  Product & {
    inDatabase(statement: string): Promise<void>
    /** A command of the operator, with what is typed into it. */
    portal(typed: string, ...command: string[]): Promise<void>
    stop(): Promise<void>
  }
> {
  const template = JSON.parse(process.env[variable] ?? '') as Template
  const name = `journey_${randomBytes(6).toString('hex')}`
  const { pathname, username } = new URL(template.url)
  const inCluster = (statement: string) => runOnce(addressOf(template.adminUrl, 'postgres'), statement)
  await inCluster(`CREATE DATABASE ${name} TEMPLATE ${pathname.slice(1)} STRATEGY FILE_COPY OWNER ${username}`)
  const dataDir = await mkdtemp(join(tmpdir(), 'trellis-e2e-'))
  await cp(template.dataDir, dataDir, { recursive: true })
  const { baseURL, end, tidyUp } = await launch({ url: addressOf(template.url, name), dataDir })
  return {
    baseURL,
    inDatabase: (statement) => runOnce(addressOf(template.adminUrl, name), statement),
    portal: (typed, ...command) => operate({ url: addressOf(template.url, name), dataDir }, typed, command),
    async stop() {
      await end()
      await tidyUp()
      await inCluster(`DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

/**
 * Waits until the server has nothing under way: no request, no job that is due, no change that has not been told. Journeys wait
 * for it by `idle` of journey.ts, which also waits for the screen.
 */
export async function idle({ baseURL }: Product): Promise<void> {
  const { status } = await fetch(`${baseURL}/dev/idle`)
  if (status !== 204) throw new Error(`The product does not say when it is idle: ${status}`)
}

async function launch({ url, dataDir }: Pick<Template, 'url' | 'dataDir'>) {
  const port = await freePort()
  const baseURL = `http://localhost:${port}`
  // Passes on only basic variables of the environment: a DATABASE_URL of the caller must never be written to.
  const { PATH, HOME, TMPDIR } = process.env
  const own = {
    ...{ PORT: String(port), DATABASE_URL: url, DATA_DIR: dataDir, PUBLIC_URL: baseURL, DEMO: '1' },
    // Receivers of webhooks are in the process of the journey.
    WEBHOOK_HOSTS: '127.0.0.1',
  }
  const server = spawn(process.execPath, [main], {
    env: { PATH, HOME, TMPDIR, NODE_ENV: 'development', ...own },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const tidyUp = guard(dataDir, server.pid)
  let log = ''
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (log += chunk))
  try {
    await untilReady(server, baseURL)
  } catch (error) {
    await end(server)
    await tidyUp()
    throw new Error(`The product did not start: ${(error as Error).message}\n${log}`)
  }
  return { baseURL, end: () => end(server), tidyUp }
}

async function operate({ url, dataDir }: Pick<Template, 'url' | 'dataDir'>, typed: string, command: readonly string[]) {
  const { PATH, HOME, TMPDIR } = process.env
  const operator = spawn(process.execPath, [cli, ...command], {
    env: { PATH, HOME, TMPDIR, NODE_ENV: 'development', DATABASE_URL: url, DATA_DIR: dataDir },
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  operator.stdin.end(typed)
  let said = ''
  operator.stderr.on('data', (chunk) => (said += chunk))
  const [code] = await once(operator, 'exit')
  if (code !== 0) throw new Error(`portal ${command.join(' ')}: ${said}`)
}

async function untilReady(server: ChildProcess, baseURL: string): Promise<void> {
  const deadline = Date.now() + 600_000
  while (server.exitCode === null && server.signalCode === null) {
    const answer = await fetch(`${baseURL}/health/ready`).catch(() => undefined)
    if (answer?.ok) return
    if (Date.now() > deadline) throw new Error('it was not ready in ten minutes')
    await sleep(20)
  }
  throw new Error(`it ended with ${server.signalCode ?? `exit code ${server.exitCode}`}`)
}

/** Ends a process and waits for it. */
export async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exited = once(server, 'exit')
  server.kill('SIGTERM')
  const late = setTimeout(() => server.kill('SIGKILL'), 30_000)
  await exited
  clearTimeout(late)
}

/** The address of another database of the same cluster. */
function addressOf(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = database
  return other.href
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}
