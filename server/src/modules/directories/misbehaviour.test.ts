import type { ServerResponse } from 'node:http'
import { directories } from '@trellis/contract/directories'
import { sessions } from '@trellis/contract/identity'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBrowser } from '../../testing/browser.ts'
import { networkWithDirectory } from '../../testing/directories.ts'
import { roleIds } from '../../testing/inviting.ts'
import { clientId } from '../../testing/issuer.ts'
import { raw } from '../../testing/selling.ts'

/* What an issuer, or who stands between, may send instead of what OpenID Connect says (threats A30). */

const { world, issuer, draft, connect, change, start, finish, signIn } = await networkWithDirectory()
const directory = await connect()

const dora = { sub: 'dora', email: 'dora@acme.example', email_verified: true, given_name: 'Dora', family_name: 'Acme' }
const refusedFor = (reason: string) => ({ status: 400, body: { code: 'A405', info: { reason } } })
const signedIn = { status: 200, body: { refreshToken: null } }

const users = () => raw(world, `select email::text from users where deleted_at is null order by 1`)
const people = () => raw(world, `select subject from directory_people`)

let before: unknown[]
beforeEach(async () => {
  before = await users()
})
afterEach(() => issuer.behaves())

/** The sign-in is refused, and nobody was made or adopted. */
async function refuses(reason: string, claims: Record<string, unknown> = dora): Promise<void> {
  expect(await signIn(directory, claims)).toMatchObject(refusedFor(reason))
  expect(await users()).toEqual(before)
  expect(await people()).toEqual([])
}

test('a token of another issuer is refused (threats A30)', async () => {
  issuer.behaves({ payload: (claims) => ({ ...claims, iss: 'https://login.evil.example' }) })
  await refuses('answer')
})

test('an issuer that calls itself otherwise than the connection does is refused (threats A30)', async () => {
  const elsewhere = await connect({ name: 'Elsewhere', issuer: issuer.url.replace('acme', 'other'), domains: [] })
  expect((await start(openBrowser(world), elsewhere)).location).toBe('http://localhost:3000/auth/oidc?problem=answer')
})

test.each(['none', 'secret', 'foreign'] as const)(
  'a token that is signed with %s is refused (threats A30)',
  async (signature) => {
    issuer.behaves({ signature })
    await refuses('answer')
  },
)

test('a token for another client, or for several without us as its party, is refused (threats A30)', async () => {
  issuer.behaves({ payload: (claims) => ({ ...claims, aud: 'another-client' }) })
  await refuses('answer')
  issuer.behaves({ payload: (claims) => ({ ...claims, aud: [clientId, 'another-client'], azp: 'another-client' }) })
  await refuses('answer')
})

test('a token with the nonce of another sign-in, or with none, is refused (threats A30)', async () => {
  issuer.behaves({ payload: (claims) => ({ ...claims, nonce: 'that of somebody else' }) })
  await refuses('answer')
  issuer.behaves({ payload: ({ nonce: _, ...claims }) => claims })
  await refuses('answer')
})

test('a token without a subject, or that has expired, is refused (threats A30)', async () => {
  issuer.behaves({ payload: ({ sub: _, ...claims }) => claims })
  await refuses('answer')
  issuer.behaves({ payload: (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 600 }) })
  await refuses('answer')
})

test('a state that is missing or unknown is refused (threats A30)', async () => {
  const browser = openBrowser(world)
  issuer.person(dora)
  const { location } = await start(browser, directory)
  const { code, state } = issuer.authorize(location)
  expect(await finish(browser, { code })).toMatchObject({ status: 422 })
  expect(await finish(browser, { code, state: `${state.slice(1)}x` })).toMatchObject(refusedFor('expired'))
  expect(await users()).toEqual(before)
})

test('what one browser has begun no other one ends (threats A30)', async () => {
  const [thief, victim] = [openBrowser(world), openBrowser(world)]
  issuer.person(dora)
  const { location } = await start(thief, directory)
  await start(victim, directory)
  const returned = issuer.authorize(location)
  expect(await finish(victim, { ...returned })).toMatchObject(refusedFor('expired'))
  expect(await finish(openBrowser(world), { ...returned })).toMatchObject(refusedFor('expired'))
  expect(await users()).toEqual(before)
})

