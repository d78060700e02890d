import { type LicenseClaims, readLicenseClaims } from './claims.ts'
import { isSetBack } from './lease.ts'
import { type JsonWebKeys, openSigned, type SignatureFault } from './signature.ts'
import { isAbove } from './versions.ts'

/** The header `typ` of a document of a `.lic` file. */
export const licenseType = 'trellis-license+jwt'
const format = 'trellis-license/1'

export interface LicenseFileCheck {
  /** The environment that the file must be for: the id that the vendor gave the customer's installation. */
  customerEnvironmentId?: string | undefined
  tenantCode?: string | undefined
  /** The current time; the clock by default. */
  now?: Date | undefined
  /** The latest time that this installation has seen. A clock that is more than ten minutes behind it was set back. */
  newestTime?: Date | undefined
  /** The highest `number` accepted so far, by serial key: an older file is refused. */
  newestNumbers?: Readonly<Record<string, number>> | undefined
  /** The version of the running program; refused when the license does not cover it. */
  installedVersion?: string | undefined
}

/** Why a license of a file is not valid, besides the faults of its signature. */
export type LicenseFault =
  | SignatureFault
  | 'other_tenant'
  | 'other_environment'
  | 'older'
  | 'clock_set_back'
  | 'expired'
  | 'version_not_covered'

export type LicenseVerdict =
  | { valid: true; claims: LicenseClaims }
  | {
      valid: false
      reason: LicenseFault
      /** Present when the document is genuine. */
      claims?: LicenseClaims
    }

export interface LicenseFileVerdict {
  /** Whether the file has licenses and every one of them is valid. */
  valid: boolean
  /** The first reason; null for a valid file. */
  reason: LicenseFault | null
  /** One for each document of the file, in its order; empty when the file is malformed. */
  licenses: LicenseVerdict[]
}

/** Verifies a `.lic` file offline with the portal's public keys. The licenses of a file are judged one by one. */
export async function verifyLicenseFile(
  file: string,
  keys: JsonWebKeys,
  check: LicenseFileCheck = {},
): Promise<LicenseFileVerdict> {
  const documents = documentsOf(file)
  if (documents === null) return { valid: false, reason: 'malformed', licenses: [] }
  const licenses = await Promise.all(documents.map((document) => verifyDocument(document, keys, check)))
  const first = licenses.find((license) => !license.valid)
  return { valid: first === undefined, reason: first?.reason ?? null, licenses }
}

async function verifyDocument(document: string, keys: JsonWebKeys, check: LicenseFileCheck): Promise<LicenseVerdict> {
  const signed = await openSigned(document, keys, licenseType)
  if (!signed.genuine) return { valid: false, reason: signed.reason }
  const claims = readLicenseClaims(signed.payload)
  if (claims === null) return { valid: false, reason: 'malformed' }
  const reason = whyNot(claims, check)
  return reason === null ? { valid: true, claims } : { valid: false, reason, claims }
}

function whyNot(claims: LicenseClaims, check: LicenseFileCheck): LicenseFault | null {
  const now = (check.now ?? new Date()).getTime()
  if (check.tenantCode !== undefined && claims.tenantCode !== check.tenantCode) return 'other_tenant'
  if (check.customerEnvironmentId !== undefined && claims.customerEnvironmentId !== check.customerEnvironmentId)
    return 'other_environment'
  const newest = check.newestNumbers ?? {}
  if (Object.hasOwn(newest, claims.serialKey) && claims.number < (newest[claims.serialKey] as number)) return 'older'
  if (isSetBack(now, claims.issuedAt, check.newestTime)) return 'clock_set_back'
  if (claims.expirationDate !== null && Date.parse(claims.expirationDate) <= now) return 'expired'
  if (isAbove(check.installedVersion, claims.licenseMaxVersion)) return 'version_not_covered'
  return null
}

/** The whole text of a file, with white space where JSON allows it. */
const fileText = (() => {
  const [space, document] = ['[ \\t\\r\\n]*', '"[A-Za-z0-9_.-]+"']
  const parts = [
    '',
    '\\{',
    '"format"',
    ':',
    `"${format}"`,
    ',',
    '"documents"',
    ':',
    '\\[',
    `${document}(?:${space},${space}${document})*`,
  ]
  return new RegExp(`^${[...parts, '\\]', '\\}', ''].join(space)}$`)
})()

/**
 * The documents of a file; null when it is malformed. Only one spelling is accepted: so no member comes twice, nothing
 * precedes or follows, and all programs read the same, whatever their JSON parser allows.
 */
function documentsOf(file: string): string[] | null {
  if (!fileText.test(file)) return null
  return Array.from(file.slice(file.indexOf('[')).matchAll(/"([^"]+)"/g), ([, document]) => document as string)
}
