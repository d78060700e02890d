import type { DealStatistics } from '@trellis/contract/dashboard'
import type { LicenseState } from '@trellis/contract/licenses'
import { maximumFilterValues } from '@trellis/contract/search'
import type { Filters } from './filters.ts'

type Search = Record<string, string | readonly string[]>

/** Null when more products are chosen than a list can be filtered by. */
function hrefOf(path: string, { children, products }: Filters, search: Search): string | null {
  if (products.length > maximumFilterValues) return null
  const all = { ...(!children && { mine: 'yes' }), ...(products.length > 0 && { productId: products }), ...search }
  const pairs = Object.entries(all).flatMap(([name, values]) => [values].flat().map((value) => [name, value as string]))
  return `${path}?${new URLSearchParams(pairs)}`
}

const periodOf = ({ from, to }: Filters) => ({ ...(from !== null && { from }), to })
const licensesPath = ({ accountId }: Filters) => (accountId === null ? '/licenses' : `/accounts/${accountId}/licenses`)

/** The list of the licenses created in the period, which has as many rows as the dashboard counts. */
export const licensesHref = (filters: Filters): string | null =>
  hrefOf(licensesPath(filters), filters, periodOf(filters))

/** The list of the licenses that are in a state at the end of the period. */
export const licensesInStateHref = (filters: Filters, state: LicenseState): string | null =>
  hrefOf(licensesPath(filters), filters, { state: `${state}@${filters.to}` })

/**
 * The list of the orders approved in the period, with the same totals. Null while products are chosen: its totals are those
 * of whole orders. Sales always include those of the accounts below, so one account alone is a filter.
 * @param own the reader's account
 * @param buyer lists only this account's purchases
 */
export function ordersHref(
  side: 'sell-in' | 'sell-out',
  filters: Filters,
  own: string,
  buyer?: string | null,
): string | null {
  const { accountId, children, from, to, products } = filters
  if (products.length > 0) return null
  const ofOneVendor = side === 'sell-out' && !children
  return hrefOf(
    accountId === null ? `/${side}` : `/accounts/${accountId}/${side}`,
    ofOneVendor ? { ...filters, children: true } : filters,
    {
      status: 'approved',
      approvalDate: `${from ?? ''}..${to}`,
      ...(ofOneVendor && { vendorAccountId: accountId ?? own }),
      ...(buyer && { buyerAccountId: buyer }),
    },
  )
}

/** The list of the deals registered in the period. */
export const dealsHref = (filters: Filters, extra: Search = {}): string | null =>
  hrefOf('/deals', filters, { ...ofAccount(filters), ...periodOf(filters), ...extra })

/** The list of the open deals of a row of the forecast, whenever they were registered. */
export const forecastHref = (
  filters: Filters,
  { month, currencyCode }: Pick<DealStatistics['forecast'][number], 'month' | 'currencyCode'>,
): string | null =>
  hrefOf('/deals', filters, { ...ofAccount(filters), forecastMonth: month?.slice(0, 7) ?? 'none', currencyCode })

const ofAccount = ({ accountId }: Filters) => ({ ...(accountId !== null && { account: accountId }) })
