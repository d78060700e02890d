import type { AccountNode } from '@trellis/contract/accounts'
import type { TreeNode } from '../../ui/tree.ts'

type GroupName = (groupName: string) => string

const nodeOf = ({ id, name, groupName, children }: AccountNode, shown: GroupName): TreeNode => ({
  id,
  name,
  hint: shown(groupName),
  children: children.map((child) => nodeOf(child, shown)),
})

/** The possible buyers: the whole network below, without the own account. */
export const buyersIn = (root: AccountNode | undefined, shown: GroupName): TreeNode[] =>
  root?.children.map((child) => nodeOf(child, shown)) ?? []

/** The path from the root to an account, including both; empty when it is not in the tree. */
export function wayTo(root: AccountNode | undefined, accountId: string | null): AccountNode[] {
  if (root === undefined || accountId === null) return []
  if (root.id === accountId) return [root]
  for (const child of root.children) {
    const way = wayTo(child, accountId)
    if (way.length > 0) return [root, ...way]
  }
  return []
}
