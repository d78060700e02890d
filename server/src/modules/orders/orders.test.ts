import { orders } from '@trellis/contract/orders'
import { expect, test } from 'vitest'
import { network } from '../../testing/network.ts'
import { discrepancies, raw, selling } from '../../testing/selling.ts'

const world = await network()
const { vendor, manager, nordico, sudvia, acme, acmeBasic, bergen, calabro, fjord, canary } = world
const { items, change, request, offer, sell, issue, productOf } = selling(world)

await issue({ 'EDGE-1Y': 100, 'CORE-3Y': 50, BOX: 50 })
await sell(vendor, nordico, { 'EDGE-1Y': 30, 'CORE-3Y': 10 })

test('an account purchases from its parent, and both see one and the same order', async () => {
  const { id, orderCode } = await request(acme, { 'EDGE-1Y': 2, BOX: 3 })
  const bought = await acme.call(orders.read, { params: { id } })
  expect(bought).toMatchObject({
    orderCode,
    status: 'pending',
    buyer: { accountName: 'Acme' },
    vendor: { accountName: 'Nordico' },
    creator: { firstName: 'Anna' },
    orderTotal: 210,
    currencyCode: 'EUR',
    items: [
      { productSku: 'EDGE-1Y', qt: 2, price: 100, priceListPrice: 100, priceListName: 'Verdant list' },
      { productSku: 'BOX', qt: 3, price: 3.3335, priceListPrice: 3.3335 },
    ],
    details: [{ source: 'api', orderStatus: 'pending', createdBy: 'Anna Acme' }],
    attachments: [],
  })
  const sold = await nordico.call(orders.read, { params: { id } })
  expect({ ...sold, blocked: null }).toEqual({ ...bought, blocked: null })
  expect(await nordico.stockOf('EDGE-1Y')).toBe(30)
})

test('the root issues: its own purchase only adds, and needs nobody', async () => {
  const before = await vendor.stockOf('EDGE-1Y')
  const { id } = await issue({ 'EDGE-1Y': 7 })
  expect(await vendor.stockOf('EDGE-1Y')).toBe(before + 7)
  expect(await vendor.call(orders.read, { params: { id } })).toMatchObject({
    buyer: { accountName: 'Verdant' },
    vendor: { accountName: 'Verdant' },
  })
})

test('order codes rise within a year, and are counted for each tenant and year on its own', async () => {
  const year = new Date().getUTCFullYear()
  const one = await request(acme, { BOX: 1 })
  const two = await request(bergen, { BOX: 1 })
  expect(one.orderCode).toMatch(new RegExp(`^SO-${year}-\\d{6}$`))
  expect(two.orderCode > one.orderCode).toBe(true)
  world.at('2031-01-01T00:30:00.000Z')
  try {
    expect((await request(acme, { BOX: 1 })).orderCode).toBe('SO-2031-000001')
    expect((await request(acme, { BOX: 1 })).orderCode).toBe('SO-2031-000002')
  } finally {
    world.at(null)
  }
})

test('a sale goes out from the nearest account above the buyer that has any of it', async () => {
  await sell(nordico, acme, { 'CORE-3Y': 1 })
  const vendorOf = async (id: string) => (await vendor.call(orders.read, { params: { id } })).vendor.accountName
  expect(await vendorOf((await offer(vendor, fjord, { 'CORE-3Y': 1 })).id)).toBe('Acme')
  expect(await vendorOf((await offer(vendor, fjord, { 'EDGE-1Y': 1 })).id)).toBe('Nordico')
  expect(await vendorOf((await offer(vendor, fjord, { BOX: 1 })).id)).toBe('Verdant')
  expect(await vendorOf((await offer(nordico, fjord, { 'EDGE-1Y': 1 })).id)).toBe('Nordico')
})

test('where nobody in reach has any, the own account sells and learns what it lacks', async () => {
  const body = { buyerAccountId: fjord.accountId, items: items({ BOX: 4, 'CORE-PERP': 2 }) }
  expect(await nordico.refused(orders.create, { body })).toMatchObject({
    status: 409,
    code: 'OC527',
    info: {
      items: [
        { sku: 'BOX', productName: 'Cardboard box', quantity: 4, available: 0, missing: 4 },
        { sku: 'CORE-PERP', quantity: 2, available: 0, missing: 2 },
      ],
    },
  })
})

test('somebody may sell as an account below their own', async () => {
  await sell(nordico, bergen, { 'EDGE-1Y': 1 })
  const body = { buyerAccountId: fjord.accountId, parentAccountId: acme.accountId, items: items({ 'EDGE-1Y': 1 }) }
  const refusal = await nordico.refused(orders.create, { body })
  expect(refusal).toMatchObject({ code: 'OC527', info: { items: [{ sku: 'EDGE-1Y', available: 0, missing: 1 }] } })
  expect(await nordico.refused(orders.create, { body: { ...body, parentAccountId: bergen.accountId } })).toMatchObject({
    code: 'RQ422',
    info: { issues: [{ path: 'buyerAccountId' }] },
  })
})

