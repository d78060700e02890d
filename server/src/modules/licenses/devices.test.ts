import { codes } from '@trellis/contract/codes'
import { devices } from '@trellis/contract/devices'
import { LeaseClaims, leaseType } from '@trellis/contract/leases'
import { licenses } from '@trellis/contract/licenses'
import { compactVerify, createLocalJWKSet } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import { checkTenant } from '../../cli/check/run.ts'
import { sql } from '../../platform/database/sql.ts'
import { activating, type DeviceAnswer } from '../../testing/activating.ts'
import { often } from '../../testing/full.ts'
import { licensing } from '../../testing/licensing.ts'
import { network, type Person } from '../../testing/network.ts'
import { newSerialKey } from './serial-keys.ts'

const world = await network()
const { acme, bergen, anonymous, at } = world
const { addProduct, give, key, product, write } = licensing(world)
const { activate, call, heartbeat, release } = activating(world)

await addProduct({ sku: 'MONTHLY', months: 1, maintenanceYears: 1, rule: 'firstnextmonth' })
await addProduct({ sku: 'CAPPED', years: 1, maximumVersion: '5.9' })
await addProduct({ sku: 'RIGHT', years: 1, isUpgradeRight: true, extends: 'CORE-PERP' })

beforeEach(() => at(null))

const read = (person: Person, serialKey: string) => person.call(licenses.read, { params: { serialKey } })

async function claimsOf(lease: string): Promise<LeaseClaims> {
  const { keys } = (await anonymous(devices.keys)).body as { keys: [] }
  const { payload, protectedHeader } = await compactVerify(lease, createLocalJWKSet({ keys }))
  expect(protectedHeader).toEqual({ alg: 'EdDSA', typ: leaseType, kid: expect.any(String) })
  const claims = JSON.parse(new TextDecoder().decode(payload))
  expect(LeaseClaims.parse(claims)).toEqual(claims)
  return claims
}

test('the first activation starts the license and returns a lease that the public key verifies', async () => {
  const serialKey = await key(acme, 'EDGE-1Y', 2)
  at('2026-03-31T10:00:00.000Z')
  const { status, body } = await activate(serialKey, 'laptop-1', { deviceName: 'Laptop', installedVersion: '5.1' })
  expect(status).toBe(200)
  expect(body).toEqual({
    licenseSeatId: expect.any(String),
    lease: expect.any(String),
    leaseExpirationDate: '2026-04-07T10:00:00.000Z',
    expirationDate: '2027-03-31T23:59:59.999Z',
    maintenanceExpirationDate: '2027-03-31T23:59:59.999Z',
  })
  expect(await claimsOf(body.lease)).toEqual({
    tenantCode: 'verdant',
    serialKey,
    sku: 'EDGE-1Y',
    productName: 'Edge for one year',
    seats: 2,
    licenseMaxVersion: null,
    extensions: [],
    entitlements: {},
    deviceUuid: 'laptop-1',
    licenseSeatId: body.licenseSeatId,
    expirationDate: '2027-03-31T23:59:59.999Z',
    maintenanceExpirationDate: '2027-03-31T23:59:59.999Z',
    leaseExpirationDate: '2026-04-07T10:00:00.000Z',
    issuedAt: '2026-03-31T10:00:00.000Z',
    number: Date.parse('2026-03-31T10:00:00.000Z'),
  })
  expect(await read(acme, serialKey)).toMatchObject({
    licenseHasBeenActivated: true,
    activationDate: '2026-03-31T10:00:00.000Z',
    expirationDate: '2027-03-31T23:59:59.999Z',
    seatsOccupied: 1,
    licenseSeats: [
      { licenseSeatId: body.licenseSeatId, deviceUuid: 'laptop-1', deviceName: 'Laptop', active: true, revoked: false },
    ],
  })
  at('2026-05-01T10:00:00.000Z')
  expect((await activate(serialKey, 'laptop-2')).body.expirationDate).toBe('2027-03-31T23:59:59.999Z')
  expect((await read(acme, serialKey)).activationDate).toBe('2026-03-31T10:00:00.000Z')
})

