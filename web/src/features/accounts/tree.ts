import type { AccountNode } from '@trellis/contract/accounts'

/** Finds an account in the tree; undefined when it is not there. */
export function nodeIn(root: AccountNode | undefined, id: string | null): AccountNode | undefined {
  if (root === undefined || id === null) return undefined
  if (root.id === id) return root
  for (const child of root.children) {
    const found = nodeIn(child, id)
    if (found !== undefined) return found
  }
  return undefined
}

/** The ids of an account and of all accounts below it. */
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

/** The groups that are allowed directly below a level: those with the smallest level greater than it (rules N3). */
export function groupsBelow<Group extends { level: number }>(groups: readonly Group[], level: number): Group[] {
  const next = Math.min(...groups.map((group) => group.level).filter((each) => each > level))
  return groups.filter((group) => group.level === next)
}
