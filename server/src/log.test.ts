import { once } from 'node:events'
import { connect } from 'node:net'
import { exportsOfLists } from '@trellis/contract/exports'
import { identity } from '@trellis/contract/identity'
import { orders } from '@trellis/contract/orders'
import { productTypes } from '@trellis/contract/product-types'
import { tenants } from '@trellis/contract/tenants'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { openApp } from './app.ts'
import { readConfig } from './platform/config.ts'
import { openSecrets } from './platform/secrets.ts'
import { network } from './testing/network.ts'

const world = await network()
const lines: Record<string, unknown>[] = []
const config = readConfig({ NODE_ENV: 'test', DATA_DIR: world.dataDir, RATE_LIMIT: '100000' })
const app = await openApp({
  config,
  db: world.db,
  directUrl: world.databaseUrl,
  secrets: openSecrets(config),
  logger: pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
})
afterAll(() => app.close())

test('a request is one log line with its id once; probes are not logged', async () => {
  const headers = { 'x-tenant-code': world.tenantCode }
  const answer = await app.http.inject({ url: `/api/v1${tenants.current.path}`, headers })
  for (const url of ['/health/live', '/health/ready', '/health/database'])
    expect((await app.http.inject({ url })).statusCode).toBe(200)
  const requests = lines.filter(({ msg }) => msg === 'request')
  expect(requests).toHaveLength(1)
  expect(requests[0]).toMatchObject({ requestId: answer.headers['x-request-id'], status: 200 })
  expect(requests[0]).not.toHaveProperty('reqId')
})

test('no log line has the link of a key’s page, that of the screen neither (threats L20)', async () => {
  const code = 'c0de'.repeat(8)
  for (const url of [
    `/key/${code}`,
    `/api/v1/key/${code}`,
    `/API/V1/Key/${code}?x=1`,
    `/api/v1/key/${code}/seats/1/release`,
  ])
    await app.http.inject({ url, headers: { 'x-tenant-code': world.tenantCode } })
  expect(lines.filter(({ path }) => String(path).includes('/key/…')).length).toBeGreaterThan(0)
  expect(JSON.stringify(lines)).not.toContain(code)
})

/** The last log line of a request to the server under test. */
async function lineOf(path: string, body: object, token?: string) {
  const headers = { 'x-tenant-code': world.tenantCode, ...(token && { authorization: `Bearer ${token}` }) }
  await app.http.inject({ method: 'POST', url: `/api/v1${path}`, headers, payload: body })
  return lines.filter(({ msg }) => msg === 'request').at(-1)
}

test('a failed sign-in is logged with user, factor and client, without address and password (ASVS 16.3.1)', async () => {
  const { acme, tenantId } = world
  const attempt = (email: string) =>
    lineOf(identity.signIn.path, { grantType: 'password', email, password: 'Not-this-one-7!', deviceUniqueId: 'log' })
  const known = await attempt(acme.email)
  const denied = { level: 40, status: 401, code: 'A401', factor: 'password', client: '127.0.0.1', tenantId }
  expect(known).toMatchObject({ ...denied, userId: acme.userId })
  const unknown = await attempt('nobody@halcyon.example')
  expect(unknown).toMatchObject(denied)
  expect(unknown).not.toHaveProperty('userId')
  expect(JSON.stringify(lines)).not.toMatch(/nobody@|Not-this-one/)
  expect(JSON.stringify(lines)).not.toContain(acme.email)
})

test('a call without the permission, or with a wrong token, is logged with who and where (ASVS 16.3.2)', async () => {
  const { path } = productTypes.create
  const { acme, tenantId } = world
  expect(await lineOf(path, { name: 'Mine' }, await acme.token())).toMatchObject({
    ...{ level: 40, status: 403, code: 'RQ403', route: `/api/v1${path}`, method: 'POST' },
    ...{ tenantId, userId: acme.userId, client: '127.0.0.1' },
  })
  const wrong = await lineOf(path, { name: 'Mine' }, 'wrong')
  expect(wrong).toMatchObject({ level: 40, status: 401, code: 'RQ401', client: '127.0.0.1' })
  expect(wrong).not.toHaveProperty('userId')
})

