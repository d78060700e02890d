// @module-tag long
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { devices } from '@trellis/contract/devices'
import { identity } from '@trellis/contract/identity'
import { orders } from '@trellis/contract/orders'
import { tenants } from '@trellis/contract/tenants'
import { expect, test } from 'vitest'
import { newId } from '../platform/ids.ts'
import { licensing } from '../testing/licensing.ts'
import { network, password } from '../testing/network.ts'
import { operatorOf } from '../testing/operator.ts'
import { rowsOfTenant } from '../testing/rows-of-tenant.ts'
import { raw, selling } from '../testing/selling.ts'
import { uploading } from '../testing/uploading.ts'
import { emptyInPieces, emptyTenant } from './empty-tenant.ts'

/* A tenant goes for good, thirty days after it was suspended (rules G32, decision 160). */

const world = await network()
const { acme, vendor, canary, anonymous, tenantId, db } = world
const portal = operatorOf(world)
const remove = (code: string, ...more: string[]) => portal('tenant', 'delete', code, ...more)
const { key } = licensing(world)
const { request } = selling(world)
const serialKey = await key(acme, 'EDGE-1Y')
const device = { serialKey, deviceUuid: '6f6a1a52-1111-4222-8333-444455556666' }
expect((await anonymous(devices.activate, { body: device })).status).toBe(200)
for (const count of [1, 2, 3]) await request(acme, { 'EDGE-1Y': count })
await uploading(world).upload(vendor, 'an offer')
const folder = join(world.dataDir, 'files', tenantId)
const oldToken = await vendor.token()
const refused = (words: string) => ({ isDone: false, stderr: expect.stringContaining(words) })
const suspendedFor = (days: number) =>
  raw(world, `update tenants set suspended_at = now() - make_interval(days => $2) where tenant_id = $1`, [
    tenantId,
    days,
  ])
const asTenant = { tenantId, userId: null, reach: null, clock: null, requestId: null }
const signIn = (email: string, tenantCode: string) =>
  anonymous(identity.signIn, {
    headers: { 'x-tenant-code': tenantCode },
    body: { grantType: 'password', deviceUniqueId: 'test', email, password },
  })

const rowsOf = (tenant: string) => rowsOfTenant(world, tenant)
const sequencesOf = (tenant: string) =>
  raw(
    world,
    `select sequencename from pg_sequences where schemaname = 'numbers' and strpos(sequencename, replace($1, '-', '')) > 0`,
    [tenant],
  )
async function runScheduled() {
  for (const job of world.app.jobs) if (job.cron !== undefined) while ((await job.run({})) === 'more');
}

/** Lets a deletion fail at the first row of a table. */
async function breakAt(table: string): Promise<() => Promise<unknown>> {
  await raw(
    world,
    `create or replace function breaks() returns trigger language plpgsql as $$ begin raise 'the process dies'; end $$`,
  )
  await raw(world, `create trigger breaks before delete on ${table} for each row execute function breaks()`)
  return () => raw(world, `drop trigger breaks on ${table}`)
}

const [other] = await raw<{ id: string }>(world, `select tenant_id as id from tenants where code = 'canary'`)
const canaryId = other?.id ?? ''
// The other way round nothing is in the way: its copy of a product of another goes, and the product stays.
await raw(
  world,
  `insert into product_publications (tenant_id, product_id, owner_tenant_id)
   select $1, product_id, tenant_id from products where tenant_id = $2 limit 1`,
  [tenantId, canaryId],
)

test('one in service, or suspended for fewer than thirty days, is not deleted, whoever asks', async () => {
  expect(await remove('verdant')).toMatchObject(refused('`portal tenant suspend verdant` first'))
  expect(await remove('verdant', '--confirm', 'verdant')).toMatchObject(
    refused('`portal tenant suspend verdant` first'),
  )
  expect(await portal('tenant', 'suspend', 'verdant')).toMatchObject({ isDone: true })
  await suspendedFor(29)
  expect(await remove('verdant', '--confirm', 'verdant')).toMatchObject(refused('can be deleted from'))
  await expect(db.administer(asTenant, emptyTenant)).rejects.toThrow('suspended for thirty days')
  await expect(
    raw(world, `update tenants set deletion_began_at = now() where tenant_id = $1`, [tenantId]),
  ).rejects.toThrow('suspended for thirty days')
  await expect(
    raw(world, `update tenants set deletion_began_at = now(), suspended_at = '2000-01-01' where tenant_id = $1`, [
      tenantId,
    ]),
  ).rejects.toThrow('suspended for thirty days')
  const before = await rowsOf(tenantId)
  await emptyInPieces(db, asTenant)
  expect(await rowsOf(tenantId)).toEqual(before)
  expect(existsSync(folder)).toBe(true)
  expect(await remove('nowhere')).toMatchObject(refused('There is no tenant nowhere'))
})

