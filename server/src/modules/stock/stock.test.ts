import type { RequestOf } from '@trellis/contract/endpoint'
import { orders } from '@trellis/contract/orders'
import { stock } from '@trellis/contract/stock'
import { users } from '@trellis/contract/users'
import { expect, test } from 'vitest'
import { licensing } from '../../testing/licensing.ts'
import { network, type Person } from '../../testing/network.ts'
import { discrepancies, raw, selling } from '../../testing/selling.ts'
import { moveStock } from './index.ts'

const world = await network()
const { vendor, manager, nordico, sudvia, acme, bergen, calabro, fjord, canary } = world
const { change, request, offer, sell, issue, items, productOf } = selling(world)
const { key, write } = licensing(world)
type Body = NonNullable<RequestOf<typeof stock.search>['body']>

await issue({ 'EDGE-1Y': 100, 'CORE-3Y': 50, BOX: 50, HIDDEN: 5 })
await sell(vendor, nordico, { 'EDGE-1Y': 30, 'CORE-3Y': 10 })
await sell(nordico, acme, { 'EDGE-1Y': 3 })
const promise = await offer(nordico, bergen, { 'EDGE-1Y': 7 })

const rows = async (who: Person, body: Body = {}) =>
  (await who.call(stock.search, { body })).items.map((row) => [row.accountName, row.sku, row.quantity, row.available])

test('the stock list shows what an account has on hand and what of it is available', async () => {
  expect(await rows(nordico)).toEqual([
    ['Nordico', 'CORE-3Y', 10, 10],
    ['Nordico', 'EDGE-1Y', 27, 20],
  ])
  const [core] = await nordico.call(stock.ofAccount, { params: { accountId: nordico.accountId } })
  expect(core).toEqual({
    accountId: nordico.accountId,
    accountName: 'Nordico',
    productId: productOf('CORE-3Y').productId,
    productName: 'Core for three years',
    productDescription: null,
    sku: 'CORE-3Y',
    quantity: 10,
    available: 10,
    threshold: null,
    extendedProductId: null,
    isLicense: true,
  })
})

test('stock of chosen quantities comes in pages of any order, with its number, and combined with what the product is', async () => {
  const found = async (values: (number | string)[], field: 'sku' | 'quantity', more: Body = {}) => {
    const sortBy = [{ field, direction: 'asc' as const }]
    const filterBy = [{ field: 'quantity' as const, values }, ...(more.filterBy ?? [])]
    const body = { includeChildren: true, ...more, sortBy, filterBy }
    const { items, count } = await nordico.call(stock.search, { body })
    return [...items.map((row) => `${row.accountName} ${row.sku}`), count]
  }
  expect(await found([3, 10], 'sku')).toEqual(['Nordico CORE-3Y', 'Acme EDGE-1Y', 2])
  expect(await found([3, 10], 'quantity')).toEqual(['Acme EDGE-1Y', 'Nordico CORE-3Y', 2])
  expect(await found([3, 10], 'sku', { limit: 1, page: 2 })).toEqual(['Acme EDGE-1Y', 2])
  expect(await found([3, 10], 'quantity', { parentAccountId: acme.accountId })).toEqual(['Acme EDGE-1Y', 1])
  const edge = { filterBy: [{ field: 'sku' as const, values: ['edge'] }] }
  expect(await found([3, 10, 27], 'sku', edge)).toEqual(['Nordico EDGE-1Y', 'Acme EDGE-1Y', 2])
  for (const none of [9, '2.5', 'ten', 10 ** 18]) expect(await found([none], 'sku')).toEqual([0])
})

test('with children, the stock of all accounts below is listed too', async () => {
  expect(await rows(nordico, { includeChildren: true })).toEqual([
    ['Nordico', 'CORE-3Y', 10, 10],
    ['Nordico', 'EDGE-1Y', 27, 20],
    ['Acme', 'EDGE-1Y', 3, 3],
  ])
  expect(await rows(nordico, { parentAccountId: acme.accountId })).toEqual([['Acme', 'EDGE-1Y', 3, 3]])
})

