import { useQuery } from '@tanstack/react-query'
import { type Order, orders } from '@trellis/contract/orders'
import type { Missing } from '../../app/purchase.ts'
import { queryOf } from '../../app/queries.ts'

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
