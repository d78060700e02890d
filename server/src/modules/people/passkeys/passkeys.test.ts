import { audit } from '@trellis/contract/audit'
import type { Problem } from '@trellis/contract/codes'
import { identity, passwords, sessions, viewHeader } from '@trellis/contract/identity'
import { maximumPasskeys, passkeys } from '@trellis/contract/passkeys'
import { secondFactors } from '@trellis/contract/second-factors'
import { settings } from '@trellis/contract/settings'
import { users } from '@trellis/contract/users'
import { afterEach, expect, test } from 'vitest'
import { sql } from '../../../platform/database/sql.ts'
import { makePasskey } from '../../../testing/authenticator.ts'
import { openBrowser } from '../../../testing/browser.ts'
import { keysOf } from '../../../testing/keys.ts'
import { network, type Person, password } from '../../../testing/network.ts'
import { passkeysOf } from '../../../testing/passkeys.ts'
import { runJob } from '../../../testing/queue.ts'
import { authentication } from '../../../testing/second-factors.ts'
import { raw } from '../../../testing/selling.ts'

/* Covers: server/src/modules/people/passkeys/challenges.ts, server/src/modules/people/sign-in/with-passkey.ts */

const world = await network()
const { vendor, nordico, acme, fjord, bergen, sudvia, canary, anonymous } = world
const { creation, add, asked, signIn } = passkeysOf(world)
const auth = authentication(world)

afterEach(async () => {
  world.at(null)
  await world.db.shared.run(sql`delete from throttles`)
  await auth.clear()
})

const own = (person: Person) => person.call(passkeys.list)
const problemOf = ({ body }: { body: unknown }) => {
  const { code, info } = body as Problem
  return { code, info }
}
const refusedSignIn = { status: 401, body: { code: 'A401' } }
/** Who an access token is of. */
const userOf = async (token: string) =>
  ((await anonymous(identity.me, { headers: { authorization: `Bearer ${token}` } })).body as { userId: string }).userId
const sessionsEvents = async (email: string) =>
  (
    await raw<{ after: Record<string, string> }>(
      world,
      `select l.after from audit_log l join users u on u.user_id::text = l.after->>'userId'
       where l.action = 'session.started' and u.email = $1 order by l.audit_id desc`,
      [email],
    )
  ).map(({ after }) => after)
/** Everything that a refused call must leave as it was. */
const everything = () => auth.everything()

test('a person adds a passkey and signs in with nothing else: it is both factors', async () => {
  const phone = await add(acme, 'My phone')
  expect(await own(acme)).toEqual([
    {
      passkeyId: phone.passkeyId,
      name: 'My phone',
      host: 'localhost',
      creationDate: expect.any(String),
      lastUsedDate: null,
    },
  ])
  const { status, token, cookies, body } = await signIn(phone)
  expect([status, (body as { refreshToken: unknown }).refreshToken]).toEqual([200, null])
  expect(cookies.map((cookie) => cookie.split('=', 1)[0]).toSorted()).toEqual([
    'trellis_browser',
    'trellis_refresh',
    'trellis_session',
  ])
  expect(await userOf(token)).toBe(acme.userId)
  expect((await own(acme))[0]?.lastUsedDate).not.toBeNull()
  expect((await sessionsEvents(acme.email))[0]).toEqual({ userId: acme.userId, firstFactor: 'passkey' })
})

test('a client without cookies gets its tokens in the body, for the device that asked', async () => {
  const phone = await add(acme)
  const deviceUniqueId = 'scanner 12'
  const request = (await anonymous(passkeys.signInOptions, { body: { deviceUniqueId } })).body as never
  const response = phone.sign(request)
  expect(await anonymous(passkeys.signIn, { body: { response, deviceUniqueId: 'scanner 13' } })).toMatchObject(
    refusedSignIn,
  )
  const { status, body } = await anonymous(passkeys.signIn, { body: { response, deviceUniqueId, appPlatform: 'app' } })
  expect([status, (body as { refreshToken: string }).refreshToken.length]).toEqual([200, 43])
  const listed = await acme.call(sessions.list)
  expect(listed).toContainEqual(expect.objectContaining({ deviceUniqueId, appPlatform: 'app' }))
})

