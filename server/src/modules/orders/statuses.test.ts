import { licenses } from '@trellis/contract/licenses'
import { orders } from '@trellis/contract/orders'
import { settings } from '@trellis/contract/settings'
import { stock } from '@trellis/contract/stock'
import { expect, test } from 'vitest'
import { licensing } from '../../testing/licensing.ts'
import { network, type Person } from '../../testing/network.ts'
import { discrepancies, raw, selling } from '../../testing/selling.ts'
import { cancelStalePendingSellOuts } from './index.ts'

const world = await network()
const { vendor, nordico, acme, bergen, fjord } = world
const { items, change, request, offer, sell, issue, productOf } = selling(world)
const { write } = licensing(world)

const refusedTo = (who: Person, id: string, status: string) =>
  who.raw(orders.changeStatus, { params: { id }, body: { status } }).then(({ body }) => body)
const statusOf = async (id: string) => (await vendor.call(orders.read, { params: { id } })).status

await issue({ 'EDGE-1Y': 100, 'CORE-3Y': 50, BOX: 100 })
await sell(vendor, nordico, { 'EDGE-1Y': 30, 'CORE-3Y': 10, BOX: 30 })

test('approving moves every line from the vendor to the buyer', async () => {
  const { id } = await request(acme, { 'EDGE-1Y': 2, BOX: 1 })
  const approved = await nordico.call(orders.changeStatus, {
    params: { id },
    body: { status: 'approved', source: 'api', sourceData: 'by phone' },
  })
  expect(approved).toMatchObject({
    status: 'approved',
    details: [
      { orderStatus: 'approved', source: 'api', sourceData: 'by phone', createdBy: 'Nora Nordico' },
      { orderStatus: 'pending', createdBy: 'Anna Acme' },
    ],
  })
  expect([await nordico.stockOf('EDGE-1Y'), await acme.stockOf('EDGE-1Y')]).toEqual([28, 2])
  expect([await nordico.stockOf('BOX'), await acme.stockOf('BOX')]).toEqual([29, 1])
})

test('a distributor that is short cannot approve, and is told every missing product', async () => {
  const { id } = await request(acme, { 'EDGE-1Y': 1, 'CORE-3Y': 12, 'CORE-PERP': 3 })
  const refusal = await nordico.refused(orders.changeStatus, { params: { id }, body: { status: 'approved' } })
  const missing = {
    items: [
      { sku: 'CORE-3Y', productName: 'Core for three years', quantity: 12, available: 10, missing: 2 },
      { sku: 'CORE-PERP', productName: 'Core perpetual', quantity: 3, available: 0, missing: 3 },
    ],
  }
  expect(refusal).toMatchObject({ status: 409, code: 'OC527', info: missing })
  expect(JSON.parse(refusal.message)).toEqual(refusal.info)
  expect(await statusOf(id)).toBe('pending')
  expect(await nordico.stockOf('EDGE-1Y')).toBe(28)
})

test('stock held by a pending sale is not available for a request', async () => {
  const promise = await offer(nordico, bergen, { 'CORE-3Y': 9 })
  const { id } = await request(acme, { 'CORE-3Y': 2 })
  expect(await refusedTo(nordico, id, 'approved')).toMatchObject({
    code: 'OC527',
    info: { items: [{ available: 1, missing: 1 }] },
  })
  await change(nordico, promise.id, 'approved')
  expect(await bergen.stockOf('CORE-3Y')).toBe(9)
  expect(await nordico.stockOf('CORE-3Y')).toBe(1)
})

test('the root is never short: its balance may go below zero', async () => {
  const { id } = await request(nordico, { 'CORE-PERP': 4 })
  await change(vendor, id, 'approved')
  expect(await vendor.stockOf('CORE-PERP')).toBe(-4)
  expect(await nordico.stockOf('CORE-PERP')).toBe(4)
})

test('canceling moves nothing, revoking moves everything back, and revoked is final', async () => {
  const canceled = await request(acme, { BOX: 1 })
  await change(nordico, canceled.id, 'canceled')
  const { id } = await sell(nordico, bergen, { BOX: 5 })
  expect(await bergen.stockOf('BOX')).toBe(5)
  await change(nordico, id, 'revoked')
  expect([await nordico.stockOf('BOX'), await bergen.stockOf('BOX')]).toEqual([29, 0])
  for (const status of ['pending', 'approved', 'canceled', 'revoked'])
    expect(await refusedTo(nordico, id, status)).toMatchObject({ status: 409, code: 'OC522' })
})

test('an issue of the root can be revoked too', async () => {
  const before = await vendor.stockOf('BOX')
  const { id } = await issue({ BOX: 3 })
  await change(vendor, id, 'revoked')
  expect(await vendor.stockOf('BOX')).toBe(before)
})

