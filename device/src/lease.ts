import { LeaseClaims, leaseType } from '@trellis/contract/leases'
import { normalize } from '@trellis/contract/serial-keys'
import { type JsonWebKeys, openSigned, type SignatureFault } from './signature.ts'

/** Tolerated clock difference between device and portal. */
const toleratedMinutes = 10

export interface LeaseCheck {
  /** The id of the device; a lease is valid for one device only. */
  deviceUuid: string
  /** The license key as the customer typed it; without it, a lease of this device for any key is accepted. */
  serialKey?: string
  /** The current time; the device's clock by default. */
  now?: Date
  /**
   * The highest `number` of all leases that this device has seen. An older lease is refused, so that a saved
   * copy cannot be restored.
   */
  newestNumber?: number
}

export type LeaseVerdict =
  | { valid: true; claims: LeaseClaims }
  | {
      valid: false
      /**
       * Why the lease is not valid, in addition to signature faults: other device or key, older than one already
       * seen, in the future (the clock was set back), license expired, or only the lease expired (call
       * `heartbeat`).
       */
      reason: SignatureFault | 'other_device' | 'other_key' | 'older' | 'clock_set_back' | 'expired' | 'lease_over'
    }

/** Decides offline, with the portal's public keys, whether the device may run with this lease now. */
export async function verifyLease(lease: string, keys: JsonWebKeys, check: LeaseCheck): Promise<LeaseVerdict> {
  const signed = await openSigned(lease, keys, leaseType)
  if (!signed.genuine) return { valid: false, reason: signed.reason }
  const parsed = LeaseClaims.safeParse(signed.payload)
  if (!parsed.success) return { valid: false, reason: 'malformed' }
  const reason = whyNot(parsed.data, check)
  return reason === null ? { valid: true, claims: parsed.data } : { valid: false, reason }
}

function whyNot(claims: LeaseClaims, { deviceUuid, serialKey, now = new Date(), newestNumber = 0 }: LeaseCheck) {
  const at = now.getTime()
  if (claims.deviceUuid !== deviceUuid) return 'other_device'
  if (serialKey !== undefined && normalize(claims.serialKey) !== normalize(serialKey)) return 'other_key'
  if (claims.number < newestNumber) return 'older'
  if (Date.parse(claims.issuedAt) > at + toleratedMinutes * 60_000) return 'clock_set_back'
  if (claims.expirationDate !== null && Date.parse(claims.expirationDate) <= at) return 'expired'
  if (Date.parse(claims.leaseExpirationDate) <= at) return 'lease_over'
  return null
}
