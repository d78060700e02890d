import { dashboard } from '@trellis/contract/dashboard'
import { deals } from '@trellis/contract/deals'
import { devices } from '@trellis/contract/devices'
import type { Endpoint } from '@trellis/contract/endpoint'
import { identity } from '@trellis/contract/identity'
import { licenses } from '@trellis/contract/licenses'
import { orders } from '@trellis/contract/orders'
import { today } from '@trellis/contract/today'
import type { PoolClient } from 'pg'
import { expect, test } from 'vitest'
import { dealing } from './testing/dealing.ts'
import { licensing } from './testing/licensing.ts'
import { network, type Person, type Raw } from './testing/network.ts'
import { operatorOf } from './testing/operator.ts'
import { selling } from './testing/selling.ts'

/*
 * Round trips and statements of the calls that people and devices make often. Each round trip costs about as much as a small
 * statement, and these numbers do not depend on the machine (docs/performance.md).
 */

const world = await network()
const { app, db, vendor, nordico, acme, canary } = world
await operatorOf(world)('operator', 'add', '--tenant', 'canary', '--email', canary.email)
const { items, issue, sell, request, offer } = selling(world)
const { product, key } = licensing(world)
await issue({ 'EDGE-1Y': 500, BOX: 50 })
await sell(vendor, nordico, { 'EDGE-1Y': 200, BOX: 40 })
await sell(nordico, acme, { 'EDGE-1Y': 100, BOX: 10 })

const placed = await request(acme, { BOX: 1 })
const issued = await key(acme, 'EDGE-1Y')

let trips = 0
let statements = 0
let messages = 0
const seen = new WeakSet<object>()
/** Counts what is sent on a connection: a round trip begins where no answer is awaited. */
function count(client: PoolClient): void {
  if (seen.has(client)) return
  seen.add(client)
  let awaited = 0
  const send = client.query.bind(client) as (...args: unknown[]) => unknown
  const query = (given: { callback?: (...args: unknown[]) => void; asked?: unknown[] }, ...rest: unknown[]) => {
    messages += 1
    statements += given.asked?.length ?? 1
    if (awaited === 0) trips += 1
    awaited += 1
    const done = () => {
      awaited -= 1
    }
    if (typeof given === 'object' && given.callback) {
      const { callback } = given
      given.callback = (...args) => {
        done()
        callback(...args)
      }
      return send(given, ...rest)
    }
    const sent = send(given, ...rest) as Promise<unknown>
    sent.then(done, done)
    return sent
  }
  Object.assign(client, { query })
}
db.pool.driver.on('acquire', count)

/**
 * What the cheapest of three equal calls takes, after a first one that also looks for what is kept. Of the three, at most one
 * finds that its session was kept for too long and looks it up again.
 */
async function costOf(who: Person, endpoint: Endpoint, request: () => Promise<Raw> | Raw): Promise<[number, number]> {
  const costs: [number, number][] = []
  for (let time = 0; time < 4; time++) {
    const given = await request()
    ;[trips, statements, messages] = [0, 0, 0]
    const { status, body } = await who.raw(endpoint, given)
    expect([status, body]).toEqual([expect.toSatisfy((code: number) => code < 300), body])
    if (time > 0) costs.push([trips, statements])
  }
  return costs.reduce((least, cost) => (cost[1] < least[1] ? cost : least))
}

const searches = app.routes.filter(({ endpoint }) => endpoint.list !== null && endpoint.path.split(':').length === 1)

test.each(searches.map((route) => [route.name, route] as const))(
  '%s: a page of the list in one round trip',
  async (_name, route) => {
    // The list of tenants names the other one, which no answer to the vendor may.
    const who = route.endpoint.permission === 'operator' ? canary : vendor
    expect(await costOf(who, route.endpoint, () => ({ body: {} }))).toEqual([1, 1])
  },
)

test.each([
  ['orders', orders.sellOut],
  ['licenses', licenses.search],
] as const)(
  '%s of an account below take one more: whether it is in reach is asked before anything is read',
  async (_name, list) => {
    expect(await costOf(vendor, list, () => ({ body: { parentAccountId: nordico.accountId } }))).toEqual([2, 2])
  },
)

test.each([
  ['dashboard.orders', dashboard.orders],
  ['dashboard.deals', dashboard.deals],
] as const)('%s in one statement', async (_name, endpoint) => {
  expect(await costOf(vendor, endpoint, () => ({ body: {} }))).toEqual([1, 1])
})

test('the dashboard of licenses takes two statements: whether sums are kept, and the figures', async () => {
  expect(await costOf(vendor, dashboard.licenses, () => ({ body: {} }))).toEqual([2, 2])
})

test('the list of pending work takes two statements, of which one is what runs short, and the profile one', async () => {
  expect(await costOf(nordico, today.list, () => ({}))).toEqual([2, 2])
  expect(await costOf(nordico, identity.me, () => ({}))).toEqual([1, 1])
})

