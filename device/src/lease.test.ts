import { expect, test } from 'vitest'
import { leaseType, verifyLease } from './lease.ts'
import type { JsonWebKeys } from './signature.ts'
import { leaseClaims as claims, coded, keyPair, leaseBy, signed } from './testing/signing.ts'

const [ours, older, stranger] = [keyPair('ours'), keyPair('older'), keyPair('ours')]
const keys: JsonWebKeys = { keys: [ours.shown, older.shown] }
const check = { deviceUuid: 'laptop', now: new Date('2026-05-21T10:00:00.000Z') }
const reasonOf = async (lease: string, more: Partial<Parameters<typeof verifyLease>[2]> = {}) => {
  const verdict = await verifyLease(lease, keys, { ...check, ...more })
  return verdict.valid ? 'valid' : verdict.reason
}
const lease = leaseBy(ours)

test('a genuine lease is valid and returns what it grants', async () => {
  expect(await verifyLease(lease, keys, check)).toEqual({ valid: true, claims, inGrace: false })
  expect(await reasonOf(leaseBy(older))).toBe('valid')
})

test('a change of any bit is detected (threats L6)', async () => {
  const bytes = Buffer.from(lease)
  for (let place = 0; place < bytes.length; place++) {
    for (let bit = 0; bit < 8; bit++) {
      const flipped = Buffer.from(bytes)
      flipped[place] = (bytes[place] as number) ^ (1 << bit)
      expect(await reasonOf(flipped.toString('latin1'))).not.toBe('valid')
    }
  }
})

test('parts of two genuine leases cannot be combined, and text before or after a lease is refused (threats L6)', async () => {
  const other = leaseBy(ours, { seats: 500, number: 8 })
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
  ])
    expect(await reasonOf(text)).not.toBe('valid')
  for (const text of ['', '.', '..', 'a.b.c', header, `${header}.${payload}`, '💥.💥.💥'])
    expect(await reasonOf(text)).toBe('malformed')
})

test('a forged header with another algorithm or key is refused (threats L6)', async () => {
  const [, payload, signature] = lease.split('.') as [string, string, string]
  const forged = (header: object, by = signature) => reasonOf(`${coded(header)}.${payload}.${by}`)
  expect(await forged({ alg: 'none', kid: 'ours', typ: leaseType })).toBe('bad_signature')
  expect(await forged({ alg: 'HS256', kid: 'ours', typ: leaseType })).toBe('bad_signature')
  expect(await forged({ alg: 'EdDSA', kid: 'nobody', typ: leaseType })).toBe('unknown_key')
  expect(await reasonOf(leaseBy(stranger))).toBe('bad_signature')
  const bringsItsKey = { jwk: stranger.shown, jku: 'https://evil.example' }
  expect(await reasonOf(signed(claims, leaseType, stranger, bringsItsKey))).toBe('bad_signature')
  expect(await reasonOf(signed(claims, leaseType, stranger, { kid: 'mine' }))).toBe('unknown_key')
  expect(await reasonOf(signed(claims, leaseType, ours, { crit: ['exp'], exp: 1 }))).toBe('bad_signature')
})

test('a key set with another kind of key, a broken key or two keys of one id verifies nothing', async () => {
  const withKeys = async (...changed: object[]) => {
    const verdict = await verifyLease(lease, { keys: changed as JsonWebKeys['keys'] }, check)
    return verdict.valid ? 'valid' : verdict.reason
  }
  expect(await withKeys()).toBe('unknown_key')
  expect(await withKeys({ ...ours.shown, crv: 'X25519' })).toBe('unknown_key')
  expect(await withKeys(ours.shown, stranger.shown)).toBe('unknown_key')
  expect(await withKeys({ ...ours.shown, x: 'AAAA' })).toBe('bad_signature')
})

test('another signed document of the same portal is not accepted as a lease (threats L6)', async () => {
  expect(await reasonOf(signed(claims, 'trellis-license+jwt', ours))).toBe('wrong_type')
  expect(await reasonOf(signed(claims, undefined, ours))).toBe('wrong_type')
  expect(await reasonOf(signed('{"deviceUuid":', leaseType, ours))).toBe('malformed')
  expect(await reasonOf(leaseBy(ours, { expirationDate: 'never' }))).toBe('malformed')
  expect(await reasonOf(leaseBy(ours, { deviceUuid: undefined }))).toBe('malformed')
})

test('a lease is valid for its device, key and time only, and each reason has its code', async () => {
  expect(await reasonOf(lease, { deviceUuid: 'desktop' })).toBe('other_device')
  expect(await reasonOf(lease, { serialKey: 'edge 00000 00000 00000 ooooo' })).toBe('valid')
  expect(await reasonOf(lease, { serialKey: 'EDGE-00000-00000-00000-00001' })).toBe('other_key')
  expect(await reasonOf(lease, { newestNumber: 7 })).toBe('valid')
  expect(await reasonOf(lease, { newestNumber: 8 })).toBe('older')
  expect(await reasonOf(lease, { installedVersion: '5.9' })).toBe('valid')
  expect(await reasonOf(lease, { installedVersion: '5.10' })).toBe('version_not_covered')
  expect(await reasonOf(lease, { now: new Date('2026-05-27T09:59:59.999Z') })).toBe('valid')
  expect(await reasonOf(lease, { now: new Date('2026-05-27T10:00:00.000Z') })).toBe('lease_over')
  expect(await reasonOf(lease, { now: new Date('2027-05-20T23:59:59.999Z') })).toBe('expired')
  expect(await reasonOf(lease, { now: new Date('2026-05-20T09:50:00.000Z') })).toBe('valid')
  expect(await reasonOf(lease, { now: new Date('2026-05-20T09:49:59.999Z') })).toBe('clock_set_back')
  const newestTime = new Date('2026-05-21T10:10:00.000Z')
  expect(await reasonOf(lease, { newestTime })).toBe('valid')
  expect(await reasonOf(lease, { newestTime: new Date(newestTime.getTime() + 1) })).toBe('clock_set_back')
})

test('days of grace follow the lease, but never outlast the license', async () => {
  const at = (now: string, graceDays: number, of = lease) =>
    verifyLease(of, keys, { ...check, now: new Date(now), graceDays })
  expect(await at('2026-05-27T09:59:59.999Z', 3)).toMatchObject({ valid: true, inGrace: false })
  expect(await at('2026-05-27T10:00:00.000Z', 3)).toMatchObject({ valid: true, inGrace: true })
  expect(await at('2026-05-30T09:59:59.999Z', 3)).toMatchObject({ valid: true, inGrace: true })
  expect(await at('2026-05-30T10:00:00.000Z', 3)).toMatchObject({ valid: false, reason: 'lease_over' })
  const ending = '2026-05-28T23:59:59.999Z'
  const last = leaseBy(ours, { expirationDate: ending })
  expect(await at('2026-05-28T23:59:59.998Z', 3, last)).toMatchObject({ valid: true, inGrace: true })
  expect(await at(ending, 3, last)).toMatchObject({ valid: false, reason: 'expired' })
})
