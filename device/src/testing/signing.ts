import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { LeaseClaims, LicenseClaims } from '../claims.ts'
import { leaseType } from '../lease.ts'
import { licenseType } from '../license-file.ts'
import type { JsonWebKey } from '../signature.ts'

export interface KeyPair {
  privateKey: KeyObject
  shown: JsonWebKey
}

export function keyPair(kid: string): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { kty = '', crv = '', x = '' } = publicKey.export({ format: 'jwk' })
  return { privateKey, shown: { kty, crv, x, kid, alg: 'EdDSA', use: 'sig' } }
}

/** The base64url of a value's JSON, or of a text as it is. */
export const coded = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/** A compact JWS, signed by Node's crypto, not by WebCrypto that verifies it. */
export function signed(payload: unknown, type: string | undefined, by: KeyPair, header: object = {}): string {
  const text = `${coded({ alg: 'EdDSA', kid: by.shown.kid, typ: type, ...header })}.${coded(payload)}`
  return `${text}.${sign(null, Buffer.from(text), by.privateKey).toString('base64url')}`
}

export const leaseClaims: LeaseClaims = {
  tenantCode: 'verdant',
  serialKey: 'EDGE-00000-00000-00000-00000',
  sku: 'EDGE-1Y',
  productName: 'Edge for one year',
  seats: 5,
  licenseMaxVersion: '5.9',
  extensions: [{ sku: 'EDGE-CONN', quantity: 5 }],
  entitlements: { connections: 110, sso: true },
  expirationDate: '2027-05-20T23:59:59.999Z',
  maintenanceExpirationDate: null,
  deviceUuid: 'laptop',
  licenseSeatId: '019a2b3c-0000-7000-8000-000000000001',
  leaseExpirationDate: '2026-05-27T10:00:00.000Z',
  issuedAt: '2026-05-20T10:00:00.000Z',
  number: 7,
}

export const licenseClaims: LicenseClaims = {
  tenantCode: 'verdant',
  onPremiseEnvironmentId: '019a2b3c-0000-7000-8000-000000000002',
  customerName: 'Aurora Hotels',
  customerEnvironmentId: 'aurora-1',
  serialKey: 'EDGE-00000-00000-00000-00000',
  sku: 'EDGE-1Y',
  productName: 'Edge for one year',
  seats: 5,
  licenseMaxVersion: null,
  extensions: [],
  entitlements: {},
  expirationDate: '2027-05-20T23:59:59.999Z',
  maintenanceExpirationDate: null,
  issuedAt: '2026-05-20T10:00:00.000Z',
  number: 2,
}

export const leaseBy = (by: KeyPair, more: object = {}) => signed({ ...leaseClaims, ...more }, leaseType, by)
export const documentBy = (by: KeyPair, more: object = {}) => signed({ ...licenseClaims, ...more }, licenseType, by)
