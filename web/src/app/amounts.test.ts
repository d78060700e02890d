import { minorUnitsOf } from '@trellis/contract/currencies'
import { describe, expect, it } from 'vitest'
import { amountOf, tenThousandths } from '../ui/money.ts'
import { amountOfLine, lineAmount, totalOf } from './amounts.ts'

describe('amounts of an order', () => {
  it('rounds each line half up to the minor unit of its currency', () => {
    expect(lineAmount(1, 0.125, 2)).toBe(13n)
    expect(lineAmount(1, 0.1249, 2)).toBe(12n)
    expect(lineAmount(3, 3.3335, 2)).toBe(1000n)
    expect(lineAmount(1, 0.5, 0)).toBe(1n)
    expect(lineAmount(1, 0.0005, 3)).toBe(1n)
    expect(lineAmount(7, 0.0001, 4)).toBe(7n)
  })

  it('computes with decimal prices exactly, without binary fractions', () => {
    expect(tenThousandths(1.005)).toBe(10_050n)
    expect(amountOfLine({ quantity: 1, price: 1.005 }, 'EUR')).toBe(1.01)
    expect(amountOfLine({ quantity: 3, price: 1.1 }, 'EUR')).toBe(3.3)
    expect(tenThousandths(99_999_999_999.9999)).toBe(999_999_999_999_999n)
  })

  it('adds rounded lines without accumulating errors', () => {
    const lines = Array.from({ length: 1000 }, () => ({ quantity: 1, price: 0.1 }))
    expect(totalOf(lines, 'EUR')).toBe(100)
    expect(
      totalOf(
        [
          { quantity: 1, price: 0.005 },
          { quantity: 1, price: 0.005 },
        ],
        'EUR',
      ),
    ).toBe(0.02)
  })

  it('is exact for amounts with more digits than a double has', () => {
    const minor = lineAmount(1_000_000, 99_999_999.9999, 2)
    expect(minor).toBe(9_999_999_999_990_000n)
    expect(amountOf(minor, 2)).toBe(99_999_999_999_900)
  })

  it('leaves incomplete lines out', () => {
    expect(amountOfLine({ quantity: null, price: 5 }, 'EUR')).toBeNull()
    expect(
      totalOf(
        [
          { quantity: null, price: 5 },
          { quantity: 2, price: 5 },
        ],
        'EUR',
      ),
    ).toBe(10)
  })

  it('knows the number of decimals of each currency', () => {
    expect(minorUnitsOf('EUR')).toBe(2)
    expect(minorUnitsOf('JPY')).toBe(0)
    expect(minorUnitsOf('KWD')).toBe(3)
    expect(minorUnitsOf('nonsense')).toBe(2)
    expect(minorUnitsOf(null)).toBe(2)
  })
})
