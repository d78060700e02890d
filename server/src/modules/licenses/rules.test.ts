import type { Duration } from '@trellis/contract/durations'
import { expect, test } from 'vitest'
import { dice } from '../../testing/dice.ts'
import { beginningOf, expiryOf, isAbove, leaseEnd, termsOf, whyNot, whyNotExport, whyNotLease } from './rules.ts'

const lasting = (years: number, months = 0, days = 0, perpetual = false): Duration => ({
  years,
  months,
  days,
  perpetual,
})
const expiry = (beginning: string, ...durations: Duration[]) => expiryOf(new Date(beginning), durations)?.toISOString()

test.each([
  ['2026-01-15T09:30:00.000Z', [lasting(1)], '2027-01-15T23:59:59.999Z'],
  ['2024-02-29T12:00:00.000Z', [lasting(1)], '2025-02-28T23:59:59.999Z'],
  ['2024-02-29T12:00:00.000Z', [lasting(4)], '2028-02-29T23:59:59.999Z'],
  ['2026-01-31T00:00:00.000Z', [lasting(0, 1)], '2026-02-28T23:59:59.999Z'],
  ['2024-01-31T00:00:00.000Z', [lasting(0, 1)], '2024-02-29T23:59:59.999Z'],
  ['2026-01-31T00:00:00.000Z', [lasting(0, 1), lasting(0, 1)], '2026-03-31T23:59:59.999Z'],
  ['2026-01-31T00:00:00.000Z', [lasting(0, 1, 1)], '2026-03-01T23:59:59.999Z'],
  ['2026-12-31T23:59:59.999Z', [lasting(0, 0, 30)], '2027-01-30T23:59:59.999Z'],
  ['2026-05-20T10:00:00.000Z', [lasting(1), lasting(0, 13), lasting(0, 0, 10)], '2028-06-30T23:59:59.999Z'],
  ['2026-05-20T10:00:00.000Z', [lasting(0)], '2026-05-20T23:59:59.999Z'],
  ['2026-05-20T10:00:00.000Z', [lasting(1), lasting(0, 0, 0, true)], undefined],
  ['2026-05-20T10:00:00.000Z', [lasting(255)], undefined],
])('from %s with %j a license is good to %s', (beginning, durations, last) => {
  expect(expiry(beginning, ...durations)).toBe(last)
})

test('every duration ends at the last instant of a day in the correct month, never beyond the end of a short month', () => {
  const { below: next } = dice(20260101)
  for (let round = 0; round < 5000; round++) {
    const beginning = new Date(
      Date.UTC(1996 + next(60), next(12), 1 + next(31), next(24), next(60), next(60), next(1000)),
    )
    const durations = Array.from({ length: 1 + next(4) }, () => lasting(next(12), next(30)))
    const end = expiryOf(beginning, durations) as Date
    expect(end.toISOString()).toMatch(/T23:59:59\.999Z$/)
    const months = durations.reduce((total, { years, months }) => total + years * 12 + months, 0)
    const monthOf = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth()
    expect(monthOf(end)).toBe(monthOf(beginning) + months)
    const isLastDay = new Date(end.getTime() + 1).getUTCDate() === 1
    expect(
      end.getUTCDate() === beginning.getUTCDate() || (isLastDay && end.getUTCDate() < beginning.getUTCDate()),
    ).toBe(true)
  }
})

test('days are added one by one, and the order of the details does not matter', () => {
  const { below: next } = dice(7)
  for (let round = 0; round < 5000; round++) {
    const beginning = new Date(Date.UTC(2020 + next(20), next(12), 1 + next(31)))
    const durations = Array.from({ length: 1 + next(5) }, () => lasting(next(6), next(24), next(400)))
    const end = expiryOf(beginning, durations) as Date
    expect(expiryOf(beginning, durations.toReversed())?.getTime()).toBe(end.getTime())
    const days = durations.reduce((total, duration) => total + duration.days, 0)
    const withoutDays = expiryOf(
      beginning,
      durations.map((duration) => ({ ...duration, days: 0 })),
    ) as Date
    expect(end.getTime() - withoutDays.getTime()).toBe(days * 86_400_000)
    const longer = expiryOf(beginning, [...durations, lasting(0, 0, 1)]) as Date
    expect(longer.getTime() - end.getTime()).toBe(86_400_000)
  }
})

