import pg from 'pg'
import { type FairQueue, type Line, openFairQueue } from '../fair-queue.ts'
import { Refusal, Unavailable } from '../refusal.ts'
import { answerOf } from './asking.ts'
import { Connection, codeOf } from './connection.ts'
import { beginStatement, contextStatement } from './context-query.ts'

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

export function openPool({ url, role, name, connections, longest, waits, onError }: PoolOptions): FairPool {
  const driver = new pg.Pool({
    Client: Connection,
    connectionString: url,
    keepAlive: true,
    max: connections,
    connectionTimeoutMillis: waits.connection,
    statement_timeout: waits.statement,
    lock_timeout: waits.lock,
    idle_in_transaction_session_timeout: waits.idle,
    application_name: name,
    // No JIT and no parallel workers: for the portal's short statements, starting either costs more than it saves.
    options: `-c timezone=UTC -c jit=off -c max_parallel_workers_per_gather=0${role === null ? '' : ` -c role=${role}`}`,
    onConnect: async (client) => {
      await client.query({ ...contextStatement, values: ['', '', '', '', ''] })
      await client.query(beginStatement)
      await client.query('rollback')
    },
  })
  driver.on('error', (error) => onError?.(error))
  const queue = openFairQueue(sharesOf(connections, longest, waits.connection))

  async function connect(line: Line): Promise<Borrowed> {
    try {
      const client = await driver.connect()
      return { client, release: (failed) => giveBack(queue, line, client, failed) }
    } catch (error) {
      queue.leave(line)
      // The cause has addresses, which are for the log only.
      throw Object.assign(new Unavailable('database', 'The database is not available'), { cause: error })
    }
  }

  function borrow(whose: string, long: boolean, patience?: number): Promise<Borrowed> {
    const line = queue.line(`${long ? 'long' : 'short'} ${whose}`, long)
    return queue.enter(line) ? connect(line) : queue.wait(line, patience).then(() => connect(line))
  }

  return {
    driver,
    waits,
    get waiting() {
      return queue.waiting
    },
    borrow,
    async use(whose, long, work) {
      const { client, release } = await borrow(whose, long)
      let failed: Error | undefined
      try {
        return await answerOf(client, work(client))
      } catch (error) {
        failed = error as Error
        throw error
      } finally {
        release(failed)
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
  places: connections,
  perLine: Math.ceil(connections / 2),
  long: Math.max(1, connections - Math.max(1, Math.floor(connections / 4))),
  longest,
  most: 4 * longest,
  patience,
})

function giveBack(queue: FairQueue, line: Line, client: pg.PoolClient, failed: Error | true | undefined): void {
  client.release(failed === true || isBroken(failed) ? (failed ?? true) : undefined)
  queue.leave(line)
}

/**
 * Whether the connection is unusable after the error. After most errors of PostgreSQL (five characters) it is usable.
 */
function isBroken(error: unknown): boolean {
  if (error === undefined) return false
  if (error instanceof Refusal) return error instanceof Unavailable && error.reason === 'database'
  const code = codeOf(error)
  return !/^[0-9A-Z]{5}$/.test(code) || /^(08|57P|25P0[34]|25006)/.test(code)
}
