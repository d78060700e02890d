import { catalogue } from '@trellis/contract/catalogue'
import { deals } from '@trellis/contract/deals'
import { orders } from '@trellis/contract/orders'
import { pastOrders } from '@trellis/contract/past-orders'
import { pastPrices } from '@trellis/contract/past-prices'
import { priceLists } from '@trellis/contract/price-lists'
import { pricePlans } from '@trellis/contract/price-plans'
import { pricing } from '@trellis/contract/pricing'
import { breakAt, breaksOfText, breaksText } from '@trellis/contract/quantity-breaks'
import { stock } from '@trellis/contract/stock'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dealing } from '../../testing/dealing.ts'
import { dice } from '../../testing/dice.ts'
import { network } from '../../testing/network.ts'
import { pricing as listing } from '../../testing/pricing.ts'
import { runJob } from '../../testing/queue.ts'
import { raw } from '../../testing/selling.ts'

/* Covers: contract/src/quantity-breaks.ts, server/src/modules/price-lists/effective-prices.ts (rules R21 to R24) */

const world = await network()
const { vendor, nordico, acme, sudvia, calabro, canary } = world
const { idOf, listOf, audited } = listing(world)
const { register, read: readDeal } = dealing(world)

const breaks = [
  { from: 10, price: 45 },
  { from: 50, price: 40.5 },
]
let list = ''
beforeAll(async () => {
  list = (await vendor.call(priceLists.create, listOf({ BOX: 50, 'EDGE-1Y': 100 }))).id
  await vendor.call(priceLists.updateProduct, {
    params: { id: list },
    body: { productId: idOf('BOX'), customPrice: 50, quantityBreaks: breaks },
  })
  await vendor.call(priceLists.associate, {
    params: { accountId: nordico.accountId },
    body: { priceListId: list, canPropagate: true },
  })
})
afterAll(() => vendor.raw(priceLists.dissociate, { params: { accountId: nordico.accountId } }))

const boxes = (...lines: [quantity: number, price: number][]) => ({
  body: { items: lines.map(([quantity, price]) => ({ productId: idOf('BOX'), quantity, price })) },
})
const itemOf = async (id: string, sku = 'BOX') =>
  (await vendor.call(priceLists.read, { params: { id } })).products?.find((each) => each.sku === sku)

test('an order pays the price of its number of pieces, and no other', async () => {
  for (const [quantity, price] of [
    [1, 50],
    [9, 50],
    [10, 45],
    [49, 45],
    [50, 40.5],
    [500, 40.5],
  ] as const) {
    expect(await nordico.refused(orders.create, boxes([quantity, price - 0.5]))).toMatchObject({
      code: 'OC529',
      info: { items: [{ productId: idOf('BOX'), price }] },
    })
    const { id } = await nordico.call(orders.create, boxes([quantity, price]))
    const order = await nordico.call(orders.read, { params: { id } })
    expect(order).toMatchObject({ orderTotal: quantity * price, items: [{ price, priceListPrice: price }] })
  }
})

test('the lines of one product are counted together, those of others are not', async () => {
  const { id } = await nordico.call(orders.create, boxes([4, 45], [6, 45]))
  expect((await nordico.call(orders.read, { params: { id } })).orderTotal).toBe(450)
  const other = { productId: idOf('EDGE-1Y'), quantity: 60, price: 100 }
  await nordico.call(orders.create, { body: { items: [...boxes([9, 50]).body.items, other] } })
})

test('the forms, the catalogue and the explanation of a price name its breaks', async () => {
  const sellable = await vendor.call(stock.available, { query: { buyerAccountId: nordico.accountId } })
  expect(sellable.find(({ sku }) => sku === 'BOX')).toMatchObject({ price: 50, quantityBreaks: breaks })
  expect(sellable.find(({ sku }) => sku === 'EDGE-1Y')?.quantityBreaks).toEqual([])
  const product = await nordico.call(catalogue.read, { params: { id: idOf('BOX') } })
  expect(product).toMatchObject({ customPrice: 50, quantityBreaks: breaks })
  const explained = await acme.call(pricing.explain, { query: { productId: idOf('BOX') } })
  expect(explained).toMatchObject({ price: 50, quantityBreaks: breaks })
  expect(await itemOf(list)).toMatchObject({ customPrice: 50, quantityBreaks: breaks })
})

test('a deal is worth the price of its pieces, and so is the purchase that is made from it', async () => {
  const id = await register(acme, { BOX: 20 })
  const deal = await readDeal(acme, id)
  expect(deal.items).toMatchObject([{ qt: 20, price: 45 }])
  await acme.call(deals.update, { params: { id }, body: { dealStatus: 'Won' } })
  const { items } = await acme.call(deals.buyer, { params: { id } })
  expect(items).toMatchObject([{ quantity: 20, price: 45 }])
})

