// @module-tag long
import { connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { Connection } from './platform/database/connection.ts'
import { forgetAim } from './platform/database/hosts.ts'
import { beat } from './platform/database/notifications.ts'
import { pairedNetwork } from './testing/paired.ts'

/* The machine of the primary loses its power or its network: nothing arrives from it any more, not even the end of connections. */

const { pair, open } = await pairedNetwork()

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
/** The heartbeats are turned by hand. */
vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
const { create, lists } = await open(url)
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  line.close()
})

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
  expect((await lists()).statusCode).toBe(200)
  const kept = await pair.on(
    'standby',
    `select name::text from price_lists where name in ('Before', 'Meanwhile', 'After')`,
  )
  expect(kept).toHaveLength(2)
})
