import { dashboard } from '@trellis/contract/dashboard'
import { orders } from '@trellis/contract/orders'
import { pastOrders } from '@trellis/contract/past-orders'
import { priceLists } from '@trellis/contract/price-lists'
import { pricePlans } from '@trellis/contract/price-plans'
import { expect, test } from 'vitest'
import { network, type Person } from '../../testing/network.ts'
import { pricing as listing } from '../../testing/pricing.ts'
import { selling } from '../../testing/selling.ts'

/* Covers: server/src/modules/orders/past-orders.ts (rules R17) */

const world = await network()
const { vendor, nordico, sudvia, acme, bergen, canary } = world
const { issue, sell, offer, items } = selling(world)
const { idOf, listOf } = listing(world)

const autumn = { from: '2026-10-01', to: '2026-12-31' }

world.at('2026-09-30T12:00:00.000Z')
await issue({ BOX: 500, 'EDGE-1Y': 500 })
await sell(vendor, nordico, { BOX: 100 })
world.at('2026-10-05T12:00:00.000Z')
await sell(vendor, nordico, { BOX: 3, 'EDGE-1Y': 2 })
await sell(vendor, sudvia, { BOX: 7 })
// An agreed price that differs from the list's.
const agreed = await vendor.call(orders.create, {
  body: { buyerAccountId: nordico.accountId, items: items({ BOX: 3 }, { BOX: 1.115 }) },
})
await vendor.call(orders.changeStatus, { params: { id: agreed.id }, body: { status: 'approved' } })
await sell(nordico, acme, { BOX: 5 })
// What is pending, canceled or of another day does not count.
await offer(vendor, nordico, { BOX: 50 })
world.at('2027-01-01T12:00:00.000Z')
await sell(vendor, nordico, { BOX: 9 })
world.at('2027-01-15T12:00:00.000Z')

const list = (await vendor.call(priceLists.create, listOf({ BOX: 2.335 }))).id
const under = (who: Person, id = list, more: object = {}) =>
  who.call(pastOrders.underPriceList, { params: { id }, query: { ...autumn, ...more } })
const priceOf = (sku: string) => Number(world.products[sku]?.price)
const cents = (amount: number) => Math.round(amount * 100) / 100

test('each approved line of the period is compared at the price of the list, rounded as an order line is', async () => {
  const found = await under(vendor)
  const box = priceOf('BOX')
  const byName = Object.fromEntries(found.accounts.map((each) => [each.id, each]))
  // 3 × 2.335 = 7.005, and so 7.01, in each of two lines.
  expect(byName[nordico.accountId]).toMatchObject({
    orders: 2,
    paid: cents(3 * box + 3.35),
    wouldPay: 14.02,
    missingLines: 1,
    missingAmount: cents(2 * priceOf('EDGE-1Y')),
  })
  expect(byName[sudvia.accountId]).toMatchObject({ orders: 1, paid: cents(7 * box), wouldPay: 16.35, missingLines: 0 })
  expect(byName[acme.accountId]).toMatchObject({ orders: 1, wouldPay: 11.68 })
  expect(found.accountCount).toBe(3)
  for (const field of ['paid', 'wouldPay', 'missingAmount', 'orders'] as const)
    expect(found[field]).toBe(cents(found.accounts.reduce((sum, each) => sum + each[field], 0)))
  const differences = found.accounts.map(({ paid, wouldPay }) => Math.abs(wouldPay - paid))
  expect(differences).toEqual(differences.toSorted((one, other) => other - one))
})

test('what was paid and what is missing are together the sales of the dashboard, to the cent', async () => {
  const query = {
    parentAccountId: vendor.accountId,
    includeChildren: false,
    currentFrom: '2026/10/01',
    currentTo: '2026/12/31',
  }
  const sold = await vendor.call(dashboard.orders, { body: query })
  const found = await under(vendor)
  const direct = found.accounts.filter(({ id }) => id === nordico.accountId || id === sudvia.accountId)
  const total = cents(direct.reduce((sum, { paid, missingAmount }) => sum + paid + missingAmount, 0))
  expect(total).toBeGreaterThan(0)
  expect(total).toBe(sold.totalSellOutPrice.current)
})

test('under a plan, the prices are those of its day', async () => {
  const { id: planId } = await vendor.call(pricePlans.create, {
    body: { priceListId: list, day: '2027-03-01', items: [{ sku: 'EDGE-1Y', customPrice: 10 }], remove: [idOf('BOX')] },
  })
  const found = await under(vendor, list, { planId })
  expect(found).toMatchObject({ wouldPay: 20, missingLines: 4 })
  const other = (await vendor.call(priceLists.create, listOf({ BOX: 1 }))).id
  expect(
    (await vendor.refused(pastOrders.underPriceList, { params: { id: other }, query: { ...autumn, planId } })).code,
  ).toBe('RQ404')
})

test('orders in another currency than the list are counted, and are in no sum', async () => {
  const dollars = (await vendor.call(priceLists.create, listOf({ BOX: 1 }, { currencyId: 840 }))).id
  expect(await under(vendor, dollars)).toMatchObject({ paid: 0, wouldPay: 0, otherCurrencyLines: 5, accountCount: 0 })
})

test('a distributor sees its own branch under its own list; who a list only serves, and strangers, see nothing', async () => {
  const own = (await nordico.call(priceLists.create, listOf({ BOX: 3 }))).id
  const found = await under(nordico, own)
  expect(found.accounts.map(({ id }) => id)).toEqual([acme.accountId])
  const refused = (who: Person, id: string) =>
    who.refused(pastOrders.underPriceList, { params: { id }, query: autumn }).then(({ code }) => code)
  await vendor.call(priceLists.associate, {
    params: { accountId: nordico.accountId },
    body: { priceListId: list, canPropagate: true },
  })
  expect(await refused(nordico, list)).toBe('RQ403')
  expect(await refused(bergen, own)).toBe('RQ404')
  expect(await refused(canary, list)).toBe('RQ404')
})

test('days the wrong way round, and no days, are refused', async () => {
  const asked = (query: object) => vendor.raw(pastOrders.underPriceList, { params: { id: list }, query })
  expect(await asked({ from: '2026-12-31', to: '2026-10-01' })).toMatchObject({
    status: 422,
    body: { info: { issues: [{ path: 'to', code: 'too_early' }] } },
  })
  expect(await asked({ from: '2026-12-31' })).toMatchObject({ status: 422 })
  expect(await asked({ from: 'soon', to: '2026-10-01' })).toMatchObject({ status: 422 })
})
