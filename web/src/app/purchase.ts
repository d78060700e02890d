import { maximumQuantity } from '@trellis/contract/values'

/** A missing quantity of a product. The purchase form reads it from the URL as `item=<product>:<quantity>`. */
export interface Missing {
  productId: string
  quantity: number
}

/** The URL of the purchase form, filled with the missing quantities. */
export function purchaseHref(
  missing: readonly Missing[],
  about: { derivedOrderId?: string | undefined; accountId?: string | undefined } = {},
): string {
  const search = new URLSearchParams(missing.map(({ productId, quantity }) => ['item', `${productId}:${quantity}`]))
  if (about.derivedOrderId !== undefined) search.set('order', about.derivedOrderId)
  if (about.accountId !== undefined) search.set('account', about.accountId)
  return `/sell-in/create?${search}`
}

/** Parses the parameters that `purchaseHref` wrote; invalid ones are left out. */
export function missingOf(items: string | readonly string[] | undefined): Missing[] {
  const texts = typeof items === 'string' ? [items] : (items ?? [])
  return texts.flatMap((text) => {
    const [productId = '', quantity = ''] = text.split(':')
    const pieces = Number(quantity)
    const isSound = productId !== '' && Number.isInteger(pieces) && pieces >= 1 && pieces <= maximumQuantity
    return isSound ? [{ productId: productId.toLowerCase(), quantity: pieces }] : []
  })
}
