import { orders } from '@trellis/contract/orders'
import { expect, test } from 'vitest'
import { network } from '../../testing/network.ts'
import { discrepancies, raw, selling } from '../../testing/selling.ts'

/* Money and stock (threats M1 to M15), as far as they can be shown with single orders. */

const world = await network()
const { vendor, nordico, acme, canary } = world
const { items, change, sell, issue, productOf } = selling(world)
const { productId } = productOf('BOX')

await issue({ BOX: 50 })
await sell(vendor, nordico, { BOX: 20 })

/** All rows that a refused request could have changed. */
const state = async () =>
  raw(
    world,
    `select (select count(*) from orders) as orders, (select count(*) from order_items) as items,
            (select count(*) from order_history) as history, (select count(*) from stock_movements) as movements,
            (select sum(held) from stock_balances) as held, (select count(*) from stock_balances) as balances,
            (select sum(orders) from offered.order_tallies) as tallies, (select count(*) from audit_log where entity = 'order') as audit`,
  )

test('only whole numbers from 1 are accepted as quantities (threats M1)', async () => {
  const before = await state()
  const bad = [0, -1, 1.5, '1', true, null, [1], {}, 2 ** 31, 2 ** 53, 1e308, 'NaN', undefined]
  for (const quantity of bad) {
    const { status, body } = await acme.raw(orders.create, {
      body: { items: [{ productId, quantity, price: 3.3335 }] },
    })
    expect(status, String(quantity)).toBe(422)
    expect(JSON.stringify(body)).toContain('"path":"items.0.quantity"')
  }
  expect(await state()).toEqual(before)
  const { status } = await acme.raw(orders.create, { body: { items: [{ productId, quantity: 1e3, price: 3.3335 }] } })
  expect(status).toBe(201)
})

test('only decimals from 0 with at most four places are accepted as prices, and none is rounded silently (threats M2)', async () => {
  for (const price of [-0.01, 3.33351, 1e15, '1,5', '1.5', null, undefined]) {
    const { status, body } = await nordico.raw(orders.create, {
      body: { buyerAccountId: acme.accountId, items: [{ productId, quantity: 1, price }] },
    })
    expect(status, String(price)).toBe(422)
    expect(body).toMatchObject({ info: { issues: [{ path: 'items.0.price' }] } })
  }
  const minusZero = `{"items":[{"productId":"${productId}","quantity":1,"price":-0}]}`
  const response = await world.app.http.inject({
    method: 'POST',
    url: '/api/v1/orders',
    headers: {
      'x-tenant-code': world.tenantCode,
      authorization: `Bearer ${await acme.token()}`,
      'content-type': 'application/json',
    },
    payload: minusZero,
  })
  expect(response.statusCode).toBe(422)
})

test('a buyer pays the effective price, and the refusal of another price shows it (threats M3)', async () => {
  const before = await state()
  const wanted = {
    items: [...items({ 'EDGE-1Y': 1 }), ...items({ BOX: 1, 'CORE-3Y': 1 }, { BOX: 3.3334, 'CORE-3Y': 1 })],
  }
  expect(await acme.refused(orders.create, { body: wanted })).toMatchObject({
    status: 409,
    code: 'OC529',
    info: {
      items: [
        { productId, price: 3.3335 },
        { productId: productOf('CORE-3Y').productId, price: 250.5 },
      ],
    },
  })
  expect(await state()).toEqual(before)
})

test("the vendor's side may agree another price, and both prices are stored (threats M3)", async () => {
  const price = { BOX: 1.25 }
  const sale = { buyerAccountId: acme.accountId, items: items({ BOX: 1 }, price) }
  const purchase = { parentAccountId: acme.accountId, items: items({ BOX: 1 }, price) }
  for (const body of [sale, purchase]) {
    const { id } = await nordico.call(orders.create, { body })
    expect((await acme.call(orders.read, { params: { id } })).items).toMatchObject([
      { price: 1.25, priceListPrice: 3.3335 },
    ])
    await change(nordico, id, 'canceled')
  }
  const own = { parentAccountId: nordico.accountId, items: items({ BOX: 1 }, price) }
  expect(await nordico.refused(orders.create, { body: own })).toMatchObject({ code: 'OC529' })
})

test('a price that changed while the form was open must be confirmed again (threats M4)', async () => {
  const body = { items: items({ 'CORE-PERP': 1 }) }
  const id = productOf('CORE-PERP').productId
  await raw(world, 'update price_list_items set custom_price = 950.25 where product_id = $1', [id])
  expect(await acme.refused(orders.create, { body })).toMatchObject({
    code: 'OC529',
    info: { items: [{ productId: id, price: 950.25 }] },
  })
  const confirmed = { items: items({ 'CORE-PERP': 1 }, { 'CORE-PERP': 950.25 }) }
  const order = await acme.call(orders.create, { body: confirmed })
  await raw(world, 'update price_list_items set custom_price = 900 where product_id = $1', [id])
  expect((await acme.call(orders.read, { params: { id: order.id } })).items).toMatchObject([{ priceListPrice: 950.25 }])
})

