import { catalogue } from '@trellis/contract/catalogue'
import { events } from '@trellis/contract/events'
import { orders } from '@trellis/contract/orders'
import { priceLists } from '@trellis/contract/price-lists'
import { maximumPlans, pricePlans } from '@trellis/contract/price-plans'
import { pricing } from '@trellis/contract/pricing'
import { settings } from '@trellis/contract/settings'
import { expect, test } from 'vitest'
import { network, type Person } from '../../../testing/network.ts'
import { pricing as listing } from '../../../testing/pricing.ts'
import { runJob } from '../../../testing/queue.ts'
import { raw } from '../../../testing/selling.ts'

/* Covers: server/src/modules/price-lists/plans/*.ts (rules R12 to R16) */

const world = await network()
const { vendor, nordico, sudvia, acme, canary } = world
const { idOf, listOf, audited } = listing(world)

const day = '2999-01-01'

/** Jobs run by the database's clock: the days of a list's plans come nearer instead. */
const come = (priceListId: string) =>
  raw(
    world,
    `update price_plans set day = day - interval '1000 years' where price_list_id = $1 and applied_at is null`,
    [priceListId],
  )

const newList = async (prices: Record<string, number>, who: Person = vendor) =>
  (await who.call(priceLists.create, listOf(prices))).id
const pricesOf = async (id: string, who: Person = vendor) => {
  const { products = [] } = await who.call(priceLists.read, { params: { id } })
  return Object.fromEntries(products.map(({ sku, customPrice }) => [sku, customPrice]))
}
const plan = async (priceListId: string, prices: Record<string, number>, more: object = {}, who: Person = vendor) =>
  (
    await who.call(pricePlans.create, {
      body: {
        priceListId,
        day,
        items: Object.entries(prices).map(([sku, customPrice]) => ({ sku, customPrice })),
        ...more,
      },
    })
  ).id
const read = (id: string, who: Person = vendor) => who.call(pricePlans.read, { params: { id } })
const apply = () => runJob(world, 'price-lists:apply')
const issue = (path: string, code: string) => ({ code: 'RQ422', info: { issues: [{ path, code }] } })

test('planned prices apply on their day, once, as one change', async () => {
  const list = await newList({ BOX: 10, 'EDGE-1Y': 100 })
  const id = await plan(list, { BOX: 12, 'CORE-3Y': 300 }, { note: 'Prices of 2027', remove: [idOf('EDGE-1Y')] })
  expect(await read(id)).toMatchObject({
    day,
    note: 'Prices of 2027',
    state: 'planned',
    itemCount: 2,
    removedCount: 1,
    appliedDate: null,
    mayChange: true,
    items: [
      { sku: 'BOX', currentPrice: 10, customPrice: 12 },
      { sku: 'CORE-3Y', currentPrice: null, customPrice: 300 },
      { sku: 'EDGE-1Y', currentPrice: 100, customPrice: null },
    ],
  })
  await apply()
  expect(await pricesOf(list)).toEqual({ BOX: 10, 'EDGE-1Y': 100 })
  await come(list)
  await apply()
  expect(await pricesOf(list)).toEqual({ BOX: 12, 'CORE-3Y': 300 })
  expect(await read(id)).toMatchObject({
    state: 'applied',
    appliedDate: expect.any(String),
    effect: null,
    mayChange: false,
  })

  await vendor.call(priceLists.updateProduct, {
    params: { id: list },
    body: { productId: idOf('BOX'), customPrice: 13 },
  })
  await apply()
  expect(await pricesOf(list)).toMatchObject({ BOX: 13 })
  expect((await audited('price_plan.applied', id)).map(({ after }) => after)).toEqual([
    { priceListId: list, added: 1, changed: 1, removed: 1, skipped: 0 },
  ])
  const history = await vendor.call(pricing.history, { params: { id: list }, query: { productId: idOf('BOX') } })
  expect(history.items.map(({ from, to, changedBy }) => [from, to, changedBy === null])).toEqual([
    [12, 13, false],
    [10, 12, true],
    [null, 10, false],
  ])
})

