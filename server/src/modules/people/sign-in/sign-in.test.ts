import { identity } from '@trellis/contract/identity'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import type { Reader } from '../../../platform/database/tx.ts'
import { network, password } from '../../../testing/network.ts'
import { raw } from '../../../testing/selling.ts'
import { hashing, hashPassword, passwordFits } from '../passwords/passwords.ts'
import { findCredentials } from '../sessions/queries.ts'

const reallyVerify = hashing.verify
const verified = vi.spyOn(hashing, 'verify')
afterAll(() => verified.mockRestore())

/** Blocks all password checks until the returned function is called. */
function holdHashing(): () => void {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  verified.mockImplementation((...given) => held.then(() => reallyVerify(...given)))
  return () => {
    verified.mockImplementation(reallyVerify)
    letGo()
  }
}

const world = await network()
const { app, vendor, nordico, anonymous } = world
// As the product hashes; other tests sign in with less work.
await raw(world, 'update users set password_hash = $1 where password_hash is not null', [await hashPassword(password)])
const wrong = 'Wrong-Horse-1'

interface From {
  ip?: string
  headers?: Record<string, string>
}
type Answered = { status: number; body: Record<string, unknown>; headers: Record<string, unknown> }

/** A sign-in from an IP address of its own, which counts as one client. */
async function signIn(body: Record<string, unknown>, { ip = '192.0.2.1', headers = {} }: From = {}): Promise<Answered> {
  const response = await app.http.inject({
    method: 'POST',
    url: '/api/v1/auth/token',
    remoteAddress: ip,
    headers: { 'x-tenant-code': world.tenantCode, 'content-type': 'application/json', ...headers },
    payload: JSON.stringify({ grantType: 'password', ...body }),
  })
  return { status: response.statusCode, body: response.json(), headers: response.headers }
}
const many = <T>(count: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)))
const statusesOf = (answers: Answered[]) => answers.map(({ status }) => status)
const forgetThrottles = () => world.db.shared.run(sql`delete from throttles`)
/** Moves the throttle's counters back in time by this many seconds. */
const passSeconds = (seconds: number) =>
  world.db.shared.run(sql`
    update throttles set window_ends_at = window_ends_at - make_interval(secs => ${seconds}),
      blocked_until = blocked_until - make_interval(secs => ${seconds})`)

afterEach(forgetThrottles)

const nobody = 'nobody@nowhere.example'
const pending = 'carla@calabro.example'
const suspended = 'finn@fjord.example'
const ofDeletedAccount = 'bo@bergen.example'
await raw(world, `update users set status = 'user_pending', password_hash = null where email = $1`, [pending])
await raw(world, `update users set status = 'user_suspended' where email = $1`, [suspended])
await raw(world, `update accounts set deleted_at = now() where name = 'Bergen'`)

test('every failed sign-in gets an identical answer, whichever account it was for (threats A1)', async () => {
  const attempts = [
    { email: nobody, password },
    { email: nordico.email, password: wrong },
    { email: pending, password },
    { email: suspended, password },
    { email: ofDeletedAccount, password },
    { email: world.canary.email, password },
    { email: 'not even an address', password: wrong },
  ]
  const answers = await many(attempts.length, (n) => signIn(attempts[n] ?? {}, { ip: `192.0.2.${n}` }))
  for (const { status, body, headers } of answers) {
    expect(status).toBe(401)
    expect({ ...body, requestId: '' }).toEqual({
      type: 'urn:trellis:problem:A401',
      title: 'Incorrect username or password',
      status: 401,
      detail: 'Incorrect username or password',
      code: 'A401',
      message: 'Incorrect username or password',
      info: null,
      requestId: '',
    })
    expect(Object.keys(headers)).toEqual(Object.keys(answers[0]?.headers ?? {}))
    expect(headers['content-length']).toBe(answers[0]?.headers['content-length'])
  }
})

test('an unknown address causes the same work as a wrong password (threats A1)', async () => {
  // Counts the work instead of measuring time, which depends on the machine's load; `bench` measures it.
  const work: string[][] = []
  for (const email of [nobody, nordico.email, suspended, pending]) {
    verified.mockClear()
    await signIn({ email, password: wrong })
    work.push(verified.mock.calls.map(([hash, tried]) => `${hash}`.split('$').slice(0, 4).join('$') + tried))
  }
  const once = [`$argon2id$v=19$m=19456,t=2,p=1${wrong}`]
  expect(work).toEqual([once, once, once, once])
})

