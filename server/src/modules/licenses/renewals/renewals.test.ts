import { environments } from '@trellis/contract/environments'
import { licenses } from '@trellis/contract/licenses'
import { orders } from '@trellis/contract/orders'
import { type RenewalWindow, renewals, renewalWindows } from '@trellis/contract/renewals'
import { expect, test } from 'vitest'
import { licenseInvariants } from '../../../cli/check/licenses.ts'
import { sql } from '../../../platform/database/sql.ts'
import { rolesOf } from '../../../testing/calling.ts'
import { licensing } from '../../../testing/licensing.ts'
import { network, type Person } from '../../../testing/network.ts'
import { type DueKey, renewing } from '../../../testing/renewing.ts'
import { discrepancies, raw, selling } from '../../../testing/selling.ts'

const world = await network()
const { vendor, nordico, acme, acmeBasic, bergen, sudvia, calabro, fjord, canary } = world
const { addProduct, give, key, product, write } = licensing(world)
const { activate, keyEnding, renew, outcomes, read, inWindow, empty, later } = renewing(world)
const enroll = rolesOf(world)
await selling(world).issue({ 'EDGE-1Y': 500 })
await addProduct({ sku: 'CORE-UP', isUpgradeRight: true, extends: 'CORE-PERP' })
await addProduct({ sku: 'EDGE-2Y', years: 2, extends: 'EDGE-1Y' })
await addProduct({ sku: 'RETIRED', years: 1 })
await addProduct({ sku: 'ENDLESS', years: 255, maintenanceYears: 255 })
await write((tx) => tx.run(sql`update products set maintenance_is_perpetual = true where sku = 'ENDLESS'`))

const listed = async (who: Person, window: RenewalWindow, keys: DueKey[]) => {
  const asked = keys.map(({ serialKey }) => serialKey)
  const { items } = await who.call(renewals.search, { body: inWindow(window, asked) })
  return items.map(({ serialKey }) => asked.indexOf(serialKey)).sort()
}
const one = async (query: string, values: unknown[] = []) =>
  Number(Object.values((await raw<Record<string, unknown>>(world, query, values))[0] ?? {})[0])
const ordersOf = async (buyer: Person) => (await buyer.call(orders.sellIn, { body: {} })).count

test('keys are in the window of their end: expired, or within 30, 60 and 90 days', async () => {
  const keys = [
    await keyEnding(acme, -400),
    await keyEnding(acme, -2),
    await keyEnding(acme, 10),
    await keyEnding(acme, 45),
    await keyEnding(acme, 75),
    await keyEnding(acme, 120),
  ]
  expect(await listed(acme, 'expired', keys)).toEqual([0, 1])
  expect(await listed(acme, '30', keys)).toEqual([2])
  expect(await listed(acme, '60', keys)).toEqual([2, 3])
  expect(await listed(acme, '90', keys)).toEqual([2, 3, 4])
  const body = { filterBy: [{ field: 'serialKey' as const, values: keys.map(({ serialKey }) => serialKey) }] }
  const { items, count } = await acme.call(renewals.search, { body })
  expect(count).toBe(6)
  expect(items.map(({ serialKey }) => serialKey)).toEqual(keys.map(({ serialKey }) => serialKey))
})

test('a key is listed with what renews it and what its owner pays for all seats', async () => {
  const { serialKey, dueDate } = await keyEnding(fjord, 20, { seats: 3 })
  const body = { ...inWindow('30', [serialKey]) }
  for (const reader of [fjord, acme, nordico, vendor])
    expect((await reader.call(renewals.search, { body })).items).toMatchObject([
      {
        serialKey,
        seats: 3,
        dueDate,
        isMaintenance: false,
        product: { sku: 'EDGE-1Y' },
        ownerAccount: { accountName: 'Fjord' },
        renewal: { sku: 'EDGE-1Y' },
        value: 300,
        currencyCode: 'EUR',
        order: null,
        blocked: { renew: null },
      },
    ])
  for (const stranger of [bergen, sudvia, calabro, canary])
    expect((await stranger.call(renewals.search, { body })).count).toBe(0)
  expect((await acme.call(renewals.search, { body: { ...body, includeChildren: false } })).count).toBe(0)
  expect((await acmeBasic.call(renewals.search, { body })).items[0]?.blocked).toEqual({ renew: null })
})

