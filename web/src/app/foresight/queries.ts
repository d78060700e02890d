import { type Foreseen, foresight } from '@trellis/contract/foresight'
import { type Missing, purchaseHref } from '../purchase.ts'
import { queryOf } from '../queries.ts'

/** What an account will be short of; with a product, that one, short or not. */
export const foresightQuery = (accountId: string, productId?: string) =>
  queryOf(foresight.list, { query: { accountId, ...(productId !== undefined && { productId }) } })

const missingOf = (items: readonly Foreseen[]): Missing[] =>
  items
    .filter(({ missing }) => missing > 0)
    .map(({ product, missing }) => ({ productId: product.productId, quantity: missing }))

/** The purchase of what will lack; null when nothing does. */
export function purchaseOfMissing(items: readonly Foreseen[], accountId: string, own: string): string | null {
  const missing = missingOf(items)
  return missing.length === 0 ? null : purchaseHref(missing, accountId === own ? {} : { accountId })
}
