import { environments } from '@trellis/contract/environments'
import { devices, licenses } from '@trellis/contract/licenses'
import { news } from '@trellis/contract/news'
import { orders } from '@trellis/contract/orders'
import { type RenewalAnswer, type RenewalWindow, renewals, renewalWindows } from '@trellis/contract/renewals'
import { expect, test } from 'vitest'
import { licenseInvariants } from '../../../cli/check/licenses.ts'
import { sql } from '../../../platform/database/sql.ts'
import { rolesOf } from '../../../testing/calling.ts'
import { licensing } from '../../../testing/licensing.ts'
import { network, type Person } from '../../../testing/network.ts'
import { runJob } from '../../../testing/queue.ts'
import { discrepancies, raw, selling } from '../../../testing/selling.ts'

const world = await network()
const { vendor, nordico, acme, acmeBasic, bergen, sudvia, calabro, fjord, canary } = world
const { addProduct, give, key, product, write } = licensing(world)
const enroll = rolesOf(world)
await selling(world).issue({ 'EDGE-1Y': 500 })
await addProduct({ sku: 'CORE-UP', isUpgradeRight: true, extends: 'CORE-PERP' })
await addProduct({ sku: 'EDGE-2Y', years: 2, extends: 'EDGE-1Y' })
await addProduct({ sku: 'RETIRED', years: 1 })
await addProduct({ sku: 'ENDLESS', years: 255, maintenanceYears: 255 })
await write((tx) => tx.run(sql`update products set maintenance_is_perpetual = true where sku = 'ENDLESS'`))

const day = 86_400_000
const seven = 'T23:59:59.999Z'

/** Takes a seat at this moment, which starts the license. */
async function activate(serialKey: string, at: Date, deviceUuid = 'laptop') {
  world.at(at.toISOString())
  try {
    return await vendor.call(devices.activate, { body: { serialKey, deviceUuid } })
  } finally {
    world.at(null)
  }
}

/** A key of a product for one year that ends in so many days, and takes nothing of the owner's present stock. */
async function keyEnding(owner: Person, days: number, { sku = 'EDGE-1Y', seats = 1 } = {}) {
  const serialKey = await key(owner, sku, seats)
  const end = new Date(Date.now() + days * day)
  const start = new Date(Date.UTC(end.getUTCFullYear() - 1, end.getUTCMonth(), end.getUTCDate(), 9))
  const { expirationDate, maintenanceExpirationDate } = await activate(serialKey, start)
  const dueDate = expirationDate ?? maintenanceExpirationDate ?? ''
  return { serialKey, dueDate }
}
interface Key {
  serialKey: string
  dueDate: string | null
}

const renewing = (who: Person, keys: Key[], more: { orderMissing?: boolean } = {}) =>
  who.call(renewals.renew, { body: { items: keys, ...more } })
const outcomes = ({ items }: RenewalAnswer) => items.map(({ outcome, reason }) => (reason === null ? outcome : reason))
const read = (who: Person, { serialKey }: Key) => who.call(licenses.read, { params: { serialKey } })
const inWindow = (window: RenewalWindow, serialKeys: string[] = []) => ({
  limit: 3000,
  includeChildren: true,
  filterBy: [
    { field: 'window' as const, values: [window] },
    ...(serialKeys.length > 0 ? [{ field: 'serialKey' as const, values: serialKeys }] : []),
  ],
})
const listed = async (who: Person, window: RenewalWindow, keys: Key[]) => {
  const asked = keys.map(({ serialKey }) => serialKey)
  const { items } = await who.call(renewals.search, { body: inWindow(window, asked) })
  return items.map(({ serialKey }) => asked.indexOf(serialKey)).sort()
}
const empty = async (person: Person, sku: string) => {
  const has = await person.stockOf(sku)
  if (has > 0) await give(person, sku, -has)
}
const one = async (query: string, values: unknown[] = []) =>
  Number(Object.values((await raw<Record<string, unknown>>(world, query, values))[0] ?? {})[0])
const ordersOf = async (buyer: Person) => (await buyer.call(orders.sellIn, { body: {} })).count

/** The day that is so many years after an end, in the terms of the rule. */
const later = (date: string | null, years: number) =>
  `${Number(date?.slice(0, 4)) + years}${date?.slice(4, 10)}${seven}`

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

  const [first, second, third] = keys as [Key, Key, Key]
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
  expect(outcomes(await renewing(bergen, keys))).toEqual(['changed', 'waiting', 'changed'])
  await give(nordico, 'EDGE-1Y', 4)
  await nordico.call(orders.changeStatus, { params: { id: made?.orderId ?? '' }, body: { status: 'approved' } })
  expect(outcomes(await renewing(bergen, [second]))).toEqual(['extended'])
  expect(await bergen.stockOf('EDGE-1Y')).toBe(0)
})

