import { catalogue } from '@trellis/contract/catalogue'
import { imports } from '@trellis/contract/imports'
import { network as tree } from '@trellis/contract/network'
import { orders } from '@trellis/contract/orders'
import { pastPrices, shownOfDay } from '@trellis/contract/past-prices'
import { priceLists } from '@trellis/contract/price-lists'
import { pricePlans } from '@trellis/contract/price-plans'
import { pricing } from '@trellis/contract/pricing'
import { settings } from '@trellis/contract/settings'
import { expect, test, vi } from 'vitest'
import { branches, group } from '../../testing/branches.ts'
import { rolesOf } from '../../testing/calling.ts'
import { network, type Person } from '../../testing/network.ts'
import { pricing as listing } from '../../testing/pricing.ts'
import { runJob, runQueued } from '../../testing/queue.ts'
import { raw } from '../../testing/selling.ts'

/* Covers: server/src/modules/orders/past-prices.ts, server/src/modules/price-lists/past-prices.ts,
   server/src/modules/price-lists/price-timeline.ts (rules R18) */

const world = await network()
const { vendor, nordico, sudvia, acme, bergen, calabro, fjord, canary } = world
const { idOf, listOf } = listing(world)

await vendor.call(settings.change, { body: { timeZone: 'Europe/Rome' } })

/** Far enough ahead that the world is older than every day here; a test begins with a month of its own. */
const on = (day: string, time = '10:00') => world.at(`${day}T${time}:00.000Z`)
const dayIn = (timeZone: string, at: Date) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(at)
const newList = async (prices: Record<string, number>, who: Person = vendor, more: object = {}) =>
  (await who.call(priceLists.create, listOf(prices, more))).id
const give = (accountId: string, priceListId: string, canPropagate = true, who: Person = vendor) =>
  who.call(priceLists.associate, { params: { accountId }, body: { priceListId, canPropagate } })
const take = (accountId: string) => vendor.raw(priceLists.dissociate, { params: { accountId } })
const setPrice = (id: string, sku: string, customPrice: number, who: Person = vendor) =>
  who.call(priceLists.updateProduct, { params: { id }, body: { productId: idOf(sku), customPrice } })
const asked = (day: string, sku: string, accountId?: string) => ({
  query: { day, productId: idOf(sku), ...(accountId && { accountId }) },
})
const paid = (who: Person, day: string, sku: string, accountId?: string) =>
  who.call(pastPrices.onDay, asked(day, sku, accountId))
const refused = async (who: Person, day: string, sku: string, accountId?: string) =>
  (await who.refused(pastPrices.onDay, asked(day, sku, accountId))).code
const short = async (who: Person, day: string, sku: string, accountId?: string) =>
  (await paid(who, day, sku, accountId)).prices.map(({ since, price, reason }) => [
    since.slice(11, 16),
    price ?? reason,
  ])

test('a price that a plan or an imported file set says so, and names the plan to who reaches the list', async () => {
  // Jobs run by the database's clock, so this is the day of the test itself.
  world.at(null)
  const list = await newList({ BOX: 40, 'EDGE-1Y': 41, 'CORE-3Y': 43 }, vendor, { name: 'List of files' })
  await give(nordico.accountId, list)
  const { id: planId } = await vendor.call(pricePlans.create, {
    body: { priceListId: list, day: '2999-01-01', items: [{ sku: 'BOX', customPrice: 42 }], remove: [idOf('EDGE-1Y')] },
  })
  await raw(world, `update price_plans set day = '1999-01-01' where plan_id = $1`, [planId])
  await runJob(world, 'price-lists:apply')
  const [code] = await raw<{ code: string }>(world, 'select code from accounts where account_id = $1', [
    vendor.accountId,
  ])
  const csv = `priceListName,ownerAccountCode,sku,currencyCode,customPrice\r\nList of files,${code?.code},CORE-3Y,EUR,44\r\n`
  const { id } = await vendor.call(imports.create, {
    body: { kind: 'price-lists', fileName: 'l.csv', csv, dryRun: false },
  })
  await vi.waitFor(
    async () => {
      await runQueued(world, 'imports:run')
      expect((await vendor.call(imports.read, { params: { id } })).outcome).toBe('imported')
    },
    { timeout: 120_000, interval: 100 },
  )
  const { appliedDate } = await vendor.call(pricePlans.read, { params: { id: planId } })
  const day = dayIn('Europe/Rome', new Date(appliedDate ?? ''))
  const last = async (who: Person, sku: string) => (await paid(who, day, sku, nordico.accountId)).prices.at(-1)
  expect(await last(vendor, 'BOX')).toMatchObject({
    price: 42,
    setHow: 'plan',
    setBy: null,
    setDate: appliedDate,
    planId,
  })
  expect(await last(vendor, 'EDGE-1Y')).toMatchObject({ price: null, reason: 'not_on_list', setHow: 'plan', planId })
  expect(await last(nordico, 'BOX')).toMatchObject({ price: 42, setHow: 'plan', planId: null })
  const after = dayIn('Europe/Rome', new Date())
  const imported = (await paid(vendor, after, 'CORE-3Y', nordico.accountId)).prices.at(-1)
  expect(imported).toMatchObject({ price: 44, setHow: 'import', setBy: 'Vera Verdant', planId: null })
  await take(nordico.accountId)
})

