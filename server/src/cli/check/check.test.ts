import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { attachments } from '@trellis/contract/attachments'
import { certificates } from '@trellis/contract/certificates'
import { deals } from '@trellis/contract/deals'
import { devices } from '@trellis/contract/devices'
import { userCertificates } from '@trellis/contract/issued-certificates'
import { licenses } from '@trellis/contract/licenses'
import { orders } from '@trellis/contract/orders'
import { renewals } from '@trellis/contract/renewals'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { sealAudit } from '../../modules/audit/index.ts'
import { foldSums, sumLicenses } from '../../modules/dashboard/index.ts'
import { transactionOn } from '../../platform/database/session.ts'
import { openFolder } from '../../platform/storage/folder.ts'
import { dealing } from '../../testing/dealing.ts'
import { inviting } from '../../testing/inviting.ts'
import { licensing } from '../../testing/licensing.ts'
import { network } from '../../testing/network.ts'
import { runJob } from '../../testing/queue.ts'
import { raw } from '../../testing/selling.ts'
import { uploading } from '../../testing/uploading.ts'
import { objectsInvariant } from './files.ts'
import { checkRows, checkTenant, invariants } from './run.ts'

/*
 * Proves that the check finds each violation: every invariant is broken once as superuser, who bypasses triggers,
 * foreign keys and row-level security, and must be reported. Everything is rolled back.
 */

const world = await network()
const { vendor, nordico, acme, bergen, fjord, db, tenantId } = world
const productId = (sku: string) => world.products[sku]?.productId ?? ''
const approve = (person: typeof vendor, id: string) =>
  person.call(orders.changeStatus, { params: { id }, body: { status: 'approved' } })
const line = (sku: string, quantity: number) => ({
  items: [{ productId: productId(sku), quantity, price: Number(world.products[sku]?.price) }],
})

// Some business: stock at every level, a key with a device, a derived order, an order that holds stock.
const first = await nordico.call(orders.create, { body: line('EDGE-1Y', 20) })
await approve(vendor, first.id)
const second = await acme.call(orders.create, { body: line('EDGE-1Y', 8) })
await nordico.call(orders.create, { body: { ...line('BOX', 1), derivedOrderId: second.id } })
await approve(nordico, second.id)
// An order of which a part was approved, and then a part returned.
const third = await acme.call(orders.create, { body: line('EDGE-1Y', 4) })
const [asked] = (await nordico.call(orders.read, { params: { id: third.id } })).items ?? []
for (const [status, quantity] of [
  ['approved', 3],
  ['revoked', 1],
] as const)
  await nordico.call(orders.changeStatus, {
    params: { id: third.id },
    body: { status, items: [{ orderItemId: asked?.orderItemId ?? '', quantity }] },
  })
await nordico.call(orders.create, { body: { ...line('EDGE-1Y', 2), buyerAccountId: fjord.accountId } })
const { serialKeys } = await acme.call(licenses.create, {
  body: {
    parentAccountId: acme.accountId,
    items: [{ productId: productId('EDGE-1Y'), qt: 3 }],
    derivedOrderId: second.id,
  },
})
await vendor.call(devices.activate, { body: { serialKey: serialKeys[0] ?? '', deviceUuid: 'device-1' } })
const [renewed = ''] = (
  await acme.call(licenses.create, {
    body: { parentAccountId: acme.accountId, items: [{ productId: productId('EDGE-1Y'), qt: 1 }] },
  })
).serialKeys
const { expirationDate } = await vendor.call(devices.activate, { body: { serialKey: renewed, deviceUuid: 'device-2' } })
await acme.call(renewals.renew, { body: { items: [{ serialKey: renewed, dueDate: expirationDate ?? '' }] } })
// A key that upgrades one of its two seats.
const { addProduct, give, item, create } = licensing(world)
await addProduct({ sku: 'EDGE-UP', isUpgradeRight: true, extends: 'EDGE-1Y' })
await give(acme, 'EDGE-UP', 1)
await create(acme, acme, item('EDGE-UP', 1))
// A file that is attached, one that is not, and an upload that is not committed.
const { request, upload } = uploading(world)
const attached = await acme.call(attachments.add, {
  params: { id: second.id },
  body: { attachments: [await upload(acme, 'our order')] },
})
const free = await upload(acme, 'an offer')
await request(acme, 'later')
const storage = openFolder(world.dataDir)
const objectOf = (fileId: string) => join(world.dataDir, 'files', tenantId, 'files', fileId)

