import { certificates } from '@trellis/contract/certificates'
import { environments } from '@trellis/contract/environments'
import { identity, viewHeader } from '@trellis/contract/identity'
import { accountCertificates } from '@trellis/contract/issued-certificates'
import { licenses } from '@trellis/contract/licenses'
import { type LiveEvent, live } from '@trellis/contract/live'
import { news } from '@trellis/contract/news'
import { orders } from '@trellis/contract/orders'
import { users } from '@trellis/contract/users'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { Actor } from '../../platform/tenancy.ts'
import { holders } from '../../testing/calling.ts'
import { dealing } from '../../testing/dealing.ts'
import { network, type Person } from '../../testing/network.ts'
import { openSecond } from '../../testing/outages.ts'
import { startServerProcess } from '../../testing/processes.ts'
import { raw, selling } from '../../testing/selling.ts'
import { uploading } from '../../testing/uploading.ts'
import { openLive } from './live.ts'
import { limits } from './subscribers.ts'

const world = await network()
const { app, vendor, nordico, sudvia, acme, bergen, fjord, canary } = world
const { change, request, offer, items, issue, sell, productOf } = selling(world)
await issue({ 'EDGE-1Y': 500 })
await sell(vendor, nordico, { 'EDGE-1Y': 400 })
await sell(nordico, acme, { 'EDGE-1Y': 200 })

const enroll = holders(world)
const second = await openSecond(world)
const address = await app.http.listen({ port: 0, host: '127.0.0.1' })
const secondAddress = await second.app.http.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => second.close())

interface Listening {
  events: LiveEvent[]
  /** Resolves when the server ends the stream. */
  ended: Promise<void>
  leave(): void
}
const open: Listening[] = []
/** Of the streams that a test asked for only to see the status. */
const asked: AbortController[] = []
afterEach(() => {
  for (const each of open.splice(0)) each.leave()
  for (const each of asked.splice(0)) each.abort()
})

const ask = (tenantCode: string, authorization: string, at = address, abort = new AbortController(), since = '') => {
  asked.push(abort)
  return fetch(`${at}/api/v1${live.changes.path}${since}`, {
    headers: { 'x-tenant-code': tenantCode, authorization },
    signal: abort.signal,
  })
}