test('a planned price keeps its discount, in the plan and on the list', async () => {
  const list = await newList({ BOX: 10 })
  const discount = { customPriceDiscountType: 'percentage' as const, customPriceDiscountAmount: 12.5 }
  const item = { productId: idOf('BOX'), customPrice: 7, ...discount }
  const id = await plan(list, {}, { items: [item] })
  expect((await read(id)).items).toMatchObject([item])
  await come(list)
  await apply()
  const { products } = await vendor.call(priceLists.read, { params: { id: list } })
  expect(products).toMatchObject([item])
})

test('a day begins when it does in the time zone of the tenant', async () => {
  const list = await newList({ BOX: 10 })
  const id = await plan(list, { BOX: 12 })
  // Where it is 26 hours earlier, this day has not begun, whatever the time is.
  await raw(world, `update price_plans set day = (now() at time zone 'Pacific/Kiritimati')::date where plan_id = $1`, [
    id,
  ])
  await vendor.call(settings.change, { body: { timeZone: 'Etc/GMT+12' } })
  await apply()
  expect(await pricesOf(list)).toEqual({ BOX: 10 })
  await vendor.call(settings.change, { body: { timeZone: 'Pacific/Kiritimati' } })
  await apply()
  expect(await pricesOf(list)).toEqual({ BOX: 12 })
})

test('after an outage, plans whose days went by are applied in the order of their days', async () => {
  const list = await newList({ BOX: 10 })
  await plan(list, { BOX: 14, 'EDGE-1Y': 90 }, { day: '2999-02-01' })
  await plan(list, { BOX: 12 })
  await plan(list, {}, { day: '2999-01-15', remove: [idOf('BOX')] })
  await come(list)
  await apply()
  expect(await pricesOf(list)).toEqual({ BOX: 14, 'EDGE-1Y': 90 })
  const { items } = await vendor.call(pricePlans.list, { query: { priceListId: list } })
  expect(items.map((each) => [each.day, each.state])).toEqual([
    ['1999-02-01', 'applied'],
    ['1999-01-15', 'applied'],
    ['1999-01-01', 'applied'],
  ])
})

test('the preview of a plan says who will pay what on that day, with the plans before it, and equals what then happens', async () => {
  const list = await newList({ BOX: 10, 'EDGE-1Y': 100 })
  await vendor.call(priceLists.associate, {
    params: { accountId: nordico.accountId },
    body: { priceListId: list, canPropagate: true },
  })
  await plan(list, { BOX: 11 })
  const later = await plan(list, { 'CORE-3Y': 300 }, { day: '2999-02-01', remove: [idOf('EDGE-1Y')] })
  const { effect } = await read(later)
  const differences = effect?.groups.flatMap((group) =>
    group.differences.map(({ sku, before, after }) => [sku, before, after]),
  )
  expect(differences?.toSorted()).toEqual([
    ['BOX', 10, 11],
    ['CORE-3Y', null, 300],
    ['EDGE-1Y', 100, null],
  ])
  const served = await vendor.call(pricing.uses, { params: { id: list } })
  expect(effect?.accountCount).toBe(served.served)
  expect(effect?.groups[0]).toMatchObject({ lostCount: 1, priceListBefore: { id: list }, priceListAfter: { id: list } })

  await come(list)
  await apply()
  expect(await pricesOf(list)).toEqual({ BOX: 11, 'CORE-3Y': 300 })
  await vendor.raw(priceLists.dissociate, { params: { accountId: nordico.accountId } })
})

test('orders pay the price of the moment they are made', async () => {
  const list = await newList({ BOX: 10 })
  const params = { accountId: nordico.accountId }
  await vendor.call(priceLists.associate, { params, body: { priceListId: list, canPropagate: true } })
  await plan(list, { BOX: 12 })
  const order = (price: number) => ({ body: { items: [{ productId: idOf('BOX'), quantity: 1, price }] } })
  await apply()
  await nordico.call(orders.create, order(10))
  await come(list)
  await apply()
  expect(await nordico.refused(orders.create, order(10))).toMatchObject({
    code: 'OC529',
    info: { items: [{ productId: idOf('BOX'), price: 12 }] },
  })
  await nordico.call(orders.create, order(12))
  await vendor.raw(priceLists.dissociate, { params })
})