const { items: defined } = await vendor.call(certificates.search, { body: { sortBy: [{ field: 'kind' }] } })
await vendor.call(userCertificates.create, {
  body: { certificateId: defined.at(-1)?.certificateId ?? '', userId: acme.userId },
})

// A deal of Acme that was protected, priced, extended and ordered; the same opportunity of Bergen; and one that expired.
const { register, protect, ask, approve: approveEbid, update } = dealing(world)
const opportunity = { vatId: 'IT99999999990' }
const deal = await register(acme, { 'EDGE-1Y': 2 }, opportunity)
await protect(nordico, deal, 'Approved')
await ask(acme, deal, 150)
await approveEbid(nordico, deal)
await update(acme, deal, { dealStatus: 'Won' })
const { items: lines } = await acme.call(deals.buyer, { params: { id: deal } })
await acme.call(orders.create, { body: { dealId: deal, items: lines } })
const rivalDeal = await register(bergen, { 'EDGE-1Y': 1 }, opportunity)
const outdated = await register(acme, { 'EDGE-1Y': 1 })
await raw(
  world,
  `update deals set created_at = created_at - interval '95 days', expires_at = expires_at - interval '95 days' where deal_id = $1`,
  [outdated],
)
await runJob(world, 'deals:expire')

// One user who joined, and one who has not yet.
const joined = await inviting(world).join(nordico, 'jo@nordico.example')
const waiting = 'wally@nordico.example'
await inviting(world).invite(nordico, waiting)
const asTenant = { tenantId, userId: null, reach: null, clock: null, requestId: null }
await db.write(asTenant, foldSums)
await db.write(asTenant, (tx) => sumLicenses(tx, 1))
await db.write(asTenant, sealAudit)

const superuser = new pg.Client({ connectionString: world.adminUrl })
await superuser.connect()
afterAll(() => superuser.end())

/** The findings after a statement that the application could never run. */
async function afterwards(statement: string): Promise<string[]> {
  await superuser.query('begin')
  try {
    await superuser.query(`set local session_replication_role = replica; ${statement}`)
    await superuser.query(`set local role trellis_app`)
    await superuser.query(`select set_config('app.tenant', $1, true)`, [tenantId])
    const { findings } = await checkRows(transactionOn(superuser, db.shared.keyed), { storage })
    return findings.map(({ invariant }) => invariant)
  } finally {
    await superuser.query('rollback')
  }
}

const here = `tenant_id = '${tenantId}'`
const one = (table: string, id: string, more = 'true') =>
  `${id} = (select ${id} from ${table} where ${here} and ${more} limit 1)`

const someone = (email: string) => one('users', 'user_id', `email = '${email}'`)

