/** Reads the `info` of a rejected order call (wire: errors). */
import type { CreditStop, Shortage } from '@trellis/contract/order-approvals'
import { isProblem, type ProblemCode } from '../../app/problem.ts'

/** The products that are short. */
export function shortageOf(error: unknown, code: ProblemCode): readonly Shortage[] | null {
  if (!isProblem(error, code)) return null
  const { items } = (error.info ?? {}) as { items?: Shortage[] }
  return items ?? []
}

/** Current prices by product id (OC529). */
export function pricesOf(error: unknown): ReadonlyMap<string, number> {
  if (!isProblem(error, 'OC529')) return new Map()
  const { items = [] } = (error.info ?? {}) as { items?: { productId: string; price: number }[] }
  return new Map(items.map(({ productId, price }) => [productId, price]))
}

/** What prevents the revocation of an approved order. */
export interface Revocation {
  items: readonly Shortage[]
  orders: readonly { orderId: string; orderCode: string }[]
  licenses: readonly { serialKey: string }[]
  /** The pieces that can be returned nevertheless. */
  returnable: readonly { productId: string; quantity: number }[]
}

export function revocationOf(error: unknown): Revocation | null {
  if (!isProblem(error, 'OC528')) return null
  return { items: [], orders: [], licenses: [], returnable: [], ...((error.info ?? {}) as Partial<Revocation>) }
}

/** What the buyer owes, where that stops the approval. */
export const creditStopOf = (error: unknown): CreditStop | null =>
  isProblem(error, 'OC530') ? (error.info as CreditStop) : null