test('a license that starts next month gets its start date at activation, and serves devices until then as well', async () => {
  const serialKey = await key(bergen, 'MONTHLY')
  at('2026-01-31T10:00:00.000Z')
  expect((await activate(serialKey, 'one')).body).toMatchObject({
    expirationDate: '2026-03-01T23:59:59.999Z',
    maintenanceExpirationDate: '2027-02-01T23:59:59.999Z',
  })
})

test("extensions add their durations to the product's", async () => {
  await give(acme, 'CORE-PERP', 1)
  await give(acme, 'CORE-MNT', 1)
  const { serialKeys } = await acme.call(licenses.create, {
    body: {
      parentAccountId: acme.accountId,
      items: [
        {
          productId: product('CORE-PERP').productId,
          qt: 1,
          extensions: [{ productId: product('CORE-MNT').productId, qt: 1 }],
        },
      ],
    },
  })
  at('2024-02-29T00:00:00.000Z')
  expect((await activate(serialKeys[0] as string, 'one')).body).toMatchObject({
    expirationDate: null,
    maintenanceExpirationDate: '2026-02-28T23:59:59.999Z',
  })
})

const rush = often(50, 200)
test(`of ${rush} devices that activate at once, exactly as many as there are seats (five) get one (threats L1)`, async () => {
  const serialKey = await key(acme, 'EDGE-1Y', 5)
  const answers = await Promise.all(Array.from({ length: rush }, (_, n) => activate(serialKey, `device-${n}`)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
    expect({ status, code: body.code, title: body.title }).toEqual({
      status: 409,
      code: 'DV409',
      title: codes.DV409.title,
    })
  }
  const license = await read(acme, serialKey)
  expect(license.seatsOccupied).toBe(5)
  expect(license.licenseSeats).toHaveLength(5)
})

test('a device that activates many times at once holds one seat (threats L1)', async () => {
  const serialKey = await key(acme, 'EDGE-1Y', 5)
  const answers = await Promise.all(Array.from({ length: 20 }, () => activate(serialKey, 'the one')))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(new Set(answers.map(({ body }) => body.licenseSeatId)).size).toBe(1)
  const numbers = await Promise.all(answers.map(async ({ body }) => (await claimsOf(body.lease)).number))
  expect(new Set(numbers).size).toBe(20)
  expect((await read(acme, serialKey)).seatsOccupied).toBe(1)
})

test('after concurrent activations and releases the seats and their count agree (threats L2)', {
  tags: ['long'],
}, async () => {
  const serialKey = await key(acme, 'EDGE-1Y', 3)
  for (let round = 0; round < 5; round++) {
    await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        n % 2 ? activate(serialKey, `device-${n % 8}`) : release(serialKey, `device-${(n + 1) % 8}`),
      ),
    )
    const { seatsOccupied, licenseSeats } = await read(acme, serialKey)
    expect(licenseSeats).toHaveLength(seatsOccupied)
    expect(seatsOccupied).toBeLessThanOrEqual(3)
  }
})

test('a replayed activation or release changes nothing, and a replayed heartbeat does not take a seat again (threats L5)', async () => {
  const serialKey = await key(acme, 'EDGE-1Y', 1)
  const first = await activate(serialKey, 'mine')
  expect((await activate(serialKey, 'mine')).body.licenseSeatId).toBe(first.body.licenseSeatId)
  expect((await heartbeat(serialKey, 'mine')).body.licenseSeatId).toBe(first.body.licenseSeatId)
  expect((await release(serialKey, 'mine')).status).toBe(204)
  expect((await release(serialKey, 'mine')).status).toBe(204)
  expect((await heartbeat(serialKey, 'mine')).body).toMatchObject({ code: 'DV428' })
  expect(await read(acme, serialKey)).toMatchObject({ seatsOccupied: 0, licenseSeats: [] })
  expect((await release(serialKey, 'never seen')).body).toMatchObject({ code: 'DV428' })
  expect((await heartbeat(serialKey, 'never seen')).body).toMatchObject({ code: 'DV428' })

  const second = await activate(serialKey, 'other')
  expect(second.status).toBe(200)
  expect((await heartbeat(serialKey, 'mine')).body).toMatchObject({ code: 'DV428' })
  expect((await activate(serialKey, 'mine')).body).toMatchObject({ code: 'DV409' })
})