test('each line is rounded once, half up, and the total is the sum of the lines (threats M5)', async () => {
  const at = (price: number) => ({ productId, quantity: 3, price })
  const body = { buyerAccountId: acme.accountId, items: [at(33.335), at(33.335), { ...at(0.005), quantity: 1 }] }
  const { id } = await vendor.call(orders.create, { body })
  // 3 × 33.335 = 100.005 is rounded up to 100.01, and 0.005 to 0.01.
  expect((await acme.call(orders.read, { params: { id } })).orderTotal).toBe(200.03)
  await change(vendor, id, 'canceled')

  const cents = { parentAccountId: acme.accountId, items: Array(1000).fill({ productId, quantity: 1, price: 0.01 }) }
  const thousand = await nordico.call(orders.create, { body: cents })
  const read = await acme.call(orders.read, { params: { id: thousand.id } })
  expect([read.orderTotal, read.items?.length]).toEqual([10, 1000])
})

test('an order total beyond the largest amount is refused, without an overflow (threats M5)', async () => {
  const line = { productId, quantity: 1_000_000, price: 99_999_999_999 }
  const body = { parentAccountId: acme.accountId, items: [line, line] }
  expect(await nordico.refused(orders.create, { body })).toMatchObject({ status: 422, code: 'RQ422' })
})

test('lines of the same product are added up before stock is checked (threats M7)', async () => {
  const [line] = items({ BOX: 12 })
  const body = { buyerAccountId: acme.accountId, items: [line, line] as never }
  expect(await nordico.refused(orders.create, { body })).toMatchObject({
    code: 'OC527',
    info: { items: [{ sku: 'BOX', quantity: 24, available: 20, missing: 4 }] },
  })
})

test('requests with the same key make one order, however often and however fast they are sent (threats M8)', async () => {
  const headers = { 'idempotency-key': 'double click' }
  const body = { items: items({ BOX: 1 }) }
  const before = (await acme.call(orders.sellIn, { body: {} })).count
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => acme.raw(orders.create, { body, headers })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
  expect((await acme.call(orders.sellIn, { body: {} })).count).toBe(before + 1)
  const other = { items: items({ BOX: 2 }) }
  expect(await acme.refused(orders.create, { body: other, headers })).toMatchObject({ status: 409, code: 'RQ409' })
  expect((await nordico.raw(orders.create, { body, headers })).status).toBe(201)
})

test('a refused order does not use up its key (threats M8)', async () => {
  const headers = { 'idempotency-key': 'corrected' }
  const body = (price: number) => ({ items: items({ BOX: 1 }, { BOX: price }) })
  expect(await acme.refused(orders.create, { body: body(1), headers })).toMatchObject({ code: 'OC529' })
  expect((await acme.raw(orders.create, { body: body(3.3335), headers })).status).toBe(201)
})

test('ten thousand lines, very long texts and control characters are refused (threats M15)', async () => {
  const before = await state()
  const [line] = items({ BOX: 1 })
  const bodies = [
    { items: Array(1001).fill(line) },
    { items: [] },
    { items: [line], orderRefCode: 'x'.repeat(256) },
    { items: [line], orderRefCode: 'PO\u0000' },
    { items: [line], orderNote: 'x'.repeat(2001) },
    { items: [line], source: 'x'.repeat(51) },
    { items: [line], status: 'approved' },
    { items: [{ ...line, currencyId: 840 }] },
  ]
  for (const body of bodies) expect((await acme.raw(orders.create, { body })).status).toBe(422)
  expect((await acme.raw(orders.create, { body: { items: Array(10_000).fill(line) } })).status).toBeOneOf([413, 422])
  expect(await state()).toEqual(before)
  const text = 'طلب ✅ ‮abc'
  const { id } = await acme.call(orders.create, {
    body: { items: items({ BOX: 1 }), orderRefCode: text, orderNote: text },
  })
  expect(await acme.call(orders.read, { params: { id } })).toMatchObject({ orderRefCode: text, orderNote: text })
})

test('ids are accepted in upper and lower case, and an invalid id is not found', async () => {
  const [line] = items({ BOX: 1 })
  const upper = { items: [{ ...line, productId: productId.toUpperCase() }] as never }
  const { id } = await acme.call(orders.create, { body: upper })
  expect((await acme.call(orders.read, { params: { id: id.toUpperCase() } })).orderId).toBe(id)
  expect((await acme.raw(orders.read, { params: { id: 'SO-2026-000001' } })).status).toBe(404)
})

test('another tenant finds none of these orders', async () => {
  const { id } = await acme.call(orders.create, { body: { items: items({ BOX: 1 }) } })
  expect(await canary.refused(orders.read, { params: { id } })).toMatchObject({ code: 'RQ404' })
  const body = { derivedOrderId: id, items: items({ BOX: 1 }) }
  expect(await canary.refused(orders.create, { body })).toMatchObject({ code: 'RQ404' })
})

test('after all these tests ledger, balances and counters are consistent', async () => {
  expect(await discrepancies(world)).toEqual([])
})