test('the lookup for a user with thousands of earlier sign-ins is as fast as for an unknown one (threats A1)', async () => {
  const often = 'sandro@sudvia.example'
  await raw(
    world,
    `insert into sessions (tenant_id, session_id, user_id, acting_user_id, device_unique_id, expires_at, ended_at)
     select tenant_id, gen_random_uuid(), user_id, user_id, 'nightly export', now(), now()
     from users, generate_series(1, 20000) where email = $1`,
    [often],
  )
  await raw(world, 'analyze sessions')
  const asTenant = { tenantId: world.tenantId, userId: null, reach: null, clock: null, requestId: null }
  for (const name of ['nightly export', 'Windows Chrome']) {
    const asked: Sql[] = []
    const listener = { row: async (query: Sql) => void asked.push(query) } as unknown as Reader
    await findCredentials(listener, often, { name, tokenHash: Buffer.alloc(32) })
    const [explained] = await world.db
      .read(asTenant)
      .rows<{ 'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }] }>(
        sql`explain (analyze, buffers, format json) ${asked[0] ?? sql``}`,
      )
    const plan = explained?.['QUERY PLAN'][0].Plan
    expect(plan).toBeDefined()
    expect((plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)).toBeLessThan(100)
  }
})

test('after five failures an address must wait, twice as long after each further one, even with the correct password and from any client (threats A3)', async () => {
  const email = nordico.email
  for (let n = 0; n < 5; n++)
    expect((await signIn({ email, password: wrong }, { ip: `198.51.100.${n}` })).status).toBe(401)
  const waits = []
  for (let n = 0; n < 6; n++) {
    const refused = await signIn({ email: email.toUpperCase(), password }, { ip: `198.51.100.${100 + n}` })
    expect(refused).toMatchObject({ status: 429, body: { code: 'RQ429' } })
    const wait = Number(refused.headers['retry-after'])
    waits.push(wait)
    await passSeconds(wait)
    expect((await signIn({ email, password: wrong })).status).toBe(401)
  }
  // On a busy machine a part of the wait may have passed before the request.
  const longest = [60, 120, 240, 480, 900, 900]
  for (const [n, wait] of waits.entries()) {
    expect(wait).toBeLessThanOrEqual(longest[n] ?? 0)
    expect(wait).toBeGreaterThan((longest[n] ?? 0) - 30)
  }
  await passSeconds(900)
  expect((await signIn({ email, password })).status).toBe(200)
  expect((await signIn({ email, password: wrong })).status).toBe(401)
})

test('an unknown address must wait like a known one (threats A1, A3)', async () => {
  const five = await many(5, () => signIn({ email: nobody, password: wrong }))
  expect(statusesOf(five)).toEqual(Array(5).fill(401))
  const [unknown, known] = [await signIn({ email: nobody, password }), nordico.email]
  await many(5, () => signIn({ email: known, password: wrong }))
  const other = await signIn({ email: known, password })
  for (const { headers } of [unknown, other]) {
    // On a busy machine a part of the minute may have passed before the request.
    expect(Number(headers['retry-after'])).toBeGreaterThan(30)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
  }
  const bytes = ({ body }: typeof other) => JSON.stringify({ ...body, info: null, requestId: '' })
  expect(bytes(unknown)).toBe(bytes(other))
})

test('trying during the wait does not make it longer (threats A3)', async () => {
  const email = nordico.email
  await many(5, () => signIn({ email, password: wrong }))
  await many(30, () => signIn({ email, password: wrong }))
  await passSeconds(60)
  expect((await signIn({ email, password })).status).toBe(200)
})

test('of fifty concurrent guesses at most five are checked (threats A3)', async () => {
  const answers = await many(50, (n) => signIn({ email: nordico.email, password: wrong }, { ip: `203.0.113.${n}` }))
  expect(statusesOf(answers).filter((status) => status === 401)).toHaveLength(5)
  expect(statusesOf(answers).filter((status) => status === 429)).toHaveLength(45)
})

test('many concurrent correct sign-ins of one user do not count against each other', async () => {
  const answers = await many(10, () => signIn({ email: nordico.email, password }))
  expect(statusesOf(answers)).toEqual(Array(10).fill(200))
})