test('a pending sale holds what it promises, until it is canceled', async () => {
  const { id } = await offer(nordico, bergen, { 'CORE-3Y': 8 })
  const body = { buyerAccountId: bergen.accountId, items: items({ 'CORE-3Y': 2 }) }
  expect(await nordico.refused(orders.create, { body })).toMatchObject({
    code: 'OC527',
    info: { items: [{ sku: 'CORE-3Y', available: 1, missing: 1 }] },
  })
  await change(nordico, id, 'canceled')
  await change(nordico, (await nordico.call(orders.create, { body })).id, 'canceled')
})

test('nobody sells to themselves, upwards, sideways or to strangers', async () => {
  const to = (who: { accountId: string }) => ({
    body: { buyerAccountId: who.accountId, items: items({ 'EDGE-1Y': 1 }) },
  })
  expect(await nordico.refused(orders.create, to(nordico))).toMatchObject({
    code: 'RQ422',
    info: { issues: [{ path: 'buyerAccountId', code: 'not_below' }] },
  })
  for (const other of [vendor, sudvia, calabro, canary])
    expect(await nordico.refused(orders.create, to(other))).toMatchObject({ status: 404, code: 'RQ404' })
  expect(await canary.refused(orders.create, to(nordico))).toMatchObject({ code: 'RQ404' })
  expect(await acme.refused(orders.create, to(bergen))).toMatchObject({ code: 'RQ404' })
})

test('somebody may request for an account below, and nobody for one beside or above', async () => {
  const asked = (who: { accountId: string }) => ({ body: { parentAccountId: who.accountId, items: items({ BOX: 1 }) } })
  const { id } = await nordico.call(orders.create, asked(fjord))
  expect(await nordico.call(orders.read, { params: { id } })).toMatchObject({
    buyer: { accountName: 'Fjord' },
    vendor: { accountName: 'Acme' },
  })
  for (const other of [vendor, sudvia, calabro, canary])
    expect(await nordico.refused(orders.create, asked(other))).toMatchObject({ status: 404 })
})

test('a product that the buyer cannot buy is refused at its place; one of nobody or of another tenant is not found', async () => {
  const with_ = (productId: string) => ({
    body: { items: [...items({ BOX: 1 }), { productId, quantity: 1, price: 10 }] },
  })
  for (const sku of ['HIDDEN', 'DRAFT'])
    expect(await acme.refused(orders.create, with_(productOf(sku).productId))).toMatchObject({
      code: 'RQ422',
      info: { issues: [{ path: 'items.1.productId', code: 'not_on_price_list' }] },
    })
  expect(await acme.refused(orders.create, with_('01a1fdd0-0000-7000-8000-000000000000'))).toMatchObject({
    code: 'RQ404',
  })
  const own = await canary.refused(orders.create, { body: { items: items({ BOX: 1 }) } })
  expect(own).toMatchObject({ code: 'RQ404' })
})

test("the buyer's address goes with the order, and no other does", async () => {
  const addressOf = async (who: { accountId: string }) =>
    (
      await raw<{ address_id: string }>(world, 'select address_id from addresses where account_id = $1', [
        who.accountId,
      ])
    )[0]?.address_id ?? ''
  const body = { items: items({ BOX: 1 }), addressId: await addressOf(acme) }
  const { id } = await acme.call(orders.create, { body })
  expect((await acme.call(orders.read, { params: { id } })).addressId).toBe(body.addressId)
  for (const other of [fjord, nordico, sudvia])
    expect(await acme.refused(orders.create, { body: { ...body, addressId: await addressOf(other) } })).toMatchObject({
      code: 'RQ404',
    })
})

test('an order made from the shortage of another carries its id and belongs to its chain', async () => {
  const first = await request(acme, { BOX: 2 })
  const shortage = await nordico.refused(orders.changeStatus, {
    params: { id: first.id },
    body: { status: 'approved' },
  })
  expect(shortage).toMatchObject({ code: 'OC527', info: { items: [{ sku: 'BOX', missing: 2 }] } })
  const body = { items: items({ BOX: 2 }), derivedOrderId: first.id }
  const second = await nordico.call(orders.create, { body })
  const [chain, link] = [first, second].map(({ id }) => vendor.call(orders.read, { params: { id } }))
  expect(await link).toMatchObject({ derivedOrderId: first.id, relationId: (await chain)?.relationId })
  expect(await sudvia.refused(orders.create, { body })).toMatchObject({ code: 'RQ404' })
})

test('ordering needs the right to create orders', async () => {
  expect((await acmeBasic.call(orders.create, { body: { items: items({ BOX: 1 }) } })).orderCode).toMatch(/^SO-/)
  const body = { items: items({ BOX: 1 }) }
  expect(await manager.refused(orders.create, { body })).toMatchObject({
    code: 'RQ403',
    info: { permission: 'Orders:c' },
  })
})

test('after all this the books add up', async () => {
  expect(await discrepancies(world)).toEqual([])
})
