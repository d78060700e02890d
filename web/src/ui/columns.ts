import { type ReactNode, useMemo, useState } from 'react'
import type { List, ListColumns } from './list.ts'

export interface ColumnFilter {
  /** The field name in the list's query. */
  field: string
  kind: 'text' | 'choice'
  options?: readonly { value: string; label: string }[]
}

/** A column of an exported file. */
export interface FileColumn {
  /**
   * Path of the value in a row of the answer: `product.sku`; `parents.-1.name` takes the last parent,
   * `roles.*.name` takes all roles.
   */
  path: string
  kind?: 'text' | 'number' | 'money' | 'date' | 'day' | 'instant'
  /** Translations of a coded value. */
  words?: Record<string, string>
  /** Column header in the file; by default the header of the table column. */
  label?: string
}

export type FileFormat = 'csv' | 'xlsx'

export interface Column<Row> {
  id: string
  header: string
  cell(row: Row): ReactNode
  /** The field to sort by; without it the column is not sortable. */
  sort?: string
  filter?: ColumnFilter
  /** Numbers are aligned right. */
  align?: 'left' | 'right'
  /** Where rows have one line, longer texts are cut. */
  width?: string
  /** Whether the user may hide the column; true by default. The first column can never be hidden. */
  hideable?: boolean
  /** What the row is about, or its amount: set in bold. */
  strong?: true
  /** Its cell leads to the row's page; without any, the first column's does. It is always shown. */
  link?: true
  /** Hidden by default, until the user shows it. */
  hidden?: boolean
  /**
   * Position when rows are shown as cards: in the corner beside the card's name (a state), over the whole width
   * (long text), or nowhere (repeats the name). By default it is one of the card's facts. A table that has columns in the
   * second `line` (`named`: after its name), or at its `end`, shows no other facts: cards of two lines, for rows that have a
   * page.
   */
  card?: 'corner' | 'wide' | 'none' | 'line' | 'named' | 'end'
  /** The cell as plain text, for the export of the shown rows; columns without it are left out. */
  text?(row: Row): string
  /** The column in a file of the whole list; columns without it are left out of that file. */
  file?: FileColumn | readonly FileColumn[]
  /** Content of the column's footer: a total over all matching rows. */
  foot?(list: List<Row>): ReactNode
}

/** The column whose cell leads to the row's page. */
export const linkOf = <Row>(columns: readonly Column<Row>[]): Column<Row> | undefined =>
  columns.find(({ link }) => link) ?? columns[0]

/** The columns that the reader may hide. */
export const hideableOf = <Row>(columns: readonly Column<Row>[]) =>
  columns.filter((column, index) => index > 0 && !column.link && column.hideable !== false)

function remembered(key: string): Record<string, boolean> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, boolean>) : {}
  } catch {
    return {}
  }
}

/**
 * Which columns are shown: those that the list's URL names, those that the reader chose, or those of the screen. Lists that
 * are loaded whole keep the choice in this browser's storage, keyed by the table's name.
 */
export function useColumnChoice<Row>(table: string, columns: readonly Column<Row>[], kept?: ListColumns) {
  const key = `columns:${table}`
  const [local, setLocal] = useState(() => remembered(key))
  const chosen = kept?.chosen ?? local
  const only = kept?.only
  const shown = useMemo(
    () =>
      columns.filter(
        (column, index) =>
          index === 0 ||
          column.link ||
          column.hideable === false ||
          (only === undefined ? (chosen[column.id] ?? !column.hidden) : only.includes(column.id)),
      ),
    [columns, chosen, only],
  )
  const toggle = (id: string, show: boolean) => {
    const after = { ...chosen, [id]: show }
    const ids = columns.map((column) => column.id)
    const isShown = (each: string) => (each === id ? show : shown.some((column) => column.id === each))
    if (kept) return kept.choose(after, ids.filter(isShown))
    setLocal(after)
    try {
      localStorage.setItem(key, JSON.stringify(after))
    } catch {
      // Storage can be unavailable (private windows); the choice then lasts until the screen closes.
    }
  }
  return { shown, toggle }
}
