import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { orders } from '@trellis/contract/orders'
import { afterAll, expect, test } from 'vitest'
import { isRefusal, NotVerified, openPortal, PortalUnreachable, verifyWebhook } from '../../client/src/index.ts'
import { keysOf } from './testing/keys.ts'
import { network } from './testing/network.ts'
import { raw, selling } from './testing/selling.ts'
import { hooking } from './testing/webhooks.ts'

/* The client of other systems (client/) against a server that listens. */

const arrived: { event: unknown; refused: boolean }[] = []
const receiver = { secret: '', host: '' }
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  const verified = verifyWebhook({ secret: receiver.secret, headers: request.headers, body })
  const event = await verified.catch((error: unknown) => error)
  arrived.push({ event, refused: event instanceof NotVerified })
  response.writeHead(event instanceof NotVerified ? 401 : 204).end()
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
receiver.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const world = await network({ webhookHosts: [receiver.host] })
const { vendor, nordico, acme, bergen } = world
const { sell, issue, items, offer } = selling(world)
await issue({ 'EDGE-1Y': 200 })
await sell(vendor, nordico, { 'EDGE-1Y': 100 })
const portalUrl = await world.app.http.listen({ host: '127.0.0.1', port: 0 })
const { key } = await keysOf(world)(nordico)
const portal = openPortal({ portalUrl, tenantCode: 'verdant', token: key, product: 'ERP', pause: 0 })
const ordered = (buyer: typeof acme) => offer(nordico, buyer, { 'EDGE-1Y': 1 })

test('the first call of the README prints the orders of the account, as it is printed', {
  tags: ['long'],
}, async () => {
  const order = await ordered(acme)
  const page = readFileSync(new URL('../../client/README.md', import.meta.url), 'utf8')
  const [printed = ''] = [...page.matchAll(/run by server\/src\/client\.test\.ts -->\n```ts\n(.*?)^```$/gms)].map(
    ([, script]) => script,
  )
  const run = (env: object) =>
    promisify(execFile)(
      process.execPath,
      ['--conditions=source', '--import', 'tsx', '--input-type=module', '--eval', printed],
      {
        cwd: fileURLToPath(new URL('../..', import.meta.url)),
        env: { PATH: process.env.PATH, PORTAL: portalUrl, TENANT: 'verdant', ...env },
      },
    )
  expect((await run({ KEY: key })).stdout).toMatch(new RegExp(`^${order.orderCode} Acme .*\\d+ EUR\n`))
  await expect(run({ KEY: key.slice(0, -1) })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('RQ401'),
  })
})

test('an order whose answer is lost is made once', async () => {
  let tries = 0
  const torn = openPortal({
    ...{ portalUrl, tenantCode: 'verdant', token: key, pause: 0 },
    async fetch(url, init) {
      const answer = await fetch(url, init)
      tries += 1
      if (tries === 1) throw new TypeError('the connection broke')
      return answer
    },
  })
  const body = { buyerAccountId: bergen.accountId, orderRefCode: 'lost once', items: items({ 'EDGE-1Y': 1 }) }
  const { body: made, isReplayed } = await torn.send('POST /orders', { body })
  expect([tries, isReplayed]).toEqual([2, true])
  const rows = await raw<{ order_id: string }>(world, `select order_id from orders where ref_code = 'lost once'`)
  expect(rows).toEqual([{ order_id: made.id }])
})

test('a change of a record that somebody else changed is refused with the record as it is now', async () => {
  const { id } = await ordered(acme)
  const { body: order, etag } = await portal.send('GET /orders/{id}', { params: { id } })
  expect(order.orderId).toBe(id)
  await nordico.call(orders.update, { params: { id }, body: { orderNote: 'by a person' } })
  const change = { params: { id }, body: { invoiced: true, invoiceId: 'F-17' } }
  const error = await portal
    .call('PUT /orders/{id}/update', { ...change, ifMatch: etag ?? '' })
    .catch((thrown) => thrown)
  expect(isRefusal(error, 'RQ412') && error.info).toMatchObject({ current: { orderNote: 'by a person' } })
  const ifMatch = (isRefusal(error, 'RQ412') && error.info.etag) || ''
  expect(await portal.call('PUT /orders/{id}/update', { ...change, ifMatch })).toMatchObject({ invoiceId: 'F-17' })
})

