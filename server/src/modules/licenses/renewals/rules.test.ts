import type { Duration } from '@trellis/contract/durations'
import { expect, test } from 'vitest'
import { dice } from '../../../testing/dice.ts'
import { often } from '../../../testing/full.ts'
import { expiryOf } from '../rules.ts'
import { countOf, dueOf, endsAfter, extended, type GivenTerm, whyNotRenew } from './rules.ts'

/* The rules alone: each is also enforced over HTTP (`renewals.test.ts`). */

const lasting = (years: number, months = 0, days = 0): Duration => ({ years, months, days, perpetual: false })
const forEver: Duration = { ...lasting(255), perpetual: true }
const now = new Date('2026-05-20T10:00:00.000Z')
const end = new Date('2026-08-31T23:59:59.999Z')
const past = new Date('2026-01-31T23:59:59.999Z')
const given = { startsAt: new Date('2025-08-31T00:00:00.000Z'), terms: [] }
const ends = { expiresAt: end, maintenanceExpiresAt: past, licenseIsPerpetual: false, maintenanceIsPerpetual: false }

test('the license ends, or the maintenance of a perpetual one (rules K18)', () => {
  expect(dueOf(ends)).toBe(end)
  expect(dueOf({ ...ends, expiresAt: null, licenseIsPerpetual: true })).toBe(past)
})

const startsAt = new Date('2026-01-31T09:00:00.000Z')
const made = (license: Duration, maintenance = license): GivenTerm => ({ license, maintenance, renewal: null })
const renewed = (license: Duration, at: string, expiresBefore: string, maintenance = lasting(0)): GivenTerm => ({
  ...{ license, maintenance },
  renewal: { at: new Date(at), expiresBefore: new Date(expiresBefore), maintenanceBefore: null },
})

test('a renewal adds to what the end is counted from, or counts from now when the end has passed (rules K20)', () => {
  const count = { from: startsAt, durations: [lasting(0, 1)] }
  const february = expiryOf(count.from, count.durations) as Date
  expect(february.toISOString()).toBe('2026-02-28T23:59:59.999Z')
  const at = (instant: string) => extended(february, count, lasting(0, 1), new Date(instant))?.toISOString()
  expect(at('2026-02-28T23:59:59.999Z')).toBe('2026-03-31T23:59:59.999Z')
  expect(at('2026-03-01T00:00:00.000Z')).toBe('2026-04-01T23:59:59.999Z')
  expect(extended(null, null, lasting(0, 1), now)?.toISOString()).toBe('2026-06-20T23:59:59.999Z')
  expect(extended(past, count, lasting(0, 0, 1), now)?.toISOString()).toBe('2026-05-21T23:59:59.999Z')
  expect(extended(past, count, lasting(0), now)).toBe(past)
  expect(extended(february, count, forEver, now)).toBeNull()
})

test('an end is counted from the first start, or from the last renewal that came after an end (rules K20)', () => {
  const of = (instant: string, ...terms: GivenTerm[]) =>
    countOf(new Date(instant), { startsAt, terms: [made(lasting(0, 1)), ...terms] }, 'license')
  expect(of('2026-02-28T23:59:59.999Z')).toEqual({ from: startsAt, durations: [lasting(0, 1)] })
  const inTime = renewed(lasting(0, 1), '2026-02-10T00:00:00.000Z', '2026-02-28T23:59:59.999Z')
  expect(of('2026-03-31T23:59:59.999Z', inTime)).toEqual({ from: startsAt, durations: [lasting(0, 1), lasting(0, 1)] })
  const late = renewed(lasting(0, 1), '2026-05-30T08:00:00.000Z', '2026-03-31T23:59:59.999Z')
  expect(of('2026-06-30T23:59:59.999Z', inTime, late)).toEqual({
    from: new Date('2026-05-30T08:00:00.000Z'),
    durations: [lasting(0, 1)],
  })
  // What prolongs nothing begins no count, however late it comes.
  const nothing = renewed(lasting(0), '2026-07-30T08:00:00.000Z', '2026-06-30T23:59:59.999Z')
  expect(of('2026-06-30T23:59:59.999Z', inTime, late, nothing)?.from.toISOString()).toBe('2026-05-30T08:00:00.000Z')
  // An end of another origin is where the count goes on.
  expect(of('2026-09-09T23:59:59.999Z')).toEqual({ from: new Date('2026-09-09T23:59:59.999Z'), durations: [] })
  expect(countOf(null, { startsAt, terms: [] }, 'license')).toBeNull()
  expect(countOf(end, { startsAt: null, terms: [] }, 'license')).toBeNull()
})

