import { dashboard } from '@trellis/contract/dashboard'
import { deals } from '@trellis/contract/deals'
import { orders } from '@trellis/contract/orders'
import { priceLists } from '@trellis/contract/price-lists'
import { expect, test } from 'vitest'
import { dealing } from '../../testing/dealing.ts'
import { network, type Person } from '../../testing/network.ts'
import { discrepancies, selling } from '../../testing/selling.ts'

const world = await network()
const { vendor, nordico, sudvia, acme, calabro } = world
const { draft, register, read, update, protect, ask, approve, itemsOf } = dealing(world)
const { productOf, issue, sell } = selling(world)

const [euro, dollar] = [978, 840]

/** Gives an account and those below it a price list of its own. */
async function give(account: Person, name: string, currencyId: number, prices: Record<string, number>) {
  const items = Object.entries(prices).map(([sku, customPrice]) => ({
    productId: productOf(sku).productId,
    customPrice,
  }))
  const { id } = await vendor.call(priceLists.create, { body: { name, currencyId, items } })
  const params = { accountId: account.accountId }
  await vendor.call(priceLists.associate, { params, body: { priceListId: id, canPropagate: true } })
  return id
}
const reprice = (id: string, sku: string, customPrice: number) =>
  vendor.call(priceLists.updateProduct, { params: { id }, body: { productId: productOf(sku).productId, customPrice } })

// The MSRP of EDGE-1Y is 100 euros, that of CORE-3Y 250.
const nordic = await give(nordico, 'Nordic', euro, { 'EDGE-1Y': 76, 'CORE-3Y': 200, BOX: 0.005 })
const southern = await give(sudvia, 'Southern', dollar, { 'EDGE-1Y': 80, 'CORE-3Y': 210 })
await issue({ 'EDGE-1Y': 500, 'CORE-3Y': 500 })
await sell(vendor, nordico, { 'EDGE-1Y': 100 })

const buyerOf = (person: Person, id: string) => person.call(deals.buyer, { params: { id } })
const purchase = async (person: Person, dealId: string) =>
  person.raw(orders.create, { body: { dealId, items: (await buyerOf(person, dealId)).items } })
const bought = async (person: Person, dealId: string) => {
  const { id } = (await purchase(person, dealId)).body as { id: string }
  return person.call(orders.read, { params: { id } })
}
const won = async (person: Person, wanted: Record<string, number>, decider: Person, value: number) => {
  const id = await register(person, wanted)
  await ask(person, id, value)
  await approve(decider, id)
  await update(person, id, { dealStatus: 'Won' })
  return id
}
const asEdge = (quantity: number, price: number) => ({ ...productOf('EDGE-1Y'), quantity, price })
const sent = ({ productId, quantity, price }: ReturnType<typeof asEdge>) => ({ productId, quantity, price })

test('the price of an item is what the vendor of the deal pays, with the MSRP beside it (rules J13)', async () => {
  const id = await register(acme, { 'EDGE-1Y': 2, 'CORE-3Y': 1 })
  const deal = await read(acme, id)
  expect(deal.items?.map(({ dealItemId: _, description: __, ...item }) => item)).toMatchObject([
    {
      dealId: id,
      sku: 'EDGE-1Y',
      qt: 2,
      price: 76,
      priceCurrencyId: euro,
      priceMSRP: 100,
      priceMSRPCurrencyId: euro,
      priceMSRPCurrencyCode: 'EUR',
      priceListId: nordic,
      priceListName: 'Nordic',
    },
    { sku: 'CORE-3Y', price: 200, priceMSRP: Number(productOf('CORE-3Y').price) },
  ])
  expect(deal).toMatchObject({ itemsTotal: 352, eBidApprovedValue: 352, currencyCode: 'EUR', currencyId: euro })
})

test('the price stays that of the registration when the list changes', async () => {
  const id = await register(acme, { 'CORE-3Y': 1 })
  await reprice(nordic, 'CORE-3Y', 150)
  expect(await read(acme, id)).toMatchObject({ itemsTotal: 200, items: [{ price: 200 }] })
  await reprice(nordic, 'CORE-3Y', 200)
})

test('the root, which has no list, registers at the MSRP in the currency of the tenant', async () => {
  const deal = await read(vendor, await register(vendor, { 'EDGE-1Y': 3 }))
  expect(deal).toMatchObject({ itemsTotal: 300, currencyCode: 'EUR' })
  expect(deal.items).toMatchObject([{ price: 100, priceMSRP: 100, priceListId: null, priceListName: null }])
})

test('a partner whose list has another currency than the MSRP is offered its products, at its prices', async () => {
  const offered = await calabro.call(deals.products, { query: {} })
  expect(
    offered.map(({ sku, price, currencyCode, priceMSRP, priceMSRPCurrencyCode }) => [
      sku,
      price,
      currencyCode,
      priceMSRP,
      priceMSRPCurrencyCode,
    ]),
  ).toEqual([
    ['CORE-3Y', 210, 'USD', Number(productOf('CORE-3Y').price), 'EUR'],
    ['EDGE-1Y', 80, 'USD', 100, 'EUR'],
  ])
  const deal = await read(calabro, await register(calabro, { 'EDGE-1Y': 2 }))
  expect(deal).toMatchObject({ itemsTotal: 160, currencyCode: 'USD' })
  expect(deal.items).toMatchObject([{ priceCurrencyId: dollar, priceMSRPCurrencyId: euro, priceListId: southern }])
})

