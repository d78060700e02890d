import { expect, test } from 'vitest'
import { ProblemError } from '../../app/problem.ts'
import { pricesOf, revocationOf, shortageOf } from './refusals.ts'

const short = { productId: 'p1', productName: 'Edge', sku: 'E', quantity: 5, available: 2, missing: 3 }
const refused = (code: 'OC527' | 'OC528' | 'OC529', info?: unknown) =>
  new ProblemError({ code, status: 409, message: code, info })

test('what is short is read off the refusal that says so, and off no other', () => {
  expect(shortageOf(refused('OC527', { items: [short] }), 'OC527')).toEqual([short])
  expect(shortageOf(refused('OC528', { items: [short] }), 'OC527')).toBeNull()
  expect(shortageOf(new Error('OC527'), 'OC527')).toBeNull()
  expect(shortageOf(refused('OC527'), 'OC527')).toEqual([])
})

test('prices that changed are read by product, a price of zero too', () => {
  const items = [
    { productId: 'p1', price: 12.5 },
    { productId: 'p2', price: 0 },
  ]
  expect([...pricesOf(refused('OC529', { items }))]).toEqual([
    ['p1', 12.5],
    ['p2', 0],
  ])
  expect(pricesOf(refused('OC527', { items })).size).toBe(0)
  expect(pricesOf(refused('OC529')).size).toBe(0)
})

test('what keeps an order from being revoked is four lists, empty where the server says nothing', () => {
  expect(revocationOf(refused('OC528', { licenses: [{ serialKey: 'K' }] }))).toEqual({
    items: [],
    orders: [],
    licenses: [{ serialKey: 'K' }],
    returnable: [],
  })
  expect(revocationOf(refused('OC528'))).toEqual({ items: [], orders: [], licenses: [], returnable: [] })
  expect(revocationOf(refused('OC527', { items: [short] }))).toBeNull()
})
