import type { Duration } from '@trellis/contract/durations'
import { expect, test } from 'vitest'
import { dueOf, endsAfter, extended, whyNotRenew } from './rules.ts'

/* The rules alone: each is also enforced over HTTP (`renewals.test.ts`). */

const lasting = (years: number, months = 0, days = 0): Duration => ({ years, months, days, perpetual: false })
const forEver: Duration = { ...lasting(255), perpetual: true }
const now = new Date('2026-05-20T10:00:00.000Z')
const end = new Date('2026-08-31T23:59:59.999Z')
const past = new Date('2026-01-31T23:59:59.999Z')
const ends = { expiresAt: end, maintenanceExpiresAt: past, licenseIsPerpetual: false, maintenanceIsPerpetual: false }

test('the license ends, or the maintenance of a perpetual one (rules K18)', () => {
  expect(dueOf(ends)).toBe(end)
  expect(dueOf({ ...ends, expiresAt: null, licenseIsPerpetual: true })).toBe(past)
})

test('a renewal extends from the end, or from now when it has passed (rules K20)', () => {
  expect(extended(end, lasting(1), now)?.toISOString()).toBe('2027-08-31T23:59:59.999Z')
  expect(extended(past, lasting(1), now)?.toISOString()).toBe('2027-05-20T23:59:59.999Z')
  expect(extended(null, lasting(0, 1), now)?.toISOString()).toBe('2026-06-20T23:59:59.999Z')
  expect(extended(past, lasting(0, 0, 1), now)?.toISOString()).toBe('2026-05-21T23:59:59.999Z')
  expect(extended(past, lasting(0), now)).toBe(past)
  expect(extended(end, forEver, now)).toBeNull()
})

test('what is perpetual stays so, and a perpetual product makes it so', () => {
  const grant = { license: lasting(1), maintenance: lasting(1) }
  expect(endsAfter({ ...ends, expiresAt: null, licenseIsPerpetual: true }, grant, now)).toMatchObject({
    expiresAt: null,
    licenseIsPerpetual: true,
    maintenanceIsPerpetual: false,
  })
  expect(endsAfter({ ...ends, maintenanceExpiresAt: null, maintenanceIsPerpetual: true }, grant, now)).toMatchObject({
    maintenanceExpiresAt: null,
    licenseIsPerpetual: false,
    maintenanceIsPerpetual: true,
  })
  expect(endsAfter(ends, { license: forEver, maintenance: forEver }, now)).toEqual({
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
