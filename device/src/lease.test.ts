import { generateKeyPairSync } from 'node:crypto'
import { type LeaseClaims, leaseType } from '@trellis/contract/leases'
import { CompactSign } from 'jose'
import { expect, test } from 'vitest'
import { verifyLease } from './lease.ts'
import type { JsonWebKeys } from './signature.ts'

const keyPair = (kid: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { kty = '', crv = '', x = '' } = publicKey.export({ format: 'jwk' })
  return { privateKey, shown: { kty, crv, x, kid, alg: 'EdDSA', use: 'sig' } }
}
const [ours, older, stranger] = [keyPair('ours'), keyPair('older'), keyPair('ours')]
const keys: JsonWebKeys = { keys: [ours.shown, older.shown] }

const claims: LeaseClaims = {
  tenantCode: 'verdant',
  serialKey: 'EDGE-00000-00000-00000-00000',
  sku: 'EDGE-1Y',
  productName: 'Edge for one year',
  seats: 5,
  licenseMaxVersion: null,
  expirationDate: '2027-05-20T23:59:59.999Z',
  maintenanceExpirationDate: null,
  deviceUuid: 'laptop',
  licenseSeatId: '019a2b3c-0000-7000-8000-000000000001',
  leaseExpirationDate: '2026-05-27T10:00:00.000Z',
  issuedAt: '2026-05-20T10:00:00.000Z',
  number: 7,
}
const signed = (payload: unknown, header: Record<string, unknown> = {}, by = ours) =>
  new CompactSign(new TextEncoder().encode(typeof payload === 'string' ? payload : JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'EdDSA', kid: by.shown.kid, typ: leaseType, ...header })
    .sign(by.privateKey)
const check = { deviceUuid: 'laptop', now: new Date('2026-05-21T10:00:00.000Z') }
const reasonOf = async (lease: string, more: Partial<Parameters<typeof verifyLease>[2]> = {}) => {
  const verdict = await verifyLease(lease, keys, { ...check, ...more })
  return verdict.valid ? 'valid' : verdict.reason
}
const coded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const lease = await signed(claims)

test('a genuine lease is valid and returns what it grants', async () => {
  expect(await verifyLease(lease, keys, check)).toEqual({ valid: true, claims })
  expect(await reasonOf(await signed(claims, {}, older))).toBe('valid')
})

test('a change of any bit is detected', async () => {
  const bytes = Buffer.from(lease)
  for (let place = 0; place < bytes.length; place++) {
    for (let bit = 0; bit < 8; bit++) {
      const flipped = Buffer.from(bytes)
      flipped[place] = (bytes[place] as number) ^ (1 << bit)
      expect(await reasonOf(flipped.toString('latin1'))).not.toBe('valid')
    }
  }
})

test('parts of two genuine leases cannot be combined, and text before or after a lease is refused', async () => {
  const other = await signed({ ...claims, seats: 500, number: 8 })
  const [header, payload, signature] = lease.split('.') as [string, string, string]
  const [, otherPayload, otherSignature] = other.split('.') as [string, string, string]
  expect(await reasonOf(`${header}.${otherPayload}.${signature}`)).toBe('bad_signature')
  expect(await reasonOf(`${header}.${payload}.${otherSignature}`)).toBe('bad_signature')
  for (const text of [
    `${lease} `,
    `${lease}=`,
    `${lease}\n`,
    ` ${lease}`,
    `${lease}.`,
    `${lease}A`,
    `${header}.${payload}.`,
  ]) {
    expect(await reasonOf(text)).not.toBe('valid')
  }
  for (const text of ['', '.', '..', 'a.b.c', header, `${header}.${payload}`, '💥.💥.💥']) {
    expect(await reasonOf(text)).toBe('malformed')
  }
})

test('a forged header with another algorithm or key is refused', async () => {
  const [, payload, signature] = lease.split('.') as [string, string, string]
  const forged = (header: object, by = signature) => reasonOf(`${coded(header)}.${payload}.${by}`)
  expect(await forged({ alg: 'none', kid: 'ours', typ: leaseType })).not.toBe('valid')
  expect(await forged({ alg: 'HS256', kid: 'ours', typ: leaseType })).toBe('bad_signature')
  expect(await forged({ alg: 'EdDSA', kid: 'nobody', typ: leaseType })).toBe('unknown_key')
  expect(await reasonOf(await signed(claims, {}, stranger))).toBe('bad_signature')
  expect(await reasonOf(await signed(claims, { jwk: stranger.shown, jku: 'https://evil.example' }, stranger))).toBe(
    'bad_signature',
  )
  expect(await reasonOf(await signed(claims, { kid: 'mine' }, stranger))).toBe('unknown_key')
})

test('another signed document of the same portal is not accepted as a lease', async () => {
  expect(await reasonOf(await signed(claims, { typ: 'trellis-license+jwt' }))).toBe('wrong_type')
  expect(await reasonOf(await signed(claims, { typ: undefined }))).toBe('wrong_type')
  expect(await reasonOf(await signed('{"deviceUuid":'))).toBe('malformed')
  expect(await reasonOf(await signed({ ...claims, expirationDate: 'never' }))).toBe('malformed')
  expect(await reasonOf(await signed({ ...claims, deviceUuid: undefined }))).toBe('malformed')
})

test('a lease is valid for its device, key and time only, and each reason has its code', async () => {
  expect(await reasonOf(lease, { deviceUuid: 'desktop' })).toBe('other_device')
  expect(await reasonOf(lease, { serialKey: 'edge 00000 00000 00000 ooooo' })).toBe('valid')
  expect(await reasonOf(lease, { serialKey: 'EDGE-00000-00000-00000-00001' })).toBe('other_key')
  expect(await reasonOf(lease, { newestNumber: 7 })).toBe('valid')
  expect(await reasonOf(lease, { newestNumber: 8 })).toBe('older')
  expect(await reasonOf(lease, { now: new Date('2026-05-27T09:59:59.999Z') })).toBe('valid')
  expect(await reasonOf(lease, { now: new Date('2026-05-27T10:00:00.000Z') })).toBe('lease_over')
  expect(await reasonOf(lease, { now: new Date('2027-05-20T23:59:59.999Z') })).toBe('expired')
  expect(await reasonOf(lease, { now: new Date('2026-05-20T09:50:00.000Z') })).toBe('valid')
  expect(await reasonOf(lease, { now: new Date('2026-05-20T09:49:59.999Z') })).toBe('clock_set_back')
})
