import { type QueryClient, useQuery } from '@tanstack/react-query'
import { deals } from '@trellis/contract/deals'
import { queryOf } from '../../app/queries.ts'

const termsQuery = queryOf(deals.settings)

export const prefetchTerms = (client: QueryClient) => void client.prefetchQuery(termsQuery)

/** The tenant's days of protection; `…` until they are loaded. */
export function useProtectionDays(): number | string {
  const { data } = useQuery(termsQuery)
  return data?.protectionDays ?? '…'
}
