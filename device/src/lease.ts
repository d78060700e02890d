import { type LeaseClaims, readLeaseClaims } from './claims.ts'
import { normalizeKey } from './serial-keys.ts'
import { type JsonWebKeys, openSigned, type SignatureFault } from './signature.ts'
import { isAbove } from './versions.ts'

/** The header `typ` of a lease. */
export const leaseType = 'trellis-lease+jwt'

/** Tolerated difference between two clocks, in milliseconds. */
export const tolerance = 10 * 60_000

export interface LeaseCheck {
  /** The id of the device; a lease is valid for one device only. */
  deviceUuid: string
  /** The license key as the customer typed it; without it, a lease of this device for any key is accepted. */
  serialKey?: string | undefined
  /** The current time; the device's clock by default. */
  now?: Date | undefined
  /** The latest time that this device has seen. A clock that is more than ten minutes behind it was set back. */
  newestTime?: Date | undefined
  /**
   * The highest `number` of all leases that this device has seen. An older lease is refused, so that a saved copy cannot
   * be restored.
   */
  newestNumber?: number | undefined
  /** The version of the running program; refused when the license does not cover it. */
  installedVersion?: string | undefined
  /**
   * Days for which the program may go on after the end of the lease, if it cannot reach the portal; 0 by default. They
   * never outlast the license.
   */
  graceDays?: number | undefined
}

/**
 * Why a lease is not valid, besides the faults of its signature: of another device or key, older than one already seen,
 * the clock was set back, the license expired, the version is not covered, or only the lease ended (call `heartbeat`).
 */
export type LeaseFault =
  | SignatureFault
  | 'other_device'
  | 'other_key'
  | 'older'
  | 'clock_set_back'
  | 'expired'
  | 'version_not_covered'
  | 'lease_over'

export type LeaseVerdict =
  | {
      valid: true
      claims: LeaseClaims
      /** The lease ended and `graceDays` last: the program should tell its user that it needs a connection. */
      inGrace: boolean
    }
  | {
      valid: false
      reason: LeaseFault
      /** Present when the lease is genuine. */
      claims?: LeaseClaims
    }

/** Decides offline, with the portal's public keys, whether the device may run with this lease now. */
export async function verifyLease(lease: string, keys: JsonWebKeys, check: LeaseCheck): Promise<LeaseVerdict> {
  const signed = await openSigned(lease, keys, leaseType)
  if (!signed.genuine) return { valid: false, reason: signed.reason }
  const claims = readLeaseClaims(signed.payload)
  if (claims === null) return { valid: false, reason: 'malformed' }
  const { now = new Date(), graceDays = 0 } = check
  const reason = whyNot(claims, check, now.getTime())
  if (reason !== null) return { valid: false, reason, claims }
  const over = now.getTime() - Date.parse(claims.leaseExpirationDate)
  if (over < 0) return { valid: true, claims, inGrace: false }
  if (over < graceDays * 86_400_000) return { valid: true, claims, inGrace: true }
  return { valid: false, reason: 'lease_over', claims }
}

/** What forbids the lease, apart from its own end. */
function whyNot(claims: LeaseClaims, check: LeaseCheck, now: number): LeaseFault | null {
  if (claims.deviceUuid !== check.deviceUuid) return 'other_device'
  if (check.serialKey !== undefined && normalizeKey(claims.serialKey) !== normalizeKey(check.serialKey))
    return 'other_key'
  if (claims.number < (check.newestNumber ?? 0)) return 'older'
  if (isSetBack(now, claims.issuedAt, check.newestTime)) return 'clock_set_back'
  if (claims.expirationDate !== null && Date.parse(claims.expirationDate) <= now) return 'expired'
  if (isAbove(check.installedVersion, claims.licenseMaxVersion)) return 'version_not_covered'
  return null
}

/** Whether the clock is more than the tolerance behind the issue of a document, or behind a time that was seen before. */
export function isSetBack(now: number, issuedAt: string, newestTime: Date | undefined): boolean {
  return Math.max(Date.parse(issuedAt), newestTime?.getTime() ?? 0) > now + tolerance
}
