import pg from 'pg'
import { vi } from 'vitest'
import { BatchQuery, ContextQuery, TextQuery } from '../platform/database/context-query.ts'
import type { Context } from '../platform/database/tx.ts'

/**
 * How many statements the requests of some work send: the fewest of three times, because sometimes a request also reads its session
 * again. What the process does by itself meanwhile, such as waking webhooks after a change, is no request's.
 */
export async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const counts: number[] = []
  for (let n = 0; n < 3; n++) {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    await work()
    const sent = query.mock.calls.map(([statement]) => statement as unknown)
    query.mockRestore()
    const contexts = sent.map((each) =>
      [ContextQuery, TextQuery, BatchQuery].some((kind) => each instanceof kind)
        ? (each as { context: Context | null }).context
        : null,
    )
    counts.push(contexts.filter((context) => context !== null && context.requestId !== null).length)
  }
  return Math.min(...counts)
}
