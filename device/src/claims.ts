/** The claims of a lease: what a device may do, and until when. Instants are ISO 8601 in UTC. */
export interface LeaseClaims {
  tenantCode: string
  serialKey: string
  sku: string
  productName: string
  seats: number
  /** The highest version of the software that the license covers; null: every version. */
  licenseMaxVersion: string | null
  /** The extensions, with the pieces that the key has of each. */
  extensions: { sku: string; quantity: number }[]
  /** The typed features, by name: what each seat may use. `entitlementsOf` reads them. */
  entitlements: Record<string, unknown>
  /** The last instant at which the license is valid; null: it does not expire. */
  expirationDate: string | null
  maintenanceExpirationDate: string | null
  deviceUuid: string
  licenseSeatId: string
  /** The lease must be renewed before this instant, which is never after the license's expiry. */
  leaseExpirationDate: string
  issuedAt: string
  /** Never falls: from lease to lease of a seat, and from one seat of a device to its next. */
  number: number
}

/** The claims of a license that was exported to an on-premise environment: one document of a `.lic` file. */
export interface LicenseClaims {
  tenantCode: string
  onPremiseEnvironmentId: string
  customerName: string
  customerEnvironmentId: string
  serialKey: string
  sku: string
  productName: string
  seats: number
  licenseMaxVersion: string | null
  extensions: { sku: string; quantity: number }[]
  entitlements: Record<string, unknown>
  expirationDate: string | null
  maintenanceExpirationDate: string | null
  issuedAt: string
  /** Increases with every document of a license: an older file must not replace a newer one. */
  number: number
}

type Check = (value: unknown) => boolean
type Shape<T> = { [K in keyof T]: Check }

const string: Check = (value) => typeof value === 'string'
const integer: Check = Number.isSafeInteger
const instant: Check = (value) =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value) &&
  !Number.isNaN(Date.parse(value))
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const common = {
  tenantCode: string,
  serialKey: string,
  sku: string,
  productName: string,
  seats: integer,
  licenseMaxVersion: orNull(string),
  extensions: (value: unknown) =>
    Array.isArray(value) && value.every((one) => isObject(one) && string(one.sku) && integer(one.quantity)),
  entitlements: isObject,
  expirationDate: orNull(instant),
  maintenanceExpirationDate: orNull(instant),
  issuedAt: instant,
  number: integer,
}
const leaseShape: Shape<LeaseClaims> = {
  ...common,
  deviceUuid: string,
  licenseSeatId: string,
  leaseExpirationDate: instant,
}
const licenseShape: Shape<LicenseClaims> = {
  ...common,
  onPremiseEnvironmentId: string,
  customerName: string,
  customerEnvironmentId: string,
}

/** The payload as claims; null when a claim is missing or has another type. Unknown claims are dropped. */
function read<T>(payload: unknown, shape: Shape<T>): T | null {
  if (!isObject(payload)) return null
  const names = Object.keys(shape) as (keyof T & string)[]
  if (!names.every((name) => Object.hasOwn(payload, name) && shape[name](payload[name]))) return null
  return Object.fromEntries(names.map((name) => [name, payload[name]])) as T
}

export const readLeaseClaims = (payload: unknown) => read(payload, leaseShape)
export const readLicenseClaims = (payload: unknown) => read(payload, licenseShape)
