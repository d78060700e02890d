import { expect, expectTypeOf, test } from 'vitest'
import {
  type AnswerOf,
  type Calls,
  isRefusal,
  type Order,
  openPortal,
  type PortalOptions,
  PortalRefusal,
  PortalUnreachable,
} from './index.ts'

const id = '019a2b3c-4d5e-7f60-8a1b-2c3d4e5f6071'

interface Seen {
  method: string
  path: string
  headers: Record<string, string>
  body: unknown
}

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })
const problem = (code: string, status: number, info: unknown = null, headers: Record<string, string> = {}) =>
  new Response(
    JSON.stringify({
      type: `urn:trellis:problem:${code}`,
      title: code,
      status,
      detail: `${code}!`,
      code,
      info,
      requestId: 'r-1',
    }),
    { status, headers: { 'content-type': 'application/problem+json', ...headers } },
  )
const lost = () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } }))
const closed = () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } }))

/** An answer that begins and whose connection then ends. */
const cut = () =>
  new Response(new ReadableStream({ pull: (stream) => stream.error(new TypeError('terminated')) }), {
    headers: { 'content-type': 'application/json' },
  })
/** What a proxy, or a network that asks to sign in, puts in the place of the answer. */
const page = () => new Response('<html>Sign in</html>', { headers: { 'content-type': 'text/html; charset=utf-8' } })
const half = () => new Response('{"items":[', { headers: { 'content-type': 'application/json' } })

/** A portal that gives these answers one after the other, the last one for ever. */
function portalWith(answers: (() => Response | Promise<Response>)[], options: Partial<PortalOptions> = {}) {
  const seen: Seen[] = []
  const waits: number[] = []
  const portal = openPortal({
    portalUrl: 'https://portal.example/',
    tenantCode: 'demo',
    token: 'trk_key',
    async fetch(url, { method = '', headers, body }) {
      const { pathname, search } = new URL(url)
      const sent = typeof body === 'string' ? JSON.parse(body) : body
      seen.push({ method, path: pathname + search, headers: headers as Record<string, string>, body: sent })
      return (answers[Math.min(seen.length, answers.length) - 1] as () => Response)()
    },
    wait: async (milliseconds) => void waits.push(milliseconds),
    ...options,
  })
  return { portal, seen, waits }
}

const thrown = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.fail('nothing was thrown'),
    (error) => error,
  )

test('a call goes to its path with the tenant and the key, and its answer comes back', async () => {
  const { portal, seen } = portalWith([() => json({ orderId: id }, 200, { etag: '"7-a"', 'x-request-id': 'r-9' })], {
    product: 'ERP',
  })
  expect(await portal.send('GET /orders/{id}', { params: { id } })).toEqual({
    ...{ body: { orderId: id }, status: 200, etag: '"7-a"', requestId: 'r-9', isReplayed: false },
  })
  await portal.call('GET /events', { query: { limit: 5, types: 'order.approved,order.paid' } })
  await portal.call('PUT /licenses/{serialKey}/note', {
    params: { serialKey: 'A/B C' },
    body: { licenseNote: 'x' },
    ifMatch: '"1-b"',
  })
  expect(seen.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['GET', `/api/v1/orders/${id}`, undefined],
    ['GET', '/api/v1/events?limit=5&types=order.approved%2Corder.paid', undefined],
    ['PUT', '/api/v1/licenses/A%2FB%20C/note', { licenseNote: 'x' }],
  ])
  expect(seen[0]?.headers).toEqual({ 'x-tenant-code': 'demo', 'x-product': 'ERP', authorization: 'Bearer trk_key' })
  expect(seen[2]?.headers).toMatchObject({ 'if-match': '"1-b"', 'content-type': 'application/json' })
})

test('the token may be asked for at each call, and a call without an answer gives nothing', async () => {
  let asked = 0
  const { portal, seen } = portalWith([() => new Response(null, { status: 204 })], {
    token: async () => `token ${++asked}`,
  })
  expect(await portal.call('DELETE /accounts/{id}', { params: { id } })).toBeUndefined()
  await portal.call('DELETE /accounts/{id}', { params: { id } })
  expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer token 1', 'Bearer token 2'])
})

test('a file is answered as bytes, and sent as bytes', async () => {
  const { portal, seen } = portalWith([
    () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } }),
    () => new Response(null, { status: 204 }),
  ])
  const pdf = await portal.call('GET /orders/{id}/pdf', { params: { id } })
  expectTypeOf(pdf).toEqualTypeOf<Blob>()
  expect(await pdf.text()).toBe('%PDF')
  const bytes = new Uint8Array([1, 2])
  await (portal.call as (name: string, request: object) => Promise<unknown>)('PUT /bytes', { body: bytes })
  expect(seen[1]).toMatchObject({ body: bytes, headers: { 'content-type': 'application/octet-stream' } })
})

