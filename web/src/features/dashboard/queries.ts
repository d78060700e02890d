import { dashboard } from '@trellis/contract/dashboard'
import { previousOf } from '../../app/period.ts'
import { queryOf } from '../../app/queries.ts'
import type { Filters } from './filters.ts'

const wireDay = (day: string | null | undefined) => day?.replaceAll('-', '/') ?? null

/** Sell-in and sell-out of the filtered period and of the previous one. */
export function ordersQuery({ from, to, products, accountId, children }: Filters) {
  const previous = previousOf({ from, to })
  return queryOf(dashboard.orders, {
    body: {
      parentAccountId: accountId,
      includeChildren: children,
      currentFrom: wireDay(from),
      currentTo: wireDay(to),
      ...(previous && { previousFrom: wireDay(previous.from), previousTo: wireDay(previous.to) }),
      products,
    },
  })
}

/** The products ordered in the period, as filter options. */
export const productsQuery = ({ from, to, accountId, children }: Filters) =>
  queryOf(dashboard.products, {
    body: { parentAccountId: accountId, includeChildren: children, currentFrom: wireDay(from), currentTo: wireDay(to) },
  })