test('what an account paid on a day is answered from history, with who set the price', async () => {
  on('2031-05-01')
  const list = await newList({ BOX: 10 })
  await give(nordico.accountId, list)
  on('2031-05-10')
  await setPrice(list, 'BOX', 12)
  on('2031-05-20')
  await take(nordico.accountId)

  expect(await paid(vendor, '2031-05-03', 'BOX', nordico.accountId)).toMatchObject({
    sku: 'BOX',
    accountName: 'Nordico',
    day: '2031-05-03',
    timeZone: 'Europe/Rome',
    isProductRecorded: true,
    omittedCount: 0,
    prices: [
      {
        since: '2031-05-02T22:00:00.000Z',
        price: 10,
        currencyCode: 'EUR',
        priceListId: list,
        inherited: false,
        inheritedFrom: null,
        reason: null,
        setDate: '2031-05-01T10:00:00.000Z',
        setBy: 'Vera Verdant',
        setHow: 'edit',
        planId: null,
      },
    ],
    orders: { items: [], count: 0 },
  })
  expect(await short(vendor, '2031-05-10', 'BOX', nordico.accountId)).toEqual([
    ['22:00', 10],
    ['10:00', 12],
  ])
  expect(await short(vendor, '2031-05-19', 'BOX', nordico.accountId)).toEqual([['22:00', 12]])
  expect(await short(vendor, '2031-05-20', 'BOX', nordico.accountId)).toEqual([
    ['22:00', 12],
    ['10:00', 'no_list'],
  ])
})

test('a list that comes from above is named with who passed it on, as far as the reader reaches', async () => {
  on('2031-06-01')
  const list = await newList({ BOX: 20 }, vendor, { name: 'June list' })
  await give(nordico.accountId, list)
  on('2031-06-10')
  const own = await newList({ BOX: 25 }, nordico)
  await give(acme.accountId, own, false, nordico)
  on('2031-06-15')
  await vendor.call(priceLists.update, { params: { id: list }, body: { name: 'Renamed', currencyId: 978 } })

  const inherited = { price: 20, priceListName: 'June list', inherited: true }
  const [first] = (await paid(nordico, '2031-06-05', 'BOX', acme.accountId)).prices
  expect(first).toMatchObject({ ...inherited, inheritedFrom: { id: nordico.accountId, name: 'Nordico' } })
  // A buyer sees what it paid, and not who set it.
  expect((await paid(acme, '2031-06-05', 'BOX')).prices).toMatchObject([
    { ...inherited, inheritedFrom: null, priceListId: list, setBy: null, setHow: 'edit' },
  ])
  // Its own list does not propagate: the buyer below it kept that of the distributor.
  expect(await short(acme, '2031-06-12', 'BOX')).toEqual([['22:00', 25]])
  expect((await paid(fjord, '2031-06-12', 'BOX')).prices).toMatchObject([inherited])
  expect((await paid(fjord, '2031-06-15', 'BOX')).prices.map(({ priceListName }) => priceListName)).toEqual([
    'June list',
    'Renamed',
  ])
  await take(acme.accountId)
  await take(nordico.accountId)
  // A list that it does not see any more is named, without a link.
  expect((await paid(acme, '2031-06-05', 'BOX')).prices).toMatchObject([{ ...inherited, priceListId: null }])
})

