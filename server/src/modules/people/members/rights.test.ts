import type { Endpoint } from '@trellis/contract/endpoint'
import { identity } from '@trellis/contract/identity'
import { type ListedUser, users } from '@trellis/contract/users'
import { expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { inviting, type Newcomer, type RoleName, roleIds } from '../../../testing/inviting.ts'
import { network, type Person, type Raw } from '../../../testing/network.ts'
import { raw } from '../../../testing/selling.ts'

const world = await network()
const { vendor, manager, nordico, sudvia, acme, acmeBasic, bergen, calabro, fjord, canary } = world
const { invite, join } = inviting(world)

const profile = {
  firstName: 'New',
  lastName: 'Name',
  timeZone: 'UTC',
  languageCode: 'en' as const,
  isNotificationEnabled: true,
}
const suspend = { status: 'user_suspended' } as const
const activate = { status: 'user_active' } as const
const of = (id: string) => ({ params: { id } })
const stateOf = async (id: string) =>
  (
    await raw<object>(
      world,
      `select u.*, (select array_agg(role_id order by role_id) from user_roles r where r.user_id = u.user_id) as roles from users u where user_id = $1`,
      [id],
    )
  )[0]

/** Every call that changes a user, with a body that would change something. */
const deeds: [string, Endpoint, Omit<Raw, 'params'>][] = [
  ['update', users.update, { body: profile }],
  ['suspend', users.changeStatus, { body: suspend }],
  ['give roles', users.changeRoles, { body: { roles: [roleIds.Basic] } }],
  ['remove', users.remove, {}],
  ['remove pending', users.removePending, {}],
  ['resend', users.resend, {}],
]

test('users of parent accounts, siblings, other branches and other tenants do not exist for a user (threats Z4, T2, T3)', async () => {
  const out = [
    [acme, bergen.userId],
    [acme, nordico.userId],
    [nordico, calabro.userId],
    [fjord, acme.userId],
    [canary, acme.userId],
    [vendor, canary.userId],
    [nordico, newId()],
  ] as const
  for (const [actor, id] of out) {
    const before = await stateOf(id)
    for (const [what, endpoint, body] of deeds) {
      const { status, body: problem } = await actor.raw(endpoint, { ...of(id), ...body })
      const nobody = await actor.raw(endpoint, { ...of(newId()), ...body })
      expect(status, what).toBe(404)
      expect({ ...(problem as object), requestId: '' }).toEqual({ ...(nobody.body as object), requestId: '' })
    }
    expect(await stateOf(id)).toEqual(before)
  }
})

test("a user can be created only in the actor's own sub-tree, even when the actor reads more (threats Z4)", async () => {
  const user = { userName: 'x@x.example', firstName: 'X', lastName: 'X', roles: [roleIds.Basic] }
  const out = [
    [acme, bergen.accountId],
    [acme, nordico.accountId],
    [nordico, sudvia.accountId],
    [fjord, acme.accountId],
    [canary, acme.accountId],
    [vendor, canary.accountId],
    [vendor, newId()],
  ] as const
  for (const [actor, parentAccountId] of out)
    expect(await actor.refused(users.create, { body: { parentAccountId, user } })).toMatchObject({ code: 'RQ404' })
  await nordico.call(users.create, { body: { parentAccountId: fjord.accountId, user } })
})

test('an e-mail address is unique within a tenant, ignoring case, and can be used in several tenants (threats T8)', async () => {
  await invite(acme, 'Same@Mail.example')
  const user = { userName: 'same@mail.EXAMPLE', firstName: 'S', lastName: 'S', roles: [roleIds.Basic] }
  expect(await nordico.refused(users.create, { body: { user } })).toMatchObject({ status: 409, code: 'US409' })
  expect(await calabro.refused(users.create, { body: { user } })).toMatchObject({ code: 'US409' })
  expect((await canary.raw(users.create, { body: { user } })).status).toBe(201)
})

test('unknown fields of a new user are refused (threats Z3)', async () => {
  const user = { userName: 'extra@acme.example', firstName: 'E', lastName: 'E', roles: [roleIds.Basic] }
  const more = {
    isSuperAdmin: true,
    status: 'user_active',
    accountId: vendor.accountId,
    tenantId: newId(),
    permissions: [],
  }
  for (const [field, value] of Object.entries(more)) {
    const created = await acme.raw(users.create, { body: { user: { ...user, [field]: value } } })
    expect(created, field).toMatchObject({ status: 422, body: { info: { issues: [{ path: `user.${field}` }] } } })
  }
})

test('an update takes the names of the user as they were read, and changes none of what has a call of its own (threats Z3)', async () => {
  const before = await acme.call(users.update, { ...of(acme.userId), body: profile })
  const more = {
    isSuperAdmin: true,
    status: 'user_suspended',
    account: { accountId: vendor.accountId },
    permissions: [],
    roles: [{ roleId: roleIds.SuperAdmin }],
  }
  const updated = await acme.raw(users.update, { ...of(acme.userId), body: { ...profile, ...more } })
  expect(updated).toMatchObject({ status: 200, body: { ...before, modifiedDate: expect.any(String) } })
  for (const field of ['tenantId', 'accountId', 'passwordHash'])
    expect(
      await acme.raw(users.update, { ...of(acme.userId), body: { ...profile, [field]: vendor.accountId } }),
    ).toMatchObject({
      status: 422,
      body: { info: { issues: [{ path: field }] } },
    })
})

test('an unknown role is refused, and so is an empty list of roles', async () => {
  const user = { userName: 'r@acme.example', firstName: 'R', lastName: 'R' }
  for (const roles of [[77], [roleIds.Basic, 77], [], ['Basic'], [null]]) {
    const answer = await acme.raw(users.create, { body: { user: { ...user, roles } } })
    expect(answer, String(roles)).toMatchObject({ status: 422, body: { code: 'RQ422' } })
    expect(JSON.stringify(answer.body)).toContain('user.roles')
  }
})

/**
 * Who may give which role, and so who may change whom: only somebody who has all permissions of the role (decision 007).
 */
const mayGive: Record<RoleName, RoleName[]> = {
  SuperAdmin: ['SuperAdmin', 'VendorManager', 'AccountAdmin', 'Basic'],
  VendorManager: [],
  AccountAdmin: ['AccountAdmin', 'Basic'],
  Basic: [],
}
const roleNames = Object.keys(mayGive) as RoleName[]

test('only users who have all permissions of a role may give it, or change users who have it (threats Z3)', {
  tags: ['long'],
}, async () => {
  const actors: Record<RoleName, Person | Newcomer> = {
    SuperAdmin: vendor,
    VendorManager: manager,
    AccountAdmin: await join(vendor, 'ada@verdant.example', 'AccountAdmin'),
    Basic: await join(vendor, 'ben@verdant.example', 'Basic'),
  }
  for (const role of roleNames) {
    const target = await join(vendor, `${role}@verdant.example`.toLowerCase(), role)
    const plain = await join(vendor, `plain-${role}@verdant.example`.toLowerCase(), 'Basic')
    for (const by of roleNames) {
      const actor = actors[by]
      const allowed = mayGive[by].includes(role)
      const words = `${by} on ${role}`
      const created = await actor.raw(users.create, {
        body: {
          user: { userName: `${by}-${role}@verdant.example`, firstName: 'A', lastName: 'B', roles: [roleIds[role]] },
        },
      })
      expect(created.status, words).toBe(allowed ? 201 : 403)
      const given = await actor.raw(users.changeRoles, { ...of(plain.userId), body: { roles: [roleIds[role]] } })
      expect(given.status, words).toBe(allowed ? 200 : 403)
      await vendor.call(users.changeRoles, { ...of(plain.userId), body: { roles: [roleIds.Basic] } })

      for (const [endpoint, body] of [
        [users.update, profile],
        [users.changeStatus, suspend],
        [users.changeStatus, activate],
        [users.changeRoles, { roles: [roleIds.Basic] }],
      ] as [Endpoint, unknown][]) {
        const answer = await actor.raw(endpoint, { ...of(target.userId), body })
        expect(answer.status, `${words}: ${JSON.stringify(body)}`).toBe(allowed ? 200 : 403)
      }
      await vendor.call(users.changeRoles, { ...of(target.userId), body: { roles: [roleIds[role]] } })
      const victim = await invite(vendor, `victim-${by}-${role}@verdant.example`.toLowerCase(), role)
      const pending = await actor.raw(users.removePending, of(victim))
      expect(pending.status, words).toBe(allowed ? 204 : 403)
    }
  }
})

test('a user who reads the whole tenant with `ra` is refused with 403, not 404, when changing users outside their reach', async () => {
  const roleId = 50
  await raw(
    world,
    `insert into roles (tenant_id, role_id, name, permissions) values ($1, $2, 'Seer', '[{"module":"Users","flags":"c-r-ra-u-d"}]')`,
    [world.tenantId, roleId],
  )
  const seer = await join(vendor, 'seer@nordico.example', 'Basic', nordico.accountId)
  await vendor.call(users.changeRoles, { ...of(seer.userId), body: { roles: [roleId] } })
  for (const [what, endpoint, body] of deeds)
    expect(await seer.raw(endpoint, { ...of(sudvia.userId), ...body }), what).toMatchObject({ status: 403 })
  const { items } = await seer.call(users.search, { body: { parentAccountId: sudvia.accountId } })
  expect(items).toMatchObject([
    {
      email: sudvia.email,
      blocked: { update: 'RQ403', changeStatus: 'RQ403', changeRoles: 'RQ403', remove: 'RQ403', resend: 'RQ403' },
    },
  ])
})

test('nobody can suspend themselves or change their own roles, and everybody can change their own profile (threats Z3)', async () => {
  for (const actor of [vendor, nordico, acmeBasic]) {
    expect(await actor.raw(users.changeStatus, { ...of(actor.userId), body: suspend })).toMatchObject({ status: 403 })
    expect(await actor.raw(users.changeRoles, { ...of(actor.userId), body: { roles: [4] } })).toMatchObject({
      status: 403,
    })
    const changed = await actor.call(users.update, {
      ...of(actor.userId),
      body: { ...profile, id: actor.userId, timeZone: 'Asia/Tokyo', languageCode: 'it' },
    })
    expect(changed).toMatchObject({
      userId: actor.userId,
      firstName: 'New',
      timeZone: 'Asia/Tokyo',
      languageCode: 'it',
    })
    expect(await actor.call(identity.me)).toMatchObject(changed)
  }
  expect(await acmeBasic.refused(users.update, { ...of(acme.userId), body: profile })).toMatchObject({ code: 'RQ403' })
  expect(await acmeBasic.refused(users.update, { ...of(newId()), body: profile })).toMatchObject({ code: 'RQ403' })
  expect(await acme.raw(users.update, { ...of(acme.userId), body: { ...profile, id: nordico.userId } })).toMatchObject({
    status: 422,
    body: { info: { issues: [{ path: 'id' }] } },
  })
})

test('an action that the list shows as blocked is refused with the same code, and every other action succeeds', {
  tags: ['long'],
}, async () => {
  await invite(nordico, 'pending-of-list@nordico.example')
  await invite(vendor, 'pending-super@verdant.example', 'SuperAdmin')
  const second = await join(vendor, 'second@nordico.example', 'AccountAdmin', nordico.accountId)
  const actors = [vendor, manager, nordico, acme, acmeBasic, fjord, second]
  for (const actor of actors) {
    const { items } = await actor.call(users.search, { body: { includeChildren: true, limit: 100 } })
    expect(items.length).toBeGreaterThan(0)
    for (const user of items) await agree(actor, user, actors)
  }
})

async function agree(actor: Person | Newcomer, user: ListedUser, actors: { userId: string }[]): Promise<void> {
  const isPending = user.status === 'user_pending'
  const { firstName, lastName, timeZone, isNotificationEnabled } = user
  const body = { firstName, lastName, timeZone, isNotificationEnabled, languageCode: user.languageCode }
  const status = user.status === 'user_active' ? suspend : activate
  const calls: Record<keyof ListedUser['blocked'], [Endpoint, unknown]> = {
    update: [users.update, body],
    changeStatus: [users.changeStatus, status],
    changeRoles: [users.changeRoles, { roles: user.roles.map((role) => role.roleId) }],
    resend: [users.resend, undefined],
    view: [users.view, { reason: 'A question' }],
    remove: [isPending ? users.removePending : users.remove, undefined],
  }
  for (const [action, [endpoint, given]] of Object.entries(calls)) {
    const code = user.blocked[action as keyof ListedUser['blocked']]
    if (code === null && action === 'remove') continue
    // The users that act in this test must stay active.
    if (code === null && action === 'changeStatus' && actors.some(({ userId }) => userId === user.userId)) continue
    const answer = await actor.raw(endpoint, { ...of(user.userId), body: given })
    const said = (answer.body as { code?: string } | undefined)?.code ?? null
    expect(said === 'RQ429' ? null : said, `${actor.email} ${action} ${user.email}`).toBe(code)
    if (action === 'changeStatus' && code === null) {
      const back = { status: user.status as 'user_active' | 'user_suspended' }
      await actor.call(users.changeStatus, { ...of(user.userId), body: back })
    }
  }
}
