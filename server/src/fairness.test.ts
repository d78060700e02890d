// @module-tag long
import type { Endpoint } from '@trellis/contract/endpoint'
import { exportsOfLists } from '@trellis/contract/exports'
import { orders } from '@trellis/contract/orders'
import { productTypes } from '@trellis/contract/product-types'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import type { DatabaseOptions } from './platform/database/database.ts'
import { openSession } from './platform/database/session.ts'
import { network, type Person, type Raw } from './testing/network.ts'
import { openSecond, type Second } from './testing/outages.ts'
import { raw, selling } from './testing/selling.ts'

/* Waits of one tenant do not delay another tenant (threats X8). Decision 016. */

const world = await network()
const { vendor, nordico, acme, canary } = world
const { offer, issue, sell } = selling(world)
await issue({ 'EDGE-1Y': 100 })
await sell(vendor, nordico, { 'EDGE-1Y': 50 })
const { id: order } = await offer(nordico, acme, { 'EDGE-1Y': 1 })
// Signed in beforehand.
await Promise.all([nordico, acme, canary].map((who) => who.token()))

const holder = new pg.Client(world.adminUrl)
await holder.connect()
const opened: Second[] = []
afterAll(async () => {
  await holder.end()
  for (const second of opened) await second.close()
})

async function serve(options?: DatabaseOptions) {
  const second = await openSecond(world, options)
  opened.push(second)
  return second
}

const lockOrder = async () => {
  await holder.query('begin')
  await holder.query('select from orders where order_id = $1 for update', [order])
}

const list: [Endpoint, Raw] = [orders.sellOut, { body: {} }]
const note = (text: string): [Endpoint, Raw] => [orders.update, { params: { id: order }, body: { orderNote: text } }]
const dozen = Array.from({ length: 12 }, (_, n) => n)

test('while twelve calls of one tenant wait for a row, every other call is served', async () => {
  const { call, db } = await serve({ waits: { lock: 200_000, connection: 200_000 } })
  await lockOrder()
  let ended = 0
  const waiting = dozen.map((n) =>
    call(nordico, ...note(`note ${n}`)).finally(() => {
      ended += 1
    }),
  )
  await expect.poll(() => raw(world, `select from pg_stat_activity where wait_event_type = 'Lock'`)).not.toHaveLength(0)
  await expect.poll(() => db.pool.waiting).toBeGreaterThan(0)

  for (let times = 0; times < 5; times++) {
    expect((await call(canary, ...list)).status).toBe(200)
    // And the reads of the same tenant.
    expect((await call(nordico, ...list)).status).toBe(200)
  }
  expect((await call(canary, productTypes.create, { body: { name: 'Meanwhile' } })).status).toBe(201)
  expect(ended).toBe(0)

  await holder.query('rollback')
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(dozen.map(() => 200))
})

test('a call that cannot be served is told when to retry, while the row is still locked', async () => {
  const { call, app } = await serve({ waits: { lock: 500, connection: 2_000 } })
  await lockOrder()
  const answers = await Promise.all(dozen.map((n) => call(nordico, ...note(`late ${n}`))))
  for (const { status, body, headers } of answers) {
    expect([status, (body as { code: string }).code]).toEqual([503, 'RQ503'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  const metrics = (await app.http.inject('/metrics')).payload
  const counted = (reason: string) =>
    Number(new RegExp(`^trellis_http_unavailable_total\\{reason="${reason}"\\} (\\d+)$`, 'm').exec(metrics)?.[1] ?? 0)
  expect(counted('lock')).toBeGreaterThan(0)
  // On a busy machine, opening a connection can take too long as well.
  expect(counted('lock') + counted('busy') + counted('database')).toBe(12)
  await holder.query('rollback')
  expect((await call(nordico, ...note('again'))).status).toBe(200)
})

test('requests do not wait for exports and imports, nor one tenant for another', async () => {
  const { call, db } = await serve()
  const sessions = await Promise.all(
    Array.from({ length: 5 }, () => openSession(db, world.tenantId, { mode: 'look', wait: 60_000 })),
  )
  const file = {
    list: 'orders.sellOut',
    format: 'csv',
    fileName: 'orders',
    columns: [{ path: 'orderCode', label: 'Code', kind: 'text' }],
    search: {},
  }
  const exported = (who: Person) => call(who, exportsOfLists.create, { body: file })
  expect((await call(nordico, ...list)).status).toBe(200)
  expect((await exported(canary)).status).toBe(200)
  const waits = await exported(nordico)
  for (const session of sessions) await session.close()
  // It has a place in the queue (rules I5).
  expect(waits.status).toBe(202)
  expect((await exported(nordico)).status).toBe(200)
})
