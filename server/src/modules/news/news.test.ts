import { identity } from '@trellis/contract/identity'
import { type NewsKind, type NewsWay, news } from '@trellis/contract/news'
import { orders } from '@trellis/contract/orders'
import { beforeEach, expect, test } from 'vitest'
import { network, type Person } from '../../testing/network.ts'
import { runJob } from '../../testing/queue.ts'
import { raw, selling } from '../../testing/selling.ts'

const world = await network()
const { vendor, manager, nordico, sudvia, acme, acmeBasic, bergen, fjord, canary } = world
const { change, request, offer, items, issue } = selling(world)
await issue({ 'EDGE-1Y': 100 })
await change(vendor, (await request(nordico, { 'EDGE-1Y': 50 })).id, 'approved')
const set = (statement: string, values: unknown[] = []) => raw(world, statement, values)

const listOf = async (person: Person) => person.call(news.list)
/** Kind, order code and whether it is read, newest first. */
const seenBy = async (person: Person) =>
  (await listOf(person)).items.map(({ kind, words, isRead }) => [kind, words.orderCode, isRead])
const choose = (person: Person, kind: NewsKind, way: NewsWay) =>
  person.call(news.choose, { body: { choices: [{ kind, way }] } })
const mailed = async () => (await world.mails()).map(({ to, subject }) => ({ to, subject }))

beforeEach(async () => {
  await set('delete from news')
  await set('delete from news_choices')
  await set('delete from mails')
  await set(`update users set is_notification_enabled = true, language_code = 'en', time_zone = 'UTC'`)
})

test('an order that waits is unread news for the vendor’s users until they read it, and links to the order', async () => {
  const { id, orderCode } = await request(nordico, { 'EDGE-1Y': 1 })
  for (const person of [vendor, manager]) {
    const { items: told, count, unread } = await listOf(person)
    expect(told).toMatchObject([
      {
        kind: 'order_requested',
        recordId: id,
        isRead: false,
        words: { orderCode, buyerName: 'Nordico', reader: 'vendor' },
      },
    ])
    expect([count, unread, (await person.call(news.unread)).unread]).toEqual([1, 1, 1])
  }
  const ids = (await listOf(vendor)).items.map(({ newsId }) => newsId)
  await vendor.call(news.read, { body: { ids } })
  expect(await seenBy(vendor)).toEqual([['order_requested', orderCode, true]])
  expect((await vendor.call(news.unread)).unread).toBe(0)
  expect((await manager.call(news.unread)).unread).toBe(1)
})

test('a decision is news for the buyer’s users, in order, and never for who took it', async () => {
  const { id, orderCode } = await request(acme, { 'EDGE-1Y': 1 })
  await change(nordico, id, 'approved')
  await change(nordico, id, 'revoked')
  const told = [
    ['order_revoked', orderCode, false],
    ['order_approved', orderCode, false],
  ]
  expect(await seenBy(acme)).toEqual(told)
  expect(await seenBy(acmeBasic)).toEqual(told)
  expect(await seenBy(nordico)).toEqual([['order_requested', orderCode, false]])
  await acme.call(news.read, { body: { all: true } })
  expect((await acme.call(news.unread)).unread).toBe(0)
})

test('unread news comes first on request, and read or unread news can be listed alone', async () => {
  const first = await offer(nordico, acme, { 'EDGE-1Y': 1 })
  const second = await offer(nordico, acme, { 'EDGE-1Y': 1 })
  const newest = (await listOf(acme)).items[0]
  await acme.call(news.read, { body: { ids: [newest?.newsId ?? ''] } })
  const codes = async (query: { unreadFirst?: 'true'; isRead?: 'true' | 'false' }) =>
    (await acme.call(news.list, { query })).items.map(({ words }) => words.orderCode)
  expect(await codes({})).toEqual([second.orderCode, first.orderCode])
  expect(await codes({ unreadFirst: 'true' })).toEqual([first.orderCode, second.orderCode])
  expect(await codes({ isRead: 'true' })).toEqual([second.orderCode])
  expect(await codes({ isRead: 'false' })).toEqual([first.orderCode])
})

test('accounts above, beside and in other tenants get nothing, and nobody marks another user’s news as read (threats T3)', async () => {
  await request(acme, { 'EDGE-1Y': 1 })
  for (const stranger of [vendor, sudvia, bergen, fjord, acme, canary]) {
    expect((await listOf(stranger)).items, stranger.email).toEqual([])
    expect((await stranger.call(news.unread)).unread, stranger.email).toBe(0)
  }
  const ids = (await listOf(nordico)).items.map(({ newsId }) => newsId)
  for (const stranger of [vendor, bergen, canary]) await stranger.call(news.read, { body: { ids } })
  expect((await nordico.call(news.unread)).unread).toBe(1)
})

