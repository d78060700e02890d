import { expect, test } from 'vitest'
import { arePieces, isPrice, partOf, stops } from './orderParts.ts'

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

test('of a line, whole pieces up to all of it can be decided on, at a price with four decimals at most', () => {
  const pieces = [0, 1, 5, 6, -1, 1.5, null]
  expect(pieces.filter((each) => arePieces({ qt: 5 }, each))).toEqual([0, 1, 5])
  expect([0, 1.0001, 1.00001, -1, null].filter(isPrice)).toEqual([0, 1.0001])
})
