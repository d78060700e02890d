import type { AccountNode } from '@trellis/contract/accounts'
import { whyNotNextBelow } from '@trellis/contract/placement'

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

/** The groups that an account created below this level can have (rules N3). */
export function groupsBelow<Group extends { level: number }>(groups: readonly Group[], parentLevel: number): Group[] {
  const levels = groups.map((group) => group.level)
  return groups.filter(({ level }) => whyNotNextBelow({ parentLevel, level }, levels) === null)
}
