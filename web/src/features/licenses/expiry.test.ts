import type { License } from '@trellis/contract/licenses'
import { expect, test } from 'vitest'
import { licenseExpiry, maintenanceExpiry, shownDate } from './expiry.ts'

const now = Date.parse('2026-06-01T12:00:00.000Z')
const license = (of: Partial<License>, isUpgradeRight = false): License =>
  ({
    activationDate: null,
    licenseIsPerpetual: false,
    maintenanceIsPerpetual: false,
    expirationDate: null,
    maintenanceExpirationDate: null,
    ...of,
    product: { islicenseUpgradeRight: isUpgradeRight },
  }) as License

test('a perpetual license never expires, whatever its dates', () => {
  expect(licenseExpiry(license({ licenseIsPerpetual: true, expirationDate: '2020-01-01T00:00:00.000Z' }), now)).toBe(
    'perpetual',
  )
})

test('a license is valid before its expiry and expired from that instant', () => {
  expect(licenseExpiry(license({ expirationDate: '2026-06-01T12:00:00.001Z' }), now)).toBe('notExpired')
  expect(licenseExpiry(license({ expirationDate: '2026-06-01T12:00:00.000Z' }), now)).toBe('expired')
})

test('a license that was not activated has no expiry', () => {
  expect(licenseExpiry(license({}), now)).toBe('notActivated')
  expect(maintenanceExpiry(license({}), now)).toBe('notActivated')
})

test('an activated license without an end date does not expire', () => {
  expect(licenseExpiry(license({ activationDate: '2026-01-01T00:00:00.000Z' }), now)).toBe('notExpired')
})

test('an upgrade right shows not expired and no date', () => {
  const right = license({ expirationDate: '2020-01-01T00:00:00.000Z' }, true)
  expect(licenseExpiry(right, now)).toBe('notExpired')
  expect(shownDate(right, right.expirationDate)).toBeNull()
})