test('what would go is shown first, and goes only when its code is typed once more', async () => {
  await suspendedFor(31)
  const shown = await remove('verdant')
  expect(shown).toMatchObject({ isDone: true, stderr: '' })
  expect(shown.stdout).toMatch(/^ {2}orders: +3$/m)
  expect(shown.stdout).toMatch(/^ {2}devices: +1$/m)
  expect(shown.stdout).toMatch(/^ {2}files: +1, 8 bytes$/m)
  expect(shown.stdout).toContain('Nothing is deleted yet')
  expect(await remove('verdant', '--confirm', 'canary')).toMatchObject(
    refused('repeats the code of the tenant: verdant'),
  )
  expect(JSON.parse((await remove('verdant', '--json')).stdout)).toMatchObject({ deleted: false, devices: 1 })
  expect((await anonymous(tenants.current, { headers: { 'x-tenant-code': 'verdant' } })).status).toBe(200)
  expect((await anonymous(devices.heartbeat, { body: device })).status).toBe(200)
})

test('nothing goes while another tenant has its products', async () => {
  const [product] = await raw<{ id: string }>(
    world,
    `select product_id as id from products where tenant_id = $1 limit 1`,
    [tenantId],
  )
  await raw(world, `insert into product_publications (tenant_id, product_id, owner_tenant_id) values ($1, $2, $3)`, [
    canaryId,
    product?.id,
    tenantId,
  ])
  const before = await rowsOf(tenantId)
  expect(await remove('verdant', '--confirm', 'verdant')).toMatchObject(refused('are published in canary'))
  expect(await rowsOf(tenantId)).toEqual(before)
  expect(readdirSync(join(folder, 'files'))).toHaveLength(1)
  await raw(world, `delete from product_publications where tenant_id = $1 and owner_tenant_id = $2`, [
    canaryId,
    tenantId,
  ])
})

test('a deletion that breaks off half-way is begun again, is not taken back, and disturbs nobody meanwhile', async () => {
  const mend = await breakAt('orders')
  expect(await remove('verdant', '--confirm', 'verdant')).toMatchObject(refused('the process dies'))
  await expect(emptyInPieces(db, asTenant, { first: 5, most: 20 })).rejects.toThrow('the process dies')
  const left = await rowsOf(tenantId)
  expect(left).not.toHaveProperty('order_items')
  expect(left).toMatchObject({ orders: 3, tenants: 1 })
  for (const command of ['resume', 'export'])
    expect(
      await portal('tenant', command, 'verdant', ...(command === 'export' ? [join(world.dataDir, 'out')] : [])),
    ).toMatchObject(refused('The deletion of verdant has begun'))
  await expect(
    raw(world, `update tenants set suspended_at = null, suspension_reason = null where tenant_id = $1`, [tenantId]),
  ).rejects.toThrow()
  await expect(
    raw(world, `update tenants set deletion_began_at = null where tenant_id = $1`, [tenantId]),
  ).rejects.toThrow('has begun')
  expect((await portal('tenant', 'show', 'verdant')).stdout).toMatch(/^State: +is being deleted since /m)
  expect((await portal('tenant', 'list')).stdout).toMatch(/^verdant .*, is being deleted$/m)
  expect((await remove('verdant')).stdout).toContain('was broken off')
  expect((await portal('check')).stdout).toContain('verdant: is being deleted, not checked')
  expect((await anonymous(tenants.current, { headers: { 'x-tenant-code': 'verdant' } })).status).toBe(200)
  expect((await signIn(vendor.email, 'verdant')).status).toBe(403)
  for (const call of [devices.heartbeat, devices.activate])
    expect(await anonymous(call, { body: device })).toMatchObject({ status: 404 })
  await runScheduled()
  expect(await rowsOf(tenantId)).toEqual(left)
  await mend()
})

