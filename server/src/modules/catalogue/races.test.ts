import { catalogue } from '@trellis/contract/catalogue'
import { orders } from '@trellis/contract/orders'
import { priceLists } from '@trellis/contract/price-lists'
import { productTypes } from '@trellis/contract/product-types'
import { expect, test } from 'vitest'
import { network } from '../../testing/network.ts'

const world = await network()
const { vendor, manager } = world

let made = 0
const draft = (more: object = {}) => ({ sku: `RACE-${++made}`, name: 'Raced for', priceMsrp: 1, ...more })
const codes = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()
const rounds = Array.from({ length: 15 }, (_, round) => round)

test('when many create a product with the same SKU at once, one succeeds', async () => {
  const body = draft()
  const answers = await Promise.all(Array.from({ length: 8 }, () => manager.raw(catalogue.create, { body })))
  expect(codes(answers)).toEqual([201, ...Array(7).fill(409)])
})

test('when many create a type with the same name at once, one succeeds', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => manager.raw(productTypes.create, { body: { name: 'Contested' } })),
  )
  expect(codes(answers)).toEqual([201, ...Array(7).fill(422)])
})

test('when a feature is deleted while a type adds it, the type has it or the feature is gone, never a failure', async () => {
  for (const round of rounds) {
    const feature = await manager.call(productTypes.createFeature, {
      body: { name: `Short-lived ${round}`, description: 'x', typeId: 3 },
    })
    const type = await manager.call(productTypes.create, { body: { name: `Taker ${round}` } })
    const [taken, removed] = await Promise.all([
      manager.raw(productTypes.update, {
        params: type,
        body: { name: `Taker ${round}`, features: [{ id: feature.id, value: 'x' }] },
      }),
      vendor.raw(productTypes.removeFeature, { params: feature }),
    ])
    expect([
      [200, 409],
      [404, 204],
    ]).toContainEqual([taken.status, removed.status])
  }
})

test('when a type is deleted while a product takes it, the product has it or the type is gone, never a failure', async () => {
  for (const round of rounds) {
    const type = await manager.call(productTypes.create, { body: { name: `Passing ${round}` } })
    const [made, removed] = await Promise.all([
      manager.raw(catalogue.create, { body: draft({ type: type.id }) }),
      vendor.raw(productTypes.remove, { params: type }),
    ])
    expect([
      [201, 409],
      [404, 204],
    ]).toContainEqual([made.status, removed.status])
  }
})

test('a product that is deleted while another one extends it is marked Deleted or gone', async () => {
  for (const _ of rounds) {
    const base = await manager.call(catalogue.create, { body: draft() })
    const [made, removed] = await Promise.all([
      manager.raw(catalogue.create, { body: draft({ extendedProductId: base.id }) }),
      vendor.raw(catalogue.remove, { params: base }),
    ])
    expect(removed.status).toBe(204)
    const read = await manager.raw(catalogue.read, { params: base })
    expect([
      [201, 200],
      [404, 404],
      [422, 200],
    ]).toContainEqual([made.status, read.status])
  }
})

test('deleting a product while it is added to a price list or an order never fails with an error of the server', {
  tags: ['long'],
}, async () => {
  for (const round of rounds) {
    const body = draft()
    const params = await manager.call(catalogue.create, { body })
    await manager.call(catalogue.update, { params, body: { ...body, status: 'Active' } })
    const [listed, ordered, removed] = await Promise.all([
      manager.raw(priceLists.create, {
        body: { name: `Raced ${round}`, currencyId: 978, items: [{ productId: params.id, customPrice: 1 }] },
      }),
      vendor.raw(orders.create, { body: { source: 'api', items: [{ productId: params.id, quantity: 1, price: 1 }] } }),
      vendor.raw(catalogue.remove, { params }),
    ])
    expect(removed.status).toBe(204)
    for (const { status } of [listed, ordered]) expect([201, 404, 409, 422]).toContain(status)
    const isUsed = listed.status === 201 || ordered.status === 201
    const read = await manager.raw(catalogue.read, { params })
    expect(read.status).toBe(isUsed ? 200 : 404)
  }
})

test('two users who change, delete and preview one product at once both get a proper answer', async () => {
  for (const _ of rounds) {
    const body = draft()
    const params = await manager.call(catalogue.create, { body })
    const answers = await Promise.all([
      manager.raw(catalogue.update, { params, body: { ...body, name: 'One' } }),
      vendor.raw(catalogue.update, { params, body: { ...body, name: 'Other', tenants: [world.tenantId] } }),
      manager.raw(catalogue.removal, { params }),
      manager.raw(catalogue.remove, { params }),
      vendor.raw(catalogue.remove, { params }),
    ])
    for (const { status } of answers) expect([200, 204, 404]).toContain(status)
    expect(answers.slice(3).filter(({ status }) => status === 204).length).toBe(1)
  }
})

test('text that JSON allows and the database cannot store is refused with its field named', async () => {
  const { id } = await manager.call(productTypes.createFeature, {
    body: { name: 'Anything', description: 'x', typeId: 4 },
  })
  const params = await manager.call(productTypes.create, { body: { name: 'Holder' } })
  const set = (value: unknown) =>
    manager.raw(productTypes.update, { params, body: { name: 'Holder', features: [{ id, value }] } })
  for (const value of [
    { a: 'x\u0000' },
    { 'k\u0000': 1 },
    { a: ['\ud800'] },
    { '\udc00': 1 },
    { a: { b: [{ c: '\u0000' }] } },
  ]) {
    expect(await set(value), JSON.stringify(value)).toMatchObject({
      status: 422,
      body: { code: 'RQ422', info: { issues: [{ path: 'features.0.value' }] } },
    })
  }
  for (const value of [{ a: '😀', b: 1e308, c: -5e-324, d: 1e-7, e: '\t\n\u2028' }]) {
    expect((await set(value)).status).toBe(200)
    expect((await manager.call(productTypes.read, { params })).features[0]?.value).toEqual(value)
  }
  let deep: unknown = 1
  for (let depth = 0; depth < 3000; depth++) deep = { a: deep }
  expect((await set(deep)).status).toBeLessThan(500)
})