test('a renewal without ordering says what is short, and a canceled order makes room for another one', async () => {
  await empty(calabro, 'EDGE-1Y')
  const short = await keyEnding(calabro, 5, { seats: 2 })
  expect(outcomes(await renewing(calabro, [short], { orderMissing: false }))).toEqual(['short'])
  const before = await ordersOf(calabro)
  const [first] = (await renewing(calabro, [short])).items
  expect(outcomes(await renewing(calabro, [short]))).toEqual(['waiting'])
  expect(await ordersOf(calabro)).toBe(before + 1)
  await sudvia.call(orders.changeStatus, { params: { id: first?.order?.orderId ?? '' }, body: { status: 'canceled' } })
  const [second] = (await renewing(calabro, [short])).items
  expect(second?.outcome).toBe('ordered')
  expect(await ordersOf(calabro)).toBe(before + 2)
  // An approved order is waited for no longer, even if what it brought was used for something else.
  await give(sudvia, 'EDGE-1Y', 2)
  await sudvia.call(orders.changeStatus, { params: { id: second?.order?.orderId ?? '' }, body: { status: 'approved' } })
  await give(calabro, 'EDGE-1Y', -2)
  expect(outcomes(await renewing(calabro, [short], { orderMissing: false }))).toEqual(['short'])
})

