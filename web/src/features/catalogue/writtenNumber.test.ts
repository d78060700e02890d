import { expect, test } from 'vitest'
import { writtenNumber } from './writtenNumber.ts'

test('the number of a feature is written with all its digits, however small or large it is', () => {
  expect(writtenNumber(12345.678, 'en')).toBe('12,345.678')
  expect(writtenNumber(12345.678, 'it')).toBe('12.345,678')
  expect(writtenNumber(0, 'en')).toBe('0')
  expect(writtenNumber(0.1 + 0.2, 'en')).toBe('0.30000000000000004')
  expect(writtenNumber(1.5e-11, 'en')).toBe('1.5E-11')
  expect(writtenNumber(-2.25e300, 'it')).toBe('-2,25E300')
})