test('a plan is changed and canceled until it is applied, and its history says who did what', async () => {
  const list = await newList({ BOX: 10 })
  const id = await plan(list, { BOX: 12 })
  const changed = await vendor.call(pricePlans.change, {
    params: { id },
    body: { day: '2999-01-02', note: 'A day later', items: [{ productId: idOf('BOX'), customPrice: 11.5 }] },
  })
  expect(changed).toMatchObject({ day: '2999-01-02', note: 'A day later', items: [{ sku: 'BOX', customPrice: 11.5 }] })
  const [event] = await audited('price_plan.changed', id)
  expect(event).toMatchObject({
    before: { day, items: [{ sku: 'BOX', customPrice: 12 }] },
    after: { day: '2999-01-02', note: 'A day later', items: [{ sku: 'BOX', customPrice: 11.5 }] },
  })
  await vendor.raw(pricePlans.cancel, { params: { id } })
  expect((await vendor.refused(pricePlans.read, { params: { id } })).code).toBe('RQ404')
  await come(list)
  await apply()
  expect(await pricesOf(list)).toEqual({ BOX: 10 })

  const applied = await plan(list, { BOX: 13 }, { day: '2999-01-04' })
  await come(list)
  await apply()
  for (const refusal of [
    await vendor.refused(pricePlans.cancel, { params: { id: applied } }),
    await vendor.refused(pricePlans.change, {
      params: { id: applied },
      body: { day: '2999-02-01', items: [{ sku: 'BOX', customPrice: 1 }] },
    }),
  ])
    expect(refusal).toMatchObject({ code: 'RQ409', info: { reason: 'applied' } })
})

test('a list has one plan for a day, for days later than today there, and so many at most', async () => {
  const list = await newList({ BOX: 10 })
  const refused = (more: object) =>
    vendor.refused(pricePlans.create, {
      body: { priceListId: list, day, items: [{ sku: 'BOX', customPrice: 12 }], ...more },
    })
  await plan(list, { BOX: 12 })
  expect(await refused({})).toMatchObject(issue('day', 'taken'))
  world.at('2026-11-20T12:00:00.000Z')
  await vendor.call(settings.change, { body: { timeZone: 'Europe/Rome' } })
  expect(await refused({ day: '2026-11-20' })).toMatchObject(issue('day', 'too_early'))
  // It is the 21st in Rome already.
  world.at('2026-11-20T23:30:00.000Z')
  expect(await refused({ day: '2026-11-21' })).toMatchObject(issue('day', 'too_early'))
  expect(await refused({ day: '2027-13-01' })).toMatchObject({ code: 'RQ422' })
  world.at(null)
  for (let month = 1; month < maximumPlans; month++)
    await plan(
      list,
      { BOX: month },
      { day: `${2998 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-05` },
    )
  expect(await refused({ day: '2999-12-12' })).toMatchObject({ code: 'RQ409', info: { maximum: maximumPlans } })
})

test('an offer that ends is planned in one step, with what the list would have without it', async () => {
  const discount = { customPriceDiscountType: 'percentage' as const, customPriceDiscountAmount: 10 }
  const list = await newList({ BOX: 10, 'EDGE-1Y': 100, 'CORE-3Y': 300 })
  await vendor.call(priceLists.updateProduct, {
    params: { id: list },
    body: { productId: idOf('CORE-3Y'), customPrice: 270, ...discount },
  })
  // In the middle of the offer another plan raises a price that the offer does not have, and one that it has.
  await plan(list, { 'EDGE-1Y': 110, 'CORE-3Y': 310 }, { day: '2999-01-15' })
  const prices = { BOX: 8, 'CORE-3Y': 250, 'CORE-PERP': 800 }
  const offer = await plan(list, prices, { until: '2999-02-01', note: 'Winter', remove: [idOf('EDGE-1Y')] })
  const { items } = await vendor.call(pricePlans.list, { query: { priceListId: list } })
  expect(items.map((each) => [each.day, each.note, each.planId === offer])).toEqual([
    ['2999-01-01', 'Winter', true],
    ['2999-01-15', null, false],
    ['2999-02-01', 'Winter', false],
  ])
  expect(
    (await read(items[2]?.planId ?? '')).items.map(({ sku, customPrice }) => [sku, customPrice]).toSorted(),
  ).toEqual([
    ['BOX', 10],
    ['CORE-3Y', 310],
    ['CORE-PERP', null],
    ['EDGE-1Y', 110],
  ])
  await come(list)
  await apply()
  expect(await pricesOf(list)).toEqual({ BOX: 10, 'CORE-3Y': 310, 'EDGE-1Y': 110 })

  const kept = await newList({ BOX: 10 })
  await vendor.call(priceLists.updateProduct, {
    params: { id: kept },
    body: { productId: idOf('BOX'), customPrice: 9, ...discount },
  })
  await plan(kept, { BOX: 5 }, { until: '2999-02-01' })
  const back = (await vendor.call(pricePlans.list, { query: { priceListId: kept } })).items[1]
  expect((await read(back?.planId ?? '')).items).toMatchObject([{ sku: 'BOX', customPrice: 9, ...discount }])
})

