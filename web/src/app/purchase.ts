/** Pieces on one line (contract, Quantity). */
export const maximumQuantity = 1_000_000

/** What is missing of a product, as the purchase form takes it in its address: `item=<product>:<quantity>`. */
export interface Missing {
  productId: string
  quantity: number
}

/** The purchase form, filled with exactly what is missing. */
export function purchaseHref(
  missing: readonly Missing[],
  about: { derivedOrderId?: string | undefined; accountId?: string | undefined } = {},
): string {
  const search = new URLSearchParams(missing.map(({ productId, quantity }) => ['item', `${productId}:${quantity}`]))
  if (about.derivedOrderId !== undefined) search.set('order', about.derivedOrderId)
  if (about.accountId !== undefined) search.set('account', about.accountId)
  return `/sell-in/create?${search}`
}

/** Reads what `purchaseHref` wrote; what is not readable is left out. */
export function missingOf(items: string | readonly string[] | undefined): Missing[] {
  const texts = typeof items === 'string' ? [items] : (items ?? [])
  return texts.flatMap((text) => {
    const [productId = '', quantity = ''] = text.split(':')
    const pieces = Number(quantity)
    const isSound = productId !== '' && Number.isInteger(pieces) && pieces >= 1 && pieces <= maximumQuantity
    return isSound ? [{ productId: productId.toLowerCase(), quantity: pieces }] : []
  })
}
