import { dashboard } from '@trellis/contract/dashboard'
import { dealStatuses, protectionStatuses } from '@trellis/contract/deal-states'
import { deals } from '@trellis/contract/deals'
import { beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { dealing } from '../../testing/dealing.ts'
import { dice } from '../../testing/dice.ts'
import { network, type Person } from '../../testing/network.ts'
import { selling } from '../../testing/selling.ts'

const world = await network()
const { vendor, nordico, acme, sudvia, canary } = world
const { register } = dealing(world)
const { productOf } = selling(world)
const { below, one } = dice(20261123)
const inTenant = { tenantId: world.tenantId, userId: null, reach: null, clock: null, requestId: null }

interface Raw {
  vendor: string
  status: string
  protection: string
  currency: number
  /** In cents. */
  amount: number
  day: string
  sku: string
}
const raws: Raw[] = []

// Deals of May and April 2026, at noon, changed in the database to any state and amount.
beforeAll(async () => {
  for (let n = 0; n < 60; n++) {
    const who = one([nordico, acme, sudvia])
    const sku = one(['EDGE-1Y', 'CORE-3Y'])
    const day = `2026-${one(['04', '05'])}-${String(1 + below(30)).padStart(2, '0')}`
    world.at(`${day}T12:00:00Z`)
    const id = await register(who, { [sku]: 1 })
    const [status, protection] = [one(dealStatuses), one(protectionStatuses)]
    const [currency, amount, way] = [one([978, 978, 840]), 1 + below(1_000_000), below(3)]
    await world.db.write(inTenant, (tx) =>
      tx.run(sql`
        update deals set status = ${status}, protection_status = ${protection}, currency_id = ${currency},
          total = ${way === 2 ? 99999 : amount / 100}, ebid_value = ${way === 0 ? 0 : 88888},
          estimated_close_at = ${one([null, '2026-05-20T12:00:00Z', '2026-06-30T23:00:00Z', '2026-07-01T00:00:00Z', '2026-09-15T12:00:00Z'])}::timestamptz,
          ebid_status = ${way === 2 ? 'Approved' : 'Pending'}, ebid_approved_value = ${way === 2 ? amount / 100 : null}::numeric
        where deal_id = ${id}`),
    )
    raws.push({ vendor: who.accountId, status, protection, currency, amount, day, sku })
  }
  world.at(null)
})

const sum = (some: Raw[], currency = 978) =>
  some.reduce((total, deal) => total + (deal.currency === currency ? deal.amount : 0), 0) / 100
const percent = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 1000) / 10)
const may = { currentFrom: '2026/05/01', currentTo: '2026/05/30', previousFrom: '2026/04/01', previousTo: '2026/04/30' }

test.each([
  ['the vendor and all below it', vendor, true, undefined],
  ['the vendor alone', vendor, false, undefined],
  ['a distributor and those below it', nordico, true, undefined],
  ['a distributor alone', nordico, false, undefined],
  ['one product', vendor, true, 'CORE-3Y'],
])('the figures of deals are those of the single deals: %s (rules D14, D15)', async (_, who, includeChildren, sku) => {
  const scope = includeChildren
    ? { [vendor.accountId]: [nordico, acme, sudvia], [nordico.accountId]: [nordico, acme] }[who.accountId]
    : [who]
  const mine = raws.filter(
    (deal) => scope?.some(({ accountId }) => accountId === deal.vendor) && (sku === undefined || deal.sku === sku),
  )
  const [now, before] = ['2026-05', '2026-04'].map((month) => mine.filter(({ day }) => day.startsWith(month))) as [
    Raw[],
    Raw[],
  ]
  const chosen = sku === undefined ? {} : { products: [productOf(sku).productId] }
  const answer = await who.call(dashboard.deals, { body: { ...may, includeChildren, ...chosen } })
  const [won, lost] = ['Won', 'Lost'].map((state) => now.filter(({ status }) => status === state).length) as [
    number,
    number,
  ]
  const [wonBefore, lostBefore] = ['Won', 'Lost'].map(
    (state) => before.filter(({ status }) => status === state).length,
  ) as [number, number]
  expect(answer).toMatchObject({
    totalDealsRegistration: { current: now.length, previous: before.length },
    totalWon: { current: won, previous: wonBefore },
    totalLost: { current: lost, previous: lostBefore },
    winRate: { current: percent(won, won + lost), previous: percent(wonBefore, wonBefore + lostBefore) },
    byStatus: dealStatuses.map((status) => {
      const some = now.filter((deal) => deal.status === status)
      return { status, deals: some.length, amount: sum(some) }
    }),
    byProtection: protectionStatuses.map((protectionStatus) => {
      const some = now.filter((deal) => deal.protection === protectionStatus)
      return { protectionStatus, deals: some.length, amount: sum(some) }
    }),
    currencyCode: 'EUR',
    otherCurrencies: sum(now, 840) === 0 ? [] : [{ currencyCode: 'USD', amount: sum(now, 840) }],
  })
  const { current, previous } = answer.statisticsResponse
  expect(current.samples).toHaveLength(30)
  expect(current.total).toEqual({ qt: now.length, amount: sum(now) })
  expect(previous.total).toEqual({ qt: before.length, amount: sum(before) })
  for (const { key, value } of current.samples)
    expect({ key, ...value }).toEqual({
      key,
      qt: now.filter(({ day }) => day === key).length,
      amount: sum(now.filter(({ day }) => day === key)),
    })
})