test('keys of several accounts make one order for each buyer', async () => {
  await empty(fjord, 'EDGE-1Y')
  await empty(acme, 'EDGE-1Y')
  const keys = [await keyEnding(fjord, 5), await keyEnding(acme, 6), await keyEnding(fjord, 7)]
  const { items } = await renewing(nordico, keys)
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

test('the same key of the caller, sent again, has one effect and the same answer', async () => {
  const due = await keyEnding(acme, 15)
  await give(acme, 'EDGE-1Y', 2)
  const had = await acme.stockOf('EDGE-1Y')
  const send = () => acme.raw(renewals.renew, { body: { items: [due] }, headers: { 'idempotency-key': 'renewal 1' } })
  const [first, again] = [await send(), await send()]
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body).toEqual(first.body)
  expect(await acme.stockOf('EDGE-1Y')).toBe(had - 1)
})

test('of ten renewals of one key at once, one extends it and takes stock (threats M8)', async () => {
  const due = await keyEnding(acme, 15, { seats: 2 })
  await give(acme, 'EDGE-1Y', 50)
  const had = await acme.stockOf('EDGE-1Y')
  const answers = await Promise.all(Array.from({ length: 10 }, () => renewing(acme, [due])))
  expect(answers.flatMap(outcomes).sort()).toEqual([...Array(9).fill('changed'), 'extended'])
  expect(await acme.stockOf('EDGE-1Y')).toBe(had - 2)
  expect((await read(acme, due)).expirationDate).toBe(later(due.dueDate, 1))
})

test('of keys that are renewed at once with stock for one, one is extended and the others are ordered (threats M9)', async () => {
  const keys = await Promise.all([1, 2, 3, 4].map(() => key(acme, 'EDGE-1Y')))
  const due: Key[] = []
  for (const serialKey of keys) {
    const { expirationDate } = await activate(serialKey, new Date(Date.now() - 350 * day))
    due.push({ serialKey, dueDate: expirationDate ?? '' })
  }
  await empty(acme, 'EDGE-1Y')
  await give(acme, 'EDGE-1Y', 1)
  const before = await ordersOf(acme)
  const answers = await Promise.all(due.map((each) => renewing(acme, [each])))
  expect(answers.flatMap(outcomes).sort()).toEqual(['extended', 'ordered', 'ordered', 'ordered'])
  expect(await acme.stockOf('EDGE-1Y')).toBe(0)
  expect(await ordersOf(acme)).toBe(before + 3)
})

test('a short key that is renewed by many at once is ordered once', async () => {
  await empty(acme, 'EDGE-1Y')
  const short = await keyEnding(acme, 15, { seats: 3 })
  await empty(acme, 'EDGE-1Y')
  const before = await ordersOf(acme)
  const answers = await Promise.all(Array.from({ length: 8 }, () => renewing(acme, [short])))
  expect(answers.flatMap(outcomes).sort()).toEqual(['ordered', ...Array(7).fill('waiting')])
  expect(await ordersOf(acme)).toBe(before + 1)
})

test('two users who renew the same keys in opposite sequence do not wait for each other for ever', async () => {
  const keys = [await keyEnding(acme, 15), await keyEnding(fjord, 15), await keyEnding(acme, 16)]
  await give(acme, 'EDGE-1Y', 20)
  await give(fjord, 'EDGE-1Y', 20)
  const both = await Promise.all([renewing(acme, keys), renewing(nordico, [...keys].reverse())])
  expect(both.flatMap(outcomes).sort()).toEqual([...Array(3).fill('changed'), ...Array(3).fill('extended')])
})

test('the maintenance of a perpetual license is due, and its extension renews it', async () => {
  const owned = await keyEnding(acme, 25, { sku: 'CORE-PERP' })
  await give(acme, 'CORE-MNT', 1)
  const perpetuals = await acme.stockOf('CORE-PERP')
  const { items } = await acme.call(renewals.search, { body: inWindow('30', [owned.serialKey]) })
  expect(items).toMatchObject([{ isMaintenance: true, renewal: { sku: 'CORE-MNT' }, value: 90 }])
  expect(outcomes(await renewing(acme, [owned]))).toEqual(['extended'])
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
  expect(outcomes(await renewing(acme, [unstarted, trial, right, endless, retired, fine]))).toEqual([
    'not_started',
    'trial',
    'upgrade_right',
    'perpetual',
    'no_product',
    'extended',
  ])
  expect(
    outcomes(
      await renewing(acme, [
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
  const answer = await renewing(acme, [short, there])
  expect(outcomes(answer)).toEqual(['not_for_sale', 'extended'])
  expect(await acme.stockOf('UNLISTED')).toBe(0)
})

test('the root is never short of what it issues', async () => {
  const edge = await keyEnding(vendor, 9)
  await empty(vendor, 'EDGE-1Y')
  const had = await vendor.stockOf('EDGE-1Y')
  expect(outcomes(await renewing(vendor, [edge]))).toEqual(['extended'])
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
  expect(outcomes(await renewing(acme, [{ serialKey, dueDate: expirationDate ?? '' }]))).toEqual(['extended'])
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

test('the renewal rate is what counting every term one by one gives', async () => {
  // Terms that ended in earlier months: one renewed before its end, one after it, one not at all.
  const ended = [await keyEnding(acme, -40), await keyEnding(acme, -40), await keyEnding(acme, -70)]
  await give(acme, 'EDGE-1Y', 2)
  const [early, late] = ended as [Key, Key]
  await renewing(acme, [late])
  world.at(new Date(Date.now() - 60 * day).toISOString())
  try {
    await renewing(acme, [early])
  } finally {
    world.at(null)
  }

  interface Row {
    owner_id: string
    end: Date
    isRenewed: boolean
  }
  const terms = [
    ...(await raw<Row>(
      world,
      `select l.owner_id, coalesce(l.expires_at, l.maintenance_expires_at) as end, false as "isRenewed" from licenses l
       join products p using (product_id) where l.tenant_id = $1 and not p.is_trial and not p.is_upgrade_right`,
      [world.tenantId],
    )),
    ...(await raw<Row>(world, `select owner_id, due_at as end, true as "isRenewed" from license_renewals`)),
  ].filter(({ end }) => end !== null && end.getTime() <= Date.now())
  const below: [Person, Person[]][] = [
    [vendor, [vendor, nordico, acme, bergen, fjord, sudvia, calabro]],
    [nordico, [nordico, acme, bergen, fjord]],
    [acme, [acme, fjord]],
    [calabro, [calabro]],
  ]
  for (const [who, owners] of below) {
    const ids = owners.map(({ accountId }) => accountId)
    const { items } = await who.call(renewals.rate, { body: { months: 24 } })
    expect(items).toHaveLength(24)
    expect(items.at(-1)?.month).toBe(`${new Date().toISOString().slice(0, 7)}-01`)
    for (const { month, ...figures } of items) {
      const own = terms.filter(
        ({ owner_id, end }) => ids.includes(owner_id) && end.toISOString().slice(0, 7) === month.slice(0, 7),
      )
      const renewed = own.filter(({ isRenewed }) => isRenewed).length
      const rate = own.length === 0 ? null : Math.round((1000 * renewed) / own.length) / 10
      expect({ month, ...figures }).toEqual({ month, due: own.length, renewed, rate })
    }
  }
  const { items } = await acme.call(renewals.rate, { body: { includeChildren: false } })
  expect(items.reduce((sum, { renewed }) => sum + renewed, 0)).toBeGreaterThan(1)
})

/** Reminds of everything that is due so far, and forgets the news and mails of it. */
const forget = async () => {
  await runJob(world, 'licenses:remind')
  for (const table of ['news', 'mails']) await raw(world, `delete from ${table}`)
}
const told = async (who: Person) =>
  (await who.call(news.list)).items
    .filter(({ kind }) => kind === 'license_due')
    .map(({ words: { days, keys, accounts, accountName } }) => [days, keys, accounts, accountName])
    .sort()
/** Lets so many days pass for these keys, and for what was reminded of them. */
const pass = (days: number, keys: Key[]) =>
  raw(
    world,
    `with moved as (
       update licenses set expires_at = expires_at - make_interval(days => $2) where serial_key = any($1) returning license_id)
     update license_reminders set due_at = due_at - make_interval(days => $2)
     where license_id in (select license_id from moved)`,
    [keys.map(({ serialKey }) => serialKey), days],
  )

test('who owns a key and who sells its renewal are reminded 90, 60 and 30 days before its end, once each', async () => {
  const keys = [await keyEnding(fjord, 100), await keyEnding(fjord, 100)]
  await forget()
  for (const [days, step] of [
    [5, null],
    [10, 90],
    [1, null],
    [30, 60],
    [30, 30],
    [3, null],
  ] as const) {
    await pass(days, keys)
    await raw(world, 'delete from news')
    await runJob(world, 'licenses:remind')
    await runJob(world, 'licenses:remind')
    const expected = step === null ? [] : [[step, 2, 1, 'Fjord']]
    for (const who of [fjord, acme, acmeBasic]) expect(await told(who), `${step} ${who.email}`).toEqual(expected)
    for (const stranger of [nordico, vendor, bergen, sudvia]) expect(await told(stranger), stranger.email).toEqual([])
  }
  await pass(-79, keys)
})

test('a key that is found late gets only the reminder that it has reached, and a renewed one starts again', async () => {
  const late = await keyEnding(bergen, 20)
  await forget()
  await raw(
    world,
    'delete from license_reminders where license_id = (select license_id from licenses where serial_key = $1)',
    [late.serialKey],
  )
  await runJob(world, 'licenses:remind')
  expect(await told(bergen)).toEqual([[30, 1, 1, 'Bergen']])
  await give(bergen, 'EDGE-1Y', 1)
  expect(outcomes(await renewing(bergen, [late]))).toEqual(['extended'])
  const days = 365 - 65
  await pass(days, [late])
  await raw(world, 'delete from news')
  await runJob(world, 'licenses:remind')
  expect(await told(bergen)).toEqual([[90, 1, 1, 'Bergen']])
  await pass(-days, [late])
})

test('reminders reach a person as they chose: many keys are one mail, in their language, and none for another role', async () => {
  const keys = [await keyEnding(fjord, 100), await keyEnding(acme, 100), await keyEnding(acme, 70)]
  await forget()
  for (const [who, way] of [
    [acme, 'mail'],
    [acmeBasic, 'none'],
    [nordico, 'digest'],
  ] as const)
    await who.call(news.choose, { body: { choices: [{ kind: 'license_due', way }] } })
  await raw(world, `update users set language_code = 'it', is_notification_enabled = true where email = $1`, [
    acme.email,
  ])
  await pass(11, keys)
  await raw(world, 'delete from news')
  await runJob(world, 'licenses:remind')
  await runJob(world, 'news:mail')
  await runJob(world, 'news:mail')
  const mails = await world.mails()
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [acme.email, '3 chiavi di licenza stanno per scadere'],
  ])
  expect(mails[0]?.text).toMatch(
    /Entro 90 giorni\n2 account: 2 chiavi di licenza, la prima il .*\n.*\/renewals\?window=90/,
  )
  expect(mails[0]?.text).toMatch(/Entro 60 giorni\nAcme: una chiave di licenza, il /)
  expect(await told(acmeBasic)).toEqual([])
  expect(await told(nordico)).toEqual([
    [60, 1, 1, 'Acme'],
    [90, 1, 1, 'Acme'],
  ])
  expect((await acme.call(news.choices)).choices).toContainEqual({ kind: 'license_due', way: 'mail' })
  const withoutLicenses = await enroll(acme, { Orders: 'r' })
  const { body } = await withoutLicenses(news.choices)
  expect(JSON.stringify(body)).not.toContain('license_due')
  await pass(-11, keys)
})

test('after all of this stock and licenses fit together', async () => {
  expect(await discrepancies(world)).toEqual([])
  const broken: string[] = []
  for (const { name, broken: rows } of licenseInvariants)
    for (const { what } of await write((tx) => tx.rows<{ what: string }>(rows))) broken.push(`${name}: ${what}`)
  expect(broken).toEqual([])
})
