import { identity } from '@trellis/contract/identity'
import { type Flag, flags, hasPermission, type modules } from '@trellis/contract/permissions'
import { users } from '@trellis/contract/users'
import { expect, test } from 'vitest'
import { sql } from './platform/database/sql.ts'
import type { Route } from './platform/http/routes.ts'
import { holders, request } from './testing/calling.ts'
import { licensing } from './testing/licensing.ts'
import { network, password } from './testing/network.ts'

/* Every listed call by every actor (threats Z1). Every position in the tree: see reach.test.ts. */

const world = await network()
const { app, vendor, manager, acme, acmeBasic, bergen, anonymous } = world
const { write } = licensing(world)
const holding = holders(world)

const guarded = app.routes.filter(({ endpoint }) => endpoint.permission.includes(':'))

/** Whether the call passed the permission check. */
function passes({ status, body }: { status: number; body: unknown }, { endpoint: { permission } }: Route): boolean {
  const info = (body as { info?: { permission?: string } | null } | undefined)?.info
  return !(status === 403 && info?.permission === permission)
}

/** The flags that each flag grants by itself; `cu` is stored and grants nothing (rules G5). */
const grants: Record<Flag, string[]> = { c: ['c'], cu: [], r: ['r'], ra: ['r', 'ra'], u: ['u'], d: ['d'] }

test.each(flags)(
  'a user with only %s on every module may do that, and nothing else',
  { tags: ['long'] },
  async (flag) => {
    const { call } = await holding(bergen, [flag])
    for (const route of guarded) {
      const wanted = route.endpoint.permission.split(':')[1] ?? ''
      // The body is empty, so that a permitted call is refused for its body and changes nothing.
      const answer = await call(route.endpoint, { ...request(route), ...(route.endpoint.body && { body: {} }) })
      expect(passes(answer, route), `${route.name} answered ${answer.status}`).toBe(grants[flag].includes(wanted))
      expect(answer.status, route.name).toBeLessThan(500)
    }
  },
)

test.each([
  ['a super admin', vendor],
  ['a vendor manager', manager],
  ['an account admin', acme],
  ['a basic user', acmeBasic],
])('%s may do what the permissions on their profile say', { tags: ['long'] }, async (_who, person) => {
  const { permissions } = await person.call(identity.me)
  for (const route of guarded) {
    const [module, flag] = route.endpoint.permission.split(':') as [(typeof modules)[number], Flag]
    const answer = await person.raw(route.endpoint, { ...request(route), ...(route.endpoint.body && { body: {} }) })
    expect(passes(answer, route), `${route.name} answered ${answer.status}`).toBe(
      hasPermission(permissions, module, flag),
    )
  }
})

test('a pending user can never sign in, and a suspended one is refused by every call at once', {
  tags: ['long'],
}, async () => {
  const user = { userName: 'pending@acme.example', firstName: 'P', lastName: 'P', roles: [3] }
  await acme.call(users.create, { body: { user } })
  const signIn = (email: string) => anonymous(identity.signIn, { body: { grantType: 'password', email, password } })
  expect(await signIn(user.userName)).toMatchObject({ status: 401, body: { code: 'A401' } })

  const { call, email, role } = await holding(bergen, flags)
  expect((await call(identity.me)).status).toBe(200)
  const { items } = await bergen.call(users.search, { body: { filterBy: [{ field: 'email', values: [email] }] } })
  await write((tx) => tx.run(sql`update roles set permissions = '[]' where name = ${role}`))
  await bergen.call(users.changeStatus, { params: { id: items[0]?.userId ?? '' }, body: { status: 'user_suspended' } })
  for (const route of app.routes.filter(({ endpoint }) => endpoint.permission !== 'public'))
    expect(await call(route.endpoint, request(route)), route.name).toMatchObject({
      status: 401,
      body: { code: 'RQ401' },
    })
  expect(await signIn(email)).toMatchObject({ status: 401, body: { code: 'A401' } })
})
