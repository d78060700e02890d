import { catalogue } from '@trellis/contract/catalogue'
import type { RequestOf } from '@trellis/contract/endpoint'
import { priceLists } from '@trellis/contract/price-lists'
import { describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { newId } from '../../platform/ids.ts'
import { network } from '../../testing/network.ts'
import { findProducts } from './index.ts'

const world = await network()
const { manager, nordico, acme, acmeBasic, fjord, canary, products, db } = world

type Draft = RequestOf<typeof catalogue.create>['body']
let made = 0
const draft = (more: Partial<Draft> = {}): Draft => ({
  sku: `NEW-${++made}`,
  name: 'Something new',
  priceMsrp: 12.5,
  ...more,
})
const idOf = (sku: string) => products[sku]?.productId ?? ''
const skus = (page: { items: { sku: string }[] }) => page.items.map(({ sku }) => sku).sort()
const inVerdant = { tenantId: world.tenantId, userId: null, reach: null, clock: null, requestId: null }

describe('who sees which products', () => {
  test('a partner sees only the active products of its effective price list, at its prices', async () => {
    const page = await acme.call(catalogue.search, { body: {} })
    expect(skus(page)).toEqual(['BOX', 'CORE-3Y', 'CORE-MNT', 'CORE-PERP', 'EDGE-1Y', 'EDGE-TRIAL'])
    expect(page.count).toBe(6)
    expect(page.items.find(({ sku }) => sku === 'BOX')).toMatchObject({
      customPrice: 3.3335,
      priceMsrp: 3.3335,
      priceListName: 'Verdant list',
      customPriceCurrencyId: 978,
      blocked: { update: 'RQ403', delete: 'RQ403' },
    })
    expect(skus({ items: await acmeBasic.call(catalogue.list) })).toEqual(skus(page))
  })

  test('for a partner, a product that is pending or not on its list does not exist', async () => {
    for (const id of [idOf('HIDDEN'), idOf('DRAFT'), newId()]) {
      for (const endpoint of [catalogue.read, catalogue.fetch, catalogue.readPriced, catalogue.extensions])
        expect(await nordico.refused(endpoint, { params: { id } })).toMatchObject({ status: 404, code: 'RQ404' })
    }
  })

  test('the vendor sees all products of its tenant, pending ones too, and pays the MSRP for those it can buy', async () => {
    const page = await manager.call(catalogue.search, {
      body: { limit: 100, filterBy: [{ field: 'sku', values: ['d'] }] },
    })
    expect(skus(page)).toEqual(['DRAFT', 'EDGE-1Y', 'EDGE-TRIAL', 'HIDDEN'])
    const hidden = await manager.call(catalogue.readPriced, { params: { id: idOf('HIDDEN') } })
    expect(hidden).toMatchObject({ customPrice: 10, priceListId: null, blocked: { update: null, delete: null } })
    const pending = await manager.call(catalogue.readPriced, { params: { id: idOf('DRAFT') } })
    expect(pending).toMatchObject({ status: 'Pending', customPrice: null, customPriceCurrencyId: null })
  })

  test('a search for an account below shows what that account can buy; an account elsewhere does not exist', async () => {
    const cheap = await nordico.call(priceLists.create, {
      body: { name: 'For Acme', currencyId: 978, items: [{ productId: idOf('BOX'), customPrice: 2.5 }] },
    })
    await nordico.call(priceLists.associate, { params: { accountId: acme.accountId }, body: { priceListId: cheap.id } })
    const page = await nordico.call(catalogue.search, { body: { parentAccountId: acme.accountId } })
    expect(page.items).toMatchObject([{ sku: 'BOX', customPrice: 2.5, priceListName: 'For Acme', stock: 0 }])
    expect(await acme.call(catalogue.search, { body: {} })).toMatchObject({ count: 1, items: [{ customPrice: 2.5 }] })
    // Acme’s list does not propagate, so its buyer is still served by the list from further above.
    expect(await fjord.call(catalogue.search, { body: {} })).toMatchObject({ count: 6 })
    await nordico.call(priceLists.dissociate, { params: { accountId: acme.accountId } })
    const refusal = await acme.refused(catalogue.search, { body: { parentAccountId: nordico.accountId } })
    expect(refusal.code).toBe('RQ404')
  })

  test('another tenant sees none of these products', async () => {
    expect(await canary.call(catalogue.search, { body: {} })).toEqual({ items: [], count: 0 })
    for (const endpoint of [catalogue.read, catalogue.remove])
      expect((await canary.refused(endpoint, { params: { id: idOf('BOX') } })).code).toBe('RQ404')
    const refusal = await canary.refused(catalogue.update, { params: { id: idOf('BOX') }, body: draft() })
    expect(refusal.code).toBe('RQ404')
  })

  test('the stock shown is what the reader’s own account has on hand', async () => {
    await db.write(inVerdant, (tx) =>
      tx.run(sql`insert into stock_balances (account_id, product_id, quantity) values (${acme.accountId}, ${idOf('CORE-3Y')}, 3)
                 on conflict (tenant_id, account_id, product_id) do update set quantity = 3`),
    )
    expect(await acme.call(catalogue.read, { params: { id: idOf('CORE-3Y') } })).toMatchObject({ stock: 3 })
  })
})

describe('searching', () => {
  test('sorts by name by default, pages do not overlap, and the count covers all matches', async () => {
    const first = await acme.call(catalogue.search, { body: { limit: 4 } })
    const second = await acme.call(catalogue.search, { body: { limit: 4, page: 2 } })
    const names = [...first.items, ...second.items].map(({ name }) => name)
    expect(first.count).toBe(6)
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)))
    expect(new Set(names).size).toBe(6)
    expect(await acme.call(catalogue.search, { body: { page: 1_000_000 } })).toEqual({ items: [], count: 6 })
    const dearest = await acme.call(catalogue.search, { body: { sortBy: [{ field: 'price', direction: 'desc' }] } })
    expect(dearest.items[0]?.sku).toBe('CORE-PERP')
  })

  test('a text filter matches literally anywhere in the text, and ignores case', async () => {
    const search = (field: 'sku' | 'name', value: string) =>
      acme.call(catalogue.search, { body: { filterBy: [{ field, values: [value] }] } })
    expect(skus(await search('name', 'ONE YEAR'))).toEqual(['CORE-MNT', 'EDGE-1Y'])
    expect((await search('name', '%')).count).toBe(0)
    expect((await search('sku', '_')).count).toBe(0)
    expect((await search('sku', '\\')).count).toBe(0)
  })

  test('an unknown field is refused, and the error lists the fields that exist', async () => {
    for (const body of [
      { sortBy: [{ field: 'password_hash' }] },
      { filterBy: [{ field: '__proto__', values: [1] }] },
      { filterBetweenDate: [{ field: 'sku; drop table products' }] },
      { limit: 0 },
      { limit: 3001 },
      { limit: '20' },
    ]) {
      const { status, body: problem } = await acme.raw(catalogue.search, { body })
      expect({ status, problem }).toMatchObject({ status: 422, problem: { code: 'RQ422' } })
    }
    const { body } = await acme.raw(catalogue.search, { body: { sortBy: [{ field: 'nothing' }] } })
    expect(JSON.stringify(body)).toContain('environmentType')
  })
})

