import { spawnSync } from 'node:child_process'
import { createPublicKey } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { devices } from '@trellis/contract/devices'
import { environments } from '@trellis/contract/environments'
import { LicenseClaims, LicenseFile } from '@trellis/contract/license-documents'
import { licenses } from '@trellis/contract/licenses'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { checkTenant } from '../../cli/check/run.ts'
import { sql } from '../../platform/database/sql.ts'
import { newId } from '../../platform/ids.ts'
import { licensing } from '../../testing/licensing.ts'
import { network, type Person } from '../../testing/network.ts'

const world = await network()
const { acme, fjord, sudvia, nordico, canary, anonymous, at } = world
const { addProduct, key, write } = licensing(world)
for (const [sku, more] of Object.entries({
  PLANT: { years: 1, maintenanceYears: 2, maximumVersion: '5.9' },
  'PLANT-NEXT': { months: 1, rule: 'firstnextmonth' as const },
  'PLANT-TRIAL': { days: 30 },
}))
  await addProduct({ sku, ...more })
await write((tx) => tx.run(sql`update products set environment_type = 2 where sku like 'PLANT%'`))
const folder = mkdtempSync(join(tmpdir(), 'trellis-lic-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(() => at(null))

let places = 0
const place = async (person: Person, customerName = 'San Carlo Hospital') => {
  places += 1
  const body = { accountId: person.accountId, customerName, customerEnvironmentId: `SC-${places}` }
  return (await person.call(environments.create, { body })).id
}
const asked = (owner: Person, onPremisesEnvironmentId: string, serialKeys: string[]) => ({
  body: {
    parentAccountId: owner.accountId,
    onPremisesEnvironmentId,
    serials: serialKeys.map((serialKey) => ({ serialKey })),
  },
})
async function exported(person: Person, ...wanted: Parameters<typeof asked>) {
  const response = await world.app.http.inject({
    method: 'POST',
    url: '/api/v1/licenses/export',
    headers: { 'x-tenant-code': person.tenantCode, authorization: `Bearer ${await person.token()}` },
    payload: asked(...wanted).body,
  })
  return response
}
const refusal = async (person: Person, ...wanted: Parameters<typeof asked>) =>
  (await exported(person, ...wanted)).json()
const claimsOf = (document: string) =>
  LicenseClaims.parse(JSON.parse(Buffer.from(document.split('.')[1] as string, 'base64url').toString()))
const read = (person: Person, serialKey: string) => person.call(licenses.read, { params: { serialKey } })

/** Verifies the signature of a compact JWS with OpenSSL and the published key. */
async function opensslAccepts(document: string): Promise<boolean> {
  const [header, payload, signature] = document.split('.') as [string, string, string]
  const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString())
  const { keys } = (await anonymous(devices.keys)).body as {
    keys: { kid: string; kty: string; crv: string; x: string }[]
  }
  const jwk = keys.find((one) => one.kid === kid)
  if (jwk === undefined) throw new Error('The key is not published')
  const pem = createPublicKey({ key: { kty: jwk.kty, crv: jwk.crv, x: jwk.x }, format: 'jwk' })
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const { status } = spawnSync('openssl', [
    ...['pkeyutl', '-verify', '-rawin', '-pubin'],
    ...['-inkey', file('key.pem', pem.export({ type: 'spki', format: 'pem' }))],
    ...[
      '-in',
      file('signed', `${header}.${payload}`),
      '-sigfile',
      file('signature', Buffer.from(signature, 'base64url')),
    ],
  ])
  return status === 0
}

test('an export is a .lic file named after the first key, whose documents OpenSSL verifies (threats L6)', async () => {
  at('2026-05-20T10:00:00.000Z')
  const [first, second] = [await key(acme, 'PLANT', 3), await key(acme, 'PLANT-NEXT')]
  const environment = await place(acme)
  const response = await exported(acme, acme, environment, [first, second, first])
  expect(response.headers).toMatchObject({
    'content-disposition': `attachment; filename="${first}.lic"; filename*=UTF-8''${first}.lic`,
    'x-content-type-options': 'nosniff',
  })
  const { documents } = LicenseFile.parse(response.json())
  expect(documents.map(claimsOf)).toMatchObject([
    {
      tenantCode: 'verdant',
      onPremiseEnvironmentId: environment,
      customerName: 'San Carlo Hospital',
      customerEnvironmentId: 'SC-1',
      serialKey: first,
      sku: 'PLANT',
      productName: 'Product PLANT',
      seats: 3,
      licenseMaxVersion: '5.9',
      expirationDate: '2027-05-20T23:59:59.999Z',
      maintenanceExpirationDate: '2028-05-20T23:59:59.999Z',
      issuedAt: '2026-05-20T10:00:00.000Z',
      number: Date.parse('2026-05-20T10:00:00.000Z'),
    },
    { serialKey: second, expirationDate: '2026-07-01T23:59:59.999Z' },
  ])
  for (const document of documents) {
    expect(await opensslAccepts(document)).toBe(true)
    const [header, payload, signature] = document.split('.') as [string, string, string]
    const forged = Buffer.from(JSON.stringify({ ...claimsOf(document), seats: 500 })).toString('base64url')
    expect(await opensslAccepts(`${header}.${forged}.${signature}`)).toBe(false)
    expect(payload).not.toBe(forged)
  }
  expect(await read(acme, first)).toMatchObject({
    licenseHasBeenExported: true,
    licenseHasBeenActivated: true,
    exportOnPremiseEnvironmentId: environment,
    licenseExport: { customerName: 'San Carlo Hospital', customerEnvironmentId: 'SC-1', isStale: false },
    blocked: { export: null },
  })
  expect((await checkTenant(world.db, world.tenantId)).findings).toEqual([])
})

test('an exported license serves no device', async () => {
  const serialKey = await key(acme, 'PLANT')
  await exported(acme, acme, await place(acme), [serialKey])
  const answer = await anonymous(devices.activate, { body: { serialKey, deviceUuid: 'laptop' } })
  expect(answer.body).toMatchObject({ code: 'DV423' })
})

test('exporting again gives the same document; after a change it is stale and gets a greater number', async () => {
  const serialKey = await key(acme, 'PLANT')
  const environment = await place(acme)
  const document = async () => (await exported(acme, acme, environment, [serialKey])).json().documents[0] as string
  const [first, again] = [await document(), await document()]
  expect(again).toBe(first)
  const both = await Promise.all([document(), document()])
  expect(both).toEqual([first, first])

  const names = { customerName: 'San Carlo Clinic', customerEnvironmentId: 'SC-X' }
  await acme.call(environments.update, { params: { id: environment }, body: names })
  expect((await read(acme, serialKey)).licenseExport).toMatchObject({ ...names, isStale: true })
  const renewed = claimsOf(await document())
  expect(renewed).toMatchObject(names)
  expect(renewed.number).toBeGreaterThan(claimsOf(first).number)
  expect((await read(acme, serialKey)).licenseExport).toMatchObject({ isStale: false })
})

test('concurrent first exports to one environment give one document, and to two environments only one succeeds', async () => {
  const serialKey = await key(acme, 'PLANT')
  const [one, other] = [await place(acme), await place(acme)]
  const same = await Promise.all(Array.from({ length: 5 }, () => exported(acme, acme, one, [serialKey])))
  expect(new Set(same.map(({ json }) => json().documents[0])).size).toBe(1)
  expect(await refusal(acme, acme, other, [serialKey])).toMatchObject({
    code: 'LC522',
    info: { errors: [{ serialKey, reason: 'exported_elsewhere' }] },
  })
  const raced = await key(acme, 'PLANT')
  const race = await Promise.all([one, other].map((environment) => exported(acme, acme, environment, [raced])))
  expect(race.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
})

test('a refused export names each license with its reason, and exports none (threats L7)', async () => {
  at('2026-01-01T10:00:00.000Z')
  const [good, cloud, occupied] = [await key(acme, 'PLANT'), await key(acme, 'EDGE-1Y'), await key(acme, 'PLANT')]
  const [trial, expired, foreign] = [
    await key(acme, 'PLANT-TRIAL'),
    await key(acme, 'PLANT'),
    await key(fjord, 'PLANT'),
  ]
  await anonymous(devices.activate, { body: { serialKey: occupied, deviceUuid: 'laptop' } })
  await anonymous(devices.activate, { body: { serialKey: expired, deviceUuid: 'laptop' } })
  await anonymous(devices.release, { body: { serialKey: expired, deviceUuid: 'laptop' } })
  await write((tx) => tx.run(sql`update products set is_trial = true where sku = 'PLANT-TRIAL'`))
  at('2027-02-01T10:00:00.000Z')
  const environment = await place(acme)
  const answer = await refusal(acme, acme, environment, [good, cloud, occupied, trial, expired, foreign])
  expect(answer).toMatchObject({ code: 'LC522', status: 409 })
  expect(answer.info.errors).toEqual([
    { serialKey: cloud, reason: 'not_on_premise' },
    { serialKey: occupied, reason: 'expired' },
    { serialKey: trial, reason: 'trial' },
    { serialKey: expired, reason: 'expired' },
    { serialKey: foreign, reason: 'other_owner' },
  ])
  expect((await read(acme, good)).licenseHasBeenExported).toBe(false)
  expect((await read(acme, trial)).blocked.export).toBe('LC522')
  at('2026-02-01T10:00:00.000Z')
  expect((await refusal(acme, acme, environment, [occupied])).info.errors).toEqual([
    { serialKey: occupied, reason: 'seat_occupied' },
  ])
})

test('foreign keys and environments are not found, also among own ones, and nothing is exported (threats T4, L7)', async () => {
  const [own, other] = [await key(acme, 'PLANT'), await key(sudvia, 'PLANT')]
  const [here, there] = [await place(acme), await place(sudvia)]
  expect(await refusal(acme, acme, here, [own, other])).toMatchObject({ code: 'RQ404' })
  expect(await refusal(acme, acme, there, [own])).toMatchObject({ code: 'RQ404' })
  expect(await refusal(acme, sudvia, there, [other])).toMatchObject({ code: 'RQ404' })
  expect(await refusal(canary, canary, newId(), [own])).toMatchObject({ code: 'RQ404' })
  expect(await refusal(acme, acme, await place(fjord), [own])).toMatchObject({
    code: 'RQ422',
    info: { issues: [{ path: 'onPremisesEnvironmentId', code: 'other_account' }] },
  })
  expect((await read(acme, own)).licenseHasBeenExported).toBe(false)
  // Whoever stands above may export for the owner.
  expect((await exported(nordico, acme, here, [own])).statusCode).toBe(200)
})
