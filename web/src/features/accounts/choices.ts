import { useQuery } from '@tanstack/react-query'
import { priceLists } from '@trellis/contract/price-lists'
import { maximumLimit } from '@trellis/contract/search'
import { tenants } from '@trellis/contract/tenants'
import { useGroupName } from '../../app/groupNames.ts'
import { useCan, useMe } from '../../app/me.ts'
import { queryOf } from '../../app/queries.ts'
import type { Choice } from '../../ui/SelectField.tsx'
import { associationQuery } from './queries.ts'
import { groupsBelow } from './tree.ts'

/** The groups that an account below this level can have. */
export function useGroupsBelow(level: number | null): {
  options: Choice[]
  loading: boolean
  error: unknown
  retry: () => void
} {
  const groupName = useGroupName()
  const { data, isPending, error, refetch } = useQuery({ ...queryOf(tenants.groups), staleTime: 5 * 60_000 })
  const groups = data === undefined || level === null ? [] : groupsBelow(data, level)
  return {
    options: groups.map(({ groupId, name }) => ({ value: groupId, label: groupName(name) })),
    loading: isPending,
    error: data === undefined ? error : null,
    retry: () => void refetch(),
  }
}

/**
 * The price lists that the reader can give to an account below another: those of that account and of their own, and the one
 * that serves them if it may be handed on.
 */
export function usePriceLists(
  aboveId: string,
  /** The list that the account has: it can be kept if the reader keeps it, whoever owns it. */
  presentId: string | null = null,
): { options: Choice[]; loading: boolean; error: unknown; retry: () => void } {
  const { account } = useMe()
  const may = useCan('PriceLists', 'c')
  const listsOf = (parentAccountId: string) => ({
    ...queryOf(priceLists.search, { body: { parentAccountId, limit: maximumLimit } }),
    enabled: may,
  })
  const own = useQuery(listsOf(account.accountId))
  const above = useQuery(listsOf(aboveId))
  const serving = useQuery({ ...associationQuery(account.accountId), enabled: may })
  const present = useQuery({
    ...queryOf(priceLists.read, { params: { id: presentId ?? '' } }),
    enabled: may && presentId !== null,
  })
  const lists = new Map(
    [...(present.data ? [present.data] : []), ...(above.data?.items ?? []), ...(own.data?.items ?? [])].map((list) => [
      list.priceListId,
      list,
    ]),
  )
  const options = [...lists.values()]
    // A list that comes from above the reader can only be passed on when it came with that right.
    .filter(
      (list) =>
        list.accountName !== null || (list.priceListId === serving.data?.priceListId && serving.data.canPropagate),
    )
    .map((list) => ({
      value: list.priceListId,
      label: [list.name, list.currencyCode, list.accountName].filter(Boolean).join(' · '),
    }))
    .sort((one, other) => one.label.localeCompare(other.label))
  const asked = [own, above, serving]
  const failed = asked.find(({ data, error }) => data === undefined && error !== null)
  return {
    options,
    loading: may && (asked.some(({ isPending }) => isPending) || present.isLoading),
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
  }
}
