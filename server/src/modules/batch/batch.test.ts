import { accounts } from '@trellis/contract/accounts'
import { batch, maximumBatch } from '@trellis/contract/batch'
import type { AnswerOf } from '@trellis/contract/endpoint'
import { environments } from '@trellis/contract/environments'
import { orders } from '@trellis/contract/orders'
import { expect, test } from 'vitest'
import { often } from '../../testing/full.ts'
import { keysOf } from '../../testing/keys.ts'
import { network, type Person } from '../../testing/network.ts'
import { raw, selling } from '../../testing/selling.ts'
import { isForMany } from './routes.ts'

const world = await network()
const { app, vendor, nordico, acme, bergen, sudvia, canary } = world
const { issue, request, items: lines, sell } = selling(world)
await issue({ BOX: 50 })
await sell(vendor, nordico, { BOX: 20 })

type Body = { method: 'POST' | 'PUT'; path: string; items: object[] }
const run = (who: Person, body: Body, headers: Record<string, string> = {}) =>
  who.call(batch.run, { body, headers } as never) as Promise<AnswerOf<typeof batch.run>>
const refused = (who: Person, body: Body) => who.refused(batch.run, { body } as never)
const statuses = ({ items }: AnswerOf<typeof batch.run>) => items.map(({ status }) => status)
const idsOf = ({ items }: AnswerOf<typeof batch.run>) => items.map(({ body }) => (body as { id: string }).id)

const site = (name: string) => ({
  accountId: acme.accountId,
  customerName: name,
  customerEnvironmentId: name,
})
const made = (...names: string[]): Body => ({
  method: 'POST',
  path: '/onPremiseEnvironments',
  items: names.map((name) => ({ body: site(name) })),
})
const sites = async (name: string) =>
  (await raw(world, `select from environments where customer_name = $1`, [name])).length

test('many records are created by one call, each with its own answer, in the order in which they were sent', async () => {
  const result = await run(acme, made('One', 'Two', 'Three'))
  expect(result).toMatchObject({ done: 3, refused: 0 })
  const names = await Promise.all(
    idsOf(result).map(async (id) => (await acme.call(environments.read, { params: { id } })).customerName),
  )
  expect(names).toEqual(['One', 'Two', 'Three'])
  const requests = result.items.map(({ requestId }) => requestId)
  expect(new Set(requests).size).toBe(3)
  expect(await raw(world, 'select from audit_log where request_id = $1', [requests[1] as string])).toHaveLength(1)
})

test('an entry that is refused stops no other: it has its problem at its place, and nothing of it is left', async () => {
  const body = made('Four', '', 'Five', 'One', 'Six')
  const result = await run(acme, body)
  expect(statuses(result)).toEqual([201, 422, 201, 422, 201])
  expect([result.done, result.refused]).toEqual([3, 2])
  const issues = [{ path: 'customerName' }, { path: 'customerEnvironmentId' }]
  expect(result.items[1]).toMatchObject({ body: { info: { issues } } })
  expect(result.items[3]).toMatchObject({ body: { info: { issues: [{ code: 'taken' }] } } })
  expect(await sites('One')).toBe(1)
})

test('a batch sent again, or twice at once, has one effect where it or its entries have keys', async () => {
  const body = made('Seven', 'Eight')
  const headers = { 'idempotency-key': 'seven and eight' }
  const [first, second] = await Promise.all([run(acme, body, headers), run(acme, body, headers)])
  expect(idsOf(second)).toEqual(idsOf(first))
  expect(await run(acme, body, headers)).toMatchObject({
    items: first.items.map(({ body: answer }) => ({ body: answer })),
  })
  expect([await sites('Seven'), await sites('Eight')]).toEqual([1, 1])

  const keyed = (key: string): Body => ({ ...body, items: [{ body: site('Nine'), idempotencyKey: key }] })
  const alone = await acme.call(environments.create, { body: site('Nine'), headers: { 'idempotency-key': 'nine' } })
  expect(idsOf(await run(acme, keyed('nine')))).toEqual([alone.id])
  const other: Body = { ...body, items: [{ body: site('Ten'), idempotencyKey: 'nine' }] }
  expect((await run(acme, other)).items[0]).toMatchObject({ status: 409, body: { code: 'RQ409' } })
})

test('a batch that broke off is sent again: what was done is answered as it was, and the rest is done', async () => {
  const headers = { 'idempotency-key': 'broken off' }
  const begun = await run(acme, made('Eleven'), headers)
  const whole = await run(acme, made('Eleven', 'Twelve'), headers)
  expect(statuses(whole)).toEqual([201, 201])
  expect(idsOf(whole)[0]).toBe(idsOf(begun)[0])
  expect([await sites('Eleven'), await sites('Twelve')]).toEqual([1, 1])
})

