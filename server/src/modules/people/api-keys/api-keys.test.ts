import { accounts } from '@trellis/contract/accounts'
import { apiKeys } from '@trellis/contract/api-keys'
import { audit } from '@trellis/contract/audit'
import type { Endpoint } from '@trellis/contract/endpoint'
import { exportsOfLists } from '@trellis/contract/exports'
import { identity } from '@trellis/contract/identity'
import { network as accountsNetwork } from '@trellis/contract/network'
import { orders } from '@trellis/contract/orders'
import { settings } from '@trellis/contract/settings'
import { users } from '@trellis/contract/users'
import { expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { rolesOf } from '../../../testing/calling.ts'
import { keysOf, machineOf } from '../../../testing/keys.ts'
import { network } from '../../../testing/network.ts'
import { runJob } from '../../../testing/queue.ts'
import { raw, selling } from '../../../testing/selling.ts'

/* Covers: server/src/modules/people/api-keys/accept-key.ts, server/src/modules/people/api-keys/save-key.ts,
   server/src/modules/people/api-keys/rights.ts, server/src/modules/people/api-keys/list-keys.ts */

const world = await network()
const { vendor, nordico, acme, bergen, fjord, sudvia, canary, anonymous } = world
const { sell, items } = selling(world)
const make = keysOf(world)
const asRole = rolesOf(world)

// Before any role that the tests create: both count up from the last one.
const managed = { Users: 'c-r-u', Orders: 'c-r-u', Accounts: 'r' }
const managers = [await asRole(acme, managed), await asRole(acme, managed)]

const ask = { body: { limit: 3000, includeChildren: true } }
const refused = { status: 401, body: { code: 'RQ401', info: null } }
const listOf = async (person: typeof acme, search = {}) => (await person.call(apiKeys.search, { body: search })).items

test('a key acts for its account with its permissions, and its maker sees the last use', async () => {
  const machine = await make(acme, { name: 'ERP of Acme' })
  expect(machine.key).toMatch(/^trk_[0-9a-z]{52}$/)
  const before = (await listOf(acme)).find(({ apiKeyId }) => apiKeyId === machine.id)
  expect(before).toMatchObject({
    accountId: acme.accountId,
    name: 'ERP of Acme',
    prefix: machine.key.slice(0, 12),
    lastFour: machine.key.slice(-4),
    permissions: [
      { module: 'Accounts', flags: 'r' },
      { module: 'Orders', flags: 'c-r-u' },
    ],
    withheld: [],
    addresses: [],
    status: 'active',
    lastUsedDate: null,
    endDate: null,
    blocked: { end: null },
  })
  const own = await acme.raw(accounts.search, ask)
  const answer = await machine.call(accounts.search, ask)
  expect([answer.status, answer.body]).toEqual([200, own.body])
  expect(await machine.call(users.search, ask)).toMatchObject({
    status: 403,
    body: { info: { permission: 'Users:r' } },
  })
  expect((await listOf(acme)).find(({ apiKeyId }) => apiKeyId === machine.id)?.lastUsedDate).not.toBeNull()
})

test('the last use is not written at each call but when it is five minutes old', async () => {
  world.at('2026-03-02T08:00:00Z')
  const machine = await make(acme)
  const used = async () => (await listOf(acme)).find(({ apiKeyId }) => apiKeyId === machine.id)?.lastUsedDate
  const callAt = async (instant: string) => {
    world.at(instant)
    // As another process does, which has not cached the key.
    await acme.call(users.update, await ownProfile())
    expect((await machine.call(accounts.search, ask)).status).toBe(200)
    return used()
  }
  expect(await callAt('2026-03-02T08:00:30.000Z')).toBe('2026-03-02T08:00:30.000Z')
  expect(await callAt('2026-03-02T08:05:29.000Z')).toBe('2026-03-02T08:00:30.000Z')
  expect(await callAt('2026-03-02T08:05:31.000Z')).toBe('2026-03-02T08:05:31.000Z')
  world.at(null)
})

type Managed = 'Users' | 'Orders' | 'Accounts'
let turn = 0
async function ownProfile() {
  const me = await acme.call(identity.me)
  turn += 1
  return {
    params: { id: me.userId },
    body: {
      firstName: `Ann ${turn}`,
      lastName: me.lastName,
      timeZone: me.timeZone,
      languageCode: 'en' as const,
      isNotificationEnabled: true,
    },
  }
}

test('only its hash is kept: neither a table, a list, the audit log nor the kept answer has the key (threats Z13)', async () => {
  const body = {
    name: 'Secret',
    parentAccountId: acme.accountId,
    permissions: [{ module: 'Orders' as const, flags: 'r' }],
  }
  const headers = { 'idempotency-key': 'one key' }
  const first = await acme.raw(apiKeys.create, { body, headers })
  const { key } = first.body as { key: string }
  const again = await acme.raw(apiKeys.create, { body, headers })
  expect([again.status, again.body]).toEqual([201, first.body])
  expect(again.headers['idempotent-replayed']).toBe('true')
  expect((await listOf(acme)).filter(({ name }) => name === 'Secret')).toHaveLength(1)
  const tables = await raw<{ name: string }>(
    world,
    `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const hidden = key.slice(12, -4)
  for (const { name } of tables) {
    const rows = await raw<{ text: string }>(world, `select t::text as text from ${name} t`)
    expect([name, rows.filter(({ text }) => text.includes(hidden))]).toEqual([name, []])
  }
  const told = await Promise.all([
    vendor.raw(audit.search, ask),
    acme.raw(apiKeys.search, { body: {} }),
    acme.raw(exportsOfLists.create, {
      body: {
        list: 'apiKeys.search',
        search: {},
        columns: [{ path: 'name', label: 'name' }],
        format: 'csv',
        fileName: 'keys',
      },
    }),
  ])
  for (const { status, body: text } of told) {
    expect(status).toBe(200)
    expect(JSON.stringify(text)).not.toContain(hidden)
  }
})

test('nobody gives a key a permission that they lack, nor an account out of reach (threats Z14)', async () => {
  const body = {
    name: 'ERP',
    parentAccountId: acme.accountId,
    permissions: [{ module: 'Audit' as const, flags: 'ra' }],
  }
  expect(await acme.refused(apiKeys.create, { body })).toMatchObject({
    code: 'RQ403',
    info: { permission: 'Audit:ra' },
  })
  const own = { ...body, permissions: [{ module: 'Orders' as const, flags: 'r' }] }
  for (const person of [nordico, bergen, canary]) {
    const answer = await acme.refused(apiKeys.create, { body: { ...own, parentAccountId: person.accountId } })
    expect(answer).toMatchObject({ status: 404, code: 'RQ404' })
  }
  const without = await asRole(acme, { Users: 'r-u-d', Orders: 'r' })
  expect(await without(apiKeys.create, { body: own })).toMatchObject({
    status: 403,
    body: { info: { permission: 'Users:c' } },
  })
  expect(await without(apiKeys.search, { body: {} })).toMatchObject({ status: 403 })
  expect(await without(apiKeys.end, { params: { id: newId() } })).toMatchObject({ status: 403 })
})

test.each([
  [{ name: ' ' }, 'name'],
  [{ permissions: [] }, 'permissions'],
  [{ permissions: [{ module: 'Orders', flags: 'c' }] }, 'permissions.0.flags'],
  [{ permissions: [{ module: 'Orders', flags: 'r-x' }] }, 'permissions.0.flags'],
  [
    {
      permissions: [
        { module: 'Orders', flags: 'r' },
        { module: 'Orders', flags: 'r-u' },
      ],
    },
    'permissions',
  ],
  [{ addresses: ['300.1.1.1'] }, 'addresses.0'],
  [{ addresses: ['10.0.0.0/33'] }, 'addresses.0'],
  [{ addresses: ['example.com'] }, 'addresses.0'],
  [{ addresses: ['::/129'] }, 'addresses.0'],
  [{ addresses: Array(21).fill('10.0.0.1') }, 'addresses'],
  [{ expirationDate: '2026-01-01T00:00:00.000Z' }, 'expirationDate'],
  [{ expirationDate: '2028-03-02T08:00:01.000Z' }, 'expirationDate'],
  [{ isSuperAdmin: true }, 'isSuperAdmin'],
])('a key of %j is refused at %s', async (part, path) => {
  world.at('2026-03-02T08:00:00Z')
  const body = {
    name: 'ERP',
    parentAccountId: acme.accountId,
    permissions: [{ module: 'Orders', flags: 'r' }],
    ...part,
  }
  const { status, body: problem } = await acme.raw(apiKeys.create, { body })
  world.at(null)
  expect(status).toBe(422)
  expect((problem as { info: { issues: { path: string }[] } }).info.issues.map((issue) => issue.path)).toEqual([path])
})

test('a key lives a year, or up to two, and then its next call is refused (threats Z12)', async () => {
  world.at('2026-03-02T08:00:00Z')
  const usual = await make(acme, { name: 'A year' })
  const long = await make(acme, { name: 'Two years', expirationDate: '2028-03-02T08:00:00.000Z' })
  const shown = await listOf(acme)
  const endOf = (id: string) => shown.find(({ apiKeyId }) => apiKeyId === id)?.expirationDate
  expect([endOf(usual.id), endOf(long.id)]).toEqual(['2027-03-02T08:00:00.000Z', '2028-03-02T08:00:00.000Z'])
  world.at('2027-03-02T07:59:59Z')
  expect((await usual.call(accounts.search, ask)).status).toBe(200)
  world.at('2027-03-02T08:00:00Z')
  expect(await usual.call(accounts.search, ask)).toMatchObject(refused)
  expect((await long.call(accounts.search, ask)).status).toBe(200)
  const expired = await listOf(acme, { filterBy: [{ field: 'status', values: ['expired'] }] })
  expect(expired.map(({ apiKeyId }) => apiKeyId)).toContain(usual.id)
  expect(expired.map(({ apiKeyId }) => apiKeyId)).not.toContain(long.id)
  world.at(null)
})

test('guessed, cut, changed and foreign keys are refused alike (threats Z12)', async () => {
  const machine = await make(acme)
  const { key } = machine
  const last = key.endsWith('0') ? '1' : '0'
  for (const wrong of [
    'trk_',
    `trk_${'0'.repeat(52)}`,
    key.slice(0, -1),
    `${key}0`,
    key.slice(0, -1) + last,
    key.slice(0, 12) + '0'.repeat(44),
    key.toUpperCase(),
  ]) {
    const answer = await machineOf(world, '', wrong).call(accounts.search, ask)
    expect(answer, wrong).toMatchObject(refused)
    expect(answer.headers['www-authenticate']).toBe('Bearer')
  }
  const elsewhere = await machine.call(accounts.search, { ...ask, headers: { 'x-tenant-code': 'canary' } })
  expect(elsewhere).toMatchObject(refused)
  expect((await machine.call(accounts.search, ask)).status).toBe(200)
  expect(await machine.call(accounts.search, { ...ask, headers: { 'x-tenant-code': 'canary' } })).toMatchObject(refused)
})

test('a key with addresses is accepted from those only, in either family (threats Z12)', async () => {
  const machine = await make(acme, { addresses: ['203.0.113.0/24', '198.51.100.7', '2001:DB8:1::/48'] })
  const from = async (remoteAddress: string) =>
    (
      await world.app.http.inject({
        method: 'POST',
        url: '/api/v1/accounts/search',
        headers: { ...machine.headers, 'x-tenant-code': world.tenantCode, 'x-forwarded-for': '203.0.113.9' },
        payload: {},
        remoteAddress,
      })
    ).statusCode
  for (const address of ['203.0.113.255', '198.51.100.7', '::ffff:198.51.100.7', '2001:db8:1:ffff::1'])
    expect([address, await from(address)]).toEqual([address, 200])
  for (const address of ['203.0.114.0', '198.51.100.8', '::ffff:10.0.0.1', '2001:db8:2::1', '127.0.0.1', '::1'])
    expect([address, await from(address)]).toEqual([address, 401])
})

test('an ended key is refused at its next call, ending it again changes nothing, and it stays in the list', async () => {
  const machine = await make(acme, { name: 'To end' })
  expect((await machine.call(accounts.search, ask)).status).toBe(200)
  await acme.call(apiKeys.end, { params: { id: machine.id } })
  expect(await machine.call(accounts.search, ask)).toMatchObject(refused)
  await acme.call(apiKeys.end, { params: { id: machine.id } })
  const ended = (await listOf(acme)).find(({ apiKeyId }) => apiKeyId === machine.id)
  expect(ended).toMatchObject({ status: 'ended', endDate: expect.any(String) })
  const events = await raw<{ action: string }>(
    world,
    `select action from audit_log where entity_id = $1 order by audit_id`,
    [machine.id],
  )
  expect(events.map(({ action }) => action)).toEqual(['api_key.created', 'api_key.ended'])
})

test('who manages the branch sees and ends its keys; a rival, the account below and a stranger find none', async () => {
  const machine = await make(acme, { name: 'Of the branch' })
  const listed = await listOf(nordico, { includeChildren: true })
  expect(listed.find(({ apiKeyId }) => apiKeyId === machine.id)).toMatchObject({
    accountName: 'Acme',
    blocked: { end: null },
  })
  for (const person of [bergen, fjord, canary]) {
    expect((await listOf(person, { includeChildren: true })).map(({ apiKeyId }) => apiKeyId)).not.toContain(machine.id)
    expect(await person.refused(apiKeys.end, { params: { id: machine.id } })).toMatchObject({ status: 404 })
    if (person !== canary)
      expect(await person.refused(apiKeys.search, { body: { parentAccountId: acme.accountId } })).toMatchObject({
        status: 404,
      })
  }
  expect((await machine.call(accounts.search, ask)).status).toBe(200)
  await nordico.call(apiKeys.end, { params: { id: machine.id } })
  expect(await machine.call(accounts.search, ask)).toMatchObject(refused)
})

test('a key has the meeting of its permissions and those of its maker at each call (threats Z14)', async () => {
  const { userId, call, roles } = await manager('Users', 'Orders', 'Accounts')
  const machine = await make({ ...acme, call })
  const statuses = async () =>
    Promise.all([machine.call(accounts.search, ask), machine.call(orders.sellIn, ask)]).then((of) =>
      of.map(({ status }) => status),
    )
  expect(await statuses()).toEqual([200, 200])
  await roles(userId, ['Users', 'Accounts'])
  expect(await statuses()).toEqual([200, 403])
  const shown = (await listOf(acme)).find(({ apiKeyId }) => apiKeyId === machine.id)
  expect(shown).toMatchObject({ status: 'active', withheld: [{ module: 'Orders', flags: 'c-r-u' }] })
  await roles(userId, ['Users', 'Accounts', 'Orders'])
  expect(await statuses()).toEqual([200, 200])
  // The right to make keys itself.
  await roles(userId, ['Accounts', 'Orders'])
  expect(await statuses()).toEqual([401, 401])
  expect((await listOf(acme)).find(({ apiKeyId }) => apiKeyId === machine.id)?.status).toBe('orphaned')
})

test('a key of a suspended maker is refused until they are active again, and one of a deleted maker for ever (threats Z12)', async () => {
  const { userId, call } = await manager('Users', 'Orders', 'Accounts')
  const machine = await make({ ...acme, call })
  const status = async () => (await machine.call(accounts.search, ask)).status
  expect(await status()).toBe(200)
  await vendor.call(users.changeStatus, { params: { id: userId }, body: { status: 'user_suspended' } })
  expect(await status()).toBe(401)
  await vendor.call(users.changeStatus, { params: { id: userId }, body: { status: 'user_active' } })
  expect(await status()).toBe(200)
  await vendor.call(users.remove, { params: { id: userId } })
  expect(await status()).toBe(401)
  const [shown] = await listOf(acme, {
    filterBy: [
      { field: 'status', values: ['orphaned'] },
      { field: 'apiKeyId', values: [machine.id] },
    ],
  })
  expect(shown).toMatchObject({ apiKeyId: machine.id, createdBy: expect.stringContaining('H ') })
})

test('a key whose account leaves the reach of its maker is refused at once, and accepted when it comes back (threats Z12)', async () => {
  const machine = await make(nordico, { parentAccountId: acme.accountId })
  const status = async () => (await machine.call(accounts.search, ask)).status
  expect(await status()).toBe(200)
  await vendor.call(accountsNetwork.move, {
    params: { id: acme.accountId },
    body: { parentAccountId: sudvia.accountId },
  })
  expect(await status()).toBe(401)
  await vendor.call(accountsNetwork.move, {
    params: { id: acme.accountId },
    body: { parentAccountId: nordico.accountId },
  })
  expect(await status()).toBe(200)
})

test('deleting an account ends its keys', async () => {
  const machine = await make(acme, { parentAccountId: fjord.accountId })
  expect((await machine.call(accounts.search, ask)).status).toBe(200)
  await vendor.call(accountsNetwork.remove, { params: { id: fjord.accountId } })
  expect(await machine.call(accounts.search, ask)).toMatchObject(refused)
  expect(
    await raw(world, `select 1 from api_keys where key_id = $1 and ended_at is not null`, [machine.id]),
  ).toHaveLength(1)
})

test('a key of a suspended tenant gets what people get', async () => {
  const machine = await make(acme)
  await raw(world, `update tenants set suspended_at = now() where tenant_id = $1`, [world.tenantId])
  await raw(world, `select pg_notify('trellis_tenants', 'verdant')`)
  await expect
    .poll(async () => (await machine.call(accounts.search, ask)).body, { timeout: 20_000 })
    .toMatchObject({ code: 'RQ403', info: { tenant: 'suspended' } })
  await raw(world, `update tenants set suspended_at = null where tenant_id = $1`, [world.tenantId])
  await raw(world, `select pg_notify('trellis_tenants', 'verdant')`)
  await expect.poll(async () => (await machine.call(accounts.search, ask)).status, { timeout: 20_000 }).toBe(200)
})

test('what a key does carries its name in record, history and audit log, and each key has its own Idempotency-Keys', async () => {
  const seller = await make(nordico, { name: 'Shop' })
  const other = await make(nordico, { name: 'Other shop' })
  await sell(vendor, nordico, { 'EDGE-1Y': 5 })
  const body = { buyerAccountId: acme.accountId, items: items({ 'EDGE-1Y': 1 }) }
  const headers = { 'idempotency-key': 'the same' }
  const made = await seller.call(orders.create, { body, headers })
  expect(made.status).toBe(201)
  const again = await seller.call(orders.create, { body, headers })
  expect(again.body).toEqual(made.body)
  const others = await other.call(orders.create, { body, headers })
  expect(others.status).toBe(201)
  expect((others.body as { id: string }).id).not.toBe((made.body as { id: string }).id)

  const fullName = `Shop ${seller.key.slice(0, 12)}`
  const read = await nordico.call(orders.read, { params: { id: (made.body as { id: string }).id } })
  expect(JSON.stringify(read)).toContain(fullName)
  const events = await vendor.call(audit.search, {
    body: { filterBy: [{ field: 'entityId', values: [(made.body as { id: string }).id] }] },
  })
  expect(events.items.map(({ actor }) => actor)).toEqual([expect.objectContaining({ name: fullName })])
})

test('a service user is in no list of people, and nothing that is done to people can be done to it', async () => {
  const machine = await make(acme, { name: 'Hidden' })
  for (const person of [acme, vendor]) {
    const { items, count } = await person.call(users.search, { body: { limit: 3000, includeChildren: true } })
    expect(items.map(({ userId }) => userId)).not.toContain(machine.id)
    expect(count).toBe(items.length)
  }
  const params = { id: machine.id }
  const profile = await ownProfile()
  const tries = [
    await vendor.raw(users.update, { params, body: profile.body }),
    await vendor.raw(users.remove, { params }),
    await vendor.raw(users.removePending, { params }),
    await vendor.raw(users.resend, { params }),
    await vendor.raw(users.changeStatus, { params, body: { status: 'user_active' } }),
    await vendor.raw(users.changeRoles, { params, body: { roles: [1] } }),
    await vendor.raw(users.view, { params, body: { reason: 'Look' } }),
  ]
  expect(tries.map(({ status }) => status)).toEqual(Array(7).fill(404))
  const email = `${machine.key.slice(0, 12)}@key.invalid`
  const signIn = await anonymous(identity.signIn, { body: { grantType: 'password', email, password: machine.key } })
  expect(signIn).toMatchObject({ status: 401, body: { code: 'A401' } })
})

test('fourteen days before a key expires its maker is told once; not of one that has ended or is not accepted', async () => {
  world.at('2026-05-01T08:00:00Z')
  const machine = await make(nordico, { name: 'Expiring', expirationDate: '2026-05-31T23:59:59.999Z' })
  const ended = await make(nordico, { name: 'Ended before', expirationDate: '2026-05-31T23:59:59.999Z' })
  await nordico.call(apiKeys.end, { params: { id: ended.id } })
  const told = async () =>
    (await raw<{ recipient: string }>(world, `select recipient from mails where kind = 'key_ends'`)).map(
      (mail) => mail.recipient,
    )
  const remindAt = async (instant: string) => {
    await raw(
      world,
      `update api_keys set expires_at = now() + ($2::timestamptz - $1::timestamptz) where key_id = any($3)`,
      [instant, '2026-05-31T23:59:59.999Z', [machine.id, ended.id]],
    )
    await runJob(world, 'api-keys:remind')
    return told()
  }
  world.at(null)
  expect(await remindAt('2026-05-17T23:59:59Z')).toEqual([])
  expect(await remindAt('2026-05-18T00:00:00Z')).toEqual([nordico.email])
  expect(await remindAt('2026-05-30T00:00:00Z')).toEqual([nordico.email])
  const [mail] = await world.mails(nordico.email)
  expect(mail?.text).toContain(machine.key.slice(0, 12))
  expect(mail?.text).not.toContain(machine.key.slice(12, -4))
})

test('a key exports a list', async () => {
  const machine = await make(acme)
  const answer = await machine.call(exportsOfLists.create, {
    body: {
      list: 'orders.sellIn',
      search: {},
      columns: [{ path: 'orderCode', label: 'Code' }],
      format: 'csv',
      fileName: 'orders',
    },
  })
  expect(answer.status).toBe(200)
})

/** Another manager of Acme, whose role holds these modules, and how to give them a role with others. */
async function manager(...held: Managed[]) {
  const call = managers.pop() ?? acme.raw
  const { userId } = (await call(identity.me)).body as { userId: string }
  const roles = async (id: string, modules: Managed[]) => {
    turn += 1
    const permissions = modules.map((module) => ({ module, flags: module === 'Accounts' ? 'r' : 'c-r-u' }))
    const role = await vendor.call(settings.createRole, { body: { name: `Manager ${turn}`, permissions } })
    await vendor.call(users.changeRoles, { params: { id }, body: { roles: [role.id] } })
  }
  await roles(userId, held)
  const calling = async (endpoint: Endpoint, request?: unknown) => {
    const { status, body } = await call(endpoint, request as object)
    expect(status).toBeLessThan(400)
    return body
  }
  return { userId, roles, call: calling as typeof acme.call }
}
