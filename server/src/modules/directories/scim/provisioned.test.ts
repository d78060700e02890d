import { expect, test } from 'vitest'
import { networkWithDirectory, shapes } from '../../../testing/directories.ts'
import { roleIds } from '../../../testing/inviting.ts'
import { entra, scimOf } from '../../../testing/scim.ts'
import { raw } from '../../../testing/selling.ts'

/* People whom a directory made by SCIM sign in by it (rules P51, P55). Covers: server/src/modules/directories/judge.ts,
   server/src/modules/directories/scim/users.ts */

const { world, connect, signIn } = await networkWithDirectory()
const { acme } = world
const { directoryOf } = scimOf(world)
const connection = await connect({ createsUsers: false })
const directory = await directoryOf(acme)
const refusedFor = (reason: string) => ({ status: 400, body: { code: 'A405', info: { reason } } })

test('somebody whom the directory made signs in by it at once, as the user that it made, until it deactivates them', async () => {
  const address = 'john@acme.example'
  expect(await signIn(connection, shapes.okta(address))).toMatchObject(refusedFor('not_invited'))
  const { body } = await directory.call('POST', '/Users', entra.user(address))
  expect(body.groups).toMatchObject([{ value: String(roleIds.Basic), display: 'Basic' }])
  expect(await signIn(connection, shapes.okta(address, { email_verified: false }))).toMatchObject(
    refusedFor('unverified'),
  )
  expect((await signIn(connection, shapes.okta(address))).status).toBe(200)
  const people = await raw<{ id: string }>(world, `select user_id as id from directory_people where subject = $1`, [
    shapes.okta(address).sub,
  ])
  expect(people).toEqual([{ id: body.id }])
  // The address of another person of the directory does not lead to them.
  expect(await signIn(connection, { ...shapes.okta(address), sub: 'another' })).toMatchObject(refusedFor('prove'))
  await directory.call('PATCH', `/Users/${body.id}`, entra.disable)
  expect(await signIn(connection, shapes.okta(address))).toMatchObject(refusedFor('suspended'))
  await directory.call('PATCH', `/Users/${body.id}`, entra.enable)
  expect((await signIn(connection, shapes.okta(address))).status).toBe(200)
})

test('whoever has a password proves who they are, also when the directory has found them (threats Z15)', async () => {
  const found = await directory.call('PATCH', `/Users/${acme.userId}`, {
    Operations: [{ op: 'Add', path: 'externalId', value: 'ann' }],
  })
  expect(found.status).toBe(200)
  expect(await signIn(connection, shapes.okta(acme.email, { sub: 'ann' }))).toMatchObject(refusedFor('prove'))
  const made = await directory.call('POST', '/Users', entra.user('eva@acme.example'))
  await raw(world, `update users set password_hash = 'x' where user_id = $1`, [made.body.id])
  expect(await signIn(connection, shapes.okta('eva@acme.example', { sub: 'eva' }))).toMatchObject(refusedFor('prove'))
})
