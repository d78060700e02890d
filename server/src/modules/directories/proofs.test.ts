import type { ConnectionDraft } from '@trellis/contract/directories'
import { emailChanges } from '@trellis/contract/email-changes'
import type { Endpoint } from '@trellis/contract/endpoint'
import { passwords } from '@trellis/contract/identity'
import { passkeys } from '@trellis/contract/passkeys'
import { proofs } from '@trellis/contract/proofs'
import { secondFactors } from '@trellis/contract/second-factors'
import { users } from '@trellis/contract/users'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { makePasskey } from '../../testing/authenticator.ts'
import { openBrowser } from '../../testing/browser.ts'
import { networkWithDirectory, shapes } from '../../testing/directories.ts'
import { roleIds } from '../../testing/inviting.ts'
import { password } from '../../testing/network.ts'
import { passkeysOf } from '../../testing/passkeys.ts'
import { runQueued } from '../../testing/queue.ts'
import { entra, scimOf } from '../../testing/scim.ts'
import { authentication } from '../../testing/second-factors.ts'
import { raw } from '../../testing/selling.ts'

/* What shows anew that it is the person, and who must still be able to sign in (rules P70 to P73). Covers: server/src/modules/people/proofs/prove.ts, server/src/modules/people/sign-in/break-glass.ts */

const { world, issuer, connect, change, signIn } = await networkWithDirectory()
const { vendor, acme, bergen, canary, anonymous } = world
const auth = authentication(world)
const { add, asked } = passkeysOf(world)

const directory = await connect()
/** Somebody whom the directory has made: without a password. */
const nuova = shapes.keycloak('nuova@acme.example', { sub: 'f:1b5a:nuova' })
const onlyAcme: Partial<ConnectionDraft> = { domains: [{ name: 'acme.example', only: true }] }

beforeEach(() => issuer.behaves())
afterEach(async () => {
  await world.db.shared.run(sql`delete from throttles`)
  await change(directory, { isEnabled: true, domains: [{ name: 'acme.example', only: false }] })
  await raw(world, `update users set status = 'user_active' where status = 'user_suspended' and not is_service`)
  await auth.clear()
})

/** The person in a browser of their own, signed in by the directory. */
async function person() {
  const browser = openBrowser(world)
  const { status, token } = await signIn(directory, nuova, { browser })
  expect(status).toBe(200)
  const ask = (endpoint: Endpoint, body?: object) => browser.as(token, endpoint, body && { body })
  return { browser, token, ask }
}

type Someone = Awaited<ReturnType<typeof person>>

/** Leads the browser to the directory again; what it brings back. */
async function again({ ask }: Someone) {
  const { status, body } = await ask(proofs.beginDirectory)
  expect(status).toBe(200)
  return issuer.authorize((body as { url: string }).url)
}

async function proofOf(who: Someone): Promise<string> {
  const { status, body } = await who.ask(proofs.endDirectory, await again(who))
  expect(status).toBe(200)
  return (body as { directory: string }).directory
}

const refusedFor = (reason: string) => ({ status: 400, body: { code: 'A405', info: { reason } } })
const unproved = { status: 403, body: { code: 'RQ403', info: { reason: 'proof' } } }

test('each person is told by what they can prove who they are', async () => {
  expect(await acme.call(proofs.ways)).toEqual({
    ...{ hasPassword: true, hasCode: false, hasPasskey: false, connection: null, onlyByDirectory: false },
  })
  await add(acme)
  expect(await acme.call(proofs.ways)).toMatchObject({ hasCode: true, hasPasskey: true })
  const elsewhere = await acme.raw(proofs.ways, { headers: { host: '127.0.0.1:3000' } })
  expect(elsewhere).toMatchObject({ status: 200, body: { hasCode: true, hasPasskey: false } })
  const who = await person()
  const { connectionId } = directory
  expect((await who.ask(proofs.ways)).body).toEqual({
    ...{ hasPassword: false, hasCode: false, hasPasskey: false, onlyByDirectory: false },
    connection: { connectionId, name: 'Acme directory' },
  })
  await auth.enableEmail(vendor)
  await change(directory, onlyAcme)
  expect((await who.ask(proofs.ways)).body).toMatchObject({ onlyByDirectory: true })
  expect(await acme.call(proofs.ways)).toMatchObject({ hasPassword: true, onlyByDirectory: true })
  // Super admins may have a password and a second factor beside the directory.
  await raw(world, `insert into user_roles (tenant_id, user_id, role_id) values ($1, $2, 1)`, [
    world.tenantId,
    acme.userId,
  ])
  expect(await acme.call(proofs.ways)).toMatchObject({ onlyByDirectory: false })
  await raw(world, `delete from user_roles where user_id = $1 and role_id = 1`, [acme.userId])
  for (const endpoint of [proofs.ways, proofs.beginDirectory])
    expect(await anonymous(endpoint)).toMatchObject({ status: 401 })
  expect(await bergen.raw(proofs.beginDirectory)).toMatchObject({ status: 404, body: { code: 'RQ404' } })
  expect(await canary.raw(proofs.beginDirectory)).toMatchObject({ status: 404, body: { code: 'RQ404' } })
})

