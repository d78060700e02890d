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

test('a short sum is cut to thousands in English, and is the whole figure without cents in Italian', () => {
  const short = (language: string) => formatMoney(49_215.4, 'EUR', language, { compact: true }).replace(/\s/g, ' ')
  expect([short('en'), short('it')]).toEqual(['€49.2K', '49.215 €'])
})
