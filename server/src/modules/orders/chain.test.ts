import { catalogue } from '@trellis/contract/catalogue'
import { orders } from '@trellis/contract/orders'
import type { Module, Permission } from '@trellis/contract/permissions'
import { settings } from '@trellis/contract/settings'
import { stock } from '@trellis/contract/stock'
import { users } from '@trellis/contract/users'
import { expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { network, type Person } from '../../testing/network.ts'
import { raw, selling } from '../../testing/selling.ts'

const world = await network()
const { vendor, nordico, acme, acmeBasic, bergen, fjord, canary } = world
const { change, request, sell, issue, items, offer, productOf } = selling(world)

await issue({ BOX: 100, 'EDGE-1Y': 100, 'CORE-3Y': 100 })
await sell(vendor, nordico, { BOX: 10 })

const derive = (who: Person, derivedOrderId: string, wanted: Record<string, number>) =>
  who.call(orders.create, { body: { derivedOrderId, items: items(wanted) } })
const read = (who: Person, id: string) => who.call(orders.read, { params: { id } })
const chainOf = async (who: Person, id: string) =>
  (await read(who, id)).chain?.map(({ orderCode, reachable, status }) => [orderCode, reachable ? status : 'code only'])

test('a chain of derived orders is shown in both directions, oldest first', async () => {
  const first = await request(fjord, { BOX: 50 })
  const second = await derive(acme, first.id, { BOX: 40 })
  const third = await derive(nordico, second.id, { BOX: 30 })
  const aside = await derive(nordico, second.id, { BOX: 1 })
  await change(vendor, aside.id, 'canceled')
  expect(await chainOf(nordico, second.id)).toEqual([
    [first.orderCode, 'pending'],
    [third.orderCode, 'pending'],
    [aside.orderCode, 'canceled'],
  ])
  expect(await chainOf(vendor, third.id)).toEqual([
    [first.orderCode, 'pending'],
    [second.orderCode, 'pending'],
    [aside.orderCode, 'canceled'],
  ])
  const [link] = (await read(acme, first.id)).chain ?? []
  expect(link).toMatchObject({
    orderId: second.id,
    derivedOrderId: first.id,
    buyer: { accountName: 'Acme' },
    vendor: { accountName: 'Nordico' },
  })
  const { items: listed } = await nordico.call(orders.sellOut, { body: {} })
  expect(listed[0]).not.toHaveProperty('chain')
})

test('a buyer does not learn where its vendor buys, and a source out of reach is named by its code only', async () => {
  const first = await request(fjord, { BOX: 5 })
  const second = await derive(acme, first.id, { BOX: 5 })
  expect(await chainOf(fjord, first.id)).toEqual([])
  // An order made for another branch: its buyer may read it, and not the order that it was made for.
  const foreign = await vendor.call(orders.create, {
    body: { buyerAccountId: bergen.accountId, derivedOrderId: second.id, items: items({ 'CORE-3Y': 1 }) },
  })
  const [source, ...more] = (await read(bergen, foreign.id)).chain ?? []
  expect(more).toEqual([])
  expect(source).toEqual({
    orderId: second.id,
    orderCode: second.orderCode,
    derivedOrderId: null,
    derivation: null,
    reachable: false,
    status: null,
    buyer: null,
    vendor: null,
  })
})

test('the delivery address is the buyer’s only one, or the one chosen of several', async () => {
  const { id } = await request(acme, { BOX: 1 })
  const order = await read(nordico, id)
  expect(order.address).toMatchObject({ addressId: order.addressId, street: 'Storgata 1', country: 'Norway' })

  const second = newId()
  await raw(
    world,
    `insert into addresses (tenant_id, address_id, account_id, legal_name, street, city, postal_code, country_code)
     values ($1, $2, $3, 'Acme warehouse', 'Havnegata 9', 'Bergen', '5003', 'NO')`,
    [world.tenantId, second, acme.accountId],
  )
  const open = await request(acme, { BOX: 1 })
  expect(await read(acme, open.id)).toMatchObject({ addressId: null, address: null })
  const chosen = await acme.call(orders.create, { body: { addressId: second, items: items({ BOX: 1 }) } })
  expect(await read(acme, chosen.id)).toMatchObject({ addressId: second, address: { legalName: 'Acme warehouse' } })
  const foreign = { addressId: second, items: items({ BOX: 1 }) }
  expect(await bergen.refused(orders.create, { body: foreign })).toMatchObject({ code: 'RQ404' })
})

const preview = (who: Person, orderIds: string[]) => who.call(orders.previewApprovals, { body: { orderIds } })

test('the preview of approvals says what they move one after the other, and which orders are short', async () => {
  await sell(vendor, nordico, { 'EDGE-1Y': 10 })
  await nordico.call(stock.setThreshold, {
    params: { accountId: nordico.accountId },
    body: { productId: productOf('EDGE-1Y').productId, threshold: 3 },
  })
  const sale = await offer(nordico, bergen, { 'EDGE-1Y': 2 })
  const fits = await request(acme, { 'EDGE-1Y': 6 })
  const short = await request(bergen, { 'EDGE-1Y': 3, 'CORE-3Y': 1 })
  const fitsToo = await request(bergen, { 'EDGE-1Y': 1 })
  const ids = [sale, fits, short, fitsToo].map(({ id }) => id)

  const { orders: approvals, products } = await preview(nordico, ids)
  expect(approvals.map(({ orderCode, blocked }) => [orderCode, blocked])).toEqual([
    [sale.orderCode, null],
    [fits.orderCode, null],
    [short.orderCode, 'OC527'],
    [fitsToo.orderCode, null],
  ])
  expect(approvals[2]?.shortages).toMatchObject([
    { sku: 'CORE-3Y', quantity: 1, available: 0, missing: 1 },
    { sku: 'EDGE-1Y', quantity: 3, available: 2, missing: 1 },
  ])
  expect(products).toMatchObject([{ vendorName: 'Nordico', sku: 'EDGE-1Y', quantity: 9, remaining: 1, threshold: 3 }])

  // What the preview says is what the approvals then do; a short order stops no other.
  const statuses = []
  for (const id of ids) {
    const answer = await nordico.raw(orders.changeStatus, { params: { id }, body: { status: 'approved' } })
    statuses.push((answer.body as { code?: string }).code ?? null)
  }
  expect(statuses).toEqual(approvals.map(({ blocked }) => blocked))
  const [row] = (await nordico.call(stock.search, { body: { filterBy: [{ field: 'sku', values: ['EDGE-1Y'] }] } }))
    .items
  expect(row?.available).toBe(1)
  expect((await preview(nordico, ids)).orders.map(({ blocked }) => blocked)).toEqual([
    'OC522',
    'OC522',
    'OC527',
    'OC522',
  ])
})

test('the preview counts the pieces that an earlier approval brings', async () => {
  const before = await nordico.stockOf('CORE-3Y')
  const supply = await request(nordico, { 'CORE-3Y': 3 })
  const onward = await request(acme, { 'CORE-3Y': before + 3 })
  const blockedIn = async (...ids: string[]) => (await preview(vendor, ids)).orders.map(({ blocked }) => blocked)
  expect(await blockedIn(supply.id, onward.id)).toEqual([null, null])
  expect(await blockedIn(onward.id, supply.id)).toEqual(['OC527', null])
})

const linesOf = async (who: Person, id: string) => (await preview(who, [id])).orders[0]?.lines

test('who decides sees what would be left of each product and what the vendor itself pays for it', async () => {
  await sell(vendor, nordico, { 'EDGE-1Y': 4 })
  const available = await nordico.stockOf('EDGE-1Y')
  const { id } = await request(acme, { 'EDGE-1Y': available + 2, BOX: 1 })
  const paid = await nordico.call(catalogue.read, { params: { id: productOf('EDGE-1Y').productId } })
  const lines = await linesOf(nordico, id)
  expect(lines).toHaveLength(2)
  expect(lines?.find(({ productId }) => productId === productOf('EDGE-1Y').productId)).toEqual({
    productId: productOf('EDGE-1Y').productId,
    remaining: -2,
    threshold: 3,
    ownPrice: paid.customPrice,
    ownCurrencyId: expect.any(Number),
  })
  // Whoever issues has no stock that could run out, and buys from nobody.
  const issued = await request(nordico, { BOX: 1 })
  expect(await linesOf(vendor, issued.id)).toMatchObject([{ remaining: null, threshold: null, ownPrice: null }])
})

test('a preview changes nothing, needs the permission to approve, and knows no order out of reach (threats T4)', async () => {
  const { id } = await request(acme, { BOX: 1 })
  expect((await preview(acme, [id])).orders[0]?.blocked).toBe('RQ403')
  expect(await acmeBasic.refused(orders.previewApprovals, { body: { orderIds: [id] } })).toMatchObject({
    code: 'RQ403',
  })
  const own = await request(bergen, { BOX: 1 })
  for (const who of [bergen, canary])
    expect(await who.refused(orders.previewApprovals, { body: { orderIds: [own.id, id] } })).toMatchObject({
      code: 'RQ404',
    })
  expect((await read(nordico, id)).status).toBe('pending')
})

test('stock and prices of the vendor are for its side only, and for who may read them (threats T4)', async () => {
  const { id } = await request(acme, { BOX: 1 })
  expect(await linesOf(acme, id)).toEqual([])
  expect(await acmeBasic.refused(orders.previewApprovals, { body: { orderIds: [id] } })).toMatchObject({
    code: 'RQ403',
  })
  for (const who of [bergen, canary])
    expect(await who.refused(orders.previewApprovals, { body: { orderIds: [id] } })).toMatchObject({ code: 'RQ404' })
  const sale = await request(fjord, { BOX: 1 })
  const give = async (name: string, modules: Module[]) => {
    const permissions: Permission[] = [
      { module: 'Orders', flags: 'r-u' },
      ...modules.map((module) => ({ module, flags: 'r' })),
    ]
    const { id } = await vendor.call(settings.createRole, { body: { name, permissions } })
    await vendor.call(users.changeRoles, { params: { id: acmeBasic.userId }, body: { roles: [id] } })
  }
  await give('Orders', [])
  expect(await linesOf(acmeBasic, sale.id)).toMatchObject([{ remaining: null, threshold: null, ownPrice: null }])
  await give('Orders and stock', ['Stocks'])
  expect(await linesOf(acmeBasic, sale.id)).toMatchObject([{ remaining: expect.any(Number), ownPrice: null }])
  await give('Orders and products', ['Products'])
  expect(await linesOf(acmeBasic, sale.id)).toMatchObject([{ remaining: null, ownPrice: expect.any(Number) }])
})
