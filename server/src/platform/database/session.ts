import type pg from 'pg'
import type { Keyed } from '../secrets.ts'
import { answerOf, commit } from './asking.ts'
import { contextStatement, contextValues } from './context-query.ts'
import type { Database } from './database.ts'
import { compile, type Sql } from './sql.ts'
import { type Context, JsonText, type Tx } from './tx.ts'

/** One connection held for a whole command, so that temporary tables outlive a transaction and nothing times out. */
export interface Session {
  /** What throws leaves nothing behind, in any mode. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** A short transaction of the same tenant on another connection, kept whatever becomes of this session. */
  aside<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Keeps what was done `together`. */
  keep(): Promise<void>
  /** Ends the connection and, with it, what a rehearsal did. */
  close(): Promise<void>
}

export interface SessionOptions {
  /**
   * `commit`: every transaction is kept. `rehearse`: all of them are one, which is never kept. `together`: all of them are
   * one, kept by `keep()`.
   * `look`: all of them see the same snapshot, and cannot write but to temporary tables.
   */
  mode: 'commit' | 'rehearse' | 'together' | 'look'
  /** Whose eyes it looks through; by itself the tenant's system, which reaches nothing. */
  as?: Partial<Omit<Context, 'tenantId'>>
  /** Seconds that one statement may take; by itself as long as it needs. */
  patience?: number
  /** Milliseconds that a connection is waited for, where the usual of background work is too long. */
  wait?: number
}

/** Long, for it keeps what it did until then, and yet bounded: whoever waits for its own locks meanwhile is turned away. */
const lockPatience = '30s'

/** A session of one tenant, on a connection of the background's. */
export async function openSession(db: Database, tenantId: string, options: SessionOptions): Promise<Session> {
  const { mode, as = {}, patience = 0, wait } = options
  const { client, release } = await db.background.pool.borrow(tenantId, true, wait)
  const context: Context = { tenantId, userId: null, reach: null, clock: null, requestId: null, ...as }
  const ask = (text: string, values?: string[]) => answerOf(client, client.query(text, values))
  const begin = async (kind: string) => {
    await ask(`begin ${kind}`)
    await ask(contextStatement.text, contextValues(context))
  }
  const tx = transactionOn(client, db.shared.keyed)
  try {
    await ask(`
      set statement_timeout = ${Math.round(patience * 1000)}; set lock_timeout = '${lockPatience}'; set idle_in_transaction_session_timeout = 0;
      set client_min_messages = warning; set work_mem = '64MB'`)
    // A statement of a process that was killed ends, with its locks, within seconds. Not every system can tell.
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
      try {
        const result = await work(tx)
        if (isOwn) await commit(client)
        else await ask('release piece')
        return result
      } catch (error) {
        await client.query(isOwn ? 'rollback' : 'rollback to piece').catch(() => undefined)
        throw error
      }
    },
    aside: (work) => db.write(context, work),
    keep: () => commit(client),
    async close() {
      release(true)
    },
  }
}

/** The transaction that is open on a connection. */
export function transactionOn(client: pg.ClientBase, keyed: Keyed): Tx {
  const query = (q: Sql) => answerOf(client, client.query(compile(q)))
  return {
    keyed,
    rows: async <T>(q: Sql) => (await query(q)).rows as T[],
    row: async <T>(q: Sql) => (await query(q)).rows[0] as T | undefined,
    json: async <A>(q: Sql) => {
      const row = (await query(q)).rows[0] as Record<string, string | null> | undefined
      const text = row === undefined ? null : (Object.values(row)[0] ?? null)
      return text === null ? undefined : new JsonText<A>(text)
    },
    run: async (q) => (await query(q)).rowCount ?? 0,
    // Commands have nothing that waits for a commit: sessions are told by the audit and the database.
    afterCommit: () => undefined,
  }
}
