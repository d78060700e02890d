import { identity, type Session, sessions } from '@trellis/contract/identity'
import { users } from '@trellis/contract/users'
import { expect, test, vi } from 'vitest'
import { openBrowser } from '../../../testing/browser.ts'
import { network, password } from '../../../testing/network.ts'
import { authentication } from '../../../testing/second-factors.ts'
import { raw } from '../../../testing/selling.ts'

const world = await network()
const { vendor, canary, anonymous } = world
const { mailsTo } = authentication(world)

interface Pair {
  token: string
  refreshToken: string
  expirationUtc: string
  refreshTokenExpirationUtc: string
}
const signIn = async (email: string) =>
  (await anonymous(identity.signIn, { body: { grantType: 'password', email, password } })).body as Pair
const refresh = (refreshToken: string | null) => anonymous(identity.refresh, { body: { refreshToken } })
const successor = async (refreshToken: string) => (await refresh(refreshToken)).body as Pair
const me = (token: string) => anonymous(identity.me, { headers: { authorization: `Bearer ${token}` } })
const passGrace = () =>
  raw(world, `update refresh_tokens set rotated_at = now() - interval '11 seconds' where rotated_at is not null`)
/** Keeps the exchanges so far in the grace period, however slowly the test runs. */
const extendGrace = () => raw(world, `update refresh_tokens set rotated_at = rotated_at + interval '1 hour'`)
const lateUntil = (time: string) =>
  raw(world, `update sessions set ended_at = ${time} where ended_because = 'rights changed' and ended_at is not null`)
const sessionIdOf = ({ token }: Pair) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')).sid as string
const living = (email: string) =>
  raw<{ session_id: string }>(
    world,
    `select session_id from sessions join users using (tenant_id, user_id) where email = $1 and ended_at is null`,
    [email],
  )

test('twenty tabs that refresh at once get the same new token, and all stay signed in (threats A7)', async () => {
  const first = await signIn('bo@bergen.example')
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(first.refreshToken)))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(new Set(answers.map(({ body }) => (body as Pair).refreshToken)).size).toBe(1)
  const rows = await raw<{ rotated: number; fresh: number }>(
    world,
    `select count(*) filter (where rotated_at is not null)::int as rotated, count(*) filter (where rotated_at is null)::int as fresh from refresh_tokens`,
  )
  expect(rows).toEqual([{ rotated: 1, fresh: 1 }])
  for (const { body } of answers) expect((await me((body as Pair).token)).status).toBe(200)
})

test('twenty tabs of one browser keep the cookie, whichever answer arrives last (threats A7)', async () => {
  const browser = openBrowser(world)
  await browser.signIn('bo@bergen.example')
  const answers = await Promise.all(Array.from({ length: 20 }, () => browser.refresh()))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  for (const { cookies } of answers) {
    const set = cookies.find((cookie) => cookie.startsWith('trellis_refresh='))
    expect(set).toMatch(/^trellis_refresh=[\w-]{43};/)
  }
  expect((await browser.refresh()).status).toBe(200)
})

test('a refresh accepts the complete answer of the sign-in as its payload, whatever other fields contain', async () => {
  const first = await signIn('bo@bergen.example')
  const payload = {
    deviceUniqueId: 'Linux Firefox',
    appPlatform: 'web',
    grantType: 'password',
    email: 'bo@bergen.example',
    password,
    mfaToken: null,
    mfaCode: '',
    oauthProviderType: 0,
    callbackUrl: null,
    authCode: null,
  }
  const { status, body } = await anonymous(identity.refresh, { body: { ...payload, ...first } })
  expect(status, JSON.stringify(body)).toBe(200)
  const second = body as Pair
  // Ignored fields are not validated either.
  const odd = { ...second, grantType: 'refresh_token', email: { not: 'an address' }, expirationUtc: 12 }
  expect((await anonymous(identity.refresh, { body: odd })).status).toBe(200)
  expect((await anonymous(identity.refresh, { body: { ...payload, token: second.token } })).body).toMatchObject({
    code: 'A407',
  })
  expect((await anonymous(identity.refresh, { body: { refreshToken: 'x', unknown: 1 } })).status).toBe(422)
})

test('a tab that is two exchanges behind stays signed in within the grace period (threats A7)', async () => {
  const first = await signIn('bo@bergen.example')
  const second = await successor(first.refreshToken)
  const third = await successor(second.refreshToken)
  await extendGrace()
  const late = await successor(first.refreshToken)
  expect(late.refreshToken).toBe(third.refreshToken)
})

