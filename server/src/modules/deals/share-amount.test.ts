import { expect, test } from 'vitest'
import { shareAmount, totalOf } from './share-amount.ts'

/** A generator of numbers that repeats itself from the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

test('whatever the lines, the shared prices sum up to exactly the approved amount and keep every piece (rules J14)', {
  tags: ['long'],
}, () => {
  for (let seed = 1; seed <= 3000; seed++) {
    const random = randomFrom(seed)
    const upTo = (most: number) => 1 + Math.floor(random() * most)
    const minorUnits = [0, 2, 2, 2, 3][upTo(5) - 1] ?? 2
    const lines = Array.from({ length: upTo(8) }, (_, n) => ({
      productId: `p${n}`,
      quantity: upTo([1, 10, 1000, 1_000_000][upTo(4) - 1] ?? 1),
      price: Math.round(random() * 10 ** upTo(7)) / 10_000,
    }))
    const total = totalOf(lines, minorUnits)
    if (total === 0) continue
    const least = 10 ** -minorUnits
    // Every third amount is as little below the total as it can be.
    const wanted = seed % 3 === 0 ? total - least : total * random()
    const amount = Number(Math.max(least, wanted).toFixed(minorUnits))
    const priced = shareAmount(lines, amount, minorUnits).flat()
    const what = `seed ${seed}`
    expect(totalOf(priced, minorUnits), what).toBe(amount)
    for (const { productId, quantity } of lines)
      expect(
        priced.filter((line) => line.productId === productId).reduce((sum, line) => sum + line.quantity, 0),
        what,
      ).toBe(quantity)
    // Nothing costs more with the approved amount than without it.
    shareAmount(lines, amount, minorUnits).forEach((shares, index) => {
      expect(shares.length, what).toBeLessThanOrEqual(2)
      expect(totalOf(shares, minorUnits), what).toBeLessThanOrEqual(totalOf(lines.slice(index, index + 1), minorUnits))
    })
    for (const { price, quantity } of priced) {
      expect(price, what).toBeGreaterThanOrEqual(0)
      expect(Number(price.toFixed(4)), what).toBe(price)
      expect(quantity, what).toBeGreaterThan(0)
    }
  }
})

test('each line bears its part of the discount, and the largest the rest', () => {
  const lines = [
    { productId: 'large', quantity: 1, price: 200 },
    { productId: 'small', quantity: 3, price: 33.33 },
  ]
  expect(shareAmount(lines, 200, 2)).toEqual([
    [{ productId: 'large', quantity: 1, price: 133.34 }],
    [{ productId: 'small', quantity: 3, price: 22.22 }],
  ])
})

test('the rest goes to the next largest line where the largest would cost more than without the bid', () => {
  const lines = [
    { productId: 'large', quantity: 1, price: 100 },
    ...['b', 'c', 'd'].map((productId) => ({ productId, quantity: 1, price: 33.33 })),
  ]
  expect(shareAmount(lines, 199.98, 2).map((shares) => totalOf(shares, 2))).toEqual([100, 33.33, 33.33, 33.32])
  const many = [
    { productId: 'many', quantity: 1_000_000, price: 0.015 },
    { productId: 'large', quantity: 400, price: 40 },
  ]
  expect(shareAmount(many, 30_950, 2).map((shares) => totalOf(shares, 2))).toEqual([14_950, 16_000])
})

test('one piece becomes a line of its own where the amount of many pieces cannot be exact', () => {
  const priced = shareAmount([{ productId: 'many', quantity: 1000, price: 1 }], 100.01, 2)
  expect(priced).toEqual([
    [
      { productId: 'many', quantity: 999, price: 0.1 },
      { productId: 'many', quantity: 1, price: 0.11 },
    ],
  ])
})