test('the time zone of the server and its changes to daylight saving time change no date', () => {
  const zone = process.env.TZ
  const termsIn = (name: string) => {
    process.env.TZ = name
    const { below: next } = dice(11)
    return Array.from({ length: 400 }, () => {
      // Around the changes of March and October, at every hour, and around midnight of other days.
      const month = [2, 9, next(12)][next(3)] as number
      const activated = new Date(Date.UTC(2020 + next(12), month, 20 + next(12), next(24), next(60)))
      const grants = [{ license: lasting(next(3), next(14), next(40)), maintenance: lasting(next(3), next(14)) }]
      return JSON.stringify(termsOf(activated, next(2) ? 'activation' : 'firstnextmonth', grants, false))
    })
  }
  try {
    const utc = termsIn('UTC')
    expect(new Date('2026-07-01T00:00:00.000Z').getTimezoneOffset()).toBe(0)
    for (const name of [
      'Europe/Rome',
      'America/New_York',
      'Pacific/Kiritimati',
      'Pacific/Pago_Pago',
      'Australia/Lord_Howe',
    ])
      expect(termsIn(name), name).toEqual(utc)
    expect(new Date('2026-07-01T00:00:00.000Z').getTimezoneOffset()).not.toBe(0)
  } finally {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  }
})

test('for every start in a cycle of leap years, a year is as long as the calendar says, and 29 February ends on the 28th', () => {
  for (let day = Date.UTC(2023, 11, 30); day <= Date.UTC(2028, 2, 2); day += 86_400_000) {
    const start = new Date(day)
    const isLeapDay = start.toISOString().slice(5, 10) === '02-29'
    const expected = `${start.getUTCFullYear() + 1}-${isLeapDay ? '02-28' : start.toISOString().slice(5, 10)}T23:59:59.999Z`
    expect(expiry(start.toISOString(), lasting(1))).toBe(expected)
    expect(expiry(start.toISOString(), lasting(0, 12))).toBe(expected)
    const begins = beginningOf(start, 'firstnextmonth')
    expect([begins.getUTCDate(), begins > start, begins.getTime() - day <= 31 * 86_400_000]).toEqual([1, true, true])
    const terms = termsOf(start, 'firstnextmonth', [{ license: lasting(0, 1), maintenance: lasting(1) }], false)
    expect(terms.maintenanceExpiresAt?.toISOString()).toBe(expiry(begins.toISOString(), lasting(1)))
    expect(terms.maintenanceExpiresAt && terms.expiresAt && terms.maintenanceExpiresAt > terms.expiresAt).toBe(true)
  }
})

test('a license starts at its activation, or on the first day of the next month', () => {
  const at = (instant: string) => beginningOf(new Date(instant), 'firstnextmonth').toISOString()
  expect(beginningOf(new Date('2026-05-20T10:11:12.345Z'), 'activation').toISOString()).toBe('2026-05-20T10:11:12.345Z')
  expect(at('2026-05-01T00:00:00.000Z')).toBe('2026-06-01T00:00:00.000Z')
  expect(at('2026-12-31T23:59:59.999Z')).toBe('2027-01-01T00:00:00.000Z')
  expect(at('2024-01-31T12:00:00.000Z')).toBe('2024-02-01T00:00:00.000Z')
})

