import { describe, expect, it } from 'vitest'
import { percentBelow, tenThousandths } from '../../ui/money.ts'
import { breakFaultOf, discounted, faultOf, fromWire, noPrice, toWire, withDiscount, withPrice } from './discount.ts'

const euro = { msrp: 349, units: 2 }
const percent = (discount: number) => ({ price: null, kind: 'percentage' as const, discount })
const amount = (discount: number) => ({ price: null, kind: 'amount' as const, discount })

/** A seeded random generator (mulberry32), so that every run uses the same numbers. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below)
  }
}

describe('discounts', () => {
  it('take a percentage off the MSRP, rounded half up to the minor unit', () => {
    expect(discounted(100, percent(10), 2)).toBe(90)
    expect(discounted(1.01, percent(50), 2)).toBe(0.51)
    expect(discounted(1.15, percent(10), 2)).toBe(1.04)
    expect(discounted(8.05, percent(10), 2)).toBe(7.25)
    expect(discounted(1001, percent(12.5), 0)).toBe(876)
    expect(discounted(0.005, percent(0), 2)).toBe(0.01)
    expect(discounted(33.335, percent(0), 3)).toBe(33.335)
    expect(discounted(99, percent(100), 2)).toBe(0)
  })

  it('take an amount off the MSRP, at most all of it', () => {
    expect(discounted(0.3, amount(0.1), 2)).toBe(0.2)
    expect(discounted(349, amount(349), 2)).toBe(0)
    expect(discounted(349, amount(349.01), 2)).toBeNull()
    expect(discounted(99_999_999_999.99, amount(0.01), 2)).toBe(99_999_999_999.98)
  })

  it('are invalid above 100 %, below zero or with a fifth decimal', () => {
    expect(discounted(100, percent(100.0001), 2)).toBeNull()
    expect(discounted(100, percent(-1), 2)).toBeNull()
    expect(discounted(100, percent(1.00001), 2)).toBeNull()
  })

  it('are exact for any MSRP, discount and currency', () => {
    const next = numbers(20_26)
    for (let round = 0; round < 4000; round++) {
      const msrp = (next(2_000_000_000) * 50 + next(50)) / 10_000
      const units = next(4)
      const off = next(1_000_001)
      const price = discounted(msrp, percent(off / 10_000), units)
      const step = 10n ** BigInt(4 - units)
      // Twice the distance to the exact price is at most one step, and a half is rounded up.
      const exact = tenThousandths(msrp) * (1_000_000n - BigInt(off))
      const distance = 2n * (tenThousandths(price ?? -1) * 1_000_000n - exact)
      expect(distance > -step * 1_000_000n && distance <= step * 1_000_000n, `${msrp} less ${off} at ${units}`).toBe(
        true,
      )
      expect((price ?? -1) >= 0 && Number((price ?? -1).toFixed(units)) === price).toBe(true)
    }
  })

  it('lower the price more when the discount is larger', () => {
    const next = numbers(7)
    for (let round = 0; round < 1000; round++) {
      const msrp = next(10_000_000) / 100
      const [less = 0, more = 0] = [next(1_000_001), next(1_000_001)].sort((a, b) => a - b)
      expect(discounted(msrp, percent(more / 10_000), 2)).toBeLessThanOrEqual(
        discounted(msrp, percent(less / 10_000), 2) ?? -1,
      )
    }
  })
})

describe('the price of a product', () => {
  it('follows a typed discount, and is fixed once it is typed itself', () => {
    const draft = withDiscount(10, 'percentage', euro)
    expect(draft).toEqual({ price: 314.1, kind: 'percentage', discount: 10 })
    expect(withPrice(300, draft)).toEqual({ price: 300, kind: 'percentage', discount: null })
    expect(toWire(draft)).toEqual({
      customPrice: 314.1,
      customPriceDiscountType: 'percentage',
      customPriceDiscountAmount: 10,
      quantityBreaks: [],
    })
    expect(fromWire(toWire(draft))).toEqual(draft)
    expect(toWire(withPrice(300, draft)).customPriceDiscountType).toBeNull()
  })

  it('shows the difference to the MSRP in tenths of a percent', () => {
    expect(percentBelow(349, 300)).toBe(14)
    expect(percentBelow(100, 112.55)).toBe(-12.6)
    expect(percentBelow(3, 2)).toBe(33.3)
    expect(percentBelow(0, 2)).toBeNull()
  })

  it('reports what is wrong with it', () => {
    expect(faultOf(noPrice, euro)).toBe('required')
    expect(faultOf(withPrice(0, noPrice), euro)).toBeNull()
    expect(faultOf(withPrice(-0.01, noPrice), euro)).toBe('negative')
    expect(faultOf(withPrice(0.00001, noPrice), euro)).toBe('decimals')
    expect(faultOf(withPrice(1e15, noPrice), euro)).toBe('tooBig')
    expect(faultOf(withPrice(99_999_999_999.9999, noPrice), euro)).toBeNull()
    expect(faultOf(withDiscount(101, 'percentage', euro), euro)).toBe('overWhole')
    // A discount of 100 % is valid, as a percentage and as an amount.
    expect(faultOf(withDiscount(100, 'percentage', euro), euro)).toBeNull()
    expect(faultOf(withDiscount(100.0001, 'percentage', euro), euro)).toBe('overWhole')
    expect(faultOf(withDiscount(349, 'amount', euro), euro)).toBeNull()
    expect(faultOf(withDiscount(349.0001, 'amount', euro), euro)).toBe('overMsrp')
    expect(faultOf(withDiscount(5, 'percentage', { ...euro, msrp: null }), { ...euro, msrp: null })).toBe('noMsrp')
  })

  it('names the first break that does not rise in pieces and fall in price (rules R21)', () => {
    const draft = (...breaks: [from: number | null, price: number | null][]) => ({
      ...withPrice(50, noPrice),
      breaks: breaks.map(([from, price]) => ({ from, price })),
    })
    const fault = (index: number, field: string, why: string) => ({ index, field, fault: why })
    expect(breakFaultOf(draft())).toBeNull()
    expect(breakFaultOf(draft([10, 45], [50, 0]))).toBeNull()
    expect(breakFaultOf(draft([null, 45]))).toEqual(fault(0, 'from', 'from'))
    expect(breakFaultOf(draft([2.5, 45]))).toEqual(fault(0, 'from', 'from'))
    expect(breakFaultOf(draft([1, 45]))).toEqual(fault(0, 'from', 'rising'))
    expect(breakFaultOf(draft([10, 45], [10, 40]))).toEqual(fault(1, 'from', 'rising'))
    expect(breakFaultOf(draft([10, null]))).toEqual(fault(0, 'price', 'lower'))
    expect(breakFaultOf(draft([10, 50]))).toEqual(fault(0, 'price', 'lower'))
    expect(breakFaultOf(draft([10, 45], [50, 45]))).toEqual(fault(1, 'price', 'lower'))
    expect(breakFaultOf(draft([10, 1.00001]))).toEqual(fault(0, 'price', 'decimals'))
    expect(faultOf(draft([10, 50]), euro)).toBe('breaks')
    const written = draft([10, 45])
    expect(fromWire(toWire(written))).toEqual(written)
  })
})
