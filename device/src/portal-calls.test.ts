import { expect, test } from 'vitest'
import { type Fetch, openPortal } from './portal.ts'
import { isRefusal, PortalRefusal, PortalUnreachable } from './refusal.ts'

const who = { serialKey: 'EDGE-00000-00000-00000-00000', deviceUuid: 'laptop' }
const lease = {
  licenseSeatId: 's',
  lease: 'x',
  leaseExpirationDate: '',
  expirationDate: null,
  maintenanceExpirationDate: null,
}
const answer = (body: unknown, status = 200, headers = {}) => new Response(JSON.stringify(body), { status, headers })

interface Sent {
  url: string
  method: string
  body: unknown
}

/** A portal whose answers are given one after another; the last one is repeated. An error is thrown by `fetch`. */
function portalWith(...answers: (Response | Error)[]) {
  const sent: Sent[] = []
  const send: Fetch = async (url, { method, body }) => {
    sent.push({ url, method, body: body && JSON.parse(body) })
    const next = answers.length > 1 ? answers.shift() : answers[0]
    if (next instanceof Error) throw next
    return (next as Response).clone()
  }
  return { portal: openPortal({ portalUrl: 'https://portal.example.com/', fetch: send, pause: 1 }), sent }
}
const errorOf = (work: Promise<unknown>) => work.then(() => undefined).catch((error: unknown) => error)

test('each call uses its path and sends the key and the id of the device', async () => {
  const { portal, sent } = portalWith(
    answer(lease),
    answer(lease),
    answer({ keys: [] }),
    new Response(null, { status: 204 }),
  )
  expect(await portal.activate({ ...who, deviceName: 'Laptop' })).toEqual(lease)
  await portal.heartbeat({ ...who, currentTrialStep: 2 })
  expect(await portal.keys()).toEqual({ keys: [] })
  expect(await portal.release(who)).toBeUndefined()
  const base = 'https://portal.example.com/api/v1/devices'
  expect(sent).toEqual([
    { url: `${base}/activate`, method: 'POST', body: { ...who, deviceName: 'Laptop' } },
    { url: `${base}/heartbeat`, method: 'POST', body: { ...who, currentTrialStep: 2 } },
    { url: `${base}/keys`, method: 'GET', body: undefined },
    { url: `${base}/release`, method: 'POST', body: who },
  ])
})

test('a refusal has its code, the time to wait and the request id, and is not repeated', async () => {
  const problem = { code: 'DV409', detail: 'No free seat', requestId: 'r-1' }
  const { portal, sent } = portalWith(answer(problem, 409))
  const refusal = await errorOf(portal.activate(who))
  expect(refusal).toBeInstanceOf(PortalRefusal)
  expect(refusal).toMatchObject({
    code: 'DV409',
    status: 409,
    message: 'No free seat',
    requestId: 'r-1',
    retryAfter: null,
  })
  expect([isRefusal(refusal), isRefusal(refusal, 'DV409'), isRefusal(refusal, 'DV410')]).toEqual([true, true, false])
  expect(sent).toHaveLength(1)
})

test('a lost answer, an error of the portal and a page of a proxy are repeated with the same body', async () => {
  const login = new Response('<html>Sign in to the hotel</html>')
  const { portal, sent } = portalWith(new TypeError('reset'), answer({ code: 'RQ503' }, 503), login, answer(lease))
  expect(await portal.activate(who)).toEqual(lease)
  expect(new Set(sent.map((one) => JSON.stringify(one))).size).toBe(1)
  expect(sent).toHaveLength(4)
})

test('a page of a proxy frees no seat: only an empty answer says that it is released', async () => {
  const page = new Response('<html>Sign in to the hotel</html>')
  const done = new Response(null, { status: 204 })
  const { portal, sent } = portalWith(page, done, page, done)
  await portal.release(who)
  await portal.releaseSeat(who, 's')
  expect(sent).toHaveLength(4)
  expect(await errorOf(portalWith(page).portal.release(who))).toBeInstanceOf(PortalUnreachable)
})

test('after the last try the portal is unreachable, with the cause', async () => {
  const cause = new TypeError('reset')
  const broken = portalWith(cause)
  const error = await errorOf(broken.portal.heartbeat(who))
  expect(error).toBeInstanceOf(PortalUnreachable)
  expect((error as Error).cause).toBe(cause)
  expect(broken.sent).toHaveLength(4)
  const proxy = portalWith(new Response('<html>', { status: 502 }))
  expect(await errorOf(proxy.portal.keys())).toBeInstanceOf(PortalUnreachable)
  const nothing = portalWith(new Response('not here', { status: 404 }))
  expect(await errorOf(nothing.portal.keys())).toBeInstanceOf(PortalUnreachable)
  expect(nothing.sent).toHaveLength(1)
})

test('a portal that asks to wait for seconds is waited for, one that asks for minutes is reported', async () => {
  const throttled = (seconds: string) => answer({ code: 'RQ429', detail: 'Too many' }, 429, { 'retry-after': seconds })
  const soon = portalWith(throttled('1'), answer(lease))
  const started = performance.now()
  expect(await soon.portal.heartbeat(who)).toEqual(lease)
  expect(performance.now() - started).toBeGreaterThan(990)
  const later = portalWith(throttled('60'))
  expect(await errorOf(later.portal.heartbeat(who))).toMatchObject({
    name: 'PortalRefusal',
    code: 'RQ429',
    retryAfter: 60,
  })
  expect(later.sent).toHaveLength(1)
})

test('a call that is not answered in time is given up', async () => {
  const portal = openPortal({
    portalUrl: 'https://portal.example.com',
    timeout: 20,
    retries: 0,
    fetch: (_url, { signal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  })
  const error = (await errorOf(portal.keys())) as Error
  expect(error).toBeInstanceOf(PortalUnreachable)
  expect((error.cause as Error).name).toBe('TimeoutError')
})

test('a key is sent only over TLS, to this machine, or where plain HTTP is allowed', () => {
  for (const portalUrl of [
    'http://portal.example.com',
    'ftp://portal.example.com',
    'https://a:b@portal.example.com',
    'x',
  ])
    expect(() => openPortal({ portalUrl }), portalUrl).toThrow(TypeError)
  for (const portalUrl of [
    'https://portal.example.com',
    'http://localhost:3000',
    'http://acme.localhost',
    'http://127.0.0.1:1',
    'http://[::1]:1',
  ])
    expect(() => openPortal({ portalUrl }), portalUrl).not.toThrow()
  expect(() => openPortal({ portalUrl: 'http://portal.intranet', allowHttp: true })).not.toThrow()
})
