import pg from 'pg'
import { type Line, openFairQueue } from '../fair-queue.ts'
import { Refusal, Unavailable } from '../refusal.ts'
import { isTracing } from '../tracing/tracing.ts'
import { answerOf, isOutdated } from './asking.ts'
import { Connection, codeOf, withoutConnection } from './connection.ts'
import {
  beginStatement,
  commitStatement,
  contextStatement,
  contextValues,
  nobody,
  PlanningQuery,
  planStatement,
  traceStatement,
} from './context-query.ts'
import type { Prepared } from './statements.ts'

/** Timeouts in milliseconds. */
export interface Waits {
  /** For getting a connection. */
  connection: number
  /** For a lock that another transaction holds. */
  lock: number
  /** For one statement. */
  statement: number
  /** For the next statement within a transaction. */
  idle: number
}

export interface PoolOptions {
  url: string
  role: string | null
  /** application_name, as listed by PostgreSQL. */
  name: string
  connections: number
  /** How many of them stay open while nobody asks. */
  kept: number
  /** Calls of one tenant that may wait for a connection; of all tenants, four times as many. */
  longest: number
  waits: Waits
  onError: ((error: Error) => void) | undefined
}

/** Connections shared fairly between tenants (decision 016). */
export interface FairPool {
  /** The driver's own pool. Queries on it bypass the fair queue: only for tests and metrics. */
  readonly driver: pg.Pool
  readonly waits: Waits
  /** Number of calls waiting for a connection. */
  readonly waiting: number
  /**
   * Runs `work` on a connection. `long`: it holds the connection while something else happens, as a transaction does.
   * RQ503 when there is no connection in time.
   */
  use<T>(whose: string, long: boolean, work: (client: pg.PoolClient) => Promise<T>): Promise<T>
  /** A connection until `release`, which closes it if asked to. */
  borrow(whose: string, long: boolean, patience?: number): Promise<Borrowed>
  end(): Promise<void>
}

export interface Borrowed {
  client: pg.PoolClient
  /** Returns the connection to the pool, or closes it when the error made it unusable. */
  release(failed?: Error | true): void
}

/** Milliseconds without use after which a connection beyond the kept ones is closed. */
const idle = 300_000
/** Statements that a connection has planned before it serves: those that the others asked last. */
const planned = 40

