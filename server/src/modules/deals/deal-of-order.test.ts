import { deals } from '@trellis/contract/deals'
import { orders } from '@trellis/contract/orders'
import { expect, test } from 'vitest'
import { dealing } from '../../testing/dealing.ts'
import { network, type Person } from '../../testing/network.ts'
import { raw, selling } from '../../testing/selling.ts'

const world = await network()
const { vendor, nordico, acme, fjord } = world
const { register, update } = dealing(world)
const { items, issue, sell } = selling(world)

await issue({ 'EDGE-1Y': 100 })
await sell(vendor, nordico, { 'EDGE-1Y': 50 })
await sell(nordico, acme, { 'EDGE-1Y': 10 })

const dealOf = async (person: Person, id: string) => (await person.call(orders.read, { params: { id } })).dealId
const won = async (prospect = {}) => {
  const id = await register(acme, { 'EDGE-1Y': 1 }, prospect)
  await update(acme, id, { dealStatus: 'Won' })
  return id
}

test('an order names the deal that it was made from to those who reach the deal', async () => {
  const dealId = await won()
  const lines = (await acme.call(deals.buyer, { params: { id: dealId } })).items
  const { id } = await acme.call(orders.create, { body: { dealId, items: lines } })
  for (const person of [acme, nordico, vendor]) expect(await dealOf(person, id)).toBe(dealId)
  const other = await acme.call(orders.create, { body: { items: items({ 'EDGE-1Y': 1 }) } })
  expect(await dealOf(acme, other.id)).toBeNull()
})

test('the prospect that buys sees the order, and not that there was a deal', async () => {
  const dealId = await won({ countryCode: 'NO', vatId: 'NO974760673MVA' })
  await raw(world, `update deal_prospects set vat_id = 'NO1' where deal_id = $1`, [dealId])
  const { accountId } = await acme.call(deals.buyer, { params: { id: dealId } })
  expect(accountId).toBe(fjord.accountId)
  const sale = { dealId, buyerAccountId: fjord.accountId, items: items({ 'EDGE-1Y': 1 }) }
  const { id } = await acme.call(orders.create, { body: sale })
  expect(await dealOf(acme, id)).toBe(dealId)
  expect(await dealOf(fjord, id)).toBeNull()
})
