// @module-tag long
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { orders } from '@trellis/contract/orders'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { network } from './testing/network.ts'
import { type Answered, misplaced, openSecond, type Placed } from './testing/outages.ts'
import { raw, selling } from './testing/selling.ts'

/* PostgreSQL can end connections at any time: failover, upgrade, administrator (threats X2, X3). */

const world = await network()
const { nordico, acme, vendor } = world
const { items, issue, sell } = selling(world)
await issue({ 'EDGE-1Y': 5000 })
await sell(vendor, nordico, { 'EDGE-1Y': 5000 })

const second = await openSecond(world)
const admin = new pg.Client(world.adminUrl)
await admin.connect()
afterAll(async () => {
  await second.close()
  await admin.end()
})

const endEveryConnection = () =>
  admin.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name like 'trellis%'`)

const token = await nordico.token()
const send = async (app: typeof world.app, key: string): Promise<Answered> => {
  const answer = await app.http.inject({
    method: 'POST',
    url: `/api/v1${orders.create.path}`,
    headers: { 'x-tenant-code': world.tenantCode, authorization: `Bearer ${token}`, 'idempotency-key': key },
    payload: { buyerAccountId: acme.accountId, orderNote: key, items: items({ 'EDGE-1Y': 1 }) },
  })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}

test('while all connections end repeatedly, each order is created once or answered with 503 for a retry', async () => {
  const placed: Placed[] = []
  const answers: Answered[] = []
  const rounds = 40
  let finished = false
  let seen = 0

  const client = async (app: typeof world.app) => {
    while (!finished) {
      const key = randomUUID()
      for (let answer = await send(app, key); ; answer = await send(app, key)) {
        answers.push(answer)
        seen += 1
        if (answer.status !== 503) {
          if (answer.status === 201) placed.push({ key, id: (answer.body as { id: string }).id })
          break
        }
      }
    }
  }
  const clients = [world.app, second.app, world.app, second.app].map(client)
  for (let round = 0; round < rounds; round++) {
    const before = seen
    await endEveryConnection()
    await expect.poll(() => seen, { interval: 5 }).toBeGreaterThan(before + 3)
  }
  finished = true
  await Promise.all(clients)

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 503]))
  for (const { status, body, headers } of answers) {
    if (status === 503)
      expect([(body as { code: string }).code, Number(headers['retry-after']) > 0]).toEqual(['RQ503', true])
  }
  const rows = await raw<Placed>(world, `select note as key, order_id as id from orders where note is not null`)
  expect(placed.length).toBeGreaterThan(rounds)
  expect(misplaced(placed, rows)).toEqual([])
  // Proves that the comparison detects a missing, a doubled and an unconfirmed order.
  expect(misplaced(placed, rows.slice(1))).toHaveLength(1)
  expect(misplaced(placed, [...rows, { key: rows[0]?.key ?? '', id: 'another' }])).toHaveLength(1)
  expect(misplaced(placed.slice(1), rows)).toHaveLength(1)
})

test('afterwards both processes serve again, and are notified of ended sessions again', async () => {
  await endEveryConnection()
  for (const app of [world.app, second.app]) {
    await expect.poll(async () => (await app.http.inject('/health/database')).statusCode).toBe(200)
    expect((await send(app, randomUUID())).status).toBe(201)
  }
})

test('every connection of the product is of the class that survives its own end', async () => {
  const folder = new URL('.', import.meta.url)
  const files = (await readdir(folder, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('testing/'),
  )
  expect(files.length).toBeGreaterThan(100)
  const text = (name: string) => readFileSync(new URL(name, folder), 'utf8')
  expect(files.filter((name) => /new pg\.Client\(/.test(text(name)))).toEqual([])
  const pools = files.filter((name) => /new pg\.Pool\(/.test(text(name)))
  expect(pools.sort()).toEqual(['platform/database/migrate.ts', 'platform/database/pool.ts', 'platform/jobs.ts'])
  for (const name of pools) expect(text(name), name).toMatch(/new pg\.Pool\(\{\s*Client: Connection,/)
})
