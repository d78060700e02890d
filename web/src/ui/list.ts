import type { FileColumn, FileFormat } from './columns.ts'

/** What a list is asked for. It lives in the URL; the table only proposes changes to it. */
export interface ListState {
  page: number
  limit: number
  sort: { field: string; direction: 'asc' | 'desc' } | null
  /** Values within one field are alternatives; fields add up. */
  filters: Record<string, string[]>
  /** Days, `YYYY-MM-DD`, both included. */
  from?: string | undefined
  to?: string | undefined
  onlyMine?: boolean | undefined
}

/** What a table draws: the state it shows, how to change it, and what came back so far. */
export interface List<Row, Answer = unknown> {
  state: ListState
  change(patch: Partial<ListState>): void
  rows: readonly Row[]
  /** How many match in all, over every page. */
  count: number
  answer: Answer | undefined
  status: 'loading' | 'error' | 'ready'
  /** The rows on show are of the page before; the next are on their way. */
  refreshing: boolean
  error: unknown
  retry(): void
  /** Saves everything that matches as a file, in the columns and order given; without it only what is on show can be saved. */
  save?(format: FileFormat, columns: readonly (FileColumn & { label: string })[], name: string): Promise<void>
  /** Files of what belongs to the rows, such as their lines. */
  saveOthers?: readonly { label: string; save(format: FileFormat, name: string): Promise<void> }[]
}

export const pageSizes = [10, 20, 50, 100] as const

export function pageCount(count: number, limit: number): number {
  return Math.max(1, Math.ceil(count / limit))
}

/** The first and last position on show, counted from 1; zeros when nothing matches. */
export function rangeOnShow(state: Pick<ListState, 'page' | 'limit'>, count: number): { first: number; last: number } {
  const first = (state.page - 1) * state.limit + 1
  return first > count ? { first: 0, last: 0 } : { first, last: Math.min(first + state.limit - 1, count) }
}

/** The page of a new size that still shows the row that was first. */
export function resized(state: Pick<ListState, 'page' | 'limit'>, limit: number): Pick<ListState, 'page' | 'limit'> {
  return { limit, page: Math.floor(((state.page - 1) * state.limit) / limit) + 1 }
}

/** Ascending, then descending, then as the list comes by itself. */
export function nextSort(sort: ListState['sort'], field: string): ListState['sort'] {
  if (sort?.field !== field) return { field, direction: 'asc' }
  return sort.direction === 'asc' ? { field, direction: 'desc' } : null
}

/** The filters with one field set, or gone when nothing is left of it. Always goes back to the first page. */
export function withFilter(state: ListState, field: string, values: string[]): Pick<ListState, 'filters' | 'page'> {
  const { [field]: _, ...others } = state.filters
  return { page: 1, filters: values.length === 0 ? others : { ...others, [field]: values } }
}

export function isNarrowed(state: ListState): boolean {
  return Object.keys(state.filters).length > 0 || state.from !== undefined || state.to !== undefined
}

/** The page numbers to offer, `null` where some are left out: 1 … 4 5 6 … 42. */
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

/** Rows that came whole with what they belong to, as a list that neither pages nor sorts; undefined while they are on their way. */
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