test('who has no password proves it by signing in at the directory again: for a passkey, and for another address', async () => {
  const who = await person()
  const code = await proofOf(who)
  // A password that nobody has proves nothing.
  expect(await who.ask(passkeys.registerOptions, { password })).toMatchObject(unproved)
  expect(await who.ask(passkeys.registerOptions, {})).toMatchObject({ status: 422 })
  const { status, body } = await who.ask(passkeys.registerOptions, { directory: code })
  expect(status).toBe(200)
  const made = makePasskey(body as never)
  expect(await who.ask(passkeys.register, { name: 'Phone', response: made.response })).toMatchObject({ status: 201 })
  // It is good once.
  expect(await who.ask(passkeys.registerOptions, { directory: code })).toMatchObject(unproved)

  const email = 'nuova@elsewhere.example'
  expect(await who.ask(emailChanges.ask, { email, directory: code })).toMatchObject(unproved)
  expect(await who.ask(emailChanges.ask, { email })).toMatchObject({
    ...{ status: 422, body: { info: { issues: [{ path: 'currentPassword', code: 'required' }] } } },
  })
  expect(await who.ask(emailChanges.ask, { email, directory: await proofOf(who) })).toMatchObject({ status: 204 })
  // By the passkey that was just added, which has to verify its person.
  const request = await asked(who.browser)
  const unverified = made.passkey.sign(request, { verified: false })
  expect(await who.ask(emailChanges.ask, { email, passkey: unverified })).toMatchObject(unproved)
  const signed = made.passkey.sign(await asked(who.browser))
  expect(await who.ask(emailChanges.ask, { email, passkey: signed })).toMatchObject({ status: 204 })
  expect(await who.ask(emailChanges.ask, { email, passkey: signed })).toMatchObject(unproved)
})

test('a passkey of somebody else, and a proof of another session or person, prove nothing (threats A23)', async () => {
  const who = await person()
  const foreign = await add(bergen)
  const theirs = foreign.sign(await asked(who.browser))
  expect(await who.ask(passkeys.registerOptions, { passkey: theirs })).toMatchObject(unproved)
  const code = await proofOf(who)
  expect(await acme.raw(emailChanges.ask, { body: { email: 'a@b.example', directory: code } })).toMatchObject(unproved)
  expect(await (await person()).ask(passkeys.registerOptions, { directory: code })).toMatchObject(unproved)
  expect(await who.ask(passkeys.registerOptions, { directory: code.slice(0, -1) })).toMatchObject(unproved)
  world.at(new Date(Date.now() + 6 * 60_000).toISOString())
  expect(await who.ask(passkeys.registerOptions, { directory: code })).toMatchObject(unproved)
  world.at(null)
})

test('a sign-in that the directory did not ask for anew, or of somebody else, proves nothing (threats A30)', async () => {
  const who = await person()
  issuer.behaves({ payload: ({ auth_time: _, ...claims }) => claims })
  expect(await who.ask(proofs.endDirectory, await again(who))).toMatchObject(refusedFor('not_fresh'))
  issuer.behaves({ payload: (claims) => ({ ...claims, auth_time: Math.floor(Date.now() / 1000) - 600 }) })
  expect(await who.ask(proofs.endDirectory, await again(who))).toMatchObject(refusedFor('not_fresh'))
  issuer.behaves()
  issuer.person(shapes.keycloak('other@acme.example', { sub: 'f:1b5a:other' }))
  expect(await who.ask(proofs.endDirectory, await again(who))).toMatchObject(refusedFor('other_person'))
  issuer.person(nuova)
  const returned = await again(who)
  // In another browser, as a thief of the session would.
  const thief = await openBrowser(world).as(who.token, proofs.endDirectory, { body: returned })
  expect(thief).toMatchObject(refusedFor('expired'))
  // By another user who signs in meanwhile in the same browser.
  const swapped = await who.browser.as(await acme.token(), proofs.endDirectory, { body: await again(who) })
  expect(swapped).toMatchObject(refusedFor('expired'))
  // A sign-in that is under way is no proof, and a proof no sign-in.
  const other = await again(who)
  expect(await who.browser.send(proofs.endDirectory, { body: other })).toMatchObject({ status: 401 })
  expect(await who.ask(proofs.endDirectory, other)).toMatchObject({ status: 200 })
  expect(await who.ask(proofs.endDirectory, other)).toMatchObject(refusedFor('expired'))
  issuer.behaves({ discovery: (response) => void response.writeHead(503).end() })
  expect(await who.ask(proofs.endDirectory, { state: 'made up' })).toMatchObject(refusedFor('expired'))
})

