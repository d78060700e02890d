import type { MouseEvent } from 'react'
import type { Column } from '../columns.ts'
import type { Selection } from '../DataTable.tsx'
import type { List } from '../list.ts'

/** What rows and cards are drawn from. */
export interface BodyProps<Row> {
  list: List<Row>
  columns: readonly Column<Row>[]
  rowKey(row: Row): string
  label: string
  rowLink: ((row: Row) => string | null | undefined) | undefined
  selection: Selection<Row> | undefined
  id: string
}

/**
 * A click anywhere on a row follows its link, as a click on the link would, held keys included. Controls within the row keep
 * their clicks, and whoever has just selected text is not sent away.
 */
export function followRowLink(event: MouseEvent<HTMLElement>): void {
  if (event.defaultPrevented || !(event.target instanceof Element)) return
  // What a cell opens above the page is not the row, though it tells the row of its clicks.
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

/** The rows chosen with one more or one less. */
export function withRow(selected: ReadonlySet<string>, key: string, chosen: boolean): ReadonlySet<string> {
  const next = new Set(selected)
  if (chosen) next.add(key)
  else next.delete(key)
  return next
}
