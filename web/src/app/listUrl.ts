/**
 * A list's state is stored in the URL, without its defaults:
 * `/sell-out?page=2&status=pending&sort=-orderTotal`. Pure functions that convert URL to state, state to URL,
 * and state to the search payload of the wire.
 */
import type { AnswerOf, BodyOf, Endpoint } from '@trellis/contract/endpoint'
import {
  defaultLimit,
  type ListField,
  type ListFields,
  maximumLimit,
  maximumPage,
  type Search,
} from '@trellis/contract/search'
import { isDay } from '../ui/days.ts'
import type { DayRange, ListState } from '../ui/list.ts'
import { byIds, type RowIdentity } from './live/merge.ts'

/** The search parameters as our router parses them: text, or a list when a name occurs more than once. */
export type ListSearch = Record<string, string | string[]>

type FilterFieldOf<E> = BodyOf<E> extends { filterBy: { field: infer F extends string }[] } ? F : never
type DateFieldOf<E> = BodyOf<E> extends { filterBetweenDate: { field: infer F extends string }[] } ? F : never
export type RowOf<E> = AnswerOf<E> extends { items: (infer R)[] } ? R : never

/** What the screen of a list decides about it; its fields and its default sort are those of the contract. */
interface ListOptions<E extends Endpoint, K extends keyof RowOf<E> = keyof RowOf<E>> {
  limit?: number
  /** The fields that are requested for the rows: all that the screen reads. Without it, all fields of the contract. */
  carries?: readonly K[]
  /** Filters that the contract allows and no column of the screen has. */
  notOffered?: readonly FilterFieldOf<E>[]
  /** Filters by whole values, such as ids, that links to the screen set. */
  linkedBy?: readonly FilterFieldOf<E>[]
  /** Filters that apply while the URL does not mention them; `?status=` removes one. */
  preset?: Partial<Record<FilterFieldOf<E>, string[]>>
  /** The filter that finds rows by the keys that they have on the screen: selected rows can be exported by it. */
  rowField?: FilterFieldOf<E>
  /** The field that the date range filters. */
  dateField?: DateFieldOf<E>
  /** The filter that a search field above the table sets. */
  searchedBy?: FilterFieldOf<E>
  /** Further fields, each with a date range of its own. */
  ranges?: readonly DateFieldOf<E>[]
  /** Whether the reader chooses the account whose records are listed. */
  account?: true
  /**
   * Whether records of accounts below are included: always, never, or by the "only my" switch with its default
   * in `onlyMine`.
   */
  children: 'always' | 'never' | { onlyMine: boolean }
}

/** The definition of a screen's list, shared by the route's prefetch and the screen. */
export interface ListDefinition<E extends Endpoint = Endpoint, K extends keyof RowOf<E> = keyof RowOf<E>>
  extends ListOptions<E, K> {
  endpoint: E
  /** How its rows are told apart. */
  identity: RowIdentity
  /** Default sort. */
  sort: ListFields['sort']
  /** The fields by which the list can be sorted. */
  sorts: readonly string[]
  /** The filters that the URL may contain, and how their values are compared. */
  filters: Record<string, ListField['filter']>
}

/** Defines a list: `listOf(orders.sellOut, { children: 'always' })`. */
export function listOf<E extends Endpoint, const K extends keyof RowOf<E> = keyof RowOf<E>>(
  endpoint: E,
  options: ListOptions<E, K>,
): ListDefinition<E, K> {
  if (endpoint.list === null) throw new Error(`${endpoint.path} searches no list`)
  const { fields, ids, sort } = endpoint.list
  const filters = Object.entries(fields).flatMap(([name, { filter }]) =>
    filter === undefined ||
    (filter === 'exact' && !options.linkedBy?.some((other) => other === name)) ||
    options.notOffered?.some((other) => other === name)
      ? []
      : [[name, filter]],
  )
  const sorts = Object.keys(fields).filter((name) => fields[name]?.sort === true)
  return { endpoint, identity: byIds(ids), sort, sorts, filters: Object.fromEntries(filters), ...options }
}