test('of three keys of which one is short, two are extended and the third is ordered', async () => {
  await empty(bergen, 'EDGE-1Y')
  const keys = [
    await keyEnding(bergen, 12, { seats: 2 }),
    await keyEnding(bergen, 20, { seats: 5 }),
    await keyEnding(bergen, -30, { seats: 1 }),
  ]
  await give(bergen, 'EDGE-1Y', 4)
  const body = { items: keys }
  const preview = await bergen.call(renewals.preview, { body })
  expect(outcomes(preview)).toEqual(['extended', 'ordered', 'extended'])
  expect(await bergen.stockOf('EDGE-1Y')).toBe(4)
  const answer = await bergen.call(renewals.renew, { body })
  expect(answer).toEqual({
    ...preview,
    items: preview.items.map((item, n) => ({ ...item, order: answer.items[n]?.order })),
  })
  expect(answer.pieces).toMatchObject([
    { account: { accountName: 'Bergen' }, product: { sku: 'EDGE-1Y' }, quantity: 3, missing: 4, price: 100 },
  ])
  expect(await bergen.stockOf('EDGE-1Y')).toBe(1)

  const [first, second, third] = keys as [DueKey, DueKey, DueKey]
  const today = new Date().toISOString()
  expect((await read(bergen, first)).expirationDate).toBe(later(first.dueDate, 1))
  expect((await read(bergen, second)).expirationDate).toBe(second.dueDate)
  // An expired key is extended from now: the days without it are not paid for.
  expect((await read(bergen, third)).expirationDate).toBe(later(today, 1))
  expect((await read(bergen, first)).licenseDetails).toMatchObject([{ sku: 'EDGE-1Y' }, { sku: 'EDGE-1Y' }])

  const made = answer.items[1]?.order
  const order = await bergen.call(orders.read, { params: { id: made?.orderId ?? '' } })
  expect(order).toMatchObject({
    orderCode: made?.orderCode,
    status: 'pending',
    buyer: { accountName: 'Bergen' },
    vendor: { accountName: 'Nordico' },
    items: [{ productSku: 'EDGE-1Y', qt: 4, price: 100 }],
    orderTotal: 400,
  })
  const { items } = await bergen.call(renewals.search, { body: inWindow('30', [second.serialKey]) })
  expect(items[0]?.order).toEqual(made)
  expect(
    await one(`select count(*) from news where record_id = $1 and kind = 'order_requested'`, [made?.orderId]),
  ).toBeGreaterThan(0)

  // Asking again neither extends nor orders again. Once the pieces are there, the key is extended.
  expect(outcomes(await renew(bergen, keys))).toEqual(['changed', 'waiting', 'changed'])
  await give(nordico, 'EDGE-1Y', 4)
  await nordico.call(orders.changeStatus, { params: { id: made?.orderId ?? '' }, body: { status: 'approved' } })
  expect(outcomes(await renew(bergen, [second]))).toEqual(['extended'])
  expect(await bergen.stockOf('EDGE-1Y')).toBe(0)
})

test('a renewal without ordering says what is short, and a canceled order makes room for another one', async () => {
  await empty(calabro, 'EDGE-1Y')
  const short = await keyEnding(calabro, 5, { seats: 2 })
  expect(outcomes(await renew(calabro, [short], { orderMissing: false }))).toEqual(['short'])
  const before = await ordersOf(calabro)
  const [first] = (await renew(calabro, [short])).items
  expect(outcomes(await renew(calabro, [short]))).toEqual(['waiting'])
  expect(await ordersOf(calabro)).toBe(before + 1)
  await sudvia.call(orders.changeStatus, { params: { id: first?.order?.orderId ?? '' }, body: { status: 'canceled' } })
  const [second] = (await renew(calabro, [short])).items
  expect(second?.outcome).toBe('ordered')
  expect(await ordersOf(calabro)).toBe(before + 2)
  // An approved order is waited for no longer, even if what it brought was used for something else.
  await give(sudvia, 'EDGE-1Y', 2)
  await sudvia.call(orders.changeStatus, { params: { id: second?.order?.orderId ?? '' }, body: { status: 'approved' } })
  await give(calabro, 'EDGE-1Y', -2)
  expect(outcomes(await renew(calabro, [short], { orderMissing: false }))).toEqual(['short'])
})

