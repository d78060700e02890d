import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { judgeVatId } from '@trellis/contract/vat-ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkTenant } from '../cli/check/run.ts'
import { findTenantByCode, findTenantByHost } from '../modules/tenants/index.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { prepareInstallation } from '../platform/installation.ts'
import { openSigner } from '../platform/signing/signer.ts'
import { openFolder } from '../platform/storage/folder.ts'
import { type TestDatabase, testDatabase, testSecrets } from '../testing/database.ts'
import { isFull } from '../testing/full.ts'
import { demoSignIns, demoTenantCode, fillDemoOnFirstRun, secondTenantCode } from './index.ts'
import { chanceFrom } from './random.ts'
import type { DemoMeans } from './records.ts'

/*
 * The demo is made up to now, so it must be right at each moment. One is asked in each run, all with FULL=1 (CONTRIBUTING, "The
 * full run"); the journeys are made on the demo of today.
 */
const moments = [
  ['at the end of the year in Rome, 31 December 23:59', '2026-12-31T22:59:30Z'],
  ['at the end of the year in Los Angeles, 31 December 23:59', '2027-01-01T07:59:30Z'],
  ['on 29 February', '2028-02-29T12:00:00Z'],
  ['when daylight saving begins in Europe', '2027-03-28T01:00:10Z'],
  ['when daylight saving ends in Europe', '2027-10-31T01:00:10Z'],
  ['at the beginning of a month and a weekend', '2027-05-01T00:00:10Z'],
] as const

