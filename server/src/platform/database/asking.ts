import type pg from 'pg'
import { Unavailable } from '../refusal.ts'
import { Connection, codeOf } from './connection.ts'

/**
 * The answer of a query, or RQ503 when the connection ends first. The driver reports that by errors without a code,
 * which would look like defects.
 */
export async function answerOf<T>(client: pg.ClientBase, asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (client instanceof Connection && client.hasEnded && !/^[0-9A-Z]{5}$/.test(codeOf(error)))
      throw new Unavailable('database', 'The connection to the database was lost')
    throw error
  }
}

/**
 * The connection prepared the statement before a migration changed what it answers, or knows it no more. Nothing was done; a new connection
 * prepares it anew.
 */
export function isOutdated(error: unknown): boolean {
  const { routine } = (error ?? {}) as { routine?: unknown }
  return codeOf(error) === '26000' || (codeOf(error) === '0A000' && routine === 'RevalidateCachedQuery')
}

/** Commits, and fails when PostgreSQL rolls back instead. */
export const commit = (client: pg.ClientBase): Promise<void> => committed(answerOf(client, client.query('commit')))

/**
 * When the connection ends during the COMMIT, it is unknown whether it took effect. That is RQ503 too: when the client
 * repeats the call with its Idempotency-Key, it gets the first answer, or the call is done now.
 */
export async function committed(answer: Promise<pg.QueryResult>): Promise<void> {
  const { command } = await answer
  // PostgreSQL answers a COMMIT so, without an error, when a statement failed and the handler went on.
  if (command === 'ROLLBACK') throw new RolledBack('The transaction was rolled back: a statement of it had failed')
}

/** The error for a COMMIT that PostgreSQL answered with ROLLBACK, because a statement had failed. */
class RolledBack extends Error {}

/**
 * Error codes of a statement in a transaction in which an earlier one has failed: it is not run; or it is not even known, because it was to be
 * prepared with what was skipped.
 */
const failedBefore = ['25P02', '26000']

export type Tracing = <T>(asked: Promise<T>) => Promise<T>

/**
 * Statements are sent without waiting for each other, so the first error that a caller gets may only say that another
 * statement had failed before. This returns the error of that other statement, by which a deadlock is recognized.
 */
export function openTracing(): Tracing {
  let cause: unknown
  return async (asked) => {
    try {
      return await asked
    } catch (error) {
      if (error instanceof RolledBack || failedBefore.includes(codeOf(error))) throw cause ?? error
      cause = error
      throw error
    }
  }
}
