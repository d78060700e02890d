import type { MouseEvent } from 'react'
import type { Column } from '../columns.ts'
import type { List } from '../list.ts'
import type { Choosing } from './choosing.ts'

/** How the rows of a list are grouped. */
export interface Groups<Row> {
  keyOf(row: Row): string
  nameOf(row: Row): string
  /** What the rows of a group come to, as text. */
  sumOf(rows: readonly Row[]): string
}

/** The rows of each group, in their order; without groups all rows are one. */
export function grouped<Row>(
  rows: readonly Row[],
  groups: Groups<Row> | undefined,
): { key: string; rows: readonly Row[] }[] {
  if (groups === undefined) return [{ key: '', rows }]
  const found = new Map<string, Row[]>()
  for (const row of rows) {
    const key = groups.keyOf(row)
    found.set(key, [...(found.get(key) ?? []), row])
  }
  return [...found].map(([key, ofGroup]) => ({ key, rows: ofGroup }))
}

/** Common props of rows and cards. */
export interface BodyProps<Row> {
  list: List<Row>
  columns: readonly Column<Row>[]
  rowKey(row: Row): string
  label: string
  rowLink: ((row: Row) => string | null | undefined) | undefined
  choosing: Choosing<Row> | undefined
  groups: Groups<Row> | undefined
  id: string
}

/**
 * Makes the whole row clickable: forwards the click, with its modifier keys, to the row's link. Clicks on
 * controls inside the row and clicks that end a text selection are ignored.
 */
export function followRowLink(event: MouseEvent<HTMLElement>): void {
  if (event.defaultPrevented || !(event.target instanceof Element)) return
  // React bubbles events of portals to the row: ignore clicks in a popup that a cell opened.
  if (!event.currentTarget.contains(event.target)) return
  if (event.target.closest('a, button, input, label, select, textarea, [role="button"]')) return
  if ((window.getSelection()?.toString() ?? '') !== '') return
  const link = event.currentTarget.querySelector<HTMLAnchorElement>('a[data-row-link]')
  link?.dispatchEvent(
    new window.MouseEvent('click', {
      bubbles: true,
      cancelable: true,
      ctrlKey: event.ctrlKey,
      metaKey: event.metaKey,
      shiftKey: event.shiftKey,
    }),
  )
}