test('only pending orders can be approved or canceled, and only approved ones revoked (threats M11)', async () => {
  const situations = [
    ['pending', ['pending', 'revoked']],
    ['approved', ['pending', 'approved', 'canceled']],
    ['canceled', ['pending', 'approved', 'canceled', 'revoked']],
  ] as const
  for (const [status, impossible] of situations) {
    const { id } = await request(acme, { BOX: 1 })
    if (status !== 'pending') await change(nordico, id, status)
    for (const to of impossible) expect(await refusedTo(nordico, id, to)).toMatchObject({ status: 409, code: 'OC522' })
    expect(await refusedTo(nordico, id, 'denied')).toMatchObject({ status: 422, code: 'RQ422' })
    expect(await statusOf(id)).toBe(status)
  }
})

test('an order whose pieces were sold on cannot be revoked, and the refusal says what is missing (threats M12)', async () => {
  const { id } = await sell(nordico, acme, { 'EDGE-1Y': 4 })
  const held = (await acme.stockOf('EDGE-1Y')) - 1
  const sale = await sell(acme, fjord, { 'EDGE-1Y': held })
  const refusal = await refusedTo(nordico, id, 'revoked')
  expect(refusal).toMatchObject({
    status: 409,
    code: 'OC528',
    info: { items: [{ sku: 'EDGE-1Y', quantity: 4, available: 1, missing: 3 }], orders: [], licenses: [] },
  })
  expect([await acme.stockOf('EDGE-1Y'), await fjord.stockOf('EDGE-1Y')]).toEqual([1, held])
  await change(acme, sale.id, 'revoked')
  await change(nordico, id, 'revoked')
})

test('an order whose pieces are held by a pending sale cannot be revoked (threats M12)', async () => {
  const { id } = await sell(nordico, bergen, { BOX: 2 })
  const before = await nordico.stockOf('BOX')
  const { id: lower } = await sell(nordico, acme, { BOX: 2 })
  const promise = await offer(acme, fjord, { BOX: await acme.stockOf('BOX') })
  expect(await refusedTo(nordico, lower, 'revoked')).toMatchObject({ code: 'OC528', info: { items: [{ sku: 'BOX' }] } })
  await change(acme, promise.id, 'canceled')
  await change(nordico, lower, 'revoked')
  expect(await nordico.stockOf('BOX')).toBe(before)
  await change(nordico, id, 'revoked')
})

test('an order with active derived orders or issued licenses cannot be revoked (threats M12)', async () => {
  const { id } = await sell(nordico, bergen, { BOX: 1 })
  const derived = await nordico.call(orders.create, { body: { items: items({ BOX: 1 }), derivedOrderId: id } })
  expect(await refusedTo(nordico, id, 'revoked')).toMatchObject({
    code: 'OC528',
    info: { items: [], orders: [{ orderId: derived.id, orderCode: derived.orderCode }] },
  })
  await change(vendor, derived.id, 'canceled')
  await change(nordico, id, 'revoked')

  const used = await sell(nordico, acme, { 'EDGE-1Y': 3 })
  const key = { productId: productOf('EDGE-1Y').productId, qt: 1 }
  const body = { items: [key], parentAccountId: acme.accountId, derivedOrderId: used.id }
  const [serialKey] = (await acme.call(licenses.create, { body })).serialKeys
  expect(await refusedTo(nordico, used.id, 'revoked')).toMatchObject({
    code: 'OC528',
    info: { licenses: [{ serialKey }] },
  })
})

test('the figures in a refusal are those of the stock page of the account that must give the pieces', async () => {
  const available = async (who: Person, sku: string) =>
    (await who.call(stock.ofAccount, { params: { accountId: who.accountId } })).find((row) => row.sku === sku)
      ?.available ?? 0
  const itemsOf = (problem: unknown) => (problem as { info: { items: unknown[] } }).info.items

  await sell(vendor, nordico, { 'CORE-3Y': 20 })
  // OC528 with enough stock, but a key issued on the order: no product is short, only the key prevents it.
  const used = await sell(nordico, acme, { 'CORE-3Y': 1 })
  await sell(nordico, acme, { 'CORE-3Y': 4 })
  const line = { productId: productOf('CORE-3Y').productId, qt: 1 }
  const body = { items: [line], parentAccountId: acme.accountId, derivedOrderId: used.id }
  const [serialKey] = (await acme.call(licenses.create, { body })).serialKeys
  expect(await available(acme, 'CORE-3Y')).toBe(4)
  expect(await refusedTo(nordico, used.id, 'revoked')).toMatchObject({
    code: 'OC528',
    info: { items: [], licenses: [{ serialKey }] },
  })

  // OC528 when part of the buyer's pieces is held for somebody else.
  const { id } = await sell(nordico, acme, { 'CORE-3Y': 3 })
  const promise = await offer(acme, fjord, { 'CORE-3Y': 5 })
  const left = await available(acme, 'CORE-3Y')
  expect(left).toBe(2)
  expect(itemsOf(await refusedTo(nordico, id, 'revoked'))).toMatchObject([
    { sku: 'CORE-3Y', quantity: 3, available: left, missing: 1 },
  ])

  // OC527, both for a sale by the buyer and for approving a purchase from it; LC519 shows the same figures.
  const sale = { buyerAccountId: fjord.accountId, items: items({ 'CORE-3Y': 6 }) }
  expect(
    itemsOf(await acme.refused(orders.create, { body: { ...sale, parentAccountId: acme.accountId } })),
  ).toMatchObject([{ quantity: 6, available: left, missing: 6 - left }])
  const purchase = await request(fjord, { 'CORE-3Y': 6 })
  expect(itemsOf(await refusedTo(acme, purchase.id, 'approved'))).toMatchObject([
    { quantity: 6, available: left, missing: 6 - left },
  ])
  const keys = { items: [{ ...line, qt: 6 }], parentAccountId: acme.accountId }
  expect(await acme.refused(licenses.create, { body: keys })).toMatchObject({
    code: 'LC519',
    info: { errors: [{ sku: 'CORE-3Y', reason: 'insufficient_stock', missing: 6 - left }] },
  })
  await change(acme, promise.id, 'canceled')
})