test('after the first passkey the password alone signs in no more, and the passkey is the second step', async () => {
  const phone = await add(fjord)
  const mfaToken = await auth.challenged(fjord.email)
  const { body: offered } = await anonymous(secondFactors.challenge, { body: { mfaToken } })
  expect(offered).toEqual([{ providerType: 4, name: 'Passkey' }])
  expect((await auth.sendCode(mfaToken, 4)).status).toBe(204)
  // Without verification of the person: the password was the other factor.
  const { status, token } = await signIn(phone, { mfaToken, verified: false })
  expect(status).toBe(200)
  expect(await userOf(token)).toBe(fjord.userId)
  expect((await sessionsEvents(fjord.email))[0]).toEqual({ userId: fjord.userId, secondFactor: 'passkey' })
})

test('the first passkey makes ten backup codes, which let in without it, and the last factor takes them along', async () => {
  const phone = await add(fjord)
  const codes = await fjord.call(secondFactors.backupCodes)
  expect(codes).toHaveLength(10)
  const signedIn = await auth.signInWith(fjord.email, await auth.challenged(fjord.email), codes[0]?.backupCode ?? '')
  expect(signedIn.status).toBe(200)
  const tablet = await add(fjord, 'Tablet')
  expect(await fjord.call(secondFactors.backupCodes)).toHaveLength(10)
  await fjord.call(passkeys.remove, { params: { id: phone.passkeyId } })
  expect(await fjord.call(secondFactors.backupCodes)).toHaveLength(10)
  await fjord.call(passkeys.remove, { params: { id: tablet.passkeyId } })
  expect(await fjord.call(secondFactors.backupCodes)).toEqual([])
  expect((await auth.signIn(fjord.email)).status).toBe(200)
})

test('a passkey beside an authenticator shares its backup codes, and each of them signs in', async () => {
  const instant = '2026-11-20T12:00:00.000Z'
  world.at(instant)
  await auth.enableAuthenticator(bergen, instant)
  const codes = await bergen.call(secondFactors.backupCodes)
  const phone = await add(bergen)
  expect(await bergen.call(secondFactors.backupCodes)).toEqual(codes)
  const mfaToken = await auth.challenged(bergen.email)
  const { body } = await anonymous(secondFactors.challenge, { body: { mfaToken } })
  expect((body as { providerType: number }[]).map(({ providerType }) => providerType)).toEqual([4, 3])
  await auth.disable(bergen, 3)
  expect(await bergen.call(secondFactors.backupCodes)).toEqual(codes)
  expect((await signIn(phone)).status).toBe(200)
})

test('registration on a stolen session is refused: it asks the password, a code or a passkey again (threats A23)', async () => {
  const before = await everything()
  for (const body of [{ password: 'Wrong-Horse-1' }, { code: '000000' }]) {
    const refused = await acme.raw(passkeys.registerOptions, { body })
    expect([refused.status, problemOf(refused)]).toEqual([403, { code: 'RQ403', info: { reason: 'proof' } }])
  }
  expect((await acme.raw(passkeys.registerOptions, { body: {} })).status).toBe(422)
  expect(await everything()).toEqual(before)

  // Somebody else's passkey proves nothing here.
  const others = await add(fjord)
  const foreign = others.sign((await anonymous(passkeys.signInOptions, { body: {} })).body as never)
  expect((await acme.raw(passkeys.registerOptions, { body: { passkey: foreign } })).status).toBe(403)

  const phone = await add(acme)
  const request = (await anonymous(passkeys.signInOptions, { body: {} })).body as never
  const passkey = phone.sign(request)
  expect((await acme.raw(passkeys.registerOptions, { body: { passkey } })).status).toBe(200)
  expect((await acme.raw(passkeys.registerOptions, { body: { passkey } })).status).toBe(403)
  const [code] = await acme.call(secondFactors.backupCodes)
  expect((await acme.raw(passkeys.registerOptions, { body: { code: code?.backupCode } })).status).toBe(200)
  expect((await acme.raw(passkeys.registerOptions, { body: { code: code?.backupCode } })).status).toBe(403)
})

