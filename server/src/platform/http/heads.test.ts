import { accounts } from '@trellis/contract/accounts'
import { devices } from '@trellis/contract/devices'
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { network, password } from '../../testing/network.ts'

/* The heads of answers are promises too: however an answer is written, clients and proxies find the same (decision 183). */

const { app, vendor } = await network()

const always = [
  'connection',
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'date',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-content-type-options',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-request-id',
  'x-xss-protection',
]
const json = { 'content-type': 'application/json' }
const list = { method: 'POST', url: `/api/v1${accounts.search.path}`, headers: json, payload: '{}' } as const
const gzip = { 'accept-encoding': 'gzip' }
const body = ['content-length', 'content-type']
const ofApi = [...body, 'cache-control']

const asked: [string, InjectOptions, number, string[]][] = [
  ['a list', list, 200, ofApi],
  [
    'a list that is compressed',
    { ...list, headers: { ...json, ...gzip }, payload: '{"includeChildren":true,"limit":3000}' },
    200,
    [...ofApi, 'content-encoding', 'vary'],
  ],
  ['a record', { url: `/api/v1/accounts/${vendor.accountId}` }, 200, [...ofApi, 'etag']],
  ['what does not exist', { url: '/api/v1/nothing' }, 404, ofApi],
  ['what is not valid', { ...list, payload: '{"limit":0}' }, 422, ofApi],
  ['what is not JSON', { ...list, payload: '{' }, 400, ofApi],
  ['a form', { ...list, headers: { 'content-type': 'text/plain' }, payload: 'x' }, 415, ofApi],
  [
    'an unknown token',
    { ...list, headers: { ...json, authorization: 'Bearer x.y.z' } },
    401,
    [...ofApi, 'www-authenticate'],
  ],
  ['the description', { url: '/api/v1/openapi.json', headers: gzip }, 200, [...body, 'content-encoding', 'vary']],
  ['the head of whether it lives', { method: 'HEAD', url: '/health/live' }, 200, body],
  [
    'the question of a browser before a device’s call',
    { method: 'OPTIONS', url: `/api/v1${devices.activate.path}` },
    204,
    ['allow-headers', 'allow-methods', 'allow-origin', 'expose-headers', 'max-age'].map(
      (name) => `access-control-${name}`,
    ),
  ],
]

test.each(asked)('%s has its status and these headers', async (_, options, status, own) => {
  const answer = await app.http.inject({
    ...options,
    headers: { 'x-tenant-code': 'verdant', authorization: `Bearer ${await vendor.token()}`, ...options.headers },
  })
  expect(answer.statusCode).toBe(status)
  expect(Object.keys(answer.headers).toSorted()).toEqual([...always, ...own].toSorted())
  const length = answer.headers['content-length']
  if (options.method !== 'HEAD' && length !== undefined) expect(answer.rawPayload).toHaveLength(Number(length))
})

test('a browser that signs in gets each cookie once', async () => {
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/v1/auth/token',
    headers: { 'x-tenant-code': 'verdant', 'x-refresh-cookie': '1', ...json },
    payload: JSON.stringify({
      grantType: 'password',
      email: vendor.email,
      password,
      deviceUniqueId: 'd',
      appPlatform: 'web',
    }),
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.cookies.map(({ name }) => name).toSorted()).toEqual([
    'trellis_browser',
    'trellis_refresh',
    'trellis_session',
  ])
})
