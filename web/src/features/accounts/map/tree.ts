import type { MapAccount } from '@trellis/contract/network-map'

/** An account in the tree, with totals of its branch. */
export interface MapNode extends MapAccount {
  parent: MapNode | null
  /** Sorted by sales, then by expired licenses, then by name. */
  children: MapNode[]
  /** Number of accounts below it, on all levels. */
  below: number
  /** Expired licenses of the accounts below it, without its own. */
  expiredBelow: number
}

const bySize = (a: MapNode, b: MapNode) =>
  (b.sellOutOfBranch ?? 0) - (a.sellOutOfBranch ?? 0) ||
  Number(expiredOf(b) > 0) - Number(expiredOf(a) > 0) ||
  expiredOf(b) - expiredOf(a) ||
  a.name.localeCompare(b.name)

/** Expired licenses of an account and of all accounts below it. */
export const expiredOf = (node: MapNode): number => (node.expiredLicenses ?? 0) + node.expiredBelow

/** Builds the tree from a flat list in which parents come before their children; null for an empty list. */
export function treeOf(accounts: readonly MapAccount[]): MapNode | null {
  const nodes = new Map<string, MapNode>()
  for (const account of accounts) {
    const parent = account.parentId === null ? null : (nodes.get(account.parentId) ?? null)
    const node: MapNode = { ...account, parent, children: [], below: 0, expiredBelow: 0 }
    nodes.set(account.id, node)
    parent?.children.push(node)
  }
  const all = [...nodes.values()]
  for (const node of [...all].reverse()) {
    if (node.parent !== null) {
      node.parent.below += node.below + 1
      node.parent.expiredBelow += expiredOf(node)
    }
  }
  for (const node of all) node.children.sort(bySize)
  return all[0] ?? null
}

/** The ancestors of an account, the nearest last. */
export function pathTo(node: MapNode): MapNode[] {
  const path: MapNode[] = []
  for (let above = node.parent; above !== null; above = above.parent) path.unshift(above)
  return path
}

export function findNode(root: MapNode, id: string): MapNode | null {
  const waiting = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.id === id) return node
    waiting.push(...node.children)
  }
  return null
}

/**
 * The largest sales of a branch below the root; all sizes are relative to it. The root contains all branches
 * and would make them tiny, so it is used only when nobody below it sold anything.
 */
export const largestBranch = (root: MapNode): number =>
  Math.max(0, ...root.children.map(({ sellOutOfBranch }) => sellOutOfBranch ?? 0)) || (root.sellOutOfBranch ?? 0)
