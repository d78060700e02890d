import { accounts } from '@trellis/contract/accounts'
import { network as endpoints } from '@trellis/contract/network'
import { orders } from '@trellis/contract/orders'
import { pricing } from '@trellis/contract/pricing'
import { expect, test } from 'vitest'
import { branches, group } from '../../testing/branches.ts'
import { network } from '../../testing/network.ts'
import { raw, selling } from '../../testing/selling.ts'

const world = await network()
const { vendor, nordico, sudvia, acme, bergen } = world
const { draft, move } = branches(world)
const { issue, items } = selling(world)

const body = {
  ...{ legalName: 'Warehouse', vatId: 'NO995525828MVA', street: 'Storgata 1' },
  ...{ city: 'Oslo', postalCode: '0155', countryCode: 'NO' },
}
const addressesOf = async ({ accountId }: { accountId: string }) =>
  (await raw(world, 'select from addresses where account_id = $1', [accountId])).length

test('a key that was used for one account is refused for another, whose address is not pretended to exist (threats M16)', async () => {
  const headers = { 'idempotency-key': 'one address' }
  const before = [await addressesOf(acme), await addressesOf(bergen)]
  const first = await nordico.call(accounts.addAddress, { params: { accountId: acme.accountId }, body, headers })
  const other = { params: { accountId: bergen.accountId }, body, headers }
  expect(await nordico.refused(accounts.addAddress, other)).toMatchObject({ status: 409, code: 'RQ409' })
  const again = await nordico.raw(accounts.addAddress, { params: { accountId: acme.accountId }, body, headers })
  expect(again).toMatchObject({ status: 201, body: first, headers: { 'idempotent-replayed': 'true' } })
  expect([await addressesOf(acme), await addressesOf(bergen)]).toEqual([(before[0] ?? 0) + 1, before[1]])
})

test('a key that was used for one call is refused for another (threats M16)', async () => {
  await issue({ 'EDGE-1Y': 5 })
  const headers = { 'idempotency-key': 'one order' }
  await bergen.call(orders.create, { body: { items: items({ 'EDGE-1Y': 1 }) }, headers })
  const otherBody = { body: { items: items({ 'EDGE-1Y': 2 }) }, headers }
  expect(await bergen.refused(orders.create, otherBody)).toMatchObject({ status: 409, code: 'RQ409' })
  const params = { accountId: bergen.accountId }
  const otherCall = { params, body, headers }
  expect(await bergen.refused(accounts.addAddress, otherCall)).toMatchObject({ status: 409, code: 'RQ409' })
})

test('an answer is given again only to whoever could still make the call: in path or body (threats M16)', async () => {
  const { items: lists } = await nordico.call(pricing.toGive, { query: { parentAccountId: acme.accountId } })
  const priceListId = lists[0]?.priceListId
  const underAcme = draft('Under Acme', { groupId: group.BUYER, under: acme, priceListId })
  const headers = { 'idempotency-key': 'before the move' }
  const made = await nordico.call(endpoints.create, { body: underAcme, headers })
  const inPath = {
    params: { accountId: acme.accountId },
    body,
    headers: { 'idempotency-key': 'address before the move' },
  }
  const added = await nordico.call(accounts.addAddress, inPath)
  const count = await addressesOf(acme)
  expect(await nordico.call(endpoints.create, { body: underAcme, headers })).toEqual(made)
  expect(await nordico.call(accounts.addAddress, inPath)).toEqual(added)

  await move(vendor, acme, sudvia)
  expect(await nordico.refused(endpoints.create, { body: underAcme, headers })).toMatchObject({ code: 'RQ404' })
  expect(await nordico.refused(accounts.addAddress, inPath)).toMatchObject({ code: 'RQ404' })
  await move(vendor, acme, nordico)
  expect(await nordico.call(endpoints.create, { body: underAcme, headers })).toEqual(made)
  expect(await addressesOf(acme)).toBe(count)
  expect(await raw(world, `select from accounts where name = 'Under Acme'`)).toHaveLength(1)
})