test.each([
  ['an order', orders.read, () => ({ id: placed.id })],
  ['a license', licenses.read, () => ({ serialKey: issued })],
] as const)('%s is read with its version in one round trip', async (_what, endpoint, params) => {
  expect(await costOf(acme, endpoint, () => ({ params: params() }))).toEqual([1, 1])
})

test('a change that names no version takes no statement for it; one that does takes three more in two round trips', async () => {
  const change = (headers: Record<string, string>) => ({
    params: { id: placed.id },
    body: { orderNote: String(Math.random()) },
    headers,
  })
  expect(await costOf(acme, orders.update, () => change({}))).toEqual([2, 5])
  const known = async () => {
    const { headers } = await acme.raw(orders.read, { params: { id: placed.id } })
    return change({ 'if-match': String(headers.etag) })
  }
  expect(await costOf(acme, orders.update, known)).toEqual([4, 8])
})

const wanted = { 'EDGE-1Y': 1, BOX: 1 }
test('a purchase is created in 3 round trips', async () => {
  expect(await costOf(acme, orders.create, () => ({ body: { items: items(wanted) } }))).toEqual([3, 7])
})

test('what is asked at once, and what nobody waits for, is sent together: a purchase in 3 parts, its last with the COMMIT', async () => {
  await costOf(acme, orders.create, () => ({ body: { items: items(wanted) } }))
  expect(messages).toBe(3)
})

test('a sale is created in 4 round trips: its stock is locked before it is written', async () => {
  const body = { buyerAccountId: acme.accountId, items: items(wanted) }
  expect(await costOf(nordico, orders.create, () => ({ body }))).toEqual([4, 10])
})

test('an order is approved in 2 round trips: what is read with its locks, and all that it does with its answer', async () => {
  const approve = (id: string) => ({ params: { id }, body: { status: 'approved' } })
  expect(await costOf(nordico, orders.changeStatus, async () => approve((await request(acme, wanted)).id))).toEqual([
    2, 10,
  ])
  expect(
    await costOf(nordico, orders.changeStatus, async () => approve((await offer(nordico, acme, wanted)).id)),
  ).toEqual([2, 11])
})

test('an order is canceled in 2 round trips, and revoked in 3: what stands in the way is asked between', async () => {
  const to = (id: string, status: 'approved' | 'canceled' | 'revoked') => ({ params: { id }, body: { status } })
  const approved = async () => {
    const { id } = await request(acme, wanted)
    await nordico.call(orders.changeStatus, to(id, 'approved'))
    return id
  }
  expect(
    await costOf(nordico, orders.changeStatus, async () => to((await offer(nordico, acme, wanted)).id, 'canceled')),
  ).toEqual([2, 9])
  expect(
    await costOf(nordico, orders.changeStatus, async () => to((await request(acme, wanted)).id, 'canceled')),
  ).toEqual([2, 8])
  expect(await costOf(nordico, orders.changeStatus, async () => to(await approved(), 'revoked'))).toEqual([3, 12])
})

test('marks of three orders take as many round trips as those of one', async () => {
  // One after the other: a further connection would plan ahead while it is counted.
  const three = [await request(acme, wanted), await request(acme, wanted), await request(acme, wanted)]
  let isPaid = false
  const mark = () => {
    isPaid = !isPaid
    return { body: { orderIds: three.map(({ id }) => id), paid: isPaid } }
  }
  expect(await costOf(nordico, orders.mark, mark)).toEqual([2, 10])
})

test('a deal is registered in 3 round trips, and decided in 3', async () => {
  const { draft } = dealing(world)
  expect(await costOf(acme, deals.create, () => ({ body: draft(acme, wanted) }))).toEqual([3, 10])
  let isProtected = false
  const { id } = await acme.call(deals.create, { body: draft(acme, wanted) })
  const decide = () => {
    isProtected = !isProtected
    return { params: { id }, body: { protectionStatus: isProtected ? 'Approved' : 'Refused', reason: 'Known' } }
  }
  expect(await costOf(nordico, deals.updateProtectionStatus, decide)).toEqual([3, 7])
})

test('a license is created in 3 round trips', async () => {
  const { productId } = product('EDGE-1Y')
  const body = { parentAccountId: acme.accountId, items: [{ productId, qt: 1 }] }
  expect(await costOf(acme, licenses.create, () => ({ body }))).toEqual([3, 9])
})

test('a device is activated in 2 round trips, and its heartbeat is one', async () => {
  const serialKey = await key(acme, 'EDGE-1Y')
  expect(
    await costOf(acme, devices.heartbeat, async () => {
      const deviceUuid = 'beats'
      await acme.raw(devices.activate, { body: { serialKey, deviceUuid } })
      return { body: { serialKey, deviceUuid } }
    }),
  ).toEqual([1, 1])
})
