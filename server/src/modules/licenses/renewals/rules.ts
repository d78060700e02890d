import { type Duration, isPerpetual } from '@trellis/contract/durations'
import type { renewalReasons } from '@trellis/contract/renewals'
import { expiryOf } from '../rules.ts'

/** The ends of a license. Null: perpetual, or not started. */
export interface Ends {
  expiresAt: Date | null
  maintenanceExpiresAt: Date | null
  licenseIsPerpetual: boolean
  maintenanceIsPerpetual: boolean
}

/** What ends: the license, or the maintenance of a perpetual one (rules K18). */
export const dueOf = ({ expiresAt, maintenanceExpiresAt }: Ends): Date | null => expiresAt ?? maintenanceExpiresAt

/**
 * The end after one more duration: from the later of now and the present end, to the last instant of the day (rules K20).
 * A duration of zero changes nothing.
 */
export function extended(end: Date | null, duration: Duration, now: Date): Date | null {
  if (isPerpetual(duration)) return null
  if (duration.years + duration.months + duration.days === 0) return end
  return expiryOf(end === null || end < now ? now : end, [duration])
}

/** The ends of a license after a renewal by a product with these durations. What is perpetual stays so. */
export function endsAfter(ends: Ends, grant: { license: Duration; maintenance: Duration }, now: Date): Ends {
  const { licenseIsPerpetual, maintenanceIsPerpetual } = ends
  return {
    expiresAt: licenseIsPerpetual ? null : extended(ends.expiresAt, grant.license, now),
    maintenanceExpiresAt: maintenanceIsPerpetual ? null : extended(ends.maintenanceExpiresAt, grant.maintenance, now),
    licenseIsPerpetual: licenseIsPerpetual || isPerpetual(grant.license),
    maintenanceIsPerpetual: maintenanceIsPerpetual || isPerpetual(grant.maintenance),
  }
}

export interface RenewedFacts extends Ends {
  isStarted: boolean
  isTrial: boolean
  isUpgradeRight: boolean
}

/** Why a key cannot be renewed whatever the stock is, or null (rules K18). `seen` is the end that the caller saw. */
export function whyNotRenew(license: RenewedFacts, seen: Date | null): (typeof renewalReasons)[number] | null {
  if (license.isTrial) return 'trial'
  if (license.isUpgradeRight) return 'upgrade_right'
  if (!license.isStarted) return 'not_started'
  const due = dueOf(license)
  if (due === null) return 'perpetual'
  return due.getTime() === seen?.getTime() ? null : 'changed'
}