test('a browser that has signed in before is not locked out, and its name alone, which could be guessed, does not count (threats A3)', async () => {
  const email = 'max@verdant.example'
  const web = { 'x-refresh-cookie': '1' }
  const deviceUniqueId = 'Linux Chrome'
  const first = await signIn({ email, password, deviceUniqueId }, { headers: web })
  const cookie = (first.headers['set-cookie'] as string[]).find((text) => text.startsWith('trellis_browser='))
  expect(cookie).toMatch(/HttpOnly/)
  expect(cookie).toMatch(/SameSite=Strict/)
  const headers = { ...web, cookie: cookie?.split(';')[0] ?? '' }
  // Also from the owner's own network, so that both client and address must wait.
  await many(60, () => signIn({ email, password: wrong }))
  expect((await signIn({ email, password, deviceUniqueId })).status).toBe(429)
  expect((await signIn({ email, password, deviceUniqueId }, { headers: web })).status).toBe(429)
  expect((await signIn({ email, password, deviceUniqueId }, { headers })).status).toBe(200)
  const guesses = await many(8, () => signIn({ email, password: wrong }, { headers }))
  expect(statusesOf(guesses).toSorted()).toEqual([...Array(5).fill(401), ...Array(3).fill(429)])
})

test('a client that stores its tokens itself is recognized by its device id, unless a stranger could guess the id (threats A3)', async () => {
  const email = 'max@verdant.example'
  const [own, another] = ['7b0c5c0e-2f7e-4d0b-9d53-0d6a1f6c2a11', '7b0c5c0e-2f7e-4d0b-9d53-0d6a1f6c2a12']
  for (const deviceUniqueId of [own, 'scanner 4711'])
    expect((await signIn({ email, password, deviceUniqueId })).status).toBe(200)
  await many(5, () => signIn({ email, password: wrong }, { ip: '192.0.2.77' }))
  expect((await signIn({ email, password, deviceUniqueId: another })).status).toBe(429)
  expect((await signIn({ email, password, deviceUniqueId: 'scanner 4711' })).status).toBe(429)
  expect((await signIn({ email, password, deviceUniqueId: own })).status).toBe(200)
})

test('one client that tries a thousand accounts is stopped, and neither invented headers nor a valid account help it (threats A4)', {
  tags: ['long'],
}, async () => {
  const spray = (n: number, more = {}) =>
    signIn(
      { email: `person-${n}@nordico.example`, password: 'Spring-Tide-2026!' },
      { headers: { 'x-forwarded-for': `10.0.${n % 256}.1` }, ...more },
    )
  const statuses: number[] = []
  for (let n = 0; n < 60; n++) {
    // A successful sign-in with the stranger's own account does not reset the client's counter.
    if (n === 40) expect((await signIn({ email: vendor.email, password })).status).toBe(200)
    statuses.push((await spray(n)).status)
  }
  expect(statuses).toEqual([...Array(50).fill(401), ...Array(10).fill(429)])
  expect((await spray(1000, { ip: '192.0.2.2' })).status).toBe(401)
  await passSeconds(300)
  expect((await spray(1001)).status).toBe(401)
})

test('a client with a whole IPv6 network counts as one client (threats A4)', { tags: ['long'] }, async () => {
  const tries: Answered[] = []
  // One after the other: of many at once, a busy server refuses those that would wait for too long.
  for (let n = 0; n < 60; n++)
    tries.push(
      await signIn({ email: `p${n}@nordico.example`, password: wrong }, { ip: `2001:db8:1:2::${n.toString(16)}` }),
    )
  expect(statusesOf(tries).filter((status) => status === 401)).toHaveLength(50)
  expect((await signIn({ email: nobody, password: wrong }, { ip: '2001:db8:1:3::1' })).status).toBe(401)
})

test('of a flood of sign-ins a few are processed at a time, the rest is refused, and other requests are served (threats A5)', {
  tags: ['long'],
}, async () => {
  await vendor.token()
  const letGo = holdHashing()
  const answered: Answered[] = []
  const flood = many(200, async (n) => {
    answered.push(await signIn({ email: `f${n}@nordico.example`, password: wrong }, { ip: `203.0.113.${n}` }))
  })
  // Two in progress and sixty-four waiting, for a bounded time.
  await expect.poll(() => answered.length).toBeGreaterThanOrEqual(134)
  expect(new Set(statusesOf(answered))).toEqual(new Set([503]))
  expect(answered[0]?.headers['retry-after']).toBe('5')
  expect((await app.http.inject('/health/live')).statusCode).toBe(200)
  expect((await vendor.raw(identity.me)).status).toBe(200)
  letGo()
  await flood
  const checked = statusesOf(answered).filter((status) => status === 401).length
  expect(checked).toBeGreaterThanOrEqual(2)
  expect(checked).toBeLessThanOrEqual(66)
})

