import type { Opened, Placed } from './layout.ts'
import { type MapNode, pathTo } from './tree.ts'

/** Expands or collapses a branch; a row of grouped accounts is replaced by all of them. */
export function toggled({ expanded, whole }: Opened, { node, rest }: Placed): Opened {
  if (rest.length > 0) return { expanded, whole: new Set([...whole, node.id]) }
  const next = new Set(expanded)
  if (!next.delete(node.id)) return { expanded: next.add(node.id), whole }
  const less = new Set(whole)
  less.delete(node.id)
  return { expanded: next, whole: less }
}

/** Expands everything that is needed to show an account. */
export function opened({ expanded, whole }: Opened, node: MapNode): Opened {
  const path = pathTo(node).map(({ id }) => id)
  return { expanded: new Set([...expanded, ...path]), whole: new Set([...whole, ...path]) }
}

/** Expands every branch, also where branches are grouped; many siblings without children stay grouped. */
export function allOpened(root: MapNode): Opened {
  const expanded = new Set<string>()
  const whole = new Set<string>()
  const waiting = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.children.length > 0) expanded.add(node.id)
    if (node.children.some(({ children }) => children.length > 0)) whole.add(node.id)
    waiting.push(...node.children)
  }
  return { expanded, whole }
}

/** Shows only the first level. */
export const closed = (root: MapNode): Opened => ({ expanded: new Set([root.id]), whole: new Set() })