test('stock is sorted and filtered by the columns of its screen', async () => {
  const skus = async (body: Body) => (await rows(vendor, body)).map(([, sku]) => sku)
  expect(await skus({ sortBy: [{ field: 'quantity', direction: 'desc' }] })).toEqual([
    'EDGE-1Y',
    'BOX',
    'CORE-3Y',
    'HIDDEN',
  ])
  expect(await skus({ sortBy: [{ field: 'productName', direction: 'asc' }] })).toEqual([
    'BOX',
    'CORE-3Y',
    'EDGE-1Y',
    'HIDDEN',
  ])
  expect(await skus({ filterBy: [{ field: 'sku', values: ['edge'] }] })).toEqual(['EDGE-1Y'])
  expect(await skus({ filterBy: [{ field: 'productName', values: ['CORE', 'cardb'] }] })).toEqual(['BOX', 'CORE-3Y'])
  expect(await skus({ filterBy: [{ field: 'quantity', values: [40, 5] }] })).toEqual(['CORE-3Y', 'HIDDEN'])
  expect(await skus({ filterBy: [{ field: 'isLicense', values: [false] }] })).toEqual(['BOX', 'HIDDEN'])
  const byQuantity: Body = { sortBy: [{ field: 'quantity', direction: 'asc' }] }
  expect(await skus({ ...byQuantity, filterBy: [{ field: 'isLicense', values: [false] }] })).toEqual(['HIDDEN', 'BOX'])
  expect(await skus({ ...byQuantity, filterBy: [{ field: 'sku', values: ['o'] }] })).toEqual(['CORE-3Y', 'BOX'])
  expect(await skus({ ...byQuantity, filterBy: [{ field: 'productName', values: ['cardb'] }] })).toEqual(['BOX'])
  expect(await skus({ ...byQuantity, filterBetweenDate: [{ field: 'creationDate', toDate: '2020/01/01' }] })).toEqual(
    [],
  )
  expect(await skus({ filterBy: [{ field: 'productId', values: [productOf('BOX').productId] }] })).toEqual(['BOX'])
  const page = await vendor.call(stock.search, { body: { limit: 3, page: 2 } })
  expect([page.items.length, page.count]).toEqual([1, 4])
})

test('a buyer can be sold the products of its price list, each from the nearest account above that has any', async () => {
  const sellable = async (who: Person, buyer: Person) =>
    (await who.call(stock.available, { query: { buyerAccountId: buyer.accountId } })).map((product) => ({
      sku: product.sku,
      from: product.vendorAccountId,
      available: product.available,
    }))
  const seen = await sellable(vendor, fjord)
  expect(seen).toEqual([
    { sku: 'BOX', from: vendor.accountId, available: 50 },
    { sku: 'CORE-3Y', from: nordico.accountId, available: 10 },
    { sku: 'CORE-MNT', from: vendor.accountId, available: 0 },
    { sku: 'CORE-PERP', from: vendor.accountId, available: 0 },
    { sku: 'EDGE-1Y', from: acme.accountId, available: 3 },
    { sku: 'EDGE-TRIAL', from: vendor.accountId, available: 0 },
  ])
  expect((await sellable(nordico, acme)).filter(({ available }) => available > 0)).toEqual([
    { sku: 'CORE-3Y', from: nordico.accountId, available: 10 },
    { sku: 'EDGE-1Y', from: nordico.accountId, available: 20 },
  ])
  expect(new Set((await sellable(nordico, acme)).map(({ from }) => from))).toEqual(new Set([nordico.accountId]))
  expect(await sellable(acme, acme)).toEqual([])
  const [box] = await nordico.call(stock.available, { query: { buyerAccountId: fjord.accountId } })
  expect(box).toMatchObject({ price: 3.3335, currencyId: 978, priceListName: 'Verdant list', isLicense: false })
})

test('the ledger shows every movement with its reason and its order or key, newest first', async () => {
  const order = await request(acme, { 'CORE-3Y': 2 })
  await change(nordico, order.id, 'approved')
  await change(nordico, order.id, 'revoked')
  const serialKey = await key(acme, 'CORE-PERP')
  const { items: all, count } = await acme.call(stock.movements, { params: { accountId: acme.accountId } })
  expect(count).toBe(5)
  expect(all.map((movement) => [movement.sku, movement.quantity, movement.reason])).toEqual([
    ['CORE-PERP', -1, 'license'],
    ['CORE-PERP', 1, 'issue'],
    ['CORE-3Y', -2, 'revoke'],
    ['CORE-3Y', 2, 'purchase'],
    ['EDGE-1Y', 3, 'purchase'],
  ])
  expect(all[0]).toMatchObject({ serialKey, orderId: null, createdBy: 'Anna Acme' })
  expect(all[3]).toMatchObject({
    orderId: order.id,
    orderCode: order.orderCode,
    serialKey: null,
    createdBy: 'Nora Nordico',
  })
  const core = { productId: productOf('CORE-3Y').productId, limit: 1, page: 2 }
  const older = await acme.call(stock.movements, { params: { accountId: acme.accountId }, query: core })
  expect(older).toMatchObject({ count: 2, items: [{ reason: 'purchase' }] })
})

