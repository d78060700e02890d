import { accounts } from '@trellis/contract/accounts'
import { identity } from '@trellis/contract/identity'
import { network as endpoints } from '@trellis/contract/network'
import { orders } from '@trellis/contract/orders'
import { priceLists } from '@trellis/contract/price-lists'
import { users } from '@trellis/contract/users'
import { expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { branches, group } from '../../testing/branches.ts'
import { licensing } from '../../testing/licensing.ts'
import { network, type Person, password } from '../../testing/network.ts'
import { raw, selling } from '../../testing/selling.ts'

const world = await network()
const { vendor, manager, nordico, sudvia, acme, acmeBasic, bergen, calabro, fjord, canary } = world
const { open, close, draft, enters, findings } = branches(world)
const { request, offer, change, sell } = selling(world)
const { give } = licensing(world)

const refused = (who: Person, { accountId }: { accountId: string }) =>
  who.refused(endpoints.remove, { params: { id: accountId } })

/** What prevents a deletion, asked for beforehand. */
const removal = (who: Person, { accountId }: { accountId: string }) =>
  who.call(endpoints.removal, { params: { id: accountId } })

test('nobody can delete their own account, not even the vendor (threats T7)', async () => {
  for (const who of [vendor, nordico, fjord]) {
    expect(await refused(who, who)).toMatchObject({ status: 409, code: 'AC409', info: { ownAccount: true } })
    expect(await removal(who, who)).toMatchObject({ ownAccount: true, blocked: { remove: 'AC409' } })
  }
})

test('an account above, beside or in another tenant is not found (threats T2, T3)', async () => {
  const answers = []
  for (const [who, account] of [
    [acme, nordico],
    [acme, bergen],
    [nordico, calabro],
    [nordico, vendor],
    [canary, acme],
    [vendor, canary],
    [nordico, { accountId: newId() }],
  ] as const)
    answers.push(JSON.stringify({ ...(await refused(who, account)), requestId: '' }))
  expect(new Set(answers).size).toBe(1)
  expect(answers[0]).toContain('"code":"RQ404"')
  for (const who of [acmeBasic, manager]) expect((await refused(who, fjord)).code).toBe('RQ403')
  for (const stranger of [bergen, sudvia, canary])
    expect((await stranger.refused(endpoints.removal, { params: { id: fjord.accountId } })).code).toBe('RQ404')
})

test('an account with children, pending orders on either side or stock cannot be deleted, and the refusal lists them all (threats T7)', async () => {
  const { accountId } = await open(nordico, 'Busy', {
    groupId: group.GOLD,
    user: { userName: 'busy@busy.example', firstName: 'B', lastName: 'B' },
  })
  const busy = { accountId }
  const child = await open(nordico, 'Busy child', { groupId: group.BUYER, under: busy })
  await give(nordico, 'EDGE-1Y', 10)
  await give({ ...nordico, accountId }, 'BOX', 3)
  const bought = await offer(nordico, { ...nordico, accountId }, { 'EDGE-1Y': 1 })
  const { id: sold } = await nordico.call(orders.create, {
    body: { parentAccountId: child.accountId, items: selling(world).items({ BOX: 1 }) },
  })
  expect(await refused(nordico, busy)).toMatchObject({
    status: 409,
    code: 'AC409',
    info: {
      ownAccount: false,
      children: 1,
      childAccounts: [{ id: child.accountId, name: 'Busy child' }],
      pendingOrders: 2,
      stockProducts: 1,
      stock: [{ sku: 'BOX', quantity: 3 }],
    },
  })
  expect(await removal(nordico, busy)).toEqual({
    ...((await refused(nordico, busy)).info as object),
    blocked: { remove: 'AC409' },
  })
  await change(nordico, sold, 'canceled')
  await close(nordico, child)
  expect((await refused(nordico, busy)).info).toMatchObject({
    children: 0,
    pendingOrders: 1,
    orders: [{ orderId: bought.id, orderCode: bought.orderCode }],
  })
  await change(nordico, bought.id, 'canceled')
  expect((await refused(nordico, busy)).info).toMatchObject({ pendingOrders: 0, stockProducts: 1 })
  await give({ ...nordico, accountId }, 'BOX', -3)
  expect((await removal(nordico, busy)).blocked).toEqual({ remove: null })
  await close(nordico, busy)
  expect((await refused(nordico, busy)).code).toBe('RQ404')
  expect(await findings()).toEqual([])
})

test('a deleted account is missing from every list and selector, and cannot be used for anything new', async () => {
  const gone = await open(nordico, 'Gone', { groupId: group.GOLD })
  await close(nordico, gone)
  const { accountId } = gone
  for (const who of [nordico, vendor]) {
    const listed = await who.call(accounts.search, { body: { includeChildren: true, limit: 3000 } })
    expect(listed.items.map((account) => account.accountName)).not.toContain('Gone')
    expect(JSON.stringify(await who.call(accounts.tree))).not.toContain(accountId)
    expect((await who.refused(accounts.read, { params: { id: accountId } })).code).toBe('RQ404')
    expect((await who.refused(accounts.search, { body: { parentAccountId: accountId } })).code).toBe('RQ404')
    const items = selling(world).items({ 'EDGE-1Y': 1 })
    for (const body of [
      { parentAccountId: accountId, items },
      { buyerAccountId: accountId, items },
    ])
      expect((await who.refused(orders.create, { body })).code).toBe('RQ404')
    const child = { body: draft('Below the gone', { groupId: group.BUYER, under: gone }) }
    expect((await who.refused(endpoints.create, child)).code).toBe('RQ404')
    const user = { userName: 'new@gone.example', firstName: 'N', lastName: 'G', roles: [4] }
    expect((await who.refused(users.create, { body: { parentAccountId: accountId, user } })).code).toBe('RQ404')
  }
})

test('the records of a deleted account keep its name, and its price list is no longer in use', async () => {
  const mine = await nordico.call(priceLists.create, { body: { name: 'Just for it', currencyId: 978, items: [] } })
  const { accountId } = await open(nordico, 'Remembered', { groupId: group.GOLD })
  await give(nordico, 'EDGE-1Y', 1)
  const order = await sell(nordico, { ...nordico, accountId }, { 'EDGE-1Y': 1 })
  await give({ ...nordico, accountId }, 'EDGE-1Y', -1)
  await nordico.call(priceLists.associate, {
    params: { accountId },
    body: { priceListId: mine.id, canPropagate: false },
  })
  expect((await nordico.refused(priceLists.remove, { params: { id: mine.id } })).code).toBe('PR523')

  await close(nordico, { accountId })
  const read = await nordico.call(orders.read, { params: { id: order.id } })
  expect(read.buyer).toMatchObject({ accountName: 'Remembered' })
  const listed = await nordico.call(orders.sellOut, { body: {} })
  expect(listed.items.map((item) => item.buyer.accountName)).toContain('Remembered')
  await nordico.call(priceLists.remove, { params: { id: mine.id } })
})

test('the users of a deleted account are signed out and suspended, its invitations become invalid, and the audit log has it all', async () => {
  const user = (name: string) => ({ userName: `${name}@leaving.example`, firstName: name, lastName: 'L' })
  const { accountId } = await open(nordico, 'Leaving', { groupId: group.GOLD, user: user('first') })
  await nordico.call(users.create, { body: { parentAccountId: accountId, user: { ...user('second'), roles: [4] } } })
  const first = await enters('first@leaving.example')
  expect((await first(identity.me)).status).toBe(200)

  await close(nordico, { accountId })
  expect(await first(identity.me)).toMatchObject({ status: 401, body: { code: 'RQ401' } })
  const body = { grantType: 'password', email: 'first@leaving.example', password }
  expect((await world.anonymous(identity.signIn, { body })).status).toBe(401)
  expect(
    await raw(
      world,
      `select email::text, status, deleted_at is not null as gone from users where account_id = $1 order by email`,
      [accountId],
    ),
  ).toEqual([
    { email: 'first@leaving.example', status: 'user_suspended', gone: true },
    { email: 'second@leaving.example', status: 'user_pending', gone: true },
  ])
  expect(
    await raw(
      world,
      `select from one_time_tokens t join users u using (tenant_id, user_id) where u.account_id = $1 and t.used_at is null`,
      [accountId],
    ),
  ).toEqual([])
  // A user who changes to another partner can be invited there with the same address.
  await sudvia.call(users.create, { body: { user: { ...user('first'), roles: [4] } } })
  const audit = await raw(world, `select action from audit_log where entity_id = $1 order by audit_id`, [accountId])
  const actions = ['account.created', 'price_list.associated', 'account.deleted']
  expect(audit).toEqual(actions.map((action) => ({ action })))
  expect(await findings()).toEqual([])
})

test('somebody who may not suspend a super admin cannot delete the super admin’s account either', async () => {
  const { accountId } = await open(vendor, 'Holding', { groupId: group.DISTRIBUTOR })
  const below = await open(vendor, 'Holding below', { groupId: group.GOLD, under: { accountId } })
  const superior = { userName: 'super@holding.example', firstName: 'S', lastName: 'H', roles: [1] }
  await vendor.call(users.create, { body: { parentAccountId: below.accountId, user: superior } })
  const admin = { userName: 'admin@holding.example', firstName: 'A', lastName: 'H', roles: [3] }
  await vendor.call(users.create, { body: { parentAccountId: accountId, user: admin } })
  const call = await enters(admin.userName)
  expect(await call(endpoints.remove, { params: { id: below.accountId } })).toMatchObject({ status: 403 })
  const told = await call(endpoints.removal, { params: { id: below.accountId } })
  expect(told).toMatchObject({ status: 200, body: { blocked: { remove: 'RQ403' }, children: 0 } })
  await close(vendor, below)
})

test('an order, a child account or a second deletion that races with a deletion never leaves inconsistent data', {
  tags: ['long'],
}, async () => {
  for (let round = 0; round < 8; round++) {
    const account = await open(sudvia, `Race ${round}`, { groupId: group.GOLD })
    const asBuyer = { parentAccountId: account.accountId, items: selling(world).items({ BOX: 1 }) }
    const answers = await Promise.all([
      sudvia.raw(endpoints.remove, { params: { id: account.accountId } }),
      sudvia.raw(orders.create, { body: asBuyer }),
      sudvia.raw(endpoints.create, { body: draft(`Race child ${round}`, { groupId: group.BUYER, under: account }) }),
      sudvia.raw(endpoints.remove, { params: { id: account.accountId } }),
    ])
    const [removed, ordered, opened, again] = answers.map((answer) => answer.status)
    expect([removed, again].filter((status) => status === 204).length).toBeLessThanOrEqual(1)
    if (removed === 204 || again === 204) expect([ordered, opened]).toEqual([404, 404])
    else expect([ordered, opened]).toContain(201)
    for (const { status } of answers) expect([201, 204, 404, 409]).toContain(status)
  }
  expect(await request(acme, { BOX: 1 })).toBeDefined()
  expect(await findings()).toEqual([])
})
