import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { password } from '../../server/src/testing/companies.ts'
import {
  Connection,
  type Embedded,
  type Settled,
  settleDatabase,
  startDurable,
} from '../../server/src/testing/durable.ts'
import { type Product, portal, portalEnvironment, signIn, startProduct } from '../product.ts'
import { childrenOf, isRunning, killHard } from './processes.ts'

type Person = keyof Settled['people']

/** A durable PostgreSQL with server processes and the small network of the tests. Every fault gets a new one. */
export interface Stage extends Settled {
  servers: Product[]
  /** Folder of the files and the audit anchors. */
  dataDir: string
  adminUrl: string
  /** Runs one statement as the superuser; retries while the database restarts. */
  sql<T>(text: string, values?: unknown[]): Promise<T[]>
  /** Headers of a signed-in user. Access tokens are valid for 15 minutes, longer than a fault takes. */
  headersOf(person: Person): Promise<Record<string, string>>
  /** Kills a server process with SIGKILL and starts another; returns its downtime in milliseconds. */
  killServer(index: number): Promise<number>
  /** `preload`: a module to load before the server, relative to the bench folder. */
  startServer(index: number, env?: Record<string, string>, preload?: string): Promise<void>
  /** Stops a server process as an operator does. `startServer` starts it again. */
  stopServer(index: number): Promise<void>
  /** Kills PostgreSQL and all its processes with SIGKILL, and starts it again on the same port. */
  killPostgres(): Promise<void>
  /** Number of server processes that ended unexpectedly. */
  deaths(): number
  /** Runs a command of the operator's. */
  portal(...args: string[]): Promise<Record<string, string>>
  /** Of an operator's command that a drill starts itself. */
  portalEnvironment: NodeJS.ProcessEnv
  /** Runs `portal check` and returns the broken invariants as text. */
  check(...flags: string[]): Promise<string[]>
  close(): Promise<void>
}

export interface StageOptions {
  servers?: number
  /** PostgreSQL's data folder; a temporary folder by default. */
  clusterDir?: string
  /** PostgreSQL settings, as `name = value`. */
  settings?: string[]
  env?: Record<string, string>
  /** Another database than an embedded one. */
  database?: Pick<Embedded, 'url' | 'adminUrl' | 'stop'>
}

export async function openStage({
  servers: count = 2,
  clusterDir,
  settings = [],
  env = {},
  database,
}: StageOptions): Promise<Stage> {
  const home = mkdtempSync(join(tmpdir(), 'trellis-drill-'))
  const clusterHome = clusterDir ?? join(home, 'cluster')
  const dataDir = join(home, 'data')
  const first = database ?? (await startDurable(clusterHome))
  const started = [first]
  const { url, adminUrl } = first
  const servers: Product[] = []
  let deaths = 0
  let reviving: Promise<unknown> = Promise.resolve()

  const sql = async <T>(text: string, values: unknown[] = []) => {
    for (let attempt = 1; ; attempt++) {
      const client = new Connection({ connectionString: adminUrl })
      try {
        await client.connect()
        return (await client.query(text, values)).rows as T[]
      } catch (error) {
        if (attempt === 100 || !isAway(error)) throw error
        await sleep(100)
      } finally {
        await client.end().catch(() => undefined)
      }
    }
  }
  const startServer = async (index: number, more: Record<string, string> = {}, preload?: string) => {
    // A restarted process keeps its port, as under a supervisor.
    const port = servers[index] && Number(new URL(servers[index].url).port)
    const server = await startProduct(url, dataDir, { env: { ...env, ...more }, ...(preload && { preload }), port })
    servers[index] = server
    server.process.once('exit', () => {
      if (ended.has(server)) return
      deaths += 1
      // Restart it like an operator's supervisor, so that clients can continue and all deaths are counted.
      reviving = reviving.then(() => startServer(index, more, preload)).catch(() => undefined)
    })
  }
  const ended = new Set<Product>()
  const close = async () => {
    for (const server of servers) ended.add(server)
    await reviving
    for (const server of servers) {
      ended.add(server)
      if (server.process.exitCode === null && server.process.signalCode === null) await server.stop()
    }
    for (const embedded of started.reverse()) await embedded.stop()
    rmSync(home, { recursive: true, force: true })
  }

  try {
    for (const setting of settings) await sql(`alter system set ${setting}`)
    await sql('select pg_reload_conf()')
    const settled = await settleDatabase(url)
    for (let index = 0; index < count; index++) await startServer(index)
    return {
      ...settled,
      servers,
      dataDir,
      adminUrl,
      sql,
      startServer,
      deaths: () => deaths,
      async headersOf(person) {
        const tenantCode = person === 'canary' ? 'canary' : settled.tenantCode
        const brand = { 'x-tenant-code': tenantCode, 'x-label': 'Trellis', 'x-product': 'drill' }
        const token = await signIn((servers[0] as Product).url, brand, settled.people[person].email, password)
        return { ...brand, authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      },
      async killServer(index) {
        const server = servers[index] as Product
        ended.add(server)
        const begun = performance.now()
        server.process.kill('SIGKILL')
        await startServer(index)
        return performance.now() - begun
      },
      async stopServer(index) {
        const server = servers[index] as Product
        ended.add(server)
        await server.stop()
      },
      async killPostgres() {
        if (database) throw new Error('This database is killed by who has started it')
        // Another program may take the port meanwhile; the servers know only this one, so try again.
        for (let attempt = 0; attempt < 20; attempt++) {
          const file = join(clusterHome, 'postgres/postmaster.pid')
          const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0])
          for (const pid of [postmaster, ...childrenOf(postmaster)]) killHard(pid)
          while (isRunning(postmaster)) await sleep(5)
          const again = await startDurable(clusterHome)
          started.push(again)
          if (again.url === url) return
        }
        throw new Error('The port of PostgreSQL was not free again')
      },
      portal: (...args) => portal(url, dataDir, args, env),
      portalEnvironment: portalEnvironment(url, dataDir, env),
      async check(...flags) {
        const { tenants } = (await portal(url, dataDir, ['check', ...flags], env)) as unknown as { tenants: Checked[] }
        return tenants.flatMap(({ tenantCode, findings }) =>
          findings.map(({ invariant, count }) => `${tenantCode}: ${invariant} (${count})`),
        )
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

interface Checked {
  tenantCode: string
  findings: { invariant: string; count: number }[]
}

/** PostgreSQL is starting, stopping or down, or a standby answers for a primary that is lost. */
const isAway = (error: unknown) =>
  /^(57P|08|25006|ECONN)/.test(String((error as { code?: string }).code)) || /terminated|ended/.test(String(error))