export function openPool({ url, role, name, connections, kept, longest, waits, onError }: PoolOptions): FairPool {
  const driver = new pg.Pool({
    Client: Connection,
    connectionString: url,
    keepAlive: true,
    max: connections,
    min: kept,
    idleTimeoutMillis: idle,
    connectionTimeoutMillis: waits.connection,
    statement_timeout: waits.statement,
    lock_timeout: waits.lock,
    idle_in_transaction_session_timeout: waits.idle,
    application_name: name,
    // No JIT and no parallel workers: for the portal's short statements, starting either costs more than it saves.
    options: `-c timezone=UTC -c jit=off -c max_parallel_workers_per_gather=0${role === null ? '' : ` -c role=${role}`}`,
    onConnect: async (client) => {
      await client.query({ ...contextStatement, values: contextValues(nobody) })
      await client.query({ ...planStatement, values: ['auto'] })
      if (isTracing()) await client.query({ ...traceStatement, values: [''] })
      await client.query(beginStatement)
      await client.query(commitStatement)
    },
  })
  // The driver does not wait for its connections to end. A database that stops meanwhile still says so to them.
  const report = (error: Error) => {
    if (!driver.ending) onError?.(withoutConnection(error))
  }
  driver.on('error', report)
  /** Open connections that have served, or are ready to. */
  const ready = new Set<pg.PoolClient>()
  driver.on('remove', (client) => void ready.delete(client))
  /** Connections that are being opened and planned, for nobody in particular. */
  let opening = 0
  // With none that is ready, as at start and after an outage, each call opens its own.
  const places = () => (ready.size === 0 ? connections : driver.totalCount - opening)
  const queue = openFairQueue({ ...sharesOf(connections, longest, waits.connection), places })

  /**
   * Opens a further connection while all are in use and calls wait. They are served by whichever becomes free first, so nobody waits
   * for plans to be made. A failure is left to the next call that finds no connection.
   */
  async function grow(): Promise<void> {
    if (opening > 0 || ready.size === 0 || driver.totalCount >= connections || !queue.isFull) return
    const connecting = driver.connect()
    opening = 1
    try {
      const client = await connecting
      // It may be one that became free just now.
      if (!ready.has(client)) await planAhead(client, ready)
      ready.add(client)
      client.release()
    } catch (error) {
      report(error as Error)
    } finally {
      opening = 0
      queue.resume()
    }
    // Calls that came meanwhile. Not at once: those under way have to come to an end first.
    if (queue.waiting > 0) setImmediate(() => void grow())
  }

  function leave(line: Line): void {
    queue.leave(line)
    if (ready.size === 0) queue.resume()
  }

  async function connect(line: Line): Promise<Borrowed> {
    try {
      const client = await driver.connect()
      ready.add(client)
      const release = (failed?: Error | true) => {
        if (!giveBack(client, failed)) ready.delete(client)
        leave(line)
      }
      return { client, release }
    } catch (error) {
      leave(line)
      // The cause has addresses, which are for the log only.
      throw Object.assign(new Unavailable('database', 'The database is not available'), { cause: error })
    }
  }

  function borrow(whose: string, long: boolean, patience?: number): Promise<Borrowed> {
    const line = queue.line(`${long ? 'long' : 'short'} ${whose}`, long)
    if (queue.enter(line)) return connect(line)
    const admitted = queue.wait(line, patience)
    void grow()
    return admitted.then(() => connect(line))
  }

  return {
    driver,
    waits,
    get waiting() {
      return queue.waiting
    },
    borrow,
    async use(whose, long, work) {
      for (let attempt = 1; ; attempt++) {
        const { client, release } = await borrow(whose, long)
        let failed: Error | undefined
        try {
          return await answerOf(client, work(client))
        } catch (error) {
          failed = error as Error
          if (!isOutdated(error) || attempt > connections) throw error
        } finally {
          release(failed)
        }
      }
    },
    end: () => driver.end(),
  }
}

/**
 * One tenant may use at most half of the connections for its reads and half for its writes. Writes of all tenants
 * together leave a quarter to reads.
 */
const sharesOf = (connections: number, longest: number, patience: number) => ({
  perLine: Math.ceil(connections / 2),
  long: Math.max(1, connections - Math.max(1, Math.floor(connections / 4))),
  longest,
  most: 4 * longest,
  patience,
})

/** Returns a connection to the driver, or closes it when it is unusable or a stand-in; whether it stays. */
function giveBack(client: pg.PoolClient, failed: Error | true | undefined): boolean {
  const isLost =
    failed === true ||
    isBroken(failed) ||
    // One whose ROLLBACK failed would refuse everything else.
    client.getTransactionStatus() !== 'I' ||
    (client instanceof Connection && client.isStandIn)
  if (!isLost && client instanceof Connection) client.tidy()
  client.release(isLost ? (failed ?? true) : undefined)
  return !isLost
}

/** Plans on a new connection what the others asked last. */
async function planAhead(client: pg.PoolClient, others: ReadonlySet<pg.PoolClient>): Promise<void> {
  const known = new Set(client instanceof Connection ? client.statements : [])
  const wanted = new Set<Prepared>()
  for (const other of others) {
    if (!(other instanceof Connection)) continue
    for (const statement of other.statements.slice(-planned))
      if (statement.isGeneral && !known.has(statement)) wanted.add(statement)
  }
  for (const statement of [...wanted].slice(0, planned)) {
    // One that fails is planned when it is asked.
    await new Promise<void>((resolve) => {
      client.query(new PlanningQuery(statement, () => resolve()) as unknown as pg.Submittable)
    })
  }
}

/**
 * Whether the connection is unusable after the error. After most errors of PostgreSQL (five characters) it is usable.
 */
function isBroken(error: unknown): boolean {
  if (error === undefined) return false
  if (error instanceof Refusal) return error instanceof Unavailable && error.reason === 'database'
  const code = codeOf(error)
  return isOutdated(error) || !/^[0-9A-Z]{5}$/.test(code) || /^(08|57P|25P0[34]|25006)/.test(code)
}
