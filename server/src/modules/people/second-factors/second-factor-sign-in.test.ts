import { identity } from '@trellis/contract/identity'
import { secondFactors } from '@trellis/contract/second-factors'
import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../../platform/database/sql.ts'
import { newToken } from '../../../platform/secrets.ts'
import { network, type Person, password } from '../../../testing/network.ts'
import { after, authentication, codeAt, refusedWith, wrong } from '../../../testing/second-factors.ts'
import { insertChallenge } from './challenges.ts'

const world = await network()
const { nordico, sudvia, acme, bergen, anonymous, db, tenantId } = world
const auth = authentication(world)
const { signIn, challenged, signInWith, mailedCode, sendCode, withToken } = auth
const noon = '2026-03-02T12:00:07.000Z'
const context = { tenantId, userId: null, reach: null, clock: null, requestId: null }

beforeEach(async () => {
  world.at(noon)
  await auth.clear()
})

/** The tokens of this many sign-ins that all wait for their second factor. */
const manyChallenges = (person: Person, count: number) =>
  auth.manyTokens(count, noon, (tx, hash) => insertChallenge(tx, hash, person.userId))

test('with an authenticator enabled, the password alone gets A403, and password and code sign in', async () => {
  const secret = await auth.enableAuthenticator(nordico, noon)
  world.at(after(noon, 30))
  const mfaToken = await challenged(nordico.email)
  expect((await anonymous(secondFactors.challenge, { body: { mfaToken } })).body).toEqual([
    { providerType: 3, name: 'Authenticator app' },
  ])
  expect((await sendCode(mfaToken, 3)).status).toBe(204)
  expect(await signInWith(nordico.email, mfaToken, codeAt(secret, after(noon, 30)))).toMatchObject({
    status: 200,
    body: { token: expect.any(String), refreshToken: expect.any(String) },
  })
})

test('with the e-mail code enabled, the mailed code signs in', async () => {
  await auth.enableEmail(sudvia)
  const mfaToken = await challenged(sudvia.email)
  expect((await sendCode(mfaToken)).status).toBe(204)
  expect((await signInWith(sudvia.email, mfaToken, await mailedCode(sudvia.email))).status).toBe(200)
})

test('a code may contain spaces, and e-mail and password need not be sent again', async () => {
  const secret = await auth.enableAuthenticator(acme, noon)
  world.at(after(noon, 30))
  const code = codeAt(secret, after(noon, 30))
  const mfaToken = await challenged(acme.email)
  expect((await withToken(mfaToken, ` ${code.slice(0, 3)} ${code.slice(3)} `)).status).toBe(200)
})

test('without the correct password nobody can find out that a second factor is enabled (threats A1)', async () => {
  await auth.enableAuthenticator(nordico, noon)
  const guesses = await Promise.all([
    signIn(nordico.email, { password: 'Wrong-Horse-1' }),
    signIn('nobody@nowhere.example', { password: 'Wrong-Horse-1' }),
    signIn(bergen.email, { password: 'Wrong-Horse-1' }),
  ])
  const [first, ...others] = guesses.map(({ status, body }) => ({ status, body: { ...body, requestId: '' } }))
  expect(first).toMatchObject(refusedWith('A401'))
  for (const other of others) expect(other).toEqual(first)
})

test('the second factor cannot be bypassed (threats A9)', async () => {
  const secret = await auth.enableAuthenticator(nordico, noon)
  await auth.enableEmail(sudvia)
  world.at(after(noon, 30))
  const code = codeAt(secret, after(noon, 30))
  const mfaToken = await challenged(nordico.email)
  const bearer = await anonymous(identity.me, { headers: { authorization: `Bearer ${mfaToken}` } })
  expect(bearer).toMatchObject(refusedWith('RQ401'))
  expect(await withToken(mfaToken, '')).toMatchObject(refusedWith('RQ422', 422))
  expect(await signIn(nordico.email, { mfaCode: code })).toMatchObject(refusedWith('A403', 403))
  // The token of one user with the code or the password of another.
  const others = await challenged(sudvia.email)
  expect(await withToken(others, code)).toMatchObject(refusedWith('A410'))
  expect(await signInWith(sudvia.email, mfaToken, code)).toMatchObject(refusedWith('A401'))
  expect(await signIn(nordico.email, { mfaToken, mfaCode: code, password: 'Wrong-Horse-1' })).toMatchObject(
    refusedWith('A401'),
  )
  // Tokens of other kinds: an invented one, an access token, a set-up token.
  const setup = await sudvia.call(secondFactors.requestSetup, {
    body: { providerType: 3, providerSetup: await auth.setupLink(sudvia) },
  })
  for (const token of [newToken(), await nordico.token(), setup.mfaToken, 'x']) {
    expect(await withToken(token, code), token).toMatchObject(refusedWith('A406'))
    expect(await anonymous(secondFactors.challenge, { body: { mfaToken: token } })).toMatchObject(refusedWith('A406'))
    expect(await sendCode(token)).toMatchObject(refusedWith('A406'))
  }
  expect((await signInWith(nordico.email, mfaToken, code)).status).toBe(200)
})

