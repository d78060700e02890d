import { createHash } from 'node:crypto'
import { devices } from '@trellis/contract/devices'
import { licenses } from '@trellis/contract/licenses'
import { beforeAll, expect, test } from 'vitest'
import { checkTenant } from '../../cli/check/run.ts'
import { sql } from '../../platform/database/sql.ts'
import { licensing } from '../../testing/licensing.ts'
import { network } from '../../testing/network.ts'
import { raw } from '../../testing/selling.ts'
import { rehashKeys } from './key-hashes.ts'
import { keyHash } from './serial-keys.ts'

const world = await network()
const { acme, db, tenantId } = world
const productId = world.products['EDGE-1Y']?.productId ?? ''
const inTenant = { tenantId, userId: null, reach: null, clock: null, requestId: null }
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

test('the lookup table contains no readable key, and a device is still found by its key', async () => {
  // The hash is keyed: who has only the table cannot test a guess.
  const readable = keys.flatMap((each) => [Buffer.from(each), createHash('sha256').update(each).digest()])
  const hashes = await raw<{ key_hash: Buffer }>(world, 'select key_hash from serial_keys')
  expect(hashes).toHaveLength(keys.length)
  for (const { key_hash } of hashes) {
    expect(key_hash).toHaveLength(32)
    expect(readable.filter((bytes) => bytes.equals(key_hash))).toEqual([])
  }
  expect((await activate(key(0).toLowerCase(), 'one')).status).toBe(200)
  expect(await activate(`${key(0)}X`, 'one')).toMatchObject({ status: 404, body: { code: 'DV404' } })
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
