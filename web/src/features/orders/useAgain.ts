import { useQuery } from '@tanstack/react-query'
import { type Order, orders } from '@trellis/contract/orders'
import { withProducts } from '../../app/lines/lines.ts'
import type { Missing } from '../../app/purchase.ts'
import { queryOf } from '../../app/queries.ts'
import { type Draft, emptyDraft } from './draft.ts'
import type { Offer } from './offers.ts'

/** The order that a form repeats, by the `again` parameter of its URL. */
export function useAgain(orderId: string | undefined): { order: Order | undefined; loading: boolean } {
  const { data, isLoading } = useQuery({
    ...queryOf(orders.read, { params: { id: orderId ?? '' } }),
    enabled: orderId !== undefined,
  })
  return { order: data, loading: isLoading }
}

export const linesOf = ({ items = [] }: Order): Missing[] =>
  items.map(({ productId, qt }) => ({ productId, quantity: qt }))

/** What was written of a sale, for a buyer that was created meanwhile: its products at the prices of that buyer. */
export const forBuyer = (buyerId: string, kept: Draft, offers: readonly Offer[] | undefined): Draft =>
  draftOf(
    kept.lines.map(({ productId, quantity }) => ({ productId, quantity: quantity ?? 1 })),
    offers,
    { ...kept, buyerId, addressId: null, lines: [] },
  )

/** A draft with these products at their current prices; what is not offered is left out. */
export function draftOf(wanted: readonly Missing[], offers: readonly Offer[] | undefined, from = emptyDraft): Draft {
  const byId = new Map(offers?.map((offer) => [offer.productId, offer]))
  const found = wanted.flatMap(({ productId, quantity }) => {
    const offer = byId.get(productId)
    return offer === undefined ? [] : [{ offer, quantity }]
  })
  return { ...from, lines: withProducts(from.lines, found) }
}
