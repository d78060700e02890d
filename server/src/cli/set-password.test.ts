import { identity } from '@trellis/contract/identity'
import { expect, test } from 'vitest'
import { sql } from '../platform/database/sql.ts'
import { network } from '../testing/network.ts'
import { operatorOf } from '../testing/operator.ts'
import { authentication } from '../testing/second-factors.ts'
import { raw } from '../testing/selling.ts'

const world = await network()
const { nordico, bergen, anonymous, tenantId, db } = world
const auth = authentication(world)
const portal = operatorOf(world)
const setPassword = (email: string, password: string, tenant = 'verdant') =>
  portal('user', 'set-password', '--tenant', tenant, '--email', email, '--password', password)
const signIn = async (email: string, secret: string) => (await auth.signIn(email, { password: secret })).status
const password = 'Quiet-Harbour-7'

test('an operator sets a password: the old one and every session end, and a mail says so', async () => {
  const headers = { authorization: `Bearer ${await nordico.token()}` }
  const mailsBefore = (await auth.mailsTo(nordico.email)).length
  const { isDone, stdout } = await setPassword(nordico.email, password)
  expect({ isDone, stdout }).toMatchObject({ isDone: true, stdout: expect.stringContaining('every session has ended') })
  await expect.poll(async () => (await anonymous(identity.me, { headers })).status).toBe(401)
  expect(await signIn(nordico.email, password)).toBe(200)
  const kinds = (await auth.mailsTo(nordico.email)).slice(mailsBefore).map(({ kind }) => kind)
  expect(kinds).toEqual(['password_changed'])
  const log = await db.read({ tenantId, userId: null, reach: null, clock: null, requestId: null }).rows(sql`
    select after from audit_log
    where tenant_id = ${tenantId} and entity_id = ${nordico.userId} and action = 'password.changed'`)
  expect(log).toEqual([{ after: { because: 'set by the operator' } }])
})

test('a pending user becomes active by it, and their invitation no longer works', async () => {
  const email = 'waiting@acme.example'
  const create = [
    '--account',
    'ACME',
    '--email',
    email,
    '--roles',
    'Basic',
    '--first-name',
    'Wai',
    '--last-name',
    'Ting',
  ]
  expect((await portal('user', 'create', '--tenant', 'verdant', ...create, '--invite')).isDone).toBe(true)
  expect((await setPassword(email, password)).stdout).toContain('is active now')
  expect(await signIn(email, password)).toBe(200)
  const open = await db.read({ tenantId, userId: null, reach: null, clock: null, requestId: null }).rows(sql`
    select from one_time_tokens t join users u using (tenant_id, user_id)
    where t.tenant_id = ${tenantId} and u.email = ${email} and t.used_at is null`)
  expect(open).toEqual([])
})

test('weak passwords, unknown addresses, other tenants and suspended users are refused, and nothing changes', async () => {
  const hash = () => raw(world, 'select password_hash from users where email = $1', [bergen.email])
  const before = await hash()
  expect((await setPassword(bergen.email, 'short')).stderr).toContain('The password lacks')
  expect((await setPassword(bergen.email, 'Verdant-2026!')).stderr).toContain('the name of the portal')
  expect((await setPassword('nobody@nowhere.example', password)).stderr).toContain('Nobody in verdant signs in as')
  expect((await setPassword(bergen.email, password, 'canary')).stderr).toContain('Nobody in canary')
  await raw(world, `update users set status = 'user_suspended' where email = $1`, [bergen.email])
  expect((await setPassword(bergen.email, password)).stderr).toContain('whether they are suspended')
  expect(await hash()).toEqual(before)
})