test('a device without a seat is told to activate again; a device with an unknown key is not', async () => {
  const serialKey = await key(acme, 'EDGE-1Y', 1)
  const neverActivated = await heartbeat(serialKey, 'mine')
  expect(neverActivated).toMatchObject({ status: 428, body: { code: 'DV428', title: codes.DV428.title } })
  expect((await heartbeat(newSerialKey('EDGE'), 'mine')).body).toMatchObject({ code: 'DV404' })

  await activate(serialKey, 'mine')
  await release(serialKey, 'mine')
  expect((await heartbeat(serialKey, 'mine')).body).toMatchObject({ code: 'DV428' })
  expect((await activate(serialKey, 'mine')).status).toBe(200)
  await write((tx) => tx.run(sql`update license_seats set revoked_at = clock() where revoked_at is null`))
  expect((await heartbeat(serialKey, 'mine')).body).toMatchObject({ code: 'DV428' })
  await write((tx) => tx.run(sql`update licenses set seats_occupied = 0 where serial_key = ${serialKey}`))

  await write((tx) => tx.run(sql`update licenses set exported_at = clock() where serial_key = ${serialKey}`))
  expect((await heartbeat(serialKey, 'mine')).body).toMatchObject({ code: 'DV423' })
  await write((tx) => tx.run(sql`update licenses set exported_at = null where serial_key = ${serialKey}`))
})

test('lease numbers never fall, rise with time, and from one seat of a device to the next', async () => {
  const serialKey = await key(acme, 'EDGE-1Y', 1)
  const numbers: number[] = []
  const took = async (answer: DeviceAnswer) => numbers.push((await claimsOf(answer.body.lease)).number)
  at('2026-06-01T10:00:00.000Z')
  await took(await activate(serialKey, 'mine'))
  await took(await heartbeat(serialKey, 'mine'))
  at('2026-06-01T10:00:01.000Z')
  await took(await heartbeat(serialKey, 'mine'))
  await took(await activate(serialKey, 'mine'))
  await release(serialKey, 'mine')
  at('2026-06-01T10:00:02.000Z')
  await took(await activate(serialKey, 'mine'))
  // Two leases of one moment may have one number.
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  expect(new Set(numbers).size).toBeGreaterThanOrEqual(4)
})

test('a heartbeat writes the seat once a minute, and not while somebody else changes it', async () => {
  const serialKey = await key(acme, 'EDGE-1Y', 1)
  at('2026-06-01T10:00:30.000Z')
  const { body } = await activate(serialKey, 'mine')
  const stored = () =>
    write((tx) =>
      tx.row<{ version: string; seen: string }>(
        sql`select xmin::text as version, iso(last_seen_at) as seen from license_seats where license_seat_id = ${body.licenseSeatId}`,
      ),
    )
  const first = await stored()
  at('2026-06-01T10:00:59.999Z')
  expect((await heartbeat(serialKey, 'mine')).body).toMatchObject({ leaseExpirationDate: '2026-06-08T10:00:59.999Z' })
  expect(await stored()).toEqual(first)
  at('2026-06-01T10:01:00.000Z')
  await heartbeat(serialKey, 'mine')
  const second = await stored()
  expect(second).toMatchObject({ seen: '2026-06-01T10:01:00.000Z' })
  expect(second?.version).not.toBe(first?.version)

  at('2026-06-01T10:02:00.000Z')
  await write(async (tx) => {
    await tx.run(sql`select 1 from license_seats where license_seat_id = ${body.licenseSeatId} for update`)
    expect((await heartbeat(serialKey, 'mine')).status).toBe(200)
  })
  expect(await stored()).toEqual(second)
})

test('a license expires exactly at its last instant, and its last lease ends then as well', async () => {
  const serialKey = await key(acme, 'EDGE-1Y', 2)
  at('2026-01-01T00:00:00.000Z')
  await activate(serialKey, 'mine')
  at('2027-01-01T23:59:59.998Z')
  expect((await heartbeat(serialKey, 'mine')).body).toMatchObject({ leaseExpirationDate: '2027-01-01T23:59:59.999Z' })
  at('2027-01-01T23:59:59.999Z')
  for (const answer of [
    await heartbeat(serialKey, 'mine'),
    await activate(serialKey, 'mine'),
    await activate(serialKey, 'new'),
  ]) {
    expect(answer).toMatchObject({ status: 410, body: { code: 'DV410' } })
  }
  expect((await release(serialKey, 'mine')).status).toBe(204)
})