describe.each(isFull ? moments : moments.slice(0, 1))('made %s', (_, instant) => {
  const now = new Date(instant)
  const folder = mkdtempSync(join(tmpdir(), 'trellis-demo-'))
  const storage = openFolder(folder)
  let database: TestDatabase
  let db: Database
  let means: DemoMeans
  let filled = false
  let tenantId = ''

  /** Reads as somebody in this tenant, at the moment up to which the demo was made. */
  const readIn = (id: string) =>
    db.read({ tenantId: id, userId: null, reach: null, clock: now.toISOString(), requestId: null })
  const figures = <T>(query: Sql) => readIn(tenantId).row<T>(query)
  const rows = <T>(query: Sql) => readIn(tenantId).rows<T>(query)

  beforeAll(async () => {
    database = await testDatabase()
    db = await openDatabase(database.url, { secrets: testSecrets })
    await prepareInstallation(database.url, testSecrets, { secretKey: undefined, dataDir: folder })
    means = { storage, signer: openSigner(db, testSecrets), secrets: testSecrets }
    filled = await fillDemoOnFirstRun(db, means, () => undefined, now)
    tenantId = (await findTenantByCode(db, demoTenantCode))?.tenantId ?? ''
  })
  afterAll(async () => {
    await db.close()
    await database.drop()
    rmSync(folder, { recursive: true })
  })

  test('the demo is created once, and the check finds nothing', { tags: ['long'] }, async () => {
    expect(filled).toBe(true)
    expect((await checkTenant(db, tenantId, { storage, contents: true })).findings).toEqual([])
    expect(await fillDemoOnFirstRun(db, means, () => undefined, now)).toBe(false)
  })

  test('the demo is a network of about 60 accounts on four levels, with 25 products and three price lists', async () => {
    const counted = await figures<Record<string, number>>(sql`
    select (select count(*) from accounts) as accounts, (select count(*) from products where status = 'Active') as products,
           (select count(*) from products where is_trial) as trials, (select count(*) from products where is_upgrade_right) as upgrades,
           (select count(*) from products where extended_product_id is not null) as extensions,
           (select count(*) from price_lists) as lists, (select max(depth) + 1 from account_tree) as levels`)
    expect(counted).toMatchObject({ products: 25, trials: 3, upgrades: 1, lists: 3, levels: 4 })
    expect(counted?.extensions).toBeGreaterThanOrEqual(4)
    expect(counted?.accounts).toBeGreaterThan(50)
    expect(counted?.accounts).toBeLessThan(70)
  })

  test('products have types, whose features show every kind of value', async () => {
    const counted = await figures<Record<string, number>>(sql`
    select (select count(*) from products where type_id is null) as untyped,
           (select count(distinct value_type) from features) as kinds,
           (select count(*) from product_type_features where value is null) as unset`)
    expect(counted).toEqual({ untyped: 0, kinds: 6, unset: 0 })
  })

  test('a key is upgraded in part and its upgrade is in use; connections are more with their extension', async () => {
    const upgraded = await rows(sql`
    select b.seats, b.seats_upgraded as upgraded, b.activated_at is not null as started, u.seats_occupied as used
    from license_upgrades g join licenses b on b.license_id = g.base_license_id join licenses u on u.license_id = g.license_id`)
    expect(upgraded).toEqual([{ seats: 3, upgraded: 2, started: true, used: 1 }])
    const features = await rows(sql`
    select sku, entitlements -> 'Connections' as connections from products where entitlements ? 'Connections' order by sku`)
    expect(features).toEqual([
      { sku: 'RELAY-1Y', connections: 25 },
      { sku: 'RELAY-CAL', connections: 10 },
      { sku: 'RELAY-PERP', connections: 25 },
    ])
  })

  test('orders name the sources that the web app and the system write', async () => {
    expect(await rows(sql`select distinct source from order_history order by 1`)).toEqual([{ source: 'api' }])
  })

  test('the vendor sold in two currencies in the last week', async () => {
    const week = await rows(sql`
    select distinct i.currency_id as currency from orders o join order_items i using (tenant_id, order_id)
    join accounts v on v.account_id = o.vendor_id
    where v.parent_id is null and o.buyer_id <> o.vendor_id and o.approved_at > clock() - interval '6 days' order by 1`)
    expect(week).toEqual([{ currency: 840 }, { currency: 978 }])
  })

  test('there are orders all year and up to today, with licenses on devices and a few problems', async () => {
    const counted = await figures<Record<string, number>>(sql`
    select (select count(distinct date_trunc('month', approved_at)) from orders where approved_at > clock() - interval '1 year') as months,
           (select count(*) from orders where created_at > clock()) as ahead,
           (select count(*) from orders where created_at > clock() - interval '10 hours') as today,
           (select count(*) from orders where status = 'pending') as pending,
           (select count(*) from orders where status = 'canceled') as canceled,
           (select count(*) from orders where derived_order_id is not null) as derived,
           (select count(*) from licenses) as licenses, (select count(*) from licenses where expires_at < clock()) as expired,
           (select count(*) from license_seats where revoked_at is null) as seats,
           (select count(*) from stock_balances where is_root and quantity < 0) as owed,
           (select count(distinct currency_id) from orders) as currencies`)
    expect(counted?.months).toBeGreaterThanOrEqual(12)
    expect(counted).toMatchObject({ ahead: 0, currencies: 2 })
    for (const figure of ['today', 'pending', 'canceled', 'derived', 'expired', 'owed'])
      expect(counted?.[figure], figure).toBeGreaterThan(0)
    expect(counted?.licenses).toBeGreaterThan(400)
    expect(counted?.seats).toBeGreaterThan(400)
  })

  test('the demo shows files, thresholds, invoices, several addresses and exported licenses', async () => {
    const counted = await figures<Record<string, number>>(sql`
    select (select count(*) from files where category = 'document') as documents,
           (select count(*) from files where category = 'brandAsset') as assets,
           (select count(*) from order_attachments) as attachments,
           (select count(*) from stock_thresholds) as thresholds,
           (select count(*) from stock_thresholds t join stock_balances b using (tenant_id, account_id, product_id)
            where b.quantity - b.held < t.threshold) as short,
           (select count(*) from orders where invoice_id is not null) > 100 as invoiced,
           (select count(*) from (select from addresses group by account_id having count(*) > 1) several) as several,
           (select count(*) from environments) as environments,
           (select count(*) from licenses where export_environment_id is not null) > 0 as exported`)
    expect(counted).toEqual({
      documents: 1,
      assets: 2,
      attachments: 2,
      thresholds: 4,
      short: 1,
      invoiced: true,
      several: 2,
      environments: 2,
      exported: true,
    })
  })

  test('there are deals in every state and in both currencies, two for one opportunity, and one that was ordered', async () => {
    const counted = await figures<Record<string, number>>(sql`
    select (select count(*)::int from deals) as deals, (select count(distinct status)::int from deals) as statuses,
           (select count(distinct protection_status)::int from deals) as protections,
           (select count(distinct ebid_status)::int from deals) as ebids,
           (select count(*)::int from deals where extension_asked_at is not null) as extensions,
           (select count(*) > 2 from deals where status not in ('Won', 'Lost') and expires_at < clock()) as expired,
           (select count(*)::int from orders where deal_id is not null) as ordered,
           (select count(*)::int from (
             select from deal_prospects p join deals d using (tenant_id, deal_id) where p.city = 'Borgosesia'
             group by p.vat_id having count(distinct d.vendor_id) = 2) r) as rivals`)
    expect(counted).toEqual({
      deals: 33,
      statuses: 6,
      protections: 4,
      ebids: 3,
      extensions: 1,
      expired: true,
      ordered: 1,
      rivals: 1,
    })
  })

  test('every price that was asked for is below what the vendor pays without it, and each approved one is worth it', async () => {
    const bids = await figures<{ bids: number; approved: number; dear: number; dollars: number }>(sql`
    select count(*)::int as bids, count(*) filter (where ebid_status = 'Approved')::int as approved,
           count(*) filter (where coalesce(ebid_approved_value, ebid_value) >= own.amount)::int as dear,
           count(*) filter (where d.currency_id = 840 and ebid_status = 'Approved')::int as dollars
    from deals d
    cross join lateral (
      select sum(i.qt * e.price) as amount
      from deal_items i cross join lateral effective_prices(d.vendor_id) e
      where i.deal_id = d.deal_id and e.product_id = i.product_id) own
    where d.ebid_value > 0`)
    expect(bids).toMatchObject({ bids: 12, approved: 8, dear: 0, dollars: 2 })
  })

  test('the demo shows certificates that are valid, expire soon, have expired or were revoked, of users, guests and accounts', async () => {
    const counts = await figures<Record<string, number>>(sql`
    select count(*) filter (where is_current and expires_at > clock() + interval '60 days')::int as valid,
           count(*) filter (where is_current and expires_at between clock() and clock() + interval '60 days')::int as soon,
           count(*) filter (where expires_at < clock() and revoked_at is null)::int as expired,
           count(*) filter (where revoked_at is not null)::int as revoked,
           count(*) filter (where guest_last_name is not null)::int as guests,
           count(*) filter (where kind = 'Account')::int as accounts
    from issued_certificates`)
    for (const [what, count] of Object.entries(counts ?? {})) expect(count, what).toBeGreaterThan(0)
  })

  test('every company has an address that the address form accepts', async () => {
    const addresses = await rows<{ vat_id: string; country_code: string; empty: boolean }>(sql`
    select vat_id, country_code, '' in (legal_name, street, city, postal_code) as empty from addresses`)
    for (const { vat_id, country_code, empty } of addresses) {
      expect(judgeVatId(vat_id, country_code), `${country_code}: ${vat_id}`).toBe('plausible')
      expect(empty).toBe(false)
    }
  })

  test('some invitations are not accepted yet, and some users are suspended', async () => {
    const statuses = await rows(sql`
    select status, count(*) > 0 as some, bool_and((password_hash is null) = (status = 'user_pending')) as plausible
    from users where sign_in_user_id is null group by 1 order by 1`)
    expect(statuses).toEqual(
      ['user_active', 'user_pending', 'user_suspended'].map((status) => ({ status, some: true, plausible: true })),
    )
  })

  test('every listed user can sign in, and has the listed role', async () => {
    const people = await rows(sql`
    select u.email::text, a.code as account, a.name as company, r.name as role, u.status, u.password_hash is not null as "hasPassword"
    from users u join accounts a using (tenant_id, account_id)
    join user_roles using (tenant_id, user_id) join roles r using (tenant_id, role_id)`)
    for (const { email, account, company, role } of demoSignIns) {
      expect(people).toContainEqual({ email, account, company, role, status: 'user_active', hasPassword: true })
    }
  })

  test('one person of the demo acts for two companies by one sign-in', async () => {
    expect(
      await rows(sql`
        select a.code as account, u.status from users u join accounts a using (tenant_id, account_id)
        join users h on h.tenant_id = u.tenant_id and h.user_id = u.sign_in_user_id
        where h.email = 'davide@officinadig.example'`),
    ).toEqual([{ account: 'TECNODIS', status: 'user_active' }])
  })

  test('the prepared scenario works: a reseller waits for a product its distributor lacks, and has stock for keys', async () => {
    const stock = await rows<{ account: string; sku: string; available: number }>(sql`
    select a.code as account, p.sku, b.quantity - b.held as available
    from stock_balances b join accounts a using (tenant_id, account_id)
    join products p on p.product_id = b.product_id where a.code in ('PONTENUOVO', 'FERRANTE')`)
    const available = (account: string, sku: string) =>
      stock.find((row) => row.account === account && row.sku === sku)?.available ?? 0
    expect(available('PONTENUOVO', 'ATLAS-ENT-1Y')).toBe(2)
    expect(available('PONTENUOVO', 'ATLAS-PRO-1Y')).toBeGreaterThanOrEqual(10)
    expect(available('FERRANTE', 'ATLAS-PRO-1Y')).toBeGreaterThanOrEqual(5)
    expect(
      await rows(sql`
    select p.sku, i.qt from orders o join order_items i using (tenant_id, order_id) join products p on p.product_id = i.product_id
    join accounts b on b.account_id = o.buyer_id join accounts v on v.account_id = o.vendor_id
    where o.status = 'pending' and b.code = 'FERRANTE' and v.code = 'PONTENUOVO' and i.line = 1`),
    ).toContainEqual({
      sku: 'ATLAS-ENT-1Y',
      qt: 5,
    })
  })

  test('a second tenant has a brand, menu and currency of its own, the check finds nothing, and the first is the default', async () => {
    const second = await findTenantByCode(db, secondTenantCode)
    const first = await findTenantByCode(db, demoTenantCode)
    expect(second).toMatchObject({
      name: 'Lumen Audio',
      theme: { primaryColor: '#8a2f6b' },
      logo_url: expect.stringContaining('/tenants/lumen/logo?v='),
    })
    expect(second?.excluded_menu_entries).toContain('deals')
    expect(second?.theme).not.toEqual(first?.theme)
    expect((await findTenantByHost(db, 'localhost', undefined))?.code).toBe(demoTenantCode)
    expect((await findTenantByHost(db, 'lumen.localhost', undefined))?.code).toBe(secondTenantCode)
    const there = second?.tenantId ?? ''
    expect((await checkTenant(db, there, { storage, contents: true })).findings).toEqual([])
    const own = await readIn(there).row(sql`
      select (select count(*)::int from accounts) as accounts, (select count(*)::int from products) as products,
             (select c.code from tenants t join currencies c using (currency_id) where t.tenant_id = current_tenant()) as currency`)
    expect(own).toEqual({ accounts: 3, products: 3, currency: 'USD' })
    expect(
      await figures(sql`select count(*)::int as foreign from product_publications where tenant_id <> owner_tenant_id`),
    ).toEqual({
      foreign: 0,
    })
  })
})

test('the same seed creates the same demo', () => {
  const told = (seed: number) => {
    const chance = chanceFrom(seed)
    return [chance.next(), chance.between(1, 6), chance.pick(['a', 'b', 'c']), chance.some([1, 2, 3, 4], 2)]
  }
  expect(told(7)).toEqual(told(7))
  expect(told(7)).not.toEqual(told(8))
})
