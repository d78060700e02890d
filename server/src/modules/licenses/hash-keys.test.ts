import { createHash } from 'node:crypto'
import { devices } from '@trellis/contract/devices'
import { licenses } from '@trellis/contract/licenses'
import { beforeAll, expect, test } from 'vitest'
import { checkTenant } from '../../cli/check/run.ts'
import { sql } from '../../platform/database/sql.ts'
import { licensing } from '../../testing/licensing.ts'
import { network } from '../../testing/network.ts'
import { raw } from '../../testing/selling.ts'
import { hashPlainKeys, rehashKeys } from './hash-keys.ts'
import { keyHash } from './serial-keys.ts'

const world = await network()
const { acme, db, tenantId } = world
const productId = world.products['EDGE-1Y']?.productId ?? ''
const inTenant = { tenantId, userId: null, reach: null, clock: null, requestId: null }
const rows = () =>
  raw<{ serial_key: string | null; hashed: boolean }>(
    world,
    'select serial_key, key_hash is not null as hashed from serial_keys',
  )
const activate = (serialKey: string, deviceUuid: string) =>
  world.anonymous(devices.activate, { body: { serialKey, deviceUuid } })
const findings = async () => (await checkTenant(db, tenantId)).findings

let keys: string[]
beforeAll(async () => {
  await licensing(world).give(acme, 'EDGE-1Y', 3)
  const items = [{ productId, qt: 3, generateSeparateKeys: true }]
  const body = { items, parentAccountId: acme.accountId }
  keys = (await acme.call(licenses.create, { body })).serialKeys
})
const key = (n: number) => keys[n] ?? ''

/** Restores the state that the previous version leaves, which does not know hashes. */
const asBefore = () =>
  raw(
    world,
    `update serial_keys k set serial_key = l.serial_key, key_hash = null
     from licenses l where l.tenant_id = k.tenant_id and l.license_id = k.license_id`,
  )
const migrated = (ago: string) =>
  raw(world, `update schema_migrations set applied_at = now() - $1::interval where name like '0036%'`, [ago])

test('the lookup table contains no readable key, and a device is still found by its key', async () => {
  expect(await rows()).toEqual(keys.map(() => ({ serial_key: null, hashed: true })))
  // The hash is keyed: who has only the table cannot test a guess.
  const readable = keys.flatMap((each) => [Buffer.from(each), createHash('sha256').update(each).digest()])
  const hashes = await raw<{ key_hash: Buffer }>(world, 'select key_hash from serial_keys')
  for (const { key_hash } of hashes) {
    expect(key_hash).toHaveLength(32)
    expect(readable.filter((bytes) => bytes.equals(key_hash))).toEqual([])
  }
  expect((await activate(key(0).toLowerCase(), 'one')).status).toBe(200)
  expect(await activate(`${key(0)}X`, 'one')).toMatchObject({ status: 404, body: { code: 'DV404' } })
})

test('keys of the previous version are found, get hashed, and lose their plain text once no process of that version can be running', async () => {
  await asBefore()
  expect((await activate(key(1), 'two')).status).toBe(200)
  expect(await findings()).toEqual([])

  await migrated('59 minutes')
  await hashPlainKeys(db)
  expect(await rows()).toEqual(keys.map(() => ({ serial_key: expect.any(String), hashed: true })))
  expect((await activate(key(1), 'two')).status).toBe(200)

  await migrated('61 minutes')
  await Promise.all([hashPlainKeys(db), hashPlainKeys(db)])
  expect(await rows()).toEqual(keys.map(() => ({ serial_key: null, hashed: true })))
  expect((await activate(key(2), 'three')).status).toBe(200)
  expect(await findings()).toEqual([])
})

test('a license that a process of the previous version inserts registers its key automatically', async () => {
  await raw(
    world,
    `insert into licenses (tenant_id, license_id, serial_key, product_id, owner_id, seats, license_is_perpetual, maintenance_is_perpetual)
     select tenant_id, gen_random_uuid(), 'OLD-1', product_id, owner_id, 1, false, false from licenses limit 1`,
  )
  expect(await rows()).toContainEqual({ serial_key: 'OLD-1', hashed: false })
  expect((await activate('old-1', 'four')).status).toBe(200)
  await hashPlainKeys(db)
  expect((await activate('old-1', 'four')).status).toBe(200)
})

test('keys hashed with another secret are reported, and hashing them again repairs them', async () => {
  await raw(world, 'update serial_keys set key_hash = sha256(key_hash)')
  expect((await findings()).map(({ invariant }) => invariant)).toContain('every serial key is found by its hash')
  expect((await activate(key(0), 'one')).status).toBe(404)
  await db.administer(inTenant, rehashKeys)
  expect((await activate(key(0), 'one')).status).toBe(200)
  expect((await findings()).map(({ invariant }) => invariant)).not.toContain('every serial key is found by its hash')
})

test('a key that is registered in any tenant cannot be registered again', async () => {
  const again = db.write({ ...inTenant, tenantId }, (tx) =>
    tx.run(sql`
      insert into serial_keys (tenant_id, license_id, key_hash)
      select tenant_id, gen_random_uuid(), ${keyHash(tx, key(0))} from tenants where code = 'canary'`),
  )
  await expect(again).rejects.toMatchObject({ code: '23505' })
})