async function listenWith(tenantCode: string, authorization: string, at = address, since = ''): Promise<Listening> {
  const abort = new AbortController()
  const response = await ask(tenantCode, authorization, at, abort, since)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  const events: LiveEvent[] = []
  const reading = async () => {
    let text = ''
    for await (const piece of (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
      text += piece
      const parts = text.split('\n\n')
      text = parts.pop() ?? ''
      for (const part of parts) {
        const data = /^event: changed\ndata: (.*)$/.exec(part)?.[1]
        if (data !== undefined) events.push(JSON.parse(data) as LiveEvent)
      }
    }
  }
  const listening = { events, ended: reading().catch(() => undefined), leave: () => abort.abort() }
  open.push(listening)
  return listening
}
const listen = async (person: Person, at = address) =>
  listenWith(person.tenantCode, `Bearer ${await person.token()}`, at)

/** Kinds and ids that have been told so far, without repetition. */
const told = ({ events }: Listening) =>
  [...new Set(events.flatMap(({ changes }) => changes.map(({ kind, id }) => `${kind} ${id}`)))].sort()
const hasNews = ({ events }: Listening) => events.some((event) => event.news)
const soon = (read: () => unknown) => expect.poll(read, { timeout: 60_000, interval: 20 })

test('a stream begins with what changed while it was being opened, for those who may read it (threats T3)', {
  tags: ['long'],
}, async () => {
  const after = async (person: Person, at: string) =>
    listenWith(person.tenantCode, `Bearer ${await person.token()}`, at, '?since=2000')
  for (const at of [address, secondAddress]) {
    const sentinel = await listen(acme, at)
    // Until the server has listened for so long, it says that all may have changed.
    await vi.waitFor(
      async () => {
        const { id } = await request(acme, { 'EDGE-1Y': 1 })
        await soon(() => told(sentinel)).toContain(`order ${id}`)
        const late = await after(nordico, at)
        const strangers = await Promise.all([bergen, sudvia, fjord, canary].map((person) => after(person, at)))
        const { id: next } = await request(acme, { 'EDGE-1Y': 1 })
        await soon(() => told(late)).toContain(`order ${next}`)
        const heard = [told(late).includes(`order ${id}`), strangers.flatMap(({ events }) => events)]
        for (const each of [late, ...strangers]) each.leave()
        expect(heard).toEqual([true, []])
      },
      { timeout: 60_000, interval: 0 },
    )
  }
  for (const wrong of ['?since=-1', '?since=10001', '?since=x', '?page=1'])
    expect(
      (await ask(acme.tenantCode, `Bearer ${await acme.token()}`, address, new AbortController(), wrong)).status,
    ).toBe(422)
})

test('a server that was just started says that all may have changed', async () => {
  const starting = await openSecond(world)
  try {
    const at = await starting.app.http.listen({ port: 0, host: '127.0.0.1' })
    const late = await listenWith(acme.tenantCode, `Bearer ${await acme.token()}`, at, '?since=2000')
    await soon(() => told(late)).toContain('order null')
    expect(hasNews(late)).toBe(true)
    late.leave()
  } finally {
    await starting.close()
  }
})

test('an approval is told to both sides, with their stock and the news of it, on every server', async () => {
  const there = await listen(nordico, secondAddress)
  const { id } = await request(acme, { 'EDGE-1Y': 1 })
  // That it was asked for is news of its own, which the other server may hear late.
  await soon(() => [told(there), hasNews(there)]).toEqual([[`order ${id}`], true])
  there.events.length = 0
  const here = await listen(acme)
  await change(nordico, id, 'approved')
  const both = [`order ${id}`, `stock ${acme.accountId}`]
  await soon(() => told(here)).toEqual(both.sort())
  await soon(() => told(there)).toEqual([...both, `stock ${nordico.accountId}`].sort())
  await soon(() => hasNews(here)).toBe(true)
  expect(hasNews(there)).toBe(false)
})

test('a change made through one process of the operating system is told by another', { tags: ['long'] }, async () => {
  const [writing, telling] = await Promise.all([startServerProcess(world), startServerProcess(world)])
  const authorization = `Bearer ${await nordico.token()}`
  try {
    const there = await listen(acme, telling.url)
    const stranger = await listen(bergen, telling.url)
    for (let round = 0; round < 3; round++) {
      const { id } = await request(acme, { 'EDGE-1Y': 1 })
      await soon(() => told(there)).toContain(`order ${id}`)
      there.events.length = 0
      const answer = await fetch(`${writing.url}/api/v1/orders/${id}`, {
        method: 'PUT',
        headers: { 'x-tenant-code': world.tenantCode, authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ status: 'approved' }),
      })
      expect(answer.status).toBe(200)
      await soon(() => told(there)).toEqual([`order ${id}`, `stock ${acme.accountId}`].sort())
    }
    expect(stranger.events).toEqual([])
  } finally {
    await Promise.all([writing.stop(), telling.stop()])
  }
})

test('a deal is told to its vendor and to who decides on it, and not to a rival', async () => {
  const listening = await Promise.all([acme, nordico, bergen, sudvia, fjord].map((person) => listen(person)))
  const id = await dealing(world).register(acme, { 'EDGE-1Y': 1 })
  const [owner, manager, ...strangers] = listening
  for (const each of [owner, manager]) await soon(() => told(each as Listening)).toEqual([`deal ${id}`])
  await soon(() => hasNews(manager as Listening)).toBe(true)
  for (const { events } of strangers) expect(events).toEqual([])
})

