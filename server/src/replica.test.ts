// @module-tag long
import { setTimeout as sleep } from 'node:timers/promises'
import { accounts } from '@trellis/contract/accounts'
import { expect, test } from 'vitest'
import { pairedNetwork } from './testing/paired.ts'

/* Searches and statistics are read from a streaming replica, which may be a second behind (decision 079). */

const { pair, open } = await pairedNetwork()
const { db, app, people, signIn, vendor, create, lists } = await open(pair.primary.url, pair.standby.url)

/** The number of reads from the replica, without those that check its position. */
let fromReplica = 0
const { replica } = db
if (replica === null) throw new Error('There is no replica')
const { use } = replica.pool
replica.pool.use = (whose, long, work) => {
  if (whose !== '') fromReplica += 1
  return use(whose, long, work)
}

const manager = await signIn(people.manager)

const namesOf = async (who: typeof vendor): Promise<string[]> =>
  (await lists(who)).json().items.map(({ name }: { name: string }) => name)
const soon = (read: () => unknown) => expect.poll(read, { timeout: 30_000, interval: 50 })
const isFresh = () => soon(() => (db.replica?.age ?? Number.POSITIVE_INFINITY) < 900).toBe(true)

/** How many reads of the replica the work made. */
async function readsOf(work: () => Promise<unknown>): Promise<number> {
  const before = fromReplica
  await work()
  return fromReplica - before
}

test('a search is answered by the replica, a record and a change by the primary', async () => {
  // While the machine is busy the replica may be too far behind.
  await soon(() => readsOf(() => namesOf(manager))).toBeGreaterThan(0)
  expect(await readsOf(() => vendor.get(accounts.read.path.replace(':id', people.nordico.accountId)))).toBe(0)
  expect(await readsOf(() => create('Written to the primary'))).toBe(0)
})

test('only searches and statistics may lag', () => {
  const lagging = app.routes.filter(({ endpoint }) => endpoint.mayLag)
  expect(
    lagging.filter(
      ({ endpoint: { effect, list, path } }) =>
        effect !== 'read' || !(list || /dashboard|pastOrders|reports.month/.test(path)),
    ),
  ).toEqual([])
  expect(lagging.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['orders.sellIn', 'dashboard.orders', 'reports.search']),
  )
})

test('users see their own changes at once and those of others within a second, however far the replica is behind', async () => {
  await isFresh()
  await pair.on('standby', 'select pg_wal_replay_pause()')
  try {
    await create('Made while the replica stood still')
    expect(await namesOf(vendor)).toContain('Made while the replica stood still')
    await sleep(1_000)
    expect(await namesOf(manager)).toContain('Made while the replica stood still')
    expect(db.replica?.age).toBeGreaterThan(1_000)
  } finally {
    await pair.on('standby', 'select pg_wal_replay_resume()')
  }
  await isFresh()
  await soon(() => readsOf(() => namesOf(vendor))).toBeGreaterThan(0)
  expect(await namesOf(manager)).toContain('Made while the replica stood still')
})

test('live events of a change are sent only when the replica shows it', async () => {
  await isFresh()
  await pair.on('standby', 'select pg_wal_replay_pause()')
  await create('Told')
  let isTold = false
  const told = db.replica?.caughtUp().then(() => (isTold = true))
  await sleep(200)
  // On a busy machine the replica may be too far behind by now, so that the primary answers.
  expect(isTold && (db.replica?.age ?? 0) <= 1_000).toBe(false)
  await pair.on('standby', 'select pg_wal_replay_resume()')
  await told
  expect(await namesOf(manager)).toContain('Told')
})

test('without the replica the primary answers everything', async () => {
  await isFresh()
  await pair.standby.stop()
  for (let n = 0; n < 20; n++) {
    expect(await namesOf(manager)).toContain('Told')
    await sleep(50)
  }
})
