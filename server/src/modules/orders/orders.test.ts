import { orders } from '@trellis/contract/orders'
import { expect, test } from 'vitest'
import { network } from '../../testing/network.ts'
import { discrepancies, raw, selling } from '../../testing/selling.ts'

const world = await network()
const { vendor, manager, nordico, sudvia, acme, acmeBasic, bergen, calabro, fjord, canary } = world
const { items, change, request, offer, sell, issue, productOf } = selling(world)

await issue({ 'EDGE-1Y': 100, 'CORE-3Y': 50, BOX: 50 })
await sell(vendor, nordico, { 'EDGE-1Y': 30, 'CORE-3Y': 10 })

test('an account purchases from its parent, and both see the same order', async () => {
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

test('an order of the root for itself only adds stock, and needs no approval by others', async () => {
  const before = await vendor.stockOf('EDGE-1Y')
  const { id } = await issue({ 'EDGE-1Y': 7 })
  expect(await vendor.stockOf('EDGE-1Y')).toBe(before + 7)
  expect(await vendor.call(orders.read, { params: { id } })).toMatchObject({
    buyer: { accountName: 'Verdant' },
    vendor: { accountName: 'Verdant' },
  })
})

test('order codes rise within a year, separately for each tenant and year', async () => {
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

test('the nearest account above the buyer that has any stock makes the sale', async () => {
  await sell(nordico, acme, { 'CORE-3Y': 1 })
  const vendorOf = async (id: string) => (await vendor.call(orders.read, { params: { id } })).vendor.accountName
  expect(await vendorOf((await offer(vendor, fjord, { 'CORE-3Y': 1 })).id)).toBe('Acme')
  expect(await vendorOf((await offer(vendor, fjord, { 'EDGE-1Y': 1 })).id)).toBe('Nordico')
  expect(await vendorOf((await offer(vendor, fjord, { BOX: 1 })).id)).toBe('Verdant')
  expect(await vendorOf((await offer(nordico, fjord, { 'EDGE-1Y': 1 })).id)).toBe('Nordico')
})

test('when no account in reach has stock, the actor’s own account sells and is told what is missing', async () => {
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

test('a user may sell as an account below their own', async () => {
  await sell(nordico, bergen, { 'EDGE-1Y': 1 })
  const body = { buyerAccountId: fjord.accountId, parentAccountId: acme.accountId, items: items({ 'EDGE-1Y': 1 }) }
  const refusal = await nordico.refused(orders.create, { body })
  expect(refusal).toMatchObject({ code: 'OC527', info: { items: [{ sku: 'EDGE-1Y', available: 0, missing: 1 }] } })
  expect(await nordico.refused(orders.create, { body: { ...body, parentAccountId: bergen.accountId } })).toMatchObject({
    code: 'RQ422',
    info: { issues: [{ path: 'buyerAccountId' }] },
  })
})

test('a pending sale holds its stock until it is canceled', async () => {
  const { id } = await offer(nordico, bergen, { 'CORE-3Y': 8 })
  const body = { buyerAccountId: bergen.accountId, items: items({ 'CORE-3Y': 2 }) }
  expect(await nordico.refused(orders.create, { body })).toMatchObject({
    code: 'OC527',
    info: { items: [{ sku: 'CORE-3Y', available: 1, missing: 1 }] },
  })
  await change(nordico, id, 'canceled')
  await change(nordico, (await nordico.call(orders.create, { body })).id, 'canceled')
})

test('a sale to oneself, upwards, to another branch or to a stranger is refused', async () => {
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

test('a user may order for an account below, but not for one beside or above', async () => {
  const asked = (who: { accountId: string }) => ({ body: { parentAccountId: who.accountId, items: items({ BOX: 1 }) } })
  const { id } = await nordico.call(orders.create, asked(fjord))
  expect(await nordico.call(orders.read, { params: { id } })).toMatchObject({
    buyer: { accountName: 'Fjord' },
    vendor: { accountName: 'Acme' },
  })
  for (const other of [vendor, sudvia, calabro, canary])
    expect(await nordico.refused(orders.create, asked(other))).toMatchObject({ status: 404 })
})

test('a product that the buyer cannot buy is refused with its index; a product that does not exist or is in another tenant is not found (threats M3)', async () => {
  const with_ = (productId: string) => ({
    body: { items: [...items({ BOX: 1 }), { productId, quantity: 1, price: 10 }] },
  })
  await raw(world, `update products set status = 'Deleted' where sku = 'CORE-MNT'`)
  for (const sku of ['HIDDEN', 'DRAFT', 'CORE-MNT'])
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

test('an order accepts only addresses of the buyer', async () => {
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

test('an order made because another one is short refers to that order and shares its relation id', async () => {
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

test('creating an order needs the permission to create orders', async () => {
  expect((await acmeBasic.call(orders.create, { body: { items: items({ BOX: 1 }) } })).orderCode).toMatch(/^SO-/)
  const body = { items: items({ BOX: 1 }) }
  expect(await manager.refused(orders.create, { body })).toMatchObject({
    code: 'RQ403',
    info: { permission: 'Orders:c' },
  })
})

test('after all these tests ledger, balances and counters are consistent', async () => {
  expect(await discrepancies(world)).toEqual([])
})
