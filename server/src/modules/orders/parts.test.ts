import { dashboard } from '@trellis/contract/dashboard'
import { events } from '@trellis/contract/events'
import { licenses } from '@trellis/contract/licenses'
import { orders } from '@trellis/contract/orders'
import { stock } from '@trellis/contract/stock'
import { expect, test } from 'vitest'
import { checkTenant } from '../../cli/check/run.ts'
import { network, type Person } from '../../testing/network.ts'
import { discrepancies, raw, selling } from '../../testing/selling.ts'
import { dashboardJobs } from '../dashboard/index.ts'

// Covers: server/src/modules/orders/parts.ts, server/src/modules/orders/split-order.ts

const world = await network()
const { vendor, nordico, acme, bergen, calabro } = world
const { items, change, request, offer, sell, issue, productOf } = selling(world)

const read = (id: string, who: Person = vendor) => who.call(orders.read, { params: { id } })
const linesOf = async (id: string) =>
  (await read(id)).items?.map(({ productSku, qt, price }) => [productSku, qt, price]) ?? []

/** A decision on some pieces, by SKU. */
async function decide(
  who: Person,
  id: string,
  status: 'approved' | 'revoked',
  pieces: Record<string, number>,
  prices: Record<string, number> = {},
  headers: Record<string, string> = {},
) {
  const { items: found = [] } = await read(id)
  const decided = found
    .filter(({ productSku }) => productSku in pieces)
    .map(({ orderItemId, productSku }) => ({
      orderItemId,
      quantity: pieces[productSku],
      ...(prices[productSku] !== undefined && { price: prices[productSku] }),
    }))
  return who.raw(orders.changeStatus, { params: { id }, body: { status, items: decided }, headers })
}
const partOf = async (id: string) => {
  const part = (await read(id)).chain?.find(({ derivedOrderId }) => derivedOrderId === id)
  if (!part) throw new Error('There is no part')
  return part.orderId
}

await issue({ 'EDGE-1Y': 1000, 'CORE-3Y': 1000, BOX: 1000, 'CORE-PERP': 100 })
await sell(vendor, nordico, { 'EDGE-1Y': 100, 'CORE-3Y': 2, BOX: 100 })

test('a vendor that has 2 of 100 approves the 2, and the other 98 wait as an order of their own', async () => {
  const { id, orderCode } = await nordico.call(orders.create, {
    body: { buyerAccountId: bergen.accountId, items: items({ BOX: 1 }), orderNote: 'Ring twice', orderRefCode: 'PO-7' },
  })
  await change(nordico, id, 'canceled')
  const asked = await acme.call(orders.create, {
    body: { items: items({ 'CORE-3Y': 100, BOX: 3 }), orderNote: 'Ring twice', orderRefCode: 'PO-8' },
  })
  expect(orderCode).not.toBe(asked.orderCode)
  const price = Number(productOf('CORE-3Y').price)
  const box = Number(productOf('BOX').price)

  expect(await decide(nordico, asked.id, 'approved', { 'CORE-3Y': 2, BOX: 0 })).toMatchObject({ status: 200 })

  const approved = await read(asked.id, nordico)
  const rest = await read(await partOf(asked.id), nordico)
  expect(approved).toMatchObject({ status: 'approved', orderTotal: 2 * price, derivation: null })
  expect(await linesOf(asked.id)).toEqual([['CORE-3Y', 2, price]])
  expect(rest).toMatchObject({
    status: 'pending',
    derivedOrderId: asked.id,
    derivation: 'rest',
    relationId: approved.relationId,
    buyerAccountId: acme.accountId,
    vendorAccountId: nordico.accountId,
    orderTotal: 98 * price + Math.round(300 * box) / 100,
    orderNote: 'Ring twice',
    orderRefCode: 'PO-8',
    addressId: approved.addressId,
    chain: [{ orderId: asked.id, derivation: null }],
  })
  expect(await linesOf(rest.orderId)).toEqual([
    ['CORE-3Y', 98, price],
    ['BOX', 3, box],
  ])
  expect(rest.items?.[0]).toMatchObject({ priceListPrice: price, priceListName: approved.items?.[0]?.priceListName })
  // Both histories name the other order.
  expect(approved.details.map(({ orderStatus, partOrder }) => [orderStatus, partOrder?.orderCode ?? null])).toEqual([
    ['approved', rest.orderCode],
    ['pending', null],
  ])
  expect(rest.details.map(({ orderStatus, partOrder }) => [orderStatus, partOrder?.orderCode ?? null])).toEqual([
    ['pending', approved.orderCode],
  ])
  expect([await nordico.stockOf('CORE-3Y'), await acme.stockOf('CORE-3Y'), await acme.stockOf('BOX')]).toEqual([
    0, 2, 0,
  ])
  expect(await discrepancies(world)).toEqual([])
})