test('a token reused after the grace period ends the session for thief and owner, is recorded, and the user is notified once (threats A6)', async () => {
  const email = 'carla@calabro.example'
  const elsewhere = await signIn(email)
  const first = await signIn(email)
  const second = await successor(first.refreshToken)
  const third = await successor(second.refreshToken)
  await passGrace()
  const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(first.refreshToken)))
  for (const answer of answers) expect(answer).toMatchObject({ status: 401, body: { code: 'A407' } })
  expect(await refresh(third.refreshToken)).toMatchObject({ status: 401, body: { code: 'A407' } })
  expect(await me(third.token)).toMatchObject({ status: 401, body: { code: 'RQ401' } })
  // Another sign-in is another session and is not affected.
  expect((await me(elsewhere.token)).status).toBe(200)
  expect((await mailsTo(email)).filter(({ kind }) => kind === 'session_reused')).toHaveLength(1)
  const trail = await raw(
    world,
    `select after from audit_log where action = 'session.ended' and after->>'because' = 'reuse'`,
  )
  expect(trail).toHaveLength(1)
})

/** A browser that signed in, and whose answer to a refresh was lost: it still holds the token that was exchanged. */
async function browserWithLostAnswer(email: string) {
  const browser = openBrowser(world)
  await browser.signIn(email)
  const lose = async () => {
    const held = browser.jar.get('trellis_refresh')
    const lost = await browser.refresh()
    const received = browser.jar.get('trellis_refresh')
    if (held) browser.jar.set('trellis_refresh', held)
    return { token: lost.token, refreshToken: received?.value ?? '' }
  }
  const lost = await lose()
  await passGrace()
  return { browser, lose, lost }
}

test('a browser whose refresh was answered into nothing stays signed in, however late it asks again and however often', async () => {
  const { browser, lose } = await browserWithLostAnswer('bo@bergen.example')
  await raw(world, `update refresh_tokens set rotated_at = rotated_at - interval '3 days' where rotated_at is not null`)
  for (let times = 0; times < 3; times++) {
    await lose()
    await passGrace()
  }
  const answers = await Promise.all(Array.from({ length: 20 }, () => browser.refresh()))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  for (const { token } of answers) expect((await me(token)).status).toBe(200)
  await passGrace()
  expect((await browser.refresh()).status).toBe(200)
})

test('who holds the answer that the browser never got is found out by its use, and both must sign in again (threats A6)', async () => {
  const email = 'sandro@sudvia.example'
  const { browser, lost } = await browserWithLostAnswer(email)
  const again = await browser.refresh()
  expect(again.status).toBe(200)
  expect(await refresh(lost.refreshToken)).toMatchObject({ status: 401, body: { code: 'A407' } })
  expect((await me(again.token)).status).toBe(401)
  expect(await browser.refresh()).toMatchObject({ status: 401, body: { code: 'A407' } })
  expect((await mailsTo(email)).filter(({ kind }) => kind === 'session_reused')).toHaveLength(1)
})

test('a token of a lost answer ends the session when another browser or client sends it, or once its successor was used (threats A6)', async () => {
  const stolen = async (browser: ReturnType<typeof openBrowser>) => browser.jar.get('trellis_refresh')?.value ?? ''
  const first = await browserWithLostAnswer('bo@bergen.example')
  expect((await refresh(await stolen(first.browser))).status).toBe(401)
  expect((await first.browser.refresh()).status).toBe(401)

  const second = await browserWithLostAnswer('bo@bergen.example')
  const thief = openBrowser(world)
  await thief.signIn('anna@acme.example')
  thief.jar.set('trellis_refresh', { value: await stolen(second.browser), path: '/api/v1/auth' })
  expect((await thief.refresh()).status).toBe(401)
  expect((await second.browser.refresh()).status).toBe(401)

  const third = await browserWithLostAnswer('bo@bergen.example')
  expect((await refresh(third.lost.refreshToken)).status).toBe(200)
  expect((await third.browser.refresh()).status).toBe(401)
  expect((await me(third.lost.token)).status).toBe(401)
})

