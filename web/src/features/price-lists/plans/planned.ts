import type { PlannedPrice, PricePlan } from '@trellis/contract/price-plans'
import { pricePlans } from '@trellis/contract/price-plans'
import { queryOf } from '../../../app/queries.ts'
import { fromWire } from '../discount.ts'
import { type Article, type Lines, put, takeOff } from '../grid.ts'

export const plansQuery = (priceListId: string) => queryOf(pricePlans.list, { query: { priceListId } })
export const planQuery = (id: string) => queryOf(pricePlans.read, { params: { id } })

export const planHref = (id: string) => `/pricelists/plans/${id}`

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
  const leaving = items.filter(({ customPrice }) => customPrice === null)
  return leaving.reduce<Lines>((lines, { productId }) => takeOff(lines, productId), put(now, set))
}
