import { catalogue } from '@trellis/contract/catalogue'
import { network as tree } from '@trellis/contract/network'
import { orders } from '@trellis/contract/orders'
import { priceLists } from '@trellis/contract/price-lists'
import { pricing } from '@trellis/contract/pricing'
import { expect, test } from 'vitest'
import { branches, group } from '../../testing/branches.ts'
import { network } from '../../testing/network.ts'

const world = await network()
const { vendor, manager, acme, bergen, calabro, nordico, products } = world
const { open } = branches(world)

const idOf = (sku: string) => products[sku]?.productId ?? ''
let made = 0
const listOf = async (prices: Record<string, number>) =>
  (
    await vendor.call(priceLists.create, {
      body: {
        name: `Race ${++made}`,
        currencyId: 978,
        items: Object.entries(prices).map(([sku, customPrice]) => ({ productId: idOf(sku), customPrice })),
      },
    })
  ).id
const rounds = 12
const statuses = async (...calls: Promise<{ status: number }>[]) =>
  (await Promise.all(calls)).map(({ status }) => status)

test('when a list is assigned while it is deleted, it is either assigned or deleted', { tags: ['long'] }, async () => {
  const params = { accountId: calabro.accountId }
  for (let round = 0; round < rounds; round++) {
    const id = await listOf({ BOX: 2 })
    const [given, removed] = await statuses(
      vendor.raw(priceLists.associate, { params, body: { priceListId: id, canPropagate: true } }),
      manager.raw(priceLists.remove, { params: { id } }),
    )
    expect([
      [200, 409],
      [404, 204],
    ]).toContainEqual([given, removed])
    if (given === 200) await vendor.call(priceLists.dissociate, { params })
  }
})

test('assigning a list to an account that is being deleted never leaves the list in use by a deleted account', {
  tags: ['long'],
}, async () => {
  const id = await listOf({ BOX: 2 })
  for (let round = 0; round < rounds; round++) {
    const params = await open(vendor, `Leaving ${round}`, { groupId: group.DISTRIBUTOR })
    const [given, closed] = await statuses(
      manager.raw(priceLists.associate, { params, body: { priceListId: id } }),
      vendor.raw(tree.remove, { params: { id: params.accountId } }),
    )
    expect([200, 404]).toContain(given)
    expect(closed).toBe(204)
  }
  expect(await vendor.call(pricing.uses, { params: { id } })).toMatchObject({ accountCount: 0 })
  await vendor.call(priceLists.remove, { params: { id } })
})

test('when a list is ordered from while it is unassigned and deleted, it is either kept or not ordered from', async () => {
  const params = { accountId: bergen.accountId }
  for (let round = 0; round < rounds; round++) {
    const id = await listOf({ BOX: 2 })
    await vendor.call(priceLists.associate, { params, body: { priceListId: id } })
    const [ordered, taken] = await statuses(
      bergen.raw(orders.create, { body: { items: [{ productId: idOf('BOX'), quantity: 1, price: 2 }] } }),
      vendor.raw(priceLists.dissociate, { params }).then(() => vendor.raw(priceLists.remove, { params: { id } })),
    )
    expect([
      [201, 409],
      [409, 204],
    ]).toContainEqual([ordered, taken])
  }
})

test('a product priced while it is deleted causes no server error', async () => {
  const id = await listOf({})
  for (let round = 0; round < rounds; round++) {
    const product = await vendor.call(catalogue.create, { body: { sku: `RACE-${round}`, name: 'Raced', priceMsrp: 1 } })
    const [added, removed] = await statuses(
      vendor.raw(priceLists.addProduct, { params: { id }, body: { productId: product.id, customPrice: 1 } }),
      manager.raw(catalogue.remove, { params: { id: product.id } }),
    )
    expect(removed).toBe(204)
    expect([200, 404, 422]).toContain(added)
  }
})

test('of two concurrent changes of a whole list one wins completely, and the history has every step', async () => {
  const id = await listOf({ BOX: 1, 'EDGE-1Y': 1 })
  const set = (who: typeof vendor, price: number) =>
    who.raw(pricing.setProducts, {
      params: { id },
      body: { items: ['BOX', 'EDGE-1Y'].map((sku) => ({ sku, customPrice: price })) },
    })
  const prices = [11, 12, 13, 14, 15, 16]
  const answers = await statuses(...prices.map((price, index) => set(index % 2 === 0 ? vendor : manager, price)))
  expect(answers).toEqual(prices.map(() => 200))
  const list = await vendor.call(priceLists.read, { params: { id } })
  const [one, other] = list.products?.map(({ customPrice }) => customPrice) ?? []
  expect(one).toBe(other)
  expect(prices).toContain(one)
  const { items } = await vendor.call(pricing.history, { params: { id }, query: { productId: idOf('BOX') } })
  expect(items).toHaveLength(1 + prices.length)
  // Each change starts from the value that the one before it left.
  expect(items.map(({ from }) => from)).toEqual([...items.slice(1).map(({ to }) => to), null])
  expect(items[0]?.to).toBe(one)
})

test('a price saved while the account is assigned to that list is the price that the account pays', {
  tags: ['long'],
}, async () => {
  for (let round = 0; round < rounds; round++) {
    const id = await listOf({ BOX: 1 })
    const price = 20 + round
    await Promise.all([
      vendor.call(priceLists.updateProduct, { params: { id }, body: { productId: idOf('BOX'), customPrice: price } }),
      nordico.raw(priceLists.dissociate, { params: { accountId: acme.accountId } }),
      manager.call(priceLists.associate, {
        params: { accountId: acme.accountId },
        body: { priceListId: id, canPropagate: true },
      }),
    ])
    const paid = await acme.raw(pricing.explain, { query: { productId: idOf('BOX') } })
    const expected = (await vendor.call(priceLists.association, { params: { accountId: acme.accountId } })).inherited
      ? 3.3335
      : price
    expect(paid.body).toMatchObject({ price: expected })
  }
})
