import { dashboard } from '@trellis/contract/dashboard'
import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { newId } from '../../platform/ids.ts'
import { network, type Person } from '../../testing/network.ts'
import { selling } from '../../testing/selling.ts'
import { foldSums } from './jobs.ts'

const world = await network()
const { vendor, nordico, acme, bergen, sudvia, calabro, canary } = world

beforeEach(() => world.at(null))

const inTenant = { tenantId: world.tenantId, userId: null, reach: null, clock: null, requestId: null }
const fold = () => world.db.write(inTenant, foldSums)

const { productOf, request, change, issue, sell } = selling(world)

/**
 * The buyer orders the quantities at the effective prices and the seller approves, both at the given instant. Returns the
 * order's id.
 */
async function purchase(
  buyer: Person,
  seller: Person,
  instant: string,
  wanted: Record<string, number>,
): Promise<string> {
  world.at(instant)
  const { id } = await request(buyer, wanted)
  await change(seller, id, 'approved')
  world.at(null)
  return id
}

const may = { currentFrom: '2026/05/01', currentTo: '2026/05/31' }
world.at('2020-01-10T12:00:00Z')
await issue({ 'EDGE-1Y': 90, 'CORE-3Y': 90, BOX: 90 })
await sell(vendor, nordico, { 'EDGE-1Y': 30, BOX: 30 })
await purchase(acme, nordico, '2026-05-04T10:00:00Z', { 'EDGE-1Y': 2, BOX: 3 })
await purchase(bergen, nordico, '2026-05-20T10:00:00Z', { 'EDGE-1Y': 1 })
await purchase(acme, nordico, '2026-04-10T10:00:00Z', { 'EDGE-1Y': 2 })
await purchase(nordico, vendor, '2026-05-02T10:00:00Z', { 'CORE-3Y': 4 })

test('a distributor sees what it sold and bought in May, compared with April, in pieces and in money', async () => {
  const may2026 = await nordico.call(dashboard.orders, { body: may })
  // BOX costs 3.3335; three of them cost 10.0005, rounded to 10.00.
  expect(may2026).toMatchObject({
    totalSellOut: { current: 6, previous: 2, trend: 200 },
    totalSellOutPrice: { current: 310, previous: 200, trend: 55 },
    totalSellIn: { current: 4, previous: 0, trend: null },
    totalSellInPrice: { current: 1002, previous: 0, trend: null },
    sellOutPieStatistics: [
      { name: 'Acme', amount: 210 },
      { name: 'Bergen', amount: 100 },
    ],
    sellOutBySkuPieStatistics: [
      { name: 'EDGE-1Y', amount: 300 },
      { name: 'BOX', amount: 10 },
    ],
    totalSellOutPriceCurrencyId: 978,
    currencyCode: 'EUR',
    otherCurrencies: [],
  })
  const { current, previous, samplingFrequency, sameSamplingRate } = may2026.statisticsResponse
  expect({ samplingFrequency, sameSamplingRate }).toEqual({ samplingFrequency: 'd', sameSamplingRate: true })
  expect(current.samples).toHaveLength(31)
  expect(current.samples[3]).toEqual({ key: '2026-05-04', value: { qt: 5, amount: 210 } })
  expect(current.samples[4]).toEqual({ key: '2026-05-05', value: { qt: 0, amount: 0 } })
  expect(current.total).toEqual({ qt: 6, amount: 310 })
  // The previous period has the same length and ends where May begins, so it also contains 31 March.
  expect(previous.samples.map(({ key }) => key)).toEqual(expect.arrayContaining(['2026-03-31', '2026-04-30']))
  expect(previous.samples).toHaveLength(31)
})

test('the figures stay the same after the sales are folded', async () => {
  const before = await nordico.call(dashboard.orders, { body: { ...may, includeChildren: true } })
  expect(await fold()).toBeGreaterThan(0)
  expect(await fold()).toBe(0)
  expect(await nordico.call(dashboard.orders, { body: { ...may, includeChildren: true } })).toEqual(before)
})

