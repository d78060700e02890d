export type { LeaseClaims, LicenseClaims } from './claims.ts'
export { type Entitled, type Entitlements, entitlementsOf } from './entitlements.ts'
export { type LeaseCheck, type LeaseFault, type LeaseVerdict, verifyLease } from './lease.ts'
export { type License, type LicenseOptions, type LicenseStatus, openLicense } from './license.ts'
export {
  type LicenseFault,
  type LicenseFileCheck,
  type LicenseFileVerdict,
  type LicenseVerdict,
  verifyLicenseFile,
} from './license-file.ts'
export {
  type DeviceDetails,
  type DeviceKey,
  type Fetch,
  type Lease,
  openPortal,
  type Portal,
  type PortalOptions,
  type Seat,
} from './portal.ts'
export { isRefusal, PortalRefusal, PortalUnreachable, type RefusalCode, type SeatRefusal } from './refusal.ts'
export { isWellFormedKey, normalizeKey } from './serial-keys.ts'
export type { JsonWebKey, JsonWebKeys, SignatureFault } from './signature.ts'
export { DamagedLicense } from './state.ts'
export { browserStorage, type LicenseStorage, memoryStorage } from './storage.ts'
export { isAbove } from './versions.ts'