const damage: Record<string, string> = {
  'there is one root': `update accounts set parent_id = account_id where ${here} and parent_id is null`,
  'every account hangs on the root': `
    update accounts a set parent_id = c.account_id from accounts c where a.code = 'NORDICO' and c.code = 'ACME' and a.${here} and c.${here}`,
  'the tree says what the parents say': `delete from account_tree where ${here} and depth = 2`,
  'a parent is more senior than its children, and no buyer': `update accounts set group_id = 8 where ${here} and code = 'NORDICO'`,
  'no living account lies below a deleted one': `update accounts set deleted_at = now() where ${here} and code = 'NORDICO'`,
  'every account has an address': `delete from addresses where ${here} and ${one('addresses', 'address_id')}`,
  'somebody is super admin': `update users set status = 'user_suspended' where ${here} and email = 'vera@verdant.example'`,
  'nobody who may not sign in has a session': `update users set status = 'user_suspended' where ${here} and email = 'anna@acme.example'`,
  'everybody whom no directory provisions has a role': `delete from user_roles where ${here} and ${someone('anna@acme.example')}`,
  'who has not accepted the invitation has no password, and who has accepted it has one': `
    update users set password_hash = null where ${here} and ${someone(joined.email)}`,
  'an invitation that still works is the only one of somebody who waits for it': `
    insert into one_time_tokens (tenant_id, token_hash, kind, user_id, expires_at)
    select tenant_id, 'another', kind, user_id, expires_at from one_time_tokens where ${here} and ${someone(waiting)}`,
  'who has a second factor has ten backup codes, and nobody else has any': `
    insert into second_factors (tenant_id, user_id, provider_type) select tenant_id, user_id, 1 from users where ${here} and ${someone(joined.email)}`,
  'who was deleted has nothing left to sign in with': `update users set deleted_at = now() where ${here} and ${someone(joined.email)}`,
  'who acts for a further account signs in as a living user of another one, and is no super admin there': `
    update users set sign_in_user_id = user_id where ${here} and ${someone(waiting)}`,
  'an API key acts as a service user of its account, and each service user has its key': `
    insert into users (tenant_id, user_id, account_id, email, first_name, last_name, status, deleted_at, is_service)
    select tenant_id, gen_random_uuid(), account_id, 'none@key.invalid', 'ERP', 'trk_00000000', 'user_suspended', now(), true
    from users where ${here} and ${someone(joined.email)}`,
  'the price on a list is the last of its history': `update price_list_items set custom_price = custom_price + 1 where ${here}`,
  'a balance is the sum of its movements': `update stock_balances set quantity = quantity + 1 where ${here} and is_root`,
  'what is held is what pending sell-outs have promised': `update stock_balances set held = 0 where ${here} and held > 0`,
  'nobody below the root gives or promises what it does not have': `
    alter table stock_balances drop constraint stock_balances_covered;
    update stock_balances set quantity = -1 where ${here} and not is_root`,
  'an approved order moved its lines, and no other order moved anything': `update order_items set qt = qt + 1 where ${here}`,
  'a line amount is quantity times price, rounded half up': `update order_items set amount = amount + 0.01 where ${here}`,
  'an order total is the sum of its lines, in one currency': `update orders set total = total + 0.01 where ${here}`,
  'the status of an order is the last entry of its history': `delete from order_history where ${here} and status = 'approved'`,
  'the next number of a record is above all that there are': `
    update deals set code = left(code, 8) || '900000'
    where ${here} and deal_id = (select deal_id from deals where ${here} limit 1)`,
  'an order has a date of approval when it was approved': `update orders set approved_at = null where ${here}`,
  'a derived order belongs to the chain it was derived from': `update orders set relation_id = gen_random_uuid() where ${here} and derived_order_id is not null`,
  'a part of an order has its parties and the status that follows from why it was parted': `
    update orders set derivation = 'return' where ${here} and derivation = 'rest'`,
  'an external id is that of a record that is there': `
    insert into external_ids (tenant_id, kind, record_id, system, external_id) values (${`'${tenantId}'`}, 'order', gen_random_uuid(), 'erp', '1')`,
  'what is attached to an order is a file that was not deleted': `
    delete from files where ${here} and file_id in (select file_id from order_attachments)`,
  'the used quota is the sum of the files and of what uploads have reserved': `update file_uploads set reserved = 0 where ${here}`,
  'a certificate that has neither ended nor been revoked counts for its holder': `
    update issued_certificates set is_current = false where ${here}`,
  'the certificate of a user is with the account of the user': `
    update issued_certificates set account_id = '${fjord.accountId}' where ${here}`,
  'a deal total is the sum of its items at the vendor’s prices': `update deal_items set qt = qt + 1 where ${here} and deal_id = '${deal}'`,
  'the state of a deal is the last entry of its history': `update deals set chance = 99 where deal_id = '${deal}'`,
  'the price asked for in a deal is its last eBid': `delete from deal_ebids where deal_id = '${deal}' and status = 'Approved'`,
  'a price asked for or approved in a deal is below its total': `
    update deals set ebid_approved_value = total where deal_id = '${deal}'`,
  'the protection of a deal lasts whole days, at most 730 and as many more for each extension': `
    update deals set expires_at = expires_at + interval '1 hour' where deal_id = '${deal}'`,
  'one opportunity is protected for one vendor, unless a manager said why': `
    update deals set protection_status = 'Approved' where deal_id = '${rivalDeal}'`,
  'the System noted the end of each deal that it closed, once': `update deals set is_expiry_noted = false where deal_id = '${outdated}'`,
  'the purchase of a deal is its vendor’s': `update deals set vendor_id = '${bergen.accountId}' where deal_id = '${deal}'`,
  'the sales of the dashboard are the lines of approved orders': `update sales set amount = amount + 1 where ${here}`,
  'the sums of the dashboard are what the records add up to': `update period_sums set qt = qt + 1 where ${here} and measure = 'C'`,
  'each seal of the audit log has what the search compares of its event': `
    update audit_seals set account_id = gen_random_uuid() where ${here} and seq = 1`,
  'the events of price lists are known by the products that they name': `
    insert into audit_products select tenant_id, 'another', audit_id from audit_seals where ${here} and seq = 1`,
  'a license has as many seats occupied as devices hold, and never more than it has': `update licenses set seats_occupied = 0 where ${here}`,
  'upgrade keys take the seats of a base key once: their sum is counted at it and is never more than it has': `
    update licenses set seats_upgraded = 0 where ${here}`,
  'an upgrade key takes as many seats as it has of a key of its owner, and ends with the key that is upgraded first': `
    update license_upgrades set seats = seats + 1 where ${here}`,
  'no more is licensed of an order than it has': `update licenses set seats = 9 where ${here}`,
  'a license refers to an approved order of its owner': `update orders set status = 'revoked' where order_id = '${second.id}'`,
  'a license lasts as long as its details say': `update licenses set expires_at = expires_at + interval '1 day' where ${here}`,
  'each renewal continues the count of its terms by its grant, and the license ends when the last one says': `
    update license_renewals set expires_after = expires_after + interval '1 day' where ${here}`,
  'an exported license has a signed document for its environment, and no other license has one': `
    update licenses set exported_at = now() where ${here}`,
  'a certificate ends as many months after what it is counted from as its terms have': `
    update issued_certificates set counted_months = counted_months + 1 where ${here}`,
  'each product carries the features of its type': `update products set entitlements = '{"seats": 9}' where ${here}`,
  'every serial key is registered once in the installation': `delete from serial_keys where ${here}`,
  'each record is found by the texts that it has, or has had in the audit log': `delete from texts where ${here} and kind = 'deal'`,
  'records are in the lists of their parties and of everybody above': `delete from scopes where ${here} and list = 'l'`,
  'the counters of lists are what counting gives': `update tallies set records = records + 1 where ${here} and list = 'd'`,
  'a mail was sent, or can still be, or it is known why not': `
    insert into mails (tenant_id, mail_id, kind, recipient, language_code, message_id)
    values (${`'${tenantId}'`}, gen_random_uuid(), 'mfa_code', 'anna@acme.example', 'en', '<1@localhost>')`,
  'each record is what the audit log sealed last': `update roles set permissions = '[]' where ${here} and name = 'Basic'`,
  'each record has an event': `
    insert into roles (tenant_id, role_id, name, permissions) values (${`'${tenantId}'`}, 99, 'Added by hand', '[]')`,
  'the last import by command came to its end': `
    insert into import_runs (tenant_id, run_id, started_by, folder, file, phase)
    values (${`'${tenantId}'`}, gen_random_uuid(), 'vera', '/records', 'orders.csv', 'writing')`,
  [objectsInvariant]: `update files set size = size + 1 where ${here}`,
  'every serial key is found by its hash': `update serial_keys set key_hash = sha256(key_hash) where ${here}`,
  'the audit log is as it was written': `
    update audit_log set after = '{}' where ${here} and audit_id = (select audit_id from audit_seals where ${here} and seq = 2)`,
}

