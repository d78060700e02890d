import type { AnswerOf, RequestOf } from '@trellis/contract/endpoint'
import { events, type FeedEvent } from '@trellis/contract/events'
import { network as endpoints } from '@trellis/contract/network'
import type { Module } from '@trellis/contract/permissions'
import { settings } from '@trellis/contract/settings'
import pino from 'pino'
import { expect, test } from 'vitest'
import { openApp } from '../../app.ts'
import { readConfig } from '../../platform/config.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { type Caller, rolesOf } from '../../testing/calling.ts'
import { dealing } from '../../testing/dealing.ts'
import { keysOf } from '../../testing/keys.ts'
import { network, type Person } from '../../testing/network.ts'
import { raw, selling } from '../../testing/selling.ts'

/* Who reads the feed page by page while what they may read changes. Covers: server/src/modules/events/journal.ts */

const world = await network()
const { vendor, nordico, sudvia, acme } = world
const { issue, offer, sell, change } = selling(world)
const { register } = dealing(world)
const makeKey = keysOf(world)
await issue({ 'EDGE-1Y': 100 })
await sell(vendor, nordico, { 'EDGE-1Y': 60 })

type Query = RequestOf<typeof events.list>['query']
async function pageOf(call: Caller, query: Query): Promise<AnswerOf<typeof events.list>> {
  const { status, body } = await call(events.list, { query })
  expect(status).toBe(200)
  return body as AnswerOf<typeof events.list>
}
const told = (items: FeedEvent[]) => items.map(({ type, entityId, data }) => [type, entityId, data !== null])
const of = (modules: Module[]) => modules.map((module) => ({ module, flags: module === 'Users' ? 'c-r' : 'r' }))

test('who loses a permission between two pages is told nothing more of it, by a key neither, and what was passed over is read from the old place once they have it again', async () => {
  const call = await rolesOf(world)(nordico, { Orders: 'r', Deals: 'r', Users: 'c-r' })
  const maker = {
    accountId: nordico.accountId,
    call: async (...asked: Parameters<Caller>) => (await call(...asked)).body,
  }
  const key = await makeKey(maker as Pick<Person, 'call' | 'accountId'>, { permissions: of(['Orders', 'Deals']) })
  const [role] = await raw<{ roleId: number }>(world, `select max(role_id)::int as "roleId" from roles`)
  const give = (...modules: Module[]) =>
    vendor.call(settings.updateRole, {
      params: { roleId: role?.roleId ?? 0 },
      body: { name: 'Integrator', permissions: of([...modules, 'Users']) },
    })
  const { next: after } = await pageOf(call, { after: 'latest' })
  const { id: first } = await offer(nordico, acme, { 'EDGE-1Y': 1 })
  const deal = await register(acme, { 'EDGE-1Y': 1 })
  const { id: second } = await offer(nordico, acme, { 'EDGE-1Y': 1 })
  for (const reader of [call, key.call]) {
    const one = await pageOf(reader, { after, limit: 1 })
    expect(told(one.items)).toEqual([['order.created', first, true]])
    await give('Deals')
    const two = await pageOf(reader, { after: one.next })
    expect(told(two.items)).toEqual([['deal.created', deal, true]])
    await give('Orders', 'Deals')
    expect((await pageOf(reader, { after: two.next, entity: 'order' })).items).toEqual([])
    expect(told((await pageOf(reader, { after: one.next, entity: 'order' })).items)).toEqual([
      ['order.created', second, true],
    ])
  }
  for (const id of [first, second]) await change(nordico, id, 'canceled')
  await give('Deals', 'Accounts')
  expect((await pageOf(key.call, { after, entity: 'account' })).items).toEqual([])
})

test('a reader goes on where it was after a restart, in the same order, without a gap or a repeat', async () => {
  const asVendor: Caller = (endpoint, request) => vendor.raw(endpoint, request ?? {})
  const { next: after } = await pageOf(asVendor, { after: 'latest' })
  const before = await offer(nordico, acme, { 'EDGE-1Y': 1 })
  const one = await pageOf(asVendor, { after, limit: 1 })
  // Not sealed yet when the process ends.
  const later = await offer(nordico, acme, { 'EDGE-1Y': 1 })
  await change(nordico, later.id, 'canceled')
  await change(nordico, before.id, 'canceled')
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: world.dataDir, RATE_LIMIT: '0' })
  const app = await openApp({
    config,
    db: world.db,
    directUrl: world.databaseUrl,
    secrets: openSecrets(config),
    logger: pino({ level: 'silent' }),
  })
  const headers = { 'x-tenant-code': world.tenantCode, authorization: `Bearer ${await vendor.token()}` }
  const anew: Caller = async (_, request) => {
    const query = new URLSearchParams(request?.query as Record<string, string>)
    const answer = await app.http.inject({ url: `/api/v1/events?${query}`, headers })
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers } as Awaited<ReturnType<Caller>>
  }
  const items = [...one.items]
  for (let { next } = one; ; ) {
    const page = await pageOf(anew, { after: next, limit: 1 })
    items.push(...page.items)
    if (page.next === next) break
    next = page.next
  }
  await app.close()
  expect(told(items.filter(({ entity }) => entity === 'order'))).toEqual([
    ['order.created', before.id, true],
    ['order.created', later.id, true],
    ['order.canceled', later.id, true],
    ['order.canceled', before.id, true],
  ])
  const whole = (await pageOf(asVendor, { after, limit: 100 })).items
  expect(items.map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
})

test('when a branch is moved, both sides are told of the move: the one that loses it without data, and nothing more of the branch', async () => {
  const key = await makeKey(nordico, { permissions: of(['Accounts', 'Orders', 'Deals']) })
  const { next: after } = await pageOf(key.call, { after: 'latest' })
  const order = await offer(nordico, acme, { 'EDGE-1Y': 1 })
  await change(nordico, order.id, 'approved')
  const deal = await register(acme, { 'EDGE-1Y': 1 })
  const one = await pageOf(key.call, { after, limit: 1 })
  await vendor.call(endpoints.move, {
    params: { id: acme.accountId },
    body: { parentAccountId: sudvia.accountId },
  })
  const later = await register(acme, { 'EDGE-1Y': 2 })
  const own = [
    ['order.created', order.id, true],
    ['order.approved', order.id, true],
  ]
  const rest = await pageOf(key.call, { after: one.next })
  expect(told([...one.items, ...rest.items])).toEqual([...own, ['account.moved', acme.accountId, false]])
  expect(JSON.stringify(rest)).not.toContain('Sudvia')
  const gained = await pageOf((endpoint, request) => sudvia.raw(endpoint, request ?? {}), { after })
  expect(told(gained.items).filter(([, id]) => [deal, later, acme.accountId].includes(String(id)))).toEqual([
    ['deal.created', deal, true],
    ['account.moved', acme.accountId, true],
    ['deal.created', later, true],
  ])
})