test('each number of deals is the count of the list behind it (rules D17)', async () => {
  world.at('2026-06-01T12:00:00Z')
  const counted = async (who: Person, scope: object, filters: Record<string, string[]>, period?: typeof may) => {
    const filterBy = Object.entries(filters).map(([field, values]) => ({ field: field as 'status', values }))
    const filterBetweenDate = period
      ? [{ field: 'creationDate' as const, fromDate: period.currentFrom, toDate: period.currentTo }]
      : []
    return (await who.call(deals.search, { body: { ...scope, limit: 1, filterBy, filterBetweenDate } })).count
  }
  for (const [who, scope, sku] of [
    [vendor, { includeChildren: true }, undefined],
    [vendor, { includeChildren: true, parentAccountId: nordico.accountId }, 'CORE-3Y'],
    [nordico, { includeChildren: false }, undefined],
    [nordico, { includeChildren: true }, 'EDGE-1Y'],
  ] as const) {
    const products = sku === undefined ? [] : [productOf(sku).productId]
    const productId: Record<string, string[]> = sku === undefined ? {} : { productId: products }
    const figures = await who.call(dashboard.deals, { body: { ...may, ...scope, products } })
    expect(await counted(who, scope, productId, may)).toBe(figures.totalDealsRegistration.current)
    expect(await counted(who, scope, { ...productId, status: ['Won', 'Lost'] }, may)).toBe(
      figures.totalWon.current + figures.totalLost.current,
    )
    for (const { status, deals: number } of figures.byStatus)
      expect(await counted(who, scope, { ...productId, status: [status] }, may)).toBe(number)
    for (const { protectionStatus, deals: number } of figures.byProtection)
      expect(await counted(who, scope, { ...productId, protectionStatus: [protectionStatus] }, may)).toBe(number)
    for (const { month, currencyCode, deals: number } of figures.forecast) {
      const row = { forecastMonth: [month?.slice(0, 7) ?? 'none'], currencyCode: [currencyCode] }
      expect({ row, count: await counted(who, scope, { ...productId, ...row }) }).toEqual({ row, count: number })
    }
  }
  expect(await counted(vendor, { includeChildren: true }, { forecastMonth: ['2026-13', 'soon'] })).toBe(0)
  world.at(null)
})

test('the forecast is that of the deals module, for the scope and products of the dashboard (rules D16)', async () => {
  world.at('2026-06-01T12:00:00Z')
  const asked = { parentAccountId: nordico.accountId, includeChildren: true }
  const { items } = await vendor.call(deals.forecast, { body: asked })
  expect(items.length).toBeGreaterThan(0)
  expect((await vendor.call(dashboard.deals, { body: asked })).forecast).toEqual(items)
  const products = [productOf('BOX').productId]
  expect((await vendor.call(dashboard.deals, { body: { ...asked, products } })).forecast).toEqual([])
  world.at(null)
})

test('a day belongs to the period by the reader’s calendar, and strangers find nothing', async () => {
  const total = async (body: object) => (await sudvia.call(dashboard.deals, { body })).totalDealsRegistration.current
  world.at('2026-07-01T00:00:00.000Z')
  await register(sudvia, { 'EDGE-1Y': 1 })
  world.at(null)
  const days = ['2026-06-30T23:59:59.999Z', '2026-07-01T00:00:00.000Z']
  expect(await total({ currentFrom: '2026-06-30T00:00:00.000Z', currentTo: days[0] })).toBe(0)
  expect(await total({ currentFrom: days[1], currentTo: days[1] })).toBe(1)
  for (const who of [acme, sudvia, canary]) {
    const refusal = await who.refused(dashboard.deals, { body: { ...may, parentAccountId: nordico.accountId } })
    expect(refusal).toMatchObject({ status: 404, code: 'RQ404' })
  }
})
