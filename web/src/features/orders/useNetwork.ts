import { useQuery } from '@tanstack/react-query'
import { networkQuery } from '../../app/network.ts'

/** The tree of the reader's own account and all accounts below it. */
export function useNetwork() {
  const query = useQuery(networkQuery)
  return { root: query.data, error: query.data === undefined ? query.error : null, retry: () => void query.refetch() }
}