test('product types and features are searched in the own tenant only', async () => {
  expect(await acmeBasic.call(catalogue.typesLookup)).toEqual([])
  expect(await acmeBasic.call(catalogue.featuresLookup)).toEqual([])
  const [type, feature] = [newId(), newId()]
  await db.write(inVerdant, async (tx) => {
    await tx.run(sql`insert into product_types (type_id, name) values (${type}, 'Appliance')`)
    await tx.run(sql`insert into features (feature_id, name, value_type) values (${feature}, 'Cores', 6)`)
  })
  expect(await acmeBasic.call(catalogue.typesLookup)).toEqual([{ id: type, name: 'Appliance' }])
  expect(await acmeBasic.call(catalogue.featuresLookup)).toEqual([
    { id: feature, name: 'Cores', typeId: 6, typeName: 'int' },
  ])
  expect(await canary.call(catalogue.typesLookup)).toEqual([])
  expect((await canary.refused(catalogue.create, { body: draft({ type }) })).code).toBe('RQ404')
  const { id } = await manager.call(catalogue.create, { body: draft({ type: { id: type, name: 'Appliance' } }) })
  expect(await manager.call(catalogue.read, { params: { id } })).toMatchObject({
    type: { id: type, name: 'Appliance' },
  })
})

test('findProducts returns the products that are published in the tenant', async () => {
  const facts = await findProducts(db.read(inVerdant), [idOf('CORE-PERP'), idOf('BOX'), newId()])
  expect(facts.size).toBe(2)
  expect(facts.get(idOf('CORE-PERP'))).toEqual({
    productId: idOf('CORE-PERP'),
    sku: 'CORE-PERP',
    name: 'Core perpetual',
    status: 'Active',
    priceMsrp: 900,
    currencyId: 978,
    isLicense: true,
    licensePrefix: 'COREP',
    licenseActivationRule: 'activation',
    licenseMaxVersion: null,
    isTrial: false,
    isUpgradeRight: false,
    extendedProductId: null,
    environmentType: 1,
    license: { years: 255, months: 0, days: 0, perpetual: true },
    maintenance: { years: 1, months: 0, days: 0, perpetual: false },
  })
})
