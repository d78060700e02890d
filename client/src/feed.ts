import type { Calls, FeedEvent } from './api.gen.ts'
import type { Portal } from './portal.ts'
import { isRefusal, PortalUnreachable } from './refusal.ts'

export interface FeedOptions {
  /** The `next` of the batch that was kept last; absent: from the beginning; `latest`: from now on. */
  after?: string | undefined
  /** Such as `order.approved`; absent: all. */
  types?: readonly string[] | undefined
  entity?: FeedEvent['entity'] | undefined
  /** Events of a batch; 100 by default, 200 at most. */
  limit?: number | undefined
  /** Seconds until it is asked again when there is nothing new; 5 by default. */
  every?: number | undefined
  /** True: ends when there is nothing new. */
  once?: boolean | undefined
  signal?: AbortSignal | undefined
}

export interface EventBatch {
  items: FeedEvent[]
  /** Where the next batch begins. */
  next: string
  /**
   * The place was not known any more (EV410), as after a restored backup: forget what you have, because everything comes again from the
   * beginning. The batch has no items.
   */
  restarted: boolean
}

const beginning = '0'

/** Goes on while the portal, or the way to it, is away. */
export async function* readFeed(
  portal: Pick<Portal, 'call'>,
  wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>,
  { after = beginning, types, entity, limit, every = 5, once = false, signal }: FeedOptions = {},
): AsyncGenerator<EventBatch, void, undefined> {
  const rest: Calls['GET /events']['query'] = {
    ...(types !== undefined && { types: types.join(',') }),
    ...(entity !== undefined && { entity }),
    ...(limit !== undefined && { limit }),
  }
  for (let place = after; ; ) {
    let batch: EventBatch
    try {
      const answer = await portal.call('GET /events', { query: { ...rest, after: place }, signal })
      batch = { ...answer, restarted: false }
    } catch (error) {
      if (isRefusal(error, 'EV410') && place !== beginning) batch = { items: [], next: beginning, restarted: true }
      else if (error instanceof PortalUnreachable || isRefusal(error, 'RQ429', 'RQ503')) {
        await wait(1000 * Math.max(every, (isRefusal(error) && error.retryAfter) || 0), signal)
        continue
      } else throw error
    }
    const isNew = batch.next !== place
    if (isNew) {
      place = batch.next
      yield batch
    } else if (once) return
    else await wait(1000 * every, signal)
  }
}