test('each person chooses for each kind: only the bell, a mail at once, a daily mail, or nothing', async () => {
  await choose(acme, 'order_requested', 'bell')
  await choose(acmeBasic, 'order_requested', 'none')
  expect((await acme.call(news.choices)).choices).toEqual([
    { kind: 'order_requested', way: 'bell' },
    { kind: 'order_approved', way: 'mail' },
    { kind: 'order_canceled', way: 'mail' },
    { kind: 'order_revoked', way: 'mail' },
    { kind: 'order_short', way: 'bell' },
    { kind: 'order_delayed', way: 'mail' },
    { kind: 'deal_registered', way: 'mail' },
    { kind: 'deal_asked', way: 'mail' },
    { kind: 'deal_decided', way: 'mail' },
    { kind: 'deal_expiring', way: 'mail' },
    { kind: 'deal_delayed', way: 'mail' },
    { kind: 'license_due', way: 'bell' },
    { kind: 'renewal_asked', way: 'mail' },
    { kind: 'certificate_due', way: 'mail' },
  ])
  const { id } = await offer(nordico, acme, { 'EDGE-1Y': 1 })
  await runJob(world, 'news:mail')
  expect(await mailed()).toEqual([])
  expect([(await listOf(acme)).count, (await listOf(acmeBasic)).count]).toEqual([1, 0])

  await choose(acmeBasic, 'order_canceled', 'digest')
  await change(nordico, id, 'canceled')
  await runJob(world, 'news:mail')
  expect((await mailed()).map(({ to }) => to)).toEqual(['anna@acme.example'])
  expect((await listOf(acmeBasic)).count).toBe(1)
})

test('whoever switched notifications off in the profile still has the bell, and gets no mail of any kind', async () => {
  await set('update users set is_notification_enabled = false')
  await choose(acmeBasic, 'order_requested', 'digest')
  await offer(nordico, acme, { 'EDGE-1Y': 1 })
  await set(`update news set created_at = created_at - interval '2 days'`)
  await runJob(world, 'news:mail')
  await runJob(world, 'news:daily')
  expect(await mailed()).toEqual([])
  expect([(await listOf(acme)).unread, (await listOf(acmeBasic)).unread]).toEqual([1, 1])
})

test('a daily mail has what came before 8:00 in the user’s time zone and was not read, once', async () => {
  await choose(acmeBasic, 'order_requested', 'digest')
  await set(`update users set time_zone = 'Asia/Tokyo' where email = 'basil@acme.example'`)
  await choose(acme, 'order_requested', 'digest')
  await set(`update users set time_zone = 'America/New_York' where email = 'anna@acme.example'`)
  const made: string[] = []
  for (let n = 0; n < 3; n++) made.push((await offer(nordico, acme, { 'EDGE-1Y': 1 })).orderCode)
  const [read] = (await listOf(acmeBasic)).items
  await acmeBasic.call(news.read, { body: { ids: [read?.newsId ?? ''] } })
  // Jobs run by the database's clock, so the news is dated back: it is after the last 8:00 in one zone and before it in the other.
  const lastEight = (zone: string) =>
    `(date_trunc('day', now() at time zone '${zone}' - interval '8 hours') + interval '8 hours') at time zone '${zone}'`
  await set(`update news n set created_at = ${lastEight('Asia/Tokyo')} - interval '1 minute' from users u
             where u.user_id = n.user_id and u.email = 'basil@acme.example'`)
  await set(`update news n set created_at = ${lastEight('America/New_York')} + interval '1 second' from users u
             where u.user_id = n.user_id and u.email = 'anna@acme.example'`)
  await runJob(world, 'news:daily')
  await runJob(world, 'news:daily')
  expect(await mailed()).toEqual([{ to: 'basil@acme.example', subject: 'News of 2 orders' }])
  const [mail] = await world.mails('basil@acme.example')
  for (const code of made) {
    if (code === read?.words.orderCode) expect(mail?.text).not.toContain(code)
    else expect(mail?.text).toContain(code)
  }
  await runJob(world, 'news:mail')
  expect(await mailed()).toHaveLength(1)
})

