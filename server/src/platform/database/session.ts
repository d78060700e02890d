import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Keyed } from '../secrets.ts'
import { answerOf, commit, openTracing, type Tracing } from './asking.ts'
import { contextStatement, contextValues } from './context-query.ts'
import type { Database } from './database.ts'
import { openPart } from './part.ts'
import { compile, type Sql, sql } from './sql.ts'
import { type Acting, type Context, JsonText, type Tx } from './tx.ts'

/**
 * One connection held for a whole command, so that temporary tables outlive a transaction and statements have no
 * timeout by default.
 */
export interface Session {
  /** Rolled back when `work` throws, in every mode. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** A short transaction of the same tenant on another connection, committed whatever happens to this session. */
  aside<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Commits in mode `together`. */
  keep(): Promise<void>
  /** Ends the statement that runs, which then fails. */
  cancel(): Promise<void>
  /** Closes the connection, which rolls back whatever was not committed. */
  close(): Promise<void>
}

export interface SessionOptions {
  /**
   * `commit`: every transaction is committed. `rehearse`: all are one transaction, which is rolled back (dry run).
   * `together`: all are one transaction, committed by `keep()`. `look`: all share one snapshot and can write only to
   * temporary tables.
   */
  mode: 'commit' | 'rehearse' | 'together' | 'look'
  /** User, account and reach of the session; default: the system user, which reaches nothing. */
  as?: Partial<Pick<Context, 'reach' | 'clock' | 'requestId'>> & (Acting | { userId?: never })
  /** Statement timeout in seconds; default: none. */
  patience?: number
  /** Milliseconds to wait for a connection, where the default of background work is too long. */
  wait?: number
}

/**
 * Longer than a request's timeout, because a failure loses all work so far, but limited: others who wait for this
 * session's own locks time out meanwhile.
 */
const lockPatience = '30s'

/** Milliseconds that `close` waits for the release of locks on a connection that may be broken or busy. */
const unlockPatience = 1000

/** A session of one tenant, on a connection of the background pool. */
export async function openSession(db: Database, tenantId: string, options: SessionOptions): Promise<Session> {
  const { mode, as = {}, patience = 0, wait } = options
  const { client, release } = await db.background.pool.borrow(tenantId, true, wait)
  const context: Context = { tenantId, userId: null, reach: null, clock: null, requestId: null, ...as }
  const ask = <R extends pg.QueryResultRow>(text: string, values?: string[]) =>
    answerOf(client, client.query<R>(text, values))
  const begin = async (kind: string) => {
    await ask(`begin ${kind}`)
    await ask(contextStatement.text, contextValues(context))
  }
  const traced = openTracing()
  const tx = transactionOn(client, db.shared.keyed, traced)
  let backend = 0
  try {
    backend = (await ask<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0
    await ask(`
      set statement_timeout = ${Math.round(patience * 1000)}; set lock_timeout = '${lockPatience}'; set idle_in_transaction_session_timeout = 0;
      set client_min_messages = warning; set work_mem = '64MB'`)
    // When the process is killed, PostgreSQL ends its running statement and locks within seconds. Not every system
    // supports this.
    await ask(`set client_connection_check_interval = '2s'`).catch(() => undefined)
    if (mode === 'rehearse' || mode === 'together') await begin('')
    if (mode === 'look') await begin('isolation level repeatable read read only')
  } catch (error) {
    release(true)
    throw error
  }

  return {
    async transaction(work) {
      const isOwn = mode === 'commit'
      if (isOwn) await begin('')
      else await ask('savepoint piece')
      const part = openPart(tx)
      try {
        const result = await work(part.tx)
        part.end()
        await traced<unknown>(isOwn ? commit(client) : ask('release piece'))
        return result
      } catch (error) {
        part.end()
        await client.query(isOwn ? 'rollback' : 'rollback to piece').catch(() => undefined)
        throw error
      }
    },
    aside: (work) => db.write(context, work),
    keep: () => traced(commit(client)),
    async cancel() {
      // Uses another connection, because this one is busy. If that fails, the statement ends by its own timeout.
      await db
        .read(context)
        .rows(sql`select pg_cancel_backend(${backend})`)
        .catch(() => undefined)
    },
    async close() {
      // Destroying the connection does not wait until PostgreSQL has noticed, so the locks are released first: who asks
      // for them next would find them taken.
      const released = client.query('rollback; select pg_advisory_unlock_all()').catch(() => undefined)
      await Promise.race([released, sleep(unlockPatience, undefined, { ref: false })])
      release(true)
    },
  }
}

/** The open transaction of a connection. @param traced what its COMMIT is passed through too */
export function transactionOn(client: pg.ClientBase, keyed: Keyed, traced: Tracing = openTracing()): Tx {
  const query = (q: Sql) => traced(answerOf(client, client.query(compile(q))))
  const json = async <A>(q: Sql) => {
    const row = (await query(q)).rows[0] as Record<string, string | null> | undefined
    const text = row === undefined ? null : (Object.values(row)[0] ?? null)
    return text === null ? undefined : new JsonText<A>(text)
  }
  return {
    keyed,
    json,
    last: json,
    rows: async <T>(q: Sql) => (await query(q)).rows as T[],
    row: async <T>(q: Sql) => (await query(q)).rows[0] as T | undefined,
    run: async (q) => (await query(q)).rowCount ?? 0,
    // Its failure need not be handled here: the commit or the release of the savepoint then fails too.
    later: (q) => void query(q).catch(() => undefined),
    // Commands do nothing after a commit.
    afterCommit: () => undefined,
  }
}
