import * as z from 'zod/mini'
import { Entitlements } from './entitlements.ts'
import { Id, Instant } from './values.ts'

/** The `typ` header of a lease, so that no other signed document is accepted as one (RFC 8725, 3.11). */
export const leaseType = 'trellis-lease+jwt'

/** The claims of a lease: the payload of a compact JWS (EdDSA) whose header has the id of the signing key. */
export const LeaseClaims = z.object({
  tenantCode: z.string(),
  serialKey: z.string(),
  sku: z.string(),
  productName: z.string(),
  seats: z.int(),
  licenseMaxVersion: z.nullable(z.string()),
  ...Entitlements,
  /** The last instant at which the license is valid; null: it does not expire. */
  expirationDate: z.nullable(Instant),
  maintenanceExpirationDate: z.nullable(Instant),
  deviceUuid: z.string(),
  licenseSeatId: Id,
  /** The device need not renew the lease before this instant, which is never after the license's expiry. */
  leaseExpirationDate: Instant,
  issuedAt: Instant,
  /** Never falls: from lease to lease of a seat, and from one seat of a device to its next. */
  number: z.int(),
})
export type LeaseClaims = z.output<typeof LeaseClaims>