/** The same definition with field names as plain strings, for use inside this file. */
interface PlainDefinition extends Pick<ListDefinition, 'sort' | 'sorts' | 'filters'> {
  limit?: number
  preset?: Record<string, string[] | undefined>
  dateField?: string
  ranges?: readonly string[]
  account?: true
  children: 'always' | 'never' | { onlyMine: boolean }
}

const onlyText = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)

/** For a route's `validateSearch`: keeps text values and drops the rest. `stateOf` interprets them. */
export function listSearch(raw: Record<string, unknown>): ListSearch {
  return Object.fromEntries(
    Object.entries(raw).filter((entry): entry is [string, string | string[]] => {
      const [, value] = entry
      return typeof value === 'string' || (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    }),
  )
}

/** Parses an integer between 1 and `maximum`; otherwise returns the fallback, because anybody can edit the URL. */
function wholeNumber(text: string | undefined, maximum: number, fallback: number): number {
  const value = Number(text ?? Number.NaN)
  return Number.isInteger(value) && value >= 1 && value <= maximum ? value : fallback
}

const day = (text: string | undefined) => (isDay(text) ? text : undefined)

/** Reads `2026-01-01..2026-01-31`; either end may be missing. */
function rangeOf(text: string | undefined): DayRange | undefined {
  const [from, to] = (text ?? '').split('..').map(day)
  return from === undefined && to === undefined ? undefined : { from, to }
}

const rangesOf = (search: ListSearch, fields: readonly string[]): ListState['ranges'] =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const range = rangeOf(onlyText(search[field]))
      return range === undefined ? [] : [[field, range]]
    }),
  )

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const accountIn = (text: string | undefined) => (text !== undefined && uuid.test(text) ? text : undefined)

/** Column ids as `code,buyer`. The table ignores those that it does not have. */
const columnsIn = (text: string | undefined) =>
  text === undefined || text === '' ? undefined : text.slice(0, 1000).split(',')

/** The sort of the URL: null without one, and also when the list has no such field. */
function sortOf(search: ListSearch, sorts: readonly string[]): ListState['sort'] {
  const text = onlyText(search.sort) ?? ''
  const field = text.replace(/^-/, '')
  return sorts.includes(field) ? { field, direction: text.startsWith('-') ? 'desc' : 'asc' } : null
}

/** Whether the URL asks for a sort that the list does not have, as an old bookmark may. */
export const hasStaleSort = <E extends Endpoint>(search: ListSearch, { sorts }: ListDefinition<E>): boolean =>
  (onlyText(search.sort) ?? '') !== '' && sortOf(search, sorts) === null

/** Converts the URL to a state; invalid values are ignored. */
export function stateOf<E extends Endpoint>(search: ListSearch, definition: ListDefinition<E>): ListState {
  const plain = definition as unknown as PlainDefinition
  const filters: Record<string, string[]> = {}
  for (const field of Object.keys(plain.filters)) {
    const isNumber = plain.filters[field] === 'number'
    const asked = [search[field] ?? []].flat().filter((value) => !(isNumber && Number.isNaN(Number(value))))
    const kept = (asked.length > 0 ? asked : (plain.preset?.[field] ?? [])).filter((value) => value !== '')
    if (kept.length > 0) filters[field] = kept
  }
  const mine = onlyText(search.mine)
  return {
    page: wholeNumber(onlyText(search.page), maximumPage, 1),
    limit: wholeNumber(onlyText(search.limit), maximumLimit, plain.limit ?? defaultLimit),
    sort: sortOf(search, plain.sorts) ?? plain.sort,
    filters,
    from: plain.dateField === undefined ? undefined : day(onlyText(search.from)),
    to: plain.dateField === undefined ? undefined : day(onlyText(search.to)),
    ranges: plain.ranges && rangesOf(search, plain.ranges),
    account: plain.account && accountIn(onlyText(search.account)),
    columns: columnsIn(onlyText(search.columns)),
    onlyMine:
      typeof plain.children === 'string' ? undefined : mine === 'yes' || (mine !== 'no' && plain.children.onlyMine),
  }
}

const same = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((value, index) => value === b[index])

