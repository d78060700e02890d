import { accounts } from '@trellis/contract/accounts'
import { tenants } from '@trellis/contract/tenants'
import { expect, test } from 'vitest'
import type { Route } from './platform/http/routes.ts'
import { holders, paramsOf, request } from './testing/calling.ts'
import { network } from './testing/network.ts'
import { hasProperty } from './testing/samples.ts'

/* Ways around a check: another tenant's name, another spelling of a path, another method (threats T1, T11, Z11). */

const world = await network()
const { app, vendor, manager, nordico, canary, anonymous } = world

const holding = holders(world)
const nobody = await holding(nordico, [])
const reader = await holding(nordico, ['r'])

const guarded = app.routes.filter(({ endpoint }) => endpoint.permission.includes(':'))
const pathTo = ({ endpoint: { path } }: Route) => path.replace(/:\w+/g, '019a0000-0000-7000-8000-000000000000')

const malformed: [string, string | string[] | undefined][] = [
  ['missing', undefined],
  ['empty', ''],
  ['unknown', 'nobody'],
  ['given twice', ['verdant', 'canary']],
  ['the same one twice', ['verdant', 'verdant']],
  ['a list', 'verdant,canary'],
  ['with a wildcard', 'verdan%'],
  ['10 kB', 'v'.repeat(10_000)],
  ['of two words', 'verdant canary'],
]

test.each(malformed)(
  'a tenant header that is %s is a malformed request, whoever asks (threats T1)',
  async (_what, code) => {
    const token = await nordico.token()
    for (const url of ['/api/v1/accounts/tree', `/api/v1/accounts/${canary.accountId}`, '/api/v1/users/me']) {
      const headers = { authorization: `Bearer ${token}`, ...(code !== undefined && { 'x-tenant-code': code }) }
      const answer = await app.http.inject({ url, headers })
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 400, 'RQ400'])
    }
  },
)

test('the case of a tenant’s name does not matter, and another tenant’s name gives no access (threats T1)', async () => {
  expect((await nordico.raw(accounts.tree, { headers: { 'x-tenant-code': 'VERDANT' } })).status).toBe(200)
  const token = await nordico.token()
  for (const route of app.routes.filter(({ endpoint }) => endpoint.permission !== 'public')) {
    const headers = { 'x-tenant-code': 'canary', authorization: `Bearer ${token}` }
    const answer = await anonymous(route.endpoint, { ...request(route), headers })
    expect([route.name, answer.status]).toEqual([route.name, 401])
  }
})

test.each([
  ['the vendor’s super admin', vendor],
  ['who reads the whole tenant', manager],
])('no list, lookup, total or tree tells %s of another tenant (threats T11)', async (_who, person) => {
  const reading = app.routes.filter(({ endpoint, name }) => {
    const reads = endpoint.method === 'GET' || endpoint.effect === 'read'
    // Publishing across tenants needs their names: only there a super admin gets them.
    return (
      reads &&
      endpoint.permission !== 'public' &&
      endpoint.streams === null &&
      paramsOf(endpoint.path).length === 0 &&
      name !== 'tenants.lookup'
    )
  })
  expect(reading.length).toBeGreaterThan(15)
  for (const route of reading) {
    const { body, ...rest } = request(route)
    const isSearch = hasProperty(route.endpoint.body, 'limit')
    const whole = isSearch ? { ...(body as object), limit: 3000 } : body
    const answer = await person.raw(route.endpoint, { ...rest, ...(whole !== undefined && { body: whole }) })
    expect(JSON.stringify([answer.body, answer.headers]), route.name).not.toMatch(/canary/i)
  }
})

test('a super admin reads the names of all tenants where they publish, nobody else does (threats T11)', async () => {
  const token = await vendor.token()
  const headers = { 'x-tenant-code': 'verdant', authorization: `Bearer ${token}` }
  const { payload } = await app.http.inject({ url: '/api/v1/tenants/lookup', headers })
  expect(payload).toMatch(/canary/i)
  expect(JSON.stringify(await manager.call(tenants.lookup))).not.toMatch(/canary/i)
})

const spellings: [string, (path: string) => string][] = [
  ['a slash at the end', (path) => `/api/v1${path}/`],
  ['two slashes', (path) => `/api/v1/${path}`],
  ['capital letters', (path) => `/API/V1${path.toUpperCase()}`],
  [
    'an encoded letter',
    (path) => `/api/v1${path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)}`,
  ],
  ['an encoded slash', (path) => `/api/v1%2f${path.slice(1)}`],
  ['a way up and down', (path) => `/api/v1/x/%2e%2e${path}`],
  ['a dot', (path) => `/api/v1/.${path}`],
  ['a parameter of the path', (path) => `/api/v1${path};x=1`],
  ['a public path before it', (path) => `/api/v1/tenants/current/..${path}`],
  ['no version', (path) => `/api${path}`],
  ['a NUL at the end', (path) => `/api/v1${path}%00`],
]

test.each(spellings)('%s does not avoid the permission check (threats Z11)', async (_what, spelled) => {
  for (const route of guarded) {
    expect((await nobody.call(route.endpoint, request(route))).status, route.name).toBe(403)
    const answer = await app.http.inject({
      method: route.endpoint.method,
      url: spelled(pathTo(route)),
      headers: { 'x-tenant-code': 'verdant', ...nobody.headers },
      ...(route.endpoint.body && { payload: {} }),
    })
    expect([400, 403, 404, 405], `${route.name} answered ${answer.statusCode}`).toContain(answer.statusCode)
  }
})

test('another method, and a header that names one, do not avoid the permission check (threats Z11)', async () => {
  const taken = new Set(app.routes.map(({ endpoint: { method, path } }) => `${method} ${path}`))
  for (const route of guarded) {
    for (const method of ['HEAD', 'OPTIONS', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      if (taken.has(`${method} ${route.endpoint.path}`)) continue
      const answer = await app.http.inject({
        method,
        url: `/api/v1${pathTo(route)}?_method=${route.endpoint.method}`,
        headers: {
          'x-tenant-code': 'verdant',
          // A reader’s HEAD is handled like GET; without a session it is refused like GET.
          ...(method === 'HEAD' ? nobody : reader).headers,
          'x-http-method-override': route.endpoint.method,
          'x-http-method': route.endpoint.method,
          'x-method-override': route.endpoint.method,
        },
      })
      // Some paths also match another call with a parameter, whose permission then applies.
      expect(answer.statusCode, `${method} ${route.endpoint.path}`).toBeGreaterThanOrEqual(400)
    }
  }
})
