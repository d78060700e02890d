import { priceLists } from '@trellis/contract/price-lists'
import { describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { network } from '../../testing/network.ts'
import { euro, pricing } from '../../testing/pricing.ts'
import { raw } from '../../testing/selling.ts'

const world = await network()
const { vendor, manager, nordico, sudvia, acme, acmeBasic, bergen, calabro, fjord, canary } = world

const { idOf, listOf, audited, verdantList } = pricing(world)
const names = (page: { items: { name: string }[] }) => page.items.map(({ name }) => name)

describe('who sees which price lists', () => {
  test('a partner sees the lists owned in its reach and the one that serves it, and no others', async () => {
    const nordicos = await nordico.call(priceLists.create, listOf({ BOX: 3 }, { name: 'Nordico’s own' }))
    const sudvias = await sudvia.call(priceLists.create, listOf({ BOX: 4 }, { name: 'Sudvia’s own' }))
    const acmes = await nordico.call(
      priceLists.create,
      listOf({ BOX: 5 }, { name: 'Acme’s', parentAccountId: acme.accountId }),
    )

    expect(names(await nordico.call(priceLists.search, { body: {} }))).toEqual(['Nordico’s own', 'Verdant list'])
    expect(names(await nordico.call(priceLists.search, { body: { includeChildren: true } }))).toEqual([
      'Acme’s',
      'Nordico’s own',
      'Verdant list',
    ])
    expect(names(await acme.call(priceLists.search, { body: { includeChildren: true } }))).toEqual([
      'Acme’s',
      'Verdant list',
    ])
    expect(names(await bergen.call(priceLists.search, { body: {} }))).toEqual(['Verdant list'])
    expect(await nordico.call(priceLists.read, { params: acmes })).toMatchObject({ accountName: 'Acme' })

    for (const stranger of [sudvia, calabro, bergen, fjord, canary])
      expect((await stranger.refused(priceLists.read, { params: nordicos })).code).toBe('RQ404')
    expect((await nordico.refused(priceLists.read, { params: sudvias })).code).toBe('RQ404')
    const elsewhere = { body: { parentAccountId: sudvia.accountId } }
    expect((await nordico.refused(priceLists.search, elsewhere)).code).toBe('RQ404')
    const all = await manager.call(priceLists.search, { body: { includeChildren: true } })
    expect(names(all)).toEqual(['Acme’s', 'Nordico’s own', 'Sudvia’s own', 'Verdant list'])
  })

  test('accounts that a list serves see its prices for what they can buy, but not its owner, and cannot change it', async () => {
    const params = { id: await verdantList() }
    const mine = await vendor.call(priceLists.read, { params })
    expect(mine).toMatchObject({
      accountName: 'Verdant',
      currencyCode: 'EUR',
      productCount: 7,
      blocked: { update: null, delete: 'PR523' },
    })
    const order = (mine.products ?? []).map(({ name }) => name)
    expect(order).toEqual([...order].sort((a, b) => a.localeCompare(b)))

    const served = await acme.call(priceLists.read, { params })
    expect(served).toMatchObject({
      accountName: null,
      createdBy: null,
      productCount: 6,
      blocked: { update: 'RQ403', delete: 'RQ403' },
    })
    expect(served.products?.map(({ sku }) => sku)).not.toContain('DRAFT')
    const item = { productId: idOf('BOX'), customPrice: 0 }
    expect((await acme.refused(priceLists.update, { params, body: { name: 'Mine' } })).code).toBe('RQ403')
    expect((await acme.refused(priceLists.addProduct, { params, body: item })).code).toBe('RQ403')
    expect((await acme.refused(priceLists.updateProduct, { params, body: item })).code).toBe('RQ403')
    expect((await acme.refused(priceLists.removeProduct, { params, body: { productId: item.productId } })).code).toBe(
      'RQ403',
    )
    expect((await acme.refused(priceLists.remove, { params })).code).toBe('RQ403')
    expect((await acmeBasic.refused(priceLists.create, listOf({}))).code).toBe('RQ403')
    expect((await canary.refused(priceLists.update, { params, body: { name: 'Mine' } })).code).toBe('RQ404')
  })

  test('the owner’s name cannot be guessed by filtering or sorting', async () => {
    const search = { body: { filterBy: [{ field: 'accountName' as const, values: ['verd'] }] } }
    expect((await acme.call(priceLists.search, search)).count).toBe(0)
    expect((await vendor.call(priceLists.search, search)).count).toBe(1)
  })

  test('an unknown field is refused', async () => {
    for (const body of [
      { sortBy: [{ field: 'accountId' }] },
      { filterBy: [{ field: 'constructor', values: [] }] },
      { page: 0 },
    ])
      expect(await acme.raw(priceLists.search, { body })).toMatchObject({ status: 422, body: { code: 'RQ422' } })
  })
})

describe('making and changing a list', () => {
  test('a list is created, renamed and deleted, and the audit log has every step', async () => {
    const params = await nordico.call(priceLists.create, listOf({ BOX: 33.335, 'EDGE-1Y': 0 }))
    expect(await nordico.call(priceLists.read, { params })).toMatchObject({
      accountName: 'Nordico',
      createdBy: 'Nora Nordico',
      products: [
        { sku: 'BOX', customPrice: 33.335, customPriceCurrencyId: euro, priceMsrp: 3.3335 },
        { sku: 'EDGE-1Y', customPrice: 0 },
      ],
      blocked: { update: null, delete: null },
    })
    const renamed = await nordico.call(priceLists.update, { params, body: { name: 'Autumn' } })
    expect(renamed).toMatchObject({ name: 'Autumn', currencyId: euro })
    await nordico.call(priceLists.remove, { params })
    expect((await nordico.refused(priceLists.read, { params })).code).toBe('RQ404')
    expect(await audited('price_list.created', params.id)).toMatchObject([{ user_id: nordico.userId }])
    expect(await audited('price_list.updated', params.id)).toMatchObject([{ after: { name: 'Autumn' } }])
    expect(await audited('price_list.removed', params.id)).toMatchObject([{ before: { name: 'Autumn' } }])
  })

  test('each item carries the description of its product, under both of its names', async () => {
    await raw(world, `update products set description = 'For ten offices' where sku = 'BOX'`, [])
    const params = await nordico.call(priceLists.create, listOf({ BOX: 3, 'EDGE-1Y': 4 }, { name: 'Described' }))
    const { products } = await nordico.call(priceLists.read, { params })
    expect(products).toMatchObject([
      { sku: 'BOX', description: 'For ten offices', extendedDescription: 'For ten offices' },
      { sku: 'EDGE-1Y', description: null, extendedDescription: null },
    ])
    await nordico.call(priceLists.remove, { params })
  })

  test('an account cannot have two lists with the same name', async () => {
    await nordico.call(priceLists.create, listOf({}, { name: 'Twice' }))
    const refusal = await nordico.refused(priceLists.create, listOf({}, { name: 'Twice' }))
    expect(refusal).toMatchObject({ code: 'RQ422', info: { issues: [{ path: 'name', code: 'taken' }] } })
    expect(await sudvia.call(priceLists.create, listOf({}, { name: 'Twice' }))).toHaveProperty('id')
  })

  test('the currency can change only while the list is empty, and must exist', async () => {
    const params = await nordico.call(priceLists.create, listOf({}))
    const dollars = { params, body: { name: 'In dollars', currencyId: 840 } }
    expect(await nordico.call(priceLists.update, dollars)).toMatchObject({ currencyCode: 'USD' })
    await nordico.call(priceLists.addProduct, { params, body: { productId: idOf('BOX'), customPrice: 4 } })
    const back = { params, body: { name: 'In euro', currencyId: euro } }
    expect(await nordico.refused(priceLists.update, back)).toMatchObject({ status: 409, code: 'RQ409' })
    expect(await nordico.call(priceLists.update, dollars)).toMatchObject({ productCount: 1 })
    for (const currencyId of [1, 2 ** 40]) {
      const refusal = await nordico.refused(priceLists.create, listOf({}, { currencyId }))
      expect(refusal).toMatchObject({ code: 'RQ422', info: { issues: [{ path: 'currencyId' }] } })
    }
  })

  test('a product is added to a list once, gets another price, and is removed', async () => {
    const params = await nordico.call(priceLists.create, listOf({ BOX: 3 }))
    const again = { params, body: { productId: idOf('BOX'), customPrice: 2 } }
    expect(await nordico.refused(priceLists.addProduct, again)).toMatchObject({ status: 409, code: 'PR409' })
    const twice = {
      body: { ...listOf({}).body, items: [again.body, { ...again.body, productId: idOf('BOX').toUpperCase() }] },
    }
    expect((await nordico.refused(priceLists.create, twice)).code).toBe('PR409')

    const discounted = { ...again.body, customPriceDiscountType: 'percentage' as const, customPriceDiscountAmount: 40 }
    expect(await nordico.call(priceLists.updateProduct, { params, body: discounted })).toMatchObject({
      products: [{ customPrice: 2, customPriceDiscountType: 'percentage', customPriceDiscountAmount: 40 }],
    })
    await nordico.call(priceLists.removeProduct, { params, body: { productId: idOf('BOX') } })
    expect((await nordico.refused(priceLists.updateProduct, again)).code).toBe('RQ404')
    expect((await nordico.refused(priceLists.removeProduct, { params, body: { productId: idOf('BOX') } })).code).toBe(
      'RQ404',
    )
    expect(await nordico.call(priceLists.addProduct, again)).toMatchObject({ productCount: 1 })
    expect(await audited('price_list.product_changed', params.id)).toMatchObject([
      { before: { sku: 'BOX', customPrice: 3 }, after: { sku: 'BOX', customPrice: 2, customPriceDiscountAmount: 40 } },
    ])
    expect(await audited('price_list.product_removed', params.id)).toHaveLength(1)
    expect(await audited('price_list.product_added', params.id)).toHaveLength(1)
  })

  test('when two users add the same product at once, one succeeds and the other is refused', async () => {
    const params = await nordico.call(priceLists.create, listOf({}))
    const body = { productId: idOf('BOX'), customPrice: 2 }
    const answers = await Promise.all([1, 2, 3].map(() => nordico.raw(priceLists.addProduct, { params, body })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test('a partner can price only what it can buy; the vendor can also price pending products', async () => {
    for (const sku of ['HIDDEN', 'DRAFT']) {
      const refusal = await nordico.refused(priceLists.create, listOf({ BOX: 1, [sku]: 1 }))
      expect(refusal.code).toBe('RQ404')
      expect(await vendor.call(priceLists.create, listOf({ [sku]: 1 }))).toHaveProperty('id')
    }
    const unknown = { ...listOf({}).body, items: [{ productId: newId(), customPrice: 1 }] }
    expect((await vendor.refused(priceLists.create, { body: unknown })).code).toBe('RQ404')
    expect((await canary.refused(priceLists.create, listOf({ BOX: 1 }))).code).toBe('RQ404')
  })

  test('a list for an account out of reach is refused as if the account did not exist', async () => {
    for (const parentAccountId of [sudvia.accountId, vendor.accountId, canary.accountId, newId()])
      expect((await nordico.refused(priceLists.create, listOf({}, { parentAccountId }))).code).toBe('RQ404')
  })

  test('a discount can be the whole price, but no more', async () => {
    const params = await nordico.call(priceLists.create, listOf({ BOX: 3 }))
    const free = {
      productId: idOf('BOX'),
      customPrice: 0,
      customPriceDiscountType: 'percentage' as const,
      customPriceDiscountAmount: 100,
    }
    expect(await nordico.call(priceLists.updateProduct, { params, body: free })).toMatchObject({
      products: [{ customPrice: 0, customPriceDiscountAmount: 100 }],
    })
    const over = { ...free, customPriceDiscountAmount: 100.0001 }
    expect((await nordico.refused(priceLists.updateProduct, { params, body: over })).code).toBe('RQ422')
  })

  test('invalid amounts and incomplete discounts are refused with the field named', async () => {
    const wrong: [Record<string, unknown>, string][] = [
      [{ customPrice: -0.01 }, 'customPrice'],
      [{ customPrice: 0.00001 }, 'customPrice'],
      [{ customPrice: '10' }, 'customPrice'],
      [{ customPrice: null }, 'customPrice'],
      [{ customPriceDiscountType: 'percentage' }, 'customPriceDiscountAmount'],
      [{ customPriceDiscountAmount: 1 }, 'customPriceDiscountType'],
      [{ customPriceDiscountType: 'percentage', customPriceDiscountAmount: 101 }, 'customPriceDiscountAmount'],
      [{ customPriceDiscountType: 'gift', customPriceDiscountAmount: 1 }, 'customPriceDiscountType'],
      [{ price: 1 }, 'price'],
    ]
    const params = await nordico.call(priceLists.create, listOf({}))
    for (const [more, field] of wrong) {
      const { status, body } = await nordico.raw(priceLists.addProduct, {
        params,
        body: { productId: idOf('BOX'), customPrice: 1, ...more },
      })
      expect({ status, code: (body as { code: string }).code }).toEqual({ status: 422, code: 'RQ422' })
      expect(JSON.stringify(body)).toContain(field)
    }
  })
})
