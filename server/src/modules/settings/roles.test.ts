import { accounts } from '@trellis/contract/accounts'
import { identity } from '@trellis/contract/identity'
import type { Flag } from '@trellis/contract/permissions'
import { maximumRoles, settings } from '@trellis/contract/settings'
import { tenants } from '@trellis/contract/tenants'
import { users } from '@trellis/contract/users'
import { expect, test } from 'vitest'
import { network, type Person } from '../../testing/network.ts'
import { raw } from '../../testing/selling.ts'

const world = await network()
const { vendor, acme, acmeBasic, canary } = world

const administrator = 3
const basic = 4
const rolesOf = async (person: Person = vendor) => person.call(settings.roles)
const roleOf = async (roleId: number) => {
  const role = (await rolesOf()).find((each) => each.roleId === roleId)
  if (role === undefined) throw new Error(`There is no role ${roleId}`)
  return role
}
const change = (roleId: number, body: { name: string; permissions: object[] }) =>
  vendor.raw(settings.updateRole, { params: { roleId }, body })
const create = (body: object) => vendor.raw(settings.createRole, { body })
const readOrders = [{ module: 'Orders', flags: 'r' }]

test('the roles of the tenant are listed with their holders and with why they cannot be changed', async () => {
  expect((await rolesOf()).map(({ name, users: held, blocked }) => [name, held > 0, blocked])).toEqual([
    ['SuperAdmin', true, { update: 'RQ403', remove: 'RQ403' }],
    ['VendorManager', true, { update: null, remove: 'RQ409' }],
    ['AccountAdmin', true, { update: null, remove: 'RQ403' }],
    ['Basic', true, { update: null, remove: 'RQ409' }],
  ])
})

test('a changed flag takes effect with the holder’s next call (rules G17, threats A19)', async () => {
  const { name, permissions } = await roleOf(basic)
  expect(await acmeBasic.raw(accounts.search, { body: {} })).toMatchObject({ status: 200 })
  const without = permissions.filter(({ module }) => module !== 'Accounts')
  expect(await change(basic, { name, permissions: without })).toMatchObject({ status: 200 })
  expect(await acmeBasic.raw(accounts.search, { body: {} })).toMatchObject({ status: 403, body: { code: 'RQ403' } })
  expect(await change(basic, { name, permissions })).toMatchObject({ status: 200, body: { permissions } })
  expect(await acmeBasic.raw(accounts.search, { body: {} })).toMatchObject({ status: 200 })
  const sessions = await raw<{ because: string }>(
    world,
    `select ended_because as because from sessions where user_id = $1 and ended_at is null`,
    [acmeBasic.userId],
  )
  expect(sessions).toEqual([{ because: 'rights changed' }])
})

test('a tenant’s own role is created, assigned, and deleted once nobody holds it', async () => {
  const flags: Flag[] = ['d', 'r', 'c']
  const body = { name: 'Warehouse', permissions: [{ module: 'Stocks', flags: flags.join('-') }, ...readOrders] }
  const created = await create(body)
  expect(created).toMatchObject({ status: 201, body: { id: 5 } })
  expect(await acme.call(tenants.roles)).toContainEqual({
    ...{ roleId: 5, name: 'Warehouse', isSuperAdmin: false },
    permissions: [
      { module: 'Orders', flags: 'r' },
      { module: 'Stocks', flags: 'c-r-d' },
    ],
  })
  const give = (roles: number[]) => vendor.raw(users.changeRoles, { params: { id: acmeBasic.userId }, body: { roles } })
  expect(await give([5])).toMatchObject({ status: 200 })
  expect((await acmeBasic.call(identity.me)).permissions).toHaveLength(2)
  const remove = () => vendor.raw(settings.removeRole, { params: { roleId: 5 } })
  expect(await remove()).toMatchObject({ status: 409, body: { code: 'RQ409', info: { users: 1 } } })
  expect(await give([basic])).toMatchObject({ status: 200 })
  expect(await remove()).toMatchObject({ status: 204 })
  expect(await remove()).toMatchObject({ status: 404 })
})

