/** The URL of the ledger: whose movements, of which product, and the state of the list. Pure functions. */
import { movementReasons, type StockRow } from '@trellis/contract/stock'
import type { ListSearch } from '../../app/listUrl.ts'
import { isDay } from '../../ui/days.ts'
import type { ListState } from '../../ui/list.ts'

type Reason = (typeof movementReasons)[number]

/** The page with the movements of a product in the stock of an account. */
export const ledgerHref = ({ accountId, productId }: Pick<StockRow, 'accountId' | 'productId'>): string =>
  `/stocks/movements?account=${accountId}&product=${productId}`

/** The page with all movements of an account. */
export const accountLedgerHref = (accountId: string): string => `/stocks/movements?account=${accountId}`

const limit = 20

const only = (value: string | string[] | undefined) => [value].flat()[0]
const positive = (value: string | undefined, fallback: number, most: number) => {
  const number = Number(value ?? Number.NaN)
  return Number.isInteger(number) && number >= 1 && number <= most ? number : fallback
}
const day = (value: string | undefined) => (isDay(value) ? value : undefined)

export const reasonOf = (state: ListState): Reason | undefined =>
  movementReasons.find((reason) => state.filters.reason?.includes(reason))

/** Invalid values are ignored, because anybody can edit the URL. */
export function ledgerState(search: ListSearch): ListState {
  const reason = movementReasons.find((name) => name === only(search.reason))
  return {
    page: positive(only(search.page), 1, 100_000),
    limit: positive(only(search.limit), limit, 100),
    sort: null,
    filters: reason === undefined ? {} : { reason: [reason] },
    from: day(only(search.from)),
    to: day(only(search.to)),
  }
}

/** The shortest URL of a state. Every change but that of the page leads to the first page. */
export function ledgerSearch(search: ListSearch, patch: Partial<ListState>): ListSearch {
  const state = { ...ledgerState(search), page: 1, ...patch }
  const reason = reasonOf(state)
  const { account, product } = search
  return {
    ...(account !== undefined && { account }),
    ...(product !== undefined && { product }),
    ...(state.page > 1 && { page: String(state.page) }),
    ...(state.limit !== limit && { limit: String(state.limit) }),
    ...(reason !== undefined && { reason }),
    ...(state.from !== undefined && { from: state.from }),
    ...(state.to !== undefined && { to: state.to }),
  }
}

/** The query of the wire. */
export function ledgerQuery(search: ListSearch) {
  const state = ledgerState(search)
  const { page, limit, from, to } = state
  const reason = reasonOf(state)
  const productId = only(search.product)
  return {
    page,
    limit,
    ...(productId !== undefined && { productId }),
    ...(reason !== undefined && { reason }),
    ...(from !== undefined && { from: from.replaceAll('-', '/') }),
    ...(to !== undefined && { to: to.replaceAll('-', '/') }),
  }
}
