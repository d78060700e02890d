import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

/** Which processes a measurement is about. */
export interface Measuring {
  /** URL of a superuser. */
  adminUrl: string
  /** The process of the server. */
  server: number | undefined
  /** Those of its backends in PostgreSQL; default: all of the cluster. */
  isOf?: (database: string) => boolean
}

export interface Meter {
  /** CPU milliseconds of server and database since the meter was opened; undefined where the system does not report them. */
  stop(): Promise<{ server: number; database: number } | undefined>
}

/** Milliseconds between two samples: what a backend that ends has used since its last one is lost. */
const interval = 100

/**
 * Measures the processor time of a server and of the backends that serve it. Backends come and go, so each is looked at
 * repeatedly, and what one that has ended had used until then is kept.
 */
export async function openMeter({ adminUrl, server, isOf = () => true }: Measuring): Promise<Meter> {
  // Beside the database that is measured, whose transactions may be counted.
  const url = Object.assign(new URL(adminUrl), { pathname: '/postgres' })
  const client = new pg.Client({ connectionString: url.href, application_name: 'bench meter' })
  await client.connect()
  /** Milliseconds of each backend: used before, and until its last sample. */
  const backends = new Map<number, { before: number; now: number }>()
  const look = async (isFirst: boolean) => {
    const { rows } = await client.query<{ pid: number; database: string }>(
      `select pid, datname as database from pg_stat_activity
       where backend_type = 'client backend' and application_name <> 'bench meter'`,
    )
    const pids = rows.filter(({ database }) => isOf(database)).map(({ pid }) => pid)
    for (const pid of new Set([...pids, ...backends.keys()])) {
      const now = processorOf(pid)
      if (now === undefined) continue
      const known = backends.get(pid)
      if (known === undefined) backends.set(pid, { before: isFirst ? now : 0, now })
      else known.now = Math.max(known.now, now)
    }
  }
  await look(true)
  const before = server === undefined ? undefined : processorOf(server)
  let looking: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    looking = looking.then(() => look(false))
  }, interval)
  return {
    async stop() {
      clearInterval(timer)
      await looking
      const after = server === undefined ? undefined : processorOf(server)
      await look(false)
      await client.end()
      if (before === undefined || after === undefined) return undefined
      const database = [...backends.values()].reduce((sum, each) => sum + each.now - each.before, 0)
      return { server: after - before, database }
    },
  }
}

/** CPU milliseconds that a process has used, to the microsecond; undefined when it has ended, or where the system does not say. */
export function processorOf(pid: number): number | undefined {
  try {
    const nanoseconds = readdirSync(`/proc/${pid}/task`).map((task) =>
      Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]),
    )
    return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6
  } catch {
    return undefined
  }
}
