import { dashboard } from '@trellis/contract/dashboard'
import { previousOf } from '../../app/period.ts'
import { queryOf } from '../../app/queries.ts'
import type { Filters } from './filters.ts'

const wireDay = (day: string | null | undefined) => day?.replaceAll('-', '/') ?? null

function bodyOf({ from, to, products, accountId, children }: Filters) {
  const previous = previousOf({ from, to })
  return {
    parentAccountId: accountId,
    includeChildren: children,
    currentFrom: wireDay(from),
    currentTo: wireDay(to),
    ...(previous && { previousFrom: wireDay(previous.from), previousTo: wireDay(previous.to) }),
    products,
  }
}

/** The figures of the filtered period and of the previous one. */
export const ordersQuery = (filters: Filters) => queryOf(dashboard.orders, { body: bodyOf(filters) })
export const licensesQuery = (filters: Filters) => queryOf(dashboard.licenses, { body: bodyOf(filters) })
export const dealsQuery = (filters: Filters) => queryOf(dashboard.deals, { body: bodyOf(filters) })

/** The products ordered in the period, as filter options. */
export const productsQuery = ({ from, to, accountId, children }: Filters) =>
  queryOf(dashboard.products, {
    body: { parentAccountId: accountId, includeChildren: children, currentFrom: wireDay(from), currentTo: wireDay(to) },
  })
