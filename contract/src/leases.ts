import * as z from 'zod/mini'
import { Id, Instant } from './values.ts'

/** The header `typ` of a lease, so that no other signed document passes for one (RFC 8725, 3.11). */
export const leaseType = 'trellis-lease+jwt'

/** What a lease says: a compact JWS (EdDSA) over this, with the signing key's id in its header. */
export const LeaseClaims = z.object({
  tenantCode: z.string(),
  serialKey: z.string(),
  sku: z.string(),
  productName: z.string(),
  seats: z.int(),
  licenseMaxVersion: z.nullable(z.string()),
  /** The last instant that the license is good for; null: it does not expire. */
  expirationDate: z.nullable(Instant),
  maintenanceExpirationDate: z.nullable(Instant),
  deviceUuid: z.string(),
  licenseSeatId: Id,
  /** Until then the device need not ask again. Never beyond the license itself. */
  leaseExpirationDate: Instant,
  issuedAt: Instant,
  /** Rises with every lease of a seat, and from one seat of a device to its next. */
  number: z.int(),
})
export type LeaseClaims = z.output<typeof LeaseClaims>
