/**
 * Keys without Ctrl, Alt or Cmd. A table or a screen registers what its keys do; one listener passes each key to the table
 * that has the focus, or else to the first one on the screen.
 */
import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react'

export interface KeyHint {
  /** As on the keyboard: `J`, `Shift X`. */
  keys: readonly string[]
  does: string
}

export interface KeyScope {
  /** Its keys, for the list of shortcuts. */
  hints: readonly KeyHint[]
  /** Runs what the key does; false when it does nothing here. */
  run(event: KeyboardEvent): boolean
}

interface Registered {
  frame: RefObject<HTMLElement | null> | null
  current: KeyScope
}

const scopes = new Set<Registered>()
const storageKey = 'single-keys'
let isHelpOpen = false
const listeners = new Set<() => void>()

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

/** Opens or closes the list of shortcuts. */
export function setKeyHelp(open: boolean): void {
  isHelpOpen = open
  for (const listener of listeners) listener()
}

function onHelp(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useKeyHelp = (): boolean => useSyncExternalStore(onHelp, () => isHelpOpen)

/** The shortcuts that are currently active. */
export const hintsNow = (): KeyHint[] => acting().flatMap(({ current }) => current.hints)

/** The active scopes: those of the screen, and one table. */
function acting(): Registered[] {
  const all = [...scopes]
  const tables = all.filter(({ frame }) => frame !== null && frame.current !== null)
  const focused = tables.find(({ frame }) => frame?.current?.contains(document.activeElement))
  const [first] = tables.sort((one, other) => placeOf(one, other))
  const table = focused ?? first
  return [...(table ? [table] : []), ...all.filter(({ frame }) => frame === null)]
}

const placeOf = (one: Registered, other: Registered): number =>
  one.frame?.current && other.frame?.current
    ? one.frame.current.compareDocumentPosition(other.frame.current) & Node.DOCUMENT_POSITION_FOLLOWING
      ? -1
      : 1
    : 0

function onKeyDown(event: KeyboardEvent): void {
  if (isForSomethingElse(event) || (event.key.length === 1 && !areKeysOn())) return
  if (event.key === '?') {
    event.preventDefault()
    setKeyHelp(true)
  } else if (acting().some(({ current }) => current.run(event))) event.preventDefault()
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

/** Registers keys while the component is shown: those of a table with its frame, or those of a whole screen. */
export function useKeys(scope: KeyScope | null, frame: RefObject<HTMLElement | null> | null = null): void {
  const registered = useRef<Registered | null>(null)
  const isOn = scope !== null
  useEffect(() => {
    if (registered.current !== null && scope !== null) registered.current.current = scope
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scope is kept up to date by the effect above
  useEffect(() => {
    if (scope === null) return
    const entry = { frame, current: scope }
    registered.current = entry
    if (scopes.size === 0) document.addEventListener('keydown', onKeyDown)
    scopes.add(entry)
    return () => {
      scopes.delete(entry)
      if (scopes.size === 0) document.removeEventListener('keydown', onKeyDown)
    }
  }, [isOn, frame])
}

export interface KeyAction {
  key: string
  label: string
  run: () => void
}

/** Registers single keys of a whole screen. */
export function useScreenKeys(actions: readonly KeyAction[]): void {
  useKeys({
    hints: actions.map(({ key, label }) => ({ keys: [key.toUpperCase()], does: label })),
    run: (event) => {
      const action = event.repeat ? undefined : actions.find(({ key }) => key === event.key.toLowerCase())
      action?.run()
      return action !== undefined
    },
  })
}
