import type { AccountNode } from '@trellis/contract/accounts'
import type { TreeNode } from '../../ui/tree.ts'

const nodeOf = ({ id, name, groupName, children }: AccountNode): TreeNode => ({
  id,
  name,
  hint: groupName,
  children: children.map(nodeOf),
})

/** Who may be sold to: the whole network below, without oneself. */
export const buyersIn = (root: AccountNode | undefined): TreeNode[] => root?.children.map(nodeOf) ?? []

/** The accounts from the root down to one of them, that one included; none when it is not in the tree. */
export function wayTo(root: AccountNode | undefined, accountId: string | null): AccountNode[] {
  if (root === undefined || accountId === null) return []
  if (root.id === accountId) return [root]
  for (const child of root.children) {
    const way = wayTo(child, accountId)
    if (way.length > 0) return [root, ...way]
  }
  return []
}
