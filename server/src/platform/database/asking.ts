import type pg from 'pg'
import { Unavailable } from '../refusal.ts'
import { Connection, codeOf } from './connection.ts'

/**
 * The answer of a connection, or RQ503 when the connection ended before it: the driver reports that by errors without a
 * code, which could not be told from defects.
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
 * When the connection ends during the COMMIT nobody knows whether it took place. That is RQ503 as well: a call that is sent
 * again with its Idempotency-Key gets the answer of the first one, or is done now.
 */
export async function commit(client: pg.ClientBase): Promise<void> {
  const { command } = await answerOf(client, client.query('commit'))
  // PostgreSQL answers so, without an error, when a statement failed and the handler went on.
  if (command === 'ROLLBACK') throw new Error('The transaction was rolled back: a statement of it had failed')
}