test('a price that is agreed for a part is that of the part; the rest keeps the one that was asked', async () => {
  const { id } = await request(acme, { BOX: 5 })
  await decide(nordico, id, 'approved', { BOX: 2 }, { BOX: 1.5 })
  const listed = Number(productOf('BOX').price)
  expect(await linesOf(id)).toEqual([['BOX', 2, 1.5]])
  expect((await read(id)).orderTotal).toBe(3)
  expect(await linesOf(await partOf(id))).toEqual([['BOX', 3, listed]])
})

test('a line that is not named is approved as it is, and an order of which all is approved has no rest', async () => {
  const { id } = await request(acme, { 'EDGE-1Y': 1, BOX: 2 })
  await decide(nordico, id, 'approved', { BOX: 2 })
  expect(await read(id)).toMatchObject({ status: 'approved', chain: [] })
  expect((await linesOf(id)).map(([sku, quantity]) => [sku, quantity])).toEqual([
    ['EDGE-1Y', 1],
    ['BOX', 2],
  ])
})

test('nothing, more than was asked, a line twice and a line of another order are refused at their field (threats M3)', async () => {
  const { id } = await request(acme, { 'EDGE-1Y': 1, BOX: 2 })
  const [edge, box] = (await read(id)).items ?? []
  const [foreign] = (await read((await request(acme, { BOX: 1 })).id)).items ?? []
  const tried = async (of: object[], status = 'approved') =>
    (await nordico.raw(orders.changeStatus, { params: { id }, body: { status, items: of } })).body
  const line = (quantity: unknown, item = box) => ({ orderItemId: item?.orderItemId, quantity })
  const at = (path: string, code: string) => ({ status: 422, code: 'RQ422', info: { issues: [{ path, code }] } })
  expect(await tried([line(0), line(0, edge)])).toMatchObject(at('items', 'nothing'))
  expect(await tried([line(3)])).toMatchObject(at('items.0.quantity', 'too_many'))
  expect(await tried([line(1), line(1)])).toMatchObject(at('items', 'twice'))
  for (const wrong of [-1, 1.5, '1', 1e9]) expect(await tried([line(wrong)])).toMatchObject({ code: 'RQ422' })
  expect(await tried([line(1, foreign)])).toMatchObject({ status: 404, code: 'RQ404' })
  expect(await tried([line(1)], 'canceled')).toMatchObject(at('items', 'only_whole'))
  expect(await read(id)).toMatchObject({ status: 'pending', chain: [] })
  // Neither the buyer nor a stranger decides on a part.
  const body = { status: 'approved', items: [line(1)] }
  expect(await acme.raw(orders.changeStatus, { params: { id }, body })).toMatchObject({ status: 403 })
  expect(await calabro.raw(orders.changeStatus, { params: { id }, body })).toMatchObject({ status: 404 })
})

test('the rest of a sale keeps its pieces held, and gives them back when it is canceled', async () => {
  const available = async () =>
    (await nordico.call(stock.ofAccount, { params: { accountId: nordico.accountId } })).find(({ sku }) => sku === 'BOX')
  const before = await available()
  const { id } = await offer(nordico, bergen, { BOX: 10 })
  await decide(nordico, id, 'approved', { BOX: 4 })
  const rest = await partOf(id)
  const [quantity = 0, free = 0] = [before?.quantity, before?.available]
  expect(await available()).toMatchObject({ quantity: quantity - 4, available: free - 10 })
  await change(nordico, rest, 'canceled')
  expect(await available()).toMatchObject({ quantity: quantity - 4, available: free - 4 })
  expect(await discrepancies(world)).toEqual([])
})

test('an order can be revoked while its rest waits; one that others were purchased for cannot', async () => {
  const { id } = await request(acme, { BOX: 4 })
  await decide(nordico, id, 'approved', { BOX: 1 })
  const rest = await partOf(id)
  expect(await change(nordico, id, 'revoked')).toMatchObject({ status: 'revoked' })
  expect(await read(rest)).toMatchObject({ status: 'pending', derivation: 'rest' })
  const derived = await nordico.call(orders.create, { body: { items: items({ BOX: 1 }), derivedOrderId: rest } })
  expect(await read(derived.id)).toMatchObject({ derivation: 'shortage' })
  await decide(nordico, rest, 'approved', { BOX: 2 })
  expect(
    await nordico.refused(orders.changeStatus, { params: { id: rest }, body: { status: 'revoked' } }),
  ).toMatchObject({
    code: 'OC528',
    info: { orders: [{ orderId: derived.id }], items: [], licenses: [] },
  })
})