test('license and maintenance end independently, and an upgrade right does not end', () => {
  const activated = new Date('2026-05-20T10:00:00.000Z')
  const grants = [
    { license: lasting(255), maintenance: lasting(1) },
    { license: lasting(0), maintenance: lasting(1) },
  ]
  expect(termsOf(activated, 'firstnextmonth', grants, false)).toEqual({
    startsAt: new Date('2026-06-01T00:00:00.000Z'),
    expiresAt: null,
    maintenanceExpiresAt: new Date('2028-06-01T23:59:59.999Z'),
  })
  expect(termsOf(activated, 'activation', grants, true)).toEqual({
    startsAt: activated,
    expiresAt: null,
    maintenanceExpiresAt: null,
  })
})

test.each([
  ['5.2', '5.2', false],
  ['5.10', '5.9', true],
  ['5.9', '5.10', false],
  ['10', '9.9.9', true],
  ['5.2.0', '5.2', false],
  ['5.2.1', '5.2', true],
  ['5', '5.0.0.1', false],
  ['v6.0-beta', '5.9', true],
  ['5.1 build 900', '5.2', false],
  ['', '5.2', false],
  [null, '5.2', false],
  ['99', null, false],
  ['99', '', false],
  ['nonsense', '5.2', false],
])('version %s above %s: %s', (installed, maximum, above) => {
  expect(isAbove(installed, maximum)).toBe(above)
})

test('a device is told why it gets no lease', () => {
  const now = new Date('2026-05-20T10:00:00.000Z')
  const license = { exported: false, expiresAt: null, maximumVersion: '5.2' }
  const seat = { suspended: false }
  expect(whyNotLease(license, undefined, '5.2', now)).toBeNull()
  expect(whyNotLease(license, seat, null, now)).toBeNull()
  expect(whyNotLease({ ...license, exported: true }, seat, '5.2', now)).toBe('DV423')
  expect(whyNotLease(license, { suspended: true }, '5.2', now)).toBe('DV423')
  expect(whyNotLease(license, seat, '5.3', now)).toBe('DV426')
  expect(whyNotLease({ ...license, expiresAt: now }, seat, '5.2', now)).toBe('DV410')
  expect(whyNotLease({ ...license, expiresAt: new Date(now.getTime() + 1) }, seat, '5.2', now)).toBeNull()
})

test('a lease lasts a week, but never longer than the license', () => {
  const now = new Date('2026-05-20T10:00:00.000Z')
  expect(leaseEnd(now, null).toISOString()).toBe('2026-05-27T10:00:00.000Z')
  expect(leaseEnd(now, new Date('2027-05-20T23:59:59.999Z')).toISOString()).toBe('2026-05-27T10:00:00.000Z')
  expect(leaseEnd(now, new Date('2026-05-20T23:59:59.999Z')).toISOString()).toBe('2026-05-20T23:59:59.999Z')
})

test('an owner exports a license once, and again to the same environment only (rules K15)', () => {
  const license = { isOwners: true, environmentId: null, fault: null }
  expect(whyNotExport(license, 'plant')).toBeNull()
  expect(whyNotExport({ ...license, isOwners: false }, 'plant')).toBe('other_owner')
  expect(whyNotExport({ ...license, fault: 'trial' }, 'plant')).toBe('trial')
  expect(whyNotExport({ ...license, environmentId: 'plant', fault: 'trial' }, 'plant')).toBeNull()
  expect(whyNotExport({ ...license, environmentId: 'office' }, 'plant')).toBe('exported_elsewhere')
})

test('each action on a license takes one flag, and seats have a permission of their own', () => {
  const allowed = (module: 'Licenses' | 'LicensesRMA', flags: string) =>
    Object.entries(whyNot)
      .filter(([, why]) => why({ permissions: [{ module, flags }] }) === null)
      .map(([action]) => action)
  expect(allowed('Licenses', 'c-r')).toEqual(['renew'])
  expect(allowed('Licenses', 'r-u')).toEqual(['update', 'export'])
  expect(allowed('Licenses', 'r-d')).toEqual([])
  expect(allowed('LicensesRMA', 'c-r-u')).toEqual(['seats'])
  expect(allowed('LicensesRMA', 'r-d')).toEqual(['deleteSeats'])
})
