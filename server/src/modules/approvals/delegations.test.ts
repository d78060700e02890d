import { approvalRules, delegations, orderSignatures } from '@trellis/contract/approvals'
import { deals } from '@trellis/contract/deals'
import { identity } from '@trellis/contract/identity'
import { news } from '@trellis/contract/news'
import { orders } from '@trellis/contract/orders'
import { today } from '@trellis/contract/today'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Caller, rolesOf } from '../../testing/calling.ts'
import { dealing } from '../../testing/dealing.ts'
import { network, type Person } from '../../testing/network.ts'
import { runJob } from '../../testing/queue.ts'
import { raw, selling } from '../../testing/selling.ts'

/* Delegates for a time (rules G40), and promises of hours (rules G42, G42). */

const world = await network()
const { vendor, nordico, acme, acmeBasic, sudvia, canary } = world
const { change, request, issue } = selling(world)
const deal = dealing(world)
const holding = rolesOf(world)
await issue({ 'EDGE-1Y': 5000 })
await change(vendor, (await request(nordico, { 'EDGE-1Y': 2000 })).id, 'approved')

const hour = 3_600_000
const now = Date.now()
const at = (hours: number) => new Date(now + hours * hour).toISOString()

async function colleague(of: Person, held: Record<string, string> = { Orders: 'c-r-u', Deals: 'r-u' }) {
  const call = await holding(of, held)
  const { userId } = (await call(identity.me)).body as { userId: string }
  const [role] = await raw<{ role_id: number }>(world, 'select role_id from user_roles where user_id = $1', [userId])
  return { call, userId, roleId: role?.role_id ?? 0 }
}
const lead = await colleague(nordico)
const mate = await colleague(nordico)
const reader = await colleague(nordico, { Orders: 'r' })

beforeEach(async () => {
  await raw(world, 'delete from news')
  await raw(world, 'delete from mails')
})
afterEach(async () => {
  world.at(null)
  for (const table of ['approval_rules', 'delegations', 'approval_promises']) await raw(world, `delete from ${table}`)
})

const ruleOfRole = () =>
  nordico.call(approvalRules.create, {
    body: {
      ...{ name: 'Of the lead', appliesTo: 'both', needs: 'role', roleId: lead.roleId },
      accountId: acme.accountId,
    },
  })
const name = (from: Caller, toUserId: string, hours = [0, 24 * 7]) =>
  from(delegations.create, { body: { toUserId, startDate: at(hours[0] ?? 0), endDate: at(hours[1] ?? 0) } })
const order = () => request(acme, { 'EDGE-1Y': 5 })
const approve = (call: Caller, id: string) =>
  call(orders.changeStatus, { params: { id }, body: { status: 'approved' } })
const kindsOf = async (call: Caller, id: string) => {
  const { items } = (await call(today.list, { query: { limit: 50 } })).body as {
    items: { kind: string; recordId: string }[]
  }
  return items.filter(({ recordId }) => recordId === id).map(({ kind }) => kind)
}

test('a delegate’s decision counts for the role of the delegator, for a time, and says for whom', async () => {
  await ruleOfRole()
  const [early, within, late] = [await order(), await order(), await order()]
  expect((await name(lead.call, mate.userId, [1, 48])).status).toBe(201)
  expect((await approve(mate.call, early.id)).body).toMatchObject({ code: 'OC531' })
  world.at(at(2))
  expect(await kindsOf(mate.call, within.id)).toEqual(['order'])
  expect((await approve(mate.call, within.id)).status).toBe(200)
  const { signatures } = await nordico.call(orderSignatures.read, { params: { id: within.id } })
  expect(signatures).toMatchObject([
    { signedBy: { userId: mate.userId }, signedFor: [{ userId: lead.userId }], isDecision: true },
  ])
  world.at(at(48))
  expect(await kindsOf(mate.call, late.id)).toEqual([])
  expect((await approve(mate.call, late.id)).body).toMatchObject({ code: 'OC531' })
})

test('a signature for somebody counts after the time is over, and no longer once they are suspended', async () => {
  await ruleOfRole()
  const { id } = await order()
  await name(lead.call, mate.userId, [0, 24])
  world.at(at(1))
  expect((await mate.call(orderSignatures.sign, { params: { id }, body: {} })).body).toMatchObject({
    rules: [{ satisfied: true }],
  })
  world.at(at(30))
  expect((await nordico.call(orderSignatures.read, { params: { id } })).rules).toMatchObject([{ satisfied: true }])
  await raw(world, `update users set status = 'user_suspended' where user_id = $1`, [lead.userId])
  expect((await nordico.call(orderSignatures.read, { params: { id } })).rules).toMatchObject([{ satisfied: false }])
  await raw(world, `update users set status = 'user_active' where user_id = $1`, [lead.userId])
})

test('a delegate is one person, however many they stand in for', async () => {
  await nordico.call(approvalRules.create, {
    body: { name: 'Two', appliesTo: 'order', needs: 'second_person', accountId: acme.accountId },
  })
  await name(lead.call, mate.userId)
  const { id } = await order()
  world.at(at(1))
  await mate.call(orderSignatures.sign, { params: { id }, body: {} })
  expect((await approve(mate.call, id)).body).toMatchObject({ code: 'OC531' })
})

