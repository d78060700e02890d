import { licenses } from '@trellis/contract/licenses'
import { orders } from '@trellis/contract/orders'
import { stock } from '@trellis/contract/stock'
import pg from 'pg'
import { expect, test } from 'vitest'
import { often } from '../../testing/full.ts'
import { network, type Person } from '../../testing/network.ts'
import { discrepancies, raw, selling } from '../../testing/selling.ts'

const world = await network()
const { vendor, nordico, sudvia, acme, bergen } = world
const { items, request, offer, sell, issue } = selling(world)

const tally = (statuses: number[]) =>
  Object.fromEntries(
    [...new Set(statuses)].sort().map((status) => [status, statuses.filter((s) => s === status).length]),
  )

const decide = async (who: Person, id: string, status: string) =>
  (await who.raw(orders.changeStatus, { params: { id }, body: { status } })).status

await issue({ 'EDGE-1Y': 1000, 'CORE-3Y': 1000, BOX: 2000, 'CORE-PERP': 1000 })

/* The figures of the threat model at full size are those of FULL=1. */
const rounds = often(1, 50)
const keys = often(20, 2000)
const buyers = often(50, 1000)
const last = buyers / 10
const asking = often(50, 100)

test(`of ${keys} orders, each sent five times in parallel, each is created once (threats M8)`, async () => {
  const before = (await acme.call(orders.sellIn, { body: {} })).count
  const body = { items: items({ BOX: 1 }) }
  const made = new Set<string>()
  for (let first = 0; first < keys; first += 20) {
    const batch = Array.from({ length: Math.min(20, keys - first) }, (_, index) => `order ${first + index}`)
    const answers = await Promise.all(
      batch.flatMap((key) =>
        [1, 2, 3, 4, 5].map(() => acme.raw(orders.create, { body, headers: { 'idempotency-key': key } })),
      ),
    )
    expect(tally(answers.map(({ status }) => status))).toEqual({ 201: 5 * batch.length })
    for (const answer of answers) made.add((answer.body as { id: string }).id)
  }
  expect(made.size).toBe(keys)
  expect((await acme.call(orders.sellIn, { body: {} })).count).toBe(before + keys)
}, 900_000)

test(`of ${buyers} concurrent orders for the last ${last} pieces exactly ${last} succeed (threats M9)`, async () => {
  for (let round = 0; round < rounds; round++) await sellTheLastPieces()
}, 900_000)

async function sellTheLastPieces(): Promise<void> {
  const had = await acme.stockOf('BOX')
  await issue({ BOX: last })
  await sell(vendor, nordico, { BOX: last })
  const body = { buyerAccountId: acme.accountId, items: items({ BOX: 1 }) }
  const attempts = await Promise.all(Array.from({ length: buyers }, () => nordico.raw(orders.create, { body })))
  expect(tally(attempts.map(({ status }) => status))).toEqual({ 201: last, 409: buyers - last })
  const [box] = await nordico.call(stock.ofAccount, { params: { accountId: nordico.accountId } })
  expect(box).toMatchObject({ quantity: last, available: 0 })
  const sold = attempts.flatMap(({ status, body: answer }) => (status === 201 ? [(answer as { id: string }).id] : []))
  expect(tally(await Promise.all(sold.map((id) => decide(nordico, id, 'approved'))))).toEqual({ 200: last })
  expect([await nordico.stockOf('BOX'), await acme.stockOf('BOX')]).toEqual([0, had + last])
}

test(`of ${asking} requests for ${asking / 5} pieces exactly ${asking / 5} are approved (threats M9)`, async () => {
  await sell(vendor, sudvia, { 'CORE-PERP': asking / 5 })
  const asked = await Promise.all(
    Array.from({ length: asking }, () =>
      world.calabro.call(orders.create, { body: { items: items({ 'CORE-PERP': 1 }) } }),
    ),
  )
  const statuses = await Promise.all(asked.map(({ id }) => decide(sudvia, id, 'approved')))
  expect(tally(statuses)).toEqual({ 200: asking / 5, 409: (4 * asking) / 5 })
  expect([await sudvia.stockOf('CORE-PERP'), await world.calabro.stockOf('CORE-PERP')]).toEqual([0, asking / 5])
})

test('of concurrent decisions on one order exactly one succeeds (threats M10)', async () => {
  await sell(vendor, nordico, { 'EDGE-1Y': 40 })
  const races = [
    ['approved', 'approved'],
    ['approved', 'canceled'],
    ['canceled', 'canceled'],
    ['approved', 'approved', 'canceled', 'approved', 'canceled'],
  ]
  for (const make of [() => request(acme, { 'EDGE-1Y': 1 }), () => offer(nordico, acme, { 'EDGE-1Y': 1 })]) {
    for (const race of races) {
      const { id } = await make()
      const statuses = await Promise.all(race.map((status, n) => decide(n % 2 ? vendor : nordico, id, status)))
      expect(tally(statuses)).toEqual({ 200: 1, 409: race.length - 1 })
      const [log] = await raw<{ entries: number; movements: number; status: string }>(
        world,
        `select (select count(*)::int from order_history where order_id = $1) as entries,
                (select count(*)::int from stock_movements where order_id = $1) as movements, status
         from orders where order_id = $1`,
        [id],
      )
      expect(log).toEqual({ entries: 2, movements: log?.status === 'approved' ? 2 : 0, status: log?.status })
    }
  }
})

