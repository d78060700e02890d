import { expect, test } from 'vitest'
import { withLine, withoutProduct, withProducts } from './lines.ts'

const product = (productId: string, price: number) => ({
  productId,
  name: `The ${productId}`,
  sku: productId.toUpperCase(),
  price,
})
const edge = product('edge', 100)
const core = product('core', 250.5)
const lines = withProducts([], [{ offer: edge, quantity: 5 }])

test('a product that has a line gets more pieces at the price of the line', () => {
  expect(withProducts(lines, [{ offer: product('edge', 90), quantity: 2 }])).toMatchObject([{ ...edge, quantity: 7 }])
  expect(withProducts(lines, [{ offer: core, quantity: 1 }])).toHaveLength(2)
})

test('a quantity of zero adds nothing', () => {
  expect(withProducts(lines, [{ offer: core, quantity: 0 }])).toEqual(lines)
})

test('a line is changed and removed by its product', () => {
  expect(withLine(lines, 'edge', { quantity: null })).toMatchObject([{ ...edge, quantity: null }])
  expect(withLine(lines, 'core', { quantity: null })).toEqual(lines)
  expect(withoutProduct(lines, 'edge')).toEqual([])
})

test('a price follows the quantity over its breaks, until another price is typed (rules R22)', () => {
  const quantityBreaks = [
    { from: 10, price: 90 },
    { from: 50, price: 80 },
  ]
  const offer = { ...edge, quantityBreaks }
  const priceOf = (given: readonly { price: number | null }[]) => given[0]?.price
  const ten = withProducts([], [{ offer, quantity: 10 }])
  expect(priceOf(ten)).toBe(90)
  expect(priceOf(withProducts(ten, [{ offer, quantity: 40 }]))).toBe(80)
  for (const [quantity, price] of [
    [1, 100],
    [9, 100],
    [49, 90],
    [50, 80],
    [null, 100],
  ] as const)
    expect(priceOf(withLine(ten, 'edge', { quantity }))).toBe(price)
  const typed = withLine(ten, 'edge', { price: 70 })
  expect(priceOf(withLine(typed, 'edge', { quantity: 50 }))).toBe(70)
  const again = withLine(withLine(ten, 'edge', { quantity: null }), 'edge', { quantity: 50 })
  expect(priceOf(again)).toBe(80)
})
