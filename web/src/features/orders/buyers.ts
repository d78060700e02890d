import { useQuery } from '@tanstack/react-query'
import { type AccountNode, accounts } from '@trellis/contract/accounts'
import { queryOf } from '../../app/queries.ts'
import type { TreeNode } from '../../ui/tree.ts'

const nodeOf = ({ id, name, groupName, children }: AccountNode): TreeNode => ({
  id,
  name,
  hint: groupName,
  children: children.map(nodeOf),
})

/** The reader's own account with everything below it. */
export function useNetwork() {
  const query = useQuery(queryOf(accounts.tree, { query: {} }))
  return { root: query.data, error: query.data === undefined ? query.error : null, retry: () => void query.refetch() }
}

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
