import type { FetchQueryOptions } from '@tanstack/react-query'
import { deals } from '@trellis/contract/deals'
import { orders } from '@trellis/contract/orders'
import { renewals } from '@trellis/contract/renewals'
import type { TodayItem } from '@trellis/contract/today'
import { useCan } from '../../app/me.ts'
import { queryOf } from '../../app/queries.ts'

export const orderOf = (id: string) => queryOf(orders.read, { params: { id } })
/** What approving it would move. */
export const approvalOf = (id: string) => queryOf(orders.previewApprovals, { body: { orderIds: [id] } })
export const dealOf = (id: string) => queryOf(deals.read, { params: { id } })
export const duplicatesOf = (id: string) => queryOf(deals.duplicates, { params: { id } })
export const renewalOf = ({ code, due }: Pick<TodayItem, 'code' | 'due'>, orderMissing: boolean) =>
  queryOf(renewals.preview, { body: { items: [{ serialKey: code, dueDate: due }], orderMissing } })

export const isOfOrder = ({ kind }: Pick<TodayItem, 'kind'>): boolean => kind === 'order' || kind === 'signature'

export const isOfDeal = ({ kind }: Pick<TodayItem, 'kind'>): boolean =>
  kind === 'protection' || kind === 'ebid' || kind === 'ebidSignature' || kind === 'extension'

/** The calls that show an item beside the queue, without those that need the answer of another. */
export function usePreviews(): (item: TodayItem) => FetchQueryOptions[] {
  const mayOrder = useCan('Orders', 'c')
  return (item) => {
    const { kind, recordId } = item
    if (isOfOrder(item)) return [orderOf(recordId), approvalOf(recordId)] as FetchQueryOptions[]
    if (isOfDeal(item)) return [dealOf(recordId), duplicatesOf(recordId)] as FetchQueryOptions[]
    if (kind === 'protectionEnd') return [dealOf(recordId)] as FetchQueryOptions[]
    if (kind === 'key' || kind === 'ask') return [renewalOf(item, mayOrder)] as FetchQueryOptions[]
    return []
  }
}