test('a network with ordinary business has no findings', async () => {
  expect((await checkTenant(db, tenantId, { storage, contents: true })).findings).toEqual([])
})

test('there is a case for every invariant', () => {
  expect(Object.keys(damage).slice(0, -3).sort()).toEqual(invariants.map(({ name }) => name).sort())
})

test.each(Object.entries(damage))('a violation is found: %s', async (invariant, statement) => {
  expect(await afterwards(statement)).toContain(invariant)
})

test.each([
  ['purchases', 'b', `state like 'pending,%'`],
  ['sales', 'v', 'not own'],
  ['keys', 'l', 'own'],
  ['deals', 'd', 'not own'],
  ['certificates', 'c', 'own'],
  ['stock', 's', 'own'],
])('a wrong counter of %s is found', async (_, list, where) => {
  const broken = 'the counters of lists are what counting gives'
  const which = `${here} and list = '${list}' and ${where}`
  expect(await afterwards(`update tallies set records = records + 1 where ${which}`)).toContain(broken)
  expect(await afterwards(`update tallies set amount = amount + 1 where ${which}`)).toContain(broken)
  expect(await afterwards(`update tallies set state = state || ',none' where ${which} and records > 0`)).toContain(
    broken,
  )
})

test.each(['b', 'v', 'l'])('a record that is missing in a list, or too much in it, is found: %s', async (list) => {
  const broken = 'records are in the lists of their parties and of everybody above'
  const which = `${here} and list = '${list}' and ${one('scopes', 'record_id', `list = '${list}'`)}`
  expect(await afterwards(`delete from scopes where ${which}`)).toContain(broken)
  expect(
    await afterwards(`
    insert into scopes select tenant_id, list, gen_random_uuid(), created_at, record_id from scopes where ${which} limit 1`),
  ).toContain(broken)
})