test('guesses at the password of a stolen session are throttled as for a change of the password (threats A15, A23)', async () => {
  const guess = (body: object) => acme.raw(passkeys.registerOptions, { body })
  const statuses = []
  for (let n = 0; n < 7; n++) statuses.push((await guess({ password: `Wrong-Horse-${n}` })).status)
  expect(statuses).toEqual([403, 403, 403, 403, 403, 429, 429])
  expect((await guess({ password })).status).toBe(429)
  const change = { currentPassword: password, password: 'Other-Horse-77' }
  expect((await acme.raw(passwords.change, { body: change })).status).toBe(429)
})

test('a passkey that was made for another page, or without verifying the person, is not added (threats A23)', async () => {
  const options = await creation(acme)
  const before = await everything()
  const cases = [
    { origin: 'https://evil.example' },
    { origin: 'http://localhost:3001' },
    { host: 'evil.example' },
    { verified: false },
    { challenge: (await creation(fjord)).challenge },
    { challenge: ((await anonymous(passkeys.signInOptions, { body: {} })).body as { challenge: string }).challenge },
    { challenge: 'AAAA' },
  ]
  for (const behaviour of cases) {
    const { response } = makePasskey(options, behaviour)
    const refused = await acme.raw(passkeys.register, { body: { name: 'Bad', response } })
    expect([behaviour, refused.status]).toEqual([behaviour, 403])
  }
  expect(await everything()).toEqual(before)
})

test('the challenge of a registration works once, and only in the session that asked', async () => {
  const options = await creation(acme)
  const first = makePasskey(options)
  const other = openBrowser(world)
  const { token } = await other.signIn(acme.email)
  const body = { name: 'Phone', response: first.response }
  expect((await other.as(token, passkeys.register, { body })).status).toBe(403)
  expect((await acme.raw(passkeys.register, { body })).status).toBe(201)
  const again = makePasskey(options)
  expect((await acme.raw(passkeys.register, { body: { name: 'Again', response: again.response } })).status).toBe(403)
  expect(await own(acme)).toHaveLength(1)
})

test('sent twice at once, a registration adds one passkey', async () => {
  const { response } = makePasskey(await creation(acme))
  const body = { name: 'Phone', response }
  const answers = await Promise.all([1, 2, 3].map(() => acme.raw(passkeys.register, { body })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 403, 403])
  expect(await own(acme)).toHaveLength(1)
})

test('the browser is told which passkeys the person has here, so that a device makes no second one', async () => {
  const phone = await add(acme)
  const options = await creation(acme)
  expect(options.excludeCredentials).toEqual([{ id: phone.id, type: 'public-key', transports: ['internal'] }])
  expect((await creation(fjord)).excludeCredentials).toEqual([])
})

test('another page cannot sign in with a passkey: its origin is refused (threats A23)', async () => {
  const phone = await add(acme)
  const before = await everything()
  for (const behaviour of [
    { origin: 'https://evil.example' },
    { origin: 'http://localhost:3001' },
    { origin: 'https://localhost' },
    { host: 'evil.example' },
  ])
    expect([behaviour, await signIn(phone, behaviour)]).toMatchObject([behaviour, refusedSignIn])
  expect(await everything()).toEqual(before)
})

test('a signature that was used is refused when it is replayed (threats A23)', async () => {
  const phone = await add(acme)
  const browser = openBrowser(world)
  const response = phone.sign(await asked(browser))
  const answers = await Promise.all([1, 2, 3].map(() => browser.send(passkeys.signIn, { body: { response } })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401])
  expect(await browser.send(passkeys.signIn, { body: { response } })).toMatchObject(refusedSignIn)
})

test('a copy of a passkey is found by its counter, which went back, and the audit log says so (threats A23)', async () => {
  const phone = await add(acme, 'Key')
  const copy = phone.copy()
  expect((await signIn(phone)).status).toBe(200)
  expect(await signIn(copy)).toMatchObject(refusedSignIn)
  expect(await signIn(phone, { counter: 2 })).toMatchObject(refusedSignIn)
  expect((await signIn(phone, { counter: 3 })).status).toBe(200)
  const filterBy = [{ field: 'action' as const, values: ['passkey.refused'] }]
  const { items } = await vendor.call(audit.search, { body: { filterBy } })
  expect(items).toHaveLength(2)
  expect(items[0]).toMatchObject({ entityId: acme.userId, after: { name: 'Key', because: 'counter' } })
})