test('so is one that breaks off when only its own row is left', async () => {
  await emptyInPieces(db, asTenant, { first: 5, most: 20 })
  expect(await rowsOf(tenantId)).toEqual({ tenants: 1 })
  expect(readdirSync(join(folder, 'files'))).toHaveLength(1)
  const mend = await breakAt('tenants')
  expect(await remove('verdant', '--confirm', 'verdant')).toMatchObject(refused('the process dies'))
  expect(await rowsOf(tenantId)).toEqual({ tenants: 1 })
  expect(existsSync(join(folder, 'files')) ? readdirSync(join(folder, 'files')) : []).toEqual([])
  expect(await portal('tenant', 'list', '--deleted')).toMatchObject({ stdout: 'None was deleted.\n' })
  await mend()
})

test('every row and byte of it goes, its devices are refused, and no other tenant notices', async () => {
  const untouched = await rowsOf(canaryId)
  const jobOf = (tenant: string) =>
    raw(
      world,
      `select graphile_worker.add_job('mail:send', json_build_object('tenantId', $1::text, 'mailId', $2::text), run_at := '2100-01-01')`,
      [tenant, newId()],
    )
  await jobOf(tenantId)
  await jobOf(canaryId)
  const answer = await remove('verdant', '--confirm', 'verdant')
  expect(answer).toMatchObject({ isDone: true, stderr: '' })
  expect(answer.stdout).toContain('Tenant verdant is deleted')
  expect(await rowsOf(tenantId)).toEqual({})
  expect(await sequencesOf(tenantId)).toEqual([])
  expect(await rowsOf(canaryId)).toEqual(untouched)
  expect(
    await raw(
      world,
      `select payload ->> 'tenantId' as of from graphile_worker._private_jobs where run_at > '2099-01-01'`,
    ),
  ).toEqual([{ of: canaryId }])
  expect(existsSync(join(folder, 'files')) ? readdirSync(join(folder, 'files')) : []).toEqual([])
  expect(await anonymous(devices.heartbeat, { body: device })).toMatchObject({ status: 404 })
  await expect.poll(async () => (await signIn(vendor.email, 'verdant')).status).toBe(400)
  expect((await signIn(canary.email, 'canary')).status).toBe(200)
  expect((await canary.call(orders.sellOut, { body: {} })).count).toBeGreaterThanOrEqual(0)
  expect(await portal('check')).toMatchObject({ isDone: true })
  expect((await portal('tenant', 'list')).stdout).not.toContain('verdant')
  expect(await remove('verdant', '--confirm', 'verdant')).toMatchObject(refused('There is no tenant verdant'))
})

test('a job that was under way finds nothing to do, and leaves nothing behind', async () => {
  const ids = ['fileId', 'importId', 'webhookId', 'mailId'].map((name) => [name, newId()])
  const payload = { tenantId, code: 'verdant', email: vendor.email, ...Object.fromEntries(ids) }
  for (const job of world.app.jobs) {
    if (job.cron !== undefined) continue
    expect([job.name, await Promise.resolve(job.run(payload)).then(() => 'done', String)]).toEqual([job.name, 'done'])
    await job.afterMove?.({ tenantId, code: 'verdant' })
  }
  await runScheduled()
  expect(await rowsOf(tenantId)).toEqual({})
})

test('the installation keeps that it was there, for the operator alone', async () => {
  const { items } = JSON.parse((await portal('tenant', 'list', '--deleted', '--json')).stdout)
  expect(items).toMatchObject([{ tenantCode: 'verdant', tenantName: 'Verdant', isSandbox: false }])
  expect((await portal('tenant', 'list', '--deleted')).stdout).toMatch(/Z {2}verdant {2}Verdant, suspended on \d{4}-/)
  await expect(db.shared.rows({ text: 'select * from deleted_tenants', values: [] } as never)).rejects.toThrow()
})

test('its code may be given again, and what the former one had opens nothing', async () => {
  const created = await portal(
    ...['tenant', 'create', '--code', 'verdant', '--name', 'Verdant again'],
    ...['--admin-email', 'new@verdant.example', '--admin-password', password],
  )
  expect(created).toMatchObject({ isDone: true })
  const call = (authorization: string) =>
    anonymous(orders.sellOut, { body: {}, headers: { 'x-tenant-code': 'verdant', authorization } })
  await expect.poll(async () => (await call(`Bearer ${oldToken}`)).status).toBe(401)
  expect((await signIn(vendor.email, 'verdant')).status).toBe(401)
  expect((await signIn('new@verdant.example', 'verdant')).status).toBe(200)
  expect(await anonymous(devices.heartbeat, { body: device })).toMatchObject({ status: 404 })
  expect(await portal('check', '--tenant', 'verdant')).toMatchObject({ isDone: true })
})
