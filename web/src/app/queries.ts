/**
 * The query cache for server data. Keys are `[path, request]`, so that a write can name the queries that it
 * invalidates.
 */

import { notifyManager, QueryClient, queryOptions } from '@tanstack/react-query'
import type { AnswerOf, Endpoint } from '@trellis/contract/endpoint'
import { type Asking, callWith } from './calls.ts'
import { clearPlaces } from './live/places.ts'
import { isProblem } from './problem.ts'
import { sharing } from './versions.ts'

export function createQueryClient(): QueryClient {
  // Notifies in the same task as the event. By default the cache notifies in a later task: React then first resets a checkbox
  // whose value is in the cache to the old value, so that the click seems to fail while the thread is busy.
  notifyManager.setScheduler(queueMicrotask)
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        structuralSharing: sharing,
        gcTime: 10 * 60_000,
        networkMode: 'always',
        retry: (failures, error) => isProblem(error) && error.transient && failures < 2,
        retryDelay: (attempt) => 400 * 2 ** attempt,
        refetchOnWindowFocus: true,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** Query options of a read call: `useQuery(queryOf(orders.read, { params: { id } }))`. */
export function queryOf<E extends Endpoint>(endpoint: E, ...[request]: Asking<E>) {
  return queryOptions<AnswerOf<E>, Error, AnswerOf<E>, readonly unknown[]>({
    queryKey: [endpoint.path, request ?? {}],
    queryFn: ({ signal }) => callWith(endpoint, request, { signal }),
  })
}

/** Whether the call answers what can follow from any record: what needs the reader, and what runs short. */
export const isOfAnyRecord = (path: unknown): boolean => path === '/today' || path === '/stocks/foresight'

/** What a write invalidates: the queries of one endpoint, or all below a path such as `/orders`. */
export type Stale = Endpoint | `/${string}`

export function markStale(client: QueryClient, stale: readonly Stale[]): Promise<void> {
  // The reader has changed something, so they have seen the marks of earlier changes by others.
  clearPlaces()
  return client.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      typeof path === 'string' &&
      // The audit log has every change.
      (isOfAnyRecord(path) ||
        path.startsWith('/audit/') ||
        stale.some((which) => (typeof which === 'string' ? path.startsWith(which) : path === which.path))),
  })
}
