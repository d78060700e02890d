import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Order, orders } from '@trellis/contract/orders'
import { isProblem } from '../../app/problem.ts'
import { markStale, queryOf } from '../../app/queries.ts'

const orderQuery = (id: string) => queryOf(orders.read, { params: { id } })

/** For a route's loader: starts loading the order in parallel with the screen's code. */
export function prefetchOrder(client: QueryClient, id: string): void {
  void client.prefetchQuery(orderQuery(id))
}

/** One order, with functions to update it in the cache. */
export function useOrder(id: string) {
  const client = useQueryClient()
  const query = useQuery(orderQuery(id))
  return {
    order: query.data,
    // Do not show cached data of an order that no longer exists.
    error: query.data === undefined || isProblem(query.error, 'RQ404') ? query.error : null,
    retry: () => void query.refetch(),
    become: (order: Order) => client.setQueryData(orderQuery(id).queryKey, order),
    /** Refetches what other users may have changed. */
    renew: () => void markStale(client, ['/orders']),
  }
}
