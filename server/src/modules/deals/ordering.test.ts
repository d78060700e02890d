import { deals } from '@trellis/contract/deals'
import { network as accounts } from '@trellis/contract/network'
import { orders } from '@trellis/contract/orders'
import { priceLists } from '@trellis/contract/price-lists'
import { expect, test } from 'vitest'
import { rolesOf } from '../../testing/calling.ts'
import { dealing } from '../../testing/dealing.ts'
import { network, type Person } from '../../testing/network.ts'
import { discrepancies, raw, selling } from '../../testing/selling.ts'

const world = await network()
const { vendor, nordico, acme, bergen, fjord } = world
const { register, read, update, ask, approve, itemsOf } = dealing(world)
const { items, issue, sell } = selling(world)
const holding = rolesOf(world)

await issue({ 'EDGE-1Y': 100, BOX: 10_000 })
await sell(vendor, nordico, { 'EDGE-1Y': 50, BOX: 5000 })

const buyerOf = (person: Person, id: string) => person.call(deals.buyer, { params: { id } })
const accountFor = async (person: Person, id: string) => {
  const { newAccount } = await buyerOf(person, id)
  if (newAccount === null) throw new Error('The prospect says too little to make an account of it')
  return newAccount
}
const order = (person: Person, dealId: string, lines: object[], more: object = {}) =>
  person.raw(orders.create, { body: { dealId, items: lines, ...more } })
const won = async (wanted: Record<string, number>, approved?: number, prospect = {}) => {
  const id = await register(acme, wanted, prospect)
  if (approved !== undefined) {
    await ask(acme, id, approved)
    await approve(nordico, id)
  }
  await update(acme, id, { dealStatus: 'Won' })
  return id
}
const orderOf = (person: Person, id: string) => person.call(orders.read, { params: { id } })

test('a won deal becomes the vendor’s purchase at exactly the approved amount, once (rules J14)', async () => {
  const id = await won({ 'EDGE-1Y': 3, BOX: 7 }, 250.01)
  const lines = (await buyerOf(acme, id)).items
  const answer = await order(acme, id, lines)
  expect(answer.status).toBe(201)
  const orderId = (answer.body as { id: string }).id
  const made = await orderOf(acme, orderId)
  expect(made).toMatchObject({
    orderTotal: 250.01,
    status: 'pending',
    buyer: { accountName: 'Acme' },
    vendor: { accountName: 'Nordico' },
  })
  expect(await read(acme, id)).toMatchObject({
    orders: [{ kind: 'purchase', orderId, orderCode: made.orderCode, status: 'pending' }],
    blocked: { order: null, askEbid: 'RQ409' },
  })
  expect(await order(acme, id, lines)).toMatchObject({ status: 409, body: { code: 'OC522' } })
  await nordico.call(orders.changeStatus, { params: { id: orderId }, body: { status: 'approved' } })
  expect(await order(acme, id, lines)).toMatchObject({ status: 409, body: { code: 'OC522' } })
  expect(await discrepancies(world)).toEqual([])
})

test('who decides on the purchase may agree less than the deal did, and not more (rules J14)', async () => {
  const id = await won({ 'EDGE-1Y': 2 }, 150)
  const answer = await order(acme, id, (await buyerOf(acme, id)).items)
  const orderId = (answer.body as { id: string }).id
  const [line] = (await orderOf(nordico, orderId)).items ?? []
  const approveAt = (price: number) => ({
    params: { id: orderId },
    body: { status: 'approved' as const, items: [{ orderItemId: line?.orderItemId ?? '', price }] },
  })
  for (const price of [75.01, 100, 120])
    expect(await nordico.refused(orders.changeStatus, approveAt(price))).toMatchObject({
      code: 'RQ422',
      info: { issues: [{ path: 'items.0.price', code: 'above_agreed' }] },
    })
  expect(await nordico.call(orders.changeStatus, approveAt(70))).toMatchObject({ orderTotal: 140 })
  // What is bought at the list, of a deal or not, is agreed by who decides.
  const own = await won({ 'EDGE-1Y': 2 })
  const bought = (await order(acme, own, (await buyerOf(acme, own)).items)).body as { id: string }
  const [listed] = (await orderOf(nordico, bought.id)).items ?? []
  const dearer = [{ orderItemId: listed?.orderItemId ?? '', price: 101 }]
  expect(
    await nordico.call(orders.changeStatus, { params: { id: bought.id }, body: { status: 'approved', items: dearer } }),
  ).toMatchObject({ orderTotal: 202 })
})