test('passkeys that do not count, as synchronised ones, sign in again and again', async () => {
  const phone = await add(acme, 'Synchronised', { counter: 0 })
  for (let n = 0; n < 3; n++) expect((await signIn(phone, { counter: 0 })).status).toBe(200)
})

test('without verifying the person a passkey is no first factor (threats A23)', async () => {
  const phone = await add(acme)
  const request = await asked(openBrowser(world))
  expect(request.userVerification).toBe('required')
  expect(await signIn(phone, { verified: false })).toMatchObject(refusedSignIn)
})

test('a challenge lasts five minutes, belongs to one browser and to one tenant (threats A23)', async () => {
  const phone = await add(acme)
  const browser = openBrowser(world)
  const instant = '2026-11-20T12:00:00.000Z'
  world.at(instant)
  const request = await asked(browser)
  world.at('2026-11-20T12:05:01.000Z')
  const late = { body: { response: phone.sign(request) } }
  expect(await browser.send(passkeys.signIn, late)).toMatchObject(refusedSignIn)
  world.at('2026-11-20T12:04:30.000Z')
  const elsewhere = openBrowser(world)
  await asked(elsewhere)
  const response = phone.sign(request)
  expect(await elsewhere.send(passkeys.signIn, { body: { response } })).toMatchObject(refusedSignIn)
  expect(await anonymous(passkeys.signIn, { body: { response } })).toMatchObject(refusedSignIn)
  const inOther = { body: { response }, headers: { 'x-tenant-code': canary.tenantCode, host: 'canary.localhost' } }
  expect(await browser.send(passkeys.signIn, inOther)).toMatchObject({ status: 401 })
  expect((await browser.send(passkeys.signIn, { body: { response } })).status).toBe(200)
})

test('the second step takes only a passkey of the person who gave the password, for that sign-in (threats A9, A23)', async () => {
  const phone = await add(acme)
  const others = await add(fjord)
  const mfaToken = await auth.challenged(acme.email)
  const wrong = { status: 401, body: { code: 'A410' } }
  expect(await signIn(others, { mfaToken })).toMatchObject(wrong)
  const browser = openBrowser(world)
  const first = phone.sign(await asked(browser))
  expect(await browser.send(passkeys.signIn, { body: { mfaToken, response: first } })).toMatchObject(wrong)
  const later = await auth.challenged(acme.email)
  const answered = phone.sign(await asked(browser, mfaToken), {})
  expect(await browser.send(passkeys.signIn, { body: { mfaToken: later, response: answered } })).toMatchObject(wrong)
  expect(await browser.send(passkeys.signIn, { body: { mfaToken: 'unknown', response: answered } })).toMatchObject({
    status: 401,
    body: { code: 'A406' },
  })
  expect((await browser.send(passkeys.signIn, { body: { mfaToken, response: answered } })).status).toBe(200)
  expect(await browser.send(passkeys.signIn, { body: { mfaToken, response: answered } })).toMatchObject({
    body: { code: 'A406' },
  })
})

test('five wrong tries end the second step, whether by code or by passkey (threats A11)', async () => {
  const phone = await add(acme)
  const mfaToken = await auth.challenged(acme.email)
  for (let n = 0; n < 3; n++) expect((await signIn(phone, { mfaToken, challenge: 'AAAA' })).status).toBe(401)
  for (let n = 0; n < 2; n++) expect((await auth.withToken(mfaToken, '000000')).status).toBe(401)
  const request = await openBrowser(world).send(passkeys.signInOptions, { body: { mfaToken } })
  expect(request).toMatchObject({ status: 401, body: { code: 'A406' } })
})

