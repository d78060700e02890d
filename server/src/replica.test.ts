import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { accounts } from '@trellis/contract/accounts'
import { identity } from '@trellis/contract/identity'
import { priceLists } from '@trellis/contract/price-lists'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { openApp } from './app.ts'
import { migrate } from './migrate.ts'
import { readConfig } from './platform/config.ts'
import { openDatabase } from './platform/database/database.ts'
import { prepareInstallation } from './platform/installation.ts'
import { openSecrets } from './platform/secrets.ts'
import { password, settle } from './testing/companies.ts'
import { startPair } from './testing/standby.ts'

/* Searches and statistics are read from a streaming replica, which may be a second behind (decision 079). */

const dataDir = mkdtempSync(join(tmpdir(), 'trellis-replica-'))
const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, RATE_LIMIT: '0' })
const secrets = openSecrets(config)
let settled: Awaited<ReturnType<typeof settle>> | undefined
const pair = await startPair(async (url) => {
  await migrate(url)
  await prepareInstallation(url, secrets, config)
  const db = await openDatabase(url, { secrets })
  settled = await settle(db)
  await db.close()
})
const { tenantCode, people } = must(settled)
const db = await openDatabase(pair.primary.url, { secrets, replicaUrl: pair.standby.url })
const app = await openApp({ config, db, directUrl: pair.primary.url, secrets, logger: pino({ level: 'silent' }) })
afterAll(async () => {
  await app.close()
  await db.close()
  await pair.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

function must<T>(value: T | undefined | null): T {
  if (value === undefined || value === null) throw new Error('Nothing was settled')
  return value
}

/** The number of reads from the replica, without those that check its position. */
let fromReplica = 0
const replica = must(db.replica)
const { use } = replica.pool
replica.pool.use = (whose, long, work) => {
  if (whose !== '') fromReplica += 1
  return use(whose, long, work)
}

async function personOf(email: string) {
  const headers = { 'x-tenant-code': tenantCode, 'x-label': 'Trellis', 'x-product': 'portal' }
  const send = async (method: 'GET' | 'POST', path: string, payload?: object, more: object = {}) => {
    const answer = await app.http.inject({
      method,
      url: `/api/v1${path}`,
      headers: { ...headers, ...more },
      ...(payload && { payload }),
    })
    if (answer.statusCode >= 400) throw new Error(`${path}: ${answer.statusCode} ${answer.payload}`)
    return answer.json()
  }
  const body = { grantType: 'password', email, password, deviceUniqueId: email }
  const authorization = `Bearer ${(await send('POST', identity.signIn.path, body)).token}`
  return {
    post: (path: string, payload: object) => send('POST', path, payload, { authorization }),
    get: (path: string) => send('GET', path, undefined, { authorization }),
  }
}
const vendor = await personOf(people.vendor.email)
const manager = await personOf(people.manager.email)

const namesOf = async (who: typeof vendor): Promise<string[]> =>
  (await who.post(priceLists.search.path, { limit: 100 })).items.map(({ name }: { name: string }) => name)
const create = (name: string) => vendor.post(priceLists.create.path, { name, currencyId: 978 })
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
