import { type RefObject, useEffect, useState } from 'react'
import type { Choosing } from './choosing.ts'

export interface RowKeys {
  /** The keys of this table's actions, for the list of shortcuts. */
  actions: readonly { key: string; label: string }[]
  helpOpened: boolean
  setHelp(opened: boolean): void
}

const storageKey = 'single-keys'

/** WCAG 2.1.4: single-key shortcuts can be turned off. The choice is kept in this browser. */
export function areKeysOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off'
  } catch {
    return true
  }
}

export function turnKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'off')
  } catch {
    // Storage can be unavailable (private windows): the shortcuts then stay on.
  }
}

/**
 * Keys of a table with a selection: j and k move the focus between the rows, x and Space select, with Shift up to the row
 * selected before, ? lists the shortcuts. Enter opens the row, because its link has the focus.
 */
export function useRowKeys<Row>(
  frame: RefObject<HTMLDivElement | null>,
  choosing: Choosing<Row> | undefined,
): RowKeys | undefined {
  const [helpOpened, setHelp] = useState(false)
  const isOn = choosing !== undefined
  useEffect(() => {
    if (choosing === undefined) return
    const rows = () => [...(frame.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const run = (event: KeyboardEvent) => {
      const here = rows().findIndex((row) => row.contains(document.activeElement))
      const key = rows()[here]?.dataset.row
      const selectable = key !== undefined && choosing.keys.includes(key) ? key : null
      const pressed = event.key.toLowerCase()
      if (pressed === 'j' || pressed === 'k') {
        const step = pressed === 'j' ? 1 : -1
        const next = here < 0 ? 0 : Math.min(rows().length - 1, Math.max(0, here + step))
        return focusRow(rows()[next])
      }
      if (pressed === '?') return setHelp(true)
      const isSpace = pressed === ' ' && document.activeElement?.matches('a[data-row-link]')
      if ((pressed === 'x' || isSpace) && selectable !== null)
        return choosing.choose(selectable, !choosing.selected.has(selectable), event.shiftKey)
      const action = choosing.actionKeys.find(({ key: name }) => name === pressed)
      return action === undefined ? false : action.run(selectable)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (isForSomethingElse(event) || !areKeysOn()) return
      if (run(event) !== false) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })
  return isOn ? { actions: choosing.actionKeys, helpOpened, setHelp } : undefined
}

function focusRow(row: HTMLElement | undefined): void {
  const target = row?.querySelector<HTMLElement>('a[data-row-link]') ?? row?.querySelector<HTMLElement>('input')
  target?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}

/** Typing, a combination with Ctrl, Alt or Cmd, and keys inside a dialog or an open popup. */
function isForSomethingElse(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true
  if (document.querySelector('[aria-modal="true"], [role="dialog"]:popover-open')) return true
  const at = event.target
  return (
    at instanceof HTMLElement && (at.isContentEditable || at.matches('input:not([type="checkbox"]), textarea, select'))
  )
}
