import type { FileColumn, FileFormat } from './columns.ts'

/** The query of a list. It is kept in the URL; the table only requests changes. */
export interface ListState {
  page: number
  limit: number
  sort: { field: string; direction: 'asc' | 'desc' } | null
  /** Field name → values. Values of one field are combined with OR, fields with AND. */
  filters: Record<string, string[]>
  /** First day, `YYYY-MM-DD`; both ends are included. */
  from?: string | undefined
  to?: string | undefined
  onlyMine?: boolean | undefined
  /** Further date ranges, by field. */
  ranges?: Record<string, DayRange> | undefined
  /** The account whose records are listed, where the screen offers a choice. */
  account?: string | undefined
  /** The ids of the shown columns, where the URL names them. */
  columns?: string[] | undefined
}

/** A state of a list that the reader has saved under a name. */
export interface SavedView {
  id: string
  name: string
  /** The state as a query string, without `?`. */
  search: string
  /** True for the default view, with which the list opens. */
  isDefault: boolean
}

interface ViewDraft {
  name: string
  isDefault: boolean
  /** Saves the current state of the list with these columns. */
  shown?: readonly string[]
}

/** The reader's saved views of a list. */
export interface ListViews {
  items: readonly SavedView[]
  /** The view that the list shows, unchanged. */
  active: SavedView | undefined
  isFull: boolean
  most: number
  /** Path of a view on this screen; null: of the list without filters. */
  hrefOf(view: SavedView | null): string
  /** The whole address of a view, or of what the list shows with these columns. */
  addressOf(view: SavedView | readonly string[]): string
  /** Saves a new view (null) or changes one; rejects when the server refuses. */
  save(view: SavedView | null, draft: ViewDraft): Promise<void>
  remove(view: SavedView): void
}

/** Which columns the reader has chosen. */
export interface ListColumns {
  /** The shown columns, where the URL names them. */
  only: readonly string[] | undefined
  /** Column to whether it is shown, for those that were chosen. */
  chosen: Readonly<Record<string, boolean>>
  /** `ids` are all columns that are then shown. */
  choose(chosen: Record<string, boolean>, ids: readonly string[]): void
}

/** A filter that no column has, such as one that a link from another screen has set. */
export interface LinkedFilter {
  words: string
  /** The list without it. */
  without: Partial<ListState>
}

/** First and last day, `YYYY-MM-DD`; both are included. */
export interface DayRange {
  from?: string | undefined
  to?: string | undefined
}

/** What others have changed since the rows were loaded. */
export interface LiveRows {
  /** Further rows that are not shown yet. */
  added: number
  /** Shown rows that the list no longer has. */
  gone: number
  /** Shown rows that were updated in place. */
  updated: number
  markOf(row: object): 'updated' | 'gone' | undefined
  /** Shows the present rows. */
  show(): void
}

/** What a table needs: its state, how to change it, and the answer so far. */
export interface List<Row, Answer = unknown> {
  state: ListState
  /** The filter that the search field above the rows sets; without it the table has no such field. */
  searchedBy?: string | undefined
  views?: ListViews | undefined
  /** Without it, the choice of columns is kept in this browser. */
  columns?: ListColumns | undefined
  /** Whether the list starts without the accounts below; absent where it offers no choice. */
  startsMine?: boolean | undefined
  /** True while the URL asks for a sort that the list does not have; any change removes it. */
  staleSort?: boolean
  change(patch: Partial<ListState>): void
  rows: readonly Row[]
  /** Number of matching rows on all pages. */
  count: number
  /** Number of rows without the filters that the list itself begins with; asked only while these alone leave nothing. */
  countBehindPreset?: number | undefined
  answer: Answer | undefined
  status: 'loading' | 'error' | 'ready'
  /** True while the next page is loading and `rows` are still those of the previous page. */
  refreshing: boolean
  error: unknown
  retry(): void
  /** Absent while nobody else has changed anything. */
  live?: LiveRows | undefined
  /**
   * Saves all matching rows as a file in the given columns, or only those with these keys; without it only the shown rows
   * can be exported.
   */
  save?(
    format: FileFormat,
    columns: readonly (FileColumn & { label: string })[],
    name: string,
    only?: ReadonlySet<string>,
  ): Promise<void>
  /** How many selected rows `save` takes; absent when it takes no selection. */
  maximumSaved?: number | undefined
  /** More files with data that belongs to the rows, such as order lines. */
  saveOthers?: readonly {
    label: string
    save(format: FileFormat, name: string, only?: ReadonlySet<string>): Promise<void>
  }[]
}