test('a state works once, also when the first try was refused (threats A30)', async () => {
  const browser = openBrowser(world)
  issuer.person(dora)
  const { location } = await start(browser, directory)
  issuer.behaves({ signature: 'none' })
  expect(await finish(browser, { ...issuer.authorize(location) })).toMatchObject(refusedFor('answer'))
  issuer.behaves()
  expect(await finish(browser, { ...issuer.authorize(location) })).toMatchObject(refusedFor('expired'))
  expect(await users()).toEqual(before)
})

test('a state is good for ten minutes (threats A30)', async () => {
  world.at('2026-03-02T09:00:00Z')
  const browser = openBrowser(world)
  issuer.person(dora)
  const { location } = await start(browser, directory)
  world.at('2026-03-02T09:10:01Z')
  expect(await finish(browser, { ...issuer.authorize(location) })).toMatchObject(refusedFor('expired'))
  world.at(null)
})

test('a code that was used is refused (threats A30)', async () => {
  const [browser, again] = [openBrowser(world), openBrowser(world)]
  issuer.person({ ...dora, email: 'nobody@elsewhere.example' })
  const returned = issuer.authorize((await start(browser, directory)).location)
  expect(await finish(browser, { ...returned })).toMatchObject(refusedFor('domain'))
  const second = issuer.authorize((await start(again, directory)).location)
  expect(await finish(again, { ...second, code: returned.code })).toMatchObject(refusedFor('answer'))
})

test('a code of another sign-in is refused: it has another verifier (threats A30)', async () => {
  const [thief, victim] = [openBrowser(world), openBrowser(world)]
  issuer.person(dora)
  const stolen = issuer.authorize((await start(victim, directory)).location)
  const own = issuer.authorize((await start(thief, directory)).location)
  expect(await finish(thief, { state: own.state, code: stolen.code })).toMatchObject(refusedFor('answer'))
  expect(await users()).toEqual(before)
})

test('an answer that names another issuer is refused: two directories are not mixed up (threats A30)', async () => {
  issuer.behaves({ iss: 'https://login.evil.example' })
  await refuses('answer')
})

test('an address that is not verified adopts nobody and makes nobody (threats A30)', async () => {
  await refuses('unverified', { ...dora, email_verified: false })
  await refuses('unverified', { ...dora, email_verified: 'false' })
  await refuses('unverified', { ...dora, email_verified: undefined })
  await refuses('unverified', { ...dora, email: undefined })
  await refuses('unverified', { ...dora, email: ['dora@acme.example'] })
  await refuses('unverified', { sub: 'anna', email: world.acme.email, email_verified: false })
})

test('an address outside the proved domains makes nobody, whatever it looks like (threats A30)', async () => {
  for (const email of [
    'dora@nordico.example',
    'dora@acme.example.evil.example',
    'dora@sub.acme.example',
    'd@cme.example',
  ])
    await refuses('domain', { ...dora, email })
  await refuses('domain', { ...dora, email: world.vendor.email })
  await refuses('unverified', { ...dora, email: 'dora@evil.example@acme.example' })
})

test('a domain counts once its record is found, and not before (threats A30)', async () => {
  world.dns.clear()
  const body = draft({ name: 'Bergen', domains: [{ name: 'bergen.example', only: false }] })
  const unproved = await world.vendor.call(directories.create, { body })
  expect(unproved.domains).toMatchObject([{ name: 'bergen.example', proved: false }])
  expect(await signIn(unproved, { ...dora, email: 'dora@bergen.example' })).toMatchObject(refusedFor('domain'))
})

test('the address of a user of another tenant leads to nobody there (threats A30)', async () => {
  const canary = await raw<{ email: string }>(
    world,
    `select u.email::text from users u join tenants t using (tenant_id) where t.code = 'canary' limit 1`,
  )
  await refuses('domain', { ...dora, email: canary[0]?.email })
  const [{ count } = { count: -1 }] = await raw<{ count: number }>(
    world,
    `select count(*)::int as count from directory_people p join tenants t using (tenant_id) where t.code = 'canary'`,
  )
  expect(count).toBe(0)
})

