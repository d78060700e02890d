import { useQuery } from '@tanstack/react-query'
import { accounts } from '@trellis/contract/accounts'
import { queryOf } from '../../app/queries.ts'

/** The tree of the reader's own account and all accounts below it. */
export function useNetwork() {
  const query = useQuery(queryOf(accounts.tree, { query: {} }))
  return { root: query.data, error: query.data === undefined ? query.error : null, retry: () => void query.refetch() }
}