test('keys of several accounts make one order for each buyer', async () => {
  await empty(fjord, 'EDGE-1Y')
  await empty(acme, 'EDGE-1Y')
  const keys = [await keyEnding(fjord, 5), await keyEnding(acme, 6), await keyEnding(fjord, 7)]
  const { items } = await renew(nordico, keys)
  expect(items.map(({ outcome }) => outcome)).toEqual(['ordered', 'ordered', 'ordered'])
  expect(items[0]?.order).toEqual(items[2]?.order)
  const parties = await Promise.all(
    items.slice(0, 2).map(({ order }) => nordico.call(orders.read, { params: { id: order?.orderId ?? '' } })),
  )
  expect(
    parties.map(({ buyer, vendor, items: lines }) => [buyer.accountName, vendor.accountName, lines?.[0]?.qt]),
  ).toEqual([
    ['Fjord', 'Acme', 2],
    ['Acme', 'Nordico', 1],
  ])
})

test('the maintenance of a perpetual license is due, and its extension renews it', async () => {
  const owned = await keyEnding(acme, 25, { sku: 'CORE-PERP' })
  await give(acme, 'CORE-MNT', 1)
  const perpetuals = await acme.stockOf('CORE-PERP')
  const { items } = await acme.call(renewals.search, { body: inWindow('30', [owned.serialKey]) })
  expect(items).toMatchObject([{ isMaintenance: true, renewal: { sku: 'CORE-MNT' }, value: 90 }])
  expect(outcomes(await renew(acme, [owned]))).toEqual(['extended'])
  expect(await read(acme, owned)).toMatchObject({
    licenseIsPerpetual: true,
    expirationDate: null,
    maintenanceExpirationDate: later(owned.dueDate, 1),
  })
  expect([await acme.stockOf('CORE-MNT'), await acme.stockOf('CORE-PERP')]).toEqual([0, perpetuals])
})

test('another product that extends the key can be chosen, and no other', async () => {
  const due = await keyEnding(acme, 25)
  await give(acme, 'EDGE-2Y', 1)
  const by = (sku: string) => ({ body: { items: [{ ...due, productId: product(sku).productId }] } })
  expect(outcomes(await acme.call(renewals.renew, by('CORE-3Y')))).toEqual(['no_product'])
  expect(outcomes(await acme.call(renewals.renew, by('HIDDEN')))).toEqual(['no_product'])
  const offered = await acme.call(renewals.preview, { body: { items: [due] } })
  expect(offered.items[0]?.choices.map(({ sku }) => sku)).toEqual(['EDGE-1Y', 'EDGE-2Y'])
  expect(outcomes(await acme.call(renewals.renew, by('EDGE-2Y')))).toEqual(['extended'])
  expect(await acme.stockOf('EDGE-2Y')).toBe(0)
  // EDGE-2Y has no maintenance, so the maintenance ends as before.
  expect(await read(acme, due)).toMatchObject({
    expirationDate: later(due.dueDate, 2),
    maintenanceExpirationDate: due.dueDate,
  })
})

