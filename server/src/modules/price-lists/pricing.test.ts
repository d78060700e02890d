import { priceLists } from '@trellis/contract/price-lists'
import { type PriceEffect, pricing } from '@trellis/contract/pricing'
import { expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { network } from '../../testing/network.ts'
import { pricing as listing } from '../../testing/pricing.ts'
import { raw } from '../../testing/selling.ts'

const world = await network()
const { vendor, nordico, acme, acmeBasic, bergen, fjord, canary } = world
const inVerdant = { tenantId: world.tenantId, userId: null, reach: null, clock: null, requestId: null }

const { idOf, listOf: requestOf, verdantList } = listing(world)
const listOf = async (owner: typeof vendor, prices: Record<string, number>) =>
  (await owner.call(priceLists.create, requestOf(prices))).id
const explain = (who: typeof vendor, sku: string, accountId?: string) =>
  who.call(pricing.explain, { query: { productId: idOf(sku), ...(accountId && { accountId }) } })
/** The groups of an effect in short form: accounts, and SKU → before and after. */
const short = (effect: PriceEffect) =>
  effect.groups.map((group) => ({
    who: group.accounts.map(({ name }) => name),
    what: Object.fromEntries(group.differences.map(({ sku, before, after }) => [sku, [before, after]])),
  }))

test('the explanation of a price names its list, whom it is inherited from, and the MSRP', async () => {
  expect(await explain(nordico, 'EDGE-1Y', fjord.accountId)).toMatchObject({
    sku: 'EDGE-1Y',
    accountName: 'Fjord',
    price: 100,
    currencyCode: 'EUR',
    priceListName: 'Verdant list',
    inherited: true,
    inheritedFrom: { id: nordico.accountId, name: 'Nordico' },
    priceMsrp: 100,
    belowMsrp: 0,
    reason: null,
  })
  // Fjord does not reach Nordico: it sees the name of the list, but not its owner.
  expect(await explain(fjord, 'EDGE-1Y')).toMatchObject({ price: 100, inherited: true, inheritedFrom: null })
  expect(await explain(vendor, 'EDGE-1Y')).toMatchObject({
    price: 100,
    priceListId: null,
    inherited: false,
    reason: null,
  })
})

test('for a product that cannot be bought, readers who see it get an explanation; for others it does not exist', async () => {
  expect(await explain(vendor, 'HIDDEN', acme.accountId)).toMatchObject({ price: null, reason: 'not_on_list' })
  expect(await explain(vendor, 'DRAFT', acme.accountId)).toMatchObject({ price: null, reason: 'not_active' })
  for (const [who, sku, accountId] of [
    [acmeBasic, 'HIDDEN', undefined],
    [acme, 'DRAFT', undefined],
    [acme, 'EDGE-1Y', bergen.accountId],
    [acme, 'EDGE-1Y', nordico.accountId],
    [canary, 'EDGE-1Y', undefined],
    [vendor, 'EDGE-1Y', canary.accountId],
  ] as const) {
    const query = { productId: idOf(sku), ...(accountId && { accountId }) }
    expect((await who.refused(pricing.explain, { query })).code).toBe('RQ404')
  }
})

test('the preview of assigning a list shows who will pay what, and changes nothing (threats M4)', async () => {
  const priceListId = await listOf(nordico, { 'EDGE-1Y': 80, BOX: 5 })
  const asked = { params: { accountId: acme.accountId }, body: { priceListId, canPropagate: true } }
  const effect = await nordico.call(pricing.associationEffect, asked)
  expect(effect.accountCount).toBe(2)
  expect(short(effect)).toEqual([
    {
      who: ['Acme', 'Fjord'],
      what: {
        'EDGE-1Y': [100, 80],
        BOX: [3.3335, 5],
        'CORE-3Y': [250.5, null],
        'CORE-PERP': [900, null],
        'CORE-MNT': [90, null],
        'EDGE-TRIAL': [0, null],
      },
    },
  ])
  expect(effect.groups[0]).toMatchObject({
    priceListBefore: { name: 'Verdant list' },
    priceListAfter: { id: priceListId },
    differenceCount: 6,
    lostCount: 4,
    dropCount: 1,
    riseCount: 1,
  })
  // The damage comes first: what cannot be bought any more, then the strongest change.
  expect(effect.groups[0]?.differences.map(({ sku, after }) => (after === null ? null : sku))).toEqual([
    null,
    null,
    null,
    null,
    'BOX',
    'EDGE-1Y',
  ])
  expect(await nordico.call(priceLists.association, { params: asked.params })).toMatchObject({ inherited: true })
  expect((await explain(acme, 'EDGE-1Y')).price).toBe(100)
  expect(
    await world.db
      .read(inVerdant)
      .rows(
        sql`select from audit_log where tenant_id = current_tenant() and entity_id = ${acme.accountId} and action = 'price_list.associated'`,
      ),
  ).toEqual([])

  // Without propagation, the buyer below keeps its prices.
  const alone = await nordico.call(pricing.associationEffect, { ...asked, body: { priceListId, canPropagate: false } })
  expect(alone.groups.map((group) => group.accounts.map(({ name }) => name))).toEqual([['Acme']])

  await nordico.call(priceLists.associate, asked)
  expect((await explain(fjord, 'EDGE-1Y')).price).toBe(80)
  const taken = await nordico.call(pricing.associationEffect, {
    params: asked.params,
    body: { priceListId: null, canPropagate: false },
  })
  expect(short(taken)[0]?.what['EDGE-1Y']).toEqual([80, 100])
  expect((await explain(fjord, 'EDGE-1Y')).price).toBe(80)
  await nordico.call(priceLists.dissociate, { params: asked.params })
})

test('a list in another currency says how many credit limits would be amounts of it (rules O24)', async () => {
  const params = { accountId: acme.accountId }
  const toList = async (currencyId: number) => {
    const items = [{ productId: idOf('BOX'), customPrice: 5 }]
    const { id } = await vendor.call(priceLists.create, { body: { name: `Credit ${currencyId}`, currencyId, items } })
    const { groups } = await vendor.call(pricing.associationEffect, {
      params,
      body: { priceListId: id, canPropagate: true },
    })
    return groups.map(({ accountCount, limitCount }) => [accountCount, limitCount])
  }
  await raw(world, 'update accounts set credit_limit = 5000 where account_id = $1', [acme.accountId])
  expect([await toList(978), await toList(840)]).toEqual([[[2, 0]], [[2, 1]]])
  await raw(world, 'update accounts set credit_limit = null where account_id = $1', [acme.accountId])
})

test('of several groups of accounts, the one that loses most products comes first', async () => {
  const params = { accountId: acme.accountId }
  const narrow = await listOf(vendor, { 'EDGE-1Y': 100, BOX: 3 })
  await vendor.call(priceLists.associate, { params, body: { priceListId: narrow, canPropagate: false } })
  const next = await listOf(vendor, { 'EDGE-1Y': 99, BOX: 3 })
  const effect = await vendor.call(pricing.associationEffect, {
    params,
    body: { priceListId: next, canPropagate: true },
  })
  expect(effect.groups.map(({ accounts, lostCount }) => [accounts.map(({ name }) => name), lostCount])).toEqual([
    [['Fjord'], 4],
    [['Acme'], 0],
  ])
  await vendor.call(priceLists.dissociate, { params })
})

test('without the right to assign the list its preview is refused too (threats Z9)', async () => {
  const own = await listOf(nordico, { BOX: 1 })
  const ask = (who: typeof vendor, accountId: string, priceListId: string | null = own) =>
    who.refused(pricing.associationEffect, { params: { accountId }, body: { priceListId } })
  expect((await ask(nordico, nordico.accountId)).code).toBe('RQ403')
  expect((await ask(nordico, vendor.accountId)).code).toBe('RQ404')
  expect((await ask(acme, bergen.accountId)).code).toBe('RQ404')
  expect((await ask(acmeBasic, fjord.accountId)).code).toBe('RQ403')
  expect((await ask(acme, fjord.accountId)).code).toBe('RQ404')
  expect((await ask(canary, acme.accountId)).code).toBe('RQ404')
})

test('many prices are set at once by SKU, first as a dry run that shows whom they affect', async () => {
  const id = await listOf(vendor, { 'EDGE-1Y': 100, BOX: 3 })
  await vendor.call(priceLists.associate, {
    params: { accountId: bergen.accountId },
    body: { priceListId: id, canPropagate: true },
  })
  const rows = [
    {
      sku: 'EDGE-1Y',
      customPrice: 95.5,
      customPriceDiscountType: 'percentage' as const,
      customPriceDiscountAmount: 4.5,
    },
    { sku: 'CORE-3Y', customPrice: 200 },
  ]
  const body = { items: rows, removeOthers: true }
  const told = await vendor.call(pricing.setProducts, { params: { id }, body: { ...body, dryRun: true } })
  expect(told).toMatchObject({ added: 1, changed: 1, unchanged: 0, removed: 1, faults: [] })
  expect(short(told.effect)).toEqual([
    { who: ['Bergen'], what: { 'EDGE-1Y': [100, 95.5], 'CORE-3Y': [null, 200], BOX: [3, null] } },
  ])
  // A price that moves a little, and a product that can be bought from now on, are no damage.
  expect(told.effect.groups[0]).toMatchObject({ lostCount: 1, dropCount: 0, riseCount: 0 })
  const before = await vendor.call(priceLists.read, { params: { id } })
  expect(before.products?.map(({ sku, customPrice }) => [sku, customPrice])).toEqual([
    ['BOX', 3],
    ['EDGE-1Y', 100],
  ])
  const done = await vendor.call(pricing.setProducts, { params: { id }, body })
  expect(done).toEqual({ ...told, effect: told.effect })
  const after = await vendor.call(priceLists.read, { params: { id } })
  expect(after.products?.map(({ sku, customPrice }) => [sku, customPrice])).toEqual([
    ['CORE-3Y', 200],
    ['EDGE-1Y', 95.5],
  ])
  expect(await vendor.call(pricing.setProducts, { params: { id }, body })).toMatchObject({
    added: 0,
    changed: 0,
    unchanged: 2,
    removed: 0,
    effect: { accountCount: 0, groups: [] },
  })
  await vendor.call(priceLists.dissociate, { params: { accountId: bergen.accountId } })
})

test('invalid rows are reported one by one, and then no row is written', async () => {
  const id = await listOf(nordico, { BOX: 3 })
  const body = {
    items: [
      { sku: 'BOX', customPrice: 9 },
      { sku: 'NO-SUCH', customPrice: 1 },
      { sku: 'HIDDEN', customPrice: 1 },
      { productId: idOf('BOX'), customPrice: 8 },
      {
        sku: 'EDGE-1Y',
        customPrice: 1,
        customPriceDiscountType: 'percentage' as const,
        customPriceDiscountAmount: 101,
      },
      { sku: 'CORE-3Y', customPrice: 1, customPriceDiscountType: 'amount' as const },
    ],
  }
  const result = await nordico.call(pricing.setProducts, { params: { id }, body })
  expect(result.faults).toEqual([
    { index: 1, field: 'sku', code: 'unknown' },
    { index: 2, field: 'sku', code: 'unknown' },
    { index: 3, field: 'productId', code: 'twice' },
    { index: 4, field: 'customPriceDiscountAmount', code: 'too_big' },
    { index: 5, field: 'customPriceDiscountAmount', code: 'required' },
  ])
  const list = await nordico.call(priceLists.read, { params: { id } })
  expect(list.products?.map(({ sku, customPrice }) => [sku, customPrice])).toEqual([['BOX', 3]])
  for (const customPrice of [-0.01, 1.00001, 1e15, '1,5', null, -0]) {
    const answer = await nordico.raw(pricing.setProducts, {
      params: { id },
      body: { items: [{ sku: 'BOX', customPrice }] },
    })
    // JSON has no negative zero: it arrives as zero.
    expect(answer.status, String(customPrice)).toBe(Object.is(customPrice, -0) ? 200 : 422)
  }
})

test('removing products shows who can no longer buy them, as a dry run and when it is done', async () => {
  const id = await listOf(vendor, { BOX: 3, 'EDGE-1Y': 80 })
  await vendor.call(priceLists.associate, { params: { accountId: bergen.accountId }, body: { priceListId: id } })
  const ask = { params: { id }, body: { items: [], remove: [idOf('BOX')], dryRun: true } }
  const told = await vendor.call(pricing.setProducts, ask)
  expect(told).toMatchObject({ added: 0, changed: 0, unchanged: 0, removed: 1, faults: [] })
  expect(short(told.effect)).toEqual([{ who: ['Bergen'], what: { BOX: [3, null] } }])
  // A product that is both priced and removed stays with its new price; removing one that is not on the list is no error.
  const both = { items: [{ sku: 'BOX', customPrice: 3 }], remove: [idOf('BOX'), idOf('CORE-3Y')] }
  expect(await vendor.call(pricing.setProducts, { params: { id }, body: both })).toMatchObject({
    unchanged: 1,
    removed: 0,
  })
  expect(await vendor.call(pricing.setProducts, { ...ask, body: { ...ask.body, dryRun: false } })).toEqual(told)
  const { products: left } = await vendor.call(priceLists.read, { params: { id } })
  expect(left?.map(({ sku }) => sku)).toEqual(['EDGE-1Y'])
  await vendor.call(priceLists.dissociate, { params: { accountId: bergen.accountId } })
})

test('the owner of a list can still change the price of a product on it that the owner can no longer buy', async () => {
  const id = await listOf(nordico, { BOX: 3, 'EDGE-1Y': 4 })
  const narrow = await listOf(vendor, { 'EDGE-1Y': 90 })
  await vendor.call(priceLists.associate, { params: { accountId: nordico.accountId }, body: { priceListId: narrow } })
  const price = (sku: string, customPrice: number) =>
    nordico.call(pricing.setProducts, { params: { id }, body: { items: [{ sku, customPrice }] } })
  expect(await price('BOX', 5)).toMatchObject({ changed: 1, faults: [] })
  expect((await price('CORE-3Y', 5)).faults).toEqual([{ index: 0, field: 'sku', code: 'unknown' }])
  expect(
    await nordico.call(pricing.setProducts, { params: { id }, body: { items: [], remove: [idOf('BOX')] } }),
  ).toMatchObject({ removed: 1 })
  await vendor.call(priceLists.associate, {
    params: { accountId: nordico.accountId },
    body: { priceListId: await verdantList(), canPropagate: true },
  })
})

test('the accounts using a list are visible to readers who reach its owner, together with all accounts it serves', async () => {
  const id = await listOf(vendor, { BOX: 3 })
  const uses = (who: typeof vendor) => who.call(pricing.uses, { params: { id } })
  expect(await uses(vendor)).toEqual({ accounts: [], accountCount: 0, orders: 0, served: 0 })
  await vendor.call(priceLists.associate, {
    params: { accountId: acme.accountId },
    body: { priceListId: id, canPropagate: true },
  })
  expect(await uses(vendor)).toEqual({
    accounts: [{ id: acme.accountId, name: 'Acme', canPropagate: true }],
    accountCount: 1,
    orders: 0,
    served: 2,
  })
  expect((await acme.refused(pricing.uses, { params: { id } })).code).toBe('RQ403')
  expect((await nordico.refused(pricing.uses, { params: { id } })).code).toBe('RQ403')
  expect((await bergen.refused(pricing.uses, { params: { id } })).code).toBe('RQ404')
  expect((await canary.refused(pricing.uses, { params: { id } })).code).toBe('RQ404')
  await vendor.call(priceLists.dissociate, { params: { accountId: acme.accountId } })
})