test('whatever the terms and the days of the renewals are, a key ends whole terms after its start or its last lapse', () => {
  for (let seed = 1; seed <= often(1000, 20_000); seed++) {
    const { below, one, chance } = dice(seed)
    const monthly = lasting(0, one([1, 1, 3, 12]), chance(0.2) ? below(40) : 0)
    const start = new Date(Date.UTC(2023 + below(4), below(12), 25 + below(7), below(24)))
    const terms: GivenTerm[] = [made(monthly)]
    let oracle = { from: start, n: 1 }
    let [at, present] = [start, expiryOf(start, [monthly]) as Date]
    for (let renewal = 0; renewal < 6; renewal++) {
      at = new Date(Math.max(at.getTime(), present.getTime() - 40 * 86_400_000) + below(60) * 86_400_000)
      const before = present
      present = endsAfter(
        { ...ends, expiresAt: before, given: { startsAt: start, terms } },
        { license: monthly, maintenance: lasting(0) },
        at,
      ).expiresAt as Date
      oracle = before < at ? { from: at, n: 1 } : { ...oracle, n: oracle.n + 1 }
      terms.push(renewed(monthly, at.toISOString(), before.toISOString()))
      const [year, month] = [oracle.from.getUTCFullYear(), oracle.from.getUTCMonth() + oracle.n * monthly.months]
      const day = Math.min(oracle.from.getUTCDate(), new Date(Date.UTC(year, month + 1, 0)).getUTCDate())
      const expected = new Date(Date.UTC(year, month, day + oracle.n * monthly.days, 23, 59, 59, 999))
      expect(present.toISOString(), `seed ${seed}, renewal ${renewal}`).toBe(expected.toISOString())
    }
  }
})

test('what is perpetual stays so, and a perpetual product makes it so', () => {
  const grant = { license: lasting(1), maintenance: lasting(1) }
  expect(endsAfter({ ...ends, given, expiresAt: null, licenseIsPerpetual: true }, grant, now)).toMatchObject({
    expiresAt: null,
    licenseIsPerpetual: true,
    maintenanceIsPerpetual: false,
  })
  expect(
    endsAfter({ ...ends, given, maintenanceExpiresAt: null, maintenanceIsPerpetual: true }, grant, now),
  ).toMatchObject({
    maintenanceExpiresAt: null,
    licenseIsPerpetual: false,
    maintenanceIsPerpetual: true,
  })
  expect(endsAfter({ ...ends, given }, { license: forEver, maintenance: forEver }, now)).toEqual({
    expiresAt: null,
    maintenanceExpiresAt: null,
    licenseIsPerpetual: true,
    maintenanceIsPerpetual: true,
  })
})

test('a key that has started and ends is renewed, if its end is the one that was seen (rules K18)', () => {
  const license = { ...ends, isStarted: true, isTrial: false, isUpgradeRight: false }
  expect(whyNotRenew(license, new Date(end))).toBeNull()
  expect(whyNotRenew(license, past)).toBe('changed')
  expect(whyNotRenew(license, null)).toBe('changed')
  expect(whyNotRenew({ ...license, isTrial: true }, end)).toBe('trial')
  expect(whyNotRenew({ ...license, isUpgradeRight: true }, end)).toBe('upgrade_right')
  expect(whyNotRenew({ ...license, isStarted: false }, end)).toBe('not_started')
  expect(whyNotRenew({ ...license, expiresAt: null, maintenanceExpiresAt: null }, null)).toBe('perpetual')
})