test('nothing tells who has passkeys: options name nobody, and every failure is the same (threats A1)', async () => {
  const phone = await add(acme)
  const suspended = await add(bergen)
  await raw(world, `update users set status = 'user_suspended' where email = $1`, [bergen.email])
  const browser = openBrowser(world)
  const request = await asked(browser)
  expect(request.allowCredentials).toEqual([])
  expect(JSON.stringify(request)).not.toMatch(/acme|anna/i)
  const unknown = makePasskey({ ...(await creation(fjord)), user: { id: 'AAAA' } }).passkey
  const attempts = [
    unknown.sign(request),
    suspended.sign(request),
    phone.sign(request, { challenge: 'AAAA' }),
    phone.sign(request, { userHandle: 'AAAA' }),
    { ...phone.sign(request), id: 'AAAA', rawId: 'AAAA' },
  ]
  const answers = []
  for (const response of attempts) answers.push(await browser.send(passkeys.signIn, { body: { response } }))
  const bytes = answers.map(({ status, body }) => JSON.stringify([status, { ...(body as object), requestId: '' }]))
  expect(new Set(bytes).size).toBe(1)
  expect(answers[0]).toMatchObject(refusedSignIn)
  await raw(world, `update users set status = 'user_active' where email = $1`, [bergen.email])
})

test('one client that tries many passkeys is stopped, as for passwords (threats A4)', async () => {
  const options = await creation(acme)
  const request = await asked(openBrowser(world))
  const statuses = []
  for (let n = 0; n < 55; n++) {
    const { passkey } = makePasskey(options)
    statuses.push((await anonymous(passkeys.signIn, { body: { response: passkey.sign(request) } })).status)
  }
  expect(statuses).toEqual([...Array(50).fill(401), ...Array(5).fill(429)])
})

test('a passkey belongs to a host name that leads to the tenant, and works at that one only (threats A23, T13)', async () => {
  await vendor.call(settings.change, { body: { hosts: ['partners.verdant.example', 'it.verdant.example'] } })
  const at = (host: string) => ({ host })
  const options = (host: string) => acme.raw(passkeys.registerOptions, { body: { password }, headers: at(host) })
  // Not proved yet, not claimed, another tenant's, or no name at all.
  for (const host of ['partners.verdant.example', 'evil.example', 'canary.localhost', '127.0.0.1:3000']) {
    const refused = await options(host)
    expect([host, refused.status, problemOf(refused).info]).toEqual([host, 403, { reason: 'host' }])
    expect((await anonymous(passkeys.signInOptions, { body: {}, headers: at(host) })).status).toBe(403)
  }
  for (const { record } of (await vendor.call(settings.read)).domains) world.dns.set(record.name, record.value)
  await vendor.call(settings.checkDomains)
  const first = (await options('partners.verdant.example')).body as Awaited<ReturnType<typeof creation>>
  expect(first.rp).toEqual({ id: 'partners.verdant.example', name: 'Verdant' })
  const { passkey, response } = makePasskey(first)
  const added = await acme.raw(passkeys.register, {
    body: { name: 'Phone', response },
    headers: at('partners.verdant.example'),
  })
  expect(added.status).toBe(201)
  expect(await own(acme)).toMatchObject([{ host: 'partners.verdant.example' }])

  const tryAt = async (host: string, behaviour = {}) => {
    const browser = openBrowser(world)
    const { body } = await browser.send(passkeys.signInOptions, { body: {}, headers: at(host) })
    const signed = passkey.sign(body as never, behaviour)
    return browser.send(passkeys.signIn, { body: { response: signed }, headers: at(host) })
  }
  expect(await tryAt('it.verdant.example')).toMatchObject(refusedSignIn)
  expect((await tryAt('partners.verdant.example')).status).toBe(200)
  // As the second factor it is not offered where it does not work.
  const mfaToken = await auth.challenged(acme.email)
  const elsewhere = await anonymous(passkeys.signInOptions, { body: { mfaToken }, headers: at('it.verdant.example') })
  expect([elsewhere.status, problemOf(elsewhere).info]).toEqual([403, { reason: 'host' }])
})