test('concurrent reuses are all refused quickly, and no request waits for a connection that another of them holds (threats A6)', async () => {
  const first = await signIn('basil@acme.example')
  await successor(first.refreshToken)
  await passGrace()
  const answers = await Promise.all(Array.from({ length: 60 }, () => refresh(first.refreshToken)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
  expect((await mailsTo('basil@acme.example')).filter(({ kind }) => kind === 'session_reused')).toHaveLength(1)
})

test('after a change of roles the next exchange gives the session a new id, and the old id becomes invalid (threats A18)', {
  tags: ['long'],
}, async () => {
  const email = 'basil@acme.example'
  const first = await signIn(email)
  const held = await successor(first.refreshToken)
  const { userId } = (await me(first.token)).body as { userId: string }
  const [admin] = await raw<{ role_id: number }>(world, `select role_id from roles where name = 'AccountAdmin' limit 1`)
  await vendor.call(users.changeRoles, { params: { id: userId }, body: { roles: [admin?.role_id ?? 0] } })
  expect((await me(first.token)).status).toBe(200)

  const before = await living(email)
  await extendGrace()
  // All other tabs still have the tokens from before the last exchange.
  const tabs = Array.from({ length: 10 }, () => [refresh(first.refreshToken), refresh(held.refreshToken)]).flat()
  const answers = await Promise.all(tabs)
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  const pairs = answers.map(({ body }) => body as Pair)
  const [renewed] = pairs.map(sessionIdOf)
  expect(pairs.map(sessionIdOf)).toEqual(Array(20).fill(renewed))
  expect(renewed).not.toBe(sessionIdOf(first))
  // Requests in progress, and tabs with the earlier token, are not signed out.
  await lateUntil("now() + interval '1 hour'")
  expect((await me(first.token)).status).toBe(200)
  await lateUntil('now()')
  const [pair] = pairs as [Pair]
  await vi.waitFor(async () => expect((await me(first.token)).status).toBe(401), { timeout: 60_000, interval: 500 })

  expect((await living(email)).length).toBe(before.length)
  const list = (await anonymous(sessions.list, { headers: { authorization: `Bearer ${pair.token}` } }))
    .body as Session[]
  expect(list.filter(({ isCurrent }) => isCurrent).map(({ sessionId }) => sessionId)).toEqual([renewed])
  expect(list.map(({ sessionId }) => sessionId)).not.toContain(sessionIdOf(first))

  const next = await successor(pair.refreshToken)
  expect(sessionIdOf(next)).toBe(renewed)
  await passGrace()
  expect((await refresh(first.refreshToken)).status).toBe(401)
  expect((await me(next.token)).status).toBe(401)
})

test('a session that just got a new id ends with the user’s other sessions, whichever id is used (threats A18, A19)', async () => {
  const email = 'sandro@sudvia.example'
  const first = await signIn(email)
  const { userId } = (await me(first.token)).body as { userId: string }
  const [basic] = await raw<{ role_id: number }>(world, `select role_id from roles where name = 'Basic' limit 1`)
  await vendor.call(users.changeRoles, { params: { id: userId }, body: { roles: [basic?.role_id ?? 0] } })
  const second = await successor(first.refreshToken)
  await lateUntil("now() + interval '1 hour'")
  expect((await me(first.token)).status).toBe(200)
  await anonymous(identity.signOut, { headers: { authorization: `Bearer ${second.token}` } })
  expect((await me(first.token)).status).toBe(401)
  expect((await me(second.token)).status).toBe(401)
  expect((await refresh(second.refreshToken)).status).toBe(401)
})

test('a session ends 90 days after its sign-in, however often it is refreshed, and the device list shows the date', async () => {
  const email = 'sandro@sudvia.example'
  const first = await signIn(email)
  const age = (days: number) =>
    raw(world, `update sessions set created_at = now() - make_interval(days => $2) where session_id = $1`, [
      sessionIdOf(first),
      days,
    ])
  const daysLeft = (pair: Pair) => (Date.parse(pair.refreshTokenExpirationUtc) - Date.now()) / 86_400_000
  await age(10)
  const second = await successor(first.refreshToken)
  expect(daysLeft(second)).toBeCloseTo(30, 1)
  await age(80)
  const third = await successor(second.refreshToken)
  expect(daysLeft(third)).toBeCloseTo(10, 1)
  const { body } = await anonymous(sessions.list, { headers: { authorization: `Bearer ${third.token}` } })
  const own = (body as Session[]).find(({ isCurrent }) => isCurrent)
  expect(own?.expirationDate).toBe(third.refreshTokenExpirationUtc)
  await age(90)
  expect(await refresh(third.refreshToken)).toMatchObject({ status: 401, body: { code: 'A407' } })
})

test('a refresh token is refused when its session has ended or expired, in another tenant, and when it is invented', async () => {
  const email = 'sandro@sudvia.example'
  const { refreshToken } = await signIn(email)
  const foreign = await canary.raw(identity.refresh, { body: { refreshToken } })
  const refusals = [foreign, await refresh('x'), await refresh(''), await refresh(null)]
  await raw(world, `update sessions set expires_at = now() - interval '1 second' where ended_at is null`)
  refusals.push(await refresh(refreshToken))
  const bodies = refusals.map(({ status, body }) => ({ status, code: (body as { code: string }).code }))
  expect(bodies).toEqual(Array(5).fill({ status: 401, code: 'A407' }))
  expect((await refresh('x'.repeat(501))).status).toBe(422)
})

test('each exchange extends the session to thirty days from then', async () => {
  const email = 'finn@fjord.example'
  const first = await signIn(email)
  await raw(world, `update sessions set expires_at = expires_at - interval '20 days'`)
  const second = await successor(first.refreshToken)
  const days = (Date.parse(second.refreshTokenExpirationUtc) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(29.9)
  expect(days).toBeLessThan(30.1)
  const minutes = (Date.parse(second.expirationUtc) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(14.9)
  expect(minutes).toBeLessThan(15.1)
  expect(await living(email)).toHaveLength(1)
})

test('only hashes of refresh tokens are stored', async () => {
  const { refreshToken } = await signIn('finn@fjord.example')
  const rows = await raw<{ text: string }>(world, `select row_to_json(t)::text as text from refresh_tokens t`)
  const plain = Buffer.from(refreshToken).toString('hex')
  expect(rows.filter(({ text }) => text.includes(refreshToken) || text.includes(plain))).toEqual([])
})
