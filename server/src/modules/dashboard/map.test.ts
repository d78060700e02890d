// @module-tag long
import { dashboard } from '@trellis/contract/dashboard'
import { type MapAccount, networkMap } from '@trellis/contract/network-map'
import { beforeEach, expect, test } from 'vitest'
import { json, sql } from '../../platform/database/sql.ts'
import { newId } from '../../platform/ids.ts'
import { network, type Person } from '../../testing/network.ts'
import { selling } from '../../testing/selling.ts'
import { foldSums } from './jobs.ts'

const world = await network()
const { vendor, nordico, acme, acmeBasic, bergen, fjord, sudvia, calabro, canary } = world
const { issue, request, change, productOf } = selling(world)
const inTenant = { tenantId: world.tenantId, userId: null, reach: null, clock: null, requestId: null }

beforeEach(() => world.at(null))

async function purchase(buyer: Person, seller: Person, instant: string, wanted: Record<string, number>) {
  world.at(instant)
  await change(seller, (await request(buyer, wanted)).id, 'approved')
  world.at(null)
}

const may = { currentFrom: '2026/05/01', currentTo: '2026/05/31' }
world.at('2020-01-10T12:00:00Z')
await issue({ 'EDGE-1Y': 90, BOX: 90 })
await purchase(nordico, vendor, '2026-04-20T10:00:00Z', { 'EDGE-1Y': 20, BOX: 20 })
await purchase(nordico, vendor, '2026-05-02T10:00:00Z', { 'EDGE-1Y': 4 })
await purchase(acme, nordico, '2026-05-04T10:00:00Z', { 'EDGE-1Y': 2, BOX: 3 })
await purchase(bergen, nordico, '2026-05-20T10:00:00Z', { 'EDGE-1Y': 1 })
await purchase(fjord, acme, '2026-05-21T10:00:00Z', { 'EDGE-1Y': 1 })
await purchase(sudvia, vendor, '2026-05-31T22:30:00Z', { BOX: 7 })

const mapOf = (who: Person, body: object = may) => who.call(networkMap.read, { body })
const byName = (accounts: MapAccount[]) => Object.fromEntries(accounts.map((account) => [account.name, account]))

test('a vendor sees every account with its own sales in May and those of its whole branch', async () => {
  const map = await mapOf(vendor)
  expect(map).toMatchObject({ currencyId: 978, currencyCode: 'EUR', otherCurrencies: [], count: 7, truncated: false })
  expect(map.accounts[0]).toMatchObject({ id: vendor.accountId, parentId: null, groupName: 'OPCO' })
  const { Verdant, Nordico, Acme, Fjord, Sudvia } = byName(map.accounts)
  expect(Verdant).toMatchObject({ sellOut: 423.33, sellOutOfBranch: 833.33 })
  expect(Nordico).toMatchObject({ parentId: vendor.accountId, sellOut: 310, sellOutOfBranch: 410 })
  expect(Acme).toMatchObject({ parentId: nordico.accountId, sellOut: 100, sellOutOfBranch: 100 })
  expect(Fjord).toMatchObject({ parentId: acme.accountId, sellOut: 0, level: 60, groupName: 'BUYER' })
  expect(Sudvia).toMatchObject({ sellOut: 0, sellOutOfBranch: 0 })
})

test('the figures of each account equal those of its dashboard, for any period, before and after folding', async () => {
  const periods = [
    may,
    {},
    { currentFrom: '2026/05/04', currentTo: '2026/05/20' },
    { currentFrom: '2026-05-04T10:00:00.000Z', currentTo: '2026-05-21T09:59:59.999Z' },
  ]
  for (const folded of [false, true]) {
    if (folded) await world.db.write(inTenant, foldSums)
    for (const period of periods) {
      const { accounts } = await mapOf(vendor, period)
      for (const { id, name, sellOut, sellOutOfBranch } of accounts) {
        const asked = { ...period, parentAccountId: id }
        const own = await vendor.call(dashboard.orders, { body: asked })
        const all = await vendor.call(dashboard.orders, { body: { ...asked, includeChildren: true } })
        expect(sellOut, name).toBe(own.totalSellOutPrice.current)
        expect(sellOutOfBranch, name).toBe(all.totalSellOutPrice.current)
      }
    }
  }
})

