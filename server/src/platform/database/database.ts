import { availableParallelism } from 'node:os'
import pg from 'pg'
import { Refusal, Unavailable } from '../refusal.ts'
import { type Keyed, openKeyed, type Secrets } from '../secrets.ts'
import { administer } from './administer.ts'
import { answerOf, commit } from './asking.ts'
import { Connection, codeOf } from './connection.ts'
import { beginStatement, ContextQuery, contextStatement, OpeningQuery } from './context-query.ts'
import { openLogin } from './login.ts'
import { compile, type Sql, type Statement } from './sql.ts'
import { type Context, JsonText, type Read, type Tx } from './tx.ts'

// Counts and quantities: far below 2^53, and sums of money stay text until they are written out.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => Number(text))

export interface Database {
  pool: pg.Pool
  /** One tenant's reads, each statement in one round trip. */
  read(context: Context): Read
  /** One transaction of one tenant: committed when `work` resolves, rolled back when it throws. Retried when it deadlocked. */
  write<T>(context: Context, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Rows that belong to no tenant: tenants, currencies, serial keys, throttles. */
  shared: Read & { run(query: Sql): Promise<number> }
  /** One transaction as the owner of the tables, for what the login of the pool may not write: the list of tenants. */
  administer<T>(context: Context, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Why a statement could make a connection of the pool the owner of the tables; null when none can. */
  weakness: string | null
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** The owner's address; default: the URL itself. */
  directUrl?: string
  /** For the password of the pool's own login and for keyed hashes. Without them the pool acts as trellis_app. */
  secrets?: Secrets
  /** Connections; default: processors + 2. */
  size?: number
  /** How long anything is waited for, in milliseconds, where the usual is too short: under a thousand buyers at once in a test. */
  patience?: number
  onError?: (error: Error) => void
}

/** Opens the pool that every request goes through, bound by row-level security whatever the user of the URL is. */
export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Database> {
  const { patience, directUrl = url } = options
  const keyed = openKeyed(options.secrets)
  const login = await openLogin(url, { directUrl, secrets: options.secrets })
  const pool = new pg.Pool({
    Client: Connection,
    connectionString: login.url,
    keepAlive: true,
    max: options.size ?? availableParallelism() + 2,
    connectionTimeoutMillis: patience ?? 10_000,
    statement_timeout: patience ?? 30_000,
    lock_timeout: patience ?? 5_000,
    idle_in_transaction_session_timeout: patience ?? 15_000,
    application_name: 'trellis',
    // No compiler and no parallel workers: on the short statements of a portal, starting either costs more than it saves.
    options: `-c timezone=UTC -c jit=off -c max_parallel_workers_per_gather=0${login.role === null ? '' : ` -c role=${login.role}`}`,
    onConnect: async (client) => {
      await client.query({ ...contextStatement, values: ['', '', '', '', ''] })
      await client.query(beginStatement)
      await client.query('rollback')
    },
  })
  pool.on('error', (error) => options.onError?.(error))

  return {
    pool,
    read: (context) => reader((query) => readAs(pool, context, query), keyed),
    write: (context, work) => writeAs(pool, keyed, context, work),
    administer: (context, work) => administer(directUrl, keyed, context, work),
    weakness: login.weakness,
    shared: {
      ...reader((query) => readShared(pool, query), keyed),
      run: async (query) => (await readShared(pool, query)).rowCount ?? 0,
    },
    close: () => pool.end(),
  }
}

function reader(query: (query: Sql) => Promise<pg.QueryResult>, keyed: Keyed): Read {
  return {
    keyed,
    rows: async <T>(q: Sql) => (await query(q)).rows as T[],
    row: async <T>(q: Sql) => (await query(q)).rows[0] as T | undefined,
    json: async <A>(q: Sql) => {
      const row = (await query(q)).rows[0] as Record<string, string> | undefined
      const text = row === undefined ? undefined : Object.values(row)[0]
      return text === undefined || text === null ? undefined : new JsonText<A>(text)
    },
  }
}

const readAs = (pool: pg.Pool, context: Context, query: Sql): Promise<pg.QueryResult> =>
  borrowed(pool, (client) => submit(client, ContextQuery, compile(query), context))

const readShared = (pool: pg.Pool, query: Sql): Promise<pg.QueryResult> =>
  borrowed(pool, (client) => client.query(compile(query)))

/** One statement on a connection of the pool. */
async function borrowed<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await borrow(pool)
  let failed: Error | undefined
  try {
    return await answerOf(client, work(client))
  } catch (error) {
    failed = error as Error
    throw error
  } finally {
    client.release(isBroken(failed) ? failed : undefined)
  }
}

const submit = (
  client: pg.PoolClient,
  Query: typeof ContextQuery | typeof OpeningQuery,
  statement: Statement,
  context: Context,
): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    const query = new Query(statement, context, (error, result) => (error ? reject(error) : resolve(result)))
    client.query(query as unknown as pg.Submittable)
  })

const maximumTries = 3

async function writeAs<T>(pool: pg.Pool, keyed: Keyed, context: Context, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await writeOnce(pool, keyed, context, work)
    } catch (error) {
      if (!isCollision(error) || attempt === maximumTries) throw error
    }
  }
}

/** The transaction begins with its first statement, so that hashing a password beforehand holds no connection. */
async function writeOnce<T>(pool: pg.Pool, keyed: Keyed, context: Context, work: (tx: Tx) => Promise<T>): Promise<T> {
  let opening: Promise<pg.PoolClient> | undefined
  let failed: Error | undefined
  const afterwards: (() => void)[] = []
  const query = async (q: Sql) => {
    const statement = compile(q)
    if (opening) {
      const client = await opening
      return answerOf(client, client.query(statement))
    }
    opening = borrow(pool)
    const client = await opening
    return answerOf(client, submit(client, OpeningQuery, statement, context))
  }
  const tx: Tx = {
    ...reader(query, keyed),
    run: async (q) => (await query(q)).rowCount ?? 0,
    afterCommit: (action) => afterwards.push(action),
  }
  try {
    const result = await work(tx)
    if (opening) await commit(await opening)
    for (const action of afterwards) action()
    return result
  } catch (error) {
    failed = error as Error
    const client = await opening?.catch(() => undefined)
    await client?.query('rollback').catch((rollback: Error) => {
      failed = rollback
    })
    throw error
  } finally {
    const client = await opening?.catch(() => undefined)
    client?.release(isBroken(failed) ? failed : undefined)
  }
}

/** A connection of the pool, or RQ503. */
export async function borrow(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    throw new Unavailable('database', `The database is not available: ${(error as Error).message}`)
  }
}

/**
 * Two requests in each other's way: a deadlock, a serialization failure, or a row that was deleted between being looked up
 * and being referred to. Tried again, the one that lost finds things as they are now and says so.
 */
const isCollision = (error: unknown) => ['40P01', '40001', '23503'].includes(codeOf(error))

/** Errors after which the connection itself cannot be used again; with most of PostgreSQL's own (five characters) it can. */
const isBroken = (error: unknown) =>
  error !== undefined &&
  (error instanceof Unavailable ||
    (!(error instanceof Refusal) &&
      (!/^[0-9A-Z]{5}$/.test(codeOf(error)) || /^(08|57P|25P0[34]|25006)/.test(codeOf(error)))))

/** Is this the unique index or constraint that refused? */
export const violates = (error: unknown, constraint: string): boolean =>
  codeOf(error) === '23505' && (error as { constraint?: string }).constraint === constraint