test('who has no password gets a link to set one, unless passwords would not sign in (rules P73)', async () => {
  const email = String(nuova.email)
  await person()
  const request = async (to = email) => {
    await anonymous(passwords.requestReset, { body: { email: to } })
    await runQueued(world, 'identity:reset-request')
    return (await auth.mailsTo(to)).filter(({ kind }) => kind === 'password_reset')
  }
  await auth.enableEmail(vendor)
  await change(directory, onlyAcme)
  expect(await request()).toEqual([])
  expect(await request(acme.email)).toEqual([])
  await change(directory, { domains: [{ name: 'acme.example', only: false }] })
  const [mail] = await request()
  const token = new URL(String(mail?.values.path), 'http://portal').searchParams.get('reset')
  expect((await anonymous(passwords.reset, { body: { token, email, password } })).status).toBe(204)
  expect(await auth.signIn(email)).toMatchObject({ status: 200 })
  await raw(world, `update users set password_hash = null where email = $1`, [email])
})

test('whom only the directory signs in does not leave it by another address (rules P72)', async () => {
  await auth.enableEmail(vendor)
  const email = 'anna@elsewhere.example'
  const ask = (to = email) => acme.raw(emailChanges.ask, { body: { email: to, currentPassword: password } })
  expect(await ask()).toMatchObject({ status: 204 })
  await change(directory, onlyAcme)
  const stays = { status: 403, body: { code: 'RQ403', info: { reason: 'only_directory' } } }
  expect(await ask()).toMatchObject(stays)
  expect(await ask('anna.rossi@acme.example')).toMatchObject({ status: 204 })
  // Also by a link that was sent before the domain became the directory's.
  await change(directory, { domains: [{ name: 'acme.example', only: false }] })
  expect(await ask()).toMatchObject({ status: 204 })
  await change(directory, onlyAcme)
  const mail = (await auth.mailsTo(email)).at(-1)
  const token = new URL(String(mail?.values.path), 'http://portal').searchParams.get('change')
  expect(await anonymous(emailChanges.confirm, { body: { token } })).toMatchObject(stays)
})

