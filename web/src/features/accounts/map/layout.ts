import { expiredOf, type MapNode } from './tree.ts'

/** What the reader has opened. The same account is in one of them at most. */
export interface Opened {
  /** Accounts whose children are on show. */
  expanded: ReadonlySet<string>
  /** Those of them that show every child, however many have nothing below them. */
  whole: ReadonlySet<string>
}

/** An account in the picture, or several that are drawn as one. */
export interface Placed {
  /** Of the account; of several, their parent's with `+` behind it. */
  id: string
  node: MapNode
  /** Accounts that are drawn as this one row; of an account itself, none. */
  rest: MapNode[]
  depth: number
  /** Its place among its siblings, from 1. */
  place: number
  x: number
  y: number
  /** Radii of what it sold itself and of what its branch did. */
  own: number
  branch: number
  /** Where the lowest of its drawn children stands; its own `y` without any. */
  bottom: number
  parent: Placed | null
  children: Placed[]
  expandable: boolean
  expanded: boolean
}

export interface Layout {
  /** From top to bottom, each before those below it. */
  placed: Placed[]
  byId: ReadonlyMap<string, Placed>
  width: number
  height: number
}

export const columnWidth = 268
export const rowHeight = 38
const largestRadius = 26
const smallestRadius = 4
/** Of this many childless siblings and more only the first are drawn, the others as one. */
const manyLeaves = 12
const firstLeaves = 6

/** Areas, not radii, are as large as amounts. */
export const radiusOf = (amount: number, largest: number): number =>
  largest <= 0 || amount <= 0
    ? smallestRadius
    : Math.max(smallestRadius, Math.min(largestRadius, Math.sqrt(amount / largest) * largestRadius))

/** What is left of the tree when only expired licenses are looked for. */
const isWanted = (node: MapNode, onlyExpired: boolean) => !onlyExpired || expiredOf(node) > 0

/**
 * The picture from left to right, a column for each level and a row for each account. An account stands in the row of its
 * first child: opening one moves nothing above it.
 */
export function layoutOf(root: MapNode, opened: Opened, largest: number, onlyExpired = false): Layout {
  const placed: Placed[] = []
  const byId = new Map<string, Placed>()
  let bottom = 0
  let deepest = 0

  const add = (node: MapNode, rest: MapNode[], parent: Placed | null): Placed => {
    const isRest = rest.length > 0
    const depth = parent === null ? 0 : parent.depth + 1
    const wanted = isRest ? [] : node.children.filter((child) => isWanted(child, onlyExpired))
    const one: Placed = {
      id: isRest ? `${node.id}+` : node.id,
      node,
      rest,
      depth,
      place: (parent?.children.length ?? 0) + 1,
      x: depth * columnWidth,
      y: 0,
      own: isRest ? smallestRadius : radiusOf(node.sellOut ?? 0, largest),
      branch: isRest ? smallestRadius : radiusOf(node.sellOutOfBranch ?? 0, largest),
      bottom: 0,
      parent,
      children: [],
      expandable: isRest || wanted.length > 0,
      expanded: wanted.length > 0 && opened.expanded.has(node.id),
    }
    placed.push(one)
    byId.set(one.id, one)
    deepest = Math.max(deepest, depth)
    const half = Math.max(rowHeight, 2 * one.branch + 8) / 2
    // The first child stands in its parent's row, which is as high as the larger of the two wants it.
    one.y = Math.max(bottom + half, parent !== null && parent.children.length === 0 ? parent.y : 0)
    if (one.expanded) {
      for (const [child, others] of rowsOf(node, wanted, opened)) one.children.push(add(child, others, one))
    }
    const [first] = one.children
    if (first !== undefined) one.y = Math.max(one.y, first.y)
    bottom = Math.max(bottom, one.y + half)
    one.bottom = one.children.at(-1)?.y ?? one.y
    return one
  }
  add(root, [], null)
  return { placed, byId, width: deepest * columnWidth + columnWidth, height: bottom }
}

/** The children of an account, and those of them that are drawn as one. */
function rowsOf(node: MapNode, wanted: MapNode[], opened: Opened): [MapNode, MapNode[]][] {
  const leaves = wanted.filter(({ children }) => children.length === 0)
  if (opened.whole.has(node.id) || leaves.length < manyLeaves) return wanted.map((child) => [child, []])
  const rest = new Set(leaves.slice(firstLeaves))
  return [
    ...wanted.filter((child) => !rest.has(child)).map((child): [MapNode, MapNode[]] => [child, []]),
    [node, [...rest]],
  ]
}

/** Opens level by level while what is on show stays within so many rows; what the reader sees first. */
export function firstOpened(root: MapNode, maximumRows: number, onlyExpired = false): Opened {
  const expanded = new Set<string>()
  let rows = 1
  for (let level = [root]; level.length > 0; ) {
    const parents = level.filter(({ children }) => children.length > 0)
    const more = parents.reduce((sum, { children }) => sum + drawnRows(children, onlyExpired) - 1, 0)
    if (rows + more > maximumRows && expanded.size > 0) break
    for (const { id } of parents) expanded.add(id)
    rows += more
    level = parents.flatMap(({ children }) => children.filter((child) => isWanted(child, onlyExpired)))
  }
  return { expanded, whole: new Set() }
}

function drawnRows(children: MapNode[], onlyExpired: boolean): number {
  const wanted = children.filter((child) => isWanted(child, onlyExpired))
  const leaves = wanted.filter(({ children: below }) => below.length === 0).length
  return Math.max(1, leaves < manyLeaves ? wanted.length : wanted.length - leaves + firstLeaves + 1)
}

/** The placed ones between two heights, and those whose line to their children crosses them. */
export function within({ placed }: Layout, top: number, bottom: number): Placed[] {
  const first = firstFrom(placed, top)
  const shown: Placed[] = []
  for (let index = first; index < placed.length; index++) {
    const one = placed[index] as Placed
    if (one.y > bottom) break
    shown.push(one)
  }
  // What lies above the top and reaches below it is above the first that is shown.
  const crossing: Placed[] = []
  for (let above = placed[first]?.parent ?? null; above !== null; above = above.parent) {
    if (above.y < top) crossing.unshift(above)
  }
  return [...crossing, ...shown]
}

/** The index of the first one at a height or below it. */
function firstFrom(placed: readonly Placed[], top: number): number {
  let [low, high] = [0, placed.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((placed[middle] as Placed).y < top) low = middle + 1
    else high = middle
  }
  return low
}
