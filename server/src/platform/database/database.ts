import { availableParallelism } from 'node:os'
import pg from 'pg'
import { type Keyed, openKeyed, type Secrets } from '../secrets.ts'
import { administer } from './administer.ts'
import { answerOf, commit } from './asking.ts'
import { codeOf } from './connection.ts'
import { ContextQuery, OpeningQuery } from './context-query.ts'
import { openLogin } from './login.ts'
import { type Borrowed, type FairPool, openPool, type Waits } from './pool.ts'
import { compile, type Sql, type Statement } from './sql.ts'
import { type Context, JsonText, type Read, type Tx } from './tx.ts'

// Counts and quantities: far below 2^53, and sums of money stay text until they are written out.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => Number(text))

export interface Database {
  pool: FairPool
  /**
   * The same for work that nobody sits and waits for: jobs, imports, exports. It has connections and time-outs of its own, so
   * that however much of it there is, requests never wait for a connection that it holds.
   */
  background: Database
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
  /** Connections for requests; default: twice of processors + 2, at most 24. */
  size?: number | undefined
  /** How long anything is waited for, in milliseconds, where the usual is too short: under a thousand buyers at once in a test. */
  patience?: number
  /** Some of the usual waits, as tests set them. */
  waits?: Partial<Waits>
  onError?: (error: Error) => void
}

/**
 * Whoever waits for a connection and then for a row is answered within 5 s (decision 016). PostgreSQL counts `lock` anew for
 * each lock, and behind others a row is two: first the place in its queue, then the row. It has to be longer than the second
 * after which PostgreSQL looks for a deadlock, which is then tried again.
 */
const interactive: Waits = { connection: 2_000, lock: 1_200, statement: 30_000, idle: 15_000 }
const patient: Waits = { connection: 30_000, lock: 5_000, statement: 30_000, idle: 15_000 }
const backgroundConnections = 10
/** Calls of one tenant that may wait for a connection: about what a small machine serves in that time. */
const longest = 1_000

/** Opens the pools that everything goes through, bound by row-level security whatever the user of the URL is. */
export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Database> {
  const { patience, onError, directUrl = url } = options
  const keyed = openKeyed(options.secrets)
  const { url: signIn, role, weakness } = await openLogin(url, { directUrl, secrets: options.secrets })
  const all = patience && { connection: patience, lock: patience, statement: patience, idle: patience }
  const common = { url: signIn, role, onError, longest: patience === undefined ? longest : Number.POSITIVE_INFINITY }
  const requests = openPool({
    ...common,
    name: 'trellis',
    connections: options.size ?? Math.min(24, 2 * (availableParallelism() + 2)),
    waits: { ...interactive, ...all, ...options.waits },
  })
  const behind = openPool({
    ...common,
    name: 'trellis background',
    connections: backgroundConnections,
    waits: { ...patient, ...all },
  })
  const asOwner = {
    administer: (context, work) => administer(directUrl, keyed, context, work),
    weakness,
  } satisfies Partial<Database>
  const background: Database = {
    ...through(behind, keyed),
    ...asOwner,
    get background() {
      return background
    },
    close: () => behind.end(),
  }
  return {
    ...through(requests, keyed),
    ...asOwner,
    background,
    async close() {
      await Promise.all([requests.end(), behind.end()])
    },
  }
}

const through = (pool: FairPool, keyed: Keyed): Pick<Database, 'pool' | 'read' | 'write' | 'shared'> => ({
  pool,
  read: (context) =>
    reader(
      (query) => pool.use(context.tenantId, false, (client) => submit(client, ContextQuery, compile(query), context)),
      keyed,
    ),
  write: (context, work) => writeAs(pool, keyed, context, work),
  shared: {
    ...reader((query) => readShared(pool, query), keyed),
    run: async (query) => (await readShared(pool, query)).rowCount ?? 0,
  },
})

/** All tenants share one line here: these are single statements on few rows. */
const readShared = (pool: FairPool, query: Sql): Promise<pg.QueryResult> =>
  pool.use('', false, (client) => client.query(compile(query)))

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

async function writeAs<T>(pool: FairPool, keyed: Keyed, context: Context, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { connection } = pool.waits
  const start = performance.now()
  for (let attempt = 1; ; attempt++) {
    const waited = attempt === 1 ? 0 : performance.now() - start
    try {
      return await writeOnce(pool, keyed, context, work, connection - waited)
    } catch (error) {
      // Another try may wait as long again for locks, and the caller no longer than 5 s for an answer.
      const isLate = performance.now() - start > (connection * 2) / 3
      if (!isCollision(error) || attempt === maximumTries || isLate) throw error
    }
  }
}

/** The transaction begins with its first statement, so that hashing a password beforehand holds no connection. */
async function writeOnce<T>(
  pool: FairPool,
  keyed: Keyed,
  context: Context,
  work: (tx: Tx) => Promise<T>,
  patience: number,
): Promise<T> {
  let opening: Promise<Borrowed> | undefined
  let failed: Error | undefined
  const afterwards: (() => void)[] = []
  const query = async (q: Sql) => {
    const statement = compile(q)
    if (opening) {
      const { client } = await opening
      return answerOf(client, client.query(statement))
    }
    opening = pool.borrow(context.tenantId, true, patience)
    const { client } = await opening
    return answerOf(client, submit(client, OpeningQuery, statement, context))
  }
  const tx: Tx = {
    ...reader(query, keyed),
    run: async (q) => (await query(q)).rowCount ?? 0,
    afterCommit: (action) => afterwards.push(action),
  }
  try {
    const result = await work(tx)
    if (opening) await commit((await opening).client)
    for (const action of afterwards) action()
    return result
  } catch (error) {
    failed = error as Error
    const borrowed = await opening?.catch(() => undefined)
    await borrowed?.client.query('rollback').catch((rollback: Error) => {
      failed = rollback
    })
    throw error
  } finally {
    const borrowed = await opening?.catch(() => undefined)
    borrowed?.release(failed)
  }
}

/**
 * Two requests in each other's way: a deadlock, a serialization failure, or a row that was deleted between being looked up
 * and being referred to. Tried again, the one that lost finds things as they are now and says so.
 */
const isCollision = (error: unknown) => ['40P01', '40001', '23503'].includes(codeOf(error))

/** Is this the unique index or constraint that refused? */
export const violates = (error: unknown, constraint: string): boolean =>
  codeOf(error) === '23505' && (error as { constraint?: string }).constraint === constraint
