import { LeaseClaims, leaseType } from '@trellis/contract/leases'
import { normalize } from '@trellis/contract/serial-keys'
import { type JsonWebKeys, openSigned, type SignatureFault } from './signature.ts'

/** Clocks of devices run a little ahead or behind. */
const toleratedMinutes = 10

export interface LeaseCheck {
  /** The device that asks; a lease serves no other. */
  deviceUuid: string
  /** The key that the software was installed with, as it was typed; left out, any key's lease of this device will do. */
  serialKey?: string
  /** Default: the device's clock. */
  now?: Date
  /** The highest `number` of a lease that this device has seen: an older lease put back is refused. */
  newestNumber?: number
}

export type LeaseVerdict =
  | { valid: true; claims: LeaseClaims }
  | {
      valid: false
      /** Beyond the faults of the document itself: it is for another device or key, older than one seen before, from the future (the clock was set back), the license is over, or only the lease is and the device has to ask again. */
      reason: SignatureFault | 'other_device' | 'other_key' | 'older' | 'clock_set_back' | 'expired' | 'lease_over'
    }

/** May the device run on this lease now? Decided offline, with the installation's public keys. */
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
