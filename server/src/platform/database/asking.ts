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
 * When the connection ends during the COMMIT, it is unknown whether it took effect. That is RQ503 too: when the client
 * repeats the call with its Idempotency-Key, it gets the first answer, or the call is done now.
 */
export async function commit(client: pg.ClientBase): Promise<void> {
  const { command } = await answerOf(client, client.query('commit'))
  // PostgreSQL answers a COMMIT so, without an error, when a statement failed and the handler went on.
  if (command === 'ROLLBACK') throw new Error('The transaction was rolled back: a statement of it had failed')
}
