import { expect, test } from 'vitest'
import { instantOf, startOfDay, wallClockOf } from './wallClock.ts'

test('an instant is shown in local time of the zone, and converted back', () => {
  expect(wallClockOf('2026-07-01T10:30:00.000Z', 'Europe/Rome')).toEqual({ day: '2026-07-01', time: '12:30' })
  expect(wallClockOf('2026-01-01T03:15:00.000Z', 'America/New_York')).toEqual({ day: '2025-12-31', time: '22:15' })
  for (const timeZone of ['Europe/Rome', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland', 'UTC']) {
    for (const instant of ['2026-03-29T00:30:00.000Z', '2026-07-01T10:30:00.000Z', '2026-12-31T23:59:00.000Z']) {
      const clock = wallClockOf(instant, timeZone)
      expect(clock && instantOf(clock, timeZone), timeZone).toBe(instant)
    }
  }
})

test('a local time skipped by the change to summer time maps to one an hour beside it, and invalid input to null', () => {
  expect(instantOf({ day: '2026-03-29', time: '02:30' }, 'Europe/Rome')).toMatch(/^2026-03-29T0[01]:30/)
  expect(instantOf({ day: '2026-13-01', time: '00:00' }, 'UTC')).toBeNull()
  expect(wallClockOf('soon', 'UTC')).toBeNull()
})

test('a day begins at midnight of the zone, also on the days of both changes of the clock', () => {
  expect(startOfDay('2027-03-28', 'Europe/Rome')).toBe('2027-03-27T23:00:00.000Z')
  expect(startOfDay('2027-10-31', 'Europe/Rome')).toBe('2027-10-30T22:00:00.000Z')
  expect(startOfDay('2027-03-01', 'America/New_York')).toBe('2027-03-01T05:00:00.000Z')
})
