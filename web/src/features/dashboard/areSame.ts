import { useMe } from '../../app/me.ts'
import type { Filters } from './filters.ts'

/**
 * Whether sell-in and sell-out are the same: every order is between two accounts of the whole network, so it counts once as
 * a purchase and once as a sale (rules D2). Known before the figures are, so that nothing moves when they arrive.
 */
export function useAreSame({ accountId, children }: Pick<Filters, 'accountId' | 'children'>): boolean {
  const { account } = useMe()
  return children && account.isRoot && (accountId === null || accountId === account.accountId)
}