test('a role that only deleted users held can be deleted', async () => {
  await create({ name: 'Leaver', permissions: readOrders })
  const [{ id } = { id: 0 }] = await raw<{ id: number }>(world, `select role_id as id from roles where name = 'Leaver'`)
  await raw(
    world,
    `with gone as (
       insert into users (tenant_id, user_id, account_id, email, first_name, last_name, status, deleted_at)
       select tenant_id, gen_random_uuid(), account_id, 'leaver@acme.example', 'L', 'L', 'user_suspended', now()
       from users where email = $1 returning tenant_id, user_id)
     insert into user_roles (tenant_id, user_id, role_id) select tenant_id, user_id, $2 from gone`,
    [acmeBasic.email, id],
  )
  expect(await vendor.raw(settings.removeRole, { params: { roleId: id } })).toMatchObject({ status: 204 })
})

test('if two people change a role at once, the second is refused with the current role and can save again (rules G26)', async () => {
  await create({ name: 'Shared', permissions: readOrders })
  const { roleId, name, permissions } = (await rolesOf()).find((role) => role.name === 'Shared') ?? (await roleOf(0))
  const save = (body: object) => vendor.raw(settings.updateRole, { params: { roleId }, body })
  const before = { name, permissions }
  const stocks = [{ module: 'Stocks' as const, flags: 'r' }]
  expect(await save({ name, permissions: stocks, before })).toMatchObject({ status: 200 })
  const mine = { name: 'Shared by all', permissions: readOrders }
  const refusal = await save({ ...mine, before })
  expect(refusal).toMatchObject({ status: 409, body: { code: 'RQ409', info: { role: { name, permissions: stocks } } } })
  expect(await roleOf(roleId)).toMatchObject({ name, permissions: stocks })
  // Sending the saved state again is accepted, whatever the order of its flags.
  expect(await save({ name, permissions: stocks, before })).toMatchObject({ status: 200 })
  const seen = { name, permissions: stocks }
  expect(await save({ ...mine, before: seen })).toMatchObject({ status: 200, body: mine })
  expect(await save({ name: 'Shared', permissions: [] })).toMatchObject({ status: 200 })
  expect(await save({ ...mine, before: { ...mine, more: 1 } })).toMatchObject({ status: 422 })
  await vendor.call(settings.removeRole, { params: { roleId } })
})

test('a tenant has at most a hundred roles, however many are created at once (rules G26)', {
  tags: ['long'],
}, async () => {
  const held = (await rolesOf()).length
  for (let n = held; n < maximumRoles - 2; n++)
    expect((await create({ name: `Role ${n}`, permissions: [] })).status).toBe(201)
  const last = await Promise.all(['One', 'Two', 'Three', 'Four'].map((name) => create({ name, permissions: [] })))
  expect(last.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422])
  expect(last.find(({ status }) => status === 422)).toMatchObject({
    body: { code: 'RQ422', info: { issues: [{ path: 'name', code: 'too_many_roles' }] } },
  })
  expect(await rolesOf()).toHaveLength(maximumRoles)
  for (const { roleId } of (await rolesOf()).filter(({ roleId: id }) => id > 4 && id !== 5))
    await vendor.raw(settings.removeRole, { params: { roleId } })
})

test('the super admin’s role is fixed, and the administrator’s is never deleted (rules G17)', async () => {
  expect(await change(1, { name: 'King', permissions: [] })).toMatchObject({ status: 403 })
  for (const roleId of [1, administrator])
    expect(await vendor.raw(settings.removeRole, { params: { roleId } })).toMatchObject({ status: 403 })
})

test('a renamed administrator’s role is still given to the administrator of a new account (rules N7)', async () => {
  const { name, permissions } = await roleOf(administrator)
  expect(await change(administrator, { name: 'Partner lead', permissions })).toMatchObject({ status: 200 })
  const [held] = await raw<{ name: string }>(
    world,
    `select name from roles where purpose = 'administrator' and tenant_id = $1`,
    [world.tenantId],
  )
  expect(held).toEqual({ name: 'Partner lead' })
  expect(await change(administrator, { name, permissions })).toMatchObject({ status: 200 })
})