/** Converts a state to the shortest URL. */
export function searchOf<E extends Endpoint>(state: ListState, definition: ListDefinition<E>): ListSearch {
  const plain = definition as unknown as PlainDefinition
  const search: ListSearch = {}
  if (state.page !== 1) search.page = String(state.page)
  if (state.limit !== (plain.limit ?? defaultLimit)) search.limit = String(state.limit)
  const { sort } = state
  if (sort !== null && (sort.field !== plain.sort.field || sort.direction !== plain.sort.direction)) {
    search.sort = sort.direction === 'desc' ? `-${sort.field}` : sort.field
  }
  for (const field of Object.keys(plain.filters)) {
    const values = state.filters[field] ?? []
    if (same(values, plain.preset?.[field] ?? [])) continue
    search[field] = values.length === 1 ? (values[0] as string) : values.length === 0 ? '' : values
  }
  if (state.from !== undefined) search.from = state.from
  if (state.to !== undefined) search.to = state.to
  for (const [field, { from = '', to = '' }] of Object.entries(state.ranges ?? {})) search[field] = `${from}..${to}`
  if (state.account !== undefined) search.account = state.account
  if (state.columns !== undefined) search.columns = state.columns.join(',')
  if (
    typeof plain.children !== 'string' &&
    state.onlyMine !== undefined &&
    state.onlyMine !== plain.children.onlyMine
  ) {
    search.mine = state.onlyMine ? 'yes' : 'no'
  }
  return search
}

/** Applies a change: every change except of the page goes back to the first page. */
export function changed<E extends Endpoint>(
  state: ListState,
  patch: Partial<ListState>,
  definition: ListDefinition<E>,
): ListState {
  const plain = definition as unknown as PlainDefinition
  const next = { ...state, page: 1, ...patch }
  if (patch.sort === null) {
    // Removing the sort from the default sort column would change nothing, so reverse its direction.
    const already = state.sort?.field === plain.sort.field && state.sort.direction === plain.sort.direction
    next.sort = already ? { ...plain.sort, direction: plain.sort.direction === 'asc' ? 'desc' : 'asc' } : plain.sort
  }
  return next
}

/** Flags and numbers are compared as such, everything else as text. */
function wireValue(filter: ListField['filter']): (text: string) => string | number | boolean {
  if (filter === 'flag') return (text) => text === 'true'
  return filter === 'number' ? Number : (text) => text
}

const wireDay = (text: string | undefined) => text?.replaceAll('-', '/') ?? null

const wireRange = (field: string, { from, to }: DayRange): Search['filterBetweenDate'] =>
  from === undefined && to === undefined ? [] : [{ field, fromDate: wireDay(from), toDate: wireDay(to) }]

/** Converts a state to the search payload (wire: search payload). */
export function payloadOf<E extends Endpoint>(
  state: ListState,
  definition: ListDefinition<E>,
  within: { parentAccountId?: string } = {},
): Search {
  const plain = definition as unknown as PlainDefinition
  const { children } = plain
  return {
    limit: state.limit,
    page: state.page,
    sortBy: [state.sort ?? plain.sort],
    filterBy: Object.entries(state.filters).map(([field, values]) => ({
      field,
      values: values.map(wireValue(plain.filters[field])),
    })),
    filterBetweenDate: [
      ...(plain.dateField === undefined ? [] : wireRange(plain.dateField, state)),
      ...Object.entries(state.ranges ?? {}).flatMap(([field, range]) => wireRange(field, range)),
    ],
    ...(state.account !== undefined && { parentAccountId: state.account }),
    ...within,
    ...(children === 'never' ? {} : { includeChildren: children === 'always' || state.onlyMine !== true }),
  }
}

/** The payload that finds only these rows, independent of the list's current filters. */
export const onlyRows = (
  payload: Search,
  { rowField }: { rowField?: string | undefined },
  keys: ReadonlySet<string>,
): Search => ({
  ...payload,
  page: 1,
  filterBy: rowField === undefined ? payload.filterBy : [{ field: rowField, values: [...keys] }],
  filterBetweenDate: rowField === undefined ? payload.filterBetweenDate : [],
  ...(payload.includeChildren !== undefined && { includeChildren: true }),
})
