import { priceLists } from '@trellis/contract/price-lists'
import { pricing } from '@trellis/contract/pricing'
import { expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { newId } from '../../platform/ids.ts'
import { network } from '../../testing/network.ts'
import { pricing as listing } from '../../testing/pricing.ts'

const world = await network()
const { manager, nordico, canary } = world
const { idOf, listOf, verdantList } = listing(world)
const inVerdant = { tenantId: world.tenantId, userId: null, reach: null, clock: null, requestId: null }

test('the history of a price has every change with user, time, old and new value, whichever way it was made', async () => {
  const id = (await nordico.call(priceLists.create, listOf({ BOX: 3 }))).id
  const productId = idOf('BOX')
  await nordico.call(priceLists.updateProduct, { params: { id }, body: { productId, customPrice: 4 } })
  // Saving the current price again is no change.
  await nordico.call(priceLists.updateProduct, { params: { id }, body: { productId, customPrice: 4 } })
  await nordico.call(pricing.setProducts, {
    params: { id },
    body: {
      items: [{ sku: 'BOX', customPrice: 4.5, customPriceDiscountType: 'amount', customPriceDiscountAmount: 0.5 }],
    },
  })
  await nordico.call(priceLists.removeProduct, { params: { id }, body: { productId } })
  const history = await nordico.call(pricing.history, { params: { id }, query: { productId } })
  expect(history.count).toBe(4)
  expect(history.items.map(({ from, to, discountAmount }) => [from, to, discountAmount])).toEqual([
    [4.5, null, null],
    [4, 4.5, 0.5],
    [3, 4, null],
    [null, 3, null],
  ])
  expect(history.items[0]).toMatchObject({ sku: 'BOX', productName: 'Cardboard box' })
  expect(history.items.every(({ changedBy }) => changedBy !== null)).toBe(true)
  const second = await nordico.call(pricing.history, { params: { id }, query: { limit: 1, page: 2 } })
  expect(second).toMatchObject({ count: 4, items: [{ from: 4, to: 4.5 }] })
})

test('another discount at the same price is a change of the history', async () => {
  const { id } = await nordico.call(priceLists.create, listOf({ BOX: 3 }))
  const setDiscount = (amount: number) =>
    nordico.call(pricing.setProducts, {
      params: { id },
      body: {
        items: [{ sku: 'BOX', customPrice: 3, customPriceDiscountType: 'amount', customPriceDiscountAmount: amount }],
      },
    })
  await setDiscount(0.3)
  await setDiscount(0.4)
  await setDiscount(0.4)
  const { items } = await nordico.call(pricing.history, { params: { id }, query: { productId: idOf('BOX') } })
  expect(items.map(({ from, to, discountAmount }) => [from, to, discountAmount])).toEqual([
    [3, 3, 0.4],
    [3, 3, 0.3],
    [null, 3, null],
  ])
})

test('the history of prices is visible to readers who reach the list’s owner, not to accounts that the list only serves', async () => {
  const id = await verdantList()
  expect((await manager.call(pricing.history, { params: { id }, query: {} })).count).toBeGreaterThan(0)
  expect((await nordico.refused(pricing.history, { params: { id }, query: {} })).code).toBe('RQ403')
  expect((await canary.refused(pricing.history, { params: { id }, query: {} })).code).toBe('RQ404')
  expect((await nordico.refused(pricing.history, { params: { id: newId() }, query: {} })).code).toBe('RQ404')
  expect((await nordico.refused(pricing.setProducts, { params: { id }, body: { items: [] } })).code).toBe('RQ403')
  expect((await canary.refused(pricing.setProducts, { params: { id }, body: { items: [] } })).code).toBe('RQ404')
})

test('no price can change without an entry in the history, and no entry can be changed', async () => {
  await expect(
    world.db.administer(inVerdant, (tx) =>
      tx.run(sql`update price_changes set price_after = 1 where tenant_id = current_tenant()`),
    ),
  ).rejects.toThrow(/append-only/)
  const [{ wrong } = { wrong: -1 }] = await world.db.read(inVerdant).rows<{ wrong: number }>(sql`
    select count(*)::int as wrong from price_list_items i
    where i.tenant_id = current_tenant() and i.custom_price is distinct from (
      select h.price_after from price_changes h
      where h.tenant_id = i.tenant_id and h.price_list_id = i.price_list_id and h.product_id = i.product_id
      order by h.number desc limit 1)`)
  expect(wrong).toBe(0)
})
