import { expect, test } from 'vitest'
import * as z from 'zod'
import {
  keyText,
  Money,
  maximumMoney,
  maximumQuantity,
  perpetualYears,
  Quantity,
  requiredText,
  text,
} from './values.ts'

const isAccepted = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).success

test('money is zero or more, with at most four decimals and up to the largest amount', () => {
  expect([0, 0.0001, 1.115, maximumMoney].filter((amount) => !isAccepted(Money, amount))).toEqual([])
  expect([-0, -1, 0.00001, maximumMoney + 1].filter((amount) => isAccepted(Money, amount))).toEqual([])
})

test('a quantity is whole, from one to a million', () => {
  expect([1, 2, maximumQuantity].filter((quantity) => !isAccepted(Quantity, quantity))).toEqual([])
  expect([0, -1, 1.5, maximumQuantity + 1].filter((quantity) => isAccepted(Quantity, quantity))).toEqual([])
})

test('texts have at most 255 characters; one that is required is not blank, and a key is trimmed (rules G10)', () => {
  for (const schema of [text(), requiredText(), keyText()]) {
    expect(isAccepted(schema, 'x'.repeat(255))).toBe(true)
    expect(isAccepted(schema, 'x'.repeat(256))).toBe(false)
    expect(isAccepted(schema, 'x')).toBe(true)
  }
  expect(isAccepted(requiredText(), '  ')).toBe(false)
  expect(isAccepted(keyText(), '  ')).toBe(false)
  expect(z.parse(keyText(), ' SKU-1 ')).toBe('SKU-1')
})

test('255 years mean perpetual (rules C4)', () => {
  expect(perpetualYears).toBe(255)
})
