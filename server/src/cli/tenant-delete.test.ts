import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { devices } from '@trellis/contract/devices'
import { identity } from '@trellis/contract/identity'
import { tenants } from '@trellis/contract/tenants'
import { expect, test } from 'vitest'
import { licensing } from '../testing/licensing.ts'
import { network, password } from '../testing/network.ts'
import { operatorOf } from '../testing/operator.ts'
import { raw } from '../testing/selling.ts'
import { uploading } from '../testing/uploading.ts'
import { emptyTenant } from './empty-tenant.ts'

/* A tenant goes for good, thirty days after it was suspended (rules G32, decision 160). */

const world = await network()
const { acme, vendor, canary, anonymous, tenantId } = world
const portal = operatorOf(world)
const remove = (code: string, ...more: string[]) => portal('tenant', 'delete', code, ...more)
const { key } = licensing(world)
const serialKey = await key(acme, 'EDGE-1Y')
const device = { serialKey, deviceUuid: '6f6a1a52-1111-4222-8333-444455556666' }
expect((await anonymous(devices.activate, { body: device })).status).toBe(200)
await uploading(world).upload(vendor, 'an offer')
const folder = join(world.dataDir, 'files', tenantId)
const refused = (words: string) => ({ isDone: false, stderr: expect.stringContaining(words) })
const suspendedFor = (days: number) =>
  raw(world, `update tenants set suspended_at = now() - make_interval(days => $2) where tenant_id = $1`, [tenantId, days])

test('one in service, or suspended for fewer than thirty days, is not deleted, whoever asks', async () => {
  expect(await remove('verdant', '--confirm', 'verdant')).toMatchObject(refused('`portal tenant suspend verdant` first'))
  expect(await portal('tenant', 'suspend', 'verdant')).toMatchObject({ isDone: true })
  await suspendedFor(29)
  expect(await remove('verdant', '--confirm', 'verdant')).toMatchObject(refused('can be deleted from'))
  const emptied = world.db.administer(
    { tenantId, userId: null, reach: null, clock: null, requestId: null },
    emptyTenant,
  )
  await expect(emptied).rejects.toThrow('suspended for thirty days')
  expect(existsSync(folder)).toBe(true)
  expect(await remove('nowhere')).toMatchObject(refused('There is no tenant nowhere'))
})

test('what would go is shown first, and goes only when its code is typed once more', async () => {
  await suspendedFor(31)
  const shown = await remove('verdant')
  expect(shown).toMatchObject({ isDone: true, stderr: '' })
  expect(shown.stdout).toMatch(/^ {2}devices: +1$/m)
  expect(shown.stdout).toMatch(/^ {2}files: +1, 8 bytes$/m)
  expect(shown.stdout).toContain('Nothing is deleted yet')
  expect(await remove('verdant', '--confirm', 'canary')).toMatchObject(refused('repeats the code of the tenant: verdant'))
  expect((await anonymous(tenants.current, { headers: { 'x-tenant-code': 'verdant' } })).status).toBe(200)
})

test('nothing goes while another tenant has its products', async () => {
  const [product] = await raw<{ id: string }>(world, `select product_id as id from products where tenant_id = $1 limit 1`, [
    tenantId,
  ])
  const [other] = await raw<{ id: string }>(world, `select tenant_id as id from tenants where code = 'canary'`)
  await raw(world, `insert into product_publications (tenant_id, product_id, owner_tenant_id) values ($1, $2, $3)`, [
    other?.id,
    product?.id,
    tenantId,
  ])
  expect(await remove('verdant', '--confirm', 'verdant')).toMatchObject(refused('are published in canary'))
  expect(readdirSync(join(folder, 'files'))).toHaveLength(1)
  await raw(world, `delete from product_publications where tenant_id = $1 and owner_tenant_id = $2`, [other?.id, tenantId])
})

test('every row and byte of it goes, its devices are refused, and no other tenant notices', async () => {
  const rowsOf = async () => {
    const named = await raw<{ table: string }>(
      world,
      `select table_name as table from information_schema.columns
       where table_schema = 'public' and column_name = 'tenant_id' and table_name in (select relname from pg_class where relkind = 'r')`,
    )
    const left: string[] = []
    for (const { table } of named)
      if ((await raw(world, `select from ${table} where tenant_id = $1 limit 1`, [tenantId])).length > 0) left.push(table)
    return left
  }
  expect((await rowsOf()).length).toBeGreaterThan(30)
  const answer = await remove('verdant', '--confirm', 'verdant')
  expect(answer).toMatchObject({ isDone: true, stderr: '' })
  expect(answer.stdout).toContain('Tenant verdant is deleted')
  expect(await rowsOf()).toEqual([])
  expect(existsSync(join(folder, 'files')) ? readdirSync(join(folder, 'files')) : []).toEqual([])
  expect(await anonymous(devices.heartbeat, { body: device })).toMatchObject({ status: 404 })
  const signIn = (email: string, tenantCode: string) =>
    anonymous(identity.signIn, {
      headers: { 'x-tenant-code': tenantCode },
      body: { grantType: 'password', deviceUniqueId: 'test', email, password },
    })
  await expect.poll(async () => (await signIn(vendor.email, 'verdant')).status).toBe(404)
  expect((await signIn(canary.email, 'canary')).status).toBe(200)
  expect(await portal('check', '--tenant', 'canary')).toMatchObject({ isDone: true })
  expect((await portal('tenant', 'list')).stdout).not.toContain('verdant')
})
