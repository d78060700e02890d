import type { MouseEvent } from 'react'
import type { Column } from '../columns.ts'
import type { List } from '../list.ts'
import type { Choosing } from './choosing.ts'

/** Common props of rows and cards. */
export interface BodyProps<Row> {
  list: List<Row>
  columns: readonly Column<Row>[]
  rowKey(row: Row): string
  label: string
  rowLink: ((row: Row) => string | null | undefined) | undefined
  choosing: Choosing<Row> | undefined
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
