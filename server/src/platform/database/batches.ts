import type pg from 'pg'
import { tracedStatement } from '../tracing/tracing.ts'
import { answerOf, committed } from './asking.ts'
import { type Asked, BatchQuery, commitStatement } from './context-query.ts'
import type { Borrowed, FairPool } from './pool.ts'
import type { Statement } from './sql.ts'
import type { Context } from './tx.ts'

/** The statements of one transaction of a request, sent in batches (decision 180). */
export interface Batches {
  /** The connection, as soon as something was asked. */
  readonly opening: Promise<Borrowed> | undefined
  /** Sent with all that is asked before the process turns to something else. */
  ask(statement: Statement): Promise<pg.QueryResult>
  /** Sent with the next one that somebody waits for, or with the COMMIT. */
  askLater(statement: Statement): Promise<pg.QueryResult>
  commit(): Promise<void>
  /** What was not sent yet fails with this. */
  drop(error: Error): void
}

/** The connection is borrowed with the first statement, and the first batch begins the transaction. */
export function openBatches(pool: FairPool, context: Context, patience: number): Batches {
  let opening: Promise<Borrowed> | undefined
  let asked: Asked[] = []
  let hasBegun = false
  let isDue = false

  function send(): void {
    isDue = false
    const batch = asked
    asked = []
    if (batch.length === 0) return
    const query = new BatchQuery(batch, hasBegun ? null : context)
    hasBegun = true
    const fail = (error: Error) => {
      for (const { answer } of batch) answer(error, null as never)
    }
    opening?.then(({ client }) => void client.query(query as unknown as pg.Submittable)).catch(fail)
  }

  function askLater(statement: Statement): Promise<pg.QueryResult> {
    opening ??= pool.borrow(context.tenantId, true, patience)
    const borrowed = opening
    const answer = new Promise<pg.QueryResult>((resolve, reject) => {
      asked.push({ statement, answer: (error, result) => (error ? reject(error) : resolve(result)) })
    })
    // It may be dropped before there is a connection.
    answer.catch(() => undefined)
    return tracedStatement(statement.text, async () => answerOf((await borrowed).client, answer))
  }

  return {
    get opening() {
      return opening
    },
    askLater,
    ask(statement) {
      if (!isDue) process.nextTick(send)
      isDue = true
      return askLater(statement)
    },
    async commit() {
      if (opening === undefined) return
      const answer = askLater({ ...commitStatement, values: [] })
      send()
      await committed(answer)
    },
    drop(error) {
      for (const { answer } of asked) answer(error, null as never)
      asked = []
    },
  }
}
