import { useQuery } from '@tanstack/react-query'
import { priceLists } from '@trellis/contract/price-lists'
import { pricing } from '@trellis/contract/pricing'
import { tenants } from '@trellis/contract/tenants'
import { useGroupName } from '../../app/groupNames.ts'
import { useCan } from '../../app/me.ts'
import { queryOf } from '../../app/queries.ts'
import type { Choice } from '../../ui/SelectField.tsx'
import { groupsBelow } from './tree.ts'

/** The groups that are allowed below an account of this level. */
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

const label = (list: { name: string; currencyCode: string; accountName: string | null }) =>
  [list.name, list.currencyCode, list.accountName].filter(Boolean).join(' · ')

/**
 * The price lists that the reader can assign to an account below `aboveId`, and whether a new account there
 * needs one.
 */
export function usePriceLists(
  aboveId: string,
  /** The list that the account has now; it stays an option if the reader may read it, whoever owns it. */
  presentId: string | null = null,
): { options: Choice[]; required: boolean; loading: boolean; error: unknown; retry: () => void } {
  const may = useCan('PriceLists', 'c')
  const given = useQuery({ ...queryOf(pricing.toGive, { query: { parentAccountId: aboveId } }), enabled: may })
  const present = useQuery({
    ...queryOf(priceLists.read, { params: { id: presentId ?? '' } }),
    enabled: may && presentId !== null,
  })
  // The server names the owner only for lists within the reader's reach. Other lists are options only if the
  // reader can assign them.
  const kept = present.data?.accountName != null ? [present.data] : []
  const lists = new Map([...kept, ...(given.data?.items ?? [])].map((list) => [list.priceListId, list]))
  return {
    options: [...lists.values()]
      .map((list) => ({ value: list.priceListId, label: label(list) }))
      .sort((one, other) => one.label.localeCompare(other.label)),
    required: given.data?.required ?? false,
    loading: may && (given.isPending || present.isLoading),
    error: given.data === undefined ? given.error : null,
    retry: () => void given.refetch(),
  }
}
