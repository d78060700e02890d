import { expect, test } from 'vitest'
import { partOf, stops } from './orderParts.ts'

const line = (orderItemId: string, productId: string, qt: number, price: number) => ({
  orderItemId,
  productId,
  qt,
  price,
})
const order = {
  currencyCode: 'EUR',
  items: [line('a', 'box', 100, 1.5), line('b', 'edge', 3, 10), line('c', 'box', 5, 2)],
} as unknown as Parameters<typeof partOf>[0]

test('what is there of a product goes to its lines in their sequence, and other products are there in full', () => {
  expect(partOf(order, new Map([['box', 102]]))).toEqual({
    items: [
      { orderItemId: 'a', quantity: 100 },
      { orderItemId: 'b', quantity: 3 },
      { orderItemId: 'c', quantity: 2 },
    ],
    there: 105,
    asked: 108,
    total: 184,
  })
})

test('there is no part where nothing or everything is there', () => {
  expect(
    partOf(
      order,
      new Map([
        ['box', 0],
        ['edge', -2],
      ]),
    ),
  ).toBeNull()
  expect(partOf(order, new Map([['box', 105]]))).toBeNull()
  expect(partOf(order, new Map())).toBeNull()
})

test('a limit stops what goes over it, to the cent, and anything overdue stops everything', () => {
  const owed = { limit: 100.3, open: 100.2, overdue: 0, currencyCode: 'EUR' }
  expect([stops(owed, 0.1), stops(owed, 0.11)]).toEqual([false, true])
  expect(stops({ ...owed, limit: null }, 1e9)).toBe(false)
  expect(stops({ ...owed, limit: null, overdue: 0.01 }, 0)).toBe(true)
})
