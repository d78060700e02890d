// @module-tag long
import { expect, test } from 'vitest'
import { readConfig } from './platform/config.ts'
import { Connection } from './platform/database/connection.ts'
import { changedUrl, hostsOf } from './platform/database/hosts.ts'
import { waitForDatabases } from './platform/database/wait.ts'
import { pairedNetwork } from './testing/paired.ts'

/* DATABASE_URL names a primary and its standby. The primary is lost, and the standby is promoted. */

const { pair, open } = await pairedNetwork()
/** The standby first: the order says nothing. */
const { host, hostname } = new URL(pair.standby.url)
const url = pair.primary.url.replace(`@`, `@${host},`)
const { config, db, app, create, lists } = await open(url, url)
const names = async () => {
  const answer = await lists()
  return answer.statusCode === 200 ? answer.json().items.map((item: { name: string }) => item.name) : answer.statusCode
}

test('writes reach the one that takes them, whatever their order', async () => {
  await waitForDatabases(config, { patience: 5_000 })
  expect(await create('Before')).toBe(201)
  expect(await pair.on('primary', `select from price_lists where name = 'Before'`)).toHaveLength(1)
})

test('of the servers of DATABASE_REPLICA_URL, a standby is read, wherever it is named', async () => {
  await expect.poll(() => db.replica?.serves(null), { timeout: 30_000 }).toBe(true)
  const read = await db.replica?.pool.use('', false, (client) => client.query('select pg_is_in_recovery() as is'))
  expect(read?.rows).toEqual([{ is: true }])
})

test('while none takes writes, lists are read and writes say that they can be repeated; after the promotion both work, without a restart', async () => {
  const caughtUp = () => pair.on('standby', `select from price_lists where name = 'Before'`)
  await expect.poll(async () => (await caughtUp()).length, { timeout: 30_000 }).toBe(1)
  await pair.primary.stop()
  await expect.poll(names, { timeout: 30_000 }).toContain('Before')
  expect(await create('Meanwhile')).toBe(503)
  // A process that starts now, or a command, waits rather than failing at its first write.
  await expect(waitForDatabases(config, { patience: 0 })).rejects.toThrow(
    /DATABASE_URL.*none of its servers takes writes/,
  )
  expect((await app.http.inject('/health/database')).statusCode).toBe(503)
  expect((await app.http.inject('/health/ready')).statusCode).toBe(200)
  await pair.on('standby', 'select pg_promote()')
  await expect.poll(() => create('After'), { timeout: 30_000 }).toBe(201)
  expect(await names()).toEqual(expect.arrayContaining(['Before', 'After']))
  await expect.poll(async () => (await app.http.inject('/health/database')).statusCode, { timeout: 30_000 }).toBe(200)
  expect(await names()).not.toContain('Meanwhile')
})

test('what was the standby is not read as one after its promotion, whatever it had replayed', async () => {
  await expect.poll(() => db.replica?.serves(null), { timeout: 30_000 }).toBe(false)
  expect(await create('Later')).toBe(201)
  expect(await names()).toContain('Later')
})

test('a server that is named without a port has that of PostgreSQL', async () => {
  const nowhere = new Connection('postgres://nobody@127.0.0.2,127.0.0.3/nothing')
  await expect(nowhere.connect()).rejects.toThrow()
  expect([nowhere.host, nowhere.port]).toEqual(['127.0.0.2', 5432])
})

test('an address with several servers is written and changed as one is', () => {
  expect(hostsOf('postgres://u:p%40@one,[::1]:5433,two:1/db?x=1')).toEqual(['one', '[::1]:5433', 'two:1'])
  const change = (address: string) => changedUrl(address, (each) => each.searchParams.set('user', 'a,b'))
  expect(change('postgres://u:p@one:1,two:2/db')).toBe('postgres://u:p@one:1,two:2/db?user=a%2Cb')
  expect(change('postgres://u@one/db')).toBe('postgres://u@one/db?user=a%2Cb')
  expect(change('postgres:///db')).toBe('postgres:///db?user=a%2Cb')
  expect(hostname).toBe('127.0.0.1')
  for (const wrong of ['postgres://u@one,/db', 'postgres://u@one,two:port/db', 'postgres://u@one:port/db'])
    expect(() => readConfig({ DATABASE_URL: wrong })).toThrow(/^ {2}DATABASE_URL: /m)
})