test('hashing does not block the event loop (threats A5)', async () => {
  let rounds = 0
  let over = false
  const count = () => {
    rounds += 1
    if (!over) setImmediate(count)
  }
  count()
  await many(10, () => passwordFits(wrong, null))
  over = true
  // If hashing ran on the event loop, there would be hardly one round per hash; otherwise there are thousands.
  expect(rounds).toBeGreaterThan(100)
})

test('a flood from one client leaves capacity for others (threats A5)', { tags: ['long'] }, async () => {
  const letGo = holdHashing()
  const answered: Answered[] = []
  const flood = many(200, async (n) => {
    answered.push(await signIn({ email: `f${n}@nordico.example`, password: wrong }))
  })
  // Eight in progress and sixty-four waiting.
  await expect.poll(() => answered.length).toBeGreaterThanOrEqual(128)
  const other = signIn({ email: nordico.email, password }, { ip: '192.0.2.50' })
  letGo()
  expect((await other).status).toBe(200)
  await flood
  // The number of checked attempts before the limit depends on timing.
  expect([401, 429, 503]).toEqual(expect.arrayContaining([...new Set(statusesOf(answered))]))
  expect(statusesOf(answered)).toEqual(expect.arrayContaining([401, 503]))
})

test('sign-in with Google, Microsoft or Apple is not enabled and makes no outgoing request (threats A22)', async () => {
  let called = false
  const listening = await import('node:http').then(({ createServer }) =>
    createServer(() => (called = true)).listen(0, '127.0.0.1'),
  )
  await new Promise((resolve) => listening.once('listening', resolve))
  const { port } = listening.address() as { port: number }
  for (const oauthProviderType of [1, 'google', null]) {
    const answer = await signIn({
      grantType: 'access_token',
      oauthProviderType,
      callbackUrl: `http://127.0.0.1:${port}/`,
      authCode: 'code',
      email: nordico.email,
      password,
    })
    expect(answer).toMatchObject({ status: 400, body: { code: 'A405' } })
  }
  listening.close()
  expect(called).toBe(false)
})

test('whatever the fields of a sign-in contain, it is refused or checked and never causes a server error (threats A21)', async () => {
  const oddities: [unknown, unknown, number][] = [
    [nordico.email, 'x'.repeat(300_000), 422],
    [nordico.email, 'x'.repeat(1025), 422],
    [nordico.email, `${password}\u0000`, 401],
    [nordico.email, '\u0000', 401],
    [nordico.email, '\ud800', 401],
    [nordico.email, '🐎'.repeat(500), 401],
    [nordico.email, `${password} `, 401],
    ['\u0000', password, 422],
    ['\ud800@nordico.example', password, 422],
    ["' or 1=1 --", password, 401],
    ['x'.repeat(256), password, 422],
    [['a@b.example'], password, 422],
    [{ $ne: null }, password, 422],
    [null, password, 422],
    ['', password, 422],
    [nordico.email, '', 422],
    [nordico.email, null, 422],
    [nordico.email, 7, 422],
  ]
  for (const [email, tried, status] of oddities) {
    await forgetThrottles()
    expect((await signIn({ email, password: tried })).status, JSON.stringify([email, tried]).slice(0, 80)).toBe(status)
  }
  expect((await signIn({ email: nordico.email, password, roles: [1] })).status).toBe(422)
  expect((await signIn({ email: nordico.email, password, grantType: 'client_credentials' })).status).toBe(422)
  const large = await anonymous(identity.signIn, { body: { grantType: 'password', password: 'x'.repeat(2_000_000) } })
  expect(large).toMatchObject({ status: 413, body: { code: 'RQ413' } })
})

test('a letter that only the database treats as equal to another does not bypass the throttle (threats A3)', async () => {
  const email = 'basil@acme.example'
  await many(5, () => signIn({ email, password: wrong }))
  expect((await signIn({ email: 'BASIL@Acme.example', password })).status).toBe(429)
  for (const spelling of ['bas\u0130l@acme.example', 'ba\u017Fil@acme.example'])
    expect((await signIn({ email: spelling, password })).status, spelling).toBe(401)
})