test.each([
  ['a name that another role has', { name: 'basic', permissions: [] }, 'name', 'taken'],
  ['a name with a bar', { name: 'A|B', permissions: [] }, 'name', 'bar'],
  ['no name', { name: ' ', permissions: [] }, 'name', 'too_small'],
  [
    'an unknown module',
    { name: 'X', permissions: [{ module: 'Money', flags: 'r' }] },
    'permissions.0.module',
    'invalid_value',
  ],
  ['an unknown flag', { name: 'X', permissions: [{ module: 'Orders', flags: 'r-x' }] }, 'permissions.0.flags', 'flags'],
  ['no flag', { name: 'X', permissions: [{ module: 'Orders', flags: '' }] }, 'permissions.0.flags', 'flags'],
  [
    'writing without reading',
    { name: 'X', permissions: [{ module: 'Orders', flags: 'c-u' }] },
    'permissions.0.flags',
    'needs_read',
  ],
  ['a module twice', { name: 'X', permissions: [...readOrders, ...readOrders] }, 'permissions', 'twice'],
  ['a super admin', { name: 'X', permissions: [], isSuperAdmin: true }, 'isSuperAdmin', 'unrecognized_keys'],
])('%s is refused at its field', async (_, body, path, code) => {
  expect(await create(body)).toMatchObject({ status: 422, body: { info: { issues: [{ path, code }] } } })
})

test('a group is renamed and keeps its level; a name is used once (rules G17)', async () => {
  const rename = (groupId: number, name: string) =>
    vendor.raw(settings.updateGroup, { params: { groupId }, body: { name } })
  expect(await rename(8, 'End customers')).toMatchObject({ status: 200, body: { name: 'End customers', level: 60 } })
  expect((await acme.call(tenants.groups)).find(({ groupId }) => groupId === 8)?.name).toBe('End customers')
  expect(await rename(4, 'end CUSTOMERS')).toMatchObject({
    status: 422,
    body: { info: { issues: [{ path: 'name', code: 'taken' }] } },
  })
  expect((await acme.call(tenants.groups)).find(({ groupId }) => groupId === 4)?.name).toBe('DISTRIBUTOR')
  expect(await rename(99, 'Nobody')).toMatchObject({ status: 404 })
})

test('each group is listed with the accounts that are in it now, of this tenant only', async () => {
  await raw(
    world,
    `insert into accounts (tenant_id, account_id, code, name, group_id, parent_id, deleted_at)
     select tenant_id, gen_random_uuid(), 'GONE', 'Gone', 1, account_id, now() from accounts
     where tenant_id = $1 and parent_id is null`,
    [world.tenantId],
  )
  const listed = await vendor.call(settings.groups)
  const counted = await raw<{ groupId: number; accounts: number }>(
    world,
    `select group_id as "groupId", count(*)::int as accounts from accounts
     where tenant_id = $1 and deleted_at is null group by group_id order by group_id`,
    [world.tenantId],
  )
  expect(listed.map(({ level }) => level)).toEqual([10, 15, 20, 30, 40, 40, 40, 60])
  expect(
    listed.filter(({ accounts: held }) => held > 0).map(({ groupId, accounts: held }) => ({ groupId, accounts: held })),
  ).toEqual(counted)
  expect(await acme.raw(settings.groups)).toMatchObject({ status: 403, body: { code: 'RQ403' } })
})

test('the other tenant keeps its roles and groups', async () => {
  expect((await rolesOf(canary)).map(({ name }) => name)).toEqual([
    'SuperAdmin',
    'VendorManager',
    'AccountAdmin',
    'Basic',
  ])
  expect((await canary.call(tenants.groups)).at(-1)?.name).toBe('BUYER')
})

test('each change of roles and groups is recorded with what it replaced (rules G7)', async () => {
  const actions = await raw<{ action: string }>(
    world,
    `select distinct action from audit_log where entity in ('role', 'group') order by 1`,
  )
  expect(actions.map(({ action }) => action)).toEqual([
    'group.created',
    'group.renamed',
    'role.changed',
    'role.created',
    'role.removed',
  ])
})