test('orders are changed by their ids, each with the version that was read; who was second is told so', async () => {
  const placed = [await request(acme, { BOX: 1 }), await request(acme, { BOX: 1 })]
  const tags = await Promise.all(
    placed.map(async ({ id }) => String((await nordico.raw(orders.read, { params: { id } })).headers.etag)),
  )
  const [one, two] = placed.map(({ id }) => ({ id }))
  const entry = (params: object | undefined, invoiceId: string, ifMatch?: string) => ({
    params,
    body: { invoiceId },
    ifMatch,
  })
  const result = await run(nordico, {
    method: 'PUT',
    path: '/orders/{id}/update',
    items: [entry(one, 'F-1', tags[0]), entry(two, 'F-2', tags[1]), entry(one, 'F-3', tags[0]), entry(two, 'F-4')],
  })
  expect(statuses(result)).toEqual([200, 200, 412, 200])
  expect(result.items[2]?.body).toMatchObject({ code: 'RQ412', info: { current: { invoiceId: 'F-1' } } })
  const again = await run(nordico, {
    method: 'PUT',
    path: '/orders/:id/update',
    items: [entry(one, 'F-5', result.items[2]?.etag ?? ''), entry(two, 'F-6', result.items[1]?.etag ?? '')],
  })
  expect(statuses(again)).toEqual([200, 412])
  // Two changes of one record in one batch follow each other.
  const first = again.items[0]?.etag ?? ''
  const chained = await run(nordico, {
    method: 'PUT',
    path: '/orders/{id}/update',
    items: [entry(one, 'F-7', first), entry(one, 'F-8', '*')],
  })
  expect(statuses(chained)).toEqual([200, 200])
})

test('each entry is checked like a call of its own: without the permission, in another branch, in another tenant', async () => {
  const { id } = await request(acme, { BOX: 1 })
  const body: Body = {
    method: 'PUT',
    path: '/orders/{id}/update',
    items: [{ params: { id }, body: { invoiced: true } }],
  }
  for (const person of [bergen, sudvia, canary]) expect(statuses(await run(person, body))).toEqual([404])
  const reads = await keysOf(world)(nordico, { permissions: [{ module: 'Orders', flags: 'r' }] })
  const told = await reads.call(batch.run, { body })
  expect(told.body).toMatchObject({ items: [{ status: 403, body: { code: 'RQ403' } }] })
  expect((await acme.call(orders.read, { params: { id } })).invoiced).toBe(false)
  expect((await world.anonymous(batch.run, { body })).status).toBe(401)
  const mine = await keysOf(world)(acme, { permissions: [{ module: 'Environments', flags: 'c-r' }] })
  expect((await mine.call(batch.run, { body: made('By key') })).body).toMatchObject({ items: [{ status: 201 }] })
  expect(
    await raw(world, `select from audit_log where action = 'environment.created' and user_id = $1`, [mine.id]),
  ).toHaveLength(1)
})

test('a batch makes only calls that create or change records: not those of sessions, keys and files, no deletions and no batches', async () => {
  const item = { body: {} }
  for (const path of [
    '/apiKeys',
    '/auth/password',
    '/batch',
    '/imports',
    '/licenses/export',
    '/nowhere',
    '/orders/search',
    '/users/{id}/view',
  ])
    expect([path, await refused(vendor, { method: 'POST', path, items: [item] })]).toMatchObject([
      path,
      { code: 'RQ422' },
    ])
  expect(await refused(vendor, { method: 'DELETE', path: '/products/{id}', items: [item] } as never)).toMatchObject({
    code: 'RQ422',
  })
  const many = app.routes.filter(({ endpoint }) => isForMany(endpoint)).map(({ name }) => name)
  expect(many).toEqual(
    expect.arrayContaining(['network.create', 'orders.create', 'catalogue.update', 'deals.create', 'licenses.create']),
  )
  for (const { endpoint } of app.routes.filter(({ endpoint }) => isForMany(endpoint)))
    expect([endpoint.path, endpoint.path.startsWith('/auth')]).toEqual([endpoint.path, false])
})

test('what cannot be a batch is refused as a whole, and nothing is done', async () => {
  const body = made('Thirteen')
  const missing: Body = {
    method: 'PUT',
    path: '/accounts/{id}',
    items: [{ params: { accountId: acme.accountId }, body: {} }],
  }
  expect(await refused(nordico, missing)).toMatchObject({
    info: { issues: [{ path: 'items.0.params.id', code: 'required' }] },
  })
  expect(await refused(acme, { ...body, items: [] })).toMatchObject({ code: 'RQ422' })
  const tooMany = { ...body, items: Array.from({ length: maximumBatch + 1 }, () => body.items[0] ?? {}) }
  expect(await refused(acme, tooMany)).toMatchObject({ code: 'RQ422' })
  expect(await refused(acme, { ...body, items: [...body.items, { body: {}, unknown: 1 }] })).toMatchObject({
    code: 'RQ422',
  })
  expect(await sites('Thirteen')).toBe(0)
})

test('a path from outside names no other call: parameters stay in their place', async () => {
  const items = [
    {
      params: { id: `${acme.accountId}/parent?x=` },
      body: { accountName: 'Elsewhere', notificationReceiverEmail: null },
    },
  ]
  expect(statuses(await run(nordico, { method: 'PUT', path: '/accounts/{id}', items }))).toEqual([404])
  expect((await nordico.call(accounts.read, { params: { id: acme.accountId } })).accountName).not.toBe('Elsewhere')
})

test('hundreds of orders are one call', { tags: ['long'] }, async () => {
  const length = often(100, maximumBatch)
  const items = Array.from({ length }, (_, index) => ({
    body: { items: lines({ BOX: 1 }), orderRefCode: `many ${index}` },
  }))
  const result = await run(acme, { method: 'POST', path: '/orders', items }, { 'idempotency-key': 'many' })
  expect(result).toMatchObject({ done: length, refused: 0 })
  expect(await raw(world, `select from orders where ref_code like 'many %'`)).toHaveLength(length)
})
