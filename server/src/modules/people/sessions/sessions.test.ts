import type { Session } from '@trellis/contract/identity'
import { identity, sessions } from '@trellis/contract/identity'
import { network as accountsNetwork } from '@trellis/contract/network'
import { users } from '@trellis/contract/users'
import { expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { openBrowser } from '../../../testing/browser.ts'
import { network } from '../../../testing/network.ts'
import { raw } from '../../../testing/selling.ts'

const world = await network()
const { vendor, nordico, acme, canary, anonymous } = world

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const sessionIdOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')).sid as string
const me = (token: string) => anonymous(identity.me, bearer(token))

test('users see their own active sessions, most recently used first, with the current one marked', async () => {
  const laptop = openBrowser(world)
  const phone = openBrowser(world)
  const first = await laptop.signIn('sandro@sudvia.example', { deviceUniqueId: 'Windows Edge' })
  const second = await phone.signIn('sandro@sudvia.example', { deviceUniqueId: 'Android Chrome' })
  const ended = await openBrowser(world).signIn('sandro@sudvia.example')
  await anonymous(identity.signOut, bearer(ended.token))
  const expired = await openBrowser(world).signIn('sandro@sudvia.example')
  await raw(world, `update sessions set expires_at = now() where session_id = $1`, [sessionIdOf(expired.token)])

  const list = (await laptop.as(first.token, sessions.list)).body as Session[]
  expect(list.map(({ sessionId }) => sessionId)).toEqual([sessionIdOf(second.token), sessionIdOf(first.token)])
  expect(list[0]).toMatchObject({ deviceUniqueId: 'Android Chrome', appPlatform: 'web', isCurrent: false })
  expect(list[1]).toMatchObject({ deviceUniqueId: 'Windows Edge', isCurrent: true })

  await raw(world, `update sessions set last_used_at = last_used_at - interval '1 hour'`)
  await laptop.refresh()
  const later = (await laptop.as(first.token, sessions.list)).body as Session[]
  expect(later.map(({ isCurrent }) => isCurrent)).toEqual([true, false])
})

test('a user ends one of their sessions, whose next call is refused; the other sessions go on', async () => {
  const [here, there] = [openBrowser(world), openBrowser(world)]
  const mine = (await here.signIn(acme.email)).token
  const lost = (await there.signIn(acme.email)).token
  expect((await me(lost)).status).toBe(200)
  const answer = await here.as(mine, sessions.end, { params: { id: sessionIdOf(lost) } })
  expect(answer).toMatchObject({ status: 204, body: null, cookies: [] })
  expect(await me(lost)).toMatchObject({ status: 401, body: { code: 'RQ401' } })
  expect(await there.refresh()).toMatchObject({ status: 401, body: { code: 'A407' } })
  expect((await me(mine)).status).toBe(200)
})

test('a session of another user or tenant, an ended and an invented one are not found, and nothing changes', async () => {
  const strange = sessionIdOf(await nordico.token())
  const foreign = sessionIdOf(await canary.token())
  const ended = (await openBrowser(world).signIn(acme.email)).token
  await anonymous(identity.signOut, bearer(ended))
  const bodies = []
  for (const id of [strange, foreign, sessionIdOf(ended), '00000000-0000-7000-8000-000000000000', 'none']) {
    const { status, body } = await acme.raw(sessions.end, { params: { id } })
    expect(status, id).toBe(404)
    bodies.push({ ...(body as object), requestId: '' })
  }
  expect(bodies).toEqual(Array(5).fill(bodies[0]))
  expect((await nordico.raw(identity.me)).status).toBe(200)
  expect((await canary.raw(identity.me)).status).toBe(200)
})

test('ending the current session signs out: its cookies are deleted, and the browser stays known', async () => {
  const browser = openBrowser(world)
  const token = (await browser.signIn(acme.email)).token
  expect((await browser.as(token, sessions.end, { params: { id: sessionIdOf(token) } })).status).toBe(204)
  expect([...browser.jar.keys()]).toEqual(['trellis_browser'])
  expect((await me(token)).status).toBe(401)
})

test('a session ends at once, whether its id is sent in upper or lower case', async () => {
  const { token } = (await anonymous(identity.signIn, signIn(acme.email))).body as { token: string }
  expect((await me(token)).status).toBe(200)
  await acme.call(sessions.end, { params: { id: sessionIdOf(token).toUpperCase() } })
  expect((await me(token)).status).toBe(401)
})

test('signing in creates a new session, and the tokens that the browser had before become invalid (threats A18)', async () => {
  const browser = openBrowser(world)
  browser.jar.set('trellis_refresh', { value: 'planted', path: '/api/v1/auth' })
  const first = await browser.signIn(acme.email)
  const held = browser.jar.get('trellis_refresh')?.value ?? ''
  expect(held).not.toBe('planted')
  const second = await browser.signIn(acme.email)
  expect(sessionIdOf(second.token)).not.toBe(sessionIdOf(first.token))
  expect((await me(first.token)).status).toBe(401)
  expect((await anonymous(identity.refresh, { body: { refreshToken: held } })).status).toBe(401)
  expect((await me(second.token)).status).toBe(200)
})

test('signing out ends the session of the access token, or of the cookie when that token has expired (threats A19)', async () => {
  const { token } = (await anonymous(identity.signIn, signIn(acme.email))).body as { token: string }
  expect((await anonymous(identity.signOut, bearer(token))).status).toBe(204)
  expect(await me(token)).toMatchObject({ status: 401, body: { code: 'RQ401' } })
  expect((await anonymous(identity.signOut, bearer(token))).status).toBe(204)

  const browser = openBrowser(world)
  const asleep = (await browser.signIn(acme.email)).token
  expect((await browser.send(identity.signOut)).status).toBe(204)
  expect((await me(asleep)).status).toBe(401)
  expect(browser.jar.has('trellis_refresh')).toBe(false)
})

const signIn = (email: string) => ({ body: { grantType: 'password', email, password: 'Correct-Horse-1' } })

test('after suspending or deleting a user, or deleting the account, the next call and the refresh are refused (threats A19)', async () => {
  const cases: [string, (userId: string) => Promise<unknown>][] = [
    [
      'carla@calabro.example',
      (id) => vendor.call(users.changeStatus, { params: { id }, body: { status: 'user_suspended' } }),
    ],
    ['basil@acme.example', (id) => vendor.call(users.remove, { params: { id } })],
    ['finn@fjord.example', () => vendor.call(accountsNetwork.remove, { params: { id: world.fjord.accountId } })],
  ]
  for (const [email, end] of cases) {
    const pair = (await anonymous(identity.signIn, signIn(email))).body as { token: string; refreshToken: string }
    const user = (await me(pair.token)).body as { userId: string }
    await end(user.userId)
    expect(await me(pair.token), email).toMatchObject({ status: 401, body: { code: 'RQ401' } })
    const refreshed = await anonymous(identity.refresh, { body: { refreshToken: pair.refreshToken } })
    expect(refreshed, email).toMatchObject({ status: 401, body: { code: 'A407' } })
    expect(await anonymous(identity.signIn, signIn(email)), email).toMatchObject({
      status: 401,
      body: { code: 'A401' },
    })
  }
})

test('a lowered role applies from the next call on, whether the user id is sent in upper or lower case (threats A19)', async () => {
  const { token } = (await anonymous(identity.signIn, signIn('bo@bergen.example'))).body as { token: string }
  const { userId } = (await me(token)).body as { userId: string }
  const resending = () => anonymous(users.resend, { params: { id: newId() }, ...bearer(token) })
  expect((await resending()).status).toBe(404)
  const [basic] = await raw<{ role_id: number }>(world, `select role_id from roles where name = 'Basic' limit 1`)
  await vendor.call(users.changeRoles, { params: { id: userId.toUpperCase() }, body: { roles: [basic?.role_id ?? 0] } })
  expect(await resending()).toMatchObject({ status: 403, body: { code: 'RQ403' } })
})

test('a session that ends while it is being looked up is not cached as active (threats A19)', {
  tags: ['long'],
}, async () => {
  for (let n = 0; n < 15; n++) {
    const { token } = (await anonymous(identity.signIn, signIn(nordico.email))).body as { token: string }
    await Promise.all([me(token), me(token), anonymous(identity.signOut, bearer(token)), me(token), me(token)])
    expect((await me(token)).status).toBe(401)
  }
})