test('nobody sees the stock of accounts above or beside them or of another tenant (threats T3)', async () => {
  for (const [who, other] of [
    [nordico, vendor],
    [nordico, sudvia],
    [acme, bergen],
    [fjord, acme],
    [calabro, nordico],
    [canary, vendor],
    [vendor, canary],
  ] as const) {
    const accountId = other.accountId
    const refusals = [
      who.refused(stock.search, { body: { parentAccountId: accountId } }),
      who.refused(stock.ofAccount, { params: { accountId } }),
      who.refused(stock.movements, { params: { accountId } }),
      who.refused(stock.available, { query: { buyerAccountId: accountId } }),
    ]
    for (const refusal of await Promise.all(refusals)) expect(refusal).toMatchObject({ status: 404, code: 'RQ404' })
  }
  expect(await rows(canary, { includeChildren: true })).toEqual([])
  expect(await rows(manager, { parentAccountId: acme.accountId })).not.toEqual([])
})

test('a balance changes only by a movement under its lock, and no account below the root can go below zero', async () => {
  const at = { accountId: calabro.accountId, productId: productOf('BOX').productId }
  const unlocked = write(async (tx) => moveStock(tx, [{ ...at, quantity: 1, reason: 'import' }]))
  await expect(unlocked).rejects.toThrow('0 rows were changed, not 1')
  await sell(vendor, sudvia, { BOX: 1 })
  const body = { buyerAccountId: calabro.accountId, items: items({ BOX: 2 }) }
  expect(await sudvia.refused(orders.create, { body })).toMatchObject({ code: 'OC527' })
  await expect(raw(world, 'update stock_movements set quantity = 5')).rejects.toThrow('append-only')
  await expect(raw(world, 'delete from stock_movements')).rejects.toThrow('append-only')
  await expect(
    raw(world, 'update stock_balances set quantity = -1 where account_id = $1', [sudvia.accountId]),
  ).rejects.toThrow('stock_balances_covered')
})

test('after all these tests ledger, balances and held quantities are consistent', async () => {
  await change(nordico, promise.id, 'canceled')
  expect(await discrepancies(world)).toEqual([])
})

test('below its warning threshold a product is marked, and the list can be narrowed to such products', async () => {
  const set = (who: Person, account: Person, sku: string, threshold: number | null) =>
    who.call(stock.setThreshold, {
      params: { accountId: account.accountId },
      body: { productId: productOf(sku).productId, threshold },
    })
  const scarce = async (who: Person) =>
    (
      await who.call(stock.search, {
        body: { includeChildren: true, filterBy: [{ field: 'belowThreshold', values: [true] }] },
      })
    ).items.map((row) => [row.accountName, row.sku, row.available, row.threshold])
  const available = async (sku: string) =>
    (await nordico.call(stock.ofAccount, { params: { accountId: nordico.accountId } })).find((row) => row.sku === sku)
      ?.available ?? 0
  const core = await available('CORE-3Y')
  expect(await set(nordico, nordico, 'CORE-3Y', core)).toMatchObject({ sku: 'CORE-3Y', threshold: core })
  expect(await scarce(nordico)).toEqual([])
  await set(nordico, nordico, 'CORE-3Y', core + 1)
  // A product that the account never had is listed with zero pieces.
  await set(vendor, acme, 'CORE-PERP', 5)
  expect(await scarce(nordico)).toEqual([
    ['Nordico', 'CORE-3Y', core, core + 1],
    ['Acme', 'CORE-PERP', 0, 5],
  ])
  await set(nordico, nordico, 'CORE-3Y', null)
  await set(nordico, acme, 'CORE-PERP', null)
  expect(await scarce(nordico)).toEqual([])
  expect(await discrepancies(world)).toEqual([])
})