test('a finding names the place in words', async () => {
  await superuser.query('begin')
  await superuser.query(
    `set local session_replication_role = replica; update orders set total = 1 where order_id = '${first.id}'`,
  )
  await superuser.query(`set local role trellis_app`)
  await superuser.query(`select set_config('app.tenant', $1, true)`, [tenantId])
  const { findings } = await checkRows(transactionOn(superuser, db.shared.keyed))
  await superuser.query('rollback')
  const finding = findings.find(
    ({ invariant }) => invariant === 'an order total is the sum of its lines, in one currency',
  )
  expect(finding?.examples).toEqual([`order ${first.orderCode}: the total is 1.0000, its lines are 2000.0000`])
})

test('a missing object and one of another size are found, and other content when the objects are read', async () => {
  const whole = readFileSync(objectOf(free))
  const examples = async (contents = false) =>
    (await checkTenant(db, tenantId, { storage, contents })).findings.map(({ examples }) => examples)
  try {
    writeFileSync(objectOf(free), 'AN OFFER')
    expect(await examples()).toEqual([])
    expect(await examples(true)).toEqual([
      [`file ${free} ("offer.pdf") has other content in the store than was uploaded`],
    ])
    writeFileSync(objectOf(free), 'an')
    expect(await examples()).toEqual([[`file ${free} ("offer.pdf") has 2 bytes in the store instead of 8`]])
    rmSync(objectOf(free))
    expect(await examples()).toEqual([[`file ${free} ("offer.pdf") has no object in the store`]])
  } finally {
    writeFileSync(objectOf(free), whole)
  }
})

test('an attachment of a file that waits for its removal is found', async () => {
  const [file] = attached.attachments ?? []
  const statement = `insert into file_removals (tenant_id, file_id) values ('${tenantId}', '${file?.accountFileId}')`
  expect(await afterwards(statement)).toEqual(['what is attached to an order is a file that was not deleted'])
})
