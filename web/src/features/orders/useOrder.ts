import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Order, orders } from '@trellis/contract/orders'
import { isProblem } from '../../app/problem.ts'
import { markStale, queryOf } from '../../app/queries.ts'

const orderQuery = (id: string) => queryOf(orders.read, { params: { id } })

/** In a route's loader: the order is on its way while the screen's code is. */
export function prefetchOrder(client: QueryClient, id: string): void {
  void client.prefetchQuery(orderQuery(id))
}

/** One order, and how it becomes what a write has answered. */
export function useOrder(id: string) {
  const client = useQueryClient()
  const query = useQuery(orderQuery(id))
  return {
    order: query.data,
    // An order that is there no more is not shown as it was.
    error: query.data === undefined || isProblem(query.error, 'RQ404') ? query.error : null,
    retry: () => void query.refetch(),
    become: (order: Order) => client.setQueryData(orderQuery(id).queryKey, order),
    /** Asks again for what somebody else may have changed. */
    renew: () => void markStale(client, ['/orders']),
  }
}