test("the vendor's side may set other prices when approving; total and counters follow", async () => {
  const { id } = await request(acme, { 'EDGE-1Y': 2, BOX: 3 })
  const asked = await nordico.call(orders.read, { params: { id } })
  const [edge, box] = asked.items ?? []
  const body = { status: 'approved' as const, items: [{ orderItemId: box?.orderItemId ?? '', price: 1.115 }] }
  const approved = await nordico.call(orders.changeStatus, { params: { id }, body })
  expect(approved.items).toMatchObject([
    { price: edge?.price, priceListPrice: 100 },
    { price: 1.115, priceListPrice: 3.3335 },
  ])
  expect(approved.orderTotal).toBe(203.35)
  const [entry] = await raw<{ before: unknown; after: unknown }>(
    world,
    `select before, after from audit_log where action = 'order.approved' and entity_id = $1`,
    [id],
  )
  const line = { orderItemId: box?.orderItemId, productId: box?.productId, quantity: 3 }
  expect(entry).toEqual({
    before: { status: 'pending', items: [{ ...line, price: 3.3335 }] },
    after: { status: 'approved', items: [{ ...line, price: 1.115 }] },
  })
  expect(await discrepancies(world)).toEqual([])
})

test('prices can be set only when approving, once per line, and only for lines of that order', async () => {
  const { id } = await request(acme, { BOX: 1 })
  const other = await nordico.call(orders.read, { params: { id: (await request(acme, { BOX: 1 })).id } })
  const { items: own = [] } = await nordico.call(orders.read, { params: { id } })
  const line = { orderItemId: own[0]?.orderItemId ?? '', price: 1 }
  const attempt = (status: 'approved' | 'canceled', lines: { orderItemId: string; price: number }[]) =>
    nordico.refused(orders.changeStatus, { params: { id }, body: { status, items: lines } })
  expect(await attempt('canceled', [line])).toMatchObject({ code: 'RQ422' })
  expect(await attempt('approved', [line, line])).toMatchObject({ code: 'RQ422' })
  expect(await attempt('approved', [{ ...line, orderItemId: other.items?.[0]?.orderItemId ?? '' }])).toMatchObject({
    code: 'RQ404',
  })
  expect(await attempt('approved', [{ ...line, price: 0.00001 }])).toMatchObject({ code: 'RQ422' })
  await change(nordico, id, 'approved')
  expect(await attempt('approved', [line])).toMatchObject({ code: 'OC522' })
})

test('a tenant that lets sales hold stock for three days cancels after three (rules O8, G16)', async () => {
  const { defaults } = await vendor.call(settings.read)
  const hold = (stockHoldDays: number) =>
    vendor.call(settings.change, { body: { defaults: { ...defaults, stockHoldDays } } })
  world.at(new Date(Date.now() - 3.01 * 86_400_000).toISOString())
  const { id } = await offer(nordico, bergen, { BOX: 1 })
  world.at(null)
  expect(await write((tx) => cancelStalePendingSellOuts(tx, 200))).toBe(0)
  await hold(3)
  expect(await write((tx) => cancelStalePendingSellOuts(tx, 200))).toBe(1)
  expect(await nordico.call(orders.read, { params: { id } })).toMatchObject({ status: 'canceled' })
  await hold(defaults.stockHoldDays)
})

test('a sale that nobody decides within 14 days is canceled by the System, which releases its stock', async () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  world.at(daysAgo(14.01))
  const old = await offer(nordico, bergen, { BOX: 2 })
  const asked = await request(acme, { BOX: 1 })
  world.at(daysAgo(13.99))
  const young = await offer(nordico, bergen, { BOX: 1 })
  world.at(null)
  expect(await write((tx) => cancelStalePendingSellOuts(tx, 200))).toBe(1)
  expect(await write((tx) => cancelStalePendingSellOuts(tx, 200))).toBe(0)
  expect(await nordico.call(orders.read, { params: { id: old.id } })).toMatchObject({
    status: 'canceled',
    details: [{ source: 'System', orderStatus: 'canceled', createdBy: null }, {}],
  })
  expect([await statusOf(asked.id), await statusOf(young.id)]).toEqual(['pending', 'pending'])
})

test('after all these tests ledger, balances and counters are consistent', async () => {
  expect(await discrepancies(world)).toEqual([])
})
