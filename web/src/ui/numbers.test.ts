import { expect, test } from 'vitest'
import { faultOfNumber } from './numberBounds.ts'
import { parseNumber, roundTo } from './numbers.ts'

test.each([
  ['1234.5', 1234.5],
  ['1,234.5', 1234.5],
  ['1,234,567', 1234567],
  ['1 234', 1234],
  ['-7', -7],
  ['2,5', 2.5],
  ['.5', 0.5],
  ['', null],
  ['-', null],
  ['12a', null],
  ['1.2.3', null],
  ['1,2,3', null],
  ['1e5', null],
])('in English %s is %s', (text, value) => expect(parseNumber(text, 'en')).toBe(value))

test.each([
  ['1234,5', 1234.5],
  ['1.234,5', 1234.5],
  ['1.234', 1234],
  ['2.5', 2.5],
  ['1.234.567,89', 1234567.89],
  ['1,234.5', null],
  ['1\u00a0234,5', 1234.5],
])('in Italian %s is %s', (text, value) => expect(parseNumber(text, 'it')).toBe(value))

test('halves are rounded away from zero', () => {
  expect([roundTo(2.5, 0), roundTo(-2.5, 0), roundTo(1.005, 2), roundTo(1.23456, 4), roundTo(-0.4, 0)]).toEqual([
    3, -3, 1.01, 1.2346, 0,
  ])
})

test.each([
  [0, { minimum: 1 }, 'atLeast'],
  [-0.5, {}, 'atLeast'],
  [1001, { maximum: 1000 }, 'atMost'],
  [2.5, {}, 'integer'],
  [2.005, { decimals: 2 }, 'decimals'],
  [1, { minimum: 1, maximum: 1 }, undefined],
  [2.0005, { decimals: 4 }, undefined],
  [-3, { minimum: -3 }, undefined],
] as const)('%s within %o is said to be: %s', (value, bounds, key) =>
  expect(faultOfNumber(value, bounds)?.key).toBe(key),
)