test('the purchase at another amount is OC529 with the approved prices, and of other items RQ422', async () => {
  const id = await won({ 'EDGE-1Y': 3 }, 250)
  const at = (price: number, quantity = 3) => [{ ...itemsOf({ 'EDGE-1Y': 1 })[0], qt: undefined, quantity, price }]
  expect(await order(acme, id, at(100))).toMatchObject({
    status: 409,
    body: { code: 'OC529', info: { items: [{ price: 83.3333 }] } },
  })
  expect(await order(acme, id, at(125, 2))).toMatchObject({
    status: 422,
    body: { info: { issues: [{ path: 'items' }] } },
  })
  expect((await order(acme, id, at(83.3333))).status).toBe(201)
})

test('a sale is in the currency of the list that serves its buyer, which is said with what the buyer pays', async () => {
  const [edge] = itemsOf({ 'EDGE-1Y': 1 })
  const productId = edge?.productId ?? ''
  const body = { name: 'Dollars of Fjord', currencyId: 840, items: [{ productId, customPrice: 120 }] }
  const { id: list } = await vendor.call(priceLists.create, { body })
  const params = { accountId: fjord.accountId }
  const id = await won({ 'EDGE-1Y': 2, BOX: 1 })
  const sale = async () => (await buyerOf(acme, id)).sale
  // Nobody is the prospect yet: a new account would be served by the list of Acme.
  expect(await sale()).toEqual({ currencyId: 978, currencyCode: 'EUR', items: [] })
  const own = { accountId: acme.accountId }
  await vendor.call(priceLists.associate, { params: own, body: { priceListId: list, canPropagate: false } })
  expect(await sale()).toMatchObject({ currencyCode: 'EUR' })
  await vendor.raw(priceLists.dissociate, { params: own })

  const { newAccount } = await buyerOf(acme, id)
  await raw(world, 'update addresses set vat_id = $1, country_code = $2 where account_id = $3', [
    newAccount?.address.vatId,
    newAccount?.address.countryCode,
    fjord.accountId,
  ])
  expect(await sale()).toMatchObject({ currencyCode: 'EUR', items: [{ price: 100 }, { price: 3.3335 }] })
  await vendor.call(priceLists.associate, { params, body: { priceListId: list, canPropagate: false } })
  expect(await sale()).toEqual({
    currencyId: 840,
    currencyCode: 'USD',
    items: [{ productId, quantity: 2, price: 120 }],
  })
  await sell(nordico, acme, { 'EDGE-1Y': 2 })
  const made = await order(acme, id, [{ productId, quantity: 2, price: 120 }], { buyerAccountId: fjord.accountId })
  expect(await orderOf(acme, (made.body as { id: string }).id)).toMatchObject({ orderTotal: 240, currencyCode: 'USD' })
  await vendor.raw(priceLists.dissociate, { params })
  await raw(world, 'update addresses set vat_id = $1, country_code = $2 where account_id = $3', [
    'NO1',
    'NO',
    fjord.accountId,
  ])
})

test('without an approved eBid the purchase is at the vendor’s own prices', async () => {
  const id = await won({ 'EDGE-1Y': 1 })
  const cheaper = items({ 'EDGE-1Y': 1 }, { 'EDGE-1Y': 90 })
  expect(await order(acme, id, cheaper)).toMatchObject({ status: 409, body: { code: 'OC529' } })
  expect((await order(acme, id, (await buyerOf(acme, id)).items)).status).toBe(201)
  const refused = await register(acme, { 'EDGE-1Y': 1 })
  await ask(acme, refused, 50)
  await nordico.call(deals.updateEbidStatus, { params: { id: refused }, body: { status: 'Refused' } })
  await update(acme, refused, { dealStatus: 'Won' })
  expect((await buyerOf(acme, refused)).items).toEqual(items({ 'EDGE-1Y': 1 }))
})

test.each(['New', 'Negotiation', 'Lost'] as const)('no order is made from a deal that is %s', async (dealStatus) => {
  const id = await register(acme, { 'EDGE-1Y': 1 })
  await update(acme, id, { dealStatus })
  expect(await order(acme, id, items({ 'EDGE-1Y': 1 }))).toMatchObject({ status: 409, body: { code: 'OC522' } })
})

test('only the deal’s vendor orders it (threats Z7)', async () => {
  const id = await won({ 'EDGE-1Y': 1 })
  const lines = items({ 'EDGE-1Y': 1 })
  for (const [person, status] of [
    [nordico, 403],
    [vendor, 403],
    [bergen, 404],
    [fjord, 404],
  ] as const) {
    expect((await order(person, id, lines)).status).toBe(status)
    expect((await person.raw(deals.buyer, { params: { id } })).status).toBe(status)
  }
  const withoutOrders = await holding(acme, { Deals: 'c-r-u', Orders: 'r' })
  expect((await withoutOrders(orders.create, { body: { dealId: id, items: lines } })).status).toBe(403)
  const elsewhere = { parentAccountId: fjord.accountId }
  expect(await order(acme, id, lines, elsewhere)).toMatchObject({ status: 422 })
})

