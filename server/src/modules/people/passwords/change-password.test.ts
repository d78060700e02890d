import { identity, passwords } from '@trellis/contract/identity'
import { expect, test } from 'vitest'
import { sql } from '../../../platform/database/sql.ts'
import { network, password } from '../../../testing/network.ts'
import { authentication } from '../../../testing/second-factors.ts'
import { raw } from '../../../testing/selling.ts'

const world = await network()
const { nordico, acme, bergen, calabro, fjord, sudvia, anonymous } = world
const { signIn, mailsTo } = authentication(world)
const chosen = 'Another-Horse-2'
type Body = Record<string, unknown>

const change = (headers: Record<string, string>, body: Body) => anonymous(passwords.change, { body, headers })
const bearerOf = async (email: string, tried = password) => {
  const { body } = await signIn(email, { password: tried })
  return { authorization: `Bearer ${body.token}` }
}
const me = (headers: Record<string, string>) => anonymous(identity.me, { headers })

test('changing the own password keeps this session, ends all others and notifies the user by mail (threats A15)', async () => {
  const [here, there] = [await bearerOf(acme.email), await bearerOf(acme.email)]
  expect((await change(here, { currentPassword: password, password: chosen })).status).toBe(204)
  expect((await me(here)).status).toBe(200)
  expect((await me(there)).status).toBe(401)
  expect((await signIn(acme.email)).status).toBe(401)
  expect((await signIn(acme.email, { password: chosen })).status).toBe(200)
  expect((await mailsTo(acme.email)).map(({ kind }) => kind)).toEqual(['password_changed'])
  const trail = await raw(world, `select after from audit_log where action = 'password.changed' and user_id = $1`, [
    acme.userId,
  ])
  expect(trail).toEqual([{ after: { because: 'password changed' } }])
})

test('a wrong current password gets 403, not 401, so the web app does not sign out, and nothing changes (threats A15)', async () => {
  const [here, there] = [await bearerOf(nordico.email), await bearerOf(nordico.email)]
  const refused = await change(here, { currentPassword: 'Wrong-Horse-1', password: chosen })
  expect(refused).toMatchObject({ status: 403, body: { code: 'RQ403' } })
  expect((await me(here)).status).toBe(200)
  expect((await me(there)).status).toBe(200)
  expect(await mailsTo(nordico.email)).toEqual([])
})

test('after five wrong current passwords the user must wait in all sessions, even with the correct one; signing in still works (threats A15)', async () => {
  const [here, there] = [await bearerOf(bergen.email), await bearerOf(bergen.email)]
  const guesses = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      change(n % 2 ? here : there, { currentPassword: `Wrong-Horse-${n}`, password: chosen }),
    ),
  )
  const statuses = guesses.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([...Array(5).fill(403), ...Array(7).fill(429)])
  const late = await change(here, { currentPassword: password, password: chosen })
  expect(late).toMatchObject({ status: 429, body: { code: 'RQ429' } })
  expect(Number(late.headers['retry-after'])).toBeGreaterThan(0)
  expect((await signIn(bergen.email)).status).toBe(200)
  await world.db.shared.run(sql`update throttles set blocked_until = now()`)
  expect((await change(here, { currentPassword: password, password: chosen })).status).toBe(204)
})

test('of two concurrent changes exactly one succeeds, and its password is the valid one', async () => {
  const here = await bearerOf(calabro.email)
  const answers = await Promise.all(
    ['First-Horse-1', 'Second-Horse-2'].map((next) => change(here, { currentPassword: password, password: next })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 403])
  const winner = answers[0]?.status === 204 ? 'First-Horse-1' : 'Second-Horse-2'
  expect((await signIn(calabro.email, { password: winner })).status).toBe(200)
})

test('a weak password is refused with the broken rule, before the current password is checked', async () => {
  const here = await bearerOf(fjord.email)
  for (const weak of [
    '',
    'Sh0rt-x',
    'no-upper-case-1',
    'NO-LOWER-CASE-1',
    'No-Digit-Here',
    'NoSpecial1Char',
    '        ',
  ]) {
    const { status, body } = await change(here, { currentPassword: 'Wrong-Horse-1', password: weak })
    expect(status, weak).toBe(422)
    expect(body, weak).toMatchObject({
      code: 'RQ422',
      info: { issues: [{ path: 'password', code: 'password_strength' }] },
    })
  }
  for (const body of [
    {},
    { password: chosen },
    { currentPassword: '', password: chosen },
    { currentPassword: password, password: chosen, userId: 1 },
  ])
    expect((await change(here, body)).status).toBe(422)
})

test("a common password, or one that contains the user's or the portal's name, is refused at its field (threats A21)", async () => {
  const headers = await bearerOf(sudvia.email, password)
  const refused = async (next: string) => {
    const answer = await change(headers, { currentPassword: password, password: next })
    await world.db.shared.run(sql`delete from throttles`)
    return (answer.body as { info?: { issues?: { path: string; code: string }[] } } | null)?.info?.issues?.map(
      ({ path, code }) => `${path} ${code}`,
    )
  }
  for (const common of ['Password-1234', 'P@ssw0rd!', 'P-a-s-s-w-0-r-d', 'Summer2026!', '2026!Qwerty', 'L3tme1n!!'])
    expect(await refused(common), common).toEqual(['password password_common'])
  for (const own of [`${sudvia.email}-A1`, 'Sandro-Kx93', 'My-Verdant-77', 'Tr3llis-Portal-9', 'x9-SANDRO-of-Sudvia'])
    expect(await refused(own), own).toEqual(['password password_personal'])
})

test('a password within the rules is accepted unchanged in full length, or refused; it is never truncated and never causes an error (threats A21)', {
  tags: ['long'],
}, async () => {
  const taken = [
    `Long-Horse-1${'x'.repeat(1012)}`,
    `Nul-Horse-1\u0000behind`,
    `Ünïcode-Pferd-1 caf\u00e9`,
    // Looks the same but has another Unicode composition, so it is another password.
    `Ünïcode-Pferd-1 cafe\u0301`,
    '🐎🐎 Pale-Horse-1 🐎🐎',
    ' Leading and trailing 1- ',
    'Ember-Willow-1234',
    '\u202eRight-To-Left-1',
  ]
  let current = password
  for (const next of taken) {
    const headers = await bearerOf(sudvia.email, current)
    expect((await change(headers, { currentPassword: current, password: next })).status, next.slice(0, 40)).toBe(204)
    await world.db.shared.run(sql`delete from throttles`)
    expect((await signIn(sudvia.email, { password: next.slice(0, -1) })).status).toBe(401)
    expect((await signIn(sudvia.email, { password: next })).status).toBe(200)
    current = next
  }
  const headers = await bearerOf(sudvia.email, current)
  for (const huge of ['x'.repeat(1025), 'Horse-1'.repeat(45_000)])
    expect((await change(headers, { currentPassword: current, password: huge })).status).toBe(422)
  expect((await change(headers, { currentPassword: 'x'.repeat(300_000), password: chosen })).status).toBe(422)
  expect((await change(headers, { currentPassword: current, password: 'x'.repeat(1_100_000) })).status).toBe(413)
})

test('changing a password requires a session', async () => {
  expect((await anonymous(passwords.change, { body: { currentPassword: password, password: chosen } })).status).toBe(
    401,
  )
})
