import { deals } from '@trellis/contract/deals'
import { devices } from '@trellis/contract/devices'
import type { Endpoint } from '@trellis/contract/endpoint'
import { imports } from '@trellis/contract/imports'
import { licenses } from '@trellis/contract/licenses'
import { orders } from '@trellis/contract/orders'
import { priceLists } from '@trellis/contract/price-lists'
import { pricing as prices } from '@trellis/contract/pricing'
import { users } from '@trellis/contract/users'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Database } from './platform/database/database.ts'
import { sql } from './platform/database/sql.ts'
import { newId } from './platform/ids.ts'
import { dealing } from './testing/dealing.ts'
import { type Fault, openFaultyWire } from './testing/faulty-wire.ts'
import { isFull, often } from './testing/full.ts'
import { licensing } from './testing/licensing.ts'
import { network, type Person, type Raw } from './testing/network.ts'
import { openSecond } from './testing/outages.ts'
import { pricing } from './testing/pricing.ts'
import { queued, runQueued } from './testing/queue.ts'
import { discrepancies, selling } from './testing/selling.ts'

/*
 * A statement of a call or of a job fails: it raises an error, or the connection ends before it or with its answer. Nothing is half written,
 * the answer says why, no rejection is left that nobody hears, the pool of connections is whole, and the call can be made again: with an
 * Idempotency-Key it then took effect once. FULL=1 lets each statement fail in each way.
 */

const world = await network()
const { vendor, nordico, acme } = world
const { items, issue, sell, request, offer, change } = selling(world)
const { product, key } = licensing(world)
const { draft } = dealing(world)
const { listOf } = pricing(world)
await issue({ 'EDGE-1Y': 5000, BOX: 500 })
await sell(vendor, nordico, { 'EDGE-1Y': 3000, BOX: 400 })
await sell(nordico, acme, { 'EDGE-1Y': 1500, BOX: 100 })

const wire = await openFaultyWire(world.databaseUrl)
const size = 3
const second = await openSecond({ ...world, databaseUrl: wire.url }, { size, patience: 120_000 })
const unheard: unknown[] = []
const hear = (error: unknown) => unheard.push(error)
beforeAll(() => void process.on('unhandledRejection', hear))
afterAll(async () => {
  process.off('unhandledRejection', hear)
  await second.close()
  await wire.close()
})

const wanted = { 'EDGE-1Y': 1, BOX: 1 }
const status = (id: string, to: string): Raw => ({ params: { id }, body: { status: to, source: 'test' } })
const withKey = (request: Raw): Raw => ({ ...request, headers: { 'idempotency-key': newId() } })
const three = [await request(acme, wanted), await request(acme, wanted), await request(acme, wanted)]
let isPaid = false
const dealId = (await acme.call(deals.create, { body: draft(acme, wanted) })).id
let isProtected = false
const serialKey = await key(acme, 'EDGE-1Y')
await world.anonymous(devices.activate, { body: { serialKey, deviceUuid: 'beats' } })
const listId = (await vendor.call(priceLists.create, listOf({ 'EDGE-1Y': 100, BOX: 3 }))).id
let price = 50
const reprice = (dryRun: boolean): Raw => {
  price += 1
  return { params: { id: listId }, body: { items: [{ sku: 'EDGE-1Y', customPrice: price }], dryRun } }
}
const accountsFile = (dryRun = false) => {
  const name = newId()
  const lines = [
    'accountCode,accountName,groupName,parentAccountCode',
    ...[1, 2].map((n) => `${n}${name},Co ${n},DISTRIBUTOR,`),
  ]
  return { kind: 'accounts' as const, fileName: 'accounts.csv', csv: `${lines.join('\r\n')}\r\n`, dryRun }
}
const imported = async () => {
  const { id } = await vendor.call(imports.create, { body: accountsFile() })
  await runQueued(world, 'imports:run')
  return id
}
const etag = async () => String((await acme.raw(orders.read, { params: { id: three[0]?.id } })).headers.etag)

