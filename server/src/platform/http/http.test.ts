import { accounts } from '@trellis/contract/accounts'
import { identity } from '@trellis/contract/identity'
import { expect, test } from 'vitest'
import { network, password } from '../../testing/network.ts'

const { app, vendor } = await network()

const post = async (payload: string | Buffer, headers: Record<string, string> = {}) =>
  app.http.inject({
    method: 'POST',
    url: '/api/v1/accounts/search',
    headers: {
      'x-tenant-code': 'verdant',
      authorization: `Bearer ${await vendor.token()}`,
      'content-type': 'application/json',
      ...headers,
    },
    payload,
  })

test('every answer has a request id and the security headers', async () => {
  const answer = await post('{}')
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
  })
  const policy = String(answer.headers['content-security-policy'])
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ])
    expect(policy).toContain(rule)
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
})

test('a refusal is problem+json with the code, a sentence and the request id', async () => {
  const answer = await post('{"limit":0}')
  expect(answer.headers['content-type']).toContain('application/problem+json')
  expect(answer.json()).toMatchObject({
    status: 422,
    code: 'RQ422',
    message: 'Some values are not valid',
    info: { issues: [{ path: 'limit', code: 'too_small' }] },
    requestId: answer.headers['x-request-id'],
  })
})

test('bodies that are not JSON, or not what their header says, are refused and change nothing (threats W7 to W9)', async () => {
  const cases: [string | Buffer, Record<string, string>, number, string][] = [
    ['{', {}, 400, 'RQ400'],
    ['', {}, 422, 'RQ422'],
    ['[]', {}, 422, 'RQ422'],
    ['null', {}, 422, 'RQ422'],
    ['{"__proto__":{"limit":1}}', {}, 400, 'RQ400'],
    ['{"constructor":{"prototype":{}}}', {}, 400, 'RQ400'],
    ['{"\\u005f_proto__":{"limit":1}}', {}, 400, 'RQ400'],
    [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), {}, 400, 'RQ400'],
    [Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('{}')]), {}, 400, 'RQ400'],
    [`{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, {}, 400, 'RQ400'],
    [`{"a":"${'x'.repeat(1024 * 1024)}"}`, {}, 413, 'RQ413'],
    ['{}', { 'content-type': 'text/plain' }, 415, 'RQ415'],
    ['{}', { 'content-type': 'application/json; charset=utf-7' }, 415, 'RQ415'],
    ['{}', { 'content-type': 'application/jsonp' }, 415, 'RQ415'],
    ['a=1', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'RQ415'],
    ['{}', { 'content-type': 'APPLICATION/JSON; charset=UTF-8' }, 200, ''],
  ]
  for (const [payload, headers, status, code] of cases) {
    const answer = await post(payload, headers)
    expect(answer.statusCode, `${payload.toString().slice(0, 40)} ${JSON.stringify(headers)}`).toBe(status)
    if (code) expect(answer.json().code).toBe(code)
  }
})

test('a text with a NUL byte is refused with 4xx (threats M15)', async () => {
  const answer = await post(JSON.stringify({ filterBy: [{ field: 'accountName', values: ['a\u0000b'] }] }))
  expect(answer.json()).toMatchObject({ code: 'RQ422' })
})

test('paths match case-insensitively, and an unknown path is a 404 problem', async () => {
  expect((await app.http.inject({ url: '/API/V1/Tenants/Current' })).statusCode).toBe(200)
  for (const url of [
    '/api/v1/nothing',
    '/api/v2/tenants/current',
    '/api/v1/accounts/%00',
    '/api/v1/accounts/%ff',
    '/nowhere.php',
  ]) {
    const answer = await app.http.inject({
      url,
      headers: { 'x-tenant-code': 'verdant', authorization: `Bearer ${await vendor.token()}` },
    })
    expect(answer.json(), url).toMatchObject({ status: 404, code: 'RQ404' })
  }
})

test('a path with a NUL is answered as one of a record that does not exist', async () => {
  const headers = { 'x-tenant-code': 'verdant', authorization: `Bearer ${await vendor.token()}` }
  for (const url of ['licenses/%00', 'certificates/verify/A%00', 'key/%00', 'audit/history/order/%00']) {
    const answer = await app.http.inject({ url: `/api/v1/${url}`, headers })
    expect(answer.json(), url).toMatchObject({ status: 404, code: 'RQ404' })
  }
})

test('bearer tokens and passwords never reach a log line', async () => {
  const lines: string[] = []
  const { default: pino } = await import('pino')
  const { openHttp } = await import('./server.ts')
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const http = await openHttp({ logger: log, trustProxy: undefined, requestsPerMinute: 0, https: false })
  http.post('/x', async () => ({}))
  await http.inject({
    method: 'POST',
    url: `/x?token=geheim`,
    headers: { authorization: 'Bearer geheim', 'content-type': 'application/json', 'user-agent': 'a\r\nb' },
    payload: JSON.stringify({ password: 'geheim' }),
  })
  await http.close()
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.join('')).not.toContain('geheim')
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow()
})

test('the number of calls of one client is limited', async () => {
  const { openHttp } = await import('./server.ts')
  const { default: pino } = await import('pino')
  const http = await openHttp({
    logger: pino({ level: 'silent' }),
    trustProxy: undefined,
    requestsPerMinute: 2,
    https: false,
  })
  http.get('/x', async () => ({}))
  const answers = [
    await http.inject('/x'),
    await http.inject('/x'),
    await http.inject({ url: '/x', headers: { 'x-forwarded-for': '1.2.3.4' } }),
  ]
  await http.close()
  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 429])
  expect(answers[2]?.json()).toMatchObject({ code: 'RQ429' })
  expect(answers[2]?.headers['retry-after']).toBeDefined()
})

test('an API key is told how many calls are left, and a person is not', async () => {
  const { openHttp } = await import('./server.ts')
  const { default: pino } = await import('pino')
  const http = await openHttp({
    logger: pino({ level: 'silent' }),
    trustProxy: undefined,
    requestsPerMinute: 2,
    https: false,
  })
  http.get('/x', async () => ({}))
  const ask = async (authorization: string) => {
    const { statusCode, headers } = await http.inject({ url: '/x', headers: { authorization } })
    return [statusCode, headers['ratelimit-policy'], headers.ratelimit]
  }
  const key = `Bearer trk_${'0'.repeat(52)}`
  const policy = '"client";q=2;w=60'
  const left = (remaining: number) => expect.stringMatching(new RegExp(`^"client";r=${remaining};t=(60|5\\d)$`))
  const told = [await ask(key), await ask('Bearer of-a-person'), await ask(key), await ask('Bearer of-a-person')]
  await http.close()
  expect(told).toEqual([
    [200, policy, left(1)],
    [200, undefined, undefined],
    [429, policy, left(0)],
    [429, undefined, undefined],
  ])
})

test('health and metrics answer without a tenant, metrics only to loopback', async () => {
  expect((await app.http.inject('/health/live')).json()).toEqual({ status: 'ok' })
  expect((await app.http.inject('/health/ready')).json()).toEqual({ status: 'ok' })
  expect((await app.http.inject('/health/database')).json()).toMatchObject({
    status: 'ok',
    // None came after the first release.
    migration: null,
  })
  expect((await app.http.inject('/metrics')).payload).toContain('trellis_http_request_seconds')
  expect((await app.http.inject({ url: '/metrics', remoteAddress: '10.0.0.9' })).statusCode).toBe(404)
  // As sent by a proxy on the same machine.
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip'])
    expect((await app.http.inject({ url: '/metrics', headers: { [header]: '8.8.8.8' } })).statusCode).toBe(404)
})

test('every answer disables the browser features that no screen uses', async () => {
  for (const url of ['/health/live', '/api/v1/users/me', '/'])
    expect((await app.http.inject(url)).headers['permissions-policy']).toMatch(/camera=\(\).*geolocation=\(\)/)
})

test('a hundred sign-ins at once are served in turn while health keeps answering (threats A5)', async () => {
  const body = { grantType: 'password', email: 'vera@verdant.example', password, deviceUniqueId: 'flood' }
  const flood = Array.from({ length: 40 }, () =>
    app.http.inject({
      method: 'POST',
      url: `/api/v1${identity.signIn.path}`,
      headers: { 'x-tenant-code': 'verdant' },
      payload: body,
    }),
  )
  expect((await app.http.inject('/health/live')).statusCode).toBe(200)
  for (const answer of await Promise.all(flood)) expect([200, 503]).toContain(answer.statusCode)
  expect((await vendor.raw(accounts.search, { body: {} })).status).toBe(200)
})
