import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identity } from '@trellis/contract/identity'
import { priceLists } from '@trellis/contract/price-lists'
import pg from 'pg'
import pino from 'pino'
import { afterAll, expect, test, vi } from 'vitest'
import { openApp } from './app.ts'
import { migrate } from './migrate.ts'
import { readConfig } from './platform/config.ts'
import { Connection } from './platform/database/connection.ts'
import { openDatabase } from './platform/database/database.ts'
import { forgetAim } from './platform/database/hosts.ts'
import { beat } from './platform/database/notifications.ts'
import { prepareInstallation } from './platform/installation.ts'
import { openSecrets } from './platform/secrets.ts'
import { password, settle } from './testing/companies.ts'
import { startPair } from './testing/standby.ts'

/* The machine of the primary loses its power or its network: nothing arrives from it any more, not even the end of connections. */

const dataDir = mkdtempSync(join(tmpdir(), 'trellis-silent-'))
const settings = { NODE_ENV: 'test', DATA_DIR: dataDir, RATE_LIMIT: '0' }
const secrets = openSecrets(readConfig(settings))
let settled: Awaited<ReturnType<typeof settle>> | undefined
const pair = await startPair(async (url) => {
  await migrate(url)
  await prepareInstallation(url, secrets, readConfig(settings))
  const db = await openDatabase(url, { secrets })
  settled = await settle(db)
  await db.close()
})

/** The line to the primary. When it is silent, connections stay open and carry nothing, and new ones are made and not answered. */
const { port, hostname } = new URL(pair.primary.url)
const sockets = new Set<Socket>()
let isSilent = false
const line = createServer((near) => {
  const far = isSilent ? near : connect(Number(port), hostname)
  for (const socket of new Set([near, far])) {
    sockets.add(socket)
    socket.on('error', () => undefined)
    const other = socket === near ? far : near
    socket.on('data', (bytes) => isSilent || other.write(bytes))
    socket.on('close', () => isSilent || other.destroy())
  }
})
await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
const primary = new URL(pair.primary.url)
primary.port = String((line.address() as { port: number }).port)

const url = primary.href.replace('@', `@${new URL(pair.standby.url).host},`)
const config = readConfig({ ...settings, DATABASE_URL: url })
/** The heartbeats are turned by hand. */
vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
const db = await openDatabase(url, { secrets })
const app = await openApp({ config, db, directUrl: url, secrets, logger: pino({ level: 'silent' }) })
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  line.close()
  await app.close()
  await db.close()
  await pair.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const headers = { 'x-tenant-code': settled?.tenantCode ?? '' }
const send = (path: string, payload: object, more: object = {}) =>
  app.http.inject({ method: 'POST', url: `/api/v1${path}`, headers: { ...headers, ...more }, payload })
const email = settled?.people.vendor.email ?? ''
const signedIn = await send(identity.signIn.path, { grantType: 'password', email, password, deviceUniqueId: 'one' })
const authorization = `Bearer ${signedIn.json().token}`
const create = async (name: string) =>
  (await send(priceLists.create.path, { name, currencyId: 978 }, { authorization })).statusCode

test('before anybody has taken its place, a read gets a connection to the standby in the time that a call waits for one', async () => {
  isSilent = true
  // As a second later.
  forgetAim(url)
  const calls = new pg.Pool({ Client: Connection, connectionString: url, connectionTimeoutMillis: 2_000 })
  const { rows } = await calls.query('select pg_is_in_recovery() as "isStandby"')
  expect(rows).toEqual([{ isStandby: true }])
  await calls.end()
  isSilent = false
})

test('calls that hang at a silent primary end when another server takes the writes, and can be repeated there', async () => {
  await expect.poll(() => create('Before'), { timeout: 30_000 }).toBe(201)
  isSilent = true
  const hanging = create('Meanwhile')
  await pair.on('standby', 'select pg_promote()')
  // The listener misses its heartbeat, asks which server is the primary, and so everybody knows.
  for (let beats = 0; beats < 2; beats++) await vi.advanceTimersByTimeAsync(beat)
  expect(await hanging).toBe(503)
  await expect.poll(() => create('After'), { timeout: 30_000 }).toBe(201)
  expect((await send(priceLists.search.path, { limit: 100 }, { authorization })).statusCode).toBe(200)
  const kept = await pair.on(
    'standby',
    `select name::text from price_lists where name in ('Before', 'Meanwhile', 'After')`,
  )
  expect(kept).toHaveLength(2)
})
