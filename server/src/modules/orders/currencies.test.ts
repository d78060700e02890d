import { catalogue } from '@trellis/contract/catalogue'
import { orders } from '@trellis/contract/orders'
import { priceLists } from '@trellis/contract/price-lists'
import { expect, test } from 'vitest'
import { network } from '../../testing/network.ts'
import { selling } from '../../testing/selling.ts'

const world = await network()
const { vendor, nordico, acme, bergen } = world
const { items, productOf } = selling(world)
const [euro, dollar] = [978, 840]

test('an order has one currency: products priced in different currencies cannot be ordered together (threats M6)', async () => {
  const { id } = await vendor.call(catalogue.create, {
    body: { sku: 'IN-DOLLARS', name: 'Priced in dollars', priceMsrp: 5, currencyId: dollar },
  })
  const draft = { sku: 'IN-DOLLARS', name: 'Priced in dollars', priceMsrp: 5 }
  await vendor.call(catalogue.update, { params: { id }, body: { ...draft, status: 'Active' } })
  const mixed = [...items({ BOX: 1 }), { productId: id, quantity: 1, price: 5 }]
  const before = (await vendor.call(orders.sellIn, { body: {} })).count
  expect(await vendor.refused(orders.create, { body: { items: mixed } })).toMatchObject({ code: 'RQ422' })
  expect((await vendor.call(orders.sellIn, { body: {} })).count).toBe(before)
})

test('amounts in different currencies are totalled separately and never added up (threats M6)', async () => {
  const { id } = await nordico.call(priceLists.create, {
    body: {
      name: 'Dollars',
      currencyId: dollar,
      items: [{ productId: productOf('BOX').productId, customPrice: 4 }],
    },
  })
  await nordico.call(priceLists.associate, { params: { accountId: bergen.accountId }, body: { priceListId: id } })
  const box = (price: number, quantity: number) => ({
    items: [{ productId: productOf('BOX').productId, quantity, price }],
  })
  await acme.call(orders.create, { body: box(3.3335, 3) })
  await bergen.call(orders.create, { body: box(4, 2) })
  const sold = await nordico.call(orders.sellOut, { body: {} })
  expect(sold.items.map(({ orderTotal }) => orderTotal).sort()).toEqual([10, 8])
  expect(sold.total.toSorted((one, other) => other.currencyId - one.currencyId)).toMatchObject([
    { currencyId: euro, currencyCode: 'EUR', amount: 10 },
    { currencyId: dollar, currencyCode: 'USD', amount: 8 },
  ])
})
