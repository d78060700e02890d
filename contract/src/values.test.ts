import { expect, test } from 'vitest'
import * as z from 'zod'
import { DateOrInstant, Id, NumberId, requiredText, text } from './values.ts'

test('an id is the same id in capital and small letters', () => {
  expect(z.parse(Id, '01A1FE90-C099-7625-84B7-06E56B942CB8')).toBe('01a1fe90-c099-7625-84b7-06e56b942cb8')
})

test.each([2_147_483_648, -2_147_483_649, 9_007_199_254_740_991, 1.5, '1'])('%s numbers nothing', (number) => {
  expect(z.safeParse(NumberId, number).success).toBe(false)
})

test.each(['\u0000', 'a\u001bb', '\ud800', 'a\udc00b'])('%j is no text that can be kept', (given) => {
  expect(z.safeParse(text(), given).error?.issues[0]?.message).toBe('control_characters')
  expect(z.safeParse(requiredText(), given).error?.issues[0]?.message).toBe('control_characters')
})

test.each(['\u{1f600}', 'e\u0301', '\u202eabc', 'a\tb\nc'])('%j is', (given) => {
  expect(z.parse(text(), given)).toBe(given)
})

test.each([
  '0000/01/01',
  '0000-01-01T00:00:00Z',
  '2026/02/30',
  '2026/13/01',
  '2026-01-01T00:00:00+16:00',
  '2026-01-01T00:00:00-23:59',
])('%s is no date', (date) => {
  expect(z.safeParse(DateOrInstant, date).success).toBe(false)
})

test.each([
  '0001/01/01',
  '9999/12/31',
  '2024/02/29',
  '2026-01-01T00:00:00+14:00',
  '2026-01-01T00:00:00-12:00',
  '2026-01-01T00:00:00Z',
])('%s is a date', (date) => {
  expect(z.parse(DateOrInstant, date)).toBe(date)
})