test('groups that are called SuperAdmin make nobody one, unless the tenant mapped them to it (threats A30)', async () => {
  const claims = { ...dora, sub: 'max', email: 'max@acme.example', groups: ['SuperAdmin', '1', 'Basic'] }
  const byGroups = await change(directory, { rolesClaim: 'groups' })
  const rolesOf = (email: string) =>
    raw(world, `select role_id from user_roles join users using (tenant_id, user_id) where email = $1 order by 1`, [
      email,
    ])
  expect(await signIn(byGroups, claims)).toMatchObject(signedIn)
  expect(await rolesOf('max@acme.example')).toEqual([{ role_id: roleIds.Basic }])
  await change(directory, { roleMappings: [{ value: 'SuperAdmin', roleId: roleIds.SuperAdmin }] })
  expect(await signIn(byGroups, claims)).toMatchObject(signedIn)
  expect(await rolesOf('max@acme.example')).toEqual([{ role_id: roleIds.SuperAdmin }])
  expect(await signIn(byGroups, { ...claims, groups: [] })).toMatchObject(signedIn)
  expect(await rolesOf('max@acme.example')).toEqual([{ role_id: roleIds.Basic }])
  await change(directory, { rolesClaim: null, roleMappings: [] })
})

test('a clock that differs by two minutes is accepted, by more it is refused (threats A30)', async () => {
  const shifted = (seconds: number) => ({
    payload: (claims: Record<string, unknown>) => ({
      ...claims,
      iat: Number(claims.iat) + seconds,
      exp: Number(claims.iat) + seconds + 5,
    }),
  })
  for (const seconds of [-110, 110]) {
    issuer.behaves(shifted(seconds))
    expect(await signIn(directory, dora), `${seconds} s`).toMatchObject(signedIn)
  }
  for (const seconds of [-3600, 3600]) {
    issuer.behaves(shifted(seconds))
    expect(await signIn(directory, dora), `${seconds} s`).toMatchObject(refusedFor('answer'))
  }
})

test('a key that is not known is fetched once, also right after the last time (threats A30)', {
  tags: ['long'],
}, async () => {
  expect(await signIn(directory, dora)).toMatchObject(signedIn)
  await issuer.rotate()
  const fetched = () => issuer.asked.filter((path) => path === '/keys').length
  const before = fetched()
  expect(await signIn(directory, dora)).toMatchObject(signedIn)
  expect(fetched()).toBe(before + 1)
  expect(await signIn(directory, dora)).toMatchObject(signedIn)
  expect(fetched()).toBe(before + 1)
  issuer.behaves({ keys: (response) => void response.writeHead(200).end('{"keys":[]}') })
  await issuer.rotate()
  expect(await signIn(directory, dora)).toMatchObject(refusedFor('answer'))
  expect(fetched()).toBe(before + 2)
})

const bodies: [string, string, (response: ServerResponse) => void][] = [
  ['is down', 'unreachable', (response) => void response.writeHead(503).end('maintenance')],
  ['breaks off', 'unreachable', (response) => void response.destroy()],
  ['answers without end', 'unreachable', (response) => flood(response)],
  [
    'answers with a page',
    'answer',
    (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
  ],
  ['leads elsewhere', 'answer', (response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()],
]
function flood(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const more = () => {
    if (!response.destroyed) response.write(`"${'x'.repeat(65_536)}",`, () => more())
  }
  more()
}

test.each(bodies)(
  'an issuer that %s is told of, and people with sessions go on (threats A30)',
  async (_, reason, token) => {
    const browser = openBrowser(world)
    const { token: bearer, status } = await signIn(directory, dora, { browser })
    expect(status).toBe(200)
    issuer.behaves({ token })
    expect(await signIn(directory, dora)).toMatchObject(refusedFor(reason))
    expect(await browser.as(bearer, sessions.list)).toMatchObject({ status: 200 })
    expect(await browser.refresh()).toMatchObject({ status: 200 })
  },
)