test('a page in the place of a file is no file, and an answer of another status without content is nothing', async () => {
  const { portal } = portalWith([page, () => new Response('%PDF', { headers: { 'content-type': 'application/pdf' } })])
  expect(await (await portal.call('GET /orders/{id}/pdf', { params: { id } })).text()).toBe('%PDF')
  const empty = portalWith([() => new Response(null, { status: 202 })])
  expect(await empty.portal.call('GET /orders/{id}/pdf', { params: { id } })).toMatchObject({ size: 0 })
  expect(await empty.portal.call('PUT /auth/mfa', { body: { mfaToken: 'm' } })).toBeUndefined()
})

test('types know what a call takes and answers: what has a default may be left out, what is required may not', () => {
  expectTypeOf<AnswerOf<'GET /orders/{id}'>>().toEqualTypeOf<Order>()
  expectTypeOf<{ body: { items: [] } }>().toExtend<Omit<Calls['POST /orders'], 'answer'>>()
  expectTypeOf<{ body: Record<never, never> }>().toExtend<Omit<Calls['POST /orders/search'], 'answer'>>()
  expectTypeOf<{ body: { orderNote: '' } }>().not.toExtend<Omit<Calls['POST /orders'], 'answer'>>()
  const { portal } = portalWith([() => json({})])
  const check = () => [
    // @ts-expect-error: no such call
    portal.call('GET /order/{id}', { params: { id } }),
    // @ts-expect-error: the id is required
    portal.call('GET /orders/{id}'),
    // @ts-expect-error: no such field
    portal.call('POST /orders/search', { body: { limt: 5 } }),
  ]
  expect(check).toBeTypeOf('function')
})

test('a path is not sent without its id, nor a key over plain HTTP outside of this machine', async () => {
  const { portal, seen } = portalWith([() => json({})])
  expect(await thrown(portal.call('GET /orders/{id}', { params: { id: '' } }))).toBeInstanceOf(TypeError)
  expect(seen).toEqual([])
  const open = (portalUrl: string, allowHttp = false) => openPortal({ portalUrl, tenantCode: 'demo', allowHttp })
  for (const url of ['http://portal.example', 'ftp://portal.example', 'https://me:secret@portal.example'])
    expect(() => open(url), url).toThrow(TypeError)
  for (const url of [
    'http://localhost:3000',
    'http://acme.localhost:3000',
    'http://127.0.0.1',
    'https://portal.example',
  ])
    expect(() => open(url), url).not.toThrow()
  expect(() => open('http://portal.example', true)).not.toThrow()
})

test('a refusal is an error with its code, facts and the id of the request, and is not sent again', async () => {
  const items = [{ productId: id, productName: 'Box', sku: 'BOX', quantity: 3, available: 1, missing: 2 }]
  const { portal, seen } = portalWith([() => problem('OC527', 409, { items })])
  const error = await thrown(portal.call('PUT /orders/{id}', { params: { id }, body: { status: 'approved' } }))
  expect(error).toBeInstanceOf(PortalRefusal)
  expect(error).toMatchObject({ code: 'OC527', status: 409, message: 'OC527!', requestId: 'r-1', retryAfter: null })
  expect(isRefusal(error)).toBe(true)
  expect(isRefusal(error, 'RQ404', 'RQ409')).toBe(false)
  if (isRefusal(error, 'OC527')) expect(error.info.items[0]?.missing).toBe(2)
  else expect.fail('it has this code')
  expect(isRefusal(new Error('else'))).toBe(false)
  expect(seen).toHaveLength(1)
})

test('when the portal asks for patience the call waits as long as it says, and a little longer', async () => {
  for (const [code, status] of [
    ['RQ429', 429],
    ['RQ503', 503],
  ] as const) {
    const refused = () => problem(code, status, null, { 'retry-after': '7' })
    const { portal, seen, waits } = portalWith([refused, refused, () => json({})], { pause: 100 })
    await portal.call('PUT /orders/{id}/update', { params: { id }, body: { paid: true } })
    expect(seen).toHaveLength(3)
    expect(waits).toHaveLength(2)
    for (const [tried, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(7000)
      expect(wait).toBeLessThanOrEqual(7000 + 100 * 2 ** tried)
    }
  }
})

test('a date to wait for, as proxies send it, is waited for by the clock of the answer', async () => {
  const asked = async (until: string, date?: string) => {
    const busy = () => new Response('<html>', { status: 503, headers: { 'retry-after': until, ...(date && { date }) } })
    const { portal, waits } = portalWith([busy, () => json({})], { pause: 0, longestWait: 100 })
    await portal.call('GET /users/me')
    return waits[0]
  }
  const sent = 'Sun, 06 Nov 1994 08:49:30 GMT'
  for (const until of ['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])
    expect(await asked(until, sent), until).toBe(7_000)
  expect(await asked('Sun, 06 Nov 1994 08:49:29 GMT', sent)).toBe(0)
  const here = await asked(new Date(Date.now() + 60_000).toUTCString())
  expect(here).toBeGreaterThan(0)
  expect(here).toBeLessThanOrEqual(60_000)
  for (const nothing of ['', 'soon', '-7', '7.5', 'Sun, 99 Foo 1994'])
    expect(await asked(nothing, sent), nothing).toBe(0)
})

test('it gives up after so many tries, and at once when the portal asks for longer than that', async () => {
  const busy = portalWith([() => problem('RQ503', 503)], { retries: 2 })
  expect(await thrown(busy.portal.call('GET /users/me'))).toMatchObject({ code: 'RQ503' })
  expect(busy.seen).toHaveLength(3)
  const long = portalWith([() => problem('RQ429', 429, null, { 'retry-after': '61' })])
  expect(await thrown(long.portal.call('GET /users/me'))).toMatchObject({ code: 'RQ429', retryAfter: 61 })
  expect(long.seen).toHaveLength(1)
})

test('a create is sent again with its own key when the answer was lost, so that it has one effect', async () => {
  const { portal, seen } = portalWith([lost, () => new Response('<html>', { status: 502 }), () => json({ id }, 201)])
  const body = { items: [{ productId: id, quantity: 1, price: 5 }] }
  expect(await portal.call('POST /orders', { body })).toEqual({ id })
  await portal.call('POST /orders', { body })
  await portal.call('POST /orders', { body, idempotencyKey: 'order 7' })
  const keys = seen.map(({ headers }) => headers['idempotency-key'])
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]])
  expect(keys[3]).not.toBe(keys[0])
  expect(keys[4]).toBe('order 7')
  // A decision on an order takes a key too.
  const decided = portalWith([lost, () => json({}, 200, { 'idempotent-replayed': 'true' })])
  const decision = { params: { id }, body: { status: 'approved' as const } }
  expect(await decided.portal.send('PUT /orders/{id}', decision)).toMatchObject({ isReplayed: true })
  await portal.call('POST /batch', { body: { method: 'POST', path: '/orders', items: [{ body }] } })
  expect(seen.at(-1)?.headers).toHaveProperty('idempotency-key')
})

