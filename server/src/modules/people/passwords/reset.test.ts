import { identity, passwords, sessions } from '@trellis/contract/identity'
import pino from 'pino'
import { expect, test } from 'vitest'
import { openApp } from '../../../app.ts'
import { readConfig } from '../../../platform/config.ts'
import { sql } from '../../../platform/database/sql.ts'
import { openSecrets } from '../../../platform/secrets.ts'
import { openBrowser } from '../../../testing/browser.ts'
import { network, password } from '../../../testing/network.ts'
import { queued, runQueued } from '../../../testing/queue.ts'
import { authentication } from '../../../testing/second-factors.ts'
import { raw } from '../../../testing/selling.ts'
import { resetRequestTask } from './reset-password.ts'

const world = await network()
const { anonymous } = world
const { signIn, mailsTo, enableEmail } = authentication(world)
const another = 'Another-Horse-2'

const ask = (email: unknown, headers = {}) => anonymous(passwords.requestReset, { body: { email }, headers })
const reset = (email: string, token: string, chosen = another) =>
  anonymous(passwords.reset, { body: { email, token, password: chosen } })
const bytesOf = (answer: { body: unknown }) => JSON.stringify({ ...(answer.body as object), requestId: '' })

async function linksOf(email: string): Promise<URL[]> {
  const letters = (await mailsTo(email)).filter(({ kind }) => kind === 'password_reset')
  return letters.map(({ values }) => new URL(String(values.path), 'http://portal'))
}

/** Requests a link and returns the token from the mail. */
async function tokenFor(email: string): Promise<string> {
  await ask(email)
  await runQueued(world, resetRequestTask)
  return (await linksOf(email)).at(-1)?.searchParams.get('reset') ?? ''
}

test('requesting a reset gets the same answer for known and unknown addresses, and only active users are mailed (threats A2)', async () => {
  const suspended = 'carla@calabro.example'
  await raw(world, `update users set status = 'user_suspended' where email = $1`, [suspended])
  const answers = []
  for (const email of ['nora@nordico.example', 'nobody@nowhere.example', suspended, 'canary@canary.example'])
    answers.push(await ask(email))
  expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(Array(4).fill({ status: 204, body: '' }))
  expect(await queued(world, resetRequestTask)).toHaveLength(4)
  await runQueued(world, resetRequestTask)
  const mails = await raw<{ recipient: string }>(world, `select recipient from mails where kind = 'password_reset'`)
  expect(mails).toEqual([{ recipient: 'nora@nordico.example' }])
  for (const email of ['', 'nobody', 'a@b', 7, null, 'a@b.example\r\nBcc: c@d.example'])
    expect(await ask(email)).toMatchObject({ status: 422, body: { code: 'RQ422' } })
})

test('a hundred requests leave one job and a few mails, with the same answers (threats A2)', async () => {
  const email = 'anna@acme.example'
  for (let n = 0; n < 10; n++) expect((await ask(n % 2 ? email : email.toUpperCase())).status).toBe(204)
  expect(await queued(world, resetRequestTask)).toHaveLength(1)
  for (let n = 0; n < 5; n++) {
    await runQueued(world, resetRequestTask)
    await world.db.shared.run(sql`delete from throttles`)
    await ask(email)
  }
  expect(await linksOf(email)).toHaveLength(3)
})

test('the number of links one client may request is limited (threats A2)', async () => {
  await world.db.shared.run(sql`delete from throttles`)
  const statuses = []
  for (let n = 0; n < 22; n++) statuses.push((await ask(`p${n}@nowhere.example`)).status)
  expect(statuses).toEqual([...Array(20).fill(204), 429, 429])
  await world.db.shared.run(sql`delete from throttles`)
})

test('the link sets a new password once, ends every session and notifies the user; it does not sign in (threats A16)', async () => {
  const email = 'bo@bergen.example'
  const before = (await signIn(email)).body.token
  const token = await tokenFor(email)
  const [link] = await linksOf(email)
  expect(link?.pathname).toBe('/auth/reset-password')
  expect(link?.searchParams.get('mail')).toBe(email)

  const weak = await reset(email, token, 'weak')
  expect(weak).toMatchObject({
    status: 422,
    body: { info: { issues: [{ path: 'password', code: 'password_strength' }] } },
  })
  const done = await reset(email.toUpperCase(), token)
  expect(done).toMatchObject({ status: 204, body: '' })
  expect(done.headers['set-cookie']).toBeUndefined()
  expect(await anonymous(sessions.list, { headers: { authorization: `Bearer ${before}` } })).toMatchObject({
    status: 401,
  })
  expect((await signIn(email)).status).toBe(401)
  expect((await signIn(email, { password: another })).status).toBe(200)
  expect((await mailsTo(email)).at(-1)?.kind).toBe('password_changed')
  expect(await reset(email, token)).toMatchObject({ status: 400, body: { code: 'PW401' } })
})

