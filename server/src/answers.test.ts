// @module-tag long
import { orders } from '@trellis/contract/orders'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { Route } from './platform/http/routes.ts'
import { request } from './testing/calling.ts'
import { network } from './testing/network.ts'
import { openSecond } from './testing/outages.ts'
import { selling } from './testing/selling.ts'

/* What holds for the answer of every call. */

const world = await network()
const { app, vendor, manager, acme, nordico, anonymous } = world
const { issue, items } = selling(world)
await issue({ 'EDGE-1Y': 1 })
const { id: orderId } = await acme.call(orders.create, { body: { items: items({ 'EDGE-1Y': 1 }) } })
const productId = world.products['EDGE-1Y']?.productId

/** A call of the route, with records that exist where they are of the most usual kinds. */
function asked(route: Route) {
  const sample = request(route)
  const { path } = route.endpoint
  const params = sample.params as Record<string, unknown>
  if (params.accountId !== undefined) params.accountId = acme.accountId
  if (path.startsWith('/orders/:id')) params.id = orderId
  if (path.startsWith('/accounts/:id')) params.id = acme.accountId
  if (path.startsWith('/users/:id')) params.id = acme.userId
  if (path.startsWith('/products/:id')) params.id = productId
  return sample
}
const plain = app.routes.filter(({ endpoint }) => endpoint.streams === null && !endpoint.binary)

test('every answer that is text says that it is UTF-8 (ASVS 4.1.1)', async () => {
  const seen = new Set<string>()
  const check = (name: string, type: unknown) => {
    const [kind = '', ...more] = String(type ?? '').split(';')
    if (!/^(text\/|.*\bjson$|.*\bxml$|application\/javascript)/.test(kind)) return
    seen.add(kind)
    expect([name, more.map((part) => part.trim())]).toEqual([name, ['charset=utf-8']])
  }
  for (const route of plain) {
    check(route.name, (await anonymous(route.endpoint, asked(route))).headers['content-type'])
    if (route.endpoint.effect === 'read')
      check(route.name, (await manager.raw(route.endpoint, asked(route))).headers['content-type'])
  }
  for (const url of ['/api/v1/openapi.json', '/api/v1/nowhere', '/metrics', '/dev/mail', '/health/ready'])
    check(url, (await app.http.inject(url)).headers['content-type']?.toString().replace('version=0.0.4; ', ''))
  expect([...seen].sort()).toEqual(
    expect.arrayContaining(['application/json', 'application/problem+json', 'text/html']),
  )
})

test('no GET changes anything: all of them are answered by a server that can only read (ASVS 3.5.3)', async () => {
  const admin = new pg.Client(world.adminUrl)
  await admin.connect()
  await admin.query(
    `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
  )
  await admin.end()
  const reading = await openSecond(world)
  try {
    const gets = plain.filter(({ endpoint }) => endpoint.method === 'GET')
    expect(gets.length).toBeGreaterThan(60)
    let found = 0
    const refused = new Set<string>()
    for (const route of gets)
      for (const who of [vendor, nordico]) {
        const { status } = await reading.call(who, route.endpoint, asked(route))
        if (status >= 500) refused.add(route.name)
        if (status === 200) found += 1
      }
    // They count how often somebody asks, and the second keeps what the directory is asked; they change nothing else.
    expect([...refused].toSorted()).toEqual(['certificates.verify', 'directorySignIn.start', 'keyPages.read'])
    expect(found).toBeGreaterThan(60)
    // The control: what writes cannot be answered there.
    const update = { body: { items: items({ 'EDGE-1Y': 1 }) } }
    expect((await reading.call(acme, orders.create, update)).status).toBe(503)
  } finally {
    await reading.close()
  }
})
