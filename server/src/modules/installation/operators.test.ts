// @module-tag long
import { apiKeys } from '@trellis/contract/api-keys'
import { identity, viewHeader } from '@trellis/contract/identity'
import { installation } from '@trellis/contract/installation'
import { ownAccounts } from '@trellis/contract/own-accounts'
import { modules } from '@trellis/contract/permissions'
import { users } from '@trellis/contract/users'
import { beforeEach, expect, test } from 'vitest'
import { inviting, type Newcomer, roleIds } from '../../testing/inviting.ts'
import { keysOf } from '../../testing/keys.ts'
import { network, type Person, type Raw } from '../../testing/network.ts'
import { operatorOf } from '../../testing/operator.ts'
import { raw } from '../../testing/selling.ts'

/* Who is an operator of the installation, and who is not (rules P67; threats Z16). Covers: server/src/cli/operator.ts, server/src/modules/people/members/operators.ts, server/src/platform/http/may-call.ts */

const world = await network()
const { vendor, nordico, acme, fjord, calabro, canary, anonymous } = world
const { join, signIn } = inviting(world)
const portal = operatorOf(world)
const make = keysOf(world)

type Caller = Pick<Person, 'raw'>
const name = ({ email }: { email: string }, tenant = 'verdant') =>
  portal('operator', 'add', '--tenant', tenant, '--email', email)
const remove = ({ email }: { email: string }) => portal('operator', 'remove', '--tenant', 'verdant', '--email', email)
const isOperator = async (person: Pick<Person | Newcomer, 'call'>) =>
  ((await person.call(identity.me as never)) as { isOperator: boolean }).isOperator

/** Bodies that are wrong: whoever may not call learns nothing of what the call wants. */
const calls = [
  [installation.search, { body: { filterBy: [{ field: 'tenantCode', values: ['verdant'] }], nonsense: 1 } }],
  [installation.create, { body: { tenantCode: '!' } }],
  [installation.read, { params: { code: 'verdant' } }],
  [installation.resend, { params: { code: 'verdant', id: acme.userId } }],
] as const

async function codesOf({ raw: call }: Caller, more: Raw = {}): Promise<string[]> {
  const codes = []
  for (const [endpoint, request] of calls)
    codes.push(((await call(endpoint, { ...request, ...more })).body as { code: string }).code)
  return codes
}
const nothing = ['RQ404', 'RQ404', 'RQ404', 'RQ404']
/** What an operator gets for the same: the wrong bodies are named, and the last one is no super admin. */
const everything = ['RQ422', 'RQ422', undefined, 'RQ404']

beforeEach(async () => {
  await raw(world, 'delete from operators')
})

test('who is no operator finds no such call: not a super admin, a partner, a buyer, nor a super admin elsewhere', async () => {
  for (const person of [vendor, nordico, acme, fjord, canary]) {
    expect(await codesOf(person), person.email).toEqual(nothing)
    expect(await isOperator(person)).toBe(false)
  }
  expect((await anonymous(installation.read, { params: { code: 'verdant' } })).status).toBe(401)
})

test('an operator is named and removed by command, which holds at once', async () => {
  expect((await name(nordico)).stdout).toContain('is an operator of this installation')
  await expect.poll(() => codesOf(nordico)).toEqual(everything)
  expect(await isOperator(nordico)).toBe(true)
  expect(await name(nordico)).toMatchObject({ isDone: true, stdout: expect.stringContaining('as before') })
  const list = await portal('operator', 'list')
  expect(list.stdout).toBe(`verdant  ${nordico.email}  Nora Nordico, no second factor\n`)
  expect(JSON.parse((await portal('operator', 'list', '--json')).stdout)).toMatchObject({
    items: [{ tenantCode: 'verdant', email: nordico.email, hasSecondFactor: false }],
  })

  expect((await remove(nordico)).stdout).toContain('is no operator any more')
  await expect.poll(() => codesOf(nordico)).toEqual(nothing)
  expect(await isOperator(nordico)).toBe(false)
  expect(await remove(nordico)).toMatchObject({ isDone: true, stdout: expect.stringContaining('was no operator') })
  expect((await portal('operator', 'list')).stdout).toContain('There is none')
  const log = await raw(
    world,
    `select action from audit_log where entity_id = $1 and action like 'operator.%' order by 1`,
    [nordico.userId],
  )
  expect(log).toEqual([{ action: 'operator.named' }, { action: 'operator.removed' }])
})

test('only an active person of a real tenant who signs in themselves is named', async () => {
  expect((await name({ email: 'nobody@nowhere.example' })).stderr).toContain('Nobody in verdant signs in as')
  expect((await name(nordico, 'canary')).stderr).toContain('Nobody in canary')
  const waiting = 'waiting@acme.example'
  await acme.call(users.create, {
    body: { user: { userName: waiting, firstName: 'W', lastName: 'A', roles: [roleIds.Basic] } },
  })
  expect((await name({ email: waiting })).stderr).toContain('is not active')
  await raw(
    world,
    `insert into tenants (tenant_id, code, name, currency_id, is_sandbox)
     values ('00000000-0000-4000-8000-000000000001', 'trying', 'Trying (Sandbox)', 978, true)`,
  )
  expect((await name(nordico, 'trying')).stderr).toContain('trying is a sandbox')
  expect(await raw(world, 'select * from operators')).toEqual([])
})

