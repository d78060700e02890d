import { accounts } from '@trellis/contract/accounts'
import { identity } from '@trellis/contract/identity'
import { expect, test } from 'vitest'
import { network, password } from '../../testing/network.ts'

const world = await network()
const { vendor, nordico, canary, anonymous } = world

const signIn = (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  anonymous(identity.signIn, { body: { grantType: 'password', ...body }, headers })
const refresh = (refreshToken: string) => anonymous(identity.refresh, { body: { refreshToken } })
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

test('a user learns who they are, what they may and where they belong', async () => {
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

test('every failed sign-in answers the same, whoever it was for (A1)', async () => {
  const attempts = [
    { email: 'nobody@nowhere.example', password },
    { email: 'vera@verdant.example', password: 'Wrong-Horse-1' },
    { email: 'canary@canary.example', password },
  ]
  const answers = await Promise.all(attempts.map((body) => signIn(body)))
  for (const { status, body } of answers) {
    expect(status).toBe(401)
    expect({ ...(body as object), requestId: '' }).toEqual({
      type: 'urn:trellis:problem:A401',
      title: 'Incorrect username or password',
      status: 401,
      detail: 'Incorrect username or password',
      code: 'A401',
      message: 'Incorrect username or password',
      info: null,
      requestId: '',
    })
  }
})

test('five wrong guesses make an address wait, even with the right password, but not on a device it used before (A3)', async () => {
  await vendor.token()
  const email = 'max@verdant.example'
  const known = await signIn({ email, password, deviceUniqueId: 'laptop' })
  expect(known.status).toBe(200)
  for (let n = 0; n < 5; n++) await signIn({ email, password: 'Wrong-Horse-1' })
  const late = await signIn({ email, password })
  expect(late).toMatchObject({ status: 429, body: { code: 'RQ429' } })
  expect(Number(late.headers['retry-after'])).toBeGreaterThan(0)
  expect((await signIn({ email, password, deviceUniqueId: 'laptop' })).status).toBe(200)
})

test('a refresh token is exchanged once; racing tabs get the same successor and stay signed in (A7)', async () => {
  const first = (await signIn({ email: 'bo@bergen.example', password })).body as { refreshToken: string }
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(first.refreshToken)))
  expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200))
  const successors = new Set(answers.map((answer) => (answer.body as { refreshToken: string }).refreshToken))
  expect(successors.size).toBe(1)
  expect([...successors][0]).not.toBe(first.refreshToken)
})

test('a refresh token used again after the grace period ends its whole family (A6)', async () => {
  const first = (await signIn({ email: 'carla@calabro.example', password })).body as {
    token: string
    refreshToken: string
  }
  const second = (await refresh(first.refreshToken)).body as { token: string; refreshToken: string }
  const { default: pg } = await import('pg')
  const admin = new pg.Client(world.adminUrl)
  await admin.connect()
  await admin.query(
    `update refresh_tokens set rotated_at = rotated_at - interval '11 seconds' where rotated_at is not null`,
  )
  await admin.end()
  expect(await refresh(first.refreshToken)).toMatchObject({ status: 401, body: { code: 'A407' } })
  expect(await refresh(second.refreshToken)).toMatchObject({ status: 401, body: { code: 'A407' } })
  expect((await anonymous(identity.me, bearer(second.token))).status).toBe(401)
})

test('after signing out the access token is refused at the next request (A19)', async () => {
  const { token } = (await signIn({ email: 'sandro@sudvia.example', password })).body as { token: string }
  expect((await anonymous(identity.me, bearer(token))).status).toBe(200)
  expect((await anonymous(identity.signOut, bearer(token))).status).toBe(204)
  expect(await anonymous(identity.me, bearer(token))).toMatchObject({ status: 401, body: { code: 'RQ401' } })
})

test('the web app gets its refresh token in a cookie that scripts cannot read and other sites cannot send (A20, W7)', async () => {
  const answer = await signIn({ email: 'finn@fjord.example', password }, { 'x-refresh-cookie': '1' })
  expect((answer.body as { refreshToken: null }).refreshToken).toBeNull()
  const cookies = answer.headers['set-cookie'] as string[]
  const held = cookies.find((cookie) => cookie.startsWith('trellis_refresh='))
  expect(held).toMatch(/HttpOnly/)
  expect(held).toMatch(/SameSite=Strict/)
  expect(held).toMatch(/Path=\/api\/v1\/auth/)
  expect(answer.headers['cache-control']).toBe('no-store')
  const cookie = held?.split(';')[0] ?? ''
  const own = { 'x-refresh-cookie': '1', 'sec-fetch-site': 'same-origin' }
  const foreign = { ...own, 'sec-fetch-site': 'cross-site' }
  expect((await anonymous(identity.refresh, { body: {}, headers: { cookie, ...foreign } })).status).toBe(403)
  expect((await anonymous(identity.refresh, { body: {}, headers: { cookie } })).status).toBe(403)
  expect((await anonymous(identity.refresh, { body: {}, headers: { cookie, ...own } })).status).toBe(200)
})

test('sign-in with Google, Microsoft or Apple is not enabled and calls nobody (A22)', async () => {
  const answer = await signIn({
    grantType: 'access_token',
    oauthProviderType: 1,
    callbackUrl: 'http://169.254.169.254/',
  })
  expect(answer).toMatchObject({ status: 400, body: { code: 'A405' } })
})

test('a token of one tenant is worth nothing in another, and no tenant at all is a malformed request (T1)', async () => {
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

test('forged and foreign tokens are refused (A8)', async () => {
  const { body } = await signIn({ email: 'finn@fjord.example', password })
  const { token, refreshToken } = body as { token: string; refreshToken: string }
  const [, claims, signature] = token.split('.')
  const none = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${claims}.`
  for (const forged of [refreshToken, none, `${token}x`, `x.${claims}.${signature}`]) {
    expect((await anonymous(identity.me, bearer(forged))).status).toBe(401)
  }
  expect((await refresh(token)).status).toBe(401)
})