const calls: [string, Person, Endpoint, () => Promise<Raw> | Raw][] = [
  ['a purchase', acme, orders.create, () => withKey({ body: { items: items(wanted) } })],
  ['a purchase without a key', acme, orders.create, () => ({ body: { items: items(wanted) } })],
  ['a sale', nordico, orders.create, () => withKey({ body: { buyerAccountId: acme.accountId, items: items(wanted) } })],
  ['an approval', nordico, orders.changeStatus, async () => status((await request(acme, wanted)).id, 'approved')],
  [
    'a cancellation',
    nordico,
    orders.changeStatus,
    async () => status((await offer(nordico, acme, wanted)).id, 'canceled'),
  ],
  [
    'a revocation',
    nordico,
    orders.changeStatus,
    async () => {
      const { id } = await request(acme, wanted)
      await change(nordico, id, 'approved')
      return status(id, 'revoked')
    },
  ],
  [
    'marks of three orders',
    nordico,
    orders.mark,
    () => {
      isPaid = !isPaid
      return { body: { orderIds: three.map(({ id }) => id), paid: isPaid } }
    },
  ],
  ['a change of an order', acme, orders.update, () => ({ params: { id: three[1]?.id }, body: { orderNote: newId() } })],
  [
    'a change with If-Match',
    acme,
    orders.update,
    async () => ({
      params: { id: three[0]?.id },
      body: { orderNote: newId() },
      headers: { 'if-match': await etag() },
    }),
  ],
  [
    'a license',
    acme,
    licenses.create,
    () =>
      withKey({
        body: { parentAccountId: acme.accountId, items: [{ productId: product('EDGE-1Y').productId, qt: 1 }] },
      }),
  ],
  [
    'a first activation',
    acme,
    devices.activate,
    async () => ({ body: { serialKey: await key(acme, 'EDGE-1Y'), deviceUuid: newId() } }),
  ],
  ['a heartbeat', acme, devices.heartbeat, () => ({ body: { serialKey, deviceUuid: 'beats' } })],
  ['a deal', acme, deals.create, () => withKey({ body: draft(acme, wanted) })],
  [
    'a decision on a deal',
    nordico,
    deals.updateProtectionStatus,
    () => {
      isProtected = !isProtected
      return {
        params: { id: dealId },
        body: { protectionStatus: isProtected ? 'Approved' : 'Refused', reason: 'Known' },
      }
    },
  ],
  ['prices, dry run', vendor, prices.setProducts, () => reprice(true)],
  ['prices', vendor, prices.setProducts, () => reprice(false)],
  [
    'a user',
    vendor,
    users.create,
    () =>
      withKey({
        body: {
          parentAccountId: acme.accountId,
          user: { userName: `${newId()}@random.example`, firstName: 'R', lastName: 'P', roles: [4] },
        },
      }),
  ],
  ['the undoing of an import', vendor, imports.undo, async () => ({ params: { id: await imported() }, body: {} })],
  ['a list', acme, orders.sellIn, () => ({ body: {} })],
  ['an order read', acme, orders.read, () => ({ params: { id: three[2]?.id } })],
]

/** Number of rows and their digest, of every table. */
type State = Record<string, [count: number, digest: string]>
const admin = new pg.Client(world.adminUrl)
await admin.connect()
afterAll(() => admin.end())
// Throttles and sessions are written beside the transaction of a call.
const { rows: tables } = await admin.query<{ name: string }>(`
  select c.oid::regclass::text as name from pg_class c
  where (c.relnamespace = 'public'::regnamespace or c.oid = 'graphile_worker._private_jobs'::regclass) and c.relkind = 'r'
    and c.relname not in ('throttles', 'sessions')`)
const stateSql = tables
  .map(
    ({ name }) =>
      `select '${name}' as name, count(*)::int as n, md5(string_agg(t::text, ',' order by t::text)) as digest from ${name} t`,
  )
  .join(' union all ')
const stateNow = async (): Promise<State> => {
  const { rows } = await admin.query<{ name: string; n: number; digest: string }>({
    name: 'state',
    text: stateSql,
  })
  return Object.fromEntries(rows.map(({ name, n, digest }) => [name, [n, digest]]))
}
const changed = (one: State, other: State) => Object.keys(one).filter((name) => one[name]?.[1] !== other[name]?.[1])
/** How many rows each table has more. Counters have slots, and keys by which deals match are as many as the prospect has. */
const growth = (one: State, other: State): string =>
  Object.keys(one)
    .filter((name) => !['tallies', 'deal_match_keys'].includes(name))
    .sort()
    .flatMap((name) => {
      const more = (other[name]?.[0] ?? 0) - (one[name]?.[0] ?? 0)
      return more === 0 ? [] : [`${name} ${more}`]
    })
    .join(', ')

