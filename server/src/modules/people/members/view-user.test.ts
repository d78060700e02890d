import { accounts } from '@trellis/contract/accounts'
import { identity, sessions, viewHeader } from '@trellis/contract/identity'
import { news } from '@trellis/contract/news'
import { orders } from '@trellis/contract/orders'
import { secondFactors } from '@trellis/contract/second-factors'
import { users } from '@trellis/contract/users'
import { beforeEach, expect, test, vi } from 'vitest'
import { rolesOf } from '../../../testing/calling.ts'
import { inviting } from '../../../testing/inviting.ts'
import { network, type Person, type Raw } from '../../../testing/network.ts'
import { raw, selling } from '../../../testing/selling.ts'

/* A user of the vendor looks at the portal as a partner's user does (rules P27, P28). */

const world = await network()
const { vendor, manager, nordico, sudvia, acme, acmeBasic, canary, fjord } = world
const { join, invite } = inviting(world)
const { request, items, issue, sell } = selling(world)
type Looking = Pick<Person, 'raw'>
const as = ({ userId }: { userId: string }) => ({ headers: { [viewHeader]: userId } })
const start = (who: Looking, { userId }: { userId: string }, request: Raw = {}) =>
  who.raw(users.view, { params: { id: userId }, body: { reason: 'Ticket 4711' }, ...request })
const codeOf = (answer: { body: unknown }) => (answer.body as { code?: string } | undefined)?.code ?? null

await issue({ 'EDGE-1Y': 100 })
await sell(vendor, nordico, { 'EDGE-1Y': 50 })
const { id: own } = await request(acme, { 'EDGE-1Y': 1 })
const { id: foreign } = await request(sudvia, { 'EDGE-1Y': 1 })

beforeEach(async () => {
  for (const { userId } of [acme, nordico, acmeBasic]) await vendor.raw(users.endView, { params: { id: userId } })
})

test('support of the vendor looks at the portal as a user of a partner and sees exactly what that user sees', async () => {
  const view = await vendor.call(users.view, { params: { id: acme.userId }, body: { reason: 'Ticket 4711' } })
  expect(view).toMatchObject({ userId: acme.userId, accountId: acme.accountId, hiddenModules: [] })
  const minutes = (Date.parse(view.endDate) - Date.now()) / 60_000
  expect(Math.round(minutes)).toBe(60)

  for (const [endpoint, wanted] of [
    [identity.me, {}],
    [orders.sellIn, { body: {} }],
    [orders.read, { params: { id: own } }],
    [accounts.tree, {}],
    [news.list, {}],
  ] as const) {
    const theirs = await acme.raw(endpoint, wanted)
    expect(theirs.status, endpoint.path).toBe(200)
    expect((await vendor.raw(endpoint, { ...wanted, ...as(acme) })).body, endpoint.path).toEqual(theirs.body)
  }
  // The vendor reads this order, the partner does not.
  expect((await vendor.raw(orders.read, { params: { id: foreign } })).status).toBe(200)
  expect((await vendor.raw(orders.read, { params: { id: foreign }, ...as(acme) })).status).toBe(404)
  // A call without the header is the caller's own.
  expect((await vendor.call(identity.me)).userId).toBe(vendor.userId)
})

test('a view changes nothing and shows nothing about sessions, passwords and second factors', async () => {
  await start(vendor, acme)
  const before = await raw(world, 'select * from orders order by order_id')
  const calls = [
    [orders.create, { body: { items: items({ 'EDGE-1Y': 1 }) } }],
    [orders.changeStatus, { params: { id: own }, body: { status: 'canceled', source: 'api' } }],
    [users.remove, { params: { id: acme.userId } }],
    [users.view, { params: { id: acmeBasic.userId }, body: { reason: 'One more' } }],
    [news.read, { body: { all: true } }],
    [sessions.list, {}],
    [secondFactors.own, {}],
    [secondFactors.backupCodes, {}],
  ] as const
  for (const [endpoint, wanted] of calls) {
    const answer = await vendor.raw(endpoint, { ...wanted, ...as(acme) })
    expect([answer.status, answer.body], endpoint.path).toMatchObject([
      403,
      { code: 'RQ403', info: { view: 'reading' } },
    ])
  }
  expect(await raw(world, 'select * from orders order by order_id')).toEqual(before)
})

test('a view ends by a click, after an hour, with the session, and when either user loses the right', async () => {
  const ended = { code: 'RQ403', info: { view: 'ended' } }
  const look = async (who: Looking) => (await who.raw(identity.me, as(acme))).body
  await start(vendor, acme)
  expect(await look(vendor)).toMatchObject({ userId: acme.userId })
  await vendor.call(users.endView, { params: { id: acme.userId } })
  expect(await look(vendor)).toMatchObject(ended)
  expect(await vendor.refused(users.endView, { params: { id: acme.userId } })).toMatchObject({ code: 'RQ404' })

  const helper = await join(vendor, 'helper@verdant.example', 'AccountAdmin', vendor.accountId)
  expect((await start(helper, acme)).status).toBe(200)
  expect(await look(helper)).toMatchObject({ userId: acme.userId })
  // Another sign-in of the same user has no view.
  expect(await look(vendor)).toMatchObject(ended)

  await vendor.call(users.changeStatus, { params: { id: acme.userId }, body: { status: 'user_suspended' } })
  expect(await look(helper)).toMatchObject(ended)
  await vendor.call(users.changeStatus, { params: { id: acme.userId }, body: { status: 'user_active' } })
  expect(await look(helper)).toMatchObject({ userId: acme.userId })

  await vendor.call(users.changeRoles, { params: { id: helper.userId }, body: { roles: [4] } })
  expect(await look(helper)).toMatchObject(ended)
  await vendor.call(users.changeRoles, { params: { id: helper.userId }, body: { roles: [3] } })

  await raw(world, `update user_views set ends_at = now() - interval '1 second' where ended_at is null`)
  await vendor.call(users.update, {
    params: { id: acme.userId },
    body: { firstName: 'Ada', lastName: 'Acme', timeZone: 'UTC', languageCode: 'en', isNotificationEnabled: true },
  })
  expect(await look(helper)).toMatchObject(ended)
})