test('an order between two accounts in scope counts once as a sale and once as a purchase', async () => {
  const network = await vendor.call(dashboard.orders, { body: { ...may, includeChildren: true } })
  // Two sales by Nordico and one by Verdant; every buyer is in the same network.
  expect(network.totalSellOut.current).toBe(10)
  expect(network.totalSellIn.current).toBe(10)
  const alone = await vendor.call(dashboard.orders, { body: may })
  expect([alone.totalSellOut.current, alone.totalSellIn.current]).toEqual([4, 0])
})

test('pending, canceled and revoked orders do not count', async () => {
  world.at('2026-09-08T10:00:00Z')
  await request(acme, { 'EDGE-1Y': 5 })
  await change(nordico, (await request(acme, { 'EDGE-1Y': 5 })).id, 'canceled')
  const september = { currentFrom: '2026/09/01', currentTo: '2026/09/30' }
  const id = await purchase(acme, nordico, '2026-09-09T10:00:00Z', { 'EDGE-1Y': 1 })
  await fold()
  expect((await nordico.call(dashboard.orders, { body: september })).totalSellOut.current).toBe(1)
  await change(nordico, id, 'revoked')
  expect((await nordico.call(dashboard.orders, { body: september })).totalSellOut.current).toBe(0)
  await fold()
  const after = await nordico.call(dashboard.orders, { body: september })
  expect(after.totalSellOut.current).toBe(0)
  expect(after.sellOutPieStatistics).toEqual([])
})

test('an order counts on the day of its approval in the reader’s time zone', async () => {
  // 22:30 in London is already the next day in Rome, and still the same evening in St. John's.
  await purchase(sudvia, vendor, '2026-06-30T22:30:00Z', { BOX: 7 })
  const firstOfJuly = { currentFrom: '2026/07/01', currentTo: '2026/07/01' }
  const inZone = async (zone: string) => {
    await world.db.write(inTenant, (tx) =>
      tx.run(
        sql`update users set time_zone = ${zone} where tenant_id = ${world.tenantId} and user_id = ${sudvia.userId}`,
      ),
    )
    await world.db.shared.run(sql`select pg_notify('trellis_sessions', ${sudvia.userId})`)
    await expect
      .poll(async () => (await sudvia.call(dashboard.orders, { body: firstOfJuly })).totalSellIn.current)
      .toBe(zone === 'Europe/Rome' || zone === 'Asia/Kathmandu' ? 7 : 0)
  }
  for (const zone of ['Europe/Rome', 'America/St_Johns', 'Asia/Kathmandu', 'UTC']) await inZone(zone)
})

test('long periods are sampled by ISO week and then by month, and the key of each sample is its first day', async () => {
  const of = async (currentFrom: string, currentTo: string) => {
    const { statisticsResponse } = await nordico.call(dashboard.orders, { body: { currentFrom, currentTo } })
    return {
      frequency: statisticsResponse.samplingFrequency,
      keys: statisticsResponse.current.samples.map(({ key }) => key),
    }
  }
  const month = await of('2026/05/01', '2026/06/01')
  expect(month).toEqual({
    frequency: 'w',
    keys: ['2026-04-27', '2026-05-04', '2026-05-11', '2026-05-18', '2026-05-25', '2026-06-01'],
  })
  expect((await of('2026/01/01', '2026/07/01')).frequency).toBe('w')
  const longer = await of('2026/01/01', '2026/07/02')
  expect(longer.frequency).toBe('m')
  expect(longer.keys.at(0)).toBe('2026-01-01')
  expect(longer.keys.at(-1)).toBe('2026-07-01')
})

test('periods may be given as instants, with a precision of one millisecond', async () => {
  const body = { currentFrom: '2026-05-04T10:00:00.000Z', currentTo: '2026-05-04T10:00:00.000Z' }
  expect((await nordico.call(dashboard.orders, { body })).totalSellOut.current).toBe(5)
  const after = { currentFrom: '2026-05-04T10:00:00.001Z', currentTo: '2026-05-04T23:59:59.999Z' }
  expect((await nordico.call(dashboard.orders, { body: after })).totalSellOut.current).toBe(0)
  const offset = { currentFrom: '2026-05-04T12:00:00.000+02:00', currentTo: '2026-05-04T12:00:00.000+02:00' }
  expect((await nordico.call(dashboard.orders, { body: offset })).totalSellOut.current).toBe(5)
})