test('it is no role: an operator reaches no more in their own tenant than before, and no role gives it', async () => {
  const before = (await acme.call(identity.me)) as unknown as Record<string, unknown>
  await name(acme)
  await expect.poll(() => isOperator(acme)).toBe(true)
  const {
    isOperator: is,
    modifiedDate: _1,
    ...after
  } = (await acme.call(identity.me)) as unknown as Record<string, unknown>
  expect(is).toBe(true)
  const { isOperator: _, modifiedDate: _2, ...same } = before
  expect(after).toEqual(same)
  // Nor does anybody else see it.
  const { items } = await vendor.call(users.search, {
    body: { filterBy: [{ field: 'email', values: [acme.email] }], includeChildren: true },
  })
  expect(JSON.stringify(items)).not.toMatch(/operator/i)
})

test('an API key that an operator makes is none', async () => {
  await name(vendor)
  await expect.poll(() => codesOf(vendor)).toEqual(everything)
  const { call } = await make(vendor, { permissions: modules.map((module) => ({ module, flags: 'c-r-ra-u-d' })) })
  expect(await codesOf({ raw: call })).toEqual(nothing)
  expect((await vendor.call(apiKeys.search, { body: {} })).count).toBeGreaterThan(0)
})

test('whoever looks at the portal as an operator is none, nor is an operator who looks as somebody else', async () => {
  await name(acme)
  await expect.poll(() => codesOf(acme)).toEqual(everything)
  await vendor.call(users.view, { params: { id: acme.userId }, body: { reason: 'Ticket 1' } })
  expect(await codesOf(vendor, { headers: { [viewHeader]: acme.userId } })).toEqual(nothing)
  const seen = await vendor.raw(identity.me, { headers: { [viewHeader]: acme.userId } })
  expect(seen.body).toMatchObject({ userId: acme.userId, isOperator: false })

  await name(vendor)
  await expect.poll(() => codesOf(vendor)).toEqual(everything)
  expect(await codesOf(vendor, { headers: { [viewHeader]: acme.userId } })).toEqual(nothing)
})

test('an operator who acts for a further account is none there, and one again at home', async () => {
  const person = await join(acme, 'mia@acme.example', 'AccountAdmin')
  await calabro.call(users.create, {
    body: {
      user: { userName: person.email, firstName: 'M', lastName: 'D', roles: [roleIds.Basic], mayHaveSignIn: true },
    },
  })
  await person.call(ownAccounts.accept, { params: { id: calabro.accountId } })
  await name(person)
  await expect.poll(() => codesOf(person)).toEqual(everything)
  await person.call(ownAccounts.use, { body: { accountId: calabro.accountId } })
  expect(await codesOf(person)).toEqual(nothing)
  await person.call(ownAccounts.use, { body: { accountId: acme.accountId } })
  expect(await codesOf(person)).toEqual(everything)
})

test('suspending or deleting a user ends it for good: letting them in again does not give it back', async () => {
  const person = await join(acme, 'otto@acme.example')
  await name(person)
  await expect.poll(() => codesOf(person)).toEqual(everything)
  const set = (status: 'user_active' | 'user_suspended') =>
    vendor.call(users.changeStatus, { params: { id: person.userId }, body: { status } })
  await set('user_suspended')
  expect((await person.raw(installation.read, { params: { code: 'verdant' } })).status).toBe(401)
  await set('user_active')
  const { body } = await signIn(person.email)
  const headers = { authorization: `Bearer ${body.token}` }
  expect(await codesOf({ raw: (endpoint, request) => anonymous(endpoint, { ...request, headers }) })).toEqual(nothing)

  await name(person)
  expect(await raw(world, 'select user_id from operators')).toEqual([{ user_id: person.userId }])
  await vendor.call(users.remove, { params: { id: person.userId } })
  expect(await raw(world, 'select user_id from operators')).toEqual([])
})

test('the database itself opens a tenant for nobody else, and the application cannot name an operator', async () => {
  const { db, tenantId } = world
  const as = { tenantId, userId: vendor.userId, accountId: vendor.accountId, reach: null, clock: null, requestId: null }
  const { sql } = await import('../../platform/database/sql.ts')
  await expect(db.write(as, (tx) => tx.run(sql`select open_tenant('{}')`))).rejects.toThrow('only an operator')
  await expect(db.write(as, (tx) => tx.run(sql`select seed_tenant('{"tenantId": null}')`))).rejects.toThrow()
  await expect(
    db.write(as, (tx) => tx.run(sql`insert into operators (user_id) values (${vendor.userId})`)),
  ).rejects.toThrow('permission denied')
})
