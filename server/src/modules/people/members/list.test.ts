import { users } from '@trellis/contract/users'
import { expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { inviting, roleIds } from '../../../testing/inviting.ts'
import { network } from '../../../testing/network.ts'
import { raw } from '../../../testing/selling.ts'

const world = await network()
const { vendor, manager, nordico, sudvia, acme, acmeBasic, bergen, calabro, fjord, canary } = world
const { invite, join } = inviting(world)

const emails = (page: { items: { email: string }[] }) => page.items.map((user) => user.email).sort()
const of = (...people: { email: string }[]) => people.map(({ email }) => email).sort()
const search = (who: typeof vendor, body: Parameters<typeof vendor.call<typeof users.search>>[1] & object) =>
  who.call(users.search, body)

test('a list has the users of the own account, of one account below, or of all accounts below', async () => {
  expect(emails(await search(acme, { body: {} }))).toEqual(of(acme, acmeBasic))
  expect(emails(await search(nordico, { body: { parentAccountId: acme.accountId } }))).toEqual(of(acme, acmeBasic))
  const all = await search(nordico, { body: { includeChildren: true } })
  expect(emails(all)).toEqual(of(nordico, acme, acmeBasic, bergen, fjord))
  expect(all.count).toBe(5)
})

test('the users of an account out of reach are not listed, and reading with `ra` covers the whole tenant (threats T3)', async () => {
  const out = [
    [acme, nordico.accountId],
    [acme, bergen.accountId],
    [nordico, sudvia.accountId],
    [canary, acme.accountId],
    [vendor, canary.accountId],
    [vendor, newId()],
  ] as const
  for (const [reader, parentAccountId] of out) {
    for (const includeChildren of [false, true])
      expect(await reader.refused(users.search, { body: { parentAccountId, includeChildren } })).toMatchObject({
        code: 'RQ404',
      })
  }
  expect(emails(await search(manager, { body: { parentAccountId: calabro.accountId } }))).toEqual(of(calabro))
  expect((await search(manager, { body: { includeChildren: true } })).count).toBe(9)
})

test('each user is shown with account, roles and the union of their permissions', async () => {
  await vendor.call(users.changeRoles, {
    params: { id: acmeBasic.userId },
    body: { roles: [roleIds.Basic, roleIds.AccountAdmin] },
  })
  const { items } = await search(nordico, {
    body: { includeChildren: true, filterBy: [{ field: 'email', values: [acmeBasic.email] }] },
  })
  expect(items).toMatchObject([
    {
      userId: acmeBasic.userId,
      account: { accountId: acme.accountId, accountName: 'Acme', groupName: 'RESELLER_GOLD', level: 40, isRoot: false },
      roles: [{ name: 'AccountAdmin' }, { name: 'Basic' }],
      isSuperAdmin: false,
      createdBy: null,
      blocked: { update: null, changeStatus: null, changeRoles: null, remove: null, resend: 'RQ409' },
    },
  ])
  const flags = Object.fromEntries(items[0]?.permissions.map(({ module, flags }) => [module, flags]) ?? [])
  expect(flags).toMatchObject({ Orders: 'c-r-u-d', Products: 'r', LicensesRMA: 'r-u', Audit: 'r' })
  await vendor.call(users.changeRoles, { params: { id: acmeBasic.userId }, body: { roles: [roleIds.Basic] } })
})

test('users are found by the name on screen, ignoring case and accents, and wildcard characters match literally (threats W2)', async () => {
  const user = { userName: 'zoe@bergen.example', firstName: 'Zoë', lastName: 'Åkesson_100%', roles: [roleIds.Basic] }
  await bergen.call(users.create, { body: { user } })
  const find = async (field: 'name' | 'firstName' | 'lastName' | 'email' | 'accountName', text: string) =>
    emails(await search(nordico, { body: { includeChildren: true, filterBy: [{ field, values: [text] }] } }))
  for (const text of ['zoe AKES', 'Zoë', 'son_100%'])
    expect(await find('name', text), text).toEqual(['zoe@bergen.example'])
  expect(await find('firstName', 'ZOE')).toEqual(['zoe@bergen.example'])
  expect(await find('lastName', 'åkesson')).toEqual(['zoe@bergen.example'])
  expect(await find('email', 'ZOE@')).toEqual(['zoe@bergen.example'])
  expect(await find('accountName', 'berg')).toEqual(of(bergen, { email: 'zoe@bergen.example' }))
  for (const text of ['z%e', 'zo_', '\\']) expect(await find('name', text), text).toEqual([])
})

test('users are filtered by status and by creation date, and sorted as requested', async () => {
  const pending = await invite(sudvia, 'a-pending@sudvia.example')
  const suspended = await join(sudvia, 'b-suspended@sudvia.example')
  const body = { status: 'user_suspended' } as const
  await sudvia.call(users.changeStatus, { params: { id: suspended.userId }, body })
  const byStatus = async (...values: string[]) =>
    (
      await search(sudvia, { body: { filterBy: [{ field: 'status', values }], sortBy: [{ field: 'email' }] } })
    ).items.map((user) => user.userId)
  expect(await byStatus('user_pending')).toEqual([pending])
  expect(await byStatus('user_pending', 'user_suspended')).toEqual([pending, suspended.userId])
  expect(await byStatus('user_gone')).toEqual([])
  const between = (day: string) =>
    search(sudvia, { body: { filterBetweenDate: [{ field: 'creationDate', toDate: day }] } })
  expect((await between('2020/01/01')).count).toBe(0)
  expect((await between('2099/01/01')).count).toBe(3)
  for (const field of ['name', 'email', 'firstName', 'lastName', 'status', 'creationDate', 'accountName'] as const) {
    const order = async (direction: 'asc' | 'desc') =>
      (await search(sudvia, { body: { sortBy: [{ field, direction }] } })).items.map((user) => user.userId)
    expect(await order('desc'), field).toEqual((await order('asc')).reverse())
  }
})

test('pages do not overlap; a page beyond the last is empty and still has the count', async () => {
  const page = (n: number) => search(vendor, { body: { includeChildren: true, limit: 3, page: n } })
  const first = await page(1)
  const seen = []
  for (let n = 1; (n - 1) * 3 < first.count; n++) seen.push(...(await page(n)).items.map((user) => user.userId))
  expect(new Set(seen).size).toBe(first.count)
  expect(seen).toHaveLength(first.count)
  expect(await page(1_000_000)).toEqual({ items: [], count: first.count })
})

test('unknown sort and filter fields are refused, and the error lists the valid ones (threats W1)', async () => {
  for (const field of ['password_hash', 'constructor', '__proto__', 'email; drop table users']) {
    for (const body of [{ sortBy: [{ field }] }, { filterBy: [{ field, values: ['x'] }] }]) {
      const answer = await vendor.raw(users.search, { body })
      expect(answer).toMatchObject({ status: 422, body: { code: 'RQ422' } })
      expect(JSON.stringify(answer.body)).toContain('accountName')
    }
  }
})

test('a word that more than a hundred people have finds all of them and nobody else, and so does one that nearly all have', async () => {
  await raw(
    world,
    `insert into users (tenant_id, user_id, account_id, email, first_name, last_name, status)
     select $1, id_at(now() + n * interval '1 ms'), $2, 'p' || n || '@calabro.example', case when n <= 150 then 'Ottavia' else 'Nives' end,
            'Di Calabro', 'user_active'
     from generate_series(1, 165) n`,
    [world.tenantId, calabro.accountId],
  )
  const found = async (field: 'anything' | 'firstName' | 'name', text: string, who = vendor) => {
    const { items, count } = await search(who, {
      body: { includeChildren: true, limit: 100, page: 2, filterBy: [{ field, values: [text] }] },
    })
    return [count, items.length, items.every(({ email }) => /^p\d+@/.test(email))]
  }
  expect(await found('anything', 'ottavia')).toEqual([150, 50, true])
  expect(await found('firstName', 'ttav')).toEqual([150, 50, true])
  expect(await found('name', 'ottavia di')).toEqual([150, 50, true])
  expect(await found('anything', 'di')).toEqual([165, 65, true])
  expect(await found('name', 'di cal', calabro)).toEqual([165, 65, true])
  expect((await found('anything', 'ottavia', acme))[0]).toBe(0)
})