test('environments, files and certificates of an account are told to it and to those above, and not to a rival', async () => {
  const [own, above, ...strangers] = await Promise.all([acme, nordico, bergen, sudvia].map((person) => listen(person)))
  const body = { accountId: acme.accountId, customerName: 'Clinica Lario', customerEnvironmentId: 'LARIO-1' }
  const environment = await acme.call(environments.create, { body })
  const file = await uploading(world).upload(acme)
  const [certificate] = (await vendor.call(certificates.available, { query: { kind: 'Account' } })).filter(Boolean)
  const certification = await vendor.call(accountCertificates.create, {
    body: { accountId: acme.accountId, certificateId: certificate?.certificateId ?? '' },
  })
  const all = [`certification ${certification.id}`, `environment ${environment.id}`, `file ${file}`]
  for (const each of [own, above]) await soon(() => told(each as Listening)).toEqual(all)
  for (const { events } of strangers) expect(events).toEqual([])
})

test('a user learns which of the changes were made by their own requests, and nobody learns the requests of others', async () => {
  const own = await listen(acme)
  const other = await listen(nordico)
  const answer = await acme.raw(orders.create, { body: { items: items({ 'EDGE-1Y': 1 }) } })
  await soon(() => own.events.flatMap(({ changes }) => changes)).toMatchObject([
    { kind: 'order', requestId: answer.headers['x-request-id'] },
  ])
  await soon(() => other.events.flatMap(({ changes }) => changes)).toMatchObject([{ kind: 'order', requestId: null }])
})

test('the author of a change is named for orders and accounts, and for no other kind', async () => {
  const there = await listen(nordico)
  const { id } = await request(acme, { 'EDGE-1Y': 1 })
  await change(nordico, id, 'approved')
  const nameOf = async ({ userId }: Person) => {
    const [row] = await raw<{ name: string }>(
      world,
      `select first_name || ' ' || last_name as name from users where user_id = $1`,
      [userId],
    )
    return row?.name
  }
  const names = [await nameOf(acme), await nameOf(nordico)]
  const namesOf = (kind: string) => [
    ...new Set(there.events.flatMap(({ changes }) => changes.filter((one) => one.kind === kind).map(({ by }) => by))),
  ]
  await soon(() => namesOf('order')).toEqual(names)
  await soon(() => namesOf('stock')).toEqual([null])
})

test('strangers are told nothing: other branches, other tenants, accounts below, roles without the flag (threats T3)', async () => {
  const mayNotRead = await enroll(acme, ['c', 'u', 'd'])
  const strangers = [
    ...(await Promise.all([bergen, sudvia, fjord, canary].map((person) => listen(person)))),
    await listenWith(world.tenantCode, mayNotRead.headers.authorization),
  ]
  const sentinel = await listen(acme)
  const { id } = await request(acme, { 'EDGE-1Y': 1 })
  await change(nordico, id, 'approved')
  await acme.call(users.update, {
    params: { id: acme.userId },
    body: { firstName: 'Ada', lastName: 'Acme', timeZone: 'UTC', languageCode: 'en', isNotificationEnabled: true },
  })
  await soon(() => told(sentinel)).toEqual([`order ${id}`, `stock ${acme.accountId}`, `user ${acme.userId}`].sort())
  // Whatever was for them has been sent with it: another round shows that nothing is on its way.
  await request(acme, { 'EDGE-1Y': 1 })
  await soon(() => told(sentinel).length).toBe(4)
  for (const stranger of strangers) expect(stranger.events).toEqual([])
})

test('with `ra` a user is told of the whole tenant', async () => {
  const { headers } = await enroll(bergen, ['r', 'ra'])
  const all = await listenWith(world.tenantCode, headers.authorization)
  const { id } = await offer(nordico, acme, { 'EDGE-1Y': 1 })
  await soon(() => told(all)).toEqual([`order ${id}`])
})

test('a statement that changes more than a hundred records is one change without ids, and strangers hear nothing of it', async () => {
  const [owner, stranger] = [await listen(nordico), await listen(bergen)]
  await acme.call(licenses.create, {
    body: {
      parentAccountId: acme.accountId,
      items: [{ productId: productOf('EDGE-1Y').productId, qt: 120, GenerateSeparateKeys: true }],
    } as never,
  })
  await soon(() => told(owner)).toEqual(['license null', 'stock null'])
  expect(stranger.events).toEqual([])
})

