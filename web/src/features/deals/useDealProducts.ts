import { useQuery } from '@tanstack/react-query'
import type { DealProduct } from '@trellis/contract/deal-answers'
import { deals } from '@trellis/contract/deals'
import { queryOf } from '../../app/queries.ts'

export interface Offered {
  products: readonly DealProduct[] | undefined
  error: unknown
  retry: () => void
}

/** The products that a deal of this account can have. Nothing is loaded without an account. */
export function useDealProducts(accountId: string | null): Offered {
  const { data, error, refetch } = useQuery({
    ...queryOf(deals.products, { query: { parentAccountId: accountId ?? '' } }),
    enabled: accountId !== null,
  })
  return { products: data, error: data === undefined ? error : null, retry: () => void refetch() }
}
