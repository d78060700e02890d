import { expect, test } from 'vitest'
import { addDays, dayIn, isDay, parseDay, patternOf, writeDay } from './days.ts'

test('a day is read in the order of the language, or year first', () => {
  expect(parseDay('31/12/2026', 'it')).toBe('2026-12-31')
  expect(parseDay('31.12.26', 'it')).toBe('2026-12-31')
  expect(parseDay('12/31/2026', 'en')).toBe('2026-12-31')
  expect(parseDay('2026/12/31', 'en')).toBe('2026-12-31')
})

test('a day that does not exist is rejected', () => {
  for (const text of ['31/2/2026', '2026-13-01', 'tomorrow', '1/2', '1/1/999']) expect(parseDay(text, 'it')).toBeNull()
})

test('a day is written in the format it is read in', () => {
  expect([writeDay('2026-03-09', 'it'), writeDay('2026-03-09', 'en')]).toEqual(['09/03/2026', '03/09/2026'])
  expect(patternOf('it', { day: 'G', month: 'M', year: 'A' })).toBe('GG/MM/AAAA')
})

test('British and ISO days are read as they are written', () => {
  expect([writeDay('2026-03-09', 'en-GB'), parseDay('09/03/2026', 'en-GB')]).toEqual(['09/03/2026', '2026-03-09'])
  expect([writeDay('2026-03-09', 'en-x-iso'), parseDay('26-3-9', 'en-x-iso')]).toEqual(['2026-03-09', '2026-03-09'])
  expect(patternOf('it-x-iso', { day: 'G', month: 'M', year: 'A' })).toBe('AAAA-MM-GG')
})

test('the current day depends on the time zone', () => {
  const instant = new Date('2026-11-21T23:30:00Z')
  expect([dayIn('UTC', instant), dayIn('Europe/Rome', instant)]).toEqual(['2026-11-21', '2026-11-22'])
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
})

test('the current day does not depend on how a browser writes the days of a language', () => {
  // WebKitGTK 2.50 with the ICU of Debian 12 writes days of Canadian English as 11/21/2026, others as 2026-11-21.
  const prototype = Intl.DateTimeFormat.prototype
  const own = Object.getOwnPropertyDescriptor(prototype, 'format') as PropertyDescriptor
  Object.defineProperty(prototype, 'format', { ...own, get: () => () => '11/21/2026' })
  try {
    expect(dayIn('UTC', new Date('2026-11-21T23:30:00Z'))).toBe('2026-11-21')
  } finally {
    Object.defineProperty(prototype, 'format', own)
  }
})

test('only a day that exists is one', () => {
  for (const day of ['2024-02-29', '2026-12-31']) expect(isDay(day), day).toBe(true)
  for (const text of [
    '2026-02-29',
    '2026-02-31',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    '2026-01-01T00:00Z',
    '',
    undefined,
  ]) {
    expect(isDay(text), String(text)).toBe(false)
  }
})
