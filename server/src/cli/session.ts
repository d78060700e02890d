import type pg from 'pg'
import { contextValues } from '../platform/database/context-query.ts'
import type { Database } from '../platform/database/database.ts'
import { compile, type Sql } from '../platform/database/sql.ts'
import { type Context, JsonText, type Tx } from '../platform/database/tx.ts'

/** One connection held for a whole command, so that temporary tables outlive a transaction and nothing times out. */
export interface Session {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Another connection of the same tenant, which sees what was committed and no temporary table of this one. */
  fork(): Promise<Session>
  /** Ends the connection and, with it, what a rehearsal did. */
  close(): Promise<void>
}

export interface SessionOptions {
  /**
   * `commit`: every transaction is kept. `rehearse`: all of them are one, which is never kept.
   * `look`: all of them see the same snapshot, and cannot write but to temporary tables.
   */
  mode: 'commit' | 'rehearse' | 'look'
}

/** A session that acts as one tenant's system: no user, no reach, the database's own clock. */
export async function openSession(db: Database, tenantId: string, { mode }: SessionOptions): Promise<Session> {
  const client = await db.pool.connect()
  const context: Context = { tenantId, userId: null, reach: null, clock: null, requestId: null }
  await client.query(`
    set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
    set client_min_messages = warning; set work_mem = '64MB'`)
  const begin = async (kind: string) => {
    await client.query(`begin ${kind}`)
    await client.query(
      `select set_config('app.tenant', $1, true), set_config('app.user', $2, true), set_config('app.reach', $3, true), set_config('app.clock', $4, true)`,
      contextValues(context),
    )
  }
  const tx = transactionOn(client)
  if (mode === 'rehearse') await begin('')
  if (mode === 'look') await begin('isolation level repeatable read read only')

  return {
    async transaction(work) {
      if (mode !== 'commit') return work(tx)
      await begin('')
      try {
        const result = await work(tx)
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback').catch(() => undefined)
        throw error
      }
    },
    fork: () => openSession(db, tenantId, { mode }),
    async close() {
      client.release(true)
    },
  }
}

/** The transaction that is open on a connection. */
export function transactionOn(client: pg.ClientBase): Tx {
  const query = (q: Sql) => client.query(compile(q))
  return {
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