test('adding and removing a passkey ends the other sessions and mails the person; the own session goes on', async () => {
  const browser = openBrowser(world)
  const { token } = await browser.signIn(sudvia.email)
  const bearer = { headers: { authorization: `Bearer ${token}` } }
  const mailed = async () => (await auth.mailsTo(sudvia.email)).map(({ kind, values }) => [kind, values.name])
  const phone = await add(sudvia, 'Work phone')
  expect((await anonymous(identity.me, bearer)).status).toBe(401)
  expect((await sudvia.raw(identity.me)).status).toBe(200)
  expect((await mailed()).at(-1)).toEqual(['passkey_added', 'Work phone'])
  const second = (await signIn(phone)).token
  await sudvia.call(passkeys.remove, { params: { id: phone.passkeyId } })
  expect((await anonymous(identity.me, { headers: { authorization: `Bearer ${second}` } })).status).toBe(401)
  expect((await sudvia.raw(identity.me)).status).toBe(200)
  expect((await mailed()).at(-1)).toEqual(['passkey_removed', 'Work phone'])
  expect(await signIn(phone)).toMatchObject(refusedSignIn)
  const { items } = await vendor.call(audit.history, { params: { entity: 'user', entityId: sudvia.userId } })
  expect(items.map(({ action }) => action)).toEqual(expect.arrayContaining(['passkey.added', 'passkey.removed']))
})

test('a passkey is renamed and removed by its owner only; others do not learn that it is there', async () => {
  const phone = await add(acme)
  const params = { id: phone.passkeyId }
  for (const person of [fjord, vendor, nordico, canary]) {
    expect((await person.raw(passkeys.rename, { params, body: { name: 'Mine' } })).status).toBe(404)
    expect((await person.raw(passkeys.remove, { params })).status).toBe(404)
    expect(await own(person)).toEqual([])
  }
  expect(await acme.call(passkeys.rename, { params, body: { name: ' Desk ' } })).toMatchObject({ name: 'Desk' })
  for (const name of ['', '   ', 'x'.repeat(51)])
    expect((await acme.raw(passkeys.rename, { params, body: { name } })).status).toBe(422)
  expect(await own(acme)).toMatchObject([{ name: 'Desk' }])
})

test('API keys and views of the portal never reach passkeys', async () => {
  const { call } = await keysOf(world)(vendor)
  const { id } = await add(acme)
  for (const [endpoint, request] of [
    [passkeys.list, {}],
    [passkeys.registerOptions, { body: { password } }],
    [passkeys.remove, { params: { id: '00000000-0000-7000-8000-000000000001' } }],
  ] as const) {
    expect(await call(endpoint as never, request as never)).toMatchObject({
      status: 403,
      body: { info: { reason: 'key' } },
    })
  }
  await vendor.call(users.view, { params: { id: nordico.userId }, body: { reason: 'Help' } } as never)
  const headers = { [viewHeader]: nordico.userId }
  expect((await vendor.raw(passkeys.list, { headers })).status).toBe(403)
  expect(id).toBeTruthy()
})

test('a person has twenty passkeys at most', async () => {
  const made: Awaited<ReturnType<typeof creation>>[] = []
  // One after the other: of the passwords that are tried at once, only the first five need not wait (threats A15).
  for (let n = 0; n < maximumPasskeys; n += 1) made.push(await creation(acme))
  for (const [n, options] of made.entries()) {
    const { response } = makePasskey(options)
    await acme.call(passkeys.register, { body: { name: `Key ${n}`, response: response as never } })
  }
  expect((await acme.raw(passkeys.registerOptions, { body: { password } })).status).toBe(422)
  expect(await own(acme)).toHaveLength(maximumPasskeys)
})

test('a deleted user has no passkeys left, and answered challenges are forgotten once they have expired', async () => {
  const leaving = (
    await raw<{ user_id: string; email: string }>(
      world,
      `select user_id, email::text from users where email = 'sandro@sudvia.example'`,
    )
  )[0]
  await raw(
    world,
    `insert into passkeys (tenant_id, passkey_id, user_id, name, host, credential_id, public_key, signatures, transports)
     select tenant_id, gen_random_uuid(), user_id, 'Phone', 'localhost', '\\x01', '\\x02', 0, '{}' from users where user_id = $1`,
    [leaving?.user_id],
  )
  await vendor.call(users.remove, { params: { id: leaving?.user_id ?? '' } })
  expect(await raw(world, `select from passkeys where user_id = $1`, [leaving?.user_id])).toEqual([])

  await signIn(await add(acme))
  expect(await raw(world, 'select from passkey_answers')).not.toHaveLength(0)
  await raw(world, `update passkey_answers set expires_at = now() - interval '1 second'`)
  await runJob(world, 'identity:sweep')
  expect(await raw(world, 'select from passkey_answers')).toHaveLength(0)
})
