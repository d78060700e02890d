import { identity } from '@trellis/contract/identity'
import { secondFactors } from '@trellis/contract/second-factors'
import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../../platform/database/sql.ts'
import { newToken } from '../../../platform/secrets.ts'
import { often } from '../../../testing/full.ts'
import { network, type Person, password } from '../../../testing/network.ts'
import { after, authentication, codeAt, refusedWith, wrong } from '../../../testing/second-factors.ts'
import { insertChallenge } from './challenges.ts'

const world = await network()
const { sudvia, acme, bergen, anonymous, db, tenantId } = world
const auth = authentication(world)
const { challenged, mailedCode, sendCode, withToken } = auth
const noon = '2026-03-02T12:00:07.000Z'
const context = { tenantId, userId: null, reach: null, clock: null, requestId: null }

beforeEach(async () => {
  world.at(noon)
  await auth.clear()
})

/** The tokens of this many sign-ins that all wait for their second factor. */
const manyChallenges = (person: Person, count: number) =>
  auth.manyTokens(count, noon, (tx, hash) => insertChallenge(tx, hash, person.userId))

async function count(statement: ReturnType<typeof sql>): Promise<number> {
  return (await db.read(context).row<{ count: number }>(statement))?.count ?? 0
}
const sessionsOf = (person: Person) =>
  count(sql`select count(*) from sessions where tenant_id = ${tenantId} and user_id = ${person.userId}`)

const replayed = often(50, 1000)
test(`a code signs in once: ${replayed} replays and an older code are refused (threats A10)`, async () => {
  const secret = await auth.enableAuthenticator(bergen, noon)
  world.at(after(noon, 60))
  const code = codeAt(secret, after(noon, 60))
  expect((await withToken(await challenged(bergen.email), code)).status).toBe(200)
  const sessions = await sessionsOf(bergen)
  const replays = await manyChallenges(bergen, replayed)
  while (replays.length > 0) {
    // Resets the throttle, so that the refusal comes from the code and not from the number of tries.
    await auth.forgetTries()
    const answers = await Promise.all(replays.splice(0, 8).map((token) => withToken(token, code)))
    for (const answer of answers) expect(answer).toMatchObject(refusedWith('A410'))
  }
  await auth.forgetTries()
  const [token = ''] = await manyChallenges(bergen, 1)
  expect(await withToken(token, codeAt(secret, after(noon, 30)))).toMatchObject(refusedWith('A410'))
  expect(await sessionsOf(bergen)).toBe(sessions)
  expect((await withToken(token, codeAt(secret, after(noon, 90)))).status).toBe(200)
})

test('of many concurrent sign-ins with the same code exactly one succeeds (threats A10)', async () => {
  const secret = await auth.enableAuthenticator(bergen, noon)
  world.at(after(noon, 30))
  const sessions = await sessionsOf(bergen)
  const tokens = await manyChallenges(bergen, 8)
  const answers = await Promise.all(tokens.map((token) => withToken(token, codeAt(secret, after(noon, 30)))))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => (body as { code?: string }).code === 'A410')).toHaveLength(7)
  expect(await sessionsOf(bergen)).toBe(sessions + 1)
})

test('five wrong codes end a sign-in, and the correct code is refused afterwards (threats A11)', async () => {
  await auth.enableEmail(sudvia)
  const mfaToken = await challenged(sudvia.email)
  await sendCode(mfaToken)
  const code = await mailedCode(sudvia.email)
  for (let n = 0; n < 5; n++)
    expect(await withToken(mfaToken, wrong(code)), `try ${n + 1}`).toMatchObject(refusedWith('A410'))
  expect(await withToken(mfaToken, code)).toMatchObject(refusedWith('A406'))
  expect(await sendCode(mfaToken)).toMatchObject(refusedWith('A406'))
  expect(await anonymous(secondFactors.challenge, { body: { mfaToken } })).toMatchObject(refusedWith('A406'))
})

test('the fifth try may be the correct one', async () => {
  await auth.enableEmail(sudvia)
  const mfaToken = await challenged(sudvia.email)
  await sendCode(mfaToken)
  const code = await mailedCode(sudvia.email)
  for (let n = 0; n < 4; n++) await withToken(mfaToken, wrong(code))
  expect((await withToken(mfaToken, code)).status).toBe(200)
})

