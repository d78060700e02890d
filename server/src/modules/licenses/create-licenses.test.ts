import { codes } from '@trellis/contract/codes'
import { licenses } from '@trellis/contract/licenses'
import { isWellFormed } from '@trellis/contract/serial-keys'
import { stock } from '@trellis/contract/stock'
import { expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { often } from '../../testing/full.ts'
import { licensing } from '../../testing/licensing.ts'
import { network } from '../../testing/network.ts'

const world = await network()
const { vendor, nordico, sudvia, acme, bergen, calabro, fjord } = world
const { addRareProducts, create, give, order, product, write, item, read } = licensing(world)

await addRareProducts()

const extension = (sku: string, qt: number) => ({ productId: product(sku).productId, qt })
const errorsOf = (problem: { info: unknown }) => (problem.info as { errors: Record<string, unknown>[] }).errors
/** All rows that creating licenses could have written. */
const traces = () =>
  write((tx) =>
    tx.row(sql`
      select (select count(*) from licenses) as licenses, (select count(*) from license_details) as details,
             (select count(*) from stock_movements) as movements, (select sum(quantity) from stock_balances) as stock,
             (select count(*) from audit_log) as audit, (select sum(licenses) from offered.license_tallies) as tallies`),
  )

test('a reseller makes one key with five seats from its own stock', async () => {
  await give(acme, 'EDGE-1Y', 7)
  const { id, serialKeys } = await acme.call(licenses.create, {
    body: { parentAccountId: acme.accountId, items: [item('EDGE-1Y', 5)], licenseNote: 'for the harbour office' },
  })
  expect(serialKeys).toHaveLength(1)
  expect(serialKeys[0]).toMatch(/^EDGE-/)
  expect(isWellFormed(serialKeys[0] as string)).toBe(true)
  expect(await acme.stockOf('EDGE-1Y')).toBe(2)
  expect(await read(acme, serialKeys[0])).toMatchObject({
    licenseId: id,
    seats: 5,
    seatsOccupied: 0,
    licenseHasBeenActivated: false,
    licenseHasBeenExported: false,
    activationDate: null,
    expirationDate: null,
    maintenanceExpirationDate: null,
    licenseIsPerpetual: false,
    product: { sku: 'EDGE-1Y', isLicenseTrial: false },
    ownerAccount: { accountName: 'Acme' },
    createdBy: 'Anna Acme',
    licenseNote: 'for the harbour office',
    derivedOrderId: null,
    licenseDetails: [{ sku: 'EDGE-1Y', durationYears: 1, maintenanceDurationYears: 1 }],
    licenseSeats: [],
    blocked: { update: null },
  })
  const ledger = await acme.call(stock.movements, { params: { accountId: acme.accountId } })
  expect(ledger.items[0]).toMatchObject({ quantity: -5, reason: 'license', serialKey: serialKeys[0] })
})

test('with separate keys each seat gets its own key with its extensions, and each extension takes one piece per seat', async () => {
  await give(bergen, 'CORE-PERP', 3)
  await give(bergen, 'CORE-MNT', 6)
  const { serialKeys } = await create(
    nordico,
    bergen,
    item('CORE-PERP', 3, {
      generateSeparateKeys: true,
      extensions: [extension('CORE-MNT', 3), extension('CORE-MNT', 3)],
    }),
  )
  expect(new Set(serialKeys).size).toBe(3)
  expect(await bergen.stockOf('CORE-PERP')).toBe(0)
  expect(await bergen.stockOf('CORE-MNT')).toBe(0)
  const license = await read(bergen, serialKeys[2])
  expect(license).toMatchObject({ seats: 1, licenseIsPerpetual: true, maintenanceIsPerpetual: false })
  expect(license.licenseDetails?.map((detail) => detail.sku)).toEqual(['CORE-PERP', 'CORE-MNT', 'CORE-MNT'])
})

test('field names are accepted in upper camel case (wire: conventions)', async () => {
  await give(acme, 'EDGE-1Y', 2)
  const { status, body } = await acme.raw(licenses.create, {
    body: {
      parentAccountId: acme.accountId,
      Items: [{ ProductId: product('EDGE-1Y').productId, Qt: 2, GenerateSeparateKeys: true, Extensions: [] }],
    },
  })
  expect(status).toBe(201)
  expect((body as { serialKeys: string[] }).serialKeys).toHaveLength(2)
})

test('a trial takes no stock', async () => {
  const { serialKeys } = await create(calabro, calabro, item('EDGE-TRIAL', 4))
  expect(await read(calabro, serialKeys[0])).toMatchObject({ seats: 4, product: { isLicenseTrial: true } })
  expect(await calabro.stockOf('EDGE-TRIAL')).toBe(0)
})

test("a trial that is not on the owner's price list is not found, but the vendor may give it (threats L4)", async () => {
  const items = [item('SECRET-TRIAL', 1)]
  expect(await calabro.refused(licenses.create, { body: { items, parentAccountId: calabro.accountId } })).toMatchObject(
    { code: 'RQ404' },
  )
  expect((await create(vendor, calabro, ...items)).serialKeys).toHaveLength(1)
})

test('all faults of all items are reported at once, and nothing is created', async () => {
  await give(calabro, 'EDGE-1Y', 3)
  // These products are on nobody's list, and one is pending. The reseller has them in stock and therefore knows them.
  for (const sku of ['CORE-OLD', 'CORE-UP', 'DRAFT']) {
    await give(calabro, sku, 1)
    await give(calabro, sku, -1)
  }
  const before = await traces()
  const problem = await calabro.refused(licenses.create, {
    body: {
      parentAccountId: calabro.accountId,
      items: [
        item('EDGE-1Y', 2),
        item('EDGE-1Y', 2, { extensions: [extension('CORE-MNT', 2)] }),
        item('BOX', 1),
        item('DRAFT', 1),
        item('CORE-3Y', 4),
        item('CORE-PERP', 1, { extensions: [extension('CORE-OLD', 1)] }),
        item('CORE-UP', 3),
      ],
    },
  })
  expect(problem).toMatchObject({ status: 409, code: 'LC519', title: codes.LC519.title })
  expect(JSON.parse(problem.message)).toEqual(problem.info)
  const told = errorsOf(problem).map(({ sku, reason, missing }) => `${sku} ${reason} ${missing ?? ''}`.trim())
  expect(told.sort()).toEqual([
    'BOX not_a_license',
    'CORE-3Y insufficient_stock 4',
    'CORE-MNT not_an_extension',
    'CORE-OLD not_active',
    'CORE-PERP insufficient_stock 1',
    'CORE-UP base_key_missing 2',
    'CORE-UP insufficient_stock 3',
    'DRAFT not_active',
    'EDGE-1Y insufficient_stock 1',
  ])
  expect(await traces()).toEqual(before)
})

test('a product that the actor cannot see, buy and never had is refused like one that does not exist (threats T3)', async () => {
  await give(bergen, 'CORE-PERP', 1)
  const nothing = await bergen.refused(licenses.create, {
    body: { parentAccountId: bergen.accountId, items: [{ productId: bergen.userId, qt: 1 }] },
  })
  expect(nothing).toMatchObject({ code: 'RQ404' })
  const reference = await order(bergen, nordico, { 'CORE-PERP': 1 })
  for (const body of [
    { items: [item('HIDDEN', 1)] },
    { items: [item('DRAFT', 1)] },
    { items: [item('OEM-KEY', 1)], derivedOrderId: reference },
    { items: [item('CORE-PERP', 1, { extensions: [extension('CORE-OLD', 1)] })] },
  ]) {
    const refusal = await bergen.refused(licenses.create, { body: { ...body, parentAccountId: bergen.accountId } })
    expect({ ...refusal, requestId: nothing.requestId }).toEqual(nothing)
  }
  // Somebody who sees the whole catalogue, or acts for an owner that can buy the product, gets the real reason.
  expect(
    await vendor.refused(licenses.create, { body: { items: [item('DRAFT', 1)], parentAccountId: bergen.accountId } }),
  ).toMatchObject({ code: 'LC519', info: { errors: [{ reason: 'not_active' }] } })
  expect(
    await nordico.refused(licenses.create, {
      body: { items: [item('CORE-3Y', 99)], parentAccountId: bergen.accountId },
    }),
  ).toMatchObject({ code: 'LC519' })
})

test('pieces held by a pending sell-out are not available for keys', async () => {
  await give(sudvia, 'CORE-3Y', 5)
  await write((tx) =>
    tx.run(
      sql`update stock_balances set held = 3 where account_id = ${sudvia.accountId} and product_id = ${product('CORE-3Y').productId}`,
    ),
  )
  const problem = await sudvia.refused(licenses.create, {
    body: { parentAccountId: sudvia.accountId, items: [item('CORE-3Y', 4)] },
  })
  expect(errorsOf(problem)).toMatchObject([{ sku: 'CORE-3Y', reason: 'insufficient_stock', missing: 2 }])
  expect((await create(sudvia, sudvia, item('CORE-3Y', 2))).serialKeys).toHaveLength(1)
})

test('the root may issue keys below zero', async () => {
  expect((await create(vendor, vendor, item('OEM-KEY', 2))).serialKeys).toHaveLength(1)
  expect(await vendor.stockOf('OEM-KEY')).toBe(-2)
})

test('an extension with fewer pieces than seats is refused', async () => {
  const items = [item('CORE-PERP', 5, { extensions: [extension('CORE-MNT', 1)] })]
  expect(await acme.refused(licenses.create, { body: { items, parentAccountId: acme.accountId } })).toMatchObject({
    code: 'RQ422',
    info: { issues: [{ code: 'one_per_seat' }] },
  })
})

test('an upgrade right needs as many seats of the product it upgrades, held or made in the same draft (threats L4)', async () => {
  await give(fjord, 'CORE-UP', 6)
  await give(fjord, 'CORE-PERP', 4)
  const refusal = await fjord.refused(licenses.create, {
    body: { parentAccountId: fjord.accountId, items: [item('CORE-UP', 2)] },
  })
  expect(errorsOf(refusal)).toMatchObject([{ sku: 'CORE-UP', reason: 'base_key_missing', missing: 2 }])
  await create(fjord, fjord, item('CORE-PERP', 2), item('CORE-UP', 2))
  await create(fjord, fjord, item('CORE-PERP', 2))
  await create(fjord, fjord, item('CORE-UP', 2))
})

test('an expired key is no base of an upgrade right', async () => {
  await give(calabro, 'CORE-PERP', 1)
  await give(calabro, 'CORE-UP', 1)
  const { serialKeys } = await create(calabro, calabro, item('CORE-PERP', 1))
  const expireAt = (instant: string | null) =>
    write((tx) => tx.run(sql`update licenses set expires_at = ${instant} where serial_key = ${serialKeys[0]}`))
  await expireAt('2026-01-01T00:00:00Z')
  const refusal = await calabro.refused(licenses.create, {
    body: { parentAccountId: calabro.accountId, items: [item('CORE-UP', 1)] },
  })
  expect(errorsOf(refusal)).toMatchObject([{ sku: 'CORE-UP', reason: 'base_key_missing', missing: 1 }])
  await expireAt(null)
  await create(calabro, calabro, item('CORE-UP', 1))
})

test('too many keys in one call are refused, and the error says how many are too many', async () => {
  const items = [
    item('EDGE-TRIAL', 4000, { generateSeparateKeys: true }),
    item('EDGE-TRIAL', 1000, { generateSeparateKeys: true }),
    item('EDGE-TRIAL', 7, { generateSeparateKeys: true }),
    item('EDGE-TRIAL', 7),
  ]
  const problem = await acme.refused(licenses.create, { body: { items, parentAccountId: acme.accountId } })
  expect(errorsOf(problem)).toMatchObject([
    { reason: 'too_many_keys', missing: 7 },
    { reason: 'too_many_keys', missing: 1 },
  ])
})

/** At full size the most that one call may make. */
const many = often(1000, 5000)
test(`${many} keys can be made in one call, each with its own ledger entry`, async () => {
  await give(sudvia, 'EDGE-1Y', many)
  const before = await sudvia.call(licenses.search, { body: {} })
  const { serialKeys } = await create(sudvia, sudvia, item('EDGE-1Y', many, { generateSeparateKeys: true }))
  expect(new Set(serialKeys).size).toBe(many)
  expect(serialKeys.every(isWellFormed)).toBe(true)
  const { count } = await sudvia.call(licenses.search, { body: {} })
  expect(count - before.count).toBe(many)
  expect(await sudvia.stockOf('EDGE-1Y')).toBe(0)
})

test('an order reference must be an approved order of the owner with enough of the product left (threats L4)', async () => {
  await give(acme, 'CORE-3Y', 20)
  const reference = await order(acme, nordico, { 'CORE-3Y': 5, 'EDGE-1Y': 1 })
  const against = (derivedOrderId: string, qt: number, sku = 'CORE-3Y') => ({
    body: { items: [item(sku, qt)], derivedOrderId, parentAccountId: acme.accountId },
  })
  const { serialKeys } = await acme.call(licenses.create, against(reference, 3))
  expect(await read(acme, serialKeys[0])).toMatchObject({
    derivedOrderId: reference,
    derivedOrderCode: expect.stringMatching(/^SO-2020-/),
  })
  expect(await acme.refused(licenses.create, against(reference, 3))).toMatchObject({
    code: 'LC520',
    info: { items: [{ sku: 'CORE-3Y', quantity: 3, available: 2, missing: 1 }] },
  })
  await acme.call(licenses.create, against(reference, 2))
  expect(await acme.refused(licenses.create, against(reference, 1))).toMatchObject({ code: 'LC520' })
  expect(await acme.refused(licenses.create, against(reference, 1, 'CORE-PERP'))).toMatchObject({ code: 'LC520' })

  const pending = await order(acme, nordico, { 'CORE-3Y': 5 }, 'pending')
  expect(await acme.refused(licenses.create, against(pending, 1))).toMatchObject({ code: 'LC520' })
  const ofAnother = await order(bergen, nordico, { 'CORE-3Y': 5 })
  expect(await nordico.refused(licenses.create, against(ofAnother, 1))).toMatchObject({ code: 'LC520' })
  expect(await acme.refused(licenses.create, against(ofAnother, 1))).toMatchObject({ code: 'RQ404' })
  expect(await acme.refused(licenses.create, against(acme.userId, 1))).toMatchObject({ code: 'RQ404' })
})

test('concurrent drafts on one order get together no more than was ordered (threats L4)', async () => {
  await give(bergen, 'CORE-3Y', 40)
  const reference = await order(bergen, nordico, { 'CORE-3Y': 10 })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      (n % 2 ? bergen : nordico).raw(licenses.create, {
        body: { items: [item('CORE-3Y', 1)], derivedOrderId: reference, parentAccountId: bergen.accountId },
      }),
    ),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
  for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'LC520' })
  }
  expect(await bergen.stockOf('CORE-3Y')).toBe(30)
})