test('reading the news is told to the other windows of the user, and a refused change to nobody', async () => {
  await offer(nordico, acme, { 'EDGE-1Y': 1 })
  const window = await listen(acme)
  await acme.call(news.read, { body: { all: true } })
  await soon(() => hasNews(window)).toBe(true)
  const { id } = await offer(nordico, acme, { 'EDGE-1Y': 1 })
  await change(nordico, id, 'canceled')
  // Changes are told in the order in which they were made: after this one, nothing of those before is still to come.
  const { id: last } = await offer(nordico, acme, { 'EDGE-1Y': 1 })
  await soon(() => told(window)).toContain(`order ${last}`)
  window.events.length = 0
  await nordico.refused(orders.changeStatus, { params: { id }, body: { status: 'approved', source: 'api' } })
  const { id: next } = await offer(nordico, acme, { 'EDGE-1Y': 1 })
  await soon(() => told(window)).toEqual([`order ${next}`])
})

test('news for another account than the one in use is told to nobody (rules P62)', async () => {
  const { id } = await offer(nordico, acme, { 'EDGE-1Y': 1 })
  const window = await listen(acme)
  const tell = (accountId: string) =>
    raw(
      world,
      `insert into news (tenant_id, news_id, user_id, account_id, kind, record_id, words)
       values ($1, gen_random_uuid(), $2, $3, 'order_approved', $4, '{}')`,
      [world.tenantId, acme.userId, accountId, id],
    )
  // The news of the offer itself is told before this request.
  const { id: first } = await request(acme, { 'EDGE-1Y': 1 })
  await soon(() => told(window)).toContain(`order ${first}`)
  window.events.length = 0
  await tell(nordico.accountId)
  // What follows is told after it.
  const { id: next } = await request(acme, { 'EDGE-1Y': 1 })
  await soon(() => told(window)).toContain(`order ${next}`)
  expect(hasNews(window)).toBe(false)
  await tell(acme.accountId)
  await soon(() => hasNews(window)).toBe(true)
})

test('a stream ends with its session and with the account’s suspension, and is refused without one', async () => {
  expect((await ask(world.tenantCode, 'Bearer nothing')).status).toBe(401)
  expect((await ask('canary', `Bearer ${await acme.token()}`)).status).toBe(401)
  const [leaver, suspended] = [await enroll(bergen, ['r']), await enroll(bergen, ['r'])]
  const first = await listenWith(world.tenantCode, leaver.headers.authorization)
  const other = await listenWith(world.tenantCode, suspended.headers.authorization, secondAddress)
  await leaver.call(identity.signOut)
  await first.ended
  const found = await bergen.call(users.search, {
    body: { filterBy: [{ field: 'email', values: [suspended.email] }] },
  })
  await bergen.call(users.changeStatus, {
    params: { id: found.items[0]?.userId ?? '' },
    body: { status: 'user_suspended' },
  })
  await other.ended
  expect((await ask(world.tenantCode, suspended.headers.authorization)).status).toBe(401)
})

test('a stream that is being opened while the listening connection is lost, or the server drains, is refused', async () => {
  const actor = { tenantId: 't', userId: 'u', sessionId: 's', permissions: [] } as unknown as Actor
  for (const how of ['lost', 'drained']) {
    let isListening = true
    const opening = openLive({
      db: world.db,
      notifications: { subscribe: () => undefined, isListening: () => isListening },
      authenticator: { actorOf: async () => actor, viewed: async () => null },
      tokens: {
        async read() {
          if (how === 'lost') isListening = false
          else opening.close()
          return { sessionId: 's', tenantId: 't', expires: Date.now() / 1000 + 60 }
        },
      },
      maintenance: { shown: () => null, onChange: () => undefined },
    })
    await expect(opening.open(actor, 'token')).rejects.toMatchObject({ code: 'RQ503' })
  }
})