test('a token is valid only in its own tenant', async () => {
  await auth.enableEmail(sudvia)
  const mfaToken = await challenged(sudvia.email)
  await sendCode(mfaToken)
  const mfaCode = await mailedCode(sudvia.email)
  const headers = { 'x-tenant-code': 'canary' }
  const body = { grantType: 'password', mfaToken, mfaCode }
  expect((await anonymous(identity.signIn, { headers, body })).body).toMatchObject({ code: 'A406' })
  expect((await anonymous(secondFactors.challenge, { headers, body: { mfaToken } })).body).toMatchObject({
    code: 'A406',
  })
  expect((await withToken(mfaToken, mfaCode)).status).toBe(200)
})

test('the code that verified the set-up cannot be used to sign in (threats A10)', async () => {
  const secret = await auth.enableAuthenticator(nordico, noon)
  expect(await withToken(await challenged(nordico.email), codeAt(secret, noon))).toMatchObject(refusedWith('A410'))
})

test('a clock that is half a minute off is accepted, one that is a minute off is not', async () => {
  const secret = await auth.enableAuthenticator(acme, noon)
  world.at(after(noon, 300))
  const mfaToken = await challenged(acme.email)
  for (const seconds of [240, 360]) {
    expect(await withToken(mfaToken, codeAt(secret, after(noon, seconds)))).toMatchObject(refusedWith('A410'))
  }
  expect((await withToken(mfaToken, codeAt(secret, after(noon, 270)))).status).toBe(200)
  expect((await withToken(await challenged(acme.email), codeAt(secret, after(noon, 330)))).status).toBe(200)
})

test('an e-mail code can be used once, for its own sign-in, and until a new one is sent (threats A11)', async () => {
  await auth.enableEmail(sudvia)
  const mfaToken = await challenged(sudvia.email)
  await sendCode(mfaToken)
  const former = await mailedCode(sudvia.email)
  let code = former
  while (code === former) {
    await auth.forgetTries()
    await sendCode(mfaToken)
    code = await mailedCode(sudvia.email)
  }
  const other = await challenged(sudvia.email)
  expect(await withToken(mfaToken, former)).toMatchObject(refusedWith('A410'))
  expect(await withToken(other, code)).toMatchObject(refusedWith('A410'))
  expect((await withToken(mfaToken, code)).status).toBe(200)
  expect(await withToken(mfaToken, code)).toMatchObject(refusedWith('A406'))
  await auth.forgetTries()
  expect(await withToken(other, code)).toMatchObject(refusedWith('A410'))
})

test('the token and its e-mail code expire after ten minutes (threats A11)', async () => {
  await auth.enableEmail(sudvia)
  const mfaToken = await challenged(sudvia.email)
  world.at(after(noon, 9 * 60))
  await sendCode(mfaToken)
  const letter = (await auth.mailsTo(sudvia.email)).at(-1)
  expect(letter).toMatchObject({ kind: 'mfa_code', values: { minutes: 1 } })
  world.at(after(noon, 601))
  expect(await withToken(mfaToken, await mailedCode(sudvia.email))).toMatchObject(refusedWith('A406'))
  expect(await sendCode(mfaToken)).toMatchObject(refusedWith('A406'))
})

test('only an enabled factor can be chosen, and choosing the authenticator sends no mail', async () => {
  await auth.enableAuthenticator(acme, noon)
  const before = (await auth.mailsTo(acme.email)).length
  const mfaToken = await challenged(acme.email)
  expect(await sendCode(mfaToken, 1)).toMatchObject({
    status: 422,
    body: { code: 'RQ422', info: { issues: [{ path: 'providerType', code: 'not_enabled' }] } },
  })
  expect((await sendCode(mfaToken, 3)).status).toBe(204)
  expect(await sendCode(mfaToken, 2)).toMatchObject(refusedWith('RQ422', 422))
  expect(await auth.mailsTo(acme.email)).toHaveLength(before)
})

