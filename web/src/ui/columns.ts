import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { List } from './list.ts'

export interface ColumnFilter {
  /** The list's name for it. */
  field: string
  kind: 'text' | 'choice'
  options?: readonly { value: string; label: string }[]
}

/** A column of an exported file: where its value stands in a row of the list's answer, and what it is. */
export interface FileColumn {
  /** `product.sku`; `parents.-1.name` is that of the last one, `roles.*.name` those of all. */
  path: string
  kind?: 'text' | 'number' | 'money' | 'date' | 'day' | 'instant'
  /** What stands for a value that is a code. */
  words?: Record<string, string>
  /** By itself that of the column. */
  label?: string
}

export type FileFormat = 'csv' | 'xlsx'

export interface Column<Row> {
  id: string
  header: string
  cell(row: Row): ReactNode
  /** The field to sort by; without it the column does not sort. */
  sort?: string
  filter?: ColumnFilter
  /** Numbers stand right. */
  align?: 'left' | 'right'
  width?: number | string
  /** May be taken off the table; true unless told otherwise. The first column always stays. */
  hideable?: boolean
  /** Off the table until somebody asks for it. */
  hidden?: boolean
  /**
   * Where it stands when rows are cards: beside the card's name (a state), over the whole width (long text), or nowhere
   * (what the name already says). Else it is one of the card's facts.
   */
  card?: 'corner' | 'wide' | 'none'
  /** The cell as plain text, for the export; columns without it are left out. */
  text?(row: Row): string
  /** What it is in a file of the whole list; columns without it are left out there. */
  file?: FileColumn | readonly FileColumn[]
  /** Stands at the foot of the column: a sum over all matches. */
  foot?(list: List<Row>): ReactNode
}

function remembered(key: string): Record<string, boolean> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, boolean>) : {}
  } catch {
    return {}
  }
}

/** Which columns are on show, remembered in this browser under the name of the table. */
export function useColumnChoice<Row>(table: string, columns: readonly Column<Row>[]) {
  const key = `columns:${table}`
  const [chosen, setChosen] = useState(() => remembered(key))
  const shown = useMemo(
    () =>
      columns.filter(
        (column, index) => index === 0 || column.hideable === false || (chosen[column.id] ?? !column.hidden),
      ),
    [columns, chosen],
  )
  const toggle = useCallback(
    (id: string, shown: boolean) => {
      setChosen((before) => {
        const after = { ...before, [id]: shown }
        try {
          localStorage.setItem(key, JSON.stringify(after))
        } catch {
          // Private windows may refuse to remember; the choice then lasts as long as the screen.
        }
        return after
      })
    },
    [key],
  )
  return { shown, toggle }
}
