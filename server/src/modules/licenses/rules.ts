import type { Code } from '@trellis/contract/codes'
import type { SelfReleaseRefusal } from '@trellis/contract/devices'
import { type Duration, isPerpetual, leaseDays } from '@trellis/contract/durations'
import type { LicenseExportError } from '@trellis/contract/license-changes'
import type { SelfReleases } from '@trellis/contract/licenses'
import { hasPermission } from '@trellis/contract/permissions'
import type { Actor } from '../../platform/tenancy.ts'

export type ActivationRule = 'firstnextmonth' | 'activation'

/** The start of a license activated now: at once, or on the first day of the next month, in UTC (rules K4). */
export const beginningOf = (activatedAt: Date, rule: ActivationRule): Date =>
  rule === 'activation'
    ? activatedAt
    : new Date(Date.UTC(activatedAt.getUTCFullYear(), activatedAt.getUTCMonth() + 1, 1))

/**
 * The last instant of the day reached by adding the durations to the start; null when one of them is perpetual. Years and
 * months are added first, in calendar months and limited to the end of a shorter month; then the days are added.
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
  /** Last valid instants; null: does not expire. */
  expiresAt: Date | null
  maintenanceExpiresAt: Date | null
}

/**
 * The dates of a license at its activation. A key that upgrades another has a start but no ends of its own: it lives as long
 * as its base key (rules K6).
 */
export function termsOf(
  activatedAt: Date,
  rule: ActivationRule | null,
  grants: readonly Grant[],
  isUpgrade: boolean,
): Terms {
  const startsAt = beginningOf(activatedAt, rule ?? 'activation')
  if (isUpgrade) return { startsAt, expiresAt: null, maintenanceExpiresAt: null }
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

/**
 * Whether the installed version is above the highest covered one. Compared number by number; a missing number counts as
 * 0.
 */
export function isAbove(installed: string | null | undefined, maximum: string | null): boolean {
  if (!installed || !maximum) return false
  const [a, b] = [numbersOf(installed), numbersOf(maximum)]
  for (let part = 0; part < Math.max(a.length, b.length); part++) {
    const difference = (a[part] ?? 0) - (b[part] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}

/** The numbers of a version: of `v10.2.0-rc1` these are 10, 2 and 0. A suffix after the dotted numbers is ignored. */
const numbersOf = (version: string): number[] =>
  (/\d+(\.\d+)*/.exec(version)?.[0] ?? '0').split('.').map((digits) => Number(digits))

export interface LeasedLicense {
  exported: boolean
  /** The end that holds: that of the base key, for an upgrade key. */
  expiresAt: Date | null
  maximumVersion: string | null
}

export interface HeldSeat {
  suspended: boolean
}

/** The code that refuses a lease now, or null. `seat` is the one that the device already holds, if any. */
export function whyNotLease(
  license: LeasedLicense,
  seat: HeldSeat | undefined,
  installedVersion: string | null | undefined,
  now: Date,
): Code | null {
  if (license.exported || seat?.suspended) return 'DV423'
  if (license.expiresAt !== null && license.expiresAt <= now) return 'DV410'
  if (isAbove(installedVersion, license.maximumVersion)) return 'DV426'
  return null
}

/** The end of a lease granted now. */
export function leaseEnd(now: Date, expiresAt: Date | null): Date {
  const end = new Date(now.getTime() + leaseDays * 86_400_000)
  return expiresAt !== null && expiresAt < end ? expiresAt : end
}

/** Why the users of a key may not free this seat by themselves, or null (rules K31). */
export function whyNotSelfRelease(seat: HeldSeat, { allowed, left }: SelfReleases): SelfReleaseRefusal | null {
  if (allowed === 0) return 'not_allowed'
  if (seat.suspended) return 'suspended'
  return left === 0 ? 'none_left' : null
}

export interface ExportFacts {
  isOwners: boolean
  /** The environment to which it was exported before. */
  environmentId: string | null
  /** What forbids its first export. */
  fault: LicenseExportError['reason'] | null
}

/** Why the license cannot be exported to the environment of the account, or null (rules K15). */
export function whyNotExport(license: ExportFacts, environmentId: string): LicenseExportError['reason'] | null {
  if (!license.isOwners) return 'other_owner'
  if (license.environmentId !== null) return license.environmentId === environmentId ? null : 'exported_elsewhere'
  return license.fault
}

type Who = Pick<Actor, 'permissions'>

const needs = (actor: Who, module: 'Licenses' | 'LicensesRMA', flag: 'c' | 'u' | 'd'): Code | null =>
  hasPermission(actor.permissions, module, flag) ? null : 'RQ403'

/** The codes that refuse actions on a license in the actor's own sub-tree, or null. */
export const whyNot = {
  /** Changing the note. */
  update: (actor: Who) => needs(actor, 'Licenses', 'u'),
  renew: (actor: Who) => needs(actor, 'Licenses', 'c'),
  export: (actor: Who) => needs(actor, 'Licenses', 'u'),
  /** Clearing, suspending and resuming seats. */
  seats: (actor: Who) => needs(actor, 'LicensesRMA', 'u'),
  deleteSeats: (actor: Who) => needs(actor, 'LicensesRMA', 'd'),
}
