import type { Layout, Placed } from './layout.ts'

export type Direction = 'parent' | 'child' | 'next' | 'previous' | 'first' | 'last'

/** The direction of each key. The map runs from left to right. */
export const directions: Record<string, Direction> = {
  ArrowLeft: 'parent',
  ArrowRight: 'child',
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
}

/**
 * The account that a key leads to, or null. Up and down move between siblings, and after the last sibling to
 * the next account in the same column.
 */
export function neighbour({ placed }: Layout, from: Placed, direction: Direction): Placed | null {
  switch (direction) {
    case 'parent':
      return from.parent
    case 'child':
      return from.children[0] ?? null
    case 'first':
      return placed[0] ?? null
    case 'last':
      return placed.at(-1) ?? null
    default:
      return alongColumn(placed, from, direction === 'next' ? 1 : -1)
  }
}

function alongColumn(placed: readonly Placed[], from: Placed, step: 1 | -1): Placed | null {
  for (let index = placed.indexOf(from) + step; index >= 0 && index < placed.length; index += step) {
    const one = placed[index] as Placed
    if (one.depth === from.depth) return one
  }
  return null
}