test('when the token has expired, its stream ends at the next heartbeat', async () => {
  vi.useFakeTimers()
  const actor = { tenantId: 't', userId: 'u', sessionId: 's', permissions: [] } as unknown as Actor
  let isActive = true
  const { open: openStream } = openLive({
    db: world.db,
    notifications: { subscribe: () => undefined, isListening: () => true },
    authenticator: { actorOf: async () => (isActive ? actor : null), viewed: async () => null },
    tokens: { read: async () => ({ sessionId: 's', tenantId: 't', expires: Date.now() / 1000 - 1 }) },
    maintenance: { shown: () => null, onChange: () => undefined },
  })
  const { content } = await openStream(actor, 'token')
  await vi.advanceTimersByTimeAsync(20_000)
  expect([content.writableEnded, String(content.read())]).toEqual([false, ': open\n\n: heartbeat\n\n'])
  isActive = false
  await vi.advanceTimersByTimeAsync(20_000)
  expect(content.writableEnded).toBe(true)
  vi.useRealTimers()
})

test('a user has a bounded number of streams; the next one is refused with the time to wait', async () => {
  const { headers } = await enroll(bergen, ['r'])
  for (let n = 0; n < limits.user; n++) await listenWith(world.tenantCode, headers.authorization)
  const refused = await ask(world.tenantCode, headers.authorization)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
  open.pop()?.leave()
  await soon(async () => (await ask(world.tenantCode, headers.authorization)).status).toBe(200)
})

test('whoever looks at the portal as another user uses up their own share of streams (threats F12)', async () => {
  const { userId } = await vendor.call(users.view, { params: { id: bergen.userId }, body: { reason: 'Ticket 4711' } })
  const watch = async () =>
    fetch(`${address}/api/v1${live.changes.path}`, {
      headers: {
        'x-tenant-code': world.tenantCode,
        authorization: `Bearer ${await vendor.token()}`,
        [viewHeader]: userId,
      },
      signal: leaving.signal,
    })
  const leaving = new AbortController()
  asked.push(leaving)
  for (let n = 0; n < limits.user; n++) expect((await watch()).status).toBe(200)
  expect((await watch()).status).toBe(429)
  expect((await ask(world.tenantCode, `Bearer ${await vendor.token()}`)).status).toBe(429)
  expect((await ask(world.tenantCode, `Bearer ${await bergen.token()}`)).status).toBe(200)
})

test('streams that all come back at once are all opened, and ordinary calls go on meanwhile (threats X16)', async () => {
  const people: Awaited<ReturnType<typeof enroll>>[] = []
  for (let n = 0; n < 20; n++) people.push(await enroll(bergen, ['r']))
  let opened = 0
  const storm = Promise.all(
    people.flatMap(({ headers }) =>
      Array.from({ length: limits.user }, async () => {
        const { status } = await ask(world.tenantCode, headers.authorization, secondAddress)
        opened += 1
        return status
      }),
    ),
  )
  expect((await second.call(acme, orders.sellIn, { body: {} })).status).toBe(200)
  expect(opened).toBeLessThan(20 * limits.user)
  expect(new Set(await storm)).toEqual(new Set([200]))
})

test('when the listening connection is lost, streams end, and are served again when it is back', {
  tags: ['long'],
}, async () => {
  const stream = await listen(acme)
  await raw(
    world,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'trellis listener %'`,
  )
  await stream.ended
  const token = `Bearer ${await acme.token()}`
  await expect.poll(async () => (await ask(world.tenantCode, token)).status, { timeout: 60_000 }).toBe(200)
  const again = await listen(acme)
  const { id } = await offer(nordico, acme, { 'EDGE-1Y': 1 })
  await soon(() => told(again)).toEqual([`order ${id}`])
})

test('a server that drains ends its streams and refuses new ones, so that clients go to another', async () => {
  const stream = await listen(acme, secondAddress)
  void second.app.drain()
  await stream.ended
  expect((await ask(world.tenantCode, `Bearer ${await acme.token()}`, secondAddress)).status).toBe(503)
})