test('what only reads is sent again when the answer was lost; a change is not, because it may have had its effect', async () => {
  for (const [how, isAgain] of [
    [(portal: ReturnType<typeof openPortal>) => portal.call('GET /users/me'), true],
    [(portal: ReturnType<typeof openPortal>) => portal.call('POST /orders/search', { body: {} }), true],
    [
      (portal: ReturnType<typeof openPortal>) => portal.call('PUT /orders/{id}/update', { params: { id }, body: {} }),
      false,
    ],
    [(portal: ReturnType<typeof openPortal>) => portal.call('DELETE /accounts/{id}', { params: { id } }), false],
    [(portal: ReturnType<typeof openPortal>) => portal.call('POST /auth/logout'), false],
  ] as const) {
    for (const failing of [lost, () => new Response('', { status: 504 })]) {
      const { portal, seen } = portalWith([failing, () => json({})])
      if (isAgain) await how(portal)
      else expect(await thrown(how(portal))).toBeInstanceOf(PortalUnreachable)
      expect(seen).toHaveLength(isAgain ? 2 : 1)
    }
    // Nothing was sent: every call may be.
    const { portal, seen } = portalWith([closed, () => json({})])
    await how(portal)
    expect(seen).toHaveLength(2)
  }
})

test.each([
  ['ends too early', cut],
  ['is half of one', half],
  ['is a page of something in between', page],
])('an answer that %s counts as lost', async (_how, failing) => {
  const again = portalWith([failing, () => json({ items: [], count: 0 })])
  expect(await again.portal.call('POST /orders/search', { body: {} })).toEqual({ items: [], count: 0 })
  expect(again.waits).toHaveLength(1)
  const change = portalWith([failing, () => json({})])
  const changing = change.portal.call('PUT /orders/{id}/update', { params: { id }, body: {} })
  expect(await thrown(changing)).toBeInstanceOf(PortalUnreachable)
  expect(change.seen).toHaveLength(1)
})

test('a signal ends a call whose answer has begun, with its own reason', async () => {
  const ending = new AbortController()
  const { portal } = portalWith([
    () => {
      ending.abort(new Error('enough'))
      return cut()
    },
  ])
  expect(await thrown(portal.call('GET /users/me', { signal: ending.signal }))).toMatchObject({ message: 'enough' })
})

test('a signal ends a call that waits, with its own reason', async () => {
  const ending = new AbortController()
  const { portal, seen } = portalWith([() => problem('RQ503', 503)], {
    wait: async (_, signal) => {
      ending.abort(new Error('enough'))
      signal?.throwIfAborted()
    },
  })
  expect(await thrown(portal.call('GET /users/me', { signal: ending.signal }))).toMatchObject({ message: 'enough' })
  expect(seen).toHaveLength(1)
})

test('the rows of a search come page after page, until one is not full', async () => {
  const pages = [[1, 2], [3, 4], [5]]
  const { portal, seen } = portalWith([
    ...pages.map((items) => () => json({ items: items.map((n) => ({ orderCode: `SO-${n}` })), count: 5 })),
  ])
  const codes: string[] = []
  for await (const { orderCode } of portal.each('POST /orders/search', { body: { limit: 2, includeChildren: true } }))
    codes.push(orderCode)
  expect(codes).toEqual(['SO-1', 'SO-2', 'SO-3', 'SO-4', 'SO-5'])
  expect(seen.map(({ body }) => body)).toEqual([1, 2, 3].map((page) => ({ limit: 2, includeChildren: true, page })))
})