/** What is wrong with the connections of a pool: all are idle, outside of a transaction, of no tenant, and hold no lock. */
async function faultsOfPool({ pool }: Database): Promise<string[]> {
  const faults: string[] = []
  const { driver } = pool
  // A further connection may be on its way for nobody in particular.
  const isWhole = () => driver.idleCount === driver.totalCount && pool.waiting === 0
  await vi.waitUntil(isWhole, { timeout: 60_000 }).catch(() => faults.push('a connection is not given back'))
  const lent = await Promise.all(Array.from({ length: size }, (_, n) => pool.borrow(`checking ${n}`, false)))
  for (const { client } of lent) {
    const { rows } = await client.query<{ kept: string }>(`
      select concat_ws(' ', current_setting('app.tenant', true), nullif(current_setting('plan_cache_mode'), 'auto'),
        (select string_agg(mode, ' ') from pg_locks where pid = pg_backend_pid() and locktype in ('advisory', 'transactionid'))) as kept`)
    if (client.getTransactionStatus() !== 'I' || rows[0]?.kept !== '')
      faults.push(`a connection keeps ${rows[0]?.kept}`)
  }
  for (const { release } of lent) release()
  return faults
}

const faults: Fault[] = [
  { kind: 'lost after' },
  { kind: 'error', code: '23514' },
  { kind: 'lost before' },
  { kind: 'error', code: '40001' },
  { kind: 'error', code: '57P01' },
  { kind: 'error', code: '55P03' },
]
const told = (fault: Fault) => (fault.kind === 'error' ? `error ${fault.code}` : fault.kind)
/** Which statements fail how: one, another with each `turn`; or each in each way, of many in one way in turn. */
const attempts = (statements: number, turn: number): { at: number; fault: Fault }[] => {
  if (isFull)
    return Array.from({ length: statements }, (_, n) => {
      const those = statements > 20 ? [faults[n % faults.length] as Fault] : faults
      return those.map((fault) => ({ at: n + 1, fault }))
    }).flat()
  const at = [statements, Math.ceil(statements / 2), statements - 1][turn % 3] || 1
  return [{ at, fault: faults[turn % faults.length] as Fault }]
}
/** An error is answered as what it is; a collision is tried again, where there is a transaction. */
const expected = (fault: Fault, usual: number, isTransaction: boolean): number => {
  if (fault.kind !== 'error') return 503
  return { 23514: 500, 40001: isTransaction ? usual : 503 }[fault.code] ?? 503
}

const asked = calls.filter((_, n) => isFull || n % 2 === 0).map((call, turn) => [...call, turn] as const)
test.each(asked)('%s', async (_name, who, endpoint, next, turn) => {
  const call = (given: Raw) => second.call(who, endpoint, given)
  // Its session is known then.
  await call(await next())
  const first = await next()
  const atFirst = await stateNow()
  wire.arm(0, { kind: 'lost before' })
  const usual = await call(first)
  const statements = wire.disarm()
  expect([usual.status < 300, usual.body]).toEqual([true, usual.body])
  const effect = growth(atFirst, await stateNow())

  const wrong: string[] = []
  for (const { at, fault } of attempts(statements, turn)) {
    const given = await next()
    const before = await stateNow()
    unheard.length = 0
    wire.arm(at, fault)
    const answer = await call(given)
    // Sometimes a statement less is needed.
    if (wire.disarm() < at) continue
    await new Promise((resolve) => setImmediate(resolve))
    const after = await stateNow()
    const say = (what: string) => wrong.push(`${told(fault)} at ${at} of ${statements}: ${what}`)
    if (unheard.length > 0) say(`unheard ${unheard.map(String).join('; ')}`)
    const wanted = [expected(fault, usual.status, endpoint.effect === 'write' && at > 1), usual.status]
    if (answer.status !== wanted[0] && !(fault.kind === 'error' && fault.code === '40001' && at === 1))
      say(`answered ${answer.status} ${JSON.stringify(answer.body)}`)
    if (answer.status === 503 && answer.headers['retry-after'] === undefined) say('answered without Retry-After')
    const isDone = effect === '' ? answer.status < 300 : growth(before, after) === effect
    if (answer.status >= 300 && !isDone && changed(before, after).length > 0)
      say(`half written: ${changed(before, after).join(', ')}`)
    for (const fault of await faultsOfPool(second.db)) say(fault)
    const again = await call(given)
    const isKept = given.headers?.['idempotency-key'] !== undefined
    if (again.status >= 300 && (isKept || !isDone)) say(`again ${again.status} ${JSON.stringify(again.body)}`)
    const both = growth(before, await stateNow())
    if (isKept && both !== effect) say(`not once: ${both}, not ${effect}`)
  }
  expect(wrong).toEqual([])
})