test('what has no end, is not sold, or cannot be bought is refused with its reason and stops no other key', async () => {
  await give(acme, 'EDGE-1Y', 1)
  const unstarted = { serialKey: await key(acme, 'EDGE-1Y'), dueDate: null }
  const { serialKeys } = await acme.call(licenses.create, {
    body: { parentAccountId: acme.accountId, items: [{ productId: product('EDGE-TRIAL').productId, qt: 1 }] },
  })
  const trial = { serialKey: serialKeys[0] ?? '', dueDate: '' }
  trial.dueDate = (await activate(trial.serialKey, new Date())).expirationDate ?? ''
  await key(acme, 'CORE-PERP')
  const right = { serialKey: await key(acme, 'CORE-UP'), dueDate: unstarted.dueDate }
  await activate(right.serialKey, new Date())
  const endless = { serialKey: await key(acme, 'ENDLESS'), dueDate: '2026-12-31T23:59:59.999Z' }
  await activate(endless.serialKey, new Date())
  const retired = await keyEnding(acme, 9, { sku: 'RETIRED' })
  const fine = await keyEnding(acme, 9)
  await write((tx) => tx.run(sql`update products set status = 'Deleted' where sku = 'RETIRED'`))
  expect(outcomes(await renew(acme, [unstarted, trial, right, endless, retired, fine]))).toEqual([
    'not_started',
    'trial',
    'upgrade_right',
    'perpetual',
    'no_product',
    'extended',
  ])
  expect(
    outcomes(
      await renew(acme, [
        { ...endless, dueDate: null },
        { ...fine, dueDate: null },
      ]),
    ),
  ).toEqual(['perpetual', 'changed'])
  const serialKeysAsked = [retired, trial, right, endless, unstarted].map(({ serialKey }) => serialKey)
  const { items } = await acme.call(renewals.search, {
    body: { filterBy: [{ field: 'serialKey', values: serialKeysAsked }] },
  })
  expect(items).toMatchObject([{ serialKey: retired.serialKey, renewal: null, value: null }])
})

test('a key that is named twice is refused, at its place', async () => {
  const due = await keyEnding(acme, 9)
  const lower = { ...due, serialKey: due.serialKey.toLowerCase() }
  expect(await acme.refused(renewals.renew, { body: { items: [due, lower] } })).toMatchObject({
    code: 'RQ422',
    info: { issues: [{ path: 'items.1.serialKey', code: 'twice' }] },
  })
})

test('a product that the owner cannot buy is extended from stock, and not ordered', async () => {
  await addProduct({ sku: 'UNLISTED', years: 1 })
  const [there, short] = [
    await keyEnding(acme, 9, { sku: 'UNLISTED' }),
    await keyEnding(acme, 9, { sku: 'UNLISTED', seats: 2 }),
  ]
  await give(acme, 'UNLISTED', 1)
  const answer = await renew(acme, [short, there])
  expect(outcomes(answer)).toEqual(['not_for_sale', 'extended'])
  expect(await acme.stockOf('UNLISTED')).toBe(0)
})

test('the root is never short of what it issues', async () => {
  const edge = await keyEnding(vendor, 9)
  await empty(vendor, 'EDGE-1Y')
  const had = await vendor.stockOf('EDGE-1Y')
  expect(outcomes(await renew(vendor, [edge]))).toEqual(['extended'])
  expect(await vendor.stockOf('EDGE-1Y')).toBe(had - 1)
})

test('a renewed exported license is marked as stale until it is exported again', async () => {
  await write((tx) => tx.run(sql`update products set environment_type = 2 where sku = 'CORE-3Y'`))
  const serialKey = await key(acme, 'CORE-3Y')
  const { id } = await acme.call(environments.create, {
    body: { accountId: acme.accountId, customerName: 'Harbour', customerEnvironmentId: 'HB-1' },
  })
  const body = { parentAccountId: acme.accountId, onPremisesEnvironmentId: id, serials: [{ serialKey }] }
  expect((await acme.raw(licenses.export, { body })).status).toBe(200)
  await give(acme, 'CORE-3Y', 1)
  const { expirationDate } = await acme.call(licenses.read, { params: { serialKey } })
  expect(outcomes(await renew(acme, [{ serialKey, dueDate: expirationDate ?? '' }]))).toEqual(['extended'])
  expect((await acme.call(licenses.read, { params: { serialKey } })).licenseExport?.isStale).toBe(true)
})