test('a delegation ends by itself when the delegator is suspended, and when either of them ends it', async () => {
  await ruleOfRole()
  const { id } = await order()
  const given = async () => ((await name(lead.call, mate.userId)).body as { id: string }).id
  const first = await given()
  world.at(at(1))
  await raw(world, `update users set status = 'user_suspended' where user_id = $1`, [lead.userId])
  expect((await mate.call(delegations.list)).body).toMatchObject({
    received: [{ delegationId: first, isActive: false }],
  })
  expect((await approve(mate.call, id)).body).toMatchObject({ code: 'OC531' })
  await raw(world, `update users set status = 'user_active' where user_id = $1`, [lead.userId])
  expect((await lead.call(delegations.list)).body).toMatchObject({ given: [{ delegationId: first, isActive: true }] })
  expect((await acme.raw(delegations.end, { params: { id: first } })).status).toBe(404)
  expect((await mate.call(delegations.end, { params: { id: first } })).status).toBe(204)
  const second = await given()
  expect((await lead.call(delegations.end, { params: { id: second } })).status).toBe(204)
  expect((await approve(mate.call, id)).body).toMatchObject({ code: 'OC531' })
})

test('only somebody of the account who decides stands in, for at most 92 days', async () => {
  const candidates = (await lead.call(delegations.candidates)).body as { id: string }[]
  expect(candidates.map(({ id }) => id).sort()).toEqual([mate.userId, nordico.userId].sort())
  for (const stranger of [lead.userId, reader.userId, acme.userId, acmeBasic.userId, sudvia.userId, canary.userId])
    expect((await name(lead.call, stranger)).status).toBe(404)
  const refused = async (hours: number[]) => (await name(lead.call, mate.userId, hours)).body
  expect(await refused([2, 2])).toMatchObject({ info: { issues: [{ path: 'endDate', code: 'past' }] } })
  expect(await refused([-48, -24])).toMatchObject({ info: { issues: [{ path: 'endDate', code: 'past' }] } })
  expect(await refused([0, 92 * 24 + 1])).toMatchObject({ info: { issues: [{ path: 'endDate', code: 'too_far' }] } })
  for (let n = 0; n < 10; n += 1) expect((await name(lead.call, mate.userId, [0, 92 * 24])).status).toBe(201)
  expect(await refused([0, 1])).toMatchObject({ code: 'RQ409', info: { maximum: 10 } })
})

test('standing in gives no permission', async () => {
  const noted = await colleague(nordico, { Deals: 'r-u' })
  await name(lead.call, noted.userId)
  world.at(at(1))
  const { id } = await order()
  expect((await approve(noted.call, id)).status).toBe(403)
})

const promise = (orderHours: number | null, ebidHours: number | null = null) =>
  nordico.call(approvalRules.promise, { body: { orderHours, ebidHours } })
const dueOf = async (call: Caller, id: string) => {
  const { items } = (await call(today.list, { query: { limit: 50 } })).body as {
    items: { recordId: string; due: string | null }[]
  }
  return items.find(({ recordId }) => recordId === id)?.due
}
const told = async (call: Caller) =>
  ((await call(news.list)).body as { items: { kind: string; recordId: string }[] }).items
    .filter(({ kind }) => kind.endsWith('_delayed'))
    .map(({ recordId }) => recordId)
const laterThan = (instant: string, hours: number) => new Date(Date.parse(instant) + hours * hour).toISOString()
const turnBack = (id: string, hours: number) =>
  raw(world, 'update orders set created_at = created_at - make_interval(hours => $2) where order_id = $1', [id, hours])

test('a promise of hours says when an order is late, and who decides is reminded once, in time (rules G42)', async () => {
  await promise(8)
  const { id } = await order()
  const { creationDate } = await nordico.call(orders.read, { params: { id } })
  expect(await dueOf(nordico.raw, id)).toBe(laterThan(creationDate, 8))
  expect((await nordico.call(orderSignatures.read, { params: { id } })).due).toBe(laterThan(creationDate, 8))
  await raw(world, 'delete from news')
  await turnBack(id, 5)
  await runJob(world, 'orders:promises')
  expect(await told(nordico.raw)).toEqual([])
  await turnBack(id, 1)
  await runJob(world, 'orders:promises')
  await runJob(world, 'orders:promises')
  expect(await told(nordico.raw)).toEqual([id])
  expect(await told(mate.call)).toEqual([id])
  for (const other of [reader.call, vendor.raw, acme.raw]) expect(await told(other)).toEqual([])
  await raw(world, 'delete from news')
  await runJob(world, 'orders:promises')
  expect(await told(nordico.raw)).toEqual([])
})

test('a short promise is reminded of at least an hour before, and a decided order not at all', async () => {
  await promise(2)
  const [waiting, decided] = [await order(), await order()]
  await change(nordico, decided.id, 'approved')
  await raw(world, 'delete from news')
  for (const { id } of [waiting, decided]) await turnBack(id, 1)
  await runJob(world, 'orders:promises')
  expect(await told(nordico.raw)).toEqual([waiting.id])
  await change(nordico, waiting.id, 'canceled')
})

