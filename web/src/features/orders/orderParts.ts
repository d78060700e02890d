/** Parts of an order: what can be approved or returned of it (rules O21, O22). */
import type { Order, OrderItem, StatusChange } from '@trellis/contract/orders'
import { maximumMoney } from '@trellis/contract/values'
import { totalOf } from '../../app/amounts.ts'
import { faultOfNumber } from '../../ui/numberBounds.ts'

export type Decided = NonNullable<StatusChange['items']>

/** Pieces of each line of an order. */
export interface Part {
  items: { orderItemId: string; quantity: number }[]
  /** The pieces of the part, those of the order, and what the part comes to. */
  there: number
  asked: number
  total: number
}

type PartedOrder = Pick<Order, 'items' | 'currencyCode'>

/**
 * The part of an order that so many pieces of its products allow; products that are not named are there in full. Null where that
 * is nothing, or the whole order.
 */
export function partOf(order: PartedOrder, available: ReadonlyMap<string, number>): Part | null {
  const left = new Map([...available].map(([productId, pieces]) => [productId, Math.max(0, pieces)]))
  const lines = (order.items ?? []).map(({ orderItemId, productId, qt, price }) => {
    const quantity = Math.min(qt, left.get(productId) ?? qt)
    if (left.has(productId)) left.set(productId, (left.get(productId) ?? 0) - quantity)
    return { orderItemId, quantity, price, qt }
  })
  const there = piecesOf(lines)
  const asked = lines.reduce((sum, { qt }) => sum + qt, 0)
  if (there === 0 || there === asked) return null
  return {
    items: lines.map(({ orderItemId, quantity }) => ({ orderItemId, quantity })),
    there,
    asked,
    total: totalOf(lines, order.currencyCode),
  }
}

export const piecesOf = (lines: readonly { quantity: number | null }[]): number =>
  lines.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)

/** Whether so many pieces of a line can be decided on. */
export const arePieces = ({ qt }: Pick<OrderItem, 'qt'>, quantity: number | null): boolean =>
  quantity !== null && faultOfNumber(quantity, { maximum: qt }) === null

/** Whether it can be the price of a line. */
export const isPrice = (price: number | null): boolean => price !== null && faultOfNumber(price, priceBounds) === null
export const priceBounds = { maximum: maximumMoney, decimals: 4 }

/** What stops an approval, for an amount that the user may still change; null where nothing does. */
export interface Stop {
  limit: number | null
  open: number
  overdue: number
  currencyCode: string
  mayPass: boolean
}

/** Whether the credit stops an approval of this amount. Sums are compared without the fractions that adding may leave. */
export const stops = ({ limit, open, overdue }: Omit<Stop, 'mayPass'>, amount: number): boolean =>
  overdue > 0 || (limit !== null && Math.round((open + amount) * 10_000) > Math.round(limit * 10_000))