test('a part that is returned is a revoked order; the order stays approved with the other pieces', async () => {
  const { id } = await sell(nordico, bergen, { BOX: 5, 'EDGE-1Y': 2 })
  await nordico.call(orders.update, { params: { id }, body: { invoiced: true, invoiceId: 'INV-1' } })
  const before = [await nordico.stockOf('BOX'), await bergen.stockOf('BOX'), await bergen.stockOf('EDGE-1Y')]
  const approvedAt = (
    await raw<{ at: Date }>(world, `select approved_at as at from orders where order_id = $1`, [id])
  )[0]
  expect(await decide(nordico, id, 'revoked', { BOX: 2 })).toMatchObject({ status: 200, body: { status: 'approved' } })
  const part = await read(await partOf(id))
  expect((await linesOf(id)).map(([sku, quantity]) => [sku, quantity])).toEqual([
    ['BOX', 3],
    ['EDGE-1Y', 2],
  ])
  expect((await linesOf(part.orderId)).map(([sku, quantity]) => [sku, quantity])).toEqual([['BOX', 2]])
  expect(part).toMatchObject({ status: 'revoked', derivation: 'return', invoiced: true, invoiceId: 'INV-1' })
  expect(
    (await raw<{ at: Date }>(world, `select approved_at as at from orders where order_id = $1`, [part.orderId]))[0],
  ).toEqual(approvedAt)
  expect([await nordico.stockOf('BOX'), await bergen.stockOf('BOX'), await bergen.stockOf('EDGE-1Y')]).toEqual([
    (before[0] ?? 0) + 2,
    (before[1] ?? 0) - 2,
    before[2],
  ])
  const { details } = await read(id)
  expect(details.map(({ orderStatus, partOrder }) => [orderStatus, partOrder?.orderCode ?? null])).toEqual([
    ['approved', part.orderCode],
    ['approved', null],
    ['pending', null],
  ])
  expect(part.details).toMatchObject([{ orderStatus: 'revoked', partOrder: { orderId: id } }])
  // A whole line, then all that is left.
  await decide(nordico, id, 'revoked', { 'EDGE-1Y': 2 })
  expect((await linesOf(id)).map(([sku]) => sku)).toEqual(['BOX'])
  await decide(nordico, id, 'revoked', { BOX: 3 })
  expect(await read(id)).toMatchObject({ status: 'revoked' })
  expect(await bergen.stockOf('EDGE-1Y')).toBe((before[2] ?? 0) - 2)
  expect(await discrepancies(world)).toEqual([])
})

test('a part is returned with its pieces, and without a price', async () => {
  const { id } = await sell(nordico, bergen, { BOX: 2 })
  const [line] = (await read(id)).items ?? []
  const tried = (item: object) =>
    nordico.refused(orders.changeStatus, {
      params: { id },
      body: { status: 'revoked', items: [{ orderItemId: line?.orderItemId ?? '', ...item }] },
    })
  expect(await tried({})).toMatchObject({ info: { issues: [{ path: 'items.0.quantity', code: 'required' }] } })
  expect(await tried({ quantity: 1, price: 2 })).toMatchObject({
    info: { issues: [{ path: 'items.0.price', code: 'only_when_approving' }] },
  })
  expect(await tried({ quantity: 0 })).toMatchObject({ info: { issues: [{ path: 'items', code: 'nothing' }] } })
  await change(nordico, id, 'revoked')
})

test('what keys were issued on, and what the buyer no longer has, is not returned; the rest of it is offered', async () => {
  const { id } = await sell(nordico, acme, { 'EDGE-1Y': 5 })
  const { productId } = productOf('EDGE-1Y')
  await acme.call(licenses.create, {
    body: { items: [{ productId, qt: 3 }], parentAccountId: acme.accountId, derivedOrderId: id },
  })
  const whole = await nordico.refused(orders.changeStatus, { params: { id }, body: { status: 'revoked' } })
  expect(whole).toMatchObject({ code: 'OC528', info: { returnable: [{ productId, quantity: 2 }] } })
  expect((await decide(nordico, id, 'revoked', { 'EDGE-1Y': 3 })).body).toMatchObject({
    code: 'OC528',
    info: { licenses: [{}], returnable: [{ productId, quantity: 2 }] },
  })
  expect(await decide(nordico, id, 'revoked', { 'EDGE-1Y': 2 })).toMatchObject({ status: 200 })
  expect((await linesOf(id)).map(([, quantity]) => quantity)).toEqual([3])

  const other = await sell(nordico, bergen, { 'EDGE-1Y': 5 })
  const had = await bergen.stockOf('EDGE-1Y')
  await bergen.call(licenses.create, {
    body: { items: [{ productId, qt: had - 1 }], parentAccountId: bergen.accountId },
  })
  expect((await decide(nordico, other.id, 'revoked', { 'EDGE-1Y': 2 })).body).toMatchObject({
    code: 'OC528',
    info: { items: [{ quantity: 2, available: 1, missing: 1 }], returnable: [{ productId, quantity: 1 }] },
  })
  expect(await decide(nordico, other.id, 'revoked', { 'EDGE-1Y': 1 })).toMatchObject({ status: 200 })
  expect(await discrepancies(world)).toEqual([])
})