test('a price is written whole: without breaks it has none, and each change is in the history of the list and the audit log', async () => {
  const own = (await vendor.call(priceLists.create, listOf({ BOX: 50 }))).id
  const set = (customPrice: number, quantityBreaks?: typeof breaks) =>
    vendor.call(priceLists.updateProduct, {
      params: { id: own },
      body: { productId: idOf('BOX'), customPrice, ...(quantityBreaks && { quantityBreaks }) },
    })
  await set(50, breaks)
  await set(48)
  expect(await itemOf(own)).toMatchObject({ customPrice: 48, quantityBreaks: [] })
  const { items } = await vendor.call(pricing.history, { params: { id: own }, query: {} })
  expect(items.map(({ from, to, quantityBreaks }) => [from, to, quantityBreaks])).toEqual([
    [50, 48, []],
    [50, 50, breaks],
    [null, 50, []],
  ])
  const events = await audited('price_list.product_changed', own)
  expect(
    events.map(({ before, after }) =>
      [before, after].map((side) => (side as { quantityBreaks?: string }).quantityBreaks),
    ),
  ).toEqual(
    expect.arrayContaining([
      ['10:45|50:40.5', undefined],
      [undefined, '10:45|50:40.5'],
    ]),
  )
})

test('breaks that do not rise, or cost no less, are refused at their field, one by one and in rows', async () => {
  const body = { productId: idOf('BOX'), customPrice: 45 }
  const put = (quantityBreaks: object[]) =>
    vendor.refused(priceLists.updateProduct, { params: { id: list }, body: { ...body, quantityBreaks } as never })
  expect(await put(breaks)).toMatchObject({
    code: 'RQ422',
    info: { issues: [{ path: 'quantityBreaks.0.price', code: 'not_lower' }] },
  })
  expect(await put([{ from: 1, price: 1 }])).toMatchObject({ info: { issues: [{ path: 'quantityBreaks.0.from' }] } })
  expect(await put([{ from: 10, price: 1.00001 }])).toMatchObject({
    info: { issues: [{ path: 'quantityBreaks.0.price', code: 'at_most_4_decimals' }] },
  })
  expect(await put(Array.from({ length: 11 }, (_, n) => ({ from: n + 2, price: 40 - n })))).toMatchObject({
    info: { issues: [{ path: 'quantityBreaks' }] },
  })
  const rows = await vendor.call(pricing.setProducts, {
    params: { id: list },
    body: { items: [{ sku: 'BOX', customPrice: 60, quantityBreaks: [breaks[1], breaks[0]] as typeof breaks }] },
  })
  expect(rows.faults).toEqual([{ index: 0, field: 'quantityBreaks.1.from', code: 'not_rising' }])
  expect(await itemOf(list)).toMatchObject({ customPrice: 50, quantityBreaks: breaks })
})

test('the preview of a change names breaks that change, and counts a fall of a fifth for many pieces as one', async () => {
  const set = (quantityBreaks: typeof breaks) => ({
    params: { id: list },
    body: { items: [{ sku: 'BOX', customPrice: 50, quantityBreaks }], dryRun: true },
  })
  const { effect } = await vendor.call(pricing.setProducts, set([{ from: 10, price: 30 }]))
  expect(effect.groups).toMatchObject([
    {
      dropCount: 1,
      riseCount: 0,
      differences: [{ before: 50, after: 50, beforeBreaks: breaks, afterBreaks: [{ from: 10, price: 30 }] }],
    },
  ])
  expect((await vendor.call(pricing.setProducts, set(breaks))).effect.groups).toEqual([])
})

test('a price that rises strongly for few pieces and falls for many counts as both, and one that was nothing rises (rules R23)', async () => {
  const preview = async (id: string, customPrice: number, quantityBreaks: typeof breaks) => {
    const body = { items: [{ sku: 'BOX', customPrice, quantityBreaks }], dryRun: true }
    const { effect } = await vendor.call(pricing.setProducts, { params: { id }, body })
    return effect.groups.map(({ riseCount, dropCount }) => [riseCount, dropCount])
  }
  expect(await preview(list, 65, [{ from: 10, price: 20 }])).toEqual([[1, 1]])
  expect(await preview(list, 65, breaks)).toEqual([[1, 0]])
  const gifts = (await vendor.call(priceLists.create, listOf({ BOX: 0 }))).id
  const params = { accountId: calabro.accountId }
  await vendor.call(priceLists.associate, { params, body: { priceListId: gifts, canPropagate: false } })
  expect(await preview(gifts, 500, [])).toEqual([[1, 0]])
  await vendor.raw(priceLists.dissociate, { params })
})