test('concurrent drafts for the last pieces make exactly as many keys as there are pieces', async () => {
  await give(calabro, 'CORE-PERP', 5)
  const answers = await Promise.all(
    Array.from({ length: 15 }, () =>
      calabro.raw(licenses.create, { body: { parentAccountId: calabro.accountId, items: [item('CORE-PERP', 1)] } }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(201), ...Array(10).fill(409)])
  expect(await calabro.stockOf('CORE-PERP')).toBe(0)
})

test('a retry with the same Idempotency-Key makes no second key', async () => {
  await give(acme, 'EDGE-1Y', 2)
  const had = await acme.stockOf('EDGE-1Y')
  const request = {
    body: { items: [item('EDGE-1Y', 1)], parentAccountId: acme.accountId },
    headers: { 'idempotency-key': 'once' },
  }
  const [first, second] = [await acme.call(licenses.create, request), await acme.call(licenses.create, request)]
  expect(second).toEqual(first)
  expect(await acme.stockOf('EDGE-1Y')).toBe(had - 1)
})

test('invalid quantities and unknown fields are refused with the field named', async () => {
  const { productId } = product('EDGE-1Y')
  for (const qt of [0, -1, 1.5, '1', true, null, [1], 2 ** 31, undefined]) {
    const { status, body } = await acme.raw(licenses.create, {
      body: { parentAccountId: acme.accountId, items: [{ productId, qt }] },
    })
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'RQ422', info: { issues: [{ path: 'items.0.qt' }] } })
  }
  for (const body of [
    {},
    { items: [] },
    { items: [{ productId, qt: 1, price: 1 }] },
    { items: [{ productId, qt: 1 }], licenseNote: 'a\u0000b' },
  ]) {
    const answer = await acme.raw(licenses.create, { body: { ...body, parentAccountId: acme.accountId } })
    expect(answer.status).toBe(422)
  }
})

test("the owner is required and does not default to the actor's account", async () => {
  for (const owner of [{}, { parentAccountId: null }, { parentAccountId: '' }]) {
    const { status, body } = await vendor.raw(licenses.create, { body: { items: [item('EDGE-1Y', 1)], ...owner } })
    expect({ status, body }).toMatchObject({
      status: 422,
      body: { code: 'RQ422', info: { issues: [{ path: 'parentAccountId' }] } },
    })
  }
})