test('an account that moved since is answered for where it stood then', async () => {
  on('2031-07-01')
  await give(nordico.accountId, await newList({ BOX: 31 }))
  await give(sudvia.accountId, await newList({ BOX: 32 }))
  on('2031-07-10')
  const move = (account: Person, parent: Person) =>
    vendor.call(tree.move, { params: { id: account.accountId }, body: { parentAccountId: parent.accountId } })
  await move(acme, sudvia)
  on('2031-07-20')
  const of = (day: string) => short(vendor, day, 'BOX', fjord.accountId)
  expect(await of('2031-07-05')).toEqual([['22:00', 31]])
  expect(await of('2031-07-10')).toEqual([
    ['22:00', 31],
    ['10:00', 32],
  ])
  expect(await of('2031-07-11')).toEqual([['22:00', 32]])
  await move(acme, nordico)
  on('2031-07-21')
  expect(await of('2031-07-05')).toEqual([['22:00', 31]])
  expect(await of('2031-07-15')).toEqual([['22:00', 32]])
  expect(await of('2031-07-21')).toEqual([['22:00', 31]])
  await take(nordico.accountId)
  await take(sudvia.accountId)
})

test('at every moment the answer for now is that of the price explainer', { tags: ['long'] }, async () => {
  on('2031-08-01')
  await give(nordico.accountId, await newList({ BOX: 10, 'CORE-3Y': 11, DRAFT: 5 }))
  await give(bergen.accountId, await newList({ BOX: 9, 'CORE-3Y': 0 }, nordico), false, nordico)
  await give(sudvia.accountId, await newList({ BOX: 7 }, vendor, { currencyId: 840 }))
  on('2031-08-02')
  for (const { accountId } of [vendor, nordico, acme, bergen, fjord, sudvia, calabro])
    for (const sku of Object.keys(world.products)) {
      const now = await vendor.call(pricing.explain, { query: { productId: idOf(sku), accountId } })
      const { prices } = await paid(vendor, '2031-08-02', sku, accountId)
      const names = [
        'price',
        'currencyCode',
        'priceListName',
        'inherited',
        'inheritedFrom',
        'reason',
        'discountType',
      ] as const
      // What cannot be bought has a list, but no currency of a price.
      expect([sku, accountId, ...names.map((name) => prices.at(-1)?.[name])]).toEqual([
        sku,
        accountId,
        ...names.map((name) => now[name]),
      ])
    }
  await take(bergen.accountId)
  await take(nordico.accountId)
  await take(sudvia.accountId)
})

