import { availableParallelism } from 'node:os'
import pg from 'pg'
import { mainPrimary } from '../config.ts'
import { type Keyed, openKeyed, type Secrets } from '../secrets.ts'
import { tracedStatement } from '../tracing/tracing.ts'
import { administer } from './administer.ts'
import { isOutdated, openTracing } from './asking.ts'
import { openBatches } from './batches.ts'
import { codeOf } from './connection.ts'
import { ContextQuery, TextQuery } from './context-query.ts'
import type { Primary } from './directory.ts'
import { addressAt, changedUrl, hostsOf, toStandby } from './hosts.ts'
import { openLogin } from './login.ts'
import { openPart } from './part.ts'
import { type FairPool, openPool, type Waits } from './pool.ts'
import { isOfReplica, openReplica, type Replica } from './replica.ts'
import { compile, type Sql, type Statement } from './sql.ts'
import { type Context, JsonText, type Reader, type Tx } from './tx.ts'

// INT8 holds counts and quantities, far below 2^53. Sums of money stay text until they are written out.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => Number(text))

export interface Database {
  pool: FairPool
  /**
   * The same for background work (jobs, imports, exports), with connections and timeouts of its own, so that requests
   * never wait for its connections.
   */
  background: Database
  /** Reads of one tenant; each statement takes one round trip. */
  read(context: Context): Reader
  /** The same from a replica, if there is one: the answer may be up to a second old, but includes the user's own changes. */
  readLagging(context: Context): Reader
  /** The replica that is read, or null. */
  replica: Replica | null
  /** Statements of one tenant that change something, each a transaction of its own in one round trip. */
  atOnce(context: Context): Reader
  /**
   * One transaction of one tenant: commits when `work` resolves, rolls back when it throws. Retried after a deadlock or
   * another collision.
   */
  write<T>(context: Context, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Rows of the installation, which belong to no tenant: tenants, currencies, serial keys, throttles. */
  shared: Reader & { run(query: Sql): Promise<number> }
  /** One transaction as the tables' owner, for what the application's login may not write: the list of tenants. */
  administer<T>(context: Context, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Each server that takes writes, `main` first: this one alone, unless DATABASE_PRIMARIES names more (decision 179). */
  primaries: readonly Primary[]
  /** For what is asked before a tenant is known, and about all of them. */
  everywhere: Everywhere
  /** Why a statement could make a connection of the pool the owner of the tables; null when none can. */
  weakness: string | null
  close(): Promise<void>
}

export type Shared = Database['shared']

/** All primaries at once. */
export interface Everywhere {
  /**
   * What each of them answers, in their order. Rejects when one does not, unless its last answer is in `memory`, where those of all are
   * kept: what tenants of one primary need does not end with another one.
   */
  each<T>(ask: (shared: Shared) => Promise<T>, memory?: Map<Shared, T>): Promise<T[]>
  /**
   * The first answer that is not undefined. One that does not answer matters only when no other has what is asked for: it may have it.
   */
  find<T>(ask: (shared: Shared) => Promise<T | undefined>): Promise<T | undefined>
}

export interface DatabaseOptions {
  /** URL of the owner; default: the URL itself. */
  directUrl?: string
  /** Its name among several primaries. */
  name?: string
  /**
   * Used for the password of the application's login and for keyed hashes. Without secrets the pool acts as the role
   * trellis_app.
   */
  secrets?: Secrets
  /** A streaming replica of the database, for `readLagging`. */
  replicaUrl?: string | undefined
  /** Connections for requests; default: 2 × (processors + 2), at most 24. */
  size?: number | undefined
  /** All timeouts in milliseconds, where the defaults are too short: for a test with a thousand buyers at once. */
  patience?: number
  /** Some of the timeouts, for tests. */
  waits?: Partial<Waits>
  onError?: (error: Error) => void
}

/**
 * A request that waits for a connection and then for a row is answered within 5 s (decision 016). PostgreSQL restarts
 * `lock_timeout` for each lock, and waiting for a contended row takes two locks: first the place in its queue, then the
 * row. The lock timeout must be longer than `deadlock_timeout` (1 s), so that deadlocks are detected and retried.
 */
const interactive: Waits = { connection: 2_000, lock: 1_200, statement: 30_000, idle: 15_000 }
const patient: Waits = { connection: 30_000, lock: 5_000, statement: 30_000, idle: 15_000 }
const backgroundConnections = 10
/** Connections for requests that stay open: as many as the processors keep busy. */
const kept = availableParallelism() + 2
/** Connections for requests. */
const connectionsFor = (size: number | undefined): number => size ?? Math.min(24, 2 * (availableParallelism() + 2))
/** All that one process opens at most through its pools. `size`: DATABASE_CONNECTIONS. */
export const pooledConnections = (size: number | undefined): number => connectionsFor(size) + backgroundConnections
/** Enough for what runs every minute. */
const backgroundKept = 2
/** Calls of one tenant that may wait for a connection: about what a small machine serves within the timeout. */
const longest = 1_000

/** Opens the pools that all queries use. Row-level security applies to them, whatever user the URL names. */
export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Database> {
  const { patience, onError, directUrl = url } = options
  const keyed = openKeyed(options.secrets)
  const { url: signIn, role, weakness } = await openLogin(url, { directUrl, secrets: options.secrets })
  const all = patience && { connection: patience, lock: patience, statement: patience, idle: patience }
  const common = { url: signIn, role, onError, longest: patience === undefined ? longest : Number.POSITIVE_INFINITY }
  const requests = openPool({
    ...common,
    name: 'trellis',
    connections: connectionsFor(options.size),
    kept,
    waits: { ...interactive, ...all, ...options.waits },
  })
  const behind = openPool({
    ...common,
    name: 'trellis background',
    connections: backgroundConnections,
    kept: backgroundKept,
    waits: { ...patient, ...all },
  })
  const replica = options.replicaUrl === undefined ? null : replicaOf(options.replicaUrl)
  function replicaOf(replicaUrl: string): Replica {
    const { username, password } = new URL(addressAt(signIn, hostsOf(signIn)[0] ?? ''))
    const url = toStandby(changedUrl(replicaUrl, (to) => Object.assign(to, { username, password })))
    const pool = openPool({
      ...common,
      url,
      name: 'trellis replica',
      connections: requests.driver.options.max,
      kept,
      waits: { ...interactive, ...all, ...options.waits },
    })
    return openReplica(pool, requests, onError)
  }
  const alone = (
    pool: FairPool,
    standby: Replica | null,
    rest: (self: Database) => Pick<Database, 'background' | 'close'>,
  ) => {
    const part = through(pool, keyed, standby)
    const self: Database = {
      ...part,
      administer: (context, work) => administer(directUrl, keyed, context, work),
      weakness,
      get primaries() {
        return [{ name: options.name ?? mainPrimary, db: self, directUrl, isOpen: true }]
      },
      everywhere: { each: async (ask) => [await ask(part.shared)], find: (ask) => ask(part.shared) },
      get background() {
        return rest(self).background
      },
      close: () => rest(self).close(),
    }
    return self
  }
  const background = alone(behind, null, (self) => ({ background: self, close: () => behind.end() }))
  return alone(requests, replica, () => ({
    background,
    async close() {
      await Promise.all([replica?.close(), requests.end(), behind.end()])
    },
  }))
}

/** Reads from the replica, and from the primary what the replica cannot answer. */
const eitherOf = (replica: FairPool, primary: FairPool, keyed: Keyed) => (context: Context) => {
  const either = <T>(ask: (pool: FairPool) => Promise<T>): Promise<T> =>
    ask(replica).catch((error: unknown) => {
      if (!isOfReplica(error)) throw error
      return ask(primary)
    })
  return reader(
    (query) => either((pool) => askAs(pool, context, query)),
    keyed,
    (query) => either((pool) => askTextAs(pool, context, query)),
  )
}

const single = (pool: FairPool, keyed: Keyed) => (context: Context) =>
  reader(
    (query) => askAs(pool, context, query),
    keyed,
    (query) => askTextAs(pool, context, query),
  )

const askAs = (pool: FairPool, context: Context, query: Sql): Promise<pg.QueryResult> =>
  pool.use(context.tenantId, false, (client) =>
    submit(client, compile(query), (statement, answer) => new ContextQuery(statement, context, answer)),
  )
const askTextAs = (pool: FairPool, context: Context, query: Sql): Promise<string | null> =>
  pool.use(context.tenantId, false, (client) =>
    submit(client, compile(query), (statement, answer) => new TextQuery(statement, context, answer)),
  )

type Through = 'pool' | 'read' | 'readLagging' | 'replica' | 'atOnce' | 'write' | 'shared'

const through = (pool: FairPool, keyed: Keyed, replica: Replica | null): Pick<Database, Through> => ({
  pool,
  replica,
  read: single(pool, keyed),
  readLagging: (context) =>
    replica?.serves(context.userId) ? eitherOf(replica.pool, pool, keyed)(context) : single(pool, keyed)(context),
  atOnce: single(pool, keyed),
  async write(context, work) {
    const result = await writeAs(pool, keyed, context, work)
    replica?.wrote(context.userId)
    return result
  },
  shared: {
    ...reader((query) => readShared(pool, query), keyed),
    run: async (query) => (await readShared(pool, query)).rowCount ?? 0,
  },
})

/** All tenants share one queue here: these are single statements on few rows. */
const readShared = (pool: FairPool, query: Sql): Promise<pg.QueryResult> =>
  pool.use('', false, (client) => client.query(compile(query)))

/** @param text asks for the one text of an answer, where that is cheaper than asking for rows */
function reader(
  query: (query: Sql) => Promise<pg.QueryResult>,
  keyed: Keyed,
  text: (query: Sql) => Promise<string | null | undefined> = async (q) => firstOf((await query(q)).rows[0]),
): Reader {
  return {
    keyed,
    rows: async <T>(q: Sql) => (await query(q)).rows as T[],
    row: async <T>(q: Sql) => (await query(q)).rows[0] as T | undefined,
    json: async <A>(q: Sql) => jsonText<A>(await text(q)),
  }
}

const jsonText = <A>(text: string | null | undefined): JsonText<A> | undefined =>
  text === undefined || text === null ? undefined : new JsonText<A>(text)

const firstOf = (row: Record<string, string | null> | undefined): string | null | undefined =>
  row === undefined ? undefined : Object.values(row)[0]

type Answer<T> = (error: Error | null, answer?: T) => void

const submit = <T>(
  client: pg.PoolClient,
  statement: Statement,
  queryOf: (statement: Statement, answer: Answer<T>) => object,
): Promise<T> =>
  tracedStatement(
    statement.text,
    () =>
      new Promise((resolve, reject) => {
        const query = queryOf(statement, (error, answer) => (error ? reject(error) : resolve(answer as T)))
        client.query(query as unknown as pg.Submittable)
      }),
  )

const maximumTries = 3

async function writeAs<T>(pool: FairPool, keyed: Keyed, context: Context, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { connection } = pool.waits
  const start = performance.now()
  for (let tries = 1; ; tries++) {
    const waited = performance.now() - start
    try {
      return await writeOnce(pool, keyed, context, work, connection - waited)
    } catch (error) {
      // A retry may wait just as long for locks, and the caller must be answered within 5 s.
      const isLate = performance.now() - start > (connection * 2) / 3
      // Each connection may have such a statement, and is closed.
      const most = isOutdated(error) ? pool.driver.options.max + 1 : isCollision(error) ? maximumTries : 0
      if (isLate || tries >= most) throw error
    }
  }
}

/**
 * The transaction begins with its first statement, so that work before it, such as hashing a password, holds no
 * connection.
 */
async function writeOnce<T>(
  pool: FairPool,
  keyed: Keyed,
  context: Context,
  work: (tx: Tx) => Promise<T>,
  patience: number,
): Promise<T> {
  const batches = openBatches(pool, context, patience)
  const afterwards: (() => void)[] = []
  const traced = openTracing()
  const query = async (q: Sql) => traced(batches.ask(compile(q)))
  const { tx, end } = openPart({
    ...reader(query, keyed),
    run: async (q) => (await query(q)).rowCount ?? 0,
    later: (q) => void traced(batches.askLater(compile(q))).catch(() => undefined),
    last: async <A>(q: Sql) => jsonText<A>(firstOf((await traced(batches.askLater(compile(q)))).rows[0])),
    afterCommit: (action) => afterwards.push(action),
  })
  const borrowed = () => batches.opening?.catch(() => undefined)
  let result: T
  try {
    result = await work(tx)
    end()
    await traced(batches.commit())
  } catch (error) {
    end()
    batches.drop(new Error('The transaction is over'))
    const lent = await borrowed()
    // A refusal, or a defect, is no fault of a connection that rolls back.
    const fault = error instanceof pg.DatabaseError ? error : undefined
    const failed = await lent?.client.query('rollback').then(
      () => fault,
      (rollback: Error) => rollback,
    )
    lent?.release(failed)
    throw error
  }
  ;(await borrowed())?.release()
  for (const action of afterwards) action()
  return result
}

/**
 * Two requests collided: a deadlock, a serialization failure, or a row that was deleted between a lookup and a
 * reference to it. On a retry, the request sees the new state and answers accordingly.
 */
export const isCollision = (error: unknown) => ['40P01', '40001', '23503'].includes(codeOf(error))

/** Whether the error is a violation of this unique index or constraint. */
export const violates = (error: unknown, constraint: string): boolean =>
  codeOf(error) === '23505' && (error as { constraint?: string }).constraint === constraint