test('of concurrent approvals of a part exactly one succeeds, and concurrent returns return each piece once (threats M10)', async () => {
  const { id } = await request(acme, { BOX: 10 })
  const answers = await Promise.all([3, 4, 5].map((pieces) => decide(nordico, id, 'approved', { BOX: pieces })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const [line] = await linesOf(id)
  const kept = Number(line?.[1])
  const returns = await Promise.all(Array.from({ length: 5 }, () => decide(nordico, id, 'revoked', { BOX: 1 })))
  const done = returns.filter(({ status }) => status === 200).length
  expect(done).toBe(Math.min(5, kept))
  const parts = (await read(id)).chain?.filter(({ derivation }) => derivation === 'return').length
  expect(parts).toBe(kept <= 5 ? kept - 1 : 5)
  expect(await discrepancies(world)).toEqual([])
})

test('a return whose answer was lost is repeated with its key and returns nothing twice (threats M8)', async () => {
  const { id } = await sell(nordico, bergen, { BOX: 6 })
  const [item] = (await read(id)).items ?? []
  const body = { status: 'revoked', items: [{ orderItemId: item?.orderItemId, quantity: 2 }] }
  const headers = { 'idempotency-key': 'two boxes back' }
  const answers = await Promise.all(
    [1, 2, 3].map(() => nordico.raw(orders.changeStatus, { params: { id }, body, headers })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await linesOf(id)).map(([, quantity]) => quantity)).toEqual([4])
  // Without a key, the version that was read is asked for.
  const { etag } = (await nordico.raw(orders.read, { params: { id } })).headers
  const again = () => nordico.raw(orders.changeStatus, { params: { id }, body, headers: { 'if-match': String(etag) } })
  expect([(await again()).status, (await again()).status]).toEqual([200, 412])
  expect((await linesOf(id)).map(([, quantity]) => quantity)).toEqual([2])
})

test('the figures of the dashboard follow a part that is returned, whether they were folded before or not', async () => {
  const [job] = dashboardJobs(world.db)
  const fold = async () => {
    while ((await job?.run({})) === 'more');
  }
  const figures = async () => {
    const { totalSellOut, totalSellOutPrice, sellOutPieStatistics, sellOutBySkuPieStatistics, statisticsResponse } =
      await nordico.call(dashboard.orders, { body: {} })
    return [
      totalSellOut,
      totalSellOutPrice,
      sellOutPieStatistics,
      sellOutBySkuPieStatistics,
      statisticsResponse.current,
    ]
  }
  await fold()
  const before = JSON.stringify(await figures())
  const { id } = await sell(nordico, bergen, { BOX: 7, 'EDGE-1Y': 1 })
  await decide(nordico, id, 'revoked', { BOX: 2 })
  const unfolded = JSON.stringify(await figures())
  expect(unfolded).not.toBe(before)
  await fold()
  expect(JSON.stringify(await figures())).toBe(unfolded)
  await decide(nordico, id, 'revoked', { BOX: 1, 'EDGE-1Y': 1 })
  const returned = JSON.stringify(await figures())
  expect(returned).not.toBe(unfolded)
  await fold()
  expect(JSON.stringify(await figures())).toBe(returned)
  const problems = await checkTenant(world.db, world.tenantId)
  expect(problems.findings).toEqual([])
  await decide(nordico, id, 'revoked', { BOX: 2 })
  await change(nordico, id, 'revoked')
  expect(JSON.stringify(await figures())).toBe(before)
})

test('the feed tells of the rest as a new order, and of a return as a revoked one', async () => {
  const { next } = await nordico.call(events.list, { query: { after: 'latest' } })
  const { id } = await request(acme, { BOX: 3 })
  await decide(nordico, id, 'approved', { BOX: 2 })
  const rest = await partOf(id)
  await decide(nordico, id, 'revoked', { BOX: 1 })
  const returned = (await read(id)).chain?.find(({ derivation }) => derivation === 'return')?.orderId
  const told = (await nordico.call(events.list, { query: { entity: 'order', after: next } })).items
  const typesOf = (orderId: string | undefined) =>
    told.filter(({ entityId }) => entityId === orderId).map(({ type }) => type)
  expect(typesOf(id)).toEqual(['order.created', 'order.approved', 'order.part_returned'])
  expect(typesOf(rest)).toEqual(['order.created'])
  expect(typesOf(returned)).toEqual(['order.revoked'])
})
