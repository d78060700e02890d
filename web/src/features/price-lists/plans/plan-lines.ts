import type { PlannedPrice, PricePlan } from '@trellis/contract/price-plans'
import { fromWire, noPrice } from '../discount.ts'
import { type Article, idOf, type Lines, put, takeOff } from '../grid.ts'

const articleOf = (price: PlannedPrice): Article => ({
  productId: price.productId,
  sku: price.sku,
  name: price.productName,
  status: price.status,
  priceMsrp: price.priceMsrp,
  currencyId: price.msrpCurrencyId,
})

/** The lines of the grid with the prices of a plan as they are edited. */
export function withPlan(now: Lines, { items }: Pick<PricePlan, 'items'>): Lines {
  const set = items.flatMap((item) =>
    item.customPrice === null
      ? []
      : [{ article: articleOf(item), draft: fromWire({ ...item, customPrice: item.customPrice }) }],
  )
  const leaving = items.filter(({ customPrice }) => customPrice === null).map(articleOf)
  // What leaves need not be on the list yet: an earlier plan may bring it.
  const known = new Set(now.map(idOf))
  const still = leaving.filter(({ productId }) => !known.has(productId))
  const lines = leaving.reduce<Lines>((left, { productId }) => takeOff(left, productId), put(now, set))
  const planned = new Set(set.map(idOf))
  return [
    ...still.map((article) => ({ article, saved: noPrice, draft: null })),
    ...lines.map((line) => (planned.has(idOf(line)) ? { ...line, isPlanned: true } : line)),
  ]
}
