import { accounts } from '@trellis/contract/accounts'
import { identity } from '@trellis/contract/identity'
import { expect, test } from 'vitest'
import { network } from '../../../testing/network.ts'

const world = await network()
const { nordico, canary, anonymous } = world

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

test('a user gets their own profile, permissions and account', async () => {
  const me = await nordico.call(identity.me)
  expect(me).toMatchObject({
    email: 'nora@nordico.example',
    status: 'user_active',
    account: { accountName: 'Nordico', groupName: 'DISTRIBUTOR', level: 30 },
    roles: [{ name: 'AccountAdmin' }],
    isSuperAdmin: false,
  })
  expect(me.permissions).toContainEqual({ module: 'Products', flags: 'r' })
  expect(me.permissions).toContainEqual({ module: 'LicensesRMA', flags: 'r-u' })
})

test('a token of one tenant is refused in another, and a request without a tenant is malformed (threats T1)', async () => {
  const token = await canary.token()
  expect(await anonymous(accounts.search, { body: {}, ...bearer(token) })).toMatchObject({
    status: 401,
    body: { code: 'RQ401' },
  })
  for (const code of ['nowhere', '', 'a,b', 'x'.repeat(10_000)]) {
    const answer = await nordico.raw(accounts.search, { body: {}, headers: { 'x-tenant-code': code } })
    expect(answer).toMatchObject({ status: 400, body: { code: 'RQ400' } })
  }
})
