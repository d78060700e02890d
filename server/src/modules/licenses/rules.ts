import type { Code } from '@trellis/contract/codes'
import { type Duration, isPerpetual } from '@trellis/contract/durations'
import { holds } from '@trellis/contract/permissions'
import type { Actor } from '../../platform/tenancy.ts'

/** How long a lease serves before the device has to ask again. Never beyond the license itself. */
export const leaseDays = 7

export type ActivationRule = 'firstnextmonth' | 'activation'

/** When a license activated now begins: at once, or on the first day of the next month. In UTC (rules K4). */
export const beginningOf = (activatedAt: Date, rule: ActivationRule): Date =>
  rule === 'activation'
    ? activatedAt
    : new Date(Date.UTC(activatedAt.getUTCFullYear(), activatedAt.getUTCMonth() + 1, 1))

/**
 * The last instant of the day that lies the sum of the durations after the beginning; null when one is perpetual.
 * Years and months together move along the calendar and stop at the end of a shorter month, then the days are counted.
 */
export function expiryOf(beginning: Date, durations: readonly Duration[]): Date | null {
  if (durations.some(isPerpetual)) return null
  const sum = (unit: 'years' | 'months' | 'days') => durations.reduce((total, duration) => total + duration[unit], 0)
  const year = beginning.getUTCFullYear()
  const month = beginning.getUTCMonth() + sum('years') * 12 + sum('months')
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const day = Math.min(beginning.getUTCDate(), lastOfMonth) + sum('days')
  return new Date(Date.UTC(year, month, day, 23, 59, 59, 999))
}

export interface Grant {
  license: Duration
  maintenance: Duration
}

export interface Terms {
  startsAt: Date
  /** Last instants; null: does not expire. */
  expiresAt: Date | null
  maintenanceExpiresAt: Date | null
}

/**
 * What a license is good for once it is activated. An upgrade right has a beginning and no end: wherever it is shown it
 * is "not expired" with no date (rules K6), so none is kept.
 */
export function termsOf(
  activatedAt: Date,
  rule: ActivationRule,
  grants: readonly Grant[],
  isUpgradeRight: boolean,
): Terms {
  const startsAt = beginningOf(activatedAt, rule)
  if (isUpgradeRight) return { startsAt, expiresAt: null, maintenanceExpiresAt: null }
  return {
    startsAt,
    expiresAt: expiryOf(
      startsAt,
      grants.map((grant) => grant.license),
    ),
    maintenanceExpiresAt: expiryOf(
      startsAt,
      grants.map((grant) => grant.maintenance),
    ),
  }
}

/** Is the installed version above the highest one covered? Number by number, where a missing number is 0. */
export function isAbove(installed: string | null | undefined, maximum: string | null): boolean {
  if (!installed || !maximum) return false
  const [a, b] = [numbersOf(installed), numbersOf(maximum)]
  for (let place = 0; place < Math.max(a.length, b.length); place++) {
    const difference = (a[place] ?? 0) - (b[place] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}

/** Of `v10.2.0-rc1` the numbers 10, 2 and 0: what follows the dotted numbers does not count. */
const numbersOf = (version: string): number[] =>
  (/\d+(\.\d+)*/.exec(version)?.[0] ?? '0').split('.').map((digits) => Number(digits))

export interface LeasedLicense {
  exported: boolean
  expiresAt: Date | null
  isUpgradeRight: boolean
  maximumVersion: string | null
}

export interface HeldSeat {
  suspended: boolean
}

/** May this license serve a device now? `seat` is the one that the device holds already, if it does. */
export function whyNotLease(
  license: LeasedLicense,
  seat: HeldSeat | undefined,
  installedVersion: string | null | undefined,
  now: Date,
): Code | null {
  if (license.exported || seat?.suspended) return 'DV423'
  if (!license.isUpgradeRight && license.expiresAt !== null && license.expiresAt <= now) return 'DV410'
  if (isAbove(installedVersion, license.maximumVersion)) return 'DV426'
  return null
}

/** Until when a lease given now serves. */
export function leaseEnd(now: Date, expiresAt: Date | null): Date {
  const end = new Date(now.getTime() + leaseDays * 86_400_000)
  return expiresAt !== null && expiresAt < end ? expiresAt : end
}

/** May the reader change the note of a license that lies in their own sub-tree? */
export const whyNotUpdate = (actor: Actor): Code | null => (holds(actor.permissions, 'Licenses', 'u') ? null : 'RQ403')
