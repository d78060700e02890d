import { expect, test } from 'vitest'
import { type LicenseFileCheck, licenseType, verifyLicenseFile } from './license-file.ts'
import { licenseClaims as claims, documentBy, keyPair, leaseBy, signed } from './testing/signing.ts'

const [ours, older, stranger] = [keyPair('ours'), keyPair('older'), keyPair('ours')]
const keys = { keys: [ours.shown, older.shown] }
const check: LicenseFileCheck = { customerEnvironmentId: 'aurora-1', now: new Date('2026-05-21T10:00:00.000Z') }
const fileOf = (...documents: string[]) => JSON.stringify({ format: 'trellis-license/1', documents }, null, 2)
const reasonOf = async (file: string, more: LicenseFileCheck = {}) =>
  (await verifyLicenseFile(file, keys, { ...check, ...more })).reason

test('a genuine file is valid and returns its licenses, also after a rotation of the key', async () => {
  const file = fileOf(documentBy(ours), documentBy(older, { serialKey: 'EDGE-2' }))
  expect(await verifyLicenseFile(file, keys, check)).toEqual({
    valid: true,
    reason: null,
    licenses: [
      { valid: true, claims },
      { valid: true, claims: { ...claims, serialKey: 'EDGE-2' } },
    ],
  })
})

test('of a file with one expired license the others are valid', async () => {
  const file = fileOf(documentBy(ours, { expirationDate: '2026-05-21T10:00:00.000Z' }), documentBy(ours))
  expect(await verifyLicenseFile(file, keys, check)).toMatchObject({
    valid: false,
    reason: 'expired',
    licenses: [{ valid: false, reason: 'expired' }, { valid: true }],
  })
})

test('a license is valid for its environment, tenant and time only, and each reason has its code (threats L6)', async () => {
  const file = fileOf(documentBy(ours))
  expect(await reasonOf(file, { customerEnvironmentId: 'aurora-2' })).toBe('other_environment')
  expect(await reasonOf(file, { tenantCode: 'canary' })).toBe('other_tenant')
  expect(await reasonOf(file, { newestNumbers: { [claims.serialKey]: 3 } })).toBe('older')
  expect(await reasonOf(file, { newestNumbers: { [claims.serialKey]: 2, other: 9 } })).toBeNull()
  expect(await reasonOf(file, { now: new Date('2026-05-20T09:49:59.999Z') })).toBe('clock_set_back')
  expect(await reasonOf(file, { newestTime: new Date('2026-05-21T10:10:00.001Z') })).toBe('clock_set_back')
  expect(await reasonOf(file, { now: new Date('2027-05-20T23:59:59.998Z') })).toBeNull()
  expect(await reasonOf(file, { now: new Date('2027-05-20T23:59:59.999Z') })).toBe('expired')
  const capped = fileOf(documentBy(ours, { licenseMaxVersion: '5.2' }))
  expect(await reasonOf(capped, { installedVersion: '5.2.1' })).toBe('version_not_covered')
})

test('forged documents and malformed files are refused (threats L6)', async () => {
  const document = documentBy(ours)
  const [head, body, signature] = document.split('.') as [string, string, string]
  const [, otherBody] = documentBy(ours, { seats: 500 }).split('.') as [string, string]
  expect(await reasonOf(fileOf(documentBy(stranger)))).toBe('bad_signature')
  expect(await reasonOf(fileOf(signed(claims, licenseType, stranger, { kid: 'mine' })))).toBe('unknown_key')
  expect(await reasonOf(fileOf(`${head}.${otherBody}.${signature}`))).toBe('bad_signature')
  expect(await reasonOf(fileOf(`${head}.${body}.`))).toBe('malformed')
  expect(await reasonOf(fileOf(leaseBy(ours)))).toBe('wrong_type')
  expect(await reasonOf(fileOf(documentBy(ours, { seats: '5' })))).toBe('malformed')

  const file = fileOf(document)
  expect(await reasonOf(`\n${JSON.stringify(JSON.parse(file))}\r\n`)).toBeNull()
  const malformed = [
    ...['', 'null', '[]', '{}', '1', document, `${file}x`, `${file}{}`, `\uFEFF${file}`, fileOf()],
    file.replace('{', `{ "format": "trellis-license/1",`),
    file.replace('"format"', `"documents": [], "format"`),
    file.replace('"format"', `"note": 1, "format"`),
    file.replace('trellis-license/1', 'trellis-license/2'),
    JSON.stringify({ documents: [document], format: 'trellis-license/1' }),
    JSON.stringify({ format: 'trellis-license/1', documents: [document, 7] }),
    file.replace(head, `${head.slice(0, 5)}\\u0041${head.slice(6)}`),
  ]
  for (const text of malformed) expect(await reasonOf(text), text.slice(0, 60)).toBe('malformed')
})

test('of 3,200 files with changed bits none is valid (threats L6)', async () => {
  const file = Buffer.from(JSON.stringify({ format: 'trellis-license/1', documents: [documentBy(ours)] }))
  let tried = 0
  for (let place = 0; tried < 3200; place = (place + 1) % file.length) {
    const forged = Buffer.from(file)
    forged[place] = (file[place] as number) ^ (1 << (tried % 8))
    // Every second one has a further change, so that also pairs of changes are tried.
    const other = (place * 31 + tried) % file.length
    if (tried % 2) forged[other] = (forged[other] as number) ^ 4
    tried++
    if (forged.equals(file)) continue
    expect((await verifyLicenseFile(forged.toString('latin1'), keys, check)).valid).toBe(false)
  }
})
