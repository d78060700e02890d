import { codes } from '@trellis/contract/codes'
import { devices, type SelfReleaseRefusal } from '@trellis/contract/devices'
import type { AnswerOf, BodyOf, RequestOf } from '@trellis/contract/endpoint'
import { LeaseClaims as ContractLease, leaseType as contractLeaseType } from '@trellis/contract/leases'
import { LicenseClaims as ContractLicense, licenseDocumentType } from '@trellis/contract/license-documents'
import { isWellFormed, normalize, serialKeyOf } from '@trellis/contract/serial-keys'
import { expect, expectTypeOf, test } from 'vitest'
import { type LeaseClaims, type LicenseClaims, readLeaseClaims, readLicenseClaims } from './claims.ts'
import { leaseType } from './lease.ts'
import { licenseType } from './license-file.ts'
import type { DeviceDetails, DeviceKey, Lease, Seat } from './portal.ts'
import type { RefusalCode, SeatRefusal } from './refusal.ts'
import { isWellFormedKey, normalizeKey } from './serial-keys.ts'
import type { JsonWebKeys } from './signature.ts'
import { leaseClaims, licenseClaims } from './testing/signing.ts'

/* The package declares the shapes of the calls itself, because it has no dependencies. They must be the contract's. */

test('the types are those of the contract', () => {
  expectTypeOf<LeaseClaims>().toEqualTypeOf<ContractLease>()
  expectTypeOf<LicenseClaims>().toEqualTypeOf<ContractLicense>()
  expectTypeOf<Lease>().toEqualTypeOf<AnswerOf<typeof devices.activate>>()
  expectTypeOf<Lease>().toEqualTypeOf<AnswerOf<typeof devices.heartbeat>>()
  expectTypeOf<JsonWebKeys>().toEqualTypeOf<AnswerOf<typeof devices.keys>>()
  type Sent<E> = NonNullable<RequestOf<E>['body' & keyof RequestOf<E>]>
  expectTypeOf<DeviceKey & DeviceDetails>().toExtend<Sent<typeof devices.activate>>()
  expectTypeOf<DeviceKey>().toExtend<Sent<typeof devices.heartbeat>>()
  expectTypeOf<DeviceKey>().toExtend<Sent<typeof devices.release>>()
  expectTypeOf<DeviceKey & { licenseSeatId: string }>().toExtend<Sent<typeof devices.release>>()
  expectTypeOf<Seat[]>().toEqualTypeOf<AnswerOf<typeof devices.seats>>()
  expectTypeOf<SeatRefusal['reason']>().toEqualTypeOf<SelfReleaseRefusal>()
  expectTypeOf<keyof (DeviceKey & DeviceDetails)>().toEqualTypeOf<keyof BodyOf<typeof devices.activate>>()
})

test('the calls, types of documents and codes are those of the contract', () => {
  expect([leaseType, licenseType]).toEqual([contractLeaseType, licenseDocumentType])
  expect(Object.entries(devices).map(([name, { method, path }]) => [name, method, path])).toEqual([
    ['activate', 'POST', '/devices/activate'],
    ['heartbeat', 'POST', '/devices/heartbeat'],
    ['release', 'POST', '/devices/release'],
    ['seats', 'POST', '/devices/seats'],
    ['keys', 'GET', '/devices/keys'],
  ])
  const ours: Record<RefusalCode, true> = {
    DV404: true,
    DV409: true,
    DV410: true,
    DV423: true,
    DV426: true,
    DV428: true,
    DV430: true,
    RQ404: true,
    RQ422: true,
    RQ429: true,
  }
  const theirs = Object.keys(codes).filter((code) => code.startsWith('DV'))
  expect(Object.keys(ours).filter((code) => code.startsWith('DV'))).toEqual(theirs)
})

test.each([
  ['lease', leaseClaims, readLeaseClaims, ContractLease],
  ['license', licenseClaims, readLicenseClaims, ContractLicense],
] as const)('what counts as the claims of a %s is what the contract says', (_name, claims, read, schema) => {
  const values = [
    undefined,
    null,
    '',
    'x',
    7,
    1.5,
    true,
    [],
    {},
    '2026-05-20T10:00:00.000Z',
    '2026-13-20T10:00:00.000Z',
    '2026-05-20',
  ]
  for (const name of Object.keys(claims)) {
    for (const value of values) {
      const changed = { ...claims, [name]: value }
      const parsed = schema.safeParse(changed)
      // Ids are any text here: the signature vouches for them.
      if (/Id$/.test(name) && typeof value === 'string') continue
      expect([name, value, read(changed)]).toEqual([name, value, parsed.success ? parsed.data : null])
    }
  }
  for (const payload of [undefined, null, 7, 'x', [], {}]) expect(read(payload)).toBeNull()
})

test('typed keys are read as the contract reads them', () => {
  const random = Array.from({ length: 19 }, (_, n) => (n * 7 + 3) % 32)
  const key = serialKeyOf('EDGE', random)
  const texts = [
    key,
    key.toLowerCase(),
    key.replaceAll('-', ' '),
    key.replaceAll('0', 'o'),
    ` ${key}`,
    '',
    'x',
    'EDGE',
    '💥'.repeat(30),
  ]
  for (let place = 0; place < key.length; place++) texts.push(`${key.slice(0, place)}7${key.slice(place + 1)}`)
  for (const text of texts) {
    expect(normalizeKey(text)).toBe(normalize(text))
    expect(isWellFormedKey(text)).toBe(isWellFormed(normalize(text)))
  }
  expect(isWellFormedKey(key.toLowerCase())).toBe(true)
})
