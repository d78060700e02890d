import { accounts } from '@trellis/contract/accounts'
import { catalogue } from '@trellis/contract/catalogue'
import { orders } from '@trellis/contract/orders'
import { priceLists } from '@trellis/contract/price-lists'
import { pricing } from '@trellis/contract/pricing'
import { stock } from '@trellis/contract/stock'
import { expect, test } from 'vitest'
import { network, type Person } from '../../testing/network.ts'

const world = await network()
const { vendor, manager, nordico, sudvia, acme, acmeBasic, bergen, calabro, fjord, products } = world

const box = products.BOX?.productId ?? ''

/**
 * Each list has a unique price and the same number in its name, so that either of them in an answer shows that the list
 * was revealed.
 */
const asked = { N: 7101.01, S: 7202.02, A: 7303.03, B: 7404.04, C: 7505.05, F: 7606.06, U: 7707.07 }
type Mark = keyof typeof asked
const made = new Map<Mark, string>()

async function give(keeper: Person, mark: Mark, to: Person | null): Promise<void> {
  const items = [{ productId: box, customPrice: asked[mark] }]
  const { id } = await keeper.call(priceLists.create, { body: { name: `Secret ${mark}`, currencyId: 978, items } })
  made.set(mark, id)
  if (to === null) return
  const body = { priceListId: id, canPropagate: ['N', 'S'].includes(mark) }
  await keeper.call(priceLists.associate, { params: { accountId: to.accountId }, body })
}

await give(vendor, 'N', nordico)
await give(vendor, 'S', sudvia)
await give(vendor, 'U', null)
await give(nordico, 'A', acme)
await give(nordico, 'B', bergen)
await give(sudvia, 'C', calabro)
await give(acme, 'F', fjord)
const order = (who: Person, mark: Mark) =>
  who.call(orders.create, { body: { items: [{ productId: box, quantity: 1, price: asked[mark] }] } })
const placed = [
  await order(nordico, 'N'),
  await order(sudvia, 'S'),
  await order(acme, 'A'),
  await order(bergen, 'B'),
  await order(calabro, 'C'),
  await order(fjord, 'F'),
].map(({ id }) => id)

const everybody = { vendor, nordico, sudvia, acme, acmeBasic, bergen, calabro, fjord }
const accountIds = [...new Set(Object.values(everybody).map(({ accountId }) => accountId))]
const lists = [...made.values()]

async function exported(who: Person, list: string, paths: string[], search: object): Promise<string> {
  const response = await world.app.http.inject({
    method: 'POST',
    url: '/api/v1/exports',
    headers: { 'x-tenant-code': world.tenantCode, authorization: `Bearer ${await who.token()}` },
    payload: {
      list,
      search,
      columns: paths.map((path) => ({ path, label: path })),
      fileName: 'x',
      format: 'csv',
      languageCode: 'en',
    },
  })
  expect(response.statusCode).toBe(200)
  return response.payload
}

const children = { includeChildren: true, limit: 3000 }

/** Everything that all calls about prices tell this user about every account. */
async function toldTo(who: Person): Promise<string> {
  const told: unknown[] = []
  const ask = async (...[endpoint, request]: Parameters<Person['raw']>) => {
    const { status, body } = await who.raw(endpoint, request)
    expect(status).toBeLessThan(500)
    told.push(body)
  }
  for (const body of [{}, children]) {
    await ask(priceLists.search, { body })
    await ask(catalogue.search, { body })
    await ask(orders.sellIn, { body })
    await ask(orders.sellOut, { body })
    await ask(accounts.search, { body })
    await ask(stock.search, { body })
  }
  await ask(catalogue.list, {})
  for (const endpoint of [catalogue.fetch, catalogue.readPriced, catalogue.read, catalogue.removal])
    await ask(endpoint, { params: { id: box }, ...(endpoint.method === 'POST' && { body: {} }) })
  for (const id of lists) {
    await ask(priceLists.read, { params: { id } })
    await ask(pricing.history, { params: { id }, query: {} })
    await ask(pricing.uses, { params: { id } })
    const items = [{ sku: 'BOX', customPrice: 1 }]
    await ask(pricing.setProducts, { params: { id }, body: { items, removeOthers: true, dryRun: true } })
    await ask(pricing.setProducts, { params: { id }, body: { items: [], remove: [box], dryRun: true } })
  }
  for (const accountId of accountIds) {
    await ask(priceLists.association, { params: { accountId } })
    await ask(pricing.explain, { query: { productId: box, accountId } })
    await ask(catalogue.search, { body: { parentAccountId: accountId } })
    await ask(priceLists.search, { body: { parentAccountId: accountId, ...children } })
    await ask(orders.sellIn, { body: { parentAccountId: accountId, ...children } })
    await ask(orders.sellOut, { body: { parentAccountId: accountId, ...children } })
    await ask(stock.available, { query: { buyerAccountId: accountId } })
    for (const priceListId of [...lists, null])
      await ask(pricing.associationEffect, { params: { accountId }, body: { priceListId, canPropagate: true } })
  }
  for (const id of placed) await ask(orders.read, { params: { id } })
  // An order at a wrong price is refused with the correct price, which is the buyer's own.
  for (const buyerAccountId of [undefined, ...accountIds])
    await ask(orders.create, {
      body: {
        items: [{ productId: box, quantity: 1_000_000, price: 0.01 }],
        ...(buyerAccountId && { buyerAccountId }),
      },
    })
  return JSON.stringify(told)
}

async function exportedTo(who: Person): Promise<string> {
  const told = [
    await exported(who, 'priceLists.search', ['name', 'accountName', 'productCount'], children),
    await exported(who, 'catalogue.search', ['sku', 'customPrice', 'priceListName'], {}),
    await exported(who, 'orders.sellIn', ['orderCode', 'orderTotal'], children),
    await exported(who, 'orders.sellOut', ['orderCode', 'orderTotal'], {}),
  ]
  return told.join()
}

const knownTo = (told: string): string =>
  (Object.keys(asked) as Mark[])
    .filter((mark) => told.includes(`Secret ${mark}`) || told.includes(String(asked[mark])))
    .join('')

test('no call tells anybody a price that neither they nor an account below them pays (threats M3)', async () => {
  const told = new Map(
    await Promise.all(Object.entries(everybody).map(async ([name, who]) => [name, await toldTo(who)] as const)),
  )
  const known: Record<string, string> = {}
  // One after the other: exports that wait too long for their turn are refused with 503.
  for (const [name, who] of Object.entries(everybody))
    known[name] = knownTo(`${told.get(name)}${await exportedTo(who)}`)
  expect(known).toEqual({
    vendor: 'NSABCFU',
    // Nordico keeps A and B, and its reach includes Fjord.
    nordico: 'NABF',
    sudvia: 'SC',
    // N is what Fjord would pay if Acme removed F. Acme may do that, and so may see it.
    acme: 'NAF',
    acmeBasic: 'AF',
    bergen: 'B',
    calabro: 'C',
    fjord: 'F',
  })
})

test('a manager who reads the whole tenant sees all prices', async () => {
  expect(knownTo(await toldTo(manager))).toBe('NSABCFU')
})
