import type { LicenseRow } from '@trellis/contract/lean-rows'
import type { License } from '@trellis/contract/licenses'
import type { Tone } from '../../ui/StatusTag.tsx'

/** The state of a license or of its maintenance, from its dates (rules K13). */
export type Expiry = 'perpetual' | 'notActivated' | 'notExpired' | 'expired'

export const expiryTones: Record<Expiry, Tone> = {
  perpetual: 'success',
  notActivated: 'neutral',
  notExpired: 'success',
  expired: 'error',
}

/**
 * An upgrade right always shows "not expired", because it lives as long as its base key; perpetual never expires; before
 * activation there are no dates.
 */
function expiryOf(license: LicenseRow, isPerpetual: boolean, date: string | null, now: number): Expiry {
  if (license.product.islicenseUpgradeRight) return 'notExpired'
  if (isPerpetual) return 'perpetual'
  if (date === null) return license.activationDate === null ? 'notActivated' : 'notExpired'
  return Date.parse(date) <= now ? 'expired' : 'notExpired'
}

export const licenseExpiry = (license: LicenseRow, now: number): Expiry =>
  expiryOf(license, license.licenseIsPerpetual, license.expirationDate, now)

export const maintenanceExpiry = (license: LicenseRow, now: number): Expiry =>
  expiryOf(license, license.maintenanceIsPerpetual, license.maintenanceExpirationDate, now)

/** The date to show with the state; none for an upgrade right. */
export const shownDate = (license: LicenseRow, date: string | null): string | null =>
  license.product.islicenseUpgradeRight ? null : date

/** The state of the key that an upgrade key upgrades. */
export function baseExpiry({ expirationDate }: NonNullable<License['upgradeOf']>, now: number): Expiry {
  return expirationDate !== null && Date.parse(expirationDate) <= now ? 'expired' : 'notExpired'
}
