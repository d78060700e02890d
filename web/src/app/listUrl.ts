/**
 * A list's state lives in the URL, its defaults do not: `/sell-out?page=2&status=pending&sort=-orderTotal`. This file turns
 * URL into state, state into URL, and state into the search payload of the wire; it touches neither browser nor server.
 */
import type { AnswerOf, BodyOf, Endpoint } from '@trellis/contract/endpoint'
import { defaultLimit, maximumLimit, maximumPage, type Search } from '@trellis/contract/search'
import type { ListState } from '../ui/list.ts'

/** The part of the URL after `?`, as our router reads it: plain text, and a list where a name comes twice. */
export type ListSearch = Record<string, string | string[]>

type SortFieldOf<E> = BodyOf<E> extends { sortBy: { field: infer F extends string }[] } ? F : never
type FilterFieldOf<E> = BodyOf<E> extends { filterBy: { field: infer F extends string }[] } ? F : never
type DateFieldOf<E> = BodyOf<E> extends { filterBetweenDate: { field: infer F extends string }[] } ? F : never
export type RowOf<E> = AnswerOf<E> extends { items: (infer R)[] } ? R : never

/** How the values of a filter travel: text matches anywhere, flags and numbers exactly. */
type FilterKind = 'text' | 'flag' | 'number'

/** What a screen says about its list, once, for its route's prefetch and for itself. */
export interface ListDefinition<E extends Endpoint = Endpoint> {
  endpoint: E
  /** As the list comes by itself. */
  sort: { field: SortFieldOf<E>; direction: 'asc' | 'desc' }
  limit?: number
  /** The filters that the URL may carry. */
  filters?: Partial<Record<FilterFieldOf<E>, FilterKind>>
  /** Filters that hold while the URL says nothing about them; `?status=` lifts one. */
  preset?: Partial<Record<FilterFieldOf<E>, string[]>>
  /** What the date range of the filter bar is about. */
  dateField?: DateFieldOf<E>
  /** Whether accounts below are included: always, never, or by the "only my" switch, which starts as `onlyMine` says. */
  children: 'always' | 'never' | { onlyMine: boolean }
}

/** Declares a list: `listOf(orders.sellOut, { sort: { field: 'creationDate', direction: 'desc' }, children: 'always' })`. */
export function listOf<E extends Endpoint>(endpoint: E, said: Omit<ListDefinition<E>, 'endpoint'>): ListDefinition<E> {
  return { endpoint, ...said }
}

/** The same, once types have done their work: fields are text from here on. */
interface Said {
  sort: { field: string; direction: 'asc' | 'desc' }
  limit?: number
  filters?: Record<string, FilterKind | undefined>
  preset?: Record<string, string[] | undefined>
  dateField?: string
  children: 'always' | 'never' | { onlyMine: boolean }
}

const onlyText = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)