test('of a hundred concurrent guesses on twenty sign-ins ten are checked; then the owner must wait, but can still sign in (threats A11)', async () => {
  const secret = await auth.enableAuthenticator(bergen, noon)
  const tokens = await manyChallenges(bergen, 20)
  const right = codeAt(secret, after(noon, 30))
  const guesses = tokens.flatMap((token) => Array.from({ length: 5 }, () => withToken(token, wrong(right))))
  const answers = await Promise.all(guesses)
  const coded = (code: string) => answers.filter(({ body }) => (body as { code: string }).code === code)
  expect(coded('A410')).toHaveLength(10)
  expect(coded('RQ429')).toHaveLength(90)
  for (const { headers } of coded('RQ429')) {
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
  }
  const [token = ''] = await manyChallenges(bergen, 1)
  expect(await withToken(token, right)).toMatchObject(refusedWith('RQ429', 429))
  // Other users are not affected.
  await auth.enableEmail(sudvia)
  const other = await challenged(sudvia.email)
  await sendCode(other)
  expect((await withToken(other, await mailedCode(sudvia.email))).status).toBe(200)
  await auth.waitOver()
  expect((await withToken(token, right)).status).toBe(200)
  // A correct code resets the counter.
  const [next = ''] = await manyChallenges(bergen, 1)
  expect(await withToken(next, right)).toMatchObject(refusedWith('A410'))
})

test('a browser that has signed in before is not affected by guesses made elsewhere, but its own guesses are limited too (threats A11)', async () => {
  const web = { 'x-refresh-cookie': '1' }
  const body = { grantType: 'password', email: acme.email, password }
  const { headers } = await anonymous(identity.signIn, { body, headers: web })
  const cookie = (headers['set-cookie'] as string[])
    .map((line) => line.split(';')[0])
    .find((pair) => /browser/.test(`${pair}`))
  const inBrowser = (mfaToken: string, mfaCode: string, held = `${cookie}`) =>
    anonymous(identity.signIn, {
      body: { grantType: 'password', mfaToken, mfaCode },
      headers: { ...web, cookie: held },
    })

  const secret = await auth.enableAuthenticator(acme, noon)
  const right = codeAt(secret, after(noon, 30))
  const tokens = await manyChallenges(acme, 20)
  const guessing = (guess: typeof inBrowser) =>
    Promise.all(tokens.splice(0, 4).flatMap((token) => Array.from({ length: 5 }, () => guess(token, wrong(right)))))
  const wrongTries = (answers: Awaited<ReturnType<typeof guessing>>) =>
    answers.filter((answer) => (answer.body as { code: string }).code === 'A410').length
  expect(wrongTries(await guessing(withToken))).toBe(10)
  const invented = `${cookie?.split('=')[0]}=${newToken()}`
  expect(wrongTries(await guessing((token, code) => inBrowser(token, code, invented)))).toBe(0)
  expect((await inBrowser(tokens.pop() ?? '', right)).status).toBe(200)
  expect(wrongTries(await guessing(inBrowser))).toBe(10)
  expect(await inBrowser(tokens.pop() ?? '', right)).toMatchObject(refusedWith('RQ429', 429))
})

test('each wrong code after the free ones makes the wait longer, up to a quarter of an hour (threats A11)', async () => {
  await auth.enableAuthenticator(bergen, noon)
  const tokens = await manyChallenges(bergen, 20)
  let tries = 0
  const guess = () => withToken(tokens[Math.floor(tries++ / 5)] ?? '', '000000')
  for (let n = 0; n < 10; n++) expect(await guess()).toMatchObject(refusedWith('A410'))
  const waits: number[] = []
  for (let n = 0; n < 7; n++) {
    const { status, headers } = await withToken(tokens.at(-1) ?? '', '000000')
    expect(status).toBe(429)
    waits.push(Number(headers['retry-after']))
    await auth.waitOver()
    expect(await guess()).toMatchObject(refusedWith('A410'))
  }
  for (const [n, longest] of [60, 120, 240, 480, 900, 900, 900].entries()) {
    expect(waits[n]).toBeLessThanOrEqual(longest)
    expect(waits[n]).toBeGreaterThan(longest - 30)
  }
})

test('of many concurrent calls with the same e-mail code exactly one succeeds (threats A11)', async () => {
  await auth.enableEmail(sudvia)
  const sessions = await sessionsOf(sudvia)
  const mfaToken = await challenged(sudvia.email)
  await sendCode(mfaToken)
  const code = await mailedCode(sudvia.email)
  const answers = await Promise.all(Array.from({ length: 5 }, () => withToken(mfaToken, code)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
  expect(await sessionsOf(sudvia)).toBe(sessions + 1)
})

test('a user is mailed at most five codes in a quarter of an hour, whichever calls request them (threats A12)', async () => {
  await auth.enableEmail(sudvia)
  await auth.forgetTries()
  const tokens = await manyChallenges(sudvia, 10)
  const before = (await auth.mailsTo(sudvia.email)).length
  const answers = await Promise.all(tokens.map((token) => sendCode(token)))
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(5)
  const late = answers.filter(({ status }) => status === 429)
  expect(late).toHaveLength(5)
  for (const { headers } of late) {
    expect(Number(headers['retry-after'])).toBeGreaterThan(800)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(900)
  }
  expect(await auth.mailsTo(sudvia.email)).toHaveLength(before + 5)
})