test('every line says for which tenant and user a request was and from where, by ids and never by name', async () => {
  const { acme, tenantId } = world
  const headers = { 'x-tenant-code': world.tenantCode }
  await app.http.inject({ url: `/api/v1${tenants.current.path}`, headers })
  expect(lines.filter(({ msg }) => msg === 'request').at(-1)).toMatchObject({
    level: 30,
    status: 200,
    client: '127.0.0.1',
  })
  const line = await lineOf(orders.sellIn.path, {}, await acme.token())
  expect(line).toMatchObject({ level: 30, status: 200, client: '127.0.0.1', tenantId, userId: acme.userId })
  expect(JSON.stringify(lines)).not.toContain(acme.email)
})

test('a body that is refused is logged with its fields and rules, and never with a value (threats W4)', async () => {
  const token = await world.acme.token()
  const said = async (path: string, body: object) => (await lineOf(path, body, token))?.faults
  const secret = 'S3cret-of-a-client'
  expect(
    await said(orders.create.path, { items: [{ productId: secret, quantity: 0 }], madeUp: secret, [`${secret}!`]: 1 }),
  ).toEqual(
    expect.arrayContaining([
      'items.0.productId: invalid_format',
      'items.0.quantity: too_small',
      'madeUp: unrecognized_keys',
      '*: unrecognized_keys',
    ]),
  )
  expect(await said(orders.sellIn.path, { filterBy: [{ field: secret, values: [secret] }], limit: 9999 })).toEqual(
    expect.arrayContaining(['limit: too_big']),
  )
  // A key of a dictionary may have been typed by somebody.
  const columns = [{ path: 'accountName', label: 'Name', kind: 'text', words: { [secret]: 5 } }]
  const list = { list: 'accounts.search', format: 'csv', fileName: 'x', search: {}, columns }
  expect(await said(exportsOfLists.create.path, list)).toEqual(['columns.0.words.*: invalid_type'])
  expect(JSON.stringify(lines)).not.toContain(secret)
})

test('clients that reset their connection write no line of an error and count as none (threats X17)', async () => {
  const address = new URL(await app.http.listen({ port: 0, host: '127.0.0.1' }))
  const errors = async () =>
    Number(/^trellis_http_errors_total (\d+)/m.exec((await app.http.inject('/metrics')).payload)?.[1])
  const before = await errors()
  const bodies = ['', JSON.stringify({ grantType: 'password', email: 'a@b.example', password: 'Not-this-one-7!' })]
  const left = Array.from({ length: 60 }, async (_, n) => {
    const body = bodies[n % 2] ?? ''
    const head = [
      `${body === '' ? 'GET' : 'POST'} /api/v1${body === '' ? tenants.current.path : identity.signIn.path} HTTP/1.1`,
      ...['host: portal', `x-tenant-code: ${world.tenantCode}`, 'content-type: application/json'],
      `content-length: ${body.length}`,
    ]
    const socket = connect(Number(address.port), '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    await new Promise<void>((resolve) => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, () => resolve()))
    socket.resetAndDestroy()
    await once(socket, 'close')
  })
  await Promise.all(left)
  const answer = await fetch(new URL('/api/v1/tenants/current', address), {
    headers: { 'x-tenant-code': world.tenantCode },
  })
  expect(answer.status).toBe(200)
  const open = () => new Promise((resolve) => app.http.server.getConnections((_, count) => resolve(count)))
  await expect.poll(open).toBeLessThan(3)
  expect(lines.filter(({ level }) => Number(level) >= 50)).toEqual([])
  expect(await errors()).toBe(before)
  expect(lines.filter(({ status }) => Number(status) >= 500)).toEqual([])
})