/** For a route's `validateSearch`: keeps what is text and drops the rest. What it means is up to `stateOf`. */
export function listSearch(raw: Record<string, unknown>): ListSearch {
  return Object.fromEntries(
    Object.entries(raw).filter((entry): entry is [string, string | string[]] => {
      const [, value] = entry
      return typeof value === 'string' || (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    }),
  )
}

/** A whole number within bounds, or the fallback: somebody may have typed anything into the address bar. */
function wholeNumber(text: string | undefined, maximum: number, fallback: number): number {
  const value = Number(text ?? Number.NaN)
  return Number.isInteger(value) && value >= 1 && value <= maximum ? value : fallback
}

function day(text: string | undefined): string | undefined {
  if (text === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : undefined
}

/** What the URL asks for; anything it says badly is as if it had not been said. */
export function stateOf<E extends Endpoint>(search: ListSearch, definition: ListDefinition<E>): ListState {
  const said = definition as unknown as Said
  const sort = onlyText(search.sort)
  const filters: Record<string, string[]> = {}
  for (const field of Object.keys(said.filters ?? {})) {
    const isNumber = said.filters?.[field] === 'number'
    const asked = [search[field] ?? []].flat().filter((value) => !(isNumber && Number.isNaN(Number(value))))
    const kept = (asked.length > 0 ? asked : (said.preset?.[field] ?? [])).filter((value) => value !== '')
    if (kept.length > 0) filters[field] = kept
  }
  const mine = onlyText(search.mine)
  return {
    page: wholeNumber(onlyText(search.page), maximumPage, 1),
    limit: wholeNumber(onlyText(search.limit), maximumLimit, said.limit ?? defaultLimit),
    sort:
      sort !== undefined && /^-?\w+$/.test(sort)
        ? { field: sort.replace('-', ''), direction: sort.startsWith('-') ? 'desc' : 'asc' }
        : said.sort,
    filters,
    from: said.dateField === undefined ? undefined : day(onlyText(search.from)),
    to: said.dateField === undefined ? undefined : day(onlyText(search.to)),
    onlyMine:
      typeof said.children === 'string' ? undefined : mine === 'yes' || (mine !== 'no' && said.children.onlyMine),
  }
}

const same = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((value, index) => value === b[index])

/** The URL of a state, as short as it can be said. */
export function searchOf<E extends Endpoint>(state: ListState, definition: ListDefinition<E>): ListSearch {
  const said = definition as unknown as Said
  const search: ListSearch = {}
  if (state.page !== 1) search.page = String(state.page)
  if (state.limit !== (said.limit ?? defaultLimit)) search.limit = String(state.limit)
  const { sort } = state
  if (sort !== null && (sort.field !== said.sort.field || sort.direction !== said.sort.direction)) {
    search.sort = sort.direction === 'desc' ? `-${sort.field}` : sort.field
  }
  for (const field of Object.keys(said.filters ?? {})) {
    const values = state.filters[field] ?? []
    if (same(values, said.preset?.[field] ?? [])) continue
    search[field] = values.length === 1 ? (values[0] as string) : values.length === 0 ? '' : values
  }
  if (state.from !== undefined) search.from = state.from
  if (state.to !== undefined) search.to = state.to
  if (typeof said.children !== 'string' && state.onlyMine !== undefined && state.onlyMine !== said.children.onlyMine) {
    search.mine = state.onlyMine ? 'yes' : 'no'
  }
  return search
}

/** The state after a change: anything but turning the page starts again at the first one. */
export function changed<E extends Endpoint>(
  state: ListState,
  patch: Partial<ListState>,
  definition: ListDefinition<E>,
): ListState {
  const said = definition as unknown as Said
  const next = { ...state, page: 1, ...patch }
  if (patch.sort === null) {
    // Taking the sort away from the column that the list is sorted by anyway would change nothing: it turns it round.
    const already = state.sort?.field === said.sort.field && state.sort.direction === said.sort.direction
    next.sort = already ? { ...said.sort, direction: said.sort.direction === 'asc' ? 'desc' : 'asc' } : said.sort
  }
  return next
}

const wireValue: Record<FilterKind, (text: string) => string | number | boolean> = {
  text: (text) => text,
  flag: (text) => text === 'true',
  number: Number,
}

const wireDay = (text: string | undefined) => text?.replaceAll('-', '/') ?? null

/** The search payload (wire: search payload). */
export function payloadOf<E extends Endpoint>(
  state: ListState,
  definition: ListDefinition<E>,
  within: { parentAccountId?: string } = {},
): Search {
  const said = definition as unknown as Said
  const { children } = said
  return {
    limit: state.limit,
    page: state.page,
    sortBy: [state.sort ?? said.sort],
    filterBy: Object.entries(state.filters).map(([field, values]) => ({
      field,
      values: values.map(wireValue[said.filters?.[field] ?? 'text']),
    })),
    filterBetweenDate:
      said.dateField === undefined || (state.from === undefined && state.to === undefined)
        ? []
        : [{ field: said.dateField, fromDate: wireDay(state.from), toDate: wireDay(state.to) }],
    ...within,
    ...(children === 'never' ? {} : { includeChildren: children === 'always' || state.onlyMine !== true }),
  }
}
