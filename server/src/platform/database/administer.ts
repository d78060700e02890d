import type { Keyed } from '../secrets.ts'
import { answerOf, commit, openTracing } from './asking.ts'
import { Connection } from './connection.ts'
import { contextStatement, contextValues } from './context-query.ts'
import { openPart } from './part.ts'
import { transactionOn } from './session.ts'
import type { Context, Tx } from './tx.ts'

/**
 * Runs one transaction as the database's owner. Forced row-level security applies to the owner too, unless it is a
 * superuser.
 */
export async function administer<T>(
  directUrl: string,
  keyed: Keyed,
  context: Context,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const client = new Connection({
    connectionString: directUrl,
    application_name: 'trellis administration',
    options: '-c timezone=UTC -c jit=off',
  })
  await answerOf(client, client.connect())
  const afterwards: (() => void)[] = []
  const traced = openTracing()
  try {
    await answerOf(client, client.query('begin'))
    await answerOf(client, client.query(contextStatement.text, contextValues(context)))
    const part = openPart(transactionOn(client, keyed, traced), (action) => afterwards.push(action))
    const result = await work(part.tx)
    part.end()
    await traced(commit(client))
    for (const action of afterwards) action()
    return result
  } finally {
    // Closing the connection rolls back an uncommitted transaction.
    await client.end()
  }
}