test('a token that is used, expired, replaced, invented, or of another address or tenant is refused with the same answer (threats A16)', async () => {
  const email = 'sandro@sudvia.example'
  const older = await tokenFor(email)
  const newer = await tokenFor(email)
  const expected = bytesOf(await reset(email, 'made up'))
  const refusals = [
    await reset(email, older),
    await reset('finn@fjord.example', newer),
    await reset('nobody@nowhere.example', newer),
    await world.canary.raw(passwords.reset, { body: { email, token: newer, password: another } }),
  ]
  await raw(
    world,
    `update one_time_tokens set expires_at = expires_at - interval '61 minutes' where kind = 'password_reset' and used_at is null`,
  )
  refusals.push(await reset(email, newer))
  await raw(
    world,
    `update one_time_tokens set expires_at = expires_at + interval '61 minutes' where kind = 'password_reset' and used_at is null`,
  )
  await raw(world, `update users set status = 'user_suspended' where email = $1`, [email])
  refusals.push(await reset(email, newer))
  await raw(world, `update users set status = 'user_active' where email = $1`, [email])
  expect((await reset(email, newer)).status).toBe(204)
  refusals.push(await reset(email, newer))
  for (const refusal of refusals) {
    expect(refusal.status).toBe(400)
    expect(bytesOf(refusal)).toBe(expected)
  }
})

test('of twenty concurrent resets with one token exactly one succeeds (threats A16)', async () => {
  const email = 'max@verdant.example'
  const token = await tokenFor(email)
  await world.db.shared.run(sql`delete from throttles`)
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => reset(email, token, `Racing-Horse-${n}`)))
  const done = answers.flatMap(({ status }, n) => (status === 204 ? [n] : []))
  expect(done).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(19)
  expect((await signIn(email, { password: `Racing-Horse-${done[0]}` })).status).toBe(200)
  expect((await mailsTo(email)).filter(({ kind }) => kind === 'password_changed')).toHaveLength(1)
})

test('a valid token resets the password while others behind the same address try wrong ones', async () => {
  await world.db.shared.run(sql`delete from throttles`)
  const email = 'nora@nordico.example'
  const token = await tokenFor(email)
  const tries = await Promise.all(Array.from({ length: 30 }, () => reset(email, 'made up')))
  expect(tries.filter(({ status }) => status === 400)).toHaveLength(20)
  expect(tries.filter(({ status }) => status === 429)).toHaveLength(10)
  expect((await reset(email, token)).status).toBe(204)
  expect((await reset(email, token)).status).toBe(429)
  await world.db.shared.run(sql`delete from throttles`)
})

test('a reset does not bypass the second factor, and ends a pending second step (threats A16)', async () => {
  const { fjord } = world
  await enableEmail(fjord)
  const waiting = (await signIn(fjord.email)).body.info?.mfaToken
  expect((await reset(fjord.email, await tokenFor(fjord.email))).status).toBe(204)
  expect(await signIn(fjord.email, { password: another, mfaToken: waiting, mfaCode: '123456' })).toMatchObject({
    status: 401,
    body: { code: 'A406' },
  })
  expect(await signIn(fjord.email, { password: another })).toMatchObject({ status: 403, body: { code: 'A403' } })
})

test('neither the job nor the audit log contains the token, and the Host header does not affect the link (threats A16)', async () => {
  const email = 'basil@acme.example'
  await ask(email, { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
  await runQueued(world, resetRequestTask)
  const [link] = await linksOf(email)
  const token = link?.searchParams.get('reset') ?? ''
  expect(link?.host).toBe('portal')
  const traces = await raw<{ text: string }>(
    world,
    `select row_to_json(a)::text as text from audit_log a union all select row_to_json(t)::text from one_time_tokens t
     union all select row_to_json(m)::text from mails m union all select row_to_json(j)::text from graphile_worker._private_jobs j`,
  )
  expect(token).toHaveLength(43)
  expect(traces.filter(({ text }) => text.includes(token) || text.includes('evil.example'))).toEqual([])
})

test('no log line contains a token, a password or the URL of a link, and no page sends it on as a referrer (threats A16, W4)', async () => {
  const email = 'max@verdant.example'
  const token = await tokenFor(email)
  const lines: string[] = []
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: world.dataDir, RATE_LIMIT: '0' })
  const logged = await openApp({
    config,
    db: world.db,
    directUrl: world.adminUrl,
    secrets: openSecrets(config),
    logger: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }),
  })
  const browser = openBrowser({ ...world, app: logged })
  const page = await logged.http.inject(`/auth/reset-password?mail=${email}&reset=${token}`)
  expect(page.headers['referrer-policy']).toBe('no-referrer')
  const done = await browser.send(passwords.reset, { body: { email, token, password: 'Secret-Horse-3' } })
  expect(done.status).toBe(204)
  const signedIn = await browser.signIn(email, { password: 'Secret-Horse-3' })
  await browser.refresh()
  await browser.as(signedIn.token, identity.me)
  await browser.send(passwords.reset, { body: { email, token, password: 7 } })
  const secrets = [token, 'Secret-Horse-3', signedIn.token, browser.jar.get('trellis_refresh')?.value ?? '?', email]
  await logged.close()
  expect(lines.length).toBeGreaterThanOrEqual(6)
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow()
  for (const secret of secrets) expect(lines.filter((line) => line.includes(secret))).toEqual([])
})

test('a concurrent sign-in with the old password gets no session that survives the reset', async () => {
  const email = 'vera@verdant.example'
  const token = await tokenFor(email)
  const [answers] = await Promise.all([
    Promise.all(Array.from({ length: 5 }, () => signIn(email, { password }))),
    reset(email, token),
  ])
  for (const { body } of answers) {
    if (body.token === undefined) continue
    const headers = { authorization: `Bearer ${body.token}` }
    expect((await anonymous(identity.me, { headers })).status).toBe(401)
  }
})
