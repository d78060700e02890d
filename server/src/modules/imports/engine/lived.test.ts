// @module-tag long
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkTenant } from '../../../cli/check/run.ts'
import { createTenant } from '../../../cli/create-tenant.ts'
import { demoTenantCode, fillDemoOnFirstRun } from '../../../demo/index.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import { prepareInstallation } from '../../../platform/installation.ts'
import { openSigner } from '../../../platform/signing/signer.ts'
import { openFolder } from '../../../platform/storage/folder.ts'
import { testDatabase, testSecrets } from '../../../testing/database.ts'
import { csv } from '../../../testing/importing.ts'
import { findTenantByCode } from '../../tenants/index.ts'
import { exportFolder } from './export-folder.ts'
import { importFolder } from './folder.ts'

/*
 * A tenant that has lived is exported, and imported into an empty one of another installation: a year of business with renewals,
 * devices, eBids, extensions, trials, upgrade rights, definitions of every kind, and what was suspended, revoked or deleted.
 */

const scratch = mkdtempSync(join(tmpdir(), 'trellis-lived-'))
const worlds = await Promise.all([testDatabase(), testDatabase()])
const [before, after] = await Promise.all(worlds.map(({ url }) => openDatabase(url, { secrets: testSecrets, size: 8 })))
afterAll(async () => {
  await Promise.all([before?.close(), after?.close()])
  for (const world of worlds) await world.drop()
  rmSync(scratch, { recursive: true, force: true })
})
const [from, to] = [before as NonNullable<typeof before>, after as NonNullable<typeof after>]
const tenants = { from: '', to: '' }
const contextOf = (tenantId: string) => ({ tenantId, userId: null, reach: null, clock: null, requestId: null })
const lived = (query: Sql) => from.administer(contextOf(tenants.from), (tx) => tx.run(query))

beforeAll(async () => {
  await prepareInstallation(worlds[0]?.url ?? '', testSecrets, { secretKey: undefined, dataDir: scratch })
  const storage = openFolder(scratch)
  await fillDemoOnFirstRun(
    from,
    { storage, signer: openSigner(from, testSecrets), secrets: testSecrets },
    () => undefined,
  )
  tenants.from = (await findTenantByCode(from, demoTenantCode))?.tenantId ?? ''
  const { tenantId } = await createTenant(to, {
    ...{ code: 'arrived', name: 'Nobody yet', currencyCode: 'EUR' },
    ...{ adminEmail: 'vera@halcyon.example', adminPassword: 'Orchard-Lane-Ladder-27' },
  })
  tenants.to = tenantId
})

const filesIn = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8').split('\r\n')]))

const brought = async (tenantId: string, folder: string) => {
  const problems: string[] = []
  const good = await importFolder(tenantId === tenants.to ? to : from, tenantId, folder, {
    ...{ dryRun: false, keepGood: false, refusedTo: scratch },
    onProblem: (file, { line, column, value, reason }) =>
      problems.push(`${file} ${line} ${column} ${value}: ${reason}`),
  })
  return [problems.slice(0, 20), good]
}

/** What the demo's year has not: prices that wait for their day, and things that were stopped or deleted while others name them. */
async function liveOn() {
  const [list] = await from.read(contextOf(tenants.from)).rows<{ name: string; owner: string; sku: string }>(sql`
      select l.name, a.code as owner, min(p.sku) as sku
      from price_lists l join accounts a using (tenant_id, account_id) join price_list_items i using (tenant_id, price_list_id)
      join products p using (tenant_id, product_id) where p.status = 'Active' group by 1, 2 order by 1 limit 1`)
  const folder = mkdtempSync(join(scratch, 'life-'))
  const head = 'priceListName,ownerAccountCode,day,sku,customPrice,quantityBreaks,note,until'
  writeFileSync(
    join(folder, 'price-plans.csv'),
    csv(head, `"${list?.name}",${list?.owner},2098-01-01,${list?.sku},7.5,10:7|20:6.5,Offer,2098-02-01`),
  )
  writeFileSync(join(folder, 'roles.csv'), csv('roleName,permissions', 'Watcher,Orders:r|Licenses:r'))
  writeFileSync(join(folder, 'settings.csv'), csv('setting,value', 'group.7,Silver partners', 'protectionDays,33'))
  expect(await brought(tenants.from, folder)).toEqual([[], true])
  await lived(sql`
    update license_seats set suspended = true
    where license_seat_id = (select min(license_seat_id::text)::uuid from license_seats where revoked_at is null)`)
  // An account with orders and keys, as the portal deletes one: without people, stock and price list.
  const gone = sql`(
    select o.buyer_id from orders o
    where exists (select from licenses l where l.tenant_id = o.tenant_id and l.owner_id = o.buyer_id)
      and not exists (select from accounts c where c.tenant_id = o.tenant_id and c.parent_id = o.buyer_id)
      and not exists (
        select from stock_balances b where b.tenant_id = o.tenant_id and b.account_id = o.buyer_id and b.quantity <> 0)
    order by o.created_at, o.order_id limit 1)`
  await lived(sql`update users set deleted_at = clock() where account_id = ${gone}`)
  await lived(sql`delete from price_list_accounts where account_id = ${gone}`)
  await lived(sql`delete from stock_thresholds where account_id = ${gone}`)
  await lived(sql`update accounts set deleted_at = clock() where account_id = ${gone}`)
  // A product of keys and orders, as the portal deletes one: off the lists, and still known.
  await lived(sql`
    update products set status = 'Deleted' where product_id = (
      select l.product_id from licenses l join order_items i using (tenant_id, product_id) group by 1 order by count(*), 1 limit 1)`)
}