test('an open period begins with the first sale or purchase in scope', async () => {
  world.at('2026-06-15T12:00:00Z')
  const { statisticsResponse, totalSellOut } = await acme.call(dashboard.orders, { body: { includeChildren: true } })
  expect(statisticsResponse.samplingFrequency).toBe('w')
  expect(statisticsResponse.current.samples.at(0)?.key).toBe('2026-04-06')
  expect(statisticsResponse.current.samples.at(-1)?.key).toBe('2026-06-15')
  expect(totalSellOut).toEqual({ current: 0, previous: 0, trend: null })
  const nothing = await vendor.call(dashboard.orders, { body: { parentAccountId: calabro.accountId } })
  expect(nothing.statisticsResponse.current.samples).toEqual([{ key: '2026-06-15', value: { qt: 0, amount: 0 } }])
})

test('a previous period given in the request is used as given', async () => {
  const { totalSellOut } = await nordico.call(dashboard.orders, {
    body: { ...may, previousFrom: '2026/05/20', previousTo: '2026/05/20' },
  })
  expect(totalSellOut).toEqual({ current: 6, previous: 1, trend: 500 })
})

test('a product filter applies to every figure', async () => {
  const chosen = await nordico.call(dashboard.orders, { body: { ...may, products: [productOf('BOX').productId] } })
  expect(chosen).toMatchObject({
    totalSellOut: { current: 3, previous: 0, trend: null },
    totalSellOutPrice: { current: 10 },
    totalSellIn: { current: 0 },
    sellOutPieStatistics: [{ name: 'Acme', amount: 10 }],
    sellOutBySkuPieStatistics: [{ name: 'BOX', amount: 10 }],
  })
  expect(chosen.statisticsResponse.current.total).toEqual({ qt: 3, amount: 10 })
})

test('buyers from the seventh on are summed as "other", pieces count in any currency, other currencies are listed separately', async () => {
  await world.db.write({ ...inTenant, clock: '2026-02-10T09:00:00Z' }, async (tx) => {
    for (let n = 1; n <= 9; n++) {
      const [buyerId, orderId] = [newId(), newId()]
      await tx.run(sql`
        insert into accounts (account_id, code, name, group_id, parent_id) values (${buyerId}, ${`MANY-${n}`}, ${`Many ${n}`}, 7, ${sudvia.accountId})`)
      await tx.run(sql`
        insert into account_tree (ancestor_id, descendant_id, depth)
        select ancestor_id, ${buyerId}::uuid, depth + 1 from account_tree where descendant_id = ${sudvia.accountId}
        union all select ${buyerId}::uuid, ${buyerId}::uuid, 0`)
      const currencyId = n === 9 ? 840 : 978
      await tx.run(sql`
        insert into orders (order_id, code, relation_id, buyer_id, vendor_id, origin, status, currency_id, total, approved_at)
        values (${orderId}, ${`MANY-${n}`}, ${orderId}, ${buyerId}, ${sudvia.accountId}, 'import', 'approved', ${currencyId}, ${n * 10}, clock())`)
      await tx.run(sql`
        insert into order_items (order_item_id, order_id, line, product_id, qt, price, amount, currency_id, list_price)
        values (${newId()}, ${orderId}, 1, ${productOf('BOX').productId}, ${n}, 10, ${n * 10}, ${currencyId}, 10)`)
    }
  })
  const body = { currentFrom: '2026/02/01', currentTo: '2026/02/28' }
  const february = await sudvia.call(dashboard.orders, { body })
  expect(february.sellOutPieStatistics).toEqual([
    ...[8, 7, 6, 5, 4, 3].map((n) => ({ name: `Many ${n}`, amount: n * 10 })),
    { name: 'other', amount: 30 },
  ])
  expect(february.totalSellOutPrice.current).toBe(360)
  expect(february.totalSellOut.current).toBe(45)
  expect(february.statisticsResponse.current.samples[9]?.value).toEqual({ qt: 45, amount: 360 })
  expect(february.otherCurrencies).toEqual([{ currencyId: 840, currencyCode: 'USD', sellIn: 0, sellOut: 90 }])
})

