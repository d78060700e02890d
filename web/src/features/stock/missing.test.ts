import { expect, test } from 'vitest'
import { missingOf } from './missing.ts'

test('a purchase raises the balance to its threshold, or at least to zero', () => {
  expect(missingOf({ available: 3, threshold: 10 })).toBe(7)
  expect(missingOf({ available: -4, threshold: null })).toBe(4)
  expect(missingOf({ available: -4, threshold: 10 })).toBe(14)
})

test('if nothing is missing, one piece is purchased', () => {
  expect(missingOf({ available: 10, threshold: 10 })).toBe(1)
  expect(missingOf({ available: 5, threshold: null })).toBe(1)
})
