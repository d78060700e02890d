import { identity } from '@trellis/contract/identity'
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
const config = readConfig({ NODE_ENV: 'test', DATA_DIR: world.dataDir, RATE_LIMIT: '0' })
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
  for (const url of ['/health/live', '/health/ready']) expect((await app.http.inject({ url })).statusCode).toBe(200)
  const requests = lines.filter(({ msg }) => msg === 'request')
  expect(requests).toHaveLength(1)
  expect(requests[0]).toMatchObject({ requestId: answer.headers['x-request-id'], status: 200 })
  expect(requests[0]).not.toHaveProperty('reqId')
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

test('a request that is answered has no person in its line', async () => {
  await app.http.inject({ url: `/api/v1${tenants.current.path}`, headers: { 'x-tenant-code': world.tenantCode } })
  const line = lines.filter(({ msg }) => msg === 'request').at(-1)
  expect(line).toMatchObject({ level: 30, status: 200 })
  for (const name of ['client', 'tenantId', 'userId']) expect(line).not.toHaveProperty(name)
})