test('an upgrade of a perpetual key does not expire, and its maintenance ends with that of the base key', async () => {
  await key(bergen, 'CORE-PERP')
  const serialKey = await key(bergen, 'RIGHT')
  at('2026-01-01T00:00:00.000Z')
  expect((await activate(serialKey, 'mine')).body).toMatchObject({
    expirationDate: null,
    maintenanceExpirationDate: '2027-01-01T23:59:59.999Z',
  })
  at('2036-01-01T00:00:00.000Z')
  expect((await heartbeat(serialKey, 'mine')).status).toBe(200)
  expect(await read(bergen, serialKey)).toMatchObject({ expirationDate: null, maintenanceExpirationDate: null })
})

test('a key that takes no seats of another keeps its end when its product becomes an upgrade right, but shows none', async () => {
  const serialKey = await key(bergen, 'CAPPED')
  at('2026-01-01T00:00:00.000Z')
  await activate(serialKey, 'mine')
  const become = (is: boolean) =>
    write((tx) => tx.run(sql`update products set is_upgrade_right = ${is} where sku = 'CAPPED'`))
  await become(true)
  expect((await heartbeat(serialKey, 'mine')).body).toMatchObject({ expirationDate: '2027-01-01T23:59:59.999Z' })
  at('2036-01-01T00:00:00.000Z')
  expect((await heartbeat(serialKey, 'mine')).body).toMatchObject({ code: 'DV410' })
  expect(await read(bergen, serialKey)).toMatchObject({ expirationDate: null })
  const { findings } = await checkTenant(world.db, world.tenantId)
  expect(findings.filter(({ invariant }) => invariant.startsWith('a license lasts'))).toEqual([])
  await become(false)
  expect(await read(bergen, serialKey)).toMatchObject({ expirationDate: '2027-01-01T23:59:59.999Z' })
})

test('an installed version above the covered one is refused; versions are compared number by number', async () => {
  const serialKey = await key(acme, 'CAPPED', 2)
  expect(await activate(serialKey, 'mine', { installedVersion: '5.10' })).toMatchObject({
    status: 426,
    body: { code: 'DV426' },
  })
  expect(await read(acme, serialKey)).toMatchObject({ seatsOccupied: 0, licenseHasBeenActivated: false })
  expect((await activate(serialKey, 'mine', { installedVersion: '5.9.0' })).status).toBe(200)
  expect((await activate(serialKey, 'mine', { installedVersion: '6' })).body).toMatchObject({ code: 'DV426' })
  expect((await heartbeat(serialKey, 'mine')).status).toBe(200)
})

test('a suspended seat gets no lease and cannot be released; an exported license serves no device online', async () => {
  const serialKey = await key(acme, 'EDGE-1Y', 2)
  await activate(serialKey, 'mine')
  await write((tx) =>
    tx.run(sql`update license_seats set suspended = true where device_uuid = 'mine' and revoked_at is null
    and license_id = (select license_id from licenses where serial_key = ${serialKey})`),
  )
  for (const ask of [activate, heartbeat, release]) {
    expect(await ask(serialKey, 'mine')).toMatchObject({ status: 423, body: { code: 'DV423' } })
  }
  expect((await read(acme, serialKey)).licenseSeats).toMatchObject([{ active: false, suspended: true, revoked: false }])
  expect((await activate(serialKey, 'other')).status).toBe(200)
  await write((tx) => tx.run(sql`update licenses set exported_at = clock() where serial_key = ${serialKey}`))
  for (const ask of [activate, heartbeat]) {
    expect(await ask(serialKey, 'other')).toMatchObject({ status: 423, body: { code: 'DV423' } })
  }
})