test('a repeated call is not answered as before when it cannot be found out whether its caller still may make it', async () => {
  const given = withKey({ body: { items: items(wanted) } })
  const call = () => second.call(acme, orders.create, given)
  const first = await call()
  wire.arm(0, { kind: 'lost before' })
  expect((await call()).body).toEqual(first.body)
  const statements = wire.disarm()
  const answers: string[] = []
  for (let at = 1; at <= statements; at += often(3, 1)) {
    wire.arm(at, { kind: 'error', code: '55P03' })
    const { status } = await call()
    if (wire.disarm() >= at && status !== 503) answers.push(`${status} at ${at} of ${statements}`)
  }
  expect(answers).toEqual([])
  expect(await faultsOfPool(second.db)).toEqual([])
})

test('an import whose connection fails at some statement, and that is tried again, takes effect once', {
  tags: ['long'],
}, async () => {
  const [job] = second.app.jobs.filter(({ name }) => name === 'imports:run')
  const run = async (payload: unknown) => job?.run(payload)
  const next = async (dryRun: boolean) => {
    const { id } = await vendor.call(imports.create, { body: accountsFile(dryRun) })
    const [left] = await queued(world, 'imports:run')
    await admin.query('delete from graphile_worker._private_jobs')
    return { id, payload: left?.payload }
  }
  const read = (id: string) => vendor.call(imports.read, { params: { id } })
  const wrong: string[] = []
  for (const dryRun of isFull ? [false, true] : [false]) {
    const first = await next(dryRun)
    const atFirst = await stateNow()
    wire.arm(0, { kind: 'lost before' }, 'trellis background')
    await run(first.payload)
    const statements = wire.disarm()
    const effect = growth(atFirst, await stateNow())
    const usual = await read(first.id)
    for (let at = 2; at <= statements; at += often(Math.ceil(statements / 3), 1)) {
      const fault = faults[at % 3] as Fault
      const say = (what: string) => wrong.push(`${told(fault)} at ${at} of ${statements}, ${dryRun}: ${what}`)
      const { id, payload } = await next(dryRun)
      const before = await stateNow()
      unheard.length = 0
      wire.arm(at, fault, 'trellis background')
      await run(payload).catch(() => undefined)
      wire.disarm()
      await new Promise((resolve) => setImmediate(resolve))
      if (unheard.length > 0) say(`unheard ${unheard.map(String).join('; ')}`)
      const half = growth(before, await stateNow())
      if (half !== '' && half !== effect) say(`half written: ${half}`)
      // What the worker, or the job that rescues imports, does a minute later.
      await admin.query(`update imports set heard_at = now() - interval '2 minutes' where status = 'running'`)
      await run(payload).catch((error: unknown) => say(String(error)))
      const { counts, outcome, status } = await read(id)
      if (JSON.stringify([counts, outcome, status]) !== JSON.stringify([usual.counts, usual.outcome, usual.status]))
        say(`is ${status} ${outcome} ${JSON.stringify(counts)}`)
      if (growth(before, await stateNow()) !== effect) say(`not once: ${growth(before, await stateNow())}`)
      for (const fault of await faultsOfPool(second.db.background)) say(fault)
    }
  }
  expect(wrong).toEqual([])
})

test('a transaction of the owner that loses its connection is answered as a database that is not available', async () => {
  const context = { tenantId: world.tenantId, userId: null, reach: null, clock: null, requestId: null }
  const codes: (string | undefined)[] = []
  for (const at of [1, 2, 3, 4]) {
    wire.arm(at, { kind: 'lost before' }, 'trellis administration')
    const attempt = second.db.administer(context, (tx) => tx.run(sql`select 1`))
    codes.push(await attempt.then(() => 'done').catch((error: { code?: string }) => error.code))
    expect(wire.disarm()).toBe(at)
  }
  expect(codes).toEqual(['RQ503', 'RQ503', 'RQ503', 'RQ503'])
})

test('nothing is out of step after all of it', async () => {
  expect(await discrepancies(world)).toEqual([])
})
