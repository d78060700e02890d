// @module-tag long
import { certificates } from '@trellis/contract/certificates'
import { devices } from '@trellis/contract/devices'
import { userCertificates } from '@trellis/contract/issued-certificates'
import { licenses } from '@trellis/contract/licenses'
import { orders } from '@trellis/contract/orders'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { sealAudit } from '../../modules/audit/index.ts'
import { transactionOn } from '../../platform/database/session.ts'
import { dealing } from '../../testing/dealing.ts'
import { network } from '../../testing/network.ts'
import { selling } from '../../testing/selling.ts'
import { stateInvariants } from './states.ts'

/*
 * Somebody who has the database changes one value, past all triggers. Whatever it is, the check finds that the record is not what
 * the audit log sealed (threats X14).
 */

const world = await network()
const { vendor, nordico, acme, db, tenantId, products } = world
const { items, issue, sell } = selling(world)
const { register } = dealing(world)
const productId = products['EDGE-1Y']?.productId ?? ''

await issue({ 'EDGE-1Y': 20 })
await sell(vendor, nordico, { 'EDGE-1Y': 10 })
const { id: orderId } = await sell(nordico, acme, { 'EDGE-1Y': 4 })
await acme.call(orders.create, { body: { items: items({ BOX: 1 }) } })
const { serialKeys } = await acme.call(licenses.create, {
  body: { parentAccountId: acme.accountId, items: [{ productId, qt: 2 }] },
})
await vendor.call(devices.activate, { body: { serialKey: serialKeys[0] ?? '', deviceUuid: 'device-1' } })
await register(acme, { 'EDGE-1Y': 3 })
const { items: defined } = await vendor.call(certificates.search, {
  body: { filterBy: [{ field: 'kind', values: ['User'] }] },
})
await vendor.call(userCertificates.create, {
  body: { certificateId: defined[0]?.certificateId ?? '', userId: acme.userId },
})
const inTenant = { tenantId, userId: null, reach: null, clock: null, requestId: null }
while ((await db.write(inTenant, (tx) => sealAudit(tx))) > 0);

const superuser = new pg.Client(world.adminUrl)
await superuser.connect()
afterAll(() => superuser.end())

const here = `tenant_id = '${tenantId}'`

/** How much the check finds after a change, which is rolled back. */
async function foundAfter(statement: string): Promise<number> {
  await superuser.query('begin')
  try {
    await superuser.query('set local session_replication_role = replica')
    await superuser.query(statement)
    await superuser.query('set local role trellis_app')
    await superuser.query(`select set_config('app.tenant', $1, true)`, [tenantId])
    const tx = transactionOn(superuser, db.shared.keyed)
    let found = 0
    for (const { broken } of stateInvariants) found += (await tx.rows(broken)).length
    return found
  } finally {
    await superuser.query('rollback')
  }
}

/** Columns that change without an event, or follow from others, by their tables. */
const unsealed: Record<string, readonly string[]> = {
  // Folded texts are generated, and so is whether a deal may wait.
  users: ['first_name_folded', 'last_name_folded', 'email_folded'],
  accounts: ['code_folded', 'name_folded'],
  addresses: ['searched_folded'],
  orders: ['ref_code_folded'],
  price_lists: ['name_folded'],
  deal_prospects: ['name_folded'],
  deals: ['may_wait', 'expiry_told_for', 'delay_told_for'],
  // What a device says of itself, at each start.
  license_seats: [
    ...['device_name', 'device_description', 'device_lang', 'installed_product', 'installed_version', 'os_name'],
    ...['os_version', 'current_trial_step', 'last_seen_at', 'last_lease', 'device_folded'],
  ],
  // They follow from other rows, and other invariants hold them.
  licenses: ['seats_upgraded'],
  products: ['entitlements'],
  issued_certificates: ['is_current'],
}

