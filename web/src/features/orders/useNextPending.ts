import { useQuery } from '@tanstack/react-query'
import { type Order, orders } from '@trellis/contract/orders'
import { queryOf } from '../../app/queries.ts'

const pendingOf = (vendorAccountId: string, from?: string) =>
  queryOf(orders.sellOut, {
    body: {
      limit: 2,
      sortBy: [{ field: 'creationDate', direction: 'asc' }],
      filterBy: [
        { field: 'status', values: ['pending'] },
        { field: 'vendorAccountId', values: [vendorAccountId] },
      ],
      ...(from === undefined ? {} : { filterBetweenDate: [{ field: 'creationDate', fromDate: from }] }),
      parentAccountId: vendorAccountId,
      includeChildren: true,
    },
  })

/**
 * The next pending order of the same vendor, by creation date; after the newest it continues with the oldest.
 * Null when there is none, undefined while loading.
 */
export function useNextPending(order: Order, enabled: boolean): Order | null | undefined {
  const { vendorAccountId, creationDate, orderId } = order
  const isOther = (other: Order) => other.orderId !== orderId
  const later = useQuery({ ...pendingOf(vendorAccountId, creationDate), enabled })
  const following = later.data?.items.find(isOther)
  const oldest = useQuery({ ...pendingOf(vendorAccountId), enabled: enabled && later.isSuccess && !following })
  if (following) return following
  return oldest.data === undefined ? undefined : (oldest.data.items.find(isOther) ?? null)
}