test('a refused value is named by its path, and the request by its id', async () => {
  const error = await portal.call('POST /orders/search', { body: { limit: 0 } }).catch((thrown) => thrown)
  expect(isRefusal(error, 'RQ422') && error.info.issues).toEqual([expect.objectContaining({ path: 'limit' })])
  expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/)
})

test('each page of a search brings the next, and the feed brings every change once, in the same state', async () => {
  for (let count = 0; count < 5; count++) await ordered(acme)
  const all = await nordico.call(orders.sellOut, { body: { limit: 3000 } })
  const codes: string[] = []
  for await (const { orderCode } of portal.each('POST /orders/sell-out/search', { body: { limit: 3 } }))
    codes.push(orderCode)
  expect(codes).toEqual(all.items.map(({ orderCode }) => orderCode))

  const copy = new Map<string, unknown>()
  let place = ''
  for await (const { items: events, next } of portal.events({ entity: 'order', limit: 7, once: true })) {
    for (const { entityId, data } of events) copy.set(entityId, (data as { orderCode: string } | null)?.orderCode)
    place = next
  }
  for (const { orderId, orderCode } of all.items) expect(copy.get(orderId)).toBe(orderCode)
  const { id } = await ordered(acme)
  const later: unknown[] = []
  for await (const { items: events } of portal.events({ after: place, entity: 'order', once: true }))
    later.push(...events.map(({ entityId, type }) => [entityId, type]))
  expect(later).toEqual([[id, 'order.created']])
  // As after a restored backup: the reader is told, and has everything again.
  const again: boolean[] = []
  for await (const { restarted } of portal.events({ after: `9${place}`, limit: 200, once: true })) again.push(restarted)
  expect(again[0]).toBe(true)
  expect(again.length).toBeGreaterThan(1)
})

test('a batch has a result for each entry, and a file comes as bytes', { tags: ['long'] }, async () => {
  const { id } = await ordered(acme)
  const {
    items: results,
    done,
    refused,
  } = await portal.call('POST /batch', {
    body: {
      method: 'PUT',
      path: '/orders/{id}/update',
      items: [
        { params: { id }, body: { paid: true } },
        { params: { id: acme.accountId }, body: { paid: true } },
      ],
    },
  })
  expect([done, refused, ...results.map(({ status }) => status)]).toEqual([1, 1, 200, 404])
  const pdf = await portal.call('GET /orders/{id}/pdf', { params: { id } })
  expect(await pdf.slice(0, 5).text()).toBe('%PDF-')
})

test('a webhook is verified with its secret, and not with another (threats W17)', async () => {
  const { hook, deliver } = hooking(world)
  await hook(nordico, { ...receiver, url: `http://${receiver.host}/` } as never, { types: ['order.created'] }).then(
    ({ secret }) => {
      receiver.secret = secret
    },
  )
  const { id } = await ordered(acme)
  await deliver()
  expect(arrived).toEqual([{ refused: false, event: expect.objectContaining({ type: 'order.created', entityId: id }) }])
  receiver.secret = `whsec_${btoa('somebody else’s'.replace('’', ''))}`
  await ordered(acme)
  await deliver()
  expect(arrived.map(({ refused }) => refused)).toEqual([false, true])
})

test('a portal that is not there is unreachable, after some tries', async () => {
  const gone = openPortal({ portalUrl: 'http://127.0.0.1:9', tenantCode: 'verdant', retries: 1, pause: 0 })
  await expect(gone.call('GET /tenants/current')).rejects.toBeInstanceOf(PortalUnreachable)
})
