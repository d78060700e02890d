import { expiredOf, type MapNode } from './tree.ts'

/** What the reader has expanded. */
export interface Opened {
  /** Accounts whose children are shown. */
  expanded: ReadonlySet<string>
  /** Those of them that show every child, without grouping children that have no children. */
  whole: ReadonlySet<string>
}

/** A drawn row: one account, or several grouped ones. */
export interface Placed {
  /** The account's id; for a group, the parent's id followed by `+`. */
  id: string
  node: MapNode
  /** The grouped accounts; empty when the row is one account. */
  rest: MapNode[]
  depth: number
  /** Position among its siblings, counted from 1. */
  place: number
  x: number
  y: number
  /** Radii that show the account's own sales and its branch's sales. */
  own: number
  branch: number
  /** The `y` of the lowest drawn child; its own `y` without children. */
  bottom: number
  parent: Placed | null
  children: Placed[]
  expandable: boolean
  expanded: boolean
}

export interface Layout {
  /** From top to bottom, each account before its descendants. */
  placed: Placed[]
  byId: ReadonlyMap<string, Placed>
  width: number
  height: number
  /** Width of a column: the frame's share, and never less than `columnWidth`. */
  column: number
}

export const columnWidth = 268
export const rowHeight = 38
const largestRadius = 26
const smallestRadius = 4
/**
 * When at least `manyLeaves` siblings have no children, only the first `firstLeaves` are drawn and the others
 * are grouped.
 */
const manyLeaves = 12
const firstLeaves = 6
/** The same for siblings with children: only the branches with the highest sales are drawn. */
const manyBranches = 15
const firstBranches = 10

/** Amounts are shown as areas, so the radius is proportional to the square root. */
export const radiusOf = (amount: number, largest: number): number =>
  largest <= 0 || amount <= 0
    ? smallestRadius
    : Math.max(smallestRadius, Math.min(largestRadius, Math.sqrt(amount / largest) * largestRadius))

/** With the filter for expired licenses, only accounts and branches that have some remain. */
const isWanted = (node: MapNode, onlyExpired: boolean) => !onlyExpired || expiredOf(node) > 0

/**
 * Computes the map from left to right: a column for each level, a row for each account. A parent is in the
 * row of its first child, so expanding an account moves nothing above it.
 */
export function layoutOf(
  root: MapNode,
  opened: Opened,
  largest: number,
  onlyExpired = false,
  column = columnWidth,
): Layout {
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
      x: depth * column,
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
    // The first child shares its parent's row, so the row is as high as the larger of the two.
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
  return { placed, byId, width: (deepest + 1) * column, height: bottom, column }
}

/** The rows below an account: single children, and the grouped ones as one row. */
function rowsOf(node: MapNode, wanted: MapNode[], opened: Opened): [MapNode, MapNode[]][] {
  const rest = opened.whole.has(node.id) ? new Set<MapNode>() : groupedOf(wanted)
  const single = wanted.filter((child) => !rest.has(child)).map((child): [MapNode, MapNode[]] => [child, []])
  return rest.size === 0 ? single : [...single, [node, [...rest]]]
}

/** The siblings that are drawn as one row: of many, those with the lowest sales. */
function groupedOf(wanted: readonly MapNode[]): Set<MapNode> {
  const leaves = wanted.filter(({ children }) => children.length === 0)
  const branches = wanted.filter(({ children }) => children.length > 0)
  return new Set([
    ...(branches.length < manyBranches ? [] : branches.slice(firstBranches)),
    ...(leaves.length < manyLeaves ? [] : leaves.slice(firstLeaves)),
  ])
}

/**
 * The initial state: expands branches with the highest sales first, while the number of rows stays within the maximum. The last
 * accounts of the network (buyers) are shown when all of them fit; until then a number stands for them.
 */
export function firstOpened(root: MapNode, maximumRows: number, onlyExpired = false): Opened {
  const drawnOf = (node: MapNode) => {
    const wanted = node.children.filter((child) => isWanted(child, onlyExpired))
    const grouped = groupedOf(wanted)
    return { single: wanted.filter((child) => !grouped.has(child)), hasMore: grouped.size > 0 }
  }
  // The first child shares the row of its parent.
  const furtherRows = (node: MapNode) => {
    const { single, hasMore } = drawnOf(node)
    return Math.max(0, single.length + (hasMore ? 1 : 0) - 1)
  }
  const expanded = new Set<string>()
  let rows = 1
  let waiting = [root]
  const last: MapNode[] = []
  for (let next = largestOf(waiting); next !== undefined; next = largestOf(waiting)) {
    const one = next
    const below = drawnOf(one).single.filter(({ children }) => children.length > 0)
    waiting = waiting.filter((each) => each !== one)
    if (one !== root && below.length === 0) last.push(one)
    else if (one === root || rows + furtherRows(one) <= maximumRows) {
      expanded.add(one.id)
      rows += furtherRows(one)
      waiting.push(...below)
    }
  }
  const lastRows = last.reduce((sum, node) => sum + furtherRows(node), 0)
  if (rows + lastRows <= maximumRows) for (const { id } of last) expanded.add(id)
  return { expanded, whole: new Set() }
}

const largestOf = (nodes: readonly MapNode[]): MapNode | undefined =>
  nodes.reduce<MapNode | undefined>(
    (best, node) => (best !== undefined && (best.sellOutOfBranch ?? 0) >= (node.sellOutOfBranch ?? 0) ? best : node),
    undefined,
  )

/** The accounts between two heights, and the accounts whose lines to their children cross that range. */
export function within({ placed }: Layout, top: number, bottom: number): Placed[] {
  const first = firstFrom(placed, top)
  const shown: Placed[] = []
  for (let index = first; index < placed.length; index++) {
    const one = placed[index] as Placed
    if (one.y > bottom) break
    shown.push(one)
  }
  // Only ancestors of the first visible account can start above the range and reach into it.
  const crossing: Placed[] = []
  for (let above = placed[first]?.parent ?? null; above !== null; above = above.parent) {
    if (above.y < top) crossing.unshift(above)
  }
  return [...crossing, ...shown]
}

/** Binary search for the index of the first account at or below a height. */
function firstFrom(placed: readonly Placed[], top: number): number {
  let [low, high] = [0, placed.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((placed[middle] as Placed).y < top) low = middle + 1
    else high = middle
  }
  return low
}
