import { type RefObject, useEffect, useRef, useState } from 'react'
import { type KeyHint, useKeys } from './keys.ts'

interface RowProps {
  tabIndex: number
  'aria-current': true | undefined
  'data-decision-row': string
  onFocus: () => void
}

export interface DecisionRows<Item> {
  list: RefObject<HTMLElement | null>
  /** The row that the keys are about; undefined when there is none. */
  selected: Item | undefined
  /** Selects a row and gives it the keyboard. */
  select: (item: Item) => void
  rowProps: (item: Item) => RowProps
}

interface Means<Item> {
  keyOf: (item: Item) => string
  /** Does what a key stands for on the selected row; false when that is nothing. */
  decide: (item: Item, key: string) => boolean
  /** Whether a decision on the row is held or sent already. */
  stateOf: (item: Item) => 'held' | 'sent' | undefined
  /** Opens the record; by default the first link of its row. */
  open?: (item: Item) => void
  /** The first row is selected from the beginning, because it is shown as selected. */
  fromFirst?: boolean
  hints?: readonly KeyHint[]
}

const steps: Record<string, 1 | -1> = { arrowdown: 1, j: 1, arrowup: -1, k: -1 }

/**
 * A list whose rows are decided by keys, which work as soon as it is shown: arrows, j and k move, Enter opens, and `decide` gets the
 * others. Once a row was decided, or has left the list, the next one is selected and has the keyboard, after its dialog has closed.
 */
export function useDecisionRows<Item>(items: readonly Item[], means: Means<Item>): DecisionRows<Item> {
  const { keyOf, decide, stateOf, open, fromFirst = false, hints = [] } = means
  const list = useRef<HTMLElement>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  /** Where the selected row was last, for when it has left. */
  const place = useRef(0)
  const found = items.findIndex((item) => keyOf(item) === chosen)
  const isDecided = (item: Item) => stateOf(item) !== undefined
  const at = found >= 0 || (chosen === null && !fromFirst) ? found : nearestOpen(items, place.current, isDecided)
  const selected = items[at]
  const selectedKey = selected === undefined ? null : keyOf(selected)
  const focusOn = (key: string) => rowOf(list.current, key)?.focus({ preventScroll: true })
  const select = (item: Item) => {
    setChosen(keyOf(item))
    focusOn(keyOf(item))
    rowOf(list.current, keyOf(item))?.scrollIntoView({ block: 'nearest' })
  }
  useNextAfterDecision({ items, at, keyOf, stateOf, select })

  useEffect(() => {
    if (at >= 0) place.current = at
    if (selectedKey === null || chosen === null || selectedKey === chosen) return
    // The selected record has left the list: the next one gets the keyboard, once the dialog has closed.
    setChosen(selectedKey)
    return whenFree(list.current, () => focusOn(selectedKey))
  })

  useKeys(
    {
      hints,
      run: (event) => {
        const key = event.key.toLowerCase()
        const row = event.target instanceof HTMLElement ? event.target.closest('[data-decision-row]') : null
        if (!isInSight(list.current) || isOwnOfElement(event.target, key)) return false
        const step = steps[key]
        if (step !== undefined) {
          const next = items[at < 0 ? 0 : Math.min(items.length - 1, Math.max(0, at + step))]
          if (next !== undefined) select(next)
          return next !== undefined
        }
        if (selected === undefined || selectedKey === null) return false
        if (key === 'enter') {
          if (row !== null && event.target !== row) return false
          if (open) open(selected)
          else rowOf(list.current, selectedKey)?.querySelector<HTMLElement>('a')?.click()
          return true
        }
        if (event.repeat) return false
        const isDone = decide(selected, key)
        // So that a dialog gives the keyboard back to the row. Other keys, as Tab and Shift, leave the focus where it is.
        if (isDone && document.activeElement === document.body) focusOn(selectedKey)
        return isDone
      },
    },
    list,
  )
  return {
    list,
    selected,
    select,
    rowProps: (item) => {
      const key = keyOf(item)
      return {
        tabIndex: key === (selectedKey ?? (items[0] && keyOf(items[0]))) ? 0 : -1,
        'aria-current': key === selectedKey || undefined,
        'data-decision-row': key,
        onFocus: () => setChosen(key),
      }
    },
  }
}

interface Following<Item> extends Pick<Means<Item>, 'keyOf' | 'stateOf'> {
  items: readonly Item[]
  at: number
  select: (item: Item) => void
}

/** When the selected row becomes decided, the next one that is not gets selected; when a decision is undone, its row. */
function useNextAfterDecision<Item>({ items, at, keyOf, stateOf, select }: Following<Item>): void {
  const before = useRef<ReadonlyMap<string, 'held' | 'sent'>>(new Map())
  useEffect(() => {
    const now = new Map(
      items.flatMap((item) => {
        const state = stateOf(item)
        return state === undefined ? [] : [[keyOf(item), state] as const]
      }),
    )
    const known = before.current
    before.current = now
    const undone = items.find((item) => known.get(keyOf(item)) === 'held' && !now.has(keyOf(item)))
    if (undone !== undefined) return select(undone)
    const current = items[at]
    if (current === undefined || !now.has(keyOf(current)) || known.has(keyOf(current))) return
    const next = items[nearestOpen(items, at, (item) => now.has(keyOf(item)))]
    if (next !== undefined && next !== current) select(next)
  })
}

/**
 * The place of the first row from this one on that is not decided yet, else of the first one above it. A decided row stays in sight
 * for some seconds, and keys do nothing on it. When all are decided: the place itself, or the last one; -1 in an empty list.
 */
export function nearestOpen<Item>(items: readonly Item[], place: number, isDecided: (item: Item) => boolean): number {
  const isOpen = (item: Item) => !isDecided(item)
  const below = items.findIndex((item, at) => at >= place && isOpen(item))
  const open = below >= 0 ? below : items.findIndex(isOpen)
  return open >= 0 ? open : Math.min(place, items.length - 1)
}

const rowOf = (list: HTMLElement | null, key: string) =>
  [...(list?.querySelectorAll<HTMLElement>('[data-decision-row]') ?? [])].find((row) => row.dataset.decisionRow === key)

/** Keys must not decide what the reader has scrolled away from. */
function isInSight(list: HTMLElement | null): boolean {
  const { top, bottom } = list?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
  return bottom > 0 && top < window.innerHeight
}

/** Enter belongs to links and buttons, and the arrows to what has a choice of its own. */
function isOwnOfElement(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (key === 'enter') return target.matches('a, button, summary, [role="button"]')
  return (
    key.startsWith('arrow') &&
    target.closest('[role="menu"], [role="tablist"], [role="tree"], [role="listbox"]') !== null
  )
}

/** Runs it when no dialog is open and nothing outside of the list has the keyboard. Returns what cancels it. */
function whenFree(list: HTMLElement | null, run: () => void): () => void {
  let frame = 0
  const look = () => {
    const { activeElement } = document
    if (activeElement?.closest('[role="dialog"]')) frame = requestAnimationFrame(look)
    else if (activeElement === null || activeElement === document.body || list?.contains(activeElement)) run()
  }
  frame = requestAnimationFrame(look)
  return () => cancelAnimationFrame(frame)
}