test('the root without a list pays the MSRP of then; what was not active, or had left the list, could not be bought', async () => {
  on('2031-09-01')
  const draft = { sku: 'TIDE', name: 'Tide', priceMsrp: 50, isLicense: false }
  const { id } = await vendor.call(catalogue.create, { body: draft })
  const change = (more: object) => vendor.call(catalogue.update, { params: { id }, body: { ...draft, ...more } })
  const of = async (day: string, accountId = vendor.accountId) =>
    (await vendor.call(pastPrices.onDay, { query: { productId: id, accountId, day } })).prices.map(
      ({ price, reason, priceListName }) => [price ?? reason, priceListName],
    )
  on('2031-09-02')
  await change({ status: 'Active' })
  const list = await newList({ BOX: 1 }, vendor, { name: 'September list' })
  await give(nordico.accountId, list)
  await vendor.call(priceLists.addProduct, { params: { id: list }, body: { productId: id, customPrice: 45 } })
  on('2031-09-05')
  await change({ priceMsrp: 60 })
  on('2031-09-10')
  await vendor.raw(priceLists.removeProduct, { params: { id: list }, body: { productId: id } })
  on('2031-09-12')
  expect(await of('2031-08-31')).toEqual([['not_active', null]])
  expect(await of('2031-09-02')).toEqual([
    ['not_active', null],
    [50, null],
  ])
  expect(await of('2031-09-04')).toEqual([[50, null]])
  expect(await of('2031-09-06')).toEqual([[60, null]])
  expect(await of('2031-09-10', nordico.accountId)).toEqual([
    [45, 'September list'],
    ['not_on_list', 'September list'],
  ])
  // What is on a list is only marked as deleted.
  const other = await newList({ BOX: 1 })
  await vendor.call(priceLists.addProduct, { params: { id: other }, body: { productId: id, customPrice: 1 } })
  await vendor.raw(catalogue.remove, { params: { id } })
  on('2031-09-20')
  // A deleted product is answered for while it could be bought.
  expect(await of('2031-09-04')).toEqual([[50, null]])
  expect(await of('2031-09-12')).toEqual([
    [60, null],
    ['not_active', null],
  ])
  expect(await of('2031-09-15')).toEqual([['not_active', null]])
  await take(nordico.accountId)
})

test('the orders of the day say what was paid, and whether that was the price of the list', async () => {
  on('2031-10-01')
  const list = await newList({ BOX: 10 }, vendor, { name: 'October list' })
  await give(nordico.accountId, list)
  on('2031-10-03')
  const order = async (price: number, quantity = 1) =>
    (
      await vendor.call(orders.create, {
        body: { buyerAccountId: nordico.accountId, items: [{ productId: idOf('BOX'), quantity, price }] },
      })
    ).id
  const plain = await order(10, 3)
  on('2031-10-03', '11:00')
  const agreed = await order(8)
  on('2031-10-03', '12:00')
  const ofDeal = await order(7)
  on('2031-10-03', '13:00')
  const old = await order(6)
  await raw(
    world,
    `set session_replication_role = replica;
     update orders set deal_id = gen_random_uuid() where order_id = '${ofDeal}';
     update orders set origin = 'import' where order_id = '${old}'`,
  )
  // 22:30 of Greenwich is the next day in Rome.
  on('2031-10-03', '22:30')
  await order(10)
  on('2031-10-20')
  const answer = await paid(vendor, '2031-10-03', 'BOX', nordico.accountId)
  expect(answer.orders).toMatchObject({
    count: 4,
    items: [
      {
        orderId: plain,
        quantity: 3,
        price: 10,
        because: 'list',
        listPrice: 10,
        priceListName: 'October list',
        status: 'pending',
      },
      { orderId: agreed, price: 8, because: 'agreed', listPrice: 10, currencyCode: 'EUR' },
      { orderId: ofDeal, price: 7, because: 'deal', listPrice: 10 },
      { orderId: old, price: 6, because: 'imported', listPrice: null },
    ],
  })
  expect((await paid(vendor, '2031-10-03', 'EDGE-1Y', nordico.accountId)).orders).toEqual({ items: [], count: 0 })
  expect((await paid(nordico, '2031-10-04', 'BOX')).orders?.count).toBe(1)
  await vendor.raw(priceLists.dissociate, { params: { accountId: nordico.accountId } })
  // What it ordered stays its own to see, without any list.
  expect((await paid(nordico, '2031-10-03', 'BOX')).orders?.count).toBe(4)
})

test('orders are named only to who may read those of the account', async () => {
  const role = rolesOf(world)
  const withoutOrders = await role(nordico, { Products: 'r' })
  const wideProducts = await role(acme, { Products: 'ra', Orders: 'r' })
  const wide = await role(acme, { Products: 'ra', Orders: 'ra' })
  const query = { productId: idOf('BOX'), accountId: nordico.accountId, day: '2031-10-03' }
  on('2031-10-20')
  expect((await withoutOrders(pastPrices.onDay, { query })).body).toMatchObject({
    orders: null,
    prices: [{ price: 10 }],
  })
  expect((await wideProducts(pastPrices.onDay, { query })).body).toMatchObject({ orders: null })
  expect((await wide(pastPrices.onDay, { query })).body).toMatchObject({ orders: { count: 4 } })
})