export const pageSizes = [10, 20, 50, 100] as const

export function pageCount(count: number, limit: number): number {
  return Math.max(1, Math.ceil(count / limit))
}

/** The first and last shown position, counted from 1; zeros when nothing matches. */
export function rangeOnShow(state: Pick<ListState, 'page' | 'limit'>, count: number): { first: number; last: number } {
  const first = (state.page - 1) * state.limit + 1
  return first > count ? { first: 0, last: 0 } : { first, last: Math.min(first + state.limit - 1, count) }
}

/** The page with the new size that contains the row that was shown first. */
export function resized(state: Pick<ListState, 'page' | 'limit'>, limit: number): Pick<ListState, 'page' | 'limit'> {
  return { limit, page: Math.floor(((state.page - 1) * state.limit) / limit) + 1 }
}

/** Cycles through ascending, descending and the default order. */
export function nextSort(sort: ListState['sort'], field: string): ListState['sort'] {
  if (sort?.field !== field) return { field, direction: 'asc' }
  return sort.direction === 'asc' ? { field, direction: 'desc' } : null
}

/** Sets the values of one filter, or removes it when there are none. Always goes back to the first page. */
export function withFilter(state: ListState, field: string, values: string[]): Pick<ListState, 'filters' | 'page'> {
  const { [field]: _, ...others } = state.filters
  return { page: 1, filters: values.length === 0 ? others : { ...others, [field]: values } }
}

/** Sets or removes one end of a date range. Always goes back to the first page. */
export function withRange(state: ListState, field: string, patch: DayRange): Pick<ListState, 'ranges' | 'page'> {
  const { [field]: before, ...others } = state.ranges ?? {}
  const { from, to } = { ...before, ...patch }
  return { page: 1, ranges: from === undefined && to === undefined ? others : { ...others, [field]: { from, to } } }
}

/** What a list is without its filters and date ranges. */
export const unfiltered = {
  filters: {},
  from: undefined,
  to: undefined,
  ranges: undefined,
} satisfies Partial<ListState>

export function isNarrowed(state: ListState): boolean {
  return (
    Object.keys(state.filters).length > 0 ||
    state.from !== undefined ||
    state.to !== undefined ||
    Object.keys(state.ranges ?? {}).length > 0
  )
}

/** Whether a list has no filters but the ones that it begins with. */
export const isNarrowedOnlyBy = (state: ListState, preset: ListState['filters']): boolean =>
  !isNarrowed({ ...state, filters: {} }) &&
  Object.keys(state.filters).length === Object.keys(preset).length &&
  Object.entries(preset).every(([field, values]) => state.filters[field]?.join() === values.join())

/** The page numbers of the pager; `null` stands for dots: 1 … 4 5 6 … 42. */
export function pagesToOffer(page: number, pages: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages)
  const offered: (number | null)[] = []
  let last = 0
  for (const number of [...new Set(wanted)].sort((a, b) => a - b)) {
    if (number - last === 2) offered.push(last + 1)
    else if (number - last > 2) offered.push(null)
    offered.push(number)
    last = number
  }
  return offered
}

/** Wraps rows that were loaded with their parent as a list without paging and sorting; undefined rows mean loading. */
export function wholeList<Row>(rows: readonly Row[] | undefined): List<Row> {
  return {
    state: { page: 1, limit: rows?.length || 3, sort: null, filters: {} },
    change: () => undefined,
    rows: rows ?? [],
    count: rows?.length ?? 0,
    answer: undefined,
    status: rows === undefined ? 'loading' : 'ready',
    refreshing: false,
    error: null,
    retry: () => undefined,
  }
}
