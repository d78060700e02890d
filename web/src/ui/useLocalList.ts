import { useMemo, useState } from 'react'
import type { List, ListState } from './list.ts'
import { folded } from './tree.ts'

export interface LocalOptions<Row> {
  /** Sort key of each column; text is compared with the collation of the language. */
  sortBy: Record<string, (row: Row) => string | number | null>
  /** The text that the search looks in. */
  words: (row: Row) => string
  start: { field: string; direction: 'asc' | 'desc' }
}

/** Filters rows by the typed text, ignoring case and accents, and sorts them by a column. */
export function foundIn<Row>(
  rows: readonly Row[],
  typed: string,
  sort: ListState['sort'],
  options: LocalOptions<Row>,
): Row[] {
  const wanted = folded(typed.trim())
  const matching = rows.filter((row) => folded(options.words(row)).includes(wanted))
  const { field, direction } = sort ?? options.start
  const sortValue = options.sortBy[field] ?? (() => 0)
  const collator = new Intl.Collator(undefined, { numeric: true })
  return matching
    .map((row) => ({ row, value: sortValue(row) }))
    .sort(({ value: one }, { value: other }) => {
      // Null values come last in both directions.
      if (one === null || other === null) return Number(one === null) - Number(other === null)
      const order = typeof one === 'number' ? one - Number(other) : collator.compare(one, String(other))
      return direction === 'desc' ? -order : order
    })
    .map(({ row }) => row)
}

/**
 * Pages, sorts and searches rows in the browser, for lists that are loaded whole. `options` must be stable
 * for the life of the screen.
 */
export function useLocalList<Row>(rows: readonly Row[] | undefined, options: LocalOptions<Row>) {
  const [state, setState] = useState<ListState>({ page: 1, limit: 50, sort: options.start, filters: {} })
  const [typed, setTyped] = useState('')
  const { sort } = state
  const sorted = useMemo(() => foundIn(rows ?? [], typed, sort, options), [rows, typed, sort, options])
  const pages = Math.max(1, Math.ceil(sorted.length / state.limit))
  const page = Math.min(state.page, pages)
  const list: List<Row> = {
    // A search is passed to the table as a filter, so that an empty result shows the "no matches" message.
    state: { ...state, page, filters: typed.trim() === '' ? {} : { search: [typed] } },
    change: (patch) => {
      if (patch.filters !== undefined) setTyped('')
      const { filters: _, ...others } = patch
      setState((before) => ({ ...before, page: 1, ...others, ...(others.sort === null && { sort: options.start }) }))
    },
    rows: sorted.slice((page - 1) * state.limit, page * state.limit),
    count: sorted.length,
    answer: undefined,
    status: rows === undefined ? 'loading' : 'ready',
    refreshing: false,
    error: null,
    retry: () => undefined,
  }
  const search = (text: string) => {
    setTyped(text)
    setState((before) => ({ ...before, page: 1 }))
  }
  return { list, typed, search }
}
