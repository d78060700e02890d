import { useQuery } from '@tanstack/react-query'
import { type AccountNode, accounts } from '@trellis/contract/accounts'
import { useMemo } from 'react'
import type { TreeNode } from '../ui/tree.ts'
import { useGroupName } from './groupNames.ts'
import { useCan } from './me.ts'
import { queryOf } from './queries.ts'

export const networkQuery = { ...queryOf(accounts.tree), staleTime: 5 * 60_000 }

interface Choice {
  /** Accounts that are shown as part of the path but cannot be chosen. */
  isOff?: (account: AccountNode) => boolean
}

/** The reader's network as a tree for `TreeSelect`; empty for users who may not read accounts. */
export function useNetwork({ isOff }: Choice = {}): { roots: TreeNode[]; loading: boolean } {
  const may = useCan('Accounts', 'r')
  const { data, isPending } = useQuery({ ...networkQuery, enabled: may })
  const groupName = useGroupName()
  const roots = useMemo(() => {
    const node = (account: AccountNode): TreeNode => ({
      id: account.id,
      name: account.name,
      hint: groupName(account.groupName),
      disabled: isOff?.(account) ?? false,
      children: account.children.map(node),
    })
    return data === undefined ? [] : [node(data)]
  }, [data, isOff, groupName])
  return { roots, loading: may && isPending }
}

/** The name of an account of the reader's network; undefined while it is not known. */
export function useAccountName(accountId: string | undefined): string | undefined {
  const may = useCan('Accounts', 'r')
  const find = (account: AccountNode): string | undefined =>
    account.id === accountId ? account.name : account.children.map(find).find((name) => name !== undefined)
  return useQuery({ ...networkQuery, enabled: may && accountId !== undefined, select: find }).data
}

const idsOf = (account: AccountNode): string[] => [account.id, ...account.children.flatMap(idsOf)]
const reachOf = (root: AccountNode): ReadonlySet<string> => new Set(idsOf(root))

/** Returns the page of an account; null where the reader does not reach it, so its name is no link. */
export function useAccountHref(): (accountId: string) => string | null {
  const may = useCan('Accounts', 'r')
  const { data } = useQuery({ ...networkQuery, enabled: may, select: reachOf })
  return (accountId) => (data?.has(accountId) ? `/accounts/${accountId}` : null)
}

/** The accounts by name; null for a name that several have. */
function idsByName(root: AccountNode) {
  const ids = new Map<string, string | null>()
  const add = ({ id, name, children }: AccountNode) => {
    ids.set(name, ids.has(name) ? null : id)
    for (const child of children) add(child)
  }
  add(root)
  return ids
}

/** For data that has an account's name and not its id: null for a name outside the reader's network or of several accounts. */
export function useAccountIdOfName(): (name: string) => string | null {
  const may = useCan('Accounts', 'r')
  const { data } = useQuery({ ...networkQuery, enabled: may, select: idsByName })
  return (name) => data?.get(name) ?? null
}