// 22:30 on 31 May in London is 1 June in Rome.
test('days follow the reader’s time zone: what Sudvia bought late on 31 May counts in Verdant’s May in London only', async () => {
  const inZone = async (zone: string, expected: number) => {
    await world.db.write(inTenant, (tx) =>
      tx.run(
        sql`update users set time_zone = ${zone} where tenant_id = ${world.tenantId} and user_id = ${vendor.userId}`,
      ),
    )
    await world.db.shared.run(sql`select pg_notify('trellis_sessions', ${vendor.userId})`)
    await expect.poll(async () => byName((await mapOf(vendor)).accounts).Verdant?.sellOut).toBe(expected)
  }
  await inZone('UTC', 423.33)
  await inZone('Europe/Rome', 400)
})

test('expired licenses are counted at their owner; perpetual and new licenses and upgrade rights are never counted', async () => {
  await world.db.write(inTenant, async (tx) => {
    const license = (owner: Person, sku: string, expiresAt: string | null) =>
      tx.run(sql`
        insert into licenses (license_id, serial_key, product_id, owner_id, seats, expires_at, license_is_perpetual, maintenance_is_perpetual)
        values (${newId()}, ${newId()}, ${productOf(sku).productId}, ${owner.accountId}, 1, ${expiresAt}, ${expiresAt === null}, false)`)
    await license(fjord, 'EDGE-1Y', '2026-03-01T23:59:59.999Z')
    await license(fjord, 'EDGE-1Y', '2026-04-01T23:59:59.999Z')
    await license(fjord, 'EDGE-1Y', '2026-08-01T23:59:59.999Z')
    await license(bergen, 'CORE-PERP', null)
    await license(calabro, 'CORE-MNT', '2026-01-01T23:59:59.999Z')
    await tx.run(sql`update products set is_upgrade_right = true where product_id = ${productOf('CORE-MNT').productId}`)
  })
  const at = async (instant: string) => {
    world.at(instant)
    const { accounts } = await mapOf(vendor)
    return Object.fromEntries(accounts.map(({ name, expiredLicenses }) => [name, expiredLicenses]))
  }
  expect(await at('2026-06-01T10:00:00Z')).toMatchObject({ Fjord: 2, Acme: 0, Bergen: 0, Calabro: 0 })
  // Valid until the millisecond before its last instant, expired at it.
  expect(await at('2026-04-01T23:59:59.998Z')).toMatchObject({ Fjord: 1 })
  expect(await at('2026-04-01T23:59:59.999Z')).toMatchObject({ Fjord: 2 })
})

test('the map of an account starts at that account and does not name the accounts above it', async () => {
  const own = await mapOf(nordico)
  expect(own.accounts.map(({ name }) => name)).toEqual(['Nordico', 'Acme', 'Bergen', 'Fjord'])
  expect(own.accounts[0]?.parentId).toBeNull()
  expect(own.count).toBe(4)
  const asked = await mapOf(vendor, { ...may, parentAccountId: acme.accountId.toUpperCase() })
  expect(asked.accounts.map(({ name, parentId }) => [name, parentId])).toEqual([
    ['Acme', null],
    ['Fjord', acme.accountId],
  ])
})

test('an account out of reach, or of another tenant, is not found', async () => {
  for (const who of [acme, sudvia, canary]) {
    const refusal = await who.refused(networkMap.read, { body: { parentAccountId: nordico.accountId } })
    expect(refusal).toMatchObject({ status: 404, code: 'RQ404' })
  }
  const own = await mapOf(canary)
  expect(own).toMatchObject({ currencyCode: 'USD', count: own.accounts.length })
  expect(own.accounts.every(({ sellOut, sellOutOfBranch }) => sellOut === 0 && sellOutOfBranch === 0)).toBe(true)
})