test('of concurrent revocations exactly one succeeds, and the pieces are returned once (threats M10)', async () => {
  const { id } = await sell(nordico, acme, { 'EDGE-1Y': 5 })
  const before = await nordico.stockOf('EDGE-1Y')
  const statuses = await Promise.all(['revoked', 'revoked', 'approved', 'revoked'].map((s) => decide(nordico, id, s)))
  expect(tally(statuses)).toEqual({ 200: 1, 409: 3 })
  expect(await nordico.stockOf('EDGE-1Y')).toBe(before + 5)
})

test('when an order is revoked while another is derived from it, the first transaction wins (threats M10)', async () => {
  await sell(vendor, nordico, { 'EDGE-1Y': 20 })
  const outcomes: string[] = []
  for (let round = 0; round < 5; round++) {
    const { id: derivedOrderId } = await sell(nordico, acme, { 'EDGE-1Y': 1 })
    const line = { productId: items({ 'EDGE-1Y': 1 })[0]?.productId ?? '', qt: 1 }
    const key = { items: [line], parentAccountId: acme.accountId, derivedOrderId }
    const order = { items: items({ 'EDGE-1Y': 1 }), derivedOrderId }
    const builds =
      round % 2 ? () => acme.raw(licenses.create, { body: key }) : () => nordico.raw(orders.create, { body: order })
    const [built, revoked] = await Promise.all([builds(), decide(nordico, derivedOrderId, 'revoked')])
    // An order derived after the revocation is allowed: it depends on nothing.
    if (built.status === 201 && revoked === 200) expect(round % 2).toBe(0)
    outcomes.push(`${built.status}/${revoked}`)
  }
  expect(outcomes.every((outcome) => ['201/409', '409/200', '201/200'].includes(outcome))).toBe(true)
  const revokedUnderneath = await raw(
    world,
    `select o.code from orders o where o.status = 'revoked' and exists (
       select from licenses l where l.tenant_id = o.tenant_id and l.derived_order_id = o.order_id)`,
  )
  expect(revokedUnderneath).toEqual([])
})

test('orders with their lines in opposite order wait for each other and never deadlock (threats M13)', async () => {
  await sell(vendor, nordico, { 'CORE-3Y': 200, BOX: 200, 'EDGE-1Y': 200 })
  const lines = items({ 'CORE-3Y': 1, BOX: 1, 'EDGE-1Y': 1 })
  const sales = await Promise.all(
    Array.from({ length: 60 }, (_, n) =>
      nordico.raw(orders.create, {
        body: {
          buyerAccountId: n % 3 ? acme.accountId : bergen.accountId,
          items: n % 2 ? lines : [...lines].reverse(),
        },
      }),
    ),
  )
  expect(tally(sales.map(({ status }) => status))).toEqual({ 201: 60 })
  const decided = await Promise.all(
    sales.map(({ body }, n) => decide(nordico, (body as { id: string }).id, n % 4 ? 'approved' : 'canceled')),
  )
  expect(tally(decided)).toEqual({ 200: 60 })
})

test('after all these tests ledger, balances and counters are consistent, without any deadlock', async () => {
  expect(await discrepancies(world)).toEqual([])
  const [deadlocks] = await raw<{ deadlocks: string }>(
    world,
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  expect(Number(deadlocks?.deadlocks)).toBe(0)
})

test('concurrent first orders of a year all get different numbers', async () => {
  for (let year = 2031; year < 2041; year++) {
    world.at(`${year}-01-01T00:00:00.000Z`)
    const body = { items: items({ BOX: 1 }) }
    const made = await Promise.all([acme, bergen, acme, bergen].map((who) => who.raw(orders.create, { body })))
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    const codes = made.map((answer) => (answer.body as { orderCode: string }).orderCode)
    expect(new Set(codes).size).toBe(4)
    for (const code of codes) expect(code).toMatch(new RegExp(`^SO-${year}-\\d{6}$`))
  }
  world.at(null)
})

test('an order waits for a change of the network, and is begun anew if its buyer has left meanwhile', async () => {
  const network = new pg.Client({ connectionString: world.adminUrl })
  await network.connect()
  const turn = (deleted: string) =>
    network.query(`update accounts set deleted_at = ${deleted} where account_id = $1`, [bergen.accountId])
  try {
    await network.query('begin')
    await network.query(`select pg_advisory_xact_lock(hashtextextended('tree:' || $1, 0))`, [world.tenantId])
    await turn('now()')
    const ordered = bergen.raw(orders.create, { body: { items: items({ BOX: 1 }) } })
    const waits = `
      select from pg_locks
      where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`
    await expect.poll(() => raw(world, waits)).toHaveLength(1)
    await network.query('commit')
    expect((await ordered).status).toBe(404)
  } finally {
    await turn('null')
    await network.end()
  }
})