test('who has signed is not reminded; who is still missing is', async () => {
  await promise(8)
  await nordico.call(approvalRules.create, {
    body: { name: 'Two', appliesTo: 'order', needs: 'second_person', accountId: acme.accountId },
  })
  await vendor.call(approvalRules.create, {
    body: { name: 'Ours', appliesTo: 'order', needs: 'level', level: 20, accountId: acme.accountId },
  })
  const { id } = await order()
  await nordico.call(orderSignatures.sign, { params: { id }, body: {} })
  await raw(world, 'delete from news')
  await turnBack(id, 7)
  await runJob(world, 'orders:promises')
  expect(await told(nordico.raw)).toEqual([])
  expect(await told(mate.call)).toEqual([id])
  expect(await told(vendor.raw)).toEqual([id])
  await change(nordico, id, 'canceled')
})

test('the switch of the profile keeps the mail away, and the news stays', async () => {
  await promise(8)
  const { id } = await order()
  await raw(world, 'update users set is_notification_enabled = user_id <> $1', [mate.userId])
  await raw(world, 'delete from news')
  await turnBack(id, 7)
  await runJob(world, 'orders:promises')
  await runJob(world, 'news:mail')
  const mailed = (await world.mails()).map(({ to, subject }) => [to, subject])
  expect(mailed).toContainEqual([
    'nora@nordico.example',
    expect.stringMatching(/^Order SO-.* waits for your decision$/),
  ])
  const [{ email } = { email: '' }] = await raw<{ email: string }>(
    world,
    'select email from users where user_id = $1',
    [mate.userId],
  )
  expect(mailed.map(([to]) => to)).not.toContain(email)
  expect(await told(mate.call)).toEqual([id])
  await raw(world, 'update users set is_notification_enabled = true')
  await change(nordico, id, 'canceled')
})

test('a promise for eBids is sooner than that of days, and reminded of once', async () => {
  await promise(null, 8)
  const id = await deal.register(acme, { 'EDGE-1Y': 2 })
  await deal.protect(nordico, id, 'Approved')
  await deal.ask(acme, id, 150)
  const [since] = (await nordico.call(deals.read, { params: { id } })).waiting.filter(({ kind }) => kind === 'ebid')
  expect(await dueOf(nordico.raw, id)).toBe(laterThan(since?.since ?? '', 8))
  await raw(world, 'delete from news')
  await raw(world, `update deals set ebid_since = ebid_since - interval '6 hours' where deal_id = $1`, [id])
  await runJob(world, 'deals:bid-promises')
  expect(await told(nordico.raw)).toEqual([id])
  expect(await told(vendor.raw)).toEqual([])
  await raw(world, 'delete from news')
  await runJob(world, 'deals:bid-promises')
  expect(await told(nordico.raw)).toEqual([])
})

test('only who may change the account’s orders and the account itself sets its promise', async () => {
  const body = { orderHours: 8, ebidHours: null }
  expect((await mate.call(approvalRules.promise, { body })).body).toMatchObject({
    code: 'RQ403',
    info: { permission: 'Accounts:u' },
  })
  expect((await reader.call(approvalRules.promise, { body })).status).toBe(403)
  for (const orderHours of [0, 721, 1.5])
    expect((await nordico.raw(approvalRules.promise, { body: { ...body, orderHours } })).status).toBe(422)
  await promise(720, 1)
  expect((await nordico.call(approvalRules.list)).promise).toEqual({ orderHours: 720, ebidHours: 1 })
  expect((await sudvia.call(approvalRules.list)).promise).toEqual({ orderHours: null, ebidHours: null })
})

test('the audit log names each of them, and whose it is', async () => {
  await ruleOfRole()
  await promise(9)
  const { id, orderCode } = await order()
  await mate.call(orderSignatures.sign, { params: { id }, body: {} })
  const made = (await name(lead.call, mate.userId)).body as { id: string }
  await lead.call(delegations.end, { params: made })
  const events = await raw<{ action: string; name: string; account: string }>(
    world,
    `select l.action, l.entity_name as name, l.account_id as account from audit_log l
     where l.entity in ('approval_rule', 'approval_promise', 'signature', 'delegation') and l.at < now() + interval '10 minutes'
     order by l.at desc, l.audit_id desc limit 5`,
  )
  const [{ full } = { full: '' }] = await raw<{ full: string }>(
    world,
    `select first_name || ' ' || last_name as full from users where user_id = $1`,
    [mate.userId],
  )
  expect(events.map(({ action, name: of }) => [action, of])).toEqual([
    ['delegation.ended', full],
    ['delegation.created', full],
    ['signature.given', orderCode],
    ['approval_promise.changed', 'Nordico'],
    ['approval_rule.created', 'Of the lead'],
  ])
  expect(new Set(events.map(({ account }) => account))).toEqual(new Set([nordico.accountId]))
})