test('strangers, and who does not see the product, learn nothing; no day is in the future', async () => {
  on('2031-10-20')
  for (const [who, sku, accountId] of [
    [acme, 'BOX', nordico.accountId],
    [acme, 'BOX', bergen.accountId],
    [acme, 'HIDDEN', undefined],
    [acme, 'DRAFT', undefined],
    [canary, 'BOX', undefined],
    [canary, 'BOX', nordico.accountId],
    [vendor, 'BOX', canary.accountId],
  ] as const)
    expect([sku, await refused(who, '2031-10-03', sku, accountId)]).toEqual([sku, 'RQ404'])
  expect(await vendor.refused(pastPrices.onDay, asked('2031-10-21', 'BOX'))).toMatchObject({
    code: 'RQ422',
    info: { issues: [{ path: 'day', code: 'too_late' }] },
  })
  on('2031-10-20', '22:30')
  await paid(vendor, '2031-10-21', 'BOX')
  expect((await vendor.raw(pastPrices.onDay, { query: { productId: idOf('BOX'), day: '2031-02-30' } })).status).toBe(
    422,
  )
  expect((await vendor.raw(pastPrices.onDay, { query: { productId: idOf('BOX') } })).status).toBe(422)
})

test('what was before the record of the portal or of an account is not guessed', async () => {
  on('2031-11-10')
  expect(await short(vendor, '2020-01-01', 'BOX')).toEqual([['23:00', 'not_recorded']])
  expect(await short(vendor, '2020-01-01', 'BOX', acme.accountId)).toEqual([['23:00', 'not_recorded']])
  const { open } = branches(world)
  const { accountId } = await open(nordico, 'Late', { groupId: group.GOLD })
  on('2031-11-11')
  expect((await short(vendor, '2031-11-10', 'BOX', accountId))[0]).toEqual(['23:00', 'not_recorded'])
  expect((await short(vendor, '2031-11-10', 'BOX', accountId)).length).toBe(2)
})

test('an association without an event, as a copied database has, does not speak for the time before it', async () => {
  on('2031-12-01')
  const list = await newList({ BOX: 5 })
  await raw(
    world,
    `insert into price_list_accounts (tenant_id, account_id, price_list_id, can_propagate, created_at)
     values ($1, $2, $3, true, '2031-12-05T10:00:00Z')`,
    [world.tenantId, nordico.accountId, list],
  )
  on('2031-12-10')
  expect(await short(vendor, '2031-12-04', 'BOX', nordico.accountId)).toEqual([['23:00', 'not_recorded']])
  expect(await short(vendor, '2031-12-06', 'BOX', nordico.accountId)).toEqual([['23:00', 5]])
  await take(nordico.accountId)
})

test('a list that was deleted since keeps the name that it had', async () => {
  on('2032-01-01')
  const list = await newList({ BOX: 15 }, vendor, { name: 'Gone list' })
  await give(nordico.accountId, list)
  on('2032-01-05')
  await take(nordico.accountId)
  await vendor.raw(priceLists.remove, { params: { id: list } })
  on('2032-01-10')
  expect((await paid(vendor, '2032-01-03', 'BOX', nordico.accountId)).prices).toMatchObject([
    { price: 15, currencyCode: 'EUR', priceListName: 'Gone list', priceListId: null },
  ])
})

test('a price that changed very often on a day is shown in part, with how much is left out', async () => {
  on('2032-02-01')
  const list = await newList({ BOX: 1 })
  await give(nordico.accountId, list)
  for (let n = 0; n < shownOfDay + 5; n++) {
    on('2032-02-03', `10:${String(n).padStart(2, '0')}`)
    await setPrice(list, 'BOX', 100 + n)
  }
  on('2032-02-04')
  const { prices, omittedCount } = await paid(vendor, '2032-02-03', 'BOX', nordico.accountId)
  expect(omittedCount).toBe(6)
  expect(prices.map(({ price }) => price)).toEqual([1, ...Array.from({ length: 49 }, (_, n) => 106 + n)])
})
