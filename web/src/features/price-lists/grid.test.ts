import { describe, expect, it } from 'vitest'
import { noPrice, withDiscount, withPrice } from './discount.ts'
import {
  type Article,
  changeOf,
  changesIn,
  changesOf,
  chosenLine,
  edit,
  faultyIn,
  idOf,
  type Line,
  linesOf,
  put,
  repriced,
  takeOff,
  takeOthersOff,
  undo,
} from './grid.ts'

const article = (productId: string, priceMsrp = 100): Article => ({
  productId,
  sku: productId.toUpperCase(),
  name: productId,
  status: 'Active',
  priceMsrp,
  currencyId: 1,
})
const pricedOf = ({ priceMsrp }: Article) => ({ msrp: priceMsrp, units: 2 })
const at = (price: number) => withPrice(price, noPrice)
const saved = (productId: string, price: number): Line => ({
  article: article(productId),
  saved: at(price),
  draft: at(price),
})
const start = [saved('a', 10), saved('b', 20), saved('c', 30)]
const seen = (lines: readonly Line[]) => lines.map((line) => [idOf(line), line.draft?.price ?? null, changeOf(line)])

describe('the price grid', () => {
  it('starts without a change, with the prices and discounts of the list', () => {
    const [line] = linesOf([
      {
        ...article('a'),
        customPrice: 90,
        customPriceDiscountType: 'percentage',
        customPriceDiscountAmount: 10,
        quantityBreaks: [],
      } as unknown as Parameters<typeof linesOf>[0][number],
    ])
    expect(line?.draft).toEqual({ price: 90, kind: 'percentage', discount: 10 })
    expect(changesIn(line ? [line] : [])).toEqual([])
    expect(changesOf(start)).toEqual({ items: [], remove: [] })
  })

  it('keeps the quantity breaks of a line when a price is pasted, and sees when they change', () => {
    const breaks = [{ from: 10, price: 8 }]
    const draft = { ...at(10), breaks }
    const line: Line = { article: article('a'), saved: draft, draft }
    const pasted = put([line], [{ article: article('a'), draft: at(9) }])
    expect(changesOf(pasted).items).toMatchObject([{ customPrice: 9, quantityBreaks: breaks }])
    expect(changesIn(edit([line], 'a', { ...at(10), breaks: [{ from: 10, price: 7 }] }))).toHaveLength(1)
    expect(changesIn(edit([line], 'a', { ...at(10), breaks: [{ from: 10, price: 8 }] }))).toEqual([])
    expect(changesIn(edit([line], 'a', at(10)))).toHaveLength(1)
    expect(faultyIn(edit([line], 'a', { ...at(8), breaks }), pricedOf)).toHaveLength(1)
    const again = repriced(
      [{ ...line, draft: { ...withDiscount(5, 'percentage', { msrp: 100, units: 2 }), breaks } }],
      pricedOf,
    )
    expect(again[0]?.draft).toMatchObject({ price: 95, breaks })
  })

  it('marks what is changed, added and taken off, and sends only that', () => {
    const lines = takeOff(edit(put(start, [{ article: article('new'), draft: at(5) }]), 'a', at(11)), 'b')
    expect(seen(lines)).toEqual([
      ['new', 5, 'added'],
      ['a', 11, 'changed'],
      ['b', null, 'removed'],
      ['c', 30, null],
    ])
    const { items, remove } = changesOf(lines)
    expect(items.map(({ productId, customPrice }) => [productId, customPrice])).toEqual([
      ['new', 5],
      ['a', 11],
    ])
    expect(remove).toEqual(['b'])
  })

  it('counts a price that was typed back as unchanged, but a discount that gives the same price as a change', () => {
    expect(changesIn(edit(edit(start, 'a', at(11)), 'a', at(10)))).toEqual([])
    const discount = withDiscount(90, 'percentage', pricedOf(article('a')))
    expect(discount.price).toBe(10)
    expect(changesIn(edit(start, 'a', discount)).map(changeOf)).toEqual(['changed'])
  })

  it('undoes one change at a time', () => {
    const lines = takeOff(edit(put(start, [{ article: article('new'), draft: at(5) }]), 'a', at(11)), 'b')
    expect(seen(undo(lines, 'b'))).toContainEqual(['b', 20, null])
    expect(seen(undo(lines, 'a'))).toContainEqual(['a', 10, null])
    expect(undo(undo(undo(lines, 'a'), 'b'), 'new')).toEqual(start)
  })

  it('sets pasted prices on lines that are there and adds the others in their order', () => {
    const rows = ['b', 'x', 'y'].map((productId, index) => ({ article: article(productId), draft: at(index + 1) }))
    const lines = put(put(start, [{ article: article('w'), draft: at(9) }]), rows)
    expect(seen(lines).map(([id, price]) => `${id} ${price}`)).toEqual(['w 9', 'x 2', 'y 3', 'a 10', 'b 1', 'c 30'])
    // A pasted price brings back a product that was taken off.
    expect(seen(put(takeOff(start, 'b'), rows.slice(0, 1)))).toContainEqual(['b', 1, 'changed'])
  })

  it('takes off all that was not pasted; what was never saved leaves the grid', () => {
    const lines = takeOthersOff(put(start, [{ article: article('new'), draft: at(5) }]), new Set(['c']))
    expect(seen(lines)).toEqual([
      ['a', null, 'removed'],
      ['b', null, 'removed'],
      ['c', 30, null],
    ])
  })

  it('reports faulty prices of changed lines only', () => {
    const old = { article: article('old'), saved: at(-1), draft: at(-1) }
    const lines = takeOff(edit(edit([...start, old], 'a', noPrice), 'b', at(1.00001)), 'c')
    expect(faultyIn(lines, pricedOf).map(idOf)).toEqual(['a', 'b'])
  })

  it('puts a chosen product at its MSRP, which follows the currency and is never that of another one', () => {
    const euros = (one: Article) => ({ msrp: one.priceMsrp, units: 2 })
    const chosen = [chosenLine(article('x', 80), euros(article('x', 80)))]
    expect(seen(chosen).map(([, price]) => price)).toEqual([80])
    expect(changesOf(chosen).items).toEqual([
      {
        productId: 'x',
        customPrice: 80,
        customPriceDiscountType: 'percentage',
        customPriceDiscountAmount: 0,
        quantityBreaks: [],
      },
    ])
    const dollars = repriced(chosen, () => ({ msrp: null, units: 2 }))
    expect(faultyIn(dollars, () => ({ msrp: null, units: 2 }))).toHaveLength(1)
    const before = [chosenLine(article('x', 80), { msrp: null, units: 2 })]
    expect(seen(before).map(([, price]) => price)).toEqual([null])
    expect(seen(repriced(before, euros)).map(([, price]) => price)).toEqual([80])
  })

  it('computes discounts again from another MSRP and leaves fixed prices', () => {
    const lines = edit(start, 'a', withDiscount(10, 'percentage', pricedOf(article('a'))))
    const twice = repriced(lines, (one) => ({ msrp: one.priceMsrp * 2, units: 2 }))
    expect(seen(twice).map(([, price]) => price)).toEqual([180, 20, 30])
    expect(seen(repriced(twice, () => ({ msrp: null, units: 2 }))).map(([, price]) => price)).toEqual([null, 20, 30])
  })
})
