import type { PlannedPrice } from '@trellis/contract/price-plans'
import { expect, test } from 'vitest'
import { noPrice, withPrice } from '../discount.ts'
import { changesOf, edit, idOf, type Line, undo } from '../grid.ts'
import { withPlan } from './plan-lines.ts'

const price = (productId: string, customPrice: number | null, currentPrice: number | null): PlannedPrice => ({
  productId,
  sku: productId.toUpperCase(),
  productName: productId,
  status: 'Active',
  priceMsrp: 100,
  msrpCurrencyId: 978,
  currentPrice,
  customPrice,
  customPriceDiscountType: null,
  customPriceDiscountAmount: null,
  quantityBreaks: [],
  currentBreaks: [],
})
const onList = (productId: string, amount: number): Line => {
  const { sku, status, priceMsrp } = price(productId, amount, amount)
  const draft = withPrice(amount, noPrice)
  return {
    article: { productId, sku, name: productId, status, priceMsrp, currencyId: 978 },
    saved: draft,
    draft,
  }
}
const now = [onList('a', 10), onList('b', 20), onList('c', 30)]
const sent = (lines: readonly Line[]) => {
  const { items, remove } = changesOf(lines)
  return { items: items.map(({ productId, customPrice }) => [productId, customPrice]), remove }
}

test('a plan that is edited and not touched is sent as it is, whatever the list has now', () => {
  const items = [price('a', 12, 10), price('d', 5, null), price('b', null, 20)]
  const { items: prices, remove } = sent(withPlan(now, { items }))
  expect(prices.toSorted()).toEqual([
    ['a', 12],
    ['d', 5],
  ])
  expect(remove).toEqual(['b'])
})

test('a planned price that is that of now stays planned, because an earlier plan may change it until then', () => {
  expect(sent(withPlan(now, { items: [price('a', 10, 10)] })).items).toEqual([['a', 10]])
})

test('a product that an earlier plan brings still leaves with the later one', () => {
  expect(sent(withPlan(now, { items: [price('d', null, null)] })).remove).toEqual(['d'])
})

test('a price is changed in a plan, and taken out of it by undoing it', () => {
  const lines = withPlan(now, { items: [price('a', 12, 10)] })
  expect(sent(edit(lines, 'a', withPrice(13, noPrice))).items).toEqual([['a', 13]])
  expect(sent(undo(lines, 'a'))).toEqual({ items: [], remove: [] })
  expect(undo(lines, 'a').map(idOf)).toEqual(['a', 'b', 'c'])
})