test('the contact of a suspended seat is not noted', async () => {
  world.at('2026-11-20T10:00:00Z')
  const serialKey = await key(acme, 'EDGE-1Y', 1)
  await activate(serialKey, 'mine')
  const noted = async () => (await read(acme, serialKey)).licenseSeats?.map(({ lastSeenDate }) => lastSeenDate)
  const before = await noted()
  const suspend = (suspended: boolean) =>
    write((tx) =>
      tx.run(sql`update license_seats set suspended = ${suspended} where device_uuid = 'mine' and revoked_at is null
      and license_id = (select license_id from licenses where serial_key = ${serialKey})`),
    )
  await suspend(true)
  world.at('2026-11-20T11:00:00Z')
  expect((await heartbeat(serialKey, 'mine')).status).toBe(423)
  expect(await noted()).toEqual(before)
  await suspend(false)
  expect((await heartbeat(serialKey, 'mine')).status).toBe(200)
  expect(await noted()).not.toEqual(before)
})

test('released seats are shown in the history of trials only', async () => {
  const { serialKeys } = await acme.call(licenses.create, {
    body: { parentAccountId: acme.accountId, items: [{ productId: product('EDGE-TRIAL').productId, qt: 1 }] },
  })
  const [trial, paid] = [serialKeys[0] as string, await key(acme, 'EDGE-1Y')]
  for (const serialKey of [trial, paid]) {
    await activate(serialKey, 'mine')
    await release(serialKey, 'mine')
  }
  expect((await read(acme, trial)).licenseSeats).toMatchObject([{ deviceUuid: 'mine', active: false, revoked: true }])
  expect((await read(acme, paid)).licenseSeats).toEqual([])
})

test('the step of a trial is what the device said last; for other products it is not kept', async () => {
  const { serialKeys } = await acme.call(licenses.create, {
    body: { parentAccountId: acme.accountId, items: [{ productId: product('EDGE-TRIAL').productId, qt: 1 }] },
  })
  const [trial, paid] = [serialKeys[0] as string, await key(acme, 'EDGE-1Y')]
  const stepOf = async (serialKey: string) => (await read(acme, serialKey)).licenseSeats?.[0]?.currentTrialStep
  const beat = (serialKey: string, currentTrialStep: unknown) =>
    call(devices.heartbeat, { serialKey, deviceUuid: 'mine', currentTrialStep })
  await activate(trial, 'mine', { currentTrialStep: 1 })
  await activate(paid, 'mine', { currentTrialStep: 1 })
  expect([await stepOf(trial), await stepOf(paid)]).toEqual([1, null])
  expect((await beat(trial, 3)).status).toBe(200)
  expect((await beat(paid, 3)).status).toBe(200)
  expect((await heartbeat(trial, 'mine')).status).toBe(200)
  expect([await stepOf(trial), await stepOf(paid)]).toEqual([3, null])
  for (const wrong of [-1, 1.5, '3', 2_147_483_648]) expect((await beat(trial, wrong)).status).toBe(422)
})

test('a device that activates again updates what it says about itself; fields it leaves out keep their value', async () => {
  const serialKey = await key(acme, 'EDGE-1Y')
  await activate(serialKey, 'mine', { deviceName: 'Old name', osName: 'Linux', installedVersion: '1.0' })
  await activate(serialKey, 'mine', { deviceName: 'New name', installedVersion: '1.1' })
  expect((await read(acme, serialKey)).licenseSeats).toMatchObject([
    { deviceName: 'New name', osName: 'Linux', installedVersion: '1.1' },
  ])
})

test('activation, release and the start of a license are in the audit log without a user', async () => {
  const serialKey = await key(acme, 'EDGE-1Y')
  await activate(serialKey, 'mine')
  await activate(serialKey, 'mine')
  await heartbeat(serialKey, 'mine')
  await release(serialKey, 'mine')
  const { licenseId } = await read(acme, serialKey)
  const rows = await write((tx) =>
    tx.rows<{ action: string; user_id: string | null; request_id: string | null }>(
      sql`select action, user_id, request_id from audit_log where entity_id = ${licenseId} order by audit_id`,
    ),
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'license.created',
    'license.activated',
    'license.seat_taken',
    'license.seat_released',
  ])
  expect(rows.slice(1).map(({ user_id }) => user_id)).toEqual([null, null, null])
  expect(rows.every(({ request_id }) => request_id !== null)).toBe(true)
})
