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
