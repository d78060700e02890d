import { expect, test } from 'vitest'
import { formatDayAndTime, formatNumber } from '../ui/format.ts'
import { formatsFor, formatTag } from './formatTag.ts'

test('dates follow the first tag of the browser in the language of the portal', () => {
  expect(formatTag('en', 'own', ['it-IT', 'en-IE', 'en-US'])).toBe('en-IE')
  expect(formatTag('it', 'own', ['en-GB', 'it-CH'])).toBe('it-CH')
  expect(formatTag('it', 'own', ['en-GB', 'en'])).toBe('it')
})

test('British is a choice of English, ISO of both languages', () => {
  expect([formatsFor('en'), formatsFor('it')]).toEqual([
    ['own', 'british', 'iso'],
    ['own', 'iso'],
  ])
  expect(formatTag('en', 'british', ['en-US'])).toBe('en-GB')
  // The choice stays when the language changes.
  expect(formatTag('it', 'british', ['en-US'])).toBe('it')
})

test('one instant is written as each choice says, and numbers as in the language', () => {
  const instant = new Date('2026-11-21T23:30:00Z')
  const written = (tag: string) => formatDayAndTime(instant, { language: tag, timeZone: 'Europe/Rome' })
  expect(written(formatTag('en', 'own', ['en-US']))).toMatch(/^Nov 22, 2026, 12:30\sAM$/)
  expect(written(formatTag('en', 'british', []))).toBe('22 Nov 2026, 00:30')
  expect(written(formatTag('en', 'iso', []))).toBe('2026-11-22 00:30')
  expect(written(formatTag('it', 'iso', []))).toBe('2026-11-22 00:30')
  expect([formatNumber(1234.5, formatTag('en', 'iso', [])), formatNumber(1234.5, formatTag('it', 'iso', []))]).toEqual([
    '1,234.5',
    '1.234,5',
  ])
})
