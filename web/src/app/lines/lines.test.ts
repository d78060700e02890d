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
  expect(withProducts(lines, [{ offer: product('edge', 90), quantity: 2 }])).toEqual([{ ...edge, quantity: 7 }])
  expect(withProducts(lines, [{ offer: core, quantity: 1 }])).toHaveLength(2)
})

test('a quantity of zero adds nothing', () => {
  expect(withProducts(lines, [{ offer: core, quantity: 0 }])).toEqual(lines)
})

test('a line is changed and removed by its product', () => {
  expect(withLine(lines, 'edge', { quantity: null })).toEqual([{ ...edge, quantity: null }])
  expect(withLine(lines, 'core', { quantity: null })).toEqual(lines)
  expect(withoutProduct(lines, 'edge')).toEqual([])
})
