import { type Interval, intervals } from '@trellis/contract/dashboard'
import type { ListSearch } from '../../app/listUrl.ts'
import { type Period, periodOf } from '../../app/period.ts'
import { isDay } from '../../ui/days.ts'

/** The filters of the dashboard, as stored in the URL. */
export interface Filters {
  interval: Interval
  from: string | null
  to: string
  products: string[]
  accountId: string | null
  children: boolean
  /** Also draw the previous period. */
  before: boolean
}

const defaultInterval = 'lastWeek'
const isInterval = (text: unknown): text is Interval => intervals.includes(text as Interval)

/** Reads the filters from the URL, where `today` is the current day; invalid values are ignored. */
export function filtersOf(search: ListSearch, today: string): Filters {
  const interval = isInterval(search.interval) ? search.interval : defaultInterval
  const { products } = search
  return {
    interval,
    ...customOr(interval, search, today),
    products: products === undefined ? [] : Array.isArray(products) ? products : [products],
    accountId: typeof search.account === 'string' ? search.account : null,
    children: search.children !== 'no',
    before: search.before !== 'no',
  }
}

function customOr(interval: Interval, { from, to }: ListSearch, today: string): Period {
  if (interval !== 'custom') return periodOf(interval, today)
  const last = isDay(to) ? to : today
  return { from: isDay(from) && from <= last ? from : last, to: last }
}

/** Writes the filters to the shortest URL. */
export function searchOf(filters: Filters): ListSearch {
  const search: ListSearch = {}
  if (filters.interval !== defaultInterval) search.interval = filters.interval
  if (filters.interval === 'custom') {
    search.from = filters.from ?? filters.to
    search.to = filters.to
  }
  if (filters.products.length > 0) search.products = filters.products
  if (filters.accountId !== null) search.account = filters.accountId
  if (!filters.children) search.children = 'no'
  if (!filters.before) search.before = 'no'
  return search
}
