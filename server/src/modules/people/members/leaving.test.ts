import type { Endpoint } from '@trellis/contract/endpoint'
import { identity } from '@trellis/contract/identity'
import { users } from '@trellis/contract/users'
import { expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { inviting, roleIds } from '../../../testing/inviting.ts'
import { network, type Raw } from '../../../testing/network.ts'
import { raw } from '../../../testing/selling.ts'

const world = await network()
const { vendor, nordico, acme } = world
const { invite, join, signIn } = inviting(world)

const suspend = { status: 'user_suspended' } as const
const activate = { status: 'user_active' } as const
const of = (id: string) => ({ params: { id } })

test('a suspended, deleted or demoted user is affected at the next call, before the access token expires (threats A19)', async () => {
  const ida = await join(nordico, 'ida@nordico.example', 'AccountAdmin')
  const accountId = acme.accountId
  const reading = () => ida.raw(users.search, { body: { parentAccountId: accountId } })
  const writing = (n: number) =>
    ida.raw(users.create, {
      body: { user: { userName: `by-ida-${n}@nordico.example`, firstName: 'B', lastName: 'I', roles: [4] } },
    })
  expect((await writing(1)).status).toBe(201)
  await nordico.call(users.changeRoles, { ...of(ida.userId), body: { roles: [roleIds.Basic] } })
  expect((await writing(2)).status).toBe(403)
  expect((await reading()).status).toBe(200)
  await nordico.call(users.changeStatus, { ...of(ida.userId), body: suspend })
  expect((await reading()).status).toBe(401)
  expect((await signIn(ida.email)).status).toBe(401)
  await nordico.call(users.changeStatus, { ...of(ida.userId), body: activate })
  expect((await reading()).status).toBe(401)
  expect((await signIn(ida.email)).status).toBe(200)

  const udo = await join(nordico, 'udo@nordico.example')
  expect((await udo.raw(identity.me)).status).toBe(200)
  await nordico.call(users.remove, of(udo.userId))
  expect((await udo.raw(identity.me)).status).toBe(401)
  expect((await signIn(udo.email)).status).toBe(401)
})

test('a pending user can be deleted only through the pending call, all other users only through the other one', async () => {
  const pending = await invite(nordico, 'pia@nordico.example')
  expect(await nordico.refused(users.remove, of(pending))).toMatchObject({ status: 409, code: 'RQ409' })
  expect(await nordico.refused(users.changeStatus, { ...of(pending), body: activate })).toMatchObject({ code: 'RQ409' })
  const active = await join(nordico, 'paul@nordico.example')
  expect(await nordico.refused(users.removePending, of(active.userId))).toMatchObject({ code: 'RQ409' })
  await nordico.call(users.removePending, of(pending))
  expect(await nordico.refused(users.removePending, of(pending))).toMatchObject({ code: 'RQ404' })
})

test("the address of a deleted user can be used again, and records still show the deleted user's name", async () => {
  const first = await join(nordico, 'free@nordico.example', 'AccountAdmin')
  const byFirst = await invite(first, 'made-by-free@nordico.example')
  await nordico.call(users.remove, of(first.userId))
  expect(await nordico.refused(users.remove, of(first.userId))).toMatchObject({ code: 'RQ404' })
  const again = await invite(nordico, 'free@nordico.example')
  expect(again).not.toBe(first.userId)
  const { items } = await nordico.call(users.search, { body: { filterBy: [{ field: 'email', values: ['free@'] }] } })
  expect(items.map((user) => user.userId).sort()).toEqual([byFirst, again].sort())
  expect(items.find((user) => user.userId === byFirst)?.createdBy).toBe('free Invited')
})

test('users who are not super admins may delete themselves (threats Z5)', async () => {
  const lone = await join(acme, 'lone@acme.example', 'Basic')
  expect((await lone.raw(users.remove, of(lone.userId))).status).toBe(204)
  expect((await lone.raw(identity.me)).status).toBe(401)
  expect(await vendor.refused(users.remove, of(vendor.userId))).toMatchObject({ status: 403, code: 'RQ403' })
})

test('when two super admins delete each other at once, one stays (threats Z5)', { tags: ['long'] }, async () => {
  const ways: [Endpoint, Raw][] = [
    [users.changeRoles, { body: { roles: [roleIds.Basic] } }],
    [users.changeStatus, { body: suspend }],
    [users.remove, {}],
  ]
  const supers = `select u.user_id from users u join user_roles r using (tenant_id, user_id)
    where u.tenant_id = '${world.tenantId}' and r.role_id = 1 and u.status = 'user_active' and u.deleted_at is null`
  for (const [endpoint, body] of [...ways, ...ways]) {
    const one = await join(vendor, `one-${newId()}@verdant.example`, 'SuperAdmin')
    const other = await join(vendor, `other-${newId()}@verdant.example`, 'SuperAdmin')
    // All other super admins are suspended during the test.
    const pair = [one.userId, other.userId]
    await raw(world, `update users set status = 'user_suspended' where user_id in (${supers}) and user_id <> all($1)`, [
      pair,
    ])
    const answers = await Promise.all([
      one.raw(endpoint, { ...of(other.userId), ...body }),
      other.raw(endpoint, { ...of(one.userId), ...body }),
    ])
    const codes = answers.map((answer) => (answer.status < 300 ? 'done' : (answer.body as { code: string }).code))
    expect(codes, String(codes)).toContain('done')
    expect(['US409', 'RQ401', 'RQ403', 'RQ404']).toContain(codes.find((code) => code !== 'done'))
    expect(await raw(world, supers)).toHaveLength(1)
    await raw(world, `update users set status = 'user_suspended' where user_id = any($1)`, [pair])
    await raw(world, `update users set status = 'user_active' where user_id = $1`, [vendor.userId])
  }
})