test('the last super admin who can do without the directory stays one: with factor, role and status (rules P70)', async () => {
  const last = { status: 409, body: { code: 'RQ409', info: { reason: 'break_glass' } } }
  const lastUser = { status: 409, body: { code: 'US409', info: { reason: 'break_glass' } } }
  const id = { id: vendor.userId }
  // Another super admin, who has no second factor yet, and so needs the directory.
  await raw(world, `insert into user_roles (tenant_id, user_id, role_id) values ($1, $2, 1)`, [
    world.tenantId,
    world.manager.userId,
  ])
  await raw(world, `delete from sessions where user_id = $1`, [world.manager.userId])
  const { body } = await auth.signIn(world.manager.email)
  const headers = { authorization: `Bearer ${body.token}` }
  const other = (endpoint: Endpoint, request: object) => anonymous(endpoint, { headers, ...request })

  // While passwords go on beside the directory, nobody has to stay.
  const first = await add(vendor)
  expect(await vendor.raw(passkeys.remove, { params: { id: first.passkeyId } })).toMatchObject({ status: 204 })
  await auth.enableEmail(vendor)
  await change(directory, onlyAcme)
  const { passkeyId } = await add(vendor)
  // With a passkey left, the app is not the last.
  expect(await vendor.raw(secondFactors.disable, { query: { providerType: '1' } })).toMatchObject({ status: 204 })
  expect(await vendor.raw(passkeys.remove, { params: { id: passkeyId } })).toMatchObject(last)
  expect(await vendor.call(passkeys.list)).toHaveLength(1)
  const suspended = { params: id, body: { status: 'user_suspended' } }
  expect(await other(users.changeStatus, suspended)).toMatchObject(lastUser)
  expect(await other(users.changeRoles, { params: id, body: { roles: [roleIds.Basic] } })).toMatchObject(lastUser)
  expect(await other(users.remove, { params: id })).toMatchObject(lastUser)
  // A directory that provisions users does not do it either.
  const provisioning = await scimOf(world).directoryOf(vendor)
  const refused = { status: 409, body: { detail: expect.stringContaining('while the directory does not answer') } }
  expect(await provisioning.call('PATCH', `/Users/${vendor.userId}`, entra.disable)).toMatchObject(refused)
  expect(await provisioning.call('DELETE', `/Users/${vendor.userId}`)).toMatchObject(refused)
  // Of others nothing is refused.
  expect(await other(users.changeStatus, { params: { id: world.calabro.userId }, body: suspended.body })).toMatchObject(
    {
      status: 200,
    },
  )

  // Once somebody else can, and when there is no such domain, everything goes.
  await auth.enableEmail({
    ...world.manager,
    raw: other,
    call: async (e: Endpoint, r: object) => (await other(e, r)).body,
  } as never)
  expect(await vendor.raw(passkeys.remove, { params: { id: passkeyId } })).toMatchObject({ status: 204 })
  await raw(world, `delete from user_roles where user_id = $1 and role_id = 1`, [world.manager.userId])
})

test('of two who drop their second factors at once one stays able to do without the directory (rules P70)', async () => {
  await raw(world, `insert into user_roles (tenant_id, user_id, role_id) values ($1, $2, 1)`, [
    world.tenantId,
    bergen.userId,
  ])
  const [one, two] = [await add(vendor), await add(bergen)]
  await change(directory, onlyAcme)
  // Both have made their change before either looks.
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`
  const context = { tenantId: world.tenantId, userId: null, reach: null, clock: null, requestId: null }
  const removals = await world.db.write(context, async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('tenant settings ' || current_tenant(), 0))`)
    const both = [
      vendor.raw(passkeys.remove, { params: { id: one.passkeyId } }),
      bergen.raw(passkeys.remove, { params: { id: two.passkeyId } }),
    ]
    await vi.waitFor(async () => expect(await raw(world, waiting)).toHaveLength(2), { timeout: 10_000 })
    return { both }
  })
  const answers = await Promise.all(removals.both)
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
  await raw(world, `delete from user_roles where user_id = $1 and role_id = 1`, [bergen.userId])
})

test('roles that follow the directory leave the last who can do without it a super admin (rules P70)', async () => {
  const email = 'boss@acme.example'
  const claims = (roles: string[]) => shapes.keycloak(email, { sub: 'boss', realm_access: { roles } })
  const mapped = {
    rolesClaim: 'realm_access.roles',
    roleMappings: [
      { value: 'boss', roleId: roleIds.SuperAdmin },
      { value: 'reader', roleId: roleIds.Basic },
    ],
  }
  await change(directory, mapped)
  const who = openBrowser(world)
  const { token } = await signIn(directory, claims(['boss']), { browser: who })
  await raw(
    world,
    `update users set password_hash = (select password_hash from users where user_id = $1) where email = $2`,
    [acme.userId, email],
  )
  const person = (endpoint: Endpoint, request: object = {}) => who.as(token, endpoint, request)
  await auth.enableEmail({
    email,
    raw: person,
    call: async (e: Endpoint, r: object) => (await person(e, r)).body,
  } as never)
  await change(directory, { ...mapped, ...onlyAcme })
  const rolesOf = async () =>
    (
      await raw<{ role_id: number }>(
        world,
        `select role_id from user_roles r join users u using (tenant_id, user_id) where u.email = $1`,
        [email],
      )
    ).map(({ role_id }) => role_id)
  expect((await signIn(directory, claims(['reader']))).status).toBe(200)
  expect(await rolesOf()).toEqual([roleIds.SuperAdmin])
  await add(vendor)
  expect((await signIn(directory, claims(['reader']))).status).toBe(200)
  expect(await rolesOf()).toEqual([roleIds.Basic])
  await change(directory, { rolesClaim: null, roleMappings: [] })
})
