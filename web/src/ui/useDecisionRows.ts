import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { areKeysOn } from './keys.ts'

interface RowProps {
  tabIndex: number
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  onFocus: () => void
  onBlur: (event: FocusEvent<HTMLElement>) => void
}

interface DecisionRows<Item> {
  list: RefObject<HTMLElement | null>
  rowProps: (item: Item, at: number) => RowProps
}

/**
 * A list whose rows take keys: arrows, j and k move, Enter opens the row's first link, and `decide` gets every other key
 * and says whether it did something. When the row that has the keyboard leaves the list, the next one gets it.
 */
export function useDecisionRows<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  decide: (item: Item, key: string) => boolean,
): DecisionRows<Item> {
  const list = useRef<HTMLElement>(null)
  const rows = () => [...(list.current?.children ?? [])] as HTMLElement[]
  /** The row that has the keyboard, and its place. */
  const held = useRef<{ key: string; at: number } | null>(null)
  // The row that had the keyboard was decided: the next one gets it, once the dialog has closed.
  useEffect(() => {
    const { current } = held
    if (current === null || items.some((item) => keyOf(item) === current.key)) return
    let frame = 0
    const look = () => {
      const active = document.activeElement
      if (active?.closest('[role="dialog"]')) frame = requestAnimationFrame(look)
      else if (active === null || active === document.body)
        (list.current?.children[Math.min(current.at, items.length - 1)] as HTMLElement | undefined)?.focus()
    }
    look()
    return () => cancelAnimationFrame(frame)
  }, [items, keyOf])
  const onKeyDown = (item: Item, at: number) => (event: KeyboardEvent<HTMLElement>) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    // Keys inside a dialog arrive here too, because React follows its own tree.
    if (!isPlain || !event.currentTarget.contains(event.target as Node)) return
    const key = event.key.toLowerCase()
    const step = { arrowdown: 1, arrowup: -1, j: 1, k: -1 }[key]
    if (step !== undefined) {
      event.preventDefault()
      return rows()[at + step]?.focus()
    }
    if (key === 'enter' && event.target === event.currentTarget)
      return event.currentTarget.querySelector<HTMLElement>('a')?.click()
    if (areKeysOn() && !event.repeat && decide(item, key)) event.preventDefault()
  }
  return {
    list,
    rowProps: (item, at) => ({
      tabIndex: 0,
      onKeyDown: onKeyDown(item, at),
      onFocus: () => {
        held.current = { key: keyOf(item), at }
      },
      onBlur: ({ relatedTarget }) => {
        if (relatedTarget !== null) held.current = null
      },
    }),
  }
}