test('a distributor in dollars registers, bids, wins and buys, cheaper than without the bid', async () => {
  const body = { ...draft(sudvia, { 'EDGE-1Y': 10 }), estimatedCloseDate: Date.now() + 86_400_000 }
  const { id } = await sudvia.call(deals.create, { body })
  await protect(vendor, id, 'Approved')
  await ask(sudvia, id, 700)
  await approve(vendor, id)
  await update(sudvia, id, { dealStatus: 'Won' })
  expect(await read(sudvia, id)).toMatchObject({ itemsTotal: 800, eBidApprovedValue: 700, currencyCode: 'USD' })
  expect(await buyerOf(sudvia, id)).toMatchObject({ currencyCode: 'USD', items: [sent(asEdge(10, 70))] })
  const order = await bought(sudvia, id)
  expect(order).toMatchObject({ orderTotal: 700, vendor: { accountName: 'Verdant' } })
  expect(order.items).toMatchObject([
    { price: 70, priceListPrice: 80, priceCurrencyId: dollar, priceListName: 'Southern' },
  ])

  const plain = await sudvia.call(orders.create, { body: { items: [sent(asEdge(10, 80))] } })
  const without = await sudvia.call(orders.read, { params: { id: plain.id } })
  expect(order.orderTotal).toBeLessThan(without.orderTotal)
  await vendor.call(orders.changeStatus, { params: { id: order.orderId }, body: { status: 'approved' } })
  expect(await discrepancies(world)).toEqual([])
})

test.each([
  [151.99, 200],
  [152, 422],
  [160, 422],
])(
  'an eBid of %d for items that cost the vendor 152.00 answers %i, whatever their MSRP (rules J10)',
  async (value, status) => {
    const id = await register(acme, { 'EDGE-1Y': 2 })
    expect((await acme.raw(deals.updateEbidValue, { params: { id }, body: { value } })).status).toBe(status)
    await ask(acme, id, 100)
    const decision = { params: { id }, body: { status: 'Approved', value } }
    expect((await nordico.raw(deals.updateEbidStatus, decision)).status).toBe(status)
  },
)

test('what nobody approved changes neither forecast nor dashboard, what was approved does (rules J15, D14)', async () => {
  const figures = async () => {
    const now = new Date().toISOString().slice(0, 10).replaceAll('-', '/')
    const period = { currentFrom: now, currentTo: now, previousFrom: '2020/01/01', previousTo: '2020/01/01' }
    const statistics = await acme.call(dashboard.deals, {
      body: { ...period, parentAccountId: acme.accountId, includeChildren: false },
    })
    const rows = (await acme.call(deals.forecast, { body: {} })).items
    return { forecast: rows.reduce((sum, { amount }) => sum + amount, 0), dashboard: JSON.stringify(statistics) }
  }
  const id = await register(acme, { 'EDGE-1Y': 10 })
  const before = await figures()
  await ask(acme, id, 500)
  expect(await figures()).toEqual(before)
  expect((await read(acme, id)).eBidApprovedValue).toBe(500)
  await nordico.call(deals.updateEbidStatus, { params: { id }, body: { status: 'Refused' } })
  expect(await figures()).toEqual(before)
  await ask(acme, id, 600)
  expect(await figures()).toEqual(before)
  await approve(nordico, id)
  expect((await figures()).forecast).toBe(before.forecast - 160)
})

test('each line of the purchase takes the effective price where that fell below its share of the approved amount (rules J14)', async () => {
  const id = await won(acme, { 'EDGE-1Y': 10, 'CORE-3Y': 1 }, nordico, 864)
  // 864 of 960: 684 and 180, a tenth less each.
  expect((await buyerOf(acme, id)).items).toMatchObject([{ price: 68.4 }, { price: 180 }])
  await reprice(nordic, 'EDGE-1Y', 60)
  const { items } = await buyerOf(acme, id)
  expect(items).toMatchObject([
    { quantity: 10, price: 60 },
    { quantity: 1, price: 180 },
  ])
  const approvedLines = [{ ...itemsOf({ 'EDGE-1Y': 1 })[0], qt: undefined, quantity: 10, price: 68.4 }, items[1]]
  expect(await acme.raw(orders.create, { body: { dealId: id, items: approvedLines } })).toMatchObject({
    status: 409,
    body: { code: 'OC529', info: { items: [{ price: 60 }, { price: 180 }] } },
  })
  const order = await bought(acme, id)
  expect(order).toMatchObject({
    orderTotal: 780,
    items: [
      { price: 60, priceListPrice: 60 },
      { price: 180, priceListPrice: 200 },
    ],
  })
  await reprice(nordic, 'EDGE-1Y', 76)
})

test('a rise of the list after the approval does not raise the purchase', async () => {
  const id = await won(acme, { 'EDGE-1Y': 10 }, nordico, 700)
  await reprice(nordic, 'EDGE-1Y', 90)
  expect((await bought(acme, id)).orderTotal).toBe(700)
  await reprice(nordic, 'EDGE-1Y', 76)
})

test('when the vendor has got a list in another currency, the purchase is at its prices: nothing is converted', async () => {
  const id = await won(calabro, { 'EDGE-1Y': 10 }, sudvia, 700)
  await give(calabro, 'Calabrian', euro, { 'EDGE-1Y': 95 })
  expect(await buyerOf(calabro, id)).toMatchObject({ currencyCode: 'EUR', items: [{ price: 95 }] })
  const order = await bought(calabro, id)
  expect(order).toMatchObject({ orderTotal: 950, items: [{ priceCurrencyId: euro }] })
})
