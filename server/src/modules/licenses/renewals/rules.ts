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

/** What a license has been given: its first durations and those of each renewal, in their sequence. */
export interface GivenTerm {
  license: Duration
  maintenance: Duration
  /** Null for what it was made with. */
  renewal: { at: Date; expiresBefore: Date | null; maintenanceBefore: Date | null } | null
}

export interface Given {
  startsAt: Date | null
  terms: readonly GivenTerm[]
}

/** An instant, and the durations after which something ends. */
export interface Count {
  from: Date
  durations: readonly Duration[]
}

const isNothing = ({ years, months, days }: Duration) => years + months + days === 0

/**
 * What an end is counted from (rules K20): the first start, or the last renewal that came after an end, and all durations
 * since then. An end that they do not explain is itself where the next term is counted from. Null: there is no end.
 */
export function countOf(end: Date | null, { startsAt, terms }: Given, kind: 'license' | 'maintenance'): Count | null {
  if (end === null || startsAt === null) return null
  const before = kind === 'license' ? ('expiresBefore' as const) : ('maintenanceBefore' as const)
  const endingAt = (at: Date, count: Count): Count =>
    expiryOf(count.from, count.durations)?.getTime() === at.getTime() ? count : { from: at, durations: [] }
  let count: Count = { from: startsAt, durations: terms.filter(({ renewal }) => !renewal).map((term) => term[kind]) }
  for (const { [kind]: duration, renewal } of terms) {
    if (!renewal || isNothing(duration)) continue
    const ended = renewal[before]
    count = ended === null || ended < renewal.at ? { from: renewal.at, durations: [] } : endingAt(ended, count)
    count = { ...count, durations: [...count.durations, duration] }
  }
  return endingAt(end, count)
}

/**
 * The end after one more duration, at the last instant of the day (rules K20): counted on from what it is counted from, so
 * that an end in a short month shortens no later term; after the end, from now. A duration of zero changes nothing.
 */
export function extended(end: Date | null, count: Count | null, duration: Duration, now: Date): Date | null {
  if (isPerpetual(duration)) return null
  if (isNothing(duration)) return end
  if (end === null || end < now || count === null) return expiryOf(now, [duration])
  return expiryOf(count.from, [...count.durations, duration])
}

/** The ends of a license after a renewal by a product with these durations. What is perpetual stays so. */
export function endsAfter(
  ends: Ends & { given: Given },
  grant: { license: Duration; maintenance: Duration },
  now: Date,
): Ends {
  const { licenseIsPerpetual, maintenanceIsPerpetual, expiresAt, maintenanceExpiresAt, given } = ends
  const after = (kind: 'license' | 'maintenance', end: Date | null) =>
    extended(end, countOf(end, given, kind), grant[kind], now)
  return {
    expiresAt: licenseIsPerpetual ? null : after('license', expiresAt),
    maintenanceExpiresAt: maintenanceIsPerpetual ? null : after('maintenance', maintenanceExpiresAt),
    licenseIsPerpetual: licenseIsPerpetual || isPerpetual(grant.license),
    maintenanceIsPerpetual: maintenanceIsPerpetual || isPerpetual(grant.maintenance),
  }
}

export interface RenewedFacts extends Ends {
  given: Given
  isStarted: boolean
  isTrial: boolean
  /** Its product is an upgrade right, or it takes the seats of a base key. */
  isUpgradeRight: boolean
}

/** Why a key cannot be renewed whatever the stock is, or null (rules K18). `seen` is the end that the caller saw. */
export function whyNotRenew(
  license: Omit<RenewedFacts, 'given'>,
  seen: Date | null,
): (typeof renewalReasons)[number] | null {
  if (license.isTrial) return 'trial'
  if (license.isUpgradeRight) return 'upgrade_right'
  if (!license.isStarted) return 'not_started'
  const due = dueOf(license)
  if (due === null) return 'perpetual'
  return due.getTime() === seen?.getTime() ? null : 'changed'
}