test('an offer ends on a later day that has no plan, and counts as two plans', async () => {
  const list = await newList({ BOX: 10 })
  const refused = (more: object) =>
    vendor.refused(pricePlans.create, {
      body: { priceListId: list, day, items: [{ sku: 'BOX', customPrice: 12 }], ...more },
    })
  await plan(list, { BOX: 11 }, { day: '2999-03-01' })
  expect(await refused({ until: day })).toMatchObject(issue('until', 'too_early'))
  expect(await refused({ until: '2998-12-31' })).toMatchObject(issue('until', 'too_early'))
  expect(await refused({ until: '2999-03-01' })).toMatchObject(issue('until', 'taken'))
  const listed = () => vendor.call(pricePlans.list, { query: { priceListId: list } })
  expect((await listed()).items.length).toBe(1)
  for (let n = 2; n < maximumPlans; n++) await plan(list, { BOX: n }, { day: `${2960 + n}-01-01` })
  expect(await refused({ until: '2999-06-01' })).toMatchObject({ code: 'RQ409', info: { maximum: maximumPlans } })
  await plan(list, { BOX: 12 }, { until: null })
  expect((await listed()).items.length).toBe(maximumPlans)
})

test('a plan says when it was changed last', async () => {
  world.at('2026-11-20T12:00:00.000Z')
  const list = await newList({ BOX: 10 })
  const id = await plan(list, { BOX: 12 })
  expect(await read(id)).toMatchObject({ modifiedDate: '2026-11-20T12:00:00.000Z' })
  world.at('2026-11-21T12:00:00.000Z')
  await vendor.call(pricePlans.change, { params: { id }, body: { day, items: [{ sku: 'BOX', customPrice: 13 }] } })
  expect(await read(id)).toMatchObject({
    creationDate: '2026-11-20T12:00:00.000Z',
    modifiedDate: '2026-11-21T12:00:00.000Z',
  })
  world.at(null)
})

test('the feed tells of plans to who reaches the list, with the plan, and to nobody else', async () => {
  const list = await newList({ BOX: 10 })
  const id = await plan(list, { BOX: 12 })
  const ask = async (who: Person) =>
    (await who.call(events.list, { query: { types: 'price_plan.created', limit: 200 } })).items.filter(
      (event) => event.entityId === id,
    )
  expect(await ask(vendor)).toMatchObject([{ type: 'price_plan.created', data: { planId: id, itemCount: 1 } }])
  expect(await ask(nordico)).toEqual([])
  expect(await ask(canary)).toEqual([])
})