test('ten purchases of one deal at once make one', async () => {
  const id = await won({ 'EDGE-1Y': 2 }, 150)
  const lines = (await buyerOf(acme, id)).items
  const answers = await Promise.all(Array.from({ length: 10 }, () => order(acme, id, lines)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
  const rows = await raw(world, 'select from orders where deal_id = $1', [id])
  expect(rows).toHaveLength(1)
})

test('after its order was canceled the deal is ordered again', async () => {
  const id = await won({ 'EDGE-1Y': 1 }, 80)
  const lines = (await buyerOf(acme, id)).items
  const { id: orderId } = (await order(acme, id, lines)).body as { id: string }
  await nordico.call(orders.changeStatus, { params: { id: orderId }, body: { status: 'canceled' } })
  expect(await read(acme, id)).toMatchObject({ orders: [] })
  expect((await order(acme, id, lines)).status).toBe(201)
})

test('the sale goes to the account of the prospect’s VAT id, which is created from the prospect in one step', async () => {
  await sell(nordico, acme, { 'EDGE-1Y': 5 })
  const id = await won({ 'EDGE-1Y': 1 }, undefined, {
    vatId: 'IT 00743110157',
    name: 'Torino Acque Spa',
    email: 'it@acque.example',
  })
  expect(await buyerOf(acme, id)).toMatchObject({ accountId: null })
  const newAccount = await accountFor(acme, id)
  expect(newAccount).toMatchObject({
    accountName: 'Torino Acque Spa',
    parentAccountId: acme.accountId,
    notificationReceiverEmail: 'it@acque.example',
  })
  const lines = items({ 'EDGE-1Y': 1 })
  expect(await order(acme, id, lines, { buyerAccountId: fjord.accountId })).toMatchObject({
    status: 422,
    body: { info: { issues: [{ path: 'buyerAccountId', code: 'contradicts' }] } },
  })
  const created = await acme.call(accounts.create, { body: newAccount })
  expect(await buyerOf(acme, id)).toMatchObject({ accountId: created.id })
  const sale = { buyerAccountId: created.id }
  expect((await order(acme, id, lines, sale)).status).toBe(201)
  expect(await order(acme, id, lines, sale)).toMatchObject({ status: 409, body: { code: 'OC522' } })
  // The purchase is another order of the same deal.
  expect((await order(acme, id, (await buyerOf(acme, id)).items)).status).toBe(201)
  const deal = await read(acme, id)
  expect(deal.orders?.map(({ kind }) => kind)).toEqual(['sale', 'purchase'])
  expect(deal.blocked.order).toBe('OC522')
  expect(await discrepancies(world)).toEqual([])
})

test('an account with the VAT id in another branch is not named', async () => {
  const vatId = 'IT12345678903'
  const body = {
    ...(await accountFor(acme, await won({ 'EDGE-1Y': 1 }, undefined, { vatId }))),
    parentAccountId: bergen.accountId,
  }
  await bergen.call(accounts.create, { body })
  const id = await won({ 'EDGE-1Y': 1 }, undefined, { vatId })
  expect(await buyerOf(acme, id)).toMatchObject({ accountId: null })
})

test('the rest of a purchase that was approved in part belongs to the deal, which is not ordered again while it waits (rules O21)', async () => {
  const id = await won({ 'EDGE-1Y': 5 }, 250)
  const lines = (await buyerOf(acme, id)).items
  const orderId = ((await order(acme, id, lines)).body as { id: string }).id
  const [line] = (await orderOf(nordico, orderId)).items ?? []
  await nordico.call(orders.changeStatus, {
    params: { id: orderId },
    body: { status: 'approved', items: [{ orderItemId: line?.orderItemId ?? '', quantity: 2 }] },
  })
  const [rest] = (await orderOf(acme, orderId)).chain ?? []
  expect((await read(acme, id)).orders).toMatchObject([
    { kind: 'purchase', orderId, status: 'approved' },
    { kind: 'purchase', orderId: rest?.orderId, status: 'pending' },
  ])
  expect(await orderOf(acme, rest?.orderId ?? '')).toMatchObject({ dealId: id, derivation: 'rest' })
  await nordico.call(orders.changeStatus, { params: { id: orderId }, body: { status: 'revoked' } })
  expect(await order(acme, id, lines)).toMatchObject({ status: 409, body: { code: 'OC522' } })
  await nordico.call(orders.changeStatus, { params: { id: rest?.orderId ?? '' }, body: { status: 'canceled' } })
  expect(await order(acme, id, lines)).toMatchObject({ status: 201 })
})
