import { accounts } from '@trellis/contract/accounts'
import { dashboard } from '@trellis/contract/dashboard'
import { licenses } from '@trellis/contract/licenses'
import { network as endpoints } from '@trellis/contract/network'
import { orders } from '@trellis/contract/orders'
import { priceLists } from '@trellis/contract/price-lists'
import { expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { branches, group } from '../../testing/branches.ts'
import { licensing } from '../../testing/licensing.ts'
import { network } from '../../testing/network.ts'
import { raw, selling } from '../../testing/selling.ts'
import { foldSums } from '../dashboard/index.ts'

const world = await network()
const { vendor, manager, nordico, sudvia, acme, bergen, fjord, calabro, canary } = world
const { open, move, preview, findings } = branches(world)
const { request, offer, sell, change } = selling(world)
const { key, write } = licensing(world)

const moveRefused = (who: typeof vendor, account: { accountId: string }, under: { accountId: string }) =>
  who.refused(endpoints.move, { params: { id: account.accountId }, body: { parentAccountId: under.accountId } })
const previewRefused = (who: typeof vendor, account: { accountId: string }, under: { accountId: string }) =>
  who.refused(endpoints.movePreview, {
    params: { id: account.accountId },
    query: { parentAccountId: under.accountId },
  })

test('only the vendor’s super admins can move accounts, and for others no account is found', async () => {
  for (const who of [nordico, acme, manager]) {
    for (const [account, under] of [
      [acme, sudvia],
      [{ accountId: newId() }, sudvia],
      [acme, canary],
    ] as const) {
      expect(await moveRefused(who, account, under)).toMatchObject({ status: 403, code: 'RQ403' })
      expect((await previewRefused(who, account, under)).code).toBe('RQ403')
    }
  }
  for (const [account, under] of [
    [canary, sudvia],
    [acme, canary],
    [acme, { accountId: newId() }],
  ] as const) {
    expect((await moveRefused(vendor, account, under)).code).toBe('RQ404')
    expect((await previewRefused(vendor, account, under)).code).toBe('RQ404')
  }
})

test('an account cannot move below itself, below a descendant or to a group that does not fit, and the root cannot move (threats T6)', async () => {
  const impossible = [
    [acme, acme, 'cycle'],
    [nordico, acme, 'cycle'],
    [nordico, fjord, 'cycle'],
    [vendor, nordico, 'root'],
    [acme, vendor, 'group'],
    [nordico, sudvia, 'group'],
    [fjord, sudvia, 'group'],
    [calabro, fjord, 'parentLevel'],
  ] as const
  for (const [account, under, reason] of impossible) {
    expect(await moveRefused(vendor, account, under)).toMatchObject({ status: 422, code: 'AC422', info: { reason } })
    expect(await preview(vendor, account, under)).toMatchObject({ blocked: { move: 'AC422' }, misplacement: reason })
  }
  expect(await findings()).toEqual([])
})

test('a branch moves with its lists, counters, sums and prices; the old accounts above lose sight of it, the new ones see it', async () => {
  const issued = await request(vendor, { 'EDGE-1Y': 100 })
  await change(vendor, issued.id, 'approved')
  await sell(vendor, nordico, { 'EDGE-1Y': 40 })
  await sell(vendor, sudvia, { 'EDGE-1Y': 40 })
  await sell(nordico, acme, { 'EDGE-1Y': 20 })
  await sell(acme, fjord, { 'EDGE-1Y': 5 })
  await sell(nordico, bergen, { 'EDGE-1Y': 7 })
  await write(foldSums)
  await sell(acme, fjord, { 'EDGE-1Y': 1 })
  const serial = await key(acme, 'EDGE-1Y', 2)
  const own = await nordico.call(priceLists.create, { body: { name: 'Nordico own', currencyId: 978, items: [] } })
  const params = { accountId: fjord.accountId }
  await nordico.call(priceLists.associate, { params, body: { priceListId: own.id, canPropagate: false } })

  const before = await preview(vendor, acme, sudvia)
  expect(before).toMatchObject({
    accounts: 2,
    users: 3,
    losing: [{ name: 'Nordico' }],
    gaining: [{ name: 'Sudvia' }],
    ordersBought: 3,
    ordersSold: 2,
    licenses: 1,
    blocked: { move: null },
    misplacement: null,
    pendingOrders: 0,
  })
  expect(before.priceLists).toEqual(
    expect.arrayContaining([
      {
        before: { id: own.id, name: 'Nordico own' },
        after: { id: own.id, name: 'Nordico own' },
        accounts: 1,
        isLeftBehind: true,
      },
      expect.objectContaining({
        before: expect.objectContaining({ name: 'Verdant list' }),
        accounts: 1,
        isLeftBehind: false,
      }),
    ]),
  )
  const bought = async (who: typeof vendor) =>
    (await who.call(orders.sellIn, { body: { includeChildren: true } })).count
  const sold = async (who: typeof vendor) => (await who.call(orders.sellOut, { body: {} })).count
  const keys = async (who: typeof vendor) =>
    (await who.call(licenses.search, { body: { includeChildren: true } })).count
  expect([await bought(nordico), await sold(nordico), await keys(nordico)]).toEqual([5, 4, 1])
  expect([await bought(sudvia), await sold(sudvia), await keys(sudvia)]).toEqual([1, 0, 0])

  const moved = await move(vendor, acme, sudvia)
  expect(moved.parents.map((parent) => parent.name)).toEqual(['Verdant', 'Sudvia'])

  // Nordico keeps its sales to Acme; everything at and below Acme is now visible to Sudvia.
  expect([await bought(nordico), await sold(nordico), await keys(nordico)]).toEqual([2, 2, 0])
  expect([await bought(sudvia), await sold(sudvia), await keys(sudvia)]).toEqual([4, 2, 1])
  expect((await nordico.refused(accounts.read, { params: { id: fjord.accountId } })).code).toBe('RQ404')
  expect((await sudvia.call(accounts.read, { params: { id: fjord.accountId } })).parents.map((p) => p.name)).toEqual([
    'Sudvia',
    'Acme',
  ])
  const [license] = (await sudvia.call(licenses.search, { body: { includeChildren: true } })).items
  expect(license?.serialKey).toBe(serial)
  expect(await sudvia.call(priceLists.association, { params: { accountId: acme.accountId } })).toMatchObject({
    inheritedFrom: { name: 'Sudvia' },
  })
  expect(await findings()).toEqual([])
  await write(foldSums)
  expect(await findings()).toEqual([])

  const period = { includeChildren: true, currentFrom: '2020-01-01T00:00:00Z', currentTo: '2030-01-01T00:00:00Z' }
  const figures = await sudvia.call(dashboard.orders, {
    body: { ...period, previousFrom: '2010-01-01T00:00:00Z', previousTo: '2020-01-01T00:00:00Z' },
  })
  expect([figures.totalSellIn.current, figures.totalSellOut.current]).toEqual([66, 6])

  await nordico.refused(priceLists.dissociate, { params, body: {} })
  await vendor.call(priceLists.dissociate, { params, body: {} })

  // From now on Acme buys from Sudvia.
  const next = await request(acme, { 'EDGE-1Y': 1 })
  expect((await acme.call(orders.read, { params: { id: next.id } })).vendor.accountName).toBe('Sudvia')
  await change(sudvia, next.id, 'approved')
})

test('moving back restores the previous state, and moving to the current parent changes nothing', async () => {
  await move(vendor, acme, nordico)
  expect(await findings()).toEqual([])
  const audit = () =>
    raw<{ count: number }>(world, `select count(*)::int from audit_log where action = 'account.moved'`)
  const before = await audit()
  await move(vendor, acme, nordico)
  expect(await audit()).toEqual(before)
  expect(
    await raw(
      world,
      `select before, after from audit_log where action = 'account.moved' and entity_id = $1 order by audit_id desc limit 1`,
      [acme.accountId],
    ),
  ).toEqual([{ before: { parentId: sudvia.accountId }, after: { parentId: nordico.accountId, accounts: 2 } }])
})

test('pending orders that only the old vendor could settle prevent the move, and the refusal lists them', async () => {
  const waiting = await request(acme, { 'EDGE-1Y': 1 })
  const within = await offer(acme, fjord, { 'EDGE-1Y': 1 })
  const info = { pendingOrders: 1, orders: [{ orderId: waiting.id, orderCode: waiting.orderCode }] }
  expect(await preview(vendor, acme, sudvia)).toMatchObject({ blocked: { move: 'AC409' }, ...info })
  expect(await moveRefused(vendor, acme, sudvia)).toMatchObject({ status: 409, code: 'AC409', info })
  await change(nordico, waiting.id, 'canceled')
  await move(vendor, acme, sudvia)
  await change(acme, within.id, 'approved')
  expect(await findings()).toEqual([])
  await move(vendor, acme, nordico)
})

test('pending orders of the vendor at the root do not prevent a move, because the root stays above the branch', async () => {
  const wide = await open(vendor, 'Wide', { groupId: group.DISTRIBUTOR })
  const deep = await open(vendor, 'Deep', { groupId: group.GOLD, under: wide })
  const verdantList = (await vendor.call(priceLists.search, { body: {} })).items.find(
    (list) => list.name === 'Verdant list',
  )
  await vendor.call(priceLists.associate, {
    params: deep,
    body: { priceListId: verdantList?.priceListId ?? '', canPropagate: false },
  })
  await offer(vendor, { ...vendor, ...deep }, { 'EDGE-1Y': 1 })
  await move(vendor, deep, nordico)
  expect(await findings()).toEqual([])
})

test('a move that fails is rolled back completely', async () => {
  await raw(
    world,
    `create function sabotage() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
  )
  await raw(world, `create trigger sabotage before insert on tallies for each statement execute function sabotage()`)
  expect((await moveRefused(vendor, acme, sudvia)).status).toBe(500)
  await raw(world, `drop trigger sabotage on tallies; drop function sabotage()`)
  expect((await nordico.call(accounts.read, { params: { id: fjord.accountId } })).parents.at(-1)?.name).toBe('Acme')
  expect(await findings()).toEqual([])
})
