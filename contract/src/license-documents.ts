import * as z from 'zod/mini'
import { Entitlements } from './entitlements.ts'
import { Id, Instant } from './values.ts'

/** The `typ` header of an exported license, so that no lease is accepted as one (RFC 8725, 3.11). */
export const licenseDocumentType = 'trellis-license+jwt'

/** `format` of a `.lic` file. */
export const licenseFileFormat = 'trellis-license/1'

/**
 * The claims of an exported license: the payload of a compact JWS (EdDSA) whose header has the id of the signing key.
 */
export const LicenseClaims = z.object({
  tenantCode: z.string(),
  onPremiseEnvironmentId: Id,
  customerName: z.string(),
  customerEnvironmentId: z.string(),
  serialKey: z.string(),
  sku: z.string(),
  productName: z.string(),
  seats: z.int(),
  licenseMaxVersion: z.nullable(z.string()),
  ...Entitlements,
  /** The last instant at which the license is valid; null: it does not expire. */
  expirationDate: z.nullable(Instant),
  maintenanceExpirationDate: z.nullable(Instant),
  issuedAt: Instant,
  /** Increases with every document of a license: an older file must not replace a newer one. */
  number: z.int(),
})
export type LicenseClaims = z.output<typeof LicenseClaims>

/** A `.lic` file: UTF-8 JSON with one compact JWS for each license. */
export const LicenseFile = z.strictObject({ format: z.literal(licenseFileFormat), documents: z.array(z.string()) })
export type LicenseFile = z.output<typeof LicenseFile>
