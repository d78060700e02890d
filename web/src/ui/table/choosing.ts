import { useRef } from 'react'
import type { Selection } from '../DataTable.tsx'

/** The selection of a table, with the rows of the shown page that can be selected. */
export interface Choosing<Row> extends Omit<Selection<Row>, 'actionKeys'> {
  actionKeys: NonNullable<Selection<Row>['actionKeys']>
  /** Keys of the selectable rows on this page, in their order. */
  keys: readonly string[]
  may(row: Row): boolean
  /** Selects or deselects a row; with `range`, also every row between it and the one chosen before. */
  choose(key: string, chosen: boolean, range: boolean): void
}

export function useChoosing<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
  selection: Selection<Row> | undefined,
): Choosing<Row> | undefined {
  const last = useRef<string | null>(null)
  if (selection === undefined) return undefined
  const may = (row: Row) => selection.isSelectable?.(row) ?? true
  const keys = rows.filter(may).map(rowKey)
  return {
    ...selection,
    actionKeys: selection.actionKeys ?? [],
    keys,
    may,
    choose: (key, chosen, range) => {
      selection.onChange(withRows(selection.selected, range ? between(keys, last.current, key) : [key], chosen))
      last.current = key
    },
  }
}

/** The keys from one to the other, in either direction; only the second when the first is not there. */
export function between(keys: readonly string[], from: string | null, to: string): readonly string[] {
  const start = from === null ? -1 : keys.indexOf(from)
  const end = keys.indexOf(to)
  return start < 0 || end < 0 ? [to] : keys.slice(Math.min(start, end), Math.max(start, end) + 1)
}

/** Returns the selection with these rows added or removed. */
export function withRows(selected: ReadonlySet<string>, keys: readonly string[], chosen: boolean): ReadonlySet<string> {
  const next = new Set(selected)
  for (const key of keys) chosen ? next.add(key) : next.delete(key)
  return next
}
