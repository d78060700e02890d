// @module-tag long
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { passwords } from '@trellis/contract/identity'
import { orders } from '@trellis/contract/orders'
import { webhooks } from '@trellis/contract/webhooks'
import { afterAll, expect, test } from 'vitest'
import { network, type Person } from '../../testing/network.ts'
import { freePort, startServerProcess } from '../../testing/processes.ts'
import { openReceiver } from '../../testing/receiving.ts'
import { selling } from '../../testing/selling.ts'
import { startSmtp } from '../../testing/smtp.ts'
import { uploading } from '../../testing/uploading.ts'
import { hooking } from '../../testing/webhooks.ts'
import { sql } from '../database/sql.ts'
import { openTracer } from './open-telemetry.ts'
import { summaryOf } from './tracing.ts'

/* Traces are sent by OTLP where the operator names a receiver (decision 175). Covers: server/src/platform/tracing/open-telemetry.ts
   Covers: server/src/platform/http/trace-requests.ts */

interface Sent {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  status: { code?: number }
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  links?: { traceId: string; spanId: string }[]
}

/** A receiver of OTLP/HTTP on a loopback port, which keeps all spans. */
async function openCollector() {
  const spans: Sent[] = []
  const heard: { url: string | undefined; headers: IncomingHttpHeaders; text: string }[] = []
  const server = createServer(async (request, response) => {
    const body = (await json(request)) as { resourceSpans: { scopeSpans: { spans: Sent[] }[] }[] }
    heard.push({ url: request.url, headers: request.headers, text: JSON.stringify(body) })
    spans.push(...body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    response.setHeader('content-type', 'application/json').end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => void server.close())
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, heard }
}
const of = (span: Sent | undefined, key: string) => span?.attributes.find((each) => each.key === key)?.value
const traceOf = '0af7651916cd43dd8448eb211c80319c'

const receiver = await openReceiver()
const world = await network({ webhookHosts: [receiver.host] })
const { acme, vendor } = world

/** Calls of a person to a process. */
const callerOf =
  (url: string) =>
  async (person: Person, method: string, path: string, body?: unknown, more: Record<string, string> = {}) => {
    const headers = {
      'x-tenant-code': person.tenantCode,
      authorization: `Bearer ${await person.token()}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...more,
    }
    return fetch(`${url}/api/v1${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
  }

test('a call is followed through its statements, the jobs that it leaves, their mails and webhooks, and the store', async () => {
  const collector = await openCollector()
  const smtp = await startSmtp()
  const hook = await hooking(world).hook(vendor, receiver)
  const server = await startServerProcess(world, {
    settings: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a-b',
      ...{ SMTP_URL: smtp.url, MAIL_FROM: 'portal@halcyon.example', WEBHOOK_HOSTS: receiver.host, LOG_LEVEL: 'info' },
    },
  })
  const call = callerOf(server.url)
  const note = 'Nobody-reads-this-4711'
  const draft = { items: selling(world).items({ 'EDGE-1Y': 1 }), orderNote: note }
  const made = await call(acme, 'POST', orders.create.path, draft, {
    traceparent: `00-${traceOf}-b7ad6b7169203331-01`,
  })
  expect(made.status).toBe(201)
  for (const traceparent of ['00-x', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`, `01-${traceOf}-b7ad6b7169203331-01`])
    expect((await call(acme, 'GET', '/users/me', undefined, { traceparent })).status).toBe(200)
  expect((await call(acme, 'GET', `/orders/${crypto.randomUUID()}`)).status).toBe(404)
  await fetch(`${server.url}/api/v1/tenants/current`)
  await call(acme, 'POST', passwords.requestReset.path, { email: acme.email })
  await call(vendor, 'POST', webhooks.test.path.replace(':id', hook.id))
  const { request } = uploading(world)
  const { uploadUrl } = await request(acme, 'bytes')
  const { pathname, search } = new URL(uploadUrl)
  await fetch(server.url + pathname + search, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: 'bytes',
  })
  await expect.poll(() => smtp.received.length, { timeout: 20_000 }).toBe(1)
  await expect
    .poll(() => receiver.received.map(({ event }) => event.type), { timeout: 20_000 })
    .toContain('webhook.test')
  await server.stop()
  await smtp.close()

  const { spans, heard } = collector
  expect(heard[0]).toMatchObject({ url: '/v1/traces', headers: { authorization: 'Bearer a-b' } })
  const named = (name: string) => spans.filter((span) => span.name === name)
  const partsOf = (span: Sent | undefined) => spans.filter(({ parentSpanId }) => parentSpanId === span?.spanId)

  const [created] = named('POST /api/v1/orders')
  expect(created).toMatchObject({ traceId: traceOf, parentSpanId: 'b7ad6b7169203331', kind: 2 })
  expect(of(created, 'http.response.status_code')).toEqual({ intValue: 201 })
  expect(of(created, 'trellis.request.id')).toEqual({ stringValue: made.headers.get('x-request-id') })
  expect(of(created, 'trellis.tenant.id')).toEqual({ stringValue: world.tenantId })
  const statements = partsOf(created)
  expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['commit']))
  expect(statements.length).toBeGreaterThan(2)
  for (const { traceId, kind, name } of statements) expect([traceId, kind], name).toEqual([traceOf, 3])

  // Every other call is a trace of its own: also where the given one is none.
  const calls = named('GET /api/v1/users/me')
  expect(new Set([...calls, created].map((span) => span?.traceId)).size).toBe(4)
  expect(calls.every((span) => !span.parentSpanId)).toBe(true)
  expect(named('GET /api/v1/orders/:id')[0]?.status).toEqual({ code: 0 })

  const [asked] = named(`POST /api/v1${passwords.requestReset.path}`)
  const [job] = named('job identity:reset-request')
  expect(job).toMatchObject({ kind: 5, links: [{ traceId: asked?.traceId, spanId: asked?.spanId }] })
  expect(job?.traceId).not.toBe(asked?.traceId)
  const sending = named('job mail:send').find(({ links }) => links?.[0]?.spanId === job?.spanId)
  expect(partsOf(sending).map(({ name }) => name)).toContain('send a mail')

  const [posted] = named('POST 127.0.0.1')
  const delivering = spans.find(({ spanId }) => spanId === posted?.parentSpanId)
  expect(delivering?.name).toBe('job webhooks:send')
  expect(receiver.received.map(({ headers }) => headers.traceparent)).toContain(
    `00-${posted?.traceId}-${posted?.spanId}-01`,
  )
  expect(of(posted, 'http.response.status_code')).toEqual({ intValue: 204 })

  const [put] = named('PUT /api/v1/files/content')
  expect(partsOf(put).map(({ name }) => name)).toContain('write an object')

  // Neither what was typed nor whom it is about, nor keys that open something.
  const all = heard.map(({ text }) => text).join('')
  for (const secret of [note, acme.email, search.slice(0, 40), await acme.token(), hook.secret])
    expect(all).not.toContain(secret)
  expect(spans.filter(({ name }) => /\/(health|metrics|live)/.test(name))).toEqual([])

  const lines = server
    .said()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { msg: string; requestId?: string; traceId?: string })
  expect(lines.find(({ requestId }) => requestId === made.headers.get('x-request-id'))?.traceId).toBe(traceOf)
})

test('a job of an installation that sends no traces any more runs all the same', async () => {
  const server = await startServerProcess(world)
  await world.db.write(
    { tenantId: world.tenantId, userId: null, reach: null, clock: null, requestId: null },
    async (tx) => {
      await tx.run(sql`select set_config('app.trace', ${`00-${traceOf}-b7ad6b7169203331-01`}, true)`)
      await tx.run(
        sql`select enqueue('identity:reset-request', jsonb_build_object('tenantId', ${world.tenantId}::text, 'email', ${vendor.email}::text))`,
      )
    },
  )
  await expect.poll(async () => (await world.mails(vendor.email)).length, { timeout: 20_000 }).toBe(1)
  await server.stop()
})

test('while the receiver of traces is away, calls are answered, and the log says that traces were not sent', async () => {
  const server = await startServerProcess(world, {
    settings: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`, LOG_LEVEL: 'warn' },
  })
  const call = callerOf(server.url)
  for (let n = 0; n < 5; n++) expect((await call(acme, 'GET', '/users/me')).status).toBe(200)
  // A stop before that waits for nothing.
  await expect.poll(server.said, { timeout: 20_000 }).toContain('Trellis is ready')
  await server.stop()
  expect(server.said()).toContain('traces were not sent')
})

test('only the wanted share of traces is sent, whatever a caller asks for', async () => {
  const about = { version: '1', say: () => undefined }
  const collector = await openCollector()
  const none = openTracer({ endpoint: `${collector.endpoint}/`, headers: {}, serviceName: 'a', ratio: 0 }, about)
  const remote = `00-${traceOf}-b7ad6b7169203331-01`
  const dropped = none.begin('call', { kind: 'server', remote }, undefined)
  expect([dropped.traceId, dropped.traceparent.slice(-3)]).toEqual([traceOf, '-00'])
  none.begin('part', { kind: 'client' }, dropped).end()
  dropped.end()
  await none.end()
  expect(collector.spans).toEqual([])
  const all = openTracer({ endpoint: collector.endpoint, headers: {}, serviceName: 'portal', ratio: 1 }, about)
  const failing = all.begin('call', { kind: 'internal' }, undefined)
  failing.fail(Object.assign(new Error('Key (email)=(a@b.example) exists'), { code: '23505' }))
  failing.end()
  await all.end()
  expect(collector.spans).toMatchObject([{ name: 'call', kind: 1, status: { code: 2 } }])
  expect(of(collector.spans[0], 'error.type')).toEqual({ stringValue: '23505' })
  expect(collector.heard.map(({ text }) => text).join('')).toMatch(/"service\.name","value":\{"stringValue":"portal"\}/)
  expect(collector.heard.map(({ text }) => text).join('')).not.toContain('a@b.example')
})

test.each([
  ['select * from orders where order_id = $1', 'select orders'],
  ['\n  -- why\n  with a as (select 1 from Accounts a) select from a', 'with accounts'],
  ['insert into audit_log (tenant_id) values ($1)', 'insert audit_log'],
  ['update only offered.orders set x = $1', 'update offered.orders'],
  ['delete from news where a', 'delete news'],
  ['select device_contact($1, $2)', 'select device_contact'],
  ['SELECT enqueue($1) from a', 'select enqueue'],
  ['commit', 'commit'],
  ['begin', 'begin'],
  ['', 'statement'],
])('the statement %j is called %s', (text, name) => {
  expect(summaryOf(text)).toBe(name)
})