test('what cannot be priced or removed is refused at its row, and nothing is planned', async () => {
  const list = await newList({ BOX: 10 })
  const refused = (body: object) =>
    vendor.refused(pricePlans.create, { body: { priceListId: list, day, items: [], ...body } })
  expect(await refused({})).toMatchObject(issue('items', 'required'))
  expect(
    await refused({
      items: [
        { sku: 'BOX', customPrice: 1 },
        { sku: 'NONE', customPrice: 1 },
      ],
    }),
  ).toMatchObject(issue('items.1.sku', 'unknown'))
  expect(
    await refused({
      items: [
        { sku: 'BOX', customPrice: 1 },
        { sku: 'box', customPrice: 2 },
      ],
    }),
  ).toMatchObject(issue('items.1.sku', 'twice'))
  expect(await refused({ remove: [idOf('EDGE-1Y')] })).toMatchObject(issue('remove.0', 'unknown'))
  expect(await refused({ items: [{ sku: 'BOX', customPrice: 1 }], remove: [idOf('BOX')] })).toMatchObject(
    issue('remove.0', 'twice'),
  )
  expect(
    await refused({
      items: [{ sku: 'BOX', customPrice: 1, customPriceDiscountType: 'percentage', customPriceDiscountAmount: 101 }],
    }),
  ).toMatchObject(issue('items.0.customPriceDiscountAmount', 'too_big'))
  expect((await vendor.call(pricePlans.list, { query: { priceListId: list } })).items).toEqual([])
  // What an earlier plan brings can leave with a later one.
  await plan(list, { 'EDGE-1Y': 5 })
  await plan(list, {}, { day: '2999-02-01', remove: [idOf('EDGE-1Y')] })
})

test('a product that was deleted meanwhile does not come on the list, and the plan says so', async () => {
  const list = await newList({ BOX: 10 })
  const { id: productId } = await vendor.call(catalogue.create, {
    body: { sku: 'SHORT-LIVED', name: 'Short-lived', priceMsrp: 5 },
  })
  const id = await plan(list, { BOX: 12, 'SHORT-LIVED': 5 })
  await vendor.raw(catalogue.remove, { params: { id: productId } })
  expect((await read(id)).items.map(({ sku, status }) => [sku, status])).toContainEqual(['SHORT-LIVED', 'Deleted'])
  await come(list)
  await apply()
  expect(await read(id)).toMatchObject({ state: 'applied', skippedCount: 1 })
  expect(await pricesOf(list)).toEqual({ BOX: 12 })
})

test('deleting a list cancels its plans; its currency stays while something is planned', async () => {
  const list = await newList({})
  const id = await plan(list, { BOX: 12 })
  const change = { params: { id: list }, body: { name: 'Dollars', currencyId: 840 } }
  expect((await vendor.refused(priceLists.update, change)).code).toBe('RQ409')
  await vendor.raw(priceLists.remove, { params: { id: list } })
  expect((await vendor.refused(pricePlans.read, { params: { id } })).code).toBe('RQ404')
  expect(await audited('price_plan.canceled', id)).toHaveLength(1)
})

test('accounts that a list serves see its prices but nothing that is planned; others see nothing at all', async () => {
  const list = await newList({ BOX: 10 })
  await vendor.call(priceLists.associate, {
    params: { accountId: nordico.accountId },
    body: { priceListId: list, canPropagate: true },
  })
  const id = await plan(list, { BOX: 12 })
  const body = { day: '2999-01-02', items: [{ sku: 'BOX', customPrice: 1 }] }
  const tried = async (who: Person) => [
    (await who.refused(pricePlans.list, { query: { priceListId: list } })).code,
    (await who.refused(pricePlans.create, { body: { priceListId: list, ...body } })).code,
    (await who.refused(pricePlans.read, { params: { id } })).code,
    (await who.refused(pricePlans.change, { params: { id }, body })).code,
    (await who.refused(pricePlans.cancel, { params: { id } })).code,
  ]
  expect(await tried(nordico)).toEqual(['RQ403', 'RQ403', 'RQ403', 'RQ403', 'RQ403'])
  expect(await tried(canary)).toEqual(['RQ404', 'RQ404', 'RQ404', 'RQ404', 'RQ404'])
  await vendor.raw(priceLists.dissociate, { params: { accountId: nordico.accountId } })
  expect(await tried(sudvia)).toEqual(['RQ404', 'RQ404', 'RQ404', 'RQ404', 'RQ404'])

  // A distributor plans its own lists; the vendor above it reads them.
  const own = await newList({ BOX: 20 }, sudvia)
  const theirs = await plan(own, { BOX: 22 }, {}, sudvia)
  expect(await read(theirs)).toMatchObject({ itemCount: 1 })
  expect(await tried(acme)).toEqual(['RQ404', 'RQ404', 'RQ404', 'RQ404', 'RQ404'])
})