test('without permission to read orders or licenses the accounts are shown without those figures', async () => {
  const holding = async (permissions: { module: string; flags: string }[]) => {
    await world.db.administer(inTenant, (tx) =>
      tx.run(sql`
        update roles set permissions = ${json(permissions)}
        where tenant_id = ${world.tenantId} and name = 'Basic'`),
    )
    await world.db.shared.run(sql`select pg_notify('trellis_sessions', ${acmeBasic.userId})`)
  }
  const seen = async () => byName((await mapOf(acmeBasic)).accounts)
  await holding([{ module: 'Accounts', flags: 'r' }])
  await expect
    .poll(async () => (await seen()).Acme)
    .toMatchObject({ sellOut: null, sellOutOfBranch: null, expiredLicenses: null })
  await holding([
    { module: 'Accounts', flags: 'r' },
    { module: 'Orders', flags: 'r' },
  ])
  await expect.poll(async () => (await seen()).Acme).toMatchObject({ sellOut: 100, expiredLicenses: null })
  // Reads all accounts of the tenant, but only the orders of the own branch.
  await holding([
    { module: 'Accounts', flags: 'ra' },
    { module: 'Orders', flags: 'r' },
    { module: 'Licenses', flags: 'ra' },
  ])
  const everybody = async () => byName((await mapOf(acmeBasic, { ...may, parentAccountId: vendor.accountId })).accounts)
  await expect.poll(async () => (await everybody().catch(() => ({}) as never)).Acme).toMatchObject({ sellOut: 100 })
  expect(await everybody()).toMatchObject({
    Verdant: { sellOut: null, sellOutOfBranch: null, expiredLicenses: 0 },
    Nordico: { sellOut: null, sellOutOfBranch: null },
    Bergen: { sellOut: null },
    Fjord: { sellOut: 0, expiredLicenses: 3 },
  })
})

test('deleted accounts are not shown, but their sales still count for the accounts above them', async () => {
  await world.db.write({ ...inTenant, clock: '2026-02-10T09:00:00Z' }, async (tx) => {
    const [goneId, orderId] = [newId(), newId()]
    await tx.run(sql`
      insert into accounts (account_id, code, name, group_id, parent_id, deleted_at)
      values (${goneId}, 'GONE', 'Gone', 7, ${sudvia.accountId}, clock())`)
    await tx.run(sql`
      insert into account_tree (ancestor_id, descendant_id, depth)
      select ancestor_id, ${goneId}::uuid, depth + 1 from account_tree where descendant_id = ${sudvia.accountId}
      union all select ${goneId}::uuid, ${goneId}::uuid, 0`)
    await tx.run(sql`
      insert into orders (order_id, code, relation_id, buyer_id, vendor_id, origin, status, currency_id, total, approved_at)
      values (${orderId}, 'GONE-1', ${orderId}, ${calabro.accountId}, ${goneId}, 'import', 'approved', 978, 30, clock())`)
    await tx.run(sql`
      insert into order_items (order_item_id, order_id, line, product_id, qt, price, amount, currency_id, list_price)
      values (${newId()}, ${orderId}, 1, ${productOf('BOX').productId}, 1, 20, 20, 978, 10),
             (${newId()}, ${orderId}, 2, ${productOf('BOX').productId}, 1, 10, 10, 840, 10)`)
  })
  const february = { currentFrom: '2026/02/01', currentTo: '2026/02/28' }
  const map = await mapOf(vendor, february)
  expect(map).toMatchObject({ count: 7, otherCurrencies: [] })
  expect(byName(map.accounts)).not.toHaveProperty('Gone')
  expect(byName(map.accounts).Sudvia).toMatchObject({ sellOut: 0, sellOutOfBranch: 20 })
  await world.db.write(inTenant, foldSums)
  expect(byName((await mapOf(vendor, february)).accounts).Sudvia).toMatchObject({ sellOutOfBranch: 20 })
})

test('a map with too many accounts keeps the top levels and, of the last level that fits partly, the accounts with the highest sales', async () => {
  await world.db.write(inTenant, async (tx) => {
    await tx.run(sql`
      insert into accounts (account_id, code, name, group_id, parent_id)
      select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'MANY-' || n, 'Many ' || n, 8, ${calabro.accountId}
      from generate_series(1, 5000) n`)
    await tx.run(sql`
      insert into account_tree (ancestor_id, descendant_id, depth)
      select t.ancestor_id, a.account_id, t.depth + 1 from accounts a
      join account_tree t on t.tenant_id = a.tenant_id and t.descendant_id = a.parent_id
      where a.tenant_id = ${world.tenantId} and a.code like 'MANY-%'
      union all select a.account_id, a.account_id, 0 from accounts a where a.tenant_id = ${world.tenantId} and a.code like 'MANY-%'`)
  })
  const map = await mapOf(vendor)
  expect(map).toMatchObject({ count: 5007, truncated: true })
  expect(map.accounts).toHaveLength(5000)
  const ids = new Set(map.accounts.map(({ id }) => id))
  expect(map.accounts.every(({ parentId }) => parentId === null || ids.has(parentId))).toBe(true)
  expect(ids.has(calabro.accountId)).toBe(true)
})
