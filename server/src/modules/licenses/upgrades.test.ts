import { environments } from '@trellis/contract/environments'
import { licenses } from '@trellis/contract/licenses'
import { orders } from '@trellis/contract/orders'
import { renewals } from '@trellis/contract/renewals'
import { beforeEach, expect, test } from 'vitest'
import { checkTenant } from '../../cli/check/run.ts'
import { sql } from '../../platform/database/sql.ts'
import { activating } from '../../testing/activating.ts'
import { often } from '../../testing/full.ts'
import { licensing } from '../../testing/licensing.ts'
import { network, type Person } from '../../testing/network.ts'

const world = await network()
const { acme, bergen, calabro, fjord, nordico, sudvia, vendor, canary, at } = world
const { addProduct, create, give, item, key, order, product, read, write } = licensing(world)
const { activate, heartbeat } = activating(world)

await addProduct({ sku: 'STD', years: 1, maintenanceYears: 1 })
await addProduct({ sku: 'STD-LATER', months: 2, rule: 'firstnextmonth' })
await addProduct({ sku: 'PRO-UP', years: 1, isUpgradeRight: true, extends: 'STD' })
await addProduct({ sku: 'LATER-UP', isUpgradeRight: true, extends: 'STD-LATER' })
await addProduct({ sku: 'MAX-UP', isUpgradeRight: true, extends: 'PRO-UP' })
await write((tx) =>
  tx.run(sql`update products set environment_type = 2 where sku in ('STD', 'PRO-UP', 'LATER-UP', 'STD-LATER')`),
)

const day = 'T10:00:00.000Z'
beforeEach(() => at(`2026-03-31${day}`))

/** Makes upgrade keys from stock that the owner is given, of the named base keys or of those that are free. */
async function upgrade(owner: Person, qt: number, UpgradeOf?: string[], more: object = {}) {
  await give(owner, 'PRO-UP', qt)
  const { serialKeys } = await owner.call(licenses.create, {
    body: {
      parentAccountId: owner.accountId,
      Items: [{ ProductId: product('PRO-UP').productId, Qt: qt, ...(UpgradeOf && { UpgradeOf }), ...more }],
    } as never,
  })
  return serialKeys
}
const missing = async (owner: Person, qt: number, upgradeOf?: string[]) => {
  await give(owner, 'PRO-UP', qt)
  const { code, info } = await owner.refused(licenses.create, {
    body: { parentAccountId: owner.accountId, items: [{ ...item('PRO-UP', qt), ...(upgradeOf && { upgradeOf }) }] },
  })
  return { code, errors: (info as { errors?: object[] } | null)?.errors }
}
const lacking = (seats: number) => ({
  code: 'LC519',
  errors: [expect.objectContaining({ sku: 'PRO-UP', reason: 'base_key_missing', missing: seats })],
})
const seatsOf = async (serialKey: string) => (await read(acme, serialKey)).seats
const findings = async () => (await checkTenant(world.db, world.tenantId)).findings

test('a seat of a base key is upgraded once, in however many calls, and the rest is missing (threats L4)', async () => {
  const base = await key(acme, 'STD', 16)
  expect(await missing(acme, 17)).toEqual(lacking(1))
  await upgrade(acme, 1)
  await upgrade(acme, 15)
  expect(await missing(acme, 5)).toEqual(lacking(5))
  expect(await read(acme, base)).toMatchObject({ seats: 16, upgradedSeats: 16, upgradeOf: null })
  expect(await acme.stockOf('PRO-UP')).toBe(17 + 5)
  expect(await findings()).toEqual([])
})

