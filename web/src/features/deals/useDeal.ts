import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Deal } from '@trellis/contract/deal-answers'
import { deals } from '@trellis/contract/deals'
import { isProblem } from '../../app/problem.ts'
import { queryOf } from '../../app/queries.ts'

/** `/deals/queue` and others are calls of their own: what an address has instead of an id must not become one of them. */
const idIn = (address: string) => (/^[0-9a-f-]{36}$/.test(address) ? address : '00000000-0000-0000-0000-000000000000')

export const dealQuery = (id: string) => queryOf(deals.read, { params: { id: idIn(id) } })

/** For a route's loader: starts loading the deal in parallel with the screen's code. */
export function prefetchDeal(client: QueryClient, id: string): void {
  void client.prefetchQuery(dealQuery(id))
  void client.prefetchQuery(queryOf(deals.history, { params: { id: idIn(id) } }))
}

/** One deal, with functions to update it in the cache. */
export function useDeal(id: string) {
  const client = useQueryClient()
  const query = useQuery(dealQuery(id))
  return {
    deal: query.data,
    // Do not show cached data of a deal that no longer exists.
    error: query.data === undefined || isProblem(query.error, 'RQ404') ? query.error : null,
    retry: () => void query.refetch(),
    /** Shows the answer of a write. */
    become: (deal: Deal) => void client.setQueryData(dealQuery(deal.dealId).queryKey, deal),
  }
}
