import { useQuery } from '@tanstack/react-query'
import type { ApprovalLine, CreditStop, Shortage } from '@trellis/contract/order-approvals'
import { type Order, type OrderItem, orders } from '@trellis/contract/orders'
import { queryOf } from '../../app/queries.ts'

/** What supports the decision on a pending order, for who may approve it. */
export interface Support {
  lineOf: (productId: string) => ApprovalLine | undefined
  shortages: readonly Shortage[]
  lines: readonly ApprovalLine[]
  /** What the buyer owes, where that stops the approval of the whole order. */
  credit: CreditStop | null
}

/** Null where the reader decides nothing; undefined while it is loading. */
export function useSupport({ orderId, status, blocked }: Order): Support | null | undefined {
  const decides = status === 'pending' && blocked.approve === null
  const { data, isPending } = useQuery({
    ...queryOf(orders.previewApprovals, { body: { orderIds: [orderId] } }),
    enabled: decides,
  })
  const [approval] = data?.orders ?? []
  if (!decides) return null
  if (approval === undefined) return isPending ? undefined : null
  const byProduct = new Map(approval.lines.map((line) => [line.productId, line]))
  return {
    lineOf: (id) => byProduct.get(id),
    shortages: approval.shortages,
    lines: approval.lines,
    credit: approval.credit,
  }
}

/** What the vendor keeps of a line's price, 0 to 1; null where its own price is unknown or in another currency. */
export function marginOfLine(item: OrderItem, support: Support, currencyId: number): number | null {
  const line = support.lineOf(item.productId)
  if (line?.ownPrice == null || line.ownCurrencyId !== currencyId || item.price === 0) return null
  return 1 - line.ownPrice / item.price
}