test('words find stock by product and account in any order, and what is not scarce can be listed; a stranger finds nothing', async () => {
  const found = async (who: Person, field: 'anything' | 'belowThreshold', value: string | boolean) =>
    (
      await who.call(stock.search, {
        body: { includeChildren: true, limit: 100, filterBy: [{ field, values: [value] }] },
      })
    ).items.map((row) => `${row.accountName} ${row.sku}`)
  const whole = (await vendor.call(stock.search, { body: { includeChildren: true, limit: 100 } })).items
  const named = whole.filter((row) => row.accountName === 'Nordico' && row.sku.startsWith('CORE'))
  expect(named).not.toEqual([])
  expect((await found(vendor, 'anything', 'core nordico')).sort()).toEqual(
    named.map(({ sku }) => `Nordico ${sku}`).sort(),
  )
  expect(await found(sudvia, 'anything', 'nordico')).toEqual([])
  expect(await found(vendor, 'anything', 'nowhere')).toEqual([])
  expect(await found(vendor, 'belowThreshold', false)).toHaveLength(whole.length)
})

test('a threshold is set by who may update the stock of an account in reach, as a whole number above zero', async () => {
  const params = { accountId: acme.accountId }
  const body = { productId: productOf('BOX').productId, threshold: 3 }
  for (const who of [bergen, sudvia, canary, fjord])
    expect(await who.refused(stock.setThreshold, { params, body })).toMatchObject({ status: 404, code: 'RQ404' })
  expect(await world.acmeBasic.refused(stock.setThreshold, { params, body })).toMatchObject({ code: 'RQ403' })
  expect(await manager.refused(stock.setThreshold, { params, body })).toMatchObject({ code: 'RQ403' })
  for (const threshold of [0, -1, 1.5, '3', 2_000_000, [1]])
    expect((await acme.raw(stock.setThreshold, { params, body: { ...body, threshold } })).status).toBe(422)
  const unknown = { params, body: { ...body, productId: acme.accountId } }
  expect(await acme.refused(stock.setThreshold, unknown)).toMatchObject({ code: 'RQ404' })
  await acme.call(stock.setThreshold, { params, body })
  const [log] = await raw<{ before: unknown; after: unknown }>(
    world,
    `select before, after from audit_log where action = 'stock.threshold_changed' and entity_id = $1
     order by audit_id desc limit 1`,
    [acme.accountId],
  )
  expect(log).toEqual({ before: { ...body, threshold: null }, after: body })
})

test('the ledger can be narrowed to a reason and to days, and counts what it shows', async () => {
  const whole = await nordico.call(stock.movements, { params: { accountId: nordico.accountId } })
  const narrowed = async (query: NonNullable<RequestOf<typeof stock.movements>['query']>) => {
    const page = await nordico.call(stock.movements, { params: { accountId: nordico.accountId }, query })
    expect(page.count).toBe(page.items.length)
    return page.items
  }
  const sales = await narrowed({ reason: 'sale' })
  expect(sales.length).toBe(whole.items.filter(({ reason }) => reason === 'sale').length)
  expect(sales.length).toBeGreaterThan(0)
  const today = new Date().toISOString().slice(0, 10).replaceAll('-', '/')
  expect((await narrowed({ from: today, to: today })).length).toBe(whole.count)
  expect(await narrowed({ to: '2020/01/01' })).toEqual([])
  expect(await narrowed({ from: '2999/01/01', reason: 'sale' })).toEqual([])
  for (const query of [{ reason: 'theft' }, { from: 'yesterday' }])
    expect((await nordico.raw(stock.movements, { params: { accountId: nordico.accountId }, query })).status).toBe(422)
})

test('a day of the ledger is one of the reader’s calendar', async () => {
  const livesIn = (timeZone: string) =>
    sudvia.call(users.update, {
      params: { id: sudvia.userId },
      body: { firstName: 'Sara', lastName: 'Sudvia', timeZone, languageCode: 'en', isNotificationEnabled: true },
    })
  const on = async (day: string) =>
    (await sudvia.call(stock.movements, { params: { accountId: sudvia.accountId }, query: { from: day, to: day } }))
      .count
  world.at('2031-03-10T23:30:00.000Z')
  await sell(vendor, sudvia, { BOX: 1 })
  expect([await on('2031/03/10'), await on('2031/03/11')]).toEqual([1, 0])
  await livesIn('Europe/Rome')
  expect([await on('2031/03/10'), await on('2031/03/11')]).toEqual([0, 1])
  world.at(null)
})
