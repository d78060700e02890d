import type { Filters } from './filters.ts'

type Extra = Record<string, string>

/** Null while products are chosen, because the lists cannot be filtered by several of them. */
function hrefOf(path: string, { from, to, children, products }: Filters, extra: Extra = {}): string | null {
  if (products.length > 0) return null
  const search = { ...(from !== null && { from }), to, ...(!children && { mine: 'yes' }), ...extra }
  return `${path}?${new URLSearchParams(search)}`
}

/** The list of the licenses created in the period, which has as many rows as the dashboard counts. */
export const licensesHref = (filters: Filters): string | null =>
  hrefOf(filters.accountId === null ? '/licenses' : `/accounts/${filters.accountId}/licenses`, filters)

/** The list of the deals registered in the period. It is only that of the reader's own account. */
export const dealsHref = (filters: Filters, extra: Extra = {}): string | null =>
  filters.accountId === null ? hrefOf('/deals', filters, extra) : null
