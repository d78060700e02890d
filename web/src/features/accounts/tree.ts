import type { AccountNode } from '@trellis/contract/accounts'

/** An account in the tree, if it is there. */
export function nodeIn(root: AccountNode | undefined, id: string | null): AccountNode | undefined {
  if (root === undefined || id === null) return undefined
  if (root.id === id) return root
  for (const child of root.children) {
    const found = nodeIn(child, id)
    if (found !== undefined) return found
  }
  return undefined
}

/** An account and all below it. */
export function idsBelow(root: AccountNode | undefined, id: string): Set<string> {
  const ids = new Set<string>()
  const walk = (node: AccountNode) => {
    ids.add(node.id)
    for (const child of node.children) walk(child)
  }
  const start = nodeIn(root, id)
  if (start !== undefined) walk(start)
  return ids
}

/** The groups right below a level: those of the smallest level greater than it (rules N3). */
export function groupsBelow<Group extends { level: number }>(groups: readonly Group[], level: number): Group[] {
  const next = Math.min(...groups.map((group) => group.level).filter((each) => each > level))
  return groups.filter((group) => group.level === next)
}