test('planned prices carry their breaks, apply them on their day, and an offer gives back those of before', async () => {
  const own = (await vendor.call(priceLists.create, listOf({ BOX: 50 }))).id
  const put = { params: { id: own }, body: { productId: idOf('BOX'), customPrice: 50, quantityBreaks: breaks } }
  await vendor.call(priceLists.updateProduct, put)
  const planned = [{ from: 5, price: 30 }]
  const body = {
    priceListId: own,
    day: '2999-01-01',
    until: '2999-02-01',
    items: [{ sku: 'BOX', customPrice: 35, quantityBreaks: planned }],
  }
  const { id } = await vendor.call(pricePlans.create, { body })
  const plan = await vendor.call(pricePlans.read, { params: { id } })
  expect(plan.items).toMatchObject([{ customPrice: 35, quantityBreaks: planned, currentBreaks: breaks }])
  const come = (day: string) =>
    raw(world, `update price_plans set day = day - interval '1000 years' where price_list_id = $1 and day = $2`, [
      own,
      day,
    ])
  await come('2999-01-01')
  await runJob(world, 'price-lists:apply')
  expect(await itemOf(own)).toMatchObject({ customPrice: 35, quantityBreaks: planned })
  await come('2999-02-01')
  await runJob(world, 'price-lists:apply')
  expect(await itemOf(own)).toMatchObject({ customPrice: 50, quantityBreaks: breaks })
})

test('what was paid on a day and past orders under the list know the breaks', async () => {
  const day = new Date().toISOString().slice(0, 10)
  const { prices } = await nordico.call(pastPrices.onDay, { query: { productId: idOf('BOX'), day } })
  expect(prices.at(-1)).toMatchObject({ price: 50, quantityBreaks: breaks })

  const { id } = await sudvia.call(orders.create, {
    body: { items: [{ productId: idOf('BOX'), quantity: 60, price: await priceFor(60) }] },
  })
  await vendor.call(orders.changeStatus, { params: { id }, body: { status: 'approved' } })
  const period = { from: '2000-01-01', to: '2999-12-31' }
  const under = await vendor.call(pastOrders.underPriceList, { params: { id: list }, query: period })
  const [approved] = await raw<{ expected: string }>(
    world,
    `select sum(i.qt * case when i.product_id <> $1 then 100
              when t.pieces >= 50 then 40.5 when t.pieces >= 10 then 45 else 50 end) as expected
     from orders o join order_items i using (tenant_id, order_id)
     join lateral (select sum(x.qt) as pieces from order_items x
                   where x.order_id = o.order_id and x.product_id = i.product_id) t on true
     join products p on p.product_id = i.product_id
     where o.tenant_id = $2 and o.status = 'approved' and o.buyer_id <> o.vendor_id and p.sku in ('BOX', 'EDGE-1Y')`,
    [idOf('BOX'), world.tenantId],
  )
  expect(under.wouldPay).toBe(Number(approved?.expected))
})

/** What Sudvia pays for a box. */
async function priceFor(quantity: number): Promise<number> {
  const { price, quantityBreaks } = await sudvia.call(pricing.explain, { query: { productId: idOf('BOX') } })
  return breakAt(quantityBreaks, quantity)?.price ?? price ?? 0
}

test('a stranger sees neither the list nor its breaks', async () => {
  expect(await canary.refused(priceLists.read, { params: { id: list } })).toMatchObject({ code: 'RQ404' })
  expect(
    await canary.refused(pricing.explain, { query: { productId: idOf('BOX'), accountId: nordico.accountId } }),
  ).toMatchObject({ code: 'RQ404' })
})

test('the rule of breaks is the same in TypeScript and in SQL, and their text says all of them', async () => {
  const { below } = dice(26)
  const samples = Array.from({ length: 300 }, () => {
    let [from, price] = [1, 10_000_000]
    const given = Array.from({ length: below(11) }, () => {
      from += 1 + below(500)
      price -= 1 + below(900_000)
      return { from, price: price / 10_000 }
    })
    return [given, 1 + below(6000)] as const
  })
  const rows = await raw<{ price: string; text: string | null }>(
    world,
    `select price_at(1000, nullif(s.breaks, '[]'), s.pieces)::text as price, breaks_text(s.breaks) as text
     from rows from (jsonb_to_recordset($1) as (breaks jsonb, pieces bigint)) with ordinality s order by s.ordinality`,
    [JSON.stringify(samples.map(([given, pieces]) => ({ breaks: given, pieces })))],
  )
  for (const [index, [given, pieces]] of samples.entries()) {
    expect(Number(rows[index]?.price)).toBe(breakAt(given, pieces)?.price ?? 1000)
    if (given.length === 0) continue
    expect(rows[index]?.text).toBe(breaksText(given))
    expect(breaksOfText(breaksText(given))).toEqual(given)
  }
  for (const text of ['', '10', '10:', ':5', '10:5|10:4', '10:5|20:5', '1:5|', '2:1.00001', '10000000:1', '0:1', '1:1'])
    expect(breaksOfText(text), text).toBeNull()
})