test('who may renew: Licenses c, and Orders c where something is to be ordered', async () => {
  const due = await keyEnding(acme, 9)
  const draft = (orderMissing: boolean) => ({ body: { items: [due], orderMissing } })
  const table: [flags: Record<string, string>, search: number, preview: number, ordering: number][] = [
    [{ Licenses: 'r', Orders: 'c-r' }, 200, 403, 403],
    [{ Licenses: 'r-u-d', Orders: 'c-r' }, 200, 403, 403],
    [{ Licenses: 'c' }, 403, 200, 403],
    [{ Licenses: 'c-r', Orders: 'r-u' }, 200, 200, 403],
    [{ Licenses: 'c-r', Orders: 'c' }, 200, 200, 200],
    [{ LicensesRMA: 'r-u', Orders: 'c' }, 403, 403, 403],
  ]
  for (const [flags, search, preview, ordering] of table) {
    const call = await enroll(acme, flags)
    const got = [
      (await call(renewals.search, { body: {} })).status,
      (await call(renewals.preview, draft(false))).status,
      (await call(renewals.preview, draft(true))).status,
    ]
    expect([flags, ...got]).toEqual([flags, search, preview, ordering])
    for (const reading of [renewals.figures, renewals.rate])
      expect((await call(reading, { body: { window: '30' } })).status).not.toBe(search === 200 ? 403 : 200)
  }
  const withoutOrders = await enroll(acme, { Licenses: 'c-r' })
  expect((await withoutOrders(renewals.renew, draft(true))).body).toMatchObject({
    code: 'RQ403',
    info: { permission: 'Orders:c' },
  })
})

test('a key out of reach is answered as one that does not exist, also to who reads everything (threats T2, T3)', async () => {
  const due = await keyEnding(bergen, 9)
  const missing = { ...due, serialKey: 'EDGE-00000-00000-00000-00000' }
  await give(bergen, 'EDGE-1Y', 1)
  const reader = await enroll(acme, { Licenses: 'c-r-ra', Orders: 'c-r-ra' })
  const strangers = [acme, fjord, calabro, canary].map(({ raw: call }) => call)
  for (const call of [...strangers, reader])
    for (const endpoint of [renewals.preview, renewals.renew]) {
      const { status, body } = await call(endpoint, { body: { items: [due] } })
      const unknown = await call(endpoint, { body: { items: [missing] } })
      expect(status).toBe(404)
      expect({ ...(body as object), requestId: '' }).toEqual({ ...(unknown.body as object), requestId: '' })
    }
  // With `ra` the key is read, but neither its price nor a button.
  const { body } = await reader(renewals.search, {
    body: { ...inWindow('30', [due.serialKey]), parentAccountId: vendor.accountId },
  })
  expect(body).toMatchObject({ items: [{ value: null, currencyCode: null, blocked: { renew: 'RQ404' } }] })
  const figures = await reader(renewals.figures, { body: { window: '30', parentAccountId: bergen.accountId } })
  expect(figures.body).toMatchObject({ keys: 1, unpriced: 1, total: [] })
})

test.each(renewalWindows)('the figures of the window %s are what the list adds up to', async (window) => {
  for (const who of [vendor, nordico, acme, fjord]) {
    const { items } = await who.call(renewals.search, { body: inWindow(window) })
    const figures = await who.call(renewals.figures, { body: { window, limit: 100 } })
    const names = [...new Set(items.map(({ ownerAccount }) => ownerAccount.accountName))].sort()
    expect(figures.items.map(({ ownerAccount }) => ownerAccount.accountName).sort()).toEqual(names)
    expect(figures).toMatchObject({ count: names.length, keys: items.length })
    for (const row of figures.items) {
      const own = items.filter(({ ownerAccount }) => ownerAccount.accountId === row.ownerAccount.accountId)
      const priced = own.filter(({ value }) => value !== null)
      expect(row).toMatchObject({
        keys: own.length,
        seats: own.reduce((sum, { seats }) => sum + seats, 0),
        unpriced: own.length - priced.length,
        value: priced.reduce((sum, { value }) => sum + (value ?? 0), 0),
        currencyCode: priced[0]?.currencyCode ?? null,
      })
    }
    const total = items.reduce((sum, { value }) => sum + (value ?? 0), 0)
    expect(figures.total).toEqual(
      total === 0 && figures.unpriced === figures.keys ? [] : [{ currencyCode: 'EUR', amount: total }],
    )
  }
})

test('after all of this stock and licenses fit together', async () => {
  expect(await discrepancies(world)).toEqual([])
  const broken: string[] = []
  for (const { name, broken: rows } of licenseInvariants)
    for (const { what } of await write((tx) => tx.rows<{ what: string }>(rows))) broken.push(`${name}: ${what}`)
  expect(broken).toEqual([])
})
