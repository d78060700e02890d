// @module-tag long
import { orders } from '@trellis/contract/orders'
import { productTypes } from '@trellis/contract/product-types'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { network } from '../../testing/network.ts'
import { openSecond } from '../../testing/outages.ts'

const world = await network()
const { vendor } = world
// While everything works.
await vendor.token()
const admin = new pg.Client(world.adminUrl)
await admin.connect()
const name = admin.database
const { app, call, close } = await openSecond(world, {}, { DRAIN_SECONDS: '8' })
afterAll(async () => {
  await close()
  await admin.end()
})

const asked = async (path: string) => {
  const { statusCode, headers, payload } = await app.http.inject(path)
  return { status: statusCode, says: JSON.parse(payload).status as string, comeBack: headers['retry-after'] }
}
const ready = () => asked('/health/ready')
const database = () => asked('/health/database')
const list = () => call(vendor, orders.sellOut, { body: {} })
const write = () => call(vendor, productTypes.create, { body: { name: 'Type' } })

/** Terminates all connections, so that new ones are opened. */
const endConnections = () =>
  admin.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name in ('trellis', 'trellis background')`)

test('a database that takes no writes is told apart, while the process stays ready and reads keep working (threats X4)', async () => {
  expect(await database()).toMatchObject({ status: 200, says: 'ok' })
  // As after a failover to a standby.
  await admin.query(`alter database ${name} set default_transaction_read_only = on`)
  await endConnections()
  await expect.poll(database).toMatchObject({ status: 503, says: 'database cannot write', comeBack: '1' })
  expect(await ready()).toMatchObject({ status: 200, says: 'ok' })
  expect((await list()).status).toBe(200)
  const refused = await write()
  expect(refused).toMatchObject({ status: 503, body: { code: 'RQ503' } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)

  await admin.query(`alter database ${name} reset default_transaction_read_only`)
  // No restart is needed: read-only connections are closed.
  await expect.poll(database).toMatchObject({ status: 200, says: 'ok' })
  expect((await write()).status).toBe(201)
})

test('a full disk is told by the health of the database, and takes no process out (threats X4)', async () => {
  const { rows } = await admin.query(`select pg_get_functiondef('probe_writes'::regproc) as definition`)
  await admin.query(`
    create or replace function probe_writes() returns void language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`)
  await expect.poll(database).toMatchObject({ status: 503, says: 'database cannot write' })
  expect(await ready()).toMatchObject({ status: 200 })
  await admin.query(rows[0].definition)
  await expect.poll(database).toMatchObject({ status: 200 })
})

test('the probe allocates new space each time and keeps at most a megabyte', async () => {
  const fileOf = async () => {
    await admin.query('select probe_writes()')
    const { rows } = await admin.query(
      `select pg_relation_filenode('write_probe') as file, pg_relation_size('write_probe')::int as size`,
    )
    return rows[0] as { file: number; size: number }
  }
  const [one, two] = [await fileOf(), await fileOf()]
  expect(two.file).not.toBe(one.file)
  expect([one.size, two.size]).toEqual([1024 * 1024, 1024 * 1024])
})

test('a backup that reads the probe’s table for long does not make the database look broken', async () => {
  const fresh = await openSecond(world)
  await admin.query('begin; lock table write_probe in access share mode')
  expect((await fresh.app.http.inject('/health/database')).statusCode).toBe(200)
  await admin.query('rollback')
  await fresh.close()
})

test('a process that is told to stop reports it first, and keeps serving for a moment', async () => {
  void app.drain()
  expect(await ready()).toEqual({ status: 503, says: 'stopping', comeBack: '1' })
  const served = await list()
  expect([served.status, served.headers.connection]).toEqual([200, 'close'])
  expect((await app.http.inject('/health/live')).statusCode).toBe(200)
})
