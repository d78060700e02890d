import { expect, test } from 'vitest'
import { formatBytes, formatCalendarDay, formatDayAndTime, formatMoney } from './format.ts'

test('money is formatted in the notation of the language', () => {
  expect(formatMoney(1234.5, 'EUR', 'en')).toBe('€1,234.50')
  expect(formatMoney(1234.5, 'EUR', 'it')).toBe('1.234,50\u00a0€')
  expect(formatMoney(0.12345, 'EUR', 'en', { precise: true })).toBe('€0.1235')
  expect(formatMoney(10, 'not a code', 'en')).toBe('10.00 not a code')
  expect(formatMoney(10, null, 'en')).toBe('10.00')
  // The decimals that amounts are rounded to, also where people seldom write them.
  expect(formatMoney(1234.5, 'HUF', 'en')).toBe('HUF\u00a01,234.50')
  expect(formatMoney(1234.5, 'IQD', 'en')).toBe('IQD\u00a01,234.500')
  expect(formatMoney(1234, 'JPY', 'en')).toBe('¥1,234')
})

test('a time is shown in the user’s time zone, and an unknown time zone causes no error', () => {
  const instant = new Date('2026-11-21T23:30:00Z')
  expect(formatDayAndTime(instant, { language: 'it', timeZone: 'Europe/Rome' })).toContain('22 nov 2026')
  expect(formatDayAndTime(instant, { language: 'it', timeZone: 'Nowhere/Land' })).toContain('21 nov 2026')
  expect(formatCalendarDay('2026-11-21', 'en')).toBe('Nov 21, 2026')
})

test('byte sizes use steps of 1024', () => {
  expect([0, 1023, 1024, 1536000].map((bytes) => formatBytes(bytes, 'en'))).toEqual([
    '0 Bytes',
    '1,023 Bytes',
    '1 KB',
    '1.5 MB',
  ])
  expect([0, 1536000].map((bytes) => formatBytes(bytes, 'it'))).toEqual(['0 byte', '1,5 MB'])
})

test('an amount in short is written as the reader’s language does', () => {
  const short = (amount: number, language: string) => formatMoney(amount, 'EUR', language, { compact: true })
  expect(short(49_200, 'it')).toBe('49,2\u00a0mila\u00a0€')
  expect(short(1_249_200, 'it')).toBe('1,2\u00a0Mln\u00a0€')
  expect(short(49_200, 'en')).toBe('€49.2K')
  expect(short(920, 'it')).toBe('920\u00a0€')
})
