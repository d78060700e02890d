import { apiKeys } from '@trellis/contract/api-keys'
import { audit } from '@trellis/contract/audit'
import { events } from '@trellis/contract/events'
import { orders } from '@trellis/contract/orders'
import { settings } from '@trellis/contract/settings'
import { users } from '@trellis/contract/users'
import { maximumWebhooks, webhooks } from '@trellis/contract/webhooks'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { rolesOf } from '../../testing/calling.ts'
import { network } from '../../testing/network.ts'
import { openReceiver } from '../../testing/receiving.ts'
import { raw, selling } from '../../testing/selling.ts'
import { hooking } from '../../testing/webhooks.ts'

const receiver = await openReceiver()
const world = await network({ webhookHosts: [receiver.host] })
const { vendor, nordico, acme, bergen, canary, tenantId } = world
const { issue, offer, change, sell } = selling(world)
const { hook, deliver, deliverAtOnce } = hooking(world)
const roleOf = rolesOf(world)
await issue({ 'EDGE-1Y': 100 })
await sell(vendor, nordico, { 'EDGE-1Y': 60 })

const usual = receiver.answer
afterEach(async () => {
  receiver.answer = usual
  receiver.received.length = 0
  receiver.now = Date.now
  world.at(null)
  await raw(world, `update webhooks set ended_at = coalesce(ended_at, now())`)
})
const arrived = () => receiver.received.map(({ event }) => event.type)
const order = () => offer(nordico, acme, { 'EDGE-1Y': 1 })
const at = (instant: string) => {
  world.at(instant)
  receiver.now = () => Date.parse(instant)
}
const later = (milliseconds: number) => at(new Date(Date.now() + milliseconds).toISOString())
const hour = 3_600_000