test('a backup code signs in once, also with two concurrent calls (threats A13)', async () => {
  await auth.enableAuthenticator(acme, noon)
  const codes = await acme.call(secondFactors.backupCodes)
  expect(codes).toHaveLength(10)
  const [first = '', second = ''] = codes.map(({ backupCode }) => backupCode)
  expect(first).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
  const asTyped = ` ${first.toLowerCase().replace('-', '').replaceAll('0', 'o').replaceAll('1', 'l')} `
  expect((await withToken(await challenged(acme.email), asTyped)).status).toBe(200)
  expect(await withToken(await challenged(acme.email), first)).toMatchObject(refusedWith('A410'))

  const tokens = await manyChallenges(acme, 5)
  const answers = await Promise.all(tokens.map((token) => withToken(token, second)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
  const shown = await acme.call(secondFactors.backupCodes)
  expect(shown.map(({ isConsumed }) => isConsumed)).toEqual([true, true, ...Array(8).fill(false)])
  expect(shown.map(({ backupCode }) => backupCode)).toEqual(codes.map(({ backupCode }) => backupCode))
})

test("another user's backup code is refused", async () => {
  await auth.enableAuthenticator(acme, noon)
  await auth.enableAuthenticator(bergen, noon)
  const [code] = await acme.call(secondFactors.backupCodes)
  expect(await withToken(await challenged(bergen.email), code?.backupCode ?? '')).toMatchObject(refusedWith('A410'))
})

test('each sign-in creates a new session, whatever cookie the browser had (threats A18)', async () => {
  await auth.enableEmail(sudvia)
  const sessionIdOf = (token: unknown) =>
    (JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString()) as { sid: string }).sid
  const ids: string[] = [sessionIdOf(await sudvia.token())]
  for (let n = 0; n < 2; n++) {
    const mfaToken = await challenged(sudvia.email)
    await sendCode(mfaToken)
    const answer = await anonymous(identity.signIn, {
      body: { grantType: 'password', mfaToken, mfaCode: await mailedCode(sudvia.email) },
      headers: { 'x-refresh-cookie': '1', cookie: 'trellis_refresh=planted; trellis_session=planted' },
    })
    expect(String(answer.headers['set-cookie'])).not.toContain('planted')
    ids.push(sessionIdOf((answer.body as { token: string }).token))
  }
  expect(new Set(ids).size).toBe(3)
})

test.each([
  { what: 'is suspended', change: sql`status = 'user_suspended'`, back: sql`status = 'user_active'` },
  { what: 'is pending again', change: sql`status = 'user_pending'`, back: sql`status = 'user_active'` },
  { what: 'is deleted', change: sql`deleted_at = now()`, back: sql`deleted_at = null` },
  {
    what: 'gets another password',
    change: sql`password_hash = password_hash || 'x'`,
    back: sql`password_hash = left(password_hash, -1)`,
  },
])('a sign-in that waits for its code is dead when the user $what', async ({ change, back }) => {
  await auth.enableEmail(sudvia)
  const mfaToken = await challenged(sudvia.email)
  await sendCode(mfaToken)
  const code = await mailedCode(sudvia.email)
  const set = (values: typeof change) =>
    db.write(context, (tx) =>
      tx.run(sql`update users set ${values} where tenant_id = ${tenantId} and user_id = ${sudvia.userId}`),
    )
  await set(change)
  try {
    expect(await withToken(mfaToken, code)).toMatchObject(refusedWith('A406'))
    expect(await sendCode(mfaToken)).toMatchObject(refusedWith('A406'))
    expect(await anonymous(secondFactors.challenge, { body: { mfaToken } })).toMatchObject(refusedWith('A406'))
  } finally {
    await set(back)
  }
})

test('a refused code changes nothing but counters', async () => {
  const secret = await auth.enableAuthenticator(acme, noon)
  world.at(after(noon, 30))
  const mfaToken = await challenged(acme.email)
  const before = await auth.everything()
  expect(await withToken(mfaToken, wrong(codeAt(secret, after(noon, 30))))).toMatchObject(refusedWith('A410'))
  expect(await withToken(newToken(), '123456')).toMatchObject(refusedWith('A406'))
  expect(await sendCode(mfaToken, 1)).toMatchObject(refusedWith('RQ422', 422))
  expect(await auth.everything()).toEqual(before)
})

test('no credential is stored in plain text, neither in a table nor in the audit log', async () => {
  const secret = await auth.enableAuthenticator(acme, noon)
  await auth.enableEmail(acme)
  const [backup] = await acme.call(secondFactors.backupCodes)
  const mfaToken = await challenged(acme.email)
  await sendCode(mfaToken)
  const code = await mailedCode(acme.email)
  await withToken(mfaToken, code)
  const kept = JSON.stringify(await auth.everything({ counters: true, log: true }))
  expect(kept).toContain('mfa.enabled')
  const hidden = { secret, mfaToken, backup: backup?.backupCode ?? '?', password }
  for (const [name, text] of Object.entries(hidden)) {
    expect(kept, name).not.toContain(text)
    expect(kept, name).not.toContain(Buffer.from(text).toString('hex'))
  }
  expect(kept).not.toContain(`"${code}"`)
})