const tables = [
  ...['users', 'user_roles', 'roles', 'accounts', 'addresses', 'orders', 'order_items', 'order_history', 'licenses'],
  ...[
    'license_details',
    'license_seats',
    'deals',
    'deal_items',
    'deal_prospects',
    'issued_certificates',
    'certificates',
  ],
  ...[
    'price_lists',
    'price_list_items',
    'price_list_accounts',
    'stock_movements',
    'products',
    'tenants',
    'account_groups',
  ],
]

/** SQL: another value of a type. */
const others: Record<string, (column: string) => string> = {
  uuid: () => 'gen_random_uuid()',
  text: (column) => `coalesce(${column}, '') || 'x'`,
  citext: (column) => `coalesce(${column}, '') || 'x'`,
  int4: (column) => `coalesce(${column}, 0) + 1000`,
  int2: (column) => `coalesce(${column}, 0) + 1000`,
  numeric: (column) => `coalesce(${column}, 0) + 1000`,
  bool: (column) => `not coalesce(${column}, false)`,
  timestamptz: (column) => `coalesce(${column}, now()) + interval '1 hour'`,
  jsonb: () => `'[{"changed": true}]'`,
  _text: (column) => `${column} || array['x']`,
  _uuid: (column) => `${column} || array[gen_random_uuid()]`,
  _int4: (column) => `${column} || array[1]`,
}

test.each(tables)('any changed value of %s is found', async (table) => {
  const { rows: columns } = await superuser.query<{ name: string; type: string }>(
    `select column_name as name, udt_name as type from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position`,
    [table],
  )
  const { rows: checks } = await superuser.query<{ drop: string }>(
    `select format('alter table %s drop constraint %I;', conrelid::regclass, conname) as drop from pg_constraint
     where contype = 'c' and conrelid = $1::regclass`,
    [table],
  )
  const missed: string[] = []
  for (const { name, type } of columns) {
    if (unsealed[table]?.includes(name)) continue
    const other = others[type]
    if (other === undefined) throw new Error(`There is no other value of ${type}`)
    const one = `ctid = (select ctid from ${table} where ${here} order by ctid limit 1)`
    const found = await foundAfter(
      `${checks.map(({ drop }) => drop).join('')} update ${table} set ${name} = ${other(name)} where ${one}`,
    )
    if (found === 0) missed.push(name)
  }
  expect(missed).toEqual([])
})

test.each([
  [
    'a super admin made by hand',
    `insert into user_roles (tenant_id, user_id, role_id) values ('${tenantId}', '${acme.userId}', 1)`,
  ],
  [
    'a widened role',
    `update roles set permissions = (select permissions from roles where ${here} and role_id = 1) where ${here} and name = 'Basic'`,
  ],
  ['a protection that ends later', `update deals set expires_at = expires_at + interval '60 days' where ${here}`],
  ['a price list in another currency', `update price_lists set currency_id = 840 where ${here}`],
  ['a deleted association', `delete from price_list_accounts where ${here}`],
  [
    'a certificate that ends later',
    `update issued_certificates set expires_at = expires_at + interval '5 years' where ${here}`,
  ],
  [
    'a movement that changed together with its balance',
    `
    update stock_balances set quantity = quantity + 5 where ${here} and account_id = '${acme.accountId}';
    update stock_movements set quantity = quantity + 5 where ${here} and account_id = '${acme.accountId}' and order_id = '${orderId}'`,
  ],
  ['a deleted user', `delete from users where ${here} and user_id = '${acme.userId}'`],
  [
    'a user made by hand',
    `insert into users (tenant_id, user_id, account_id, email, first_name, last_name, status)
    values ('${tenantId}', gen_random_uuid(), '${acme.accountId}', 'new@acme.example', 'New', 'Hand', 'user_active')`,
  ],
  [
    'a deleted order with its lines',
    `delete from order_items where order_id = '${orderId}'; delete from orders where order_id = '${orderId}'`,
  ],
])('%s is found', async (_what, statement) => {
  expect(await foundAfter(statement)).toBeGreaterThan(0)
})

test('what was not damaged is not found', async () => {
  expect(await foundAfter(`update stock_balances set quantity = quantity where ${here}`)).toBe(0)
})