test('an event arrives signed, once, as the feed tells it, and the log shows what was sent and answered', {
  tags: ['long'],
}, async () => {
  await order()
  const { id: webhookId, log } = await hook(nordico, receiver)
  receiver.answer = (_, response) => response.writeHead(202).end('thank you')
  const { id } = await order()
  await deliverAtOnce(webhookId)
  const [received, ...more] = receiver.received
  expect([receiver.refused, more.length]).toEqual([0, 0])
  const { next } = await nordico.call(events.list, { query: { after: 'latest' } })
  const { items } = await nordico.call(events.list, { query: { types: 'order.created', limit: 200 } })
  const told = items.find(({ entityId }) => entityId === id)
  expect(received?.event).toEqual({ ...told, timestamp: told?.creationDate })
  expect(received?.event.data).toEqual(await nordico.call(orders.read, { params: { id } }))
  expect(received?.event.sequence).toBeLessThanOrEqual(Number(next.split('-')[0]))
  expect(received?.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Trellis-Webhooks' })
  const [logged] = await log()
  expect(Object.keys(logged?.requestHeaders ?? {}).sort()).toEqual([
    ...['content-type', 'user-agent', 'webhook-id', 'webhook-signature', 'webhook-timestamp'],
  ])
  expect(received?.headers).toMatchObject(logged?.requestHeaders ?? {})
  expect(await log()).toEqual([
    expect.objectContaining({
      ...{
        messageId: received?.id,
        type: 'order.created',
        entity: 'order',
        entityId: id,
        status: 'delivered',
        tries: 1,
      },
      ...{ answerStatus: 202, answer: 'thank you', problem: null, nextTryDate: null },
      request: JSON.stringify(received?.event),
      lastTryDate: expect.any(String),
      milliseconds: expect.any(Number),
    }),
  ])
})

test('all events since a moment are sent again in their order, each under its id, also those before the webhook', {
  tags: ['long'],
}, async () => {
  const before = await order()
  const { creationDate: from } = await nordico.call(orders.read, { params: { id: before.id } })
  const { id, log } = await hook(nordico, receiver, { types: ['order.created', 'order.canceled'] })
  const after = await order()
  await change(nordico, after.id, 'canceled')
  await deliver()
  const once = receiver.received.map((each) => each.id)
  receiver.received.length = 0
  await nordico.call(webhooks.replay, { params: { id }, body: { from } })
  await deliver()
  const again = receiver.received
  expect(again.map(({ event }) => [event.type, event.entityId])).toContainEqual(['order.created', before.id])
  expect(again.filter(({ event }) => event.entityId === after.id).map(({ event }) => event.type)).toEqual([
    'order.created',
    'order.canceled',
  ])
  expect(again.map((each) => each.id)).toEqual(expect.arrayContaining(once))
  expect(await log()).toHaveLength(3)
  // A moment that is to come changes nothing.
  await nordico.call(webhooks.replay, { params: { id }, body: { from: '2099-01-01T00:00:00.000Z' } })
  await deliver()
  expect(receiver.received).toHaveLength(3)
})

test('only the types that were chosen arrive, and a type that there is not is refused', async () => {
  const { log } = await hook(nordico, receiver, { types: ['order.approved'] })
  const { id } = await order()
  await change(nordico, id, 'approved')
  await deliver()
  expect(arrived()).toEqual(['order.approved'])
  expect(await log()).toHaveLength(1)
  const body = { url: receiver.url, parentAccountId: nordico.accountId, types: ['order.eaten'] }
  expect(await nordico.refused(webhooks.create, { body })).toMatchObject({ code: 'RQ422' })
})

test('what fails is tried again under the same id with a fresh timestamp, and holds back only its own record', async () => {
  const { log } = await hook(nordico, receiver, { types: ['order.created', 'order.approved'] })
  const first = await order()
  await change(nordico, first.id, 'approved')
  const second = await order()
  receiver.answer = ({ event }, response) => response.writeHead(event.entityId === first.id ? 500 : 204).end('no')
  await deliver()
  expect(receiver.received.map(({ event }) => [event.type, event.entityId]).sort()).toEqual(
    [
      ['order.created', first.id],
      ['order.created', second.id],
    ].sort(),
  )
  expect((await log()).map(({ status, tries, answerStatus }) => [status, tries, answerStatus])).toEqual([
    ['waiting', 1, 500],
    ['waiting', 0, null],
    ['delivered', 1, 204],
  ])
  // Not before its time.
  await deliver()
  expect(receiver.received).toHaveLength(2)
  receiver.answer = usual
  later(10_000)
  const failed = receiver.received.find(({ event }) => event.entityId === first.id)
  await deliver()
  const [, , again, approved] = receiver.received
  expect(again?.id).toBe(failed?.id)
  expect(again?.timestamp).toBeGreaterThan(failed?.timestamp ?? Number.POSITIVE_INFINITY)
  expect(approved?.event).toMatchObject({ type: 'order.approved', entityId: first.id })
  expect((await log()).map(({ status, tries }) => [status, tries])).toEqual([
    ['delivered', 2],
    ['delivered', 1],
    ['delivered', 1],
  ])
})

test.each([302, 404, 500])('an answer %i is no delivery, wherever it leads', async (status) => {
  const { log } = await hook(nordico, receiver, { types: ['order.created'] })
  await order()
  receiver.answer = (_, response) => response.writeHead(status, { location: receiver.url }).end()
  await deliver()
  expect(receiver.received).toHaveLength(1)
  expect(await log()).toMatchObject([{ status: 'waiting', answerStatus: status }])
})

test.each([
  ['seconds', () => '120', 120],
  ['a date', () => new Date(Date.now() + 120_000).toUTCString(), 120],
  ['a month', () => '2678400', 24 * 3600],
])(
  'a receiver that asks to be left alone, with %s, is sent nothing for that time, and a day at most',
  async (_, asks, seconds) => {
    await hook(nordico, receiver, { types: ['order.created'] })
    receiver.answer = (_, response) => response.writeHead(429, { 'retry-after': asks() }).end()
    await order()
    await deliver()
    receiver.answer = usual
    await order()
    later((seconds - 10) * 1000)
    await deliver()
    expect(receiver.received).toHaveLength(1)
    later((seconds + 5) * 1000)
    await deliver()
    expect(receiver.received).toHaveLength(3)
  },
)

test.each(['soon', '-5', '1e3', ''])('an answer whose Retry-After is %j is one without it', async (asked) => {
  await hook(nordico, receiver, { types: ['order.created'] })
  receiver.answer = (_, response) => response.writeHead(503, { 'retry-after': asked }).end()
  await order()
  await deliver()
  receiver.answer = usual
  later(6_000)
  await deliver()
  expect(receiver.received).toHaveLength(2)
})

test('a record that is never taken is tried for three days, ever more seldom; then its later events go on', {
  tags: ['long'],
}, async () => {
  const { id: webhookId, log } = await hook(nordico, receiver, { types: ['order.created', 'order.approved'] })
  const { id } = await order()
  await change(nordico, id, 'approved')
  receiver.answer = ({ event }, response) => response.writeHead(event.type === 'order.created' ? 400 : 204).end()
  const moments: number[] = []
  const begun = Math.ceil(Date.now() / 1000) * 1000
  for (let tries = 1; tries <= 13; tries++) {
    const due = (await log())[0]?.nextTryDate
    if (tries > 1) moments.push(Date.parse(due ?? '') - begun)
    if (tries > 1) at(new Date(Date.parse(due ?? '') + 1).toISOString())
    // Others of the receiver's events arrive meanwhile, so the webhook itself is not failing.
    await raw(
      world,
      `update webhooks set failures = 0, failing_since = null, rests_until = null where webhook_id = $1`,
      [webhookId],
    )
    await deliver()
    expect((await log())[0]?.tries).toBe(tries)
  }
  const gaps = moments.map((moment, n) => moment - (moments[n - 1] ?? 0))
  expect(gaps.slice(1)).toEqual(gaps.slice(1).toSorted((one, other) => one - other))
  expect((moments.at(-1) ?? 0) / (24 * hour)).toBeGreaterThan(2.9)
  expect((moments.at(-1) ?? 0) / (24 * hour)).toBeLessThan(3.1)
  expect((await log()).map(({ type, status }) => [type, status])).toEqual([
    ['order.created', 'failed'],
    ['order.approved', 'delivered'],
  ])
})

test('a webhook of which nothing is delivered for three days is paused, its maker gets one mail, and resumed it misses nothing', {
  tags: ['long'],
}, async () => {
  const { id, log, resume } = await hook(nordico, receiver, { types: ['order.created'] })
  await order()
  receiver.answer = (_, response) => response.writeHead(503).end()
  await deliver()
  later(71 * hour)
  await deliver()
  const read = () => nordico.call(webhooks.read, { params: { id } })
  expect(await read()).toMatchObject({ status: 'active', failingSince: expect.any(String), waiting: 1 })
  later(73 * hour)
  await deliver()
  expect(await read()).toMatchObject({ status: 'failing', waiting: 1 })
  const told = (await world.mails(nordico.email)).filter(({ subject }) => subject.includes('was paused'))
  expect(told).toHaveLength(1)
  expect(told[0]?.text).toContain(`/accounts/${nordico.accountId}/webhooks/${id}\n`)
  expect(
    await raw(world, `select action, after from audit_log where entity_id = $1 and action = 'webhook.paused'`, [id]),
  ).toEqual([{ action: 'webhook.paused', after: { because: 'failing' } }])
  await order()
  receiver.received.length = 0
  await deliver()
  expect(receiver.received).toEqual([])
  receiver.answer = usual
  await resume()
  await deliver()
  expect(receiver.received).toHaveLength(2)
  expect(await read()).toMatchObject({ status: 'active', failingSince: null, waiting: 0 })
  expect((await log()).map(({ status }) => status)).toEqual(['delivered', 'delivered'])
})

test('a receiver that says it is gone (410) is asked no more', async () => {
  const { id } = await hook(nordico, receiver, { types: ['order.created'] })
  await order()
  receiver.answer = (_, response) => response.writeHead(410).end()
  await deliver()
  expect(await nordico.call(webhooks.read, { params: { id } })).toMatchObject({ status: 'gone', waiting: 1 })
  await order()
  later(hour)
  await deliver()
  expect(receiver.received).toHaveLength(1)
  expect((await world.mails(nordico.email)).some(({ text }) => text.includes('(410)'))).toBe(true)
})

test('an address that fails again and again is asked ever more seldom, not once for each event', async () => {
  await hook(nordico, receiver, { types: ['order.created'] })
  for (let n = 0; n < 12; n++) await order()
  receiver.answer = (_, response) => response.writeHead(500).end()
  await deliver()
  // Eight at once; then it rests for forty seconds.
  expect(receiver.received).toHaveLength(8)
  later(30_000)
  await deliver()
  expect(receiver.received).toHaveLength(8)
  later(45_000)
  await deliver()
  expect(receiver.received).toHaveLength(9)
  receiver.answer = usual
  later(hour)
  await deliver()
  expect(receiver.received).toHaveLength(9 + 12)
})

test('a delivery is sent again under its id, with the record as it is now', async () => {
  const { log } = await hook(nordico, receiver, { types: ['order.created'] })
  const { id } = await order()
  await deliver()
  await change(nordico, id, 'approved')
  const [delivery] = await log()
  await nordico.call(webhooks.replayDelivery, { params: { id: delivery?.deliveryId ?? '' } })
  await deliver()
  const [first, again] = receiver.received
  expect(again?.id).toBe(first?.id)
  expect([first, again].map((each) => each?.event.data)).toMatchObject([{ status: 'pending' }, { status: 'approved' }])
  expect(await log()).toHaveLength(1)
})

test('a test is sent at once, also while the address rests, and its delivery shows the answer', async () => {
  const { id, log } = await hook(nordico, receiver)
  await raw(world, `update webhooks set failures = 9, rests_until = now() + interval '1 hour' where webhook_id = $1`, [
    id,
  ])
  const { id: deliveryId } = await nordico.call(webhooks.test, { params: { id } })
  await deliver()
  expect(receiver.received[0]?.event).toMatchObject({
    type: 'webhook.test',
    entity: 'webhook',
    entityId: id,
    data: null,
  })
  expect(await log()).toMatchObject([{ deliveryId, type: 'webhook.test', status: 'delivered', answerStatus: 204 }])
})

test('a paused webhook sends nothing and says of no delivery when it comes; resumed it goes on where it stopped', async () => {
  const { id, resume, log } = await hook(nordico, receiver, { types: ['order.created'] })
  receiver.answer = (_, response) => response.writeHead(500).end()
  await order()
  await deliver()
  expect(await log()).toMatchObject([{ status: 'waiting', nextTryDate: expect.any(String) }])
  await nordico.call(webhooks.update, {
    params: { id },
    body: { url: receiver.url, types: ['order.created'], isPaused: true },
  })
  expect(await log()).toMatchObject([{ status: 'waiting', nextTryDate: null }])
  receiver.received.length = 0
  receiver.answer = usual
  await order()
  await deliver()
  expect(await nordico.call(webhooks.read, { params: { id } })).toMatchObject({ status: 'paused', waiting: 1 })
  expect(receiver.received).toEqual([])
  await resume()
  await deliver()
  expect(arrived()).toEqual(['order.created', 'order.created'])
})

test('what waits is left out once its type is not chosen any more, and holds back nothing', async () => {
  const { id, log } = await hook(nordico, receiver, { types: ['order.created', 'order.approved'] })
  receiver.answer = ({ event }, response) => response.writeHead(event.type === 'order.created' ? 500 : 204).end()
  await change(nordico, (await order()).id, 'approved')
  await deliver()
  expect(arrived()).toEqual(['order.created'])
  await nordico.call(webhooks.update, { params: { id }, body: { url: receiver.url, types: ['order.approved'] } })
  await deliver()
  expect(arrived()).toEqual(['order.created', 'order.approved'])
  expect((await log()).map(({ type, status }) => [type, status])).toEqual([
    ['order.created', 'left_out'],
    ['order.approved', 'delivered'],
  ])
  const { id: testId } = await nordico.call(webhooks.test, { params: { id } })
  await deliver()
  expect((await log()).find(({ deliveryId }) => deliveryId === testId)?.status).toBe('delivered')
})

test('it tells what who wrote it last may read at that moment, and the log shows others no more than they may read (threats W18)', async () => {
  const { id, log } = await hook(nordico, receiver, { types: ['order.created'] })
  await order()
  await deliver()
  expect((await log())[0]?.request).toContain('orderCode')
  const people = await roleOf(nordico, { Users: 'c-r-u' })
  const entry = (answer: { body: unknown }) =>
    (answer.body as { items: { type: string; request: string | null }[] }).items
  const shown = await people(webhooks.searchDeliveries, { params: { id }, body: {} })
  expect(entry(shown)).toMatchObject([{ type: 'order.created', request: null }])
  // What waits is looked at with the eyes of who takes it over.
  await order()
  receiver.answer = (_, response) => response.writeHead(500).end()
  await deliver()
  receiver.answer = usual
  receiver.received.length = 0
  expect((await people(webhooks.update, { params: { id }, body: { url: receiver.url } })).status).toBe(200)
  later(hour)
  await deliver()
  expect(arrived().filter((type) => type.startsWith('order.'))).toEqual([])
  expect((await log()).slice(0, 2).map(({ status, request }) => [status, request])).toEqual([
    ['delivered', null],
    ['left_out', null],
  ])
})

test('a webhook hears only of its own branch and tenant, and strangers neither see nor touch it', async () => {
  const { id } = await hook(acme, receiver, { types: ['order.created'] })
  await offer(nordico, bergen, { 'EDGE-1Y': 1 })
  await deliver()
  expect(receiver.received).toEqual([])
  const { id: own } = await order()
  await deliver()
  expect(receiver.received.map(({ event }) => event.entityId)).toEqual([own])
  for (const stranger of [bergen, canary]) {
    const { items } = await stranger.call(webhooks.search, { body: { includeChildren: true } })
    expect(items).toEqual([])
    expect(await stranger.refused(webhooks.read, { params: { id } })).toMatchObject({ code: 'RQ404' })
    expect(await stranger.refused(webhooks.test, { params: { id } })).toMatchObject({ code: 'RQ404' })
  }
  const without = await roleOf(acme, { Orders: 'c-r-u', Users: 'r-u' })
  expect((await without(webhooks.read, { params: { id } })).status).toBe(403)
  const body = { url: receiver.url, parentAccountId: acme.accountId }
  expect(await bergen.refused(webhooks.create, { body })).toMatchObject({ code: 'RQ404' })
})

test('no API key makes or reads webhooks: one would go on after the key has ended', async () => {
  const { key } = await nordico.call(apiKeys.create, {
    body: {
      name: 'ERP',
      parentAccountId: nordico.accountId,
      permissions: [{ module: 'Users', flags: 'c-r-u' }],
    },
  })
  const headers = { authorization: `Bearer ${key}` }
  const body = { url: receiver.url, parentAccountId: nordico.accountId }
  expect(await world.anonymous(webhooks.create, { body, headers })).toMatchObject({
    status: 403,
    body: { info: { reason: 'key' } },
  })
})

test('the secret is shown once and stands nowhere else: not in lists, the log of changes, the database or a repeated answer', async () => {
  const body = { url: `${receiver.url}?token=private`, parentAccountId: nordico.accountId }
  const headers = { 'idempotency-key': 'make a webhook' }
  const made = (await nordico.raw(webhooks.create, { body, headers })).body as { id: string; secret: string }
  expect((await nordico.raw(webhooks.create, { body, headers })).body).toEqual(made)
  expect((await nordico.call(webhooks.search, { body: {} })).items.filter(({ url }) => url === body.url)).toHaveLength(
    1,
  )
  const log = await vendor.call(audit.search, { body: { filterBy: [{ field: 'entityId', values: [made.id] }] } })
  expect(JSON.stringify(log)).toContain('webhook.created')
  const listed = JSON.stringify([log, await nordico.call(webhooks.search, { body: {} })])
  expect(listed).not.toContain(made.secret.slice(6))
  expect(JSON.stringify(log)).not.toContain('private')
  const dump = await raw(world, `select w::text, (select json_agg(k) from idempotency_keys k)::text from webhooks w`)
  expect(JSON.stringify(dump)).not.toContain(made.secret.slice(6))
})

test('an account has a bounded number of webhooks; one that ended makes room and is not there any more', async () => {
  const ids: string[] = []
  for (let n = 0; n < maximumWebhooks; n++) ids.push((await hook(bergen, receiver)).id)
  const body = { url: receiver.url, parentAccountId: bergen.accountId }
  expect(await bergen.refused(webhooks.create, { body })).toMatchObject({
    code: 'RQ422',
    info: { issues: [{ path: 'parentAccountId', code: 'too_many' }] },
  })
  const [id = ''] = ids
  await bergen.call(webhooks.end, { params: { id } })
  for (const call of [webhooks.read, webhooks.end, webhooks.test, webhooks.changeSecret])
    expect(await bergen.refused(call, { params: { id } })).toMatchObject({ code: 'RQ404' })
  await bergen.call(webhooks.create, { body })
  expect((await bergen.call(webhooks.search, { body: {} })).count).toBe(maximumWebhooks)
})

test('a webhook with ten thousand events that wait takes the next ones once some have left, and misses none', async () => {
  const { id } = await hook(nordico, receiver, { types: ['order.created'] })
  // Not due, so that nothing leaves by itself.
  await raw(
    world,
    `insert into webhook_deliveries (tenant_id, webhook_id, delivery_id, event_id, type, entity, entity_id, next_try_at)
     select $1, $2, gen_random_uuid(), gen_random_uuid(), 'order.created', 'order', n, 'infinity' from generate_series(1, 10000) n`,
    [tenantId, id],
  )
  const made = await order()
  await deliver()
  expect(receiver.received).toEqual([])
  await raw(world, `update webhook_deliveries set status = 'delivered', next_try_at = null where entity_id = '1'`)
  await deliver()
  expect(receiver.received.map(({ event }) => event.entityId)).toEqual([made.id])
})

test('jobs at the same time take each event once', async () => {
  const { id, log } = await hook(nordico, receiver, { types: ['order.created'] })
  for (let n = 0; n < 5; n++) await order()
  await deliverAtOnce(id)
  expect(receiver.received).toHaveLength(5)
  expect(await log()).toHaveLength(5)
})

test('what another process took meanwhile is not taken again', async () => {
  const { id, log } = await hook(nordico, receiver, { types: ['order.created'] })
  await order()
  await nordico.call(events.list, { query: { after: 'latest' } })
  const other = new pg.Client(world.adminUrl)
  await other.connect()
  try {
    await other.query('begin')
    await other.query(
      `update webhooks set seq = (select max(seq) from audit_seals where tenant_id = $1) where webhook_id = $2`,
      [tenantId, id],
    )
    const taking = deliver()
    const waits = `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await raw<{ waiting: number }>(world, waits))[0]?.waiting).toBeGreaterThan(0)
    await other.query('commit')
    await taking
  } finally {
    await other.end()
  }
  expect(await log()).toEqual([])
})

test('nothing is sent once the role of who wrote it may not make webhooks any more (threats W18)', async () => {
  const maker = await roleOf(nordico, { Orders: 'r', Users: 'c-r-u' })
  const made = await maker(webhooks.create, { body: { url: receiver.url, parentAccountId: nordico.accountId } })
  const { id, secret } = made.body as { id: string; secret: string }
  receiver.secret = secret
  const [role] = await raw<{ roleId: number }>(world, `select max(role_id)::int as "roleId" from roles`)
  const change = (flags: string) =>
    vendor.call(settings.updateRole, {
      params: { roleId: role?.roleId ?? 0 },
      body: {
        name: 'Maker',
        permissions: [
          { module: 'Orders', flags: 'r' },
          { module: 'Users', flags },
        ],
      },
    })
  await change('r')
  await order()
  await deliver()
  expect(receiver.received).toEqual([])
  expect(await nordico.call(webhooks.read, { params: { id } })).toMatchObject({ status: 'orphaned' })
  await change('c-r')
  await deliver()
  expect(arrived()).toContain('order.created')
})

test('nothing is sent once who wrote it may not make it any more, and it goes on when they may again', async () => {
  const { id } = await hook(acme, receiver, { types: ['order.created'] })
  const suspended = (status: 'user_active' | 'user_suspended') =>
    nordico.call(users.changeStatus, { params: { id: acme.userId }, body: { status } })
  await suspended('user_suspended')
  await order()
  await deliver()
  expect(receiver.received).toEqual([])
  expect(await nordico.call(webhooks.read, { params: { id } })).toMatchObject({ status: 'orphaned' })
  await suspended('user_active')
  await deliver()
  expect(arrived()).toEqual(['order.created'])
})