test('however many upgrades race for a base key, its seats are the limit', { tags: ['long'] }, async () => {
  const base = await key(bergen, 'STD', 10)
  await give(bergen, 'PRO-UP', often(40, 400))
  const answers = await Promise.all(
    Array.from({ length: often(40, 400) }, () =>
      bergen.raw(licenses.create, { body: { parentAccountId: bergen.accountId, items: [item('PRO-UP', 1)] } }),
    ),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
  expect(answers.filter(({ status }) => status !== 201).every(({ status }) => status === 409)).toBe(true)
  expect((await read(bergen, base)).upgradedSeats).toBe(10)
})

test('the database refuses what the program would let pass: more upgraded seats than the base key has', async () => {
  const base = await key(fjord, 'STD', 2)
  const [first] = await upgrade(fjord, 2, [base])
  const again = write((tx) =>
    tx.run(sql`
      insert into license_upgrades (license_id, base_license_id, term_license_id, seats)
      select b.license_id, u.license_id, u.license_id, 3 from licenses u, licenses b
      where u.serial_key = ${first} and b.serial_key = ${base}`),
  )
  await expect(again).rejects.toThrow('licenses_upgraded_once')
  await expect(write((tx) => tx.run(sql`delete from license_upgrades`))).rejects.toThrow()
  await expect(write((tx) => tx.run(sql`update license_upgrades set seats = 1`))).rejects.toThrow()
})

test('one upgrade key is made for each base key, the latest end first', async () => {
  const [early, late, unstarted] = [
    await key(calabro, 'STD', 2),
    await key(calabro, 'STD', 2),
    await key(calabro, 'STD', 2),
  ]
  await activate(early, 'a')
  at(`2026-06-01${day}`)
  await activate(late, 'a')
  const keys = await upgrade(calabro, 5)
  const made = await Promise.all(keys.map((one) => read(calabro, one)))
  expect(made.map(({ seats, upgradeOf }) => [seats, upgradeOf])).toEqual([
    [2, { serialKey: unstarted, expirationDate: null }],
    [2, { serialKey: late, expirationDate: '2027-06-01T23:59:59.999Z' }],
    [1, { serialKey: early, expirationDate: '2027-03-31T23:59:59.999Z' }],
  ])
  expect(await read(calabro, early)).toMatchObject({
    upgradedSeats: 1,
    upgrades: [{ serialKey: keys[2], sku: 'PRO-UP', productName: 'Product PRO-UP', seats: 1 }],
  })
  const { items } = await calabro.call(licenses.search, {
    body: { filterBy: [{ field: 'serialKey', values: [early, keys[2] as string] }] },
  })
  expect(items.find(({ serialKey }) => serialKey === early)).toMatchObject({ upgradedSeats: 1, upgradeOf: null })
  expect(items.find(({ serialKey }) => serialKey === keys[2])).toMatchObject({ upgradeOf: { serialKey: early } })
})

test('the named base keys are upgraded and no others, also with separate keys', async () => {
  const [one, two] = [await key(sudvia, 'STD', 2), await key(sudvia, 'STD', 5)]
  const keys = await upgrade(sudvia, 3, [one.toLowerCase().replaceAll('-', ' '), two], { GenerateSeparateKeys: true })
  const made = await Promise.all(keys.map((each) => read(sudvia, each)))
  expect(made.map(({ seats, upgradeOf }) => [seats, upgradeOf?.serialKey])).toEqual([
    [1, one],
    [1, one],
    [1, two],
  ])
  expect(await missing(sudvia, 2, [one])).toEqual(lacking(2))
  expect(await missing(sudvia, 5, [two, two])).toEqual(lacking(1))
  const other = await key(sudvia, 'EDGE-1Y', 9)
  expect(await missing(sudvia, 1, [other])).toEqual(lacking(1))
})

test('a base key of another account upgrades nothing, and one out of reach is not found', async () => {
  const [own, below] = [await key(nordico, 'EDGE-1Y', 1), await key(acme, 'STD', 3)]
  expect(await missing(nordico, 1, [below])).toEqual(lacking(1))
  for (const unknown of [await key(sudvia, 'STD', 1), 'STD-00000-00000-00000-00000-00000'])
    expect(await missing(nordico, 1, [unknown])).toMatchObject({ code: 'RQ404' })
  expect(
    await nordico.refused(licenses.create, {
      body: { parentAccountId: nordico.accountId, items: [{ ...item('EDGE-1Y', 1), upgradeOf: [own] }] },
    }),
  ).toMatchObject({ code: 'RQ422', info: { issues: [{ path: 'items.0.upgradeOf', code: 'not_an_upgrade' }] } })
  expect(await canary.refused(licenses.read, { params: { serialKey: below } })).toMatchObject({ code: 'RQ404' })
  await upgrade(acme, 3, [below])
})

test('keys of one draft are upgraded by those of the same draft, also by an upgrade of an upgrade', async () => {
  for (const sku of ['STD', 'PRO-UP', 'MAX-UP']) await give(fjord, sku, 2)
  const { serialKeys } = await create(fjord, fjord, item('MAX-UP', 2), item('PRO-UP', 2), item('STD', 2))
  const [max, pro, std] = await Promise.all(serialKeys.map((one) => read(fjord, one)))
  expect([max?.upgradeOf?.serialKey, pro?.upgradeOf?.serialKey]).toEqual([pro?.serialKey, std?.serialKey])
  await activate(max?.serialKey as string, 'laptop')
  const ends = { serialKey: pro?.serialKey, expirationDate: '2027-03-31T23:59:59.999Z' }
  expect(await read(fjord, max?.serialKey)).toMatchObject({ upgradeOf: ends, expirationDate: null })
  expect(await read(fjord, std?.serialKey)).toMatchObject({ expirationDate: '2027-03-31T23:59:59.999Z' })
})

test('an upgrade right is no extension: it would prolong a key and take no seat of it', async () => {
  await give(acme, 'STD', 1)
  const extensions = [{ productId: product('PRO-UP').productId, qt: 1 }]
  const { info } = await acme.refused(licenses.create, {
    body: { parentAccountId: acme.accountId, items: [item('STD', 1, { extensions })] },
  })
  expect(info).toMatchObject({ errors: [{ sku: 'PRO-UP', reason: 'not_an_extension' }] })
})

test('an upgrade key lives as long as its base key: its leases end with it, and a renewed base key carries it on', async () => {
  const base = await key(acme, 'STD', 1)
  await activate(base, 'laptop')
  const [serialKey] = await upgrade(acme, 1, [base])
  at(`2027-03-28${day}`)
  const ends = { expirationDate: '2027-03-31T23:59:59.999Z', maintenanceExpirationDate: '2027-03-31T23:59:59.999Z' }
  expect((await activate(serialKey as string, 'laptop')).body).toMatchObject({
    ...ends,
    leaseExpirationDate: '2027-03-31T23:59:59.999Z',
  })
  expect(await read(acme, serialKey)).toMatchObject({ expirationDate: null, maintenanceExpirationDate: null })
  at(`2027-04-01${day}`)
  for (const ask of [activate, heartbeat])
    expect(await ask(serialKey as string, 'laptop')).toMatchObject({ status: 410, body: { code: 'DV410' } })

  await give(acme, 'STD', 1)
  await acme.call(renewals.renew, {
    body: { items: [{ serialKey: base, dueDate: '2027-03-31T23:59:59.999Z' }] },
  })
  const prolonged = { status: 200, body: { expirationDate: '2028-04-01T23:59:59.999Z' } }
  expect(await heartbeat(serialKey as string, 'laptop')).toMatchObject(prolonged)
  expect((await read(acme, serialKey)).upgradeOf).toEqual({
    serialKey: base,
    expirationDate: '2028-04-01T23:59:59.999Z',
  })
  expect(await findings()).toEqual([])
})

test('the first use of an upgrade key starts its base key by the rule of that product', async () => {
  await give(acme, 'LATER-UP', 1)
  const base = await key(acme, 'STD-LATER', 1)
  const { serialKeys } = await create(acme, acme, item('LATER-UP', 1))
  const answer = await activate(serialKeys[0] as string, 'laptop')
  expect(answer.body).toMatchObject({ expirationDate: '2026-06-01T23:59:59.999Z' })
  expect(await read(acme, base)).toMatchObject({
    licenseHasBeenActivated: true,
    activationDate: `2026-03-31${day}`,
    expirationDate: '2026-06-01T23:59:59.999Z',
    seatsOccupied: 0,
  })
  const { items } = await acme.call(licenses.history, { params: { serialKey: base }, query: {} })
  expect(items.map(({ event, otherSerialKey }) => [event, otherSerialKey])).toEqual([
    ['activated', null],
    ['upgraded', serialKeys[0]],
    ['created', null],
  ])
  const upgrading = await acme.call(licenses.history, { params: { serialKey: serialKeys[0] as string }, query: {} })
  expect(upgrading.items.at(-1)).toMatchObject({ event: 'created', otherSerialKey: base })
  at(`2026-04-20${day}`)
  expect((await activate(base, 'tablet')).body).toMatchObject({ expirationDate: '2026-06-01T23:59:59.999Z' })
  expect(await findings()).toEqual([])
})

test('two devices that start an upgrade key at once start its base key once', async () => {
  const base = await key(acme, 'STD', 2)
  const [serialKey] = await upgrade(acme, 2, [base])
  const answers = await Promise.all([
    ...['a', 'b'].map((device) => activate(serialKey as string, device)),
    ...['c', 'd'].map((device) => activate(base, device)),
  ])
  expect(answers.map(({ status, body }) => [status, body.expirationDate])).toEqual(
    answers.map(() => [200, '2027-03-31T23:59:59.999Z']),
  )
  const { items } = await acme.call(licenses.history, { params: { serialKey: base }, query: {} })
  expect(items.filter(({ event }) => event === 'activated')).toHaveLength(1)
  expect(await findings()).toEqual([])
})

test('deleting the seats of a base key, suspending them or exporting it ends no upgrade of it', async () => {
  const base = await key(acme, 'STD', 2)
  const { licenseId } = await read(acme, base)
  await activate(base, 'laptop')
  const [serialKey] = await upgrade(acme, 2, [base])
  await activate(serialKey as string, 'laptop')
  const lives = async () => expect((await heartbeat(serialKey as string, 'laptop')).status).toBe(200)
  const seats = (await read(acme, base)).licenseSeats ?? []
  await nordico.call(licenses.changeSeat, {
    params: { serialKey: base, licenseSeatId: seats[0]?.licenseSeatId as string },
    body: { status: 'suspended' },
  })
  await lives()
  await vendor.call(licenses.deleteSeats, { params: { licenseId } })
  await lives()
  expect(await read(acme, base)).toMatchObject({ seatsOccupied: 0, upgradedSeats: 2 })
  await exportTo(acme, [base])
  await lives()
  expect(await missing(acme, 1, [base])).toEqual(lacking(1))
})

test('an exported upgrade key carries the end of its base key, starts it, and is stale once that is renewed', async () => {
  const base = await key(acme, 'STD', 1)
  const [serialKey] = await upgrade(acme, 1, [base])
  const claims = await exportTo(acme, [serialKey as string])
  expect(claims).toMatchObject({ serialKey, sku: 'PRO-UP', expirationDate: '2027-03-31T23:59:59.999Z' })
  expect(await read(acme, base)).toMatchObject({ activationDate: `2026-03-31${day}`, licenseExport: null })
  await give(acme, 'STD', 1)
  await acme.call(renewals.renew, { body: { items: [{ serialKey: base, dueDate: '2027-03-31T23:59:59.999Z' }] } })
  expect((await read(acme, serialKey)).licenseExport).toMatchObject({ isStale: true })
  expect(await findings()).toEqual([])
})

test('an upgrade of an expired base key is not exported', async () => {
  const base = await key(acme, 'STD', 1)
  await activate(base, 'laptop')
  const [serialKey] = await upgrade(acme, 1, [base])
  at(`2027-04-02${day}`)
  const { blocked } = await read(acme, serialKey)
  expect(blocked.export).toBe('LC522')
  expect(await missing(acme, 1, [base])).toEqual(lacking(1))
})

test('an order whose keys are upgraded cannot be revoked, and the refusal names the base key', async () => {
  const orderId = await order(acme, nordico, { STD: 1 })
  await give(acme, 'STD', 1)
  const { serialKeys } = await acme.call(licenses.create, {
    body: { parentAccountId: acme.accountId, items: [item('STD', 1)], derivedOrderId: orderId },
  })
  await upgrade(acme, 1, serialKeys)
  await give(acme, 'STD', 1)
  expect(
    await nordico.refused(orders.changeStatus, { params: { id: orderId }, body: { status: 'revoked', source: 'api' } }),
  ).toMatchObject({ code: 'OC528', info: { items: [], licenses: [{ serialKey: serialKeys[0] }] } })
})

test('a key is never due for renewal by itself when it upgrades another, and says so', async () => {
  const base = await key(acme, 'STD', 1)
  const [serialKey] = await upgrade(acme, 1, [base])
  expect(await seatsOf(serialKey as string)).toBe(1)
  const { items } = await acme.call(renewals.preview, {
    body: { items: [{ serialKey: serialKey as string, dueDate: null }] },
  })
  expect(items).toMatchObject([{ outcome: 'refused', reason: 'upgrade_right' }])
})

/** Exports the keys to a new environment; returns the claims of the first document. */
async function exportTo(owner: Person, serialKeys: string[]) {
  const body = { accountId: owner.accountId, customerName: 'San Carlo', customerEnvironmentId: `SC-${serialKeys[0]}` }
  const { id } = await owner.call(environments.create, { body })
  const { payload, statusCode } = await world.app.http.inject({
    method: 'POST',
    url: '/api/v1/licenses/export',
    headers: { 'x-tenant-code': owner.tenantCode, authorization: `Bearer ${await owner.token()}` },
    payload: {
      parentAccountId: owner.accountId,
      onPremisesEnvironmentId: id,
      serials: serialKeys.map((serialKey) => ({ serialKey })),
    },
  })
  expect(statusCode, payload).toBe(200)
  const [document] = (JSON.parse(payload) as { documents: string[] }).documents
  return JSON.parse(Buffer.from((document as string).split('.')[1] as string, 'base64url').toString())
}