test('a view ends when the user who is looked at becomes a super admin', async () => {
  const rising = await join(vendor, 'rising@nordico.example', 'Basic', nordico.accountId)
  expect((await start(vendor, rising)).status).toBe(200)
  await vendor.call(users.changeRoles, { params: { id: rising.userId }, body: { roles: [1] } })
  expect((await vendor.raw(identity.me, as(rising))).body).toMatchObject({ code: 'RQ403', info: { view: 'ended' } })
})

test('a view ends when the account of the user who is looked at is deleted', async () => {
  const look = () => vendor.raw(identity.me, as(fjord))
  await start(vendor, fjord)
  expect((await look()).status).toBe(200)
  await raw(world, `update accounts set deleted_at = now() where account_id = $1`, [fjord.accountId])
  await vi.waitFor(async () => expect((await look()).status).not.toBe(200), { timeout: 60_000, interval: 250 })
  expect((await start(vendor, fjord)).status).toBe(404)
  await raw(world, `update accounts set deleted_at = null where account_id = $1`, [fjord.accountId])
})

test('what the viewer may not read stays hidden from the view', async () => {
  const call = await rolesOf(world)(vendor, { Users: 'r-ra-u', Orders: 'r-ra' })
  const { body } = await start({ raw: call }, acme)
  expect(body).toMatchObject({ hiddenModules: expect.arrayContaining(['Licenses', 'Deals', 'Audit']) })
  expect((body as { hiddenModules: string[] }).hiddenModules).not.toContain('Orders')
  const me = (await call(identity.me, as(acme))).body as { permissions: { module: string }[] }
  expect(me.permissions.map(({ module }) => module)).toEqual(['Users', 'Orders'])
  expect((await call(orders.sellIn, { body: {}, ...as(acme) })).status).toBe(200)
  expect((await call(accounts.tree, as(acme))).status).toBe(403)
})

test('who may look at whom: users of the vendor with Users u, at active users of partners, never at a super admin', async () => {
  const superPartner = await join(vendor, 'super@nordico.example', 'SuperAdmin', nordico.accountId)
  const colleague = await join(vendor, 'colleague@verdant.example', 'AccountAdmin', vendor.accountId)
  await invite(nordico, 'not-yet@nordico.example')
  const [pending] = await raw<{ userId: string }>(
    world,
    `select user_id as "userId" from users where email = 'not-yet@nordico.example'`,
  )
  const table: [who: Looking & { email: string }, whom: { userId: string }, code: string | null][] = [
    [vendor, acme, null],
    [vendor, nordico, null],
    [vendor, acmeBasic, null],
    [vendor, vendor, 'RQ403'],
    [vendor, colleague, 'RQ403'],
    [vendor, superPartner, 'RQ403'],
    [vendor, pending ?? vendor, 'RQ409'],
    [vendor, canary, 'RQ404'],
    // Reads the users of the whole tenant, and changes none.
    [manager, acme, 'RQ403'],
    [nordico, acme, 'RQ403'],
    [nordico, sudvia, 'RQ404'],
    [acmeBasic, acme, 'RQ403'],
    [canary, acme, 'RQ404'],
  ]
  for (const [who, whom, code] of table)
    expect(codeOf(await start(who, whom)), `${who.email} looks as ${whom.userId}`).toBe(code)
})

test('a header without a view, of another tenant or malformed is refused', async () => {
  for (const userId of [sudvia.userId, canary.userId, vendor.userId, 'nobody', ''])
    expect((await vendor.raw(orders.sellIn, { body: {}, headers: { [viewHeader]: userId } })).body).toMatchObject({
      code: 'RQ403',
      info: { view: 'ended' },
    })
})

test('begin and end of a view are in the audit log, with the reason, on the user who was looked at', async () => {
  await start(vendor, nordico)
  await vendor.call(users.endView, { params: { id: nordico.userId } })
  const rows = await raw<{ action: string; user_id: string; after: { reason?: string } | null }>(
    world,
    `select action, user_id, after from audit_log where entity = 'user' and entity_id = $1 and action like 'user.view%'
     order by audit_id desc limit 2`,
    [nordico.userId],
  )
  expect(rows.map(({ action }) => action)).toEqual(['user.view_ended', 'user.view_started'])
  expect(rows.map(({ user_id }) => user_id)).toEqual([vendor.userId, vendor.userId])
  expect(rows[1]?.after).toMatchObject({ reason: 'Ticket 4711' })
  expect(await vendor.refused(users.view, { params: { id: acme.userId }, body: { reason: ' ' } })).toMatchObject({
    code: 'RQ422',
  })
})