test('pieces bought in another currency count as sell-in, before and after folding', async () => {
  world.at('2026-02-11T09:00:00Z')
  await world.db.write({ ...inTenant, clock: '2026-02-11T09:00:00Z' }, async (tx) => {
    const orderId = newId()
    await tx.run(sql`
      insert into orders (order_id, code, relation_id, buyer_id, vendor_id, origin, status, currency_id, total, approved_at)
      values (${orderId}, 'IN-DOLLARS', ${orderId}, ${sudvia.accountId}, ${vendor.accountId}, 'import', 'approved', 840, 70, clock())`)
    await tx.run(sql`
      insert into order_items (order_item_id, order_id, line, product_id, qt, price, amount, currency_id, list_price)
      values (${newId()}, ${orderId}, 1, ${productOf('BOX').productId}, 7, 10, 70, 840, 10)`)
  })
  world.at(null)
  const body = { currentFrom: '2026/02/11', currentTo: '2026/02/11' }
  const chosen = { ...body, products: [productOf('BOX').productId] }
  const bought = {
    totalSellIn: { current: 7, previous: 0, trend: null },
    totalSellInPrice: { current: 0 },
    totalSellOut: { current: 0, previous: 45, trend: -100 },
    statisticsResponseIn: { current: { total: { qt: 7, amount: 0 } } },
    otherCurrencies: [{ currencyId: 840, currencyCode: 'USD', sellIn: 70, sellOut: 0 }],
  }
  expect(await sudvia.call(dashboard.orders, { body })).toMatchObject(bought)
  expect(await sudvia.call(dashboard.orders, { body: chosen })).toMatchObject(bought)
  await fold()
  expect(await sudvia.call(dashboard.orders, { body })).toMatchObject(bought)
})

test('the product filter offers the products sold or bought in the period', async () => {
  const traded = await nordico.call(dashboard.products, { body: may })
  expect(traded.map(({ sku }) => sku)).toEqual(['BOX', 'CORE-3Y', 'EDGE-1Y'])
  expect(traded[0]).toEqual({ productId: productOf('BOX').productId, productName: 'Cardboard box', sku: 'BOX' })
  const april = { currentFrom: '2026/04/01', currentTo: '2026/04/30' }
  expect((await nordico.call(dashboard.products, { body: april })).map(({ sku }) => sku)).toEqual(['EDGE-1Y'])
  expect(await calabro.call(dashboard.products, { body: april })).toEqual([])
})

test('the product filter does not offer what was sold within a branch and revoked, before and after folding', async () => {
  const june = { currentFrom: '2024/06/01', currentTo: '2024/06/30' }
  const offered = async () => (await nordico.call(dashboard.products, { body: june })).map(({ sku }) => sku)
  const id = await purchase(acme, nordico, '2024-06-10T10:00:00Z', { BOX: 1 })
  await fold()
  expect(await offered()).toEqual(['BOX'])
  await change(nordico, id, 'revoked')
  expect(await offered()).toEqual([])
  await fold()
  expect(await offered()).toEqual([])
})

test('strangers, and accounts outside the reader’s reach, are not found', async () => {
  for (const who of [acme, sudvia, canary]) {
    for (const call of [dashboard.orders, dashboard.products]) {
      const refusal = await who.refused(call, { body: { ...may, parentAccountId: nordico.accountId } })
      expect(refusal).toMatchObject({ status: 404, code: 'RQ404' })
    }
  }
  const own = await canary.call(dashboard.orders, { body: { ...may, includeChildren: true } })
  expect(own).toMatchObject({ totalSellOut: { current: 0 }, currencyCode: 'USD', sellOutPieStatistics: [] })
})

test('invalid periods are refused, and the error names the field', async () => {
  const cases = [
    [{ currentFrom: '2026/05/31', currentTo: '2026/05/01' }, 'currentTo'],
    [{ currentFrom: '0001/01/01' }, 'currentFrom'],
    [{ ...may, previousFrom: '1980/01/01' }, 'previousFrom'],
    [{ currentTo: '9999/12/31' }, 'currentTo'],
  ] as const
  for (const [body, field] of cases) {
    const refusal = await nordico.refused(dashboard.orders, { body })
    expect(refusal).toMatchObject({ code: 'RQ422', info: { issues: [{ path: field }] } })
  }
})