/** The lines that one file has and the other has not, the first ones. */
const differences = (one: string[], other: string[]): string[] => {
  const [here, there] = [new Set(one), new Set(other)]
  return [
    ...one.filter((line) => !there.has(line)).map((line) => `- ${line}`),
    ...other.filter((line) => !here.has(line)).map((line) => `+ ${line}`),
  ].slice(0, 8)
}

test('a tenant that has lived arrives in another installation with equal files (rules I32)', async () => {
  await liveOn()
  const [first, second] = [join(scratch, 'first'), join(scratch, 'second')]
  const exported = await exportFolder(from, tenants.from, first)
  expect(exported.filter(({ rows }) => rows === 0).map(({ file }) => file)).toEqual([])
  expect(await brought(tenants.to, first)).toEqual([[], true])
  await exportFolder(to, tenants.to, second)
  const [gone] = await to.read(contextOf(tenants.to)).rows<Record<string, number>>(sql`
    select (select count(*)::int from accounts where deleted_at is not null) as accounts,
           (select count(*)::int from products where status = 'Deleted') as products,
           (select count(*)::int from license_seats where suspended) as seats,
           (select count(*)::int from price_plans) as plans`)
  expect(gone).toMatchObject({ accounts: 1, products: 1, plans: 2 })
  expect(gone?.seats).toBeGreaterThan(0)
  const [given, arrived] = [filesIn(first), filesIn(second)]
  for (const [name, lines] of Object.entries(given))
    expect([name, differences(lines, arrived[name] ?? [])]).toEqual([name, []])
  expect(arrived).toEqual(given)
  expect((await checkTenant(to, tenants.to)).findings).toEqual([])
})

const figures: Record<string, Sql> = {
  'ends and seats of every key': sql`
    select l.serial_key as key, a.code as owner, p.sku, l.seats, l.seats_occupied as held, iso(l.expires_at) as ends,
           iso(l.maintenance_expires_at) as maintenance, l.license_is_perpetual as "isPerpetual",
           l.activated_at is not null and (l.expires_at is null or l.expires_at >= clock()) as "isActive",
           (select count(*)::int from license_seats s
            where s.tenant_id = l.tenant_id and s.license_id = l.license_id and s.revoked_at is null and s.suspended) as suspended,
           license_entitlements(l.license_id) as granted
    from licenses l join accounts a on a.tenant_id = l.tenant_id and a.account_id = l.owner_id
    join products p on p.tenant_id = l.tenant_id and p.product_id = l.product_id order by 1`,
  'renewals that are due in a year': sql`
    select a.code, count(*)::int as keys, sum(l.seats)::int as seats
    from licenses l join accounts a on a.tenant_id = l.tenant_id and a.account_id = l.owner_id
    where coalesce(l.expires_at, l.maintenance_expires_at) between clock() and clock() + interval '1 year' group by 1 order by 1`,
  'the forecast of open deals': sql`
    select to_char(d.estimated_close_at at time zone 'UTC', 'YYYY-MM') as month, c.code as currency, count(*)::int as deals,
           sum(coalesce(d.ebid_approved_value, d.total))::text as amount,
           sum(coalesce(d.ebid_approved_value, d.total) * d.chance / 100)::text as weighted
    from deals d join currencies c using (currency_id)
    where d.status not in ('Won', 'Lost') and d.expires_at > clock() and d.protection_status not in ('Refused', 'Duplicated')
    group by 1, 2 order by 1, 2`,
  'what everybody owes': sql`
    select a.code, c.code as currency, sum(o.total)::text as amount, count(*)::int as orders
    from orders o join accounts a on a.tenant_id = o.tenant_id and a.account_id = o.buyer_id join currencies c using (currency_id)
    where o.status = 'approved' and not o.paid group by 1, 2 order by 1, 2`,
  'what everybody pays for every product': sql`
    select a.code, p.sku, l.name as list, i.custom_price::text as price, i.discount_type as discount, i.quantity_breaks as breaks
    from accounts a cross join lateral effective_price_list(a.account_id) g
    join price_lists l on l.tenant_id = a.tenant_id and l.price_list_id = g.price_list_id
    join price_list_items i on i.tenant_id = l.tenant_id and i.price_list_id = l.price_list_id
    join products p on p.tenant_id = i.tenant_id and p.product_id = i.product_id
    where a.deleted_at is null and p.status <> 'Deleted' order by 1, 2`,
  'what is on hand': sql`
    select a.code, p.sku, b.quantity from stock_balances b join accounts a using (tenant_id, account_id)
    join products p using (tenant_id, product_id) where b.quantity <> 0 and p.status <> 'Deleted' order by 1, 2`,
  'who may do what': sql`
    select u.email::text, r.name, r.permissions from users u join user_roles h using (tenant_id, user_id)
    join roles r using (tenant_id, role_id) where u.deleted_at is null and u.sign_in_user_id is null order by 1, 2`,
}

test.each(Object.entries(figures))('the figures of both are equal: %s (rules I32)', async (_, query) => {
  const [there, here] = [
    await from.read(contextOf(tenants.from)).rows(query),
    await to.read(contextOf(tenants.to)).rows(query),
  ]
  expect(there.length).toBeGreaterThan(2)
  expect(here).toEqual(there)
})