test('that an order could not be approved because stock is short is news for the vendor’s other users, once', async () => {
  const { id, orderCode } = await request(fjord, { 'EDGE-1Y': 900 })
  await set('delete from news')
  const approve = { params: { id }, body: { status: 'approved' as const } }
  for (let tries = 0; tries < 2; tries++)
    expect(await acme.refused(orders.changeStatus, approve)).toMatchObject({ status: 409, code: 'OC527' })
  expect(await seenBy(acmeBasic)).toEqual([['order_short', orderCode, false]])
  for (const other of [acme, fjord, nordico, vendor]) expect(await seenBy(other), other.email).toEqual([])
})

test('a refused order is news to nobody', async () => {
  const body = { buyerAccountId: acme.accountId, items: items({ 'EDGE-1Y': 100_000 }) }
  expect(await nordico.refused(orders.create, { body })).toMatchObject({ code: 'OC527' })
  expect(await set('select from news')).toEqual([])
})

test('read news is deleted after 90 days, and unread news after 180', async () => {
  const { orderCode } = await request(nordico, { 'EDGE-1Y': 1 })
  await vendor.call(news.read, { body: { all: true } })
  const age = async (days: number) => {
    await set(
      `update news set news_id = id_at(now() - make_interval(days => $1)), created_at = now() - make_interval(days => $1), read_at = case when read_at is not null
               then now() - make_interval(days => $1) end`,
      [days],
    )
    await runJob(world, 'news:sweep')
  }
  await age(89)
  expect(await seenBy(vendor)).toEqual([['order_requested', orderCode, true]])
  await age(91)
  expect([await seenBy(vendor), await seenBy(manager)]).toEqual([[], [['order_requested', orderCode, false]]])
  await age(181)
  expect(await seenBy(manager)).toEqual([])
})

test.each([[{ ids: [] }], [{ ids: ['not-an-id'] }], [{ all: false }], [{ all: true, ids: [] }], [{}]])(
  '%j is refused as what to mark as read',
  async (body) => {
    expect(await acme.raw(news.read, { body })).toMatchObject({ status: 422, body: { code: 'RQ422' } })
  },
)

test('a kind or way that does not exist, and a kind given twice, are refused', async () => {
  for (const choices of [
    [{ kind: 'order_lost', way: 'mail' }],
    [{ kind: 'order_short', way: 'pigeon' }],
    [
      { kind: 'order_short', way: 'mail' },
      { kind: 'order_short', way: 'bell' },
    ],
    [],
  ])
    expect((await acme.raw(news.choose, { body: { choices } })).status).toBe(422)
})

test('news is of the account in use: the same event for another account is neither seen, counted nor marked as read (rules P62)', async () => {
  const { id } = await offer(nordico, acme, { 'EDGE-1Y': 1 })
  const actFor = async (accountId: string) => {
    await set('update users set account_id = $2 where user_id = $1', [acmeBasic.userId, accountId])
    await set(`select pg_notify('trellis_sessions', $1)`, [acmeBasic.userId])
    await expect.poll(async () => (await acmeBasic.call(identity.me)).account.accountId).toBe(accountId)
  }
  await actFor(nordico.accountId)
  // The same kind of news of the same record, for the other side.
  await set(
    `insert into news (tenant_id, news_id, user_id, account_id, kind, record_id, words)
     select tenant_id, gen_random_uuid(), user_id, $3, kind, record_id, words from news
     where user_id = $1 and record_id = $2`,
    [acmeBasic.userId, id, nordico.accountId],
  )
  expect(await listOf(acmeBasic)).toMatchObject({ count: 1, unread: 1 })
  await acmeBasic.call(news.read, { body: { all: true } })
  expect((await acmeBasic.call(news.unread)).unread).toBe(0)
  await actFor(acme.accountId)
  expect(await listOf(acmeBasic)).toMatchObject({ count: 1, unread: 1, items: [{ recordId: id, isRead: false }] })
})

test('who loses the role that reads orders sees none of their news, in the list, the count or a mail (threats Z1)', async () => {
  await offer(nordico, acme, { 'EDGE-1Y': 1 })
  expect(await listOf(acmeBasic)).toMatchObject({ count: 1, unread: 1 })
  await set(
    `update roles set permissions = '[{"module": "Users", "flags": "r"}]' where tenant_id = $1 and name = 'Basic'`,
    [world.tenantId],
  )
  await set(`select pg_notify('trellis_sessions', $1)`, [acmeBasic.userId])
  await expect.poll(() => listOf(acmeBasic)).toEqual({ items: [], count: 0, unread: 0 })
  expect((await acmeBasic.call(news.unread)).unread).toBe(0)
  expect((await acmeBasic.call(news.choices)).choices).toEqual([])
  await runJob(world, 'news:mail')
  expect((await mailed()).map(({ to }) => to)).toEqual(['anna@acme.example'])
})
