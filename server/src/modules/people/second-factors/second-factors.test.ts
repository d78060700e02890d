import { identity, passwords } from '@trellis/contract/identity'
import { secondFactors } from '@trellis/contract/second-factors'
import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../../platform/database/sql.ts'
import { newToken } from '../../../platform/secrets.ts'
import { network, type Person, password } from '../../../testing/network.ts'
import { after, authentication, codeAt, secretOf, wrong } from '../../../testing/second-factors.ts'

const world = await network()
const { nordico, sudvia, acme, bergen, calabro, fjord, manager, anonymous, db, tenantId } = world
const auth = authentication(world)
const { setupLink, signIn, challenged, mailedCode } = auth
const noon = '2026-03-02T12:00:07.000Z'
const context = { tenantId, userId: null, reach: null, clock: null, requestId: null }

beforeEach(async () => {
  world.at(noon)
  await auth.clear()
})

const requestAuthenticator = async (person: Person) => {
  const providerSetup = await setupLink(person)
  const { mfaToken } = await person.call(secondFactors.requestSetup, { body: { providerType: 3, providerSetup } })
  return { mfaToken, secret: secretOf(providerSetup) }
}
const verify = (person: Person, mfaToken: string, authCode: string) =>
  person.raw(secondFactors.verifySetup, { body: { mfaToken, authCode } })
const confirm = (person: Person, mfaToken: string) => person.raw(secondFactors.confirmSetup, { body: { mfaToken } })
const refusedWith = (code: string, status = 401) => ({ status, body: { code } })

/** Signs the same user in again; returns the bearer header. */
async function elsewhere(person: Person): Promise<{ authorization: string }> {
  const { body } = await signIn(person.email)
  return { authorization: `Bearer ${body.token}` }
}
const me = (headers: { authorization: string }) => anonymous(identity.me, { headers })

test('both factors are offered, the authenticator with a new secret each time, and nothing of it is stored', async () => {
  await nordico.token()
  const before = await auth.everything()
  const offered = await nordico.call(secondFactors.available)
  expect(offered).toEqual([
    { providerType: 1, name: 'Email', providerSetup: null },
    { providerType: 3, name: 'Authenticator app', providerSetup: expect.stringMatching(/^otpauth:\/\/totp\/Verdant:/) },
  ])
  expect(await setupLink(nordico)).not.toBe(offered[1]?.providerSetup)
  expect(await auth.everything()).toEqual(before)
  expect(await nordico.call(secondFactors.own)).toEqual([])
  expect(await nordico.call(secondFactors.backupCodes)).toEqual([])
})

test('an authenticator is enabled in three steps, which creates ten backup codes', async () => {
  const { mfaToken, secret } = await requestAuthenticator(nordico)
  expect(await nordico.call(secondFactors.own)).toEqual([])
  expect((await verify(nordico, mfaToken, codeAt(secret, noon))).status).toBe(204)
  expect(await nordico.call(secondFactors.own)).toEqual([])
  expect((await confirm(nordico, mfaToken)).status).toBe(202)
  expect(await nordico.call(secondFactors.own)).toEqual([
    { providerType: 3, name: 'Authenticator app', providerSetup: null },
  ])
  const codes = await nordico.call(secondFactors.backupCodes)
  expect(new Set(codes.map(({ backupCode }) => backupCode)).size).toBe(10)
  expect(codes.every(({ isConsumed }) => !isConsumed)).toBe(true)
})

test('enabling another factor keeps the backup codes, and either factor signs in', async () => {
  const secret = await auth.enableAuthenticator(sudvia, noon)
  const codes = await sudvia.call(secondFactors.backupCodes)
  await auth.enableEmail(sudvia)
  expect(await sudvia.call(secondFactors.backupCodes)).toEqual(codes)
  world.at(after(noon, 30))
  const mfaToken = await challenged(sudvia.email)
  expect((await anonymous(secondFactors.challenge, { body: { mfaToken } })).body).toEqual([
    { providerType: 1, name: 'Email' },
    { providerType: 3, name: 'Authenticator app' },
  ])
  // The authenticator is still accepted after an e-mail code was requested.
  await anonymous(secondFactors.sendChallengeCode, { body: { mfaToken, providerType: 1 } })
  expect((await auth.signInWith(sudvia.email, mfaToken, codeAt(secret, after(noon, 30)))).status).toBe(200)
})

test('enabling a factor ends the other sessions, keeps this one and notifies the user by mail', async () => {
  const other = await elsewhere(calabro)
  expect((await me(other)).status).toBe(200)
  await auth.enableAuthenticator(calabro, noon)
  expect(await me(other)).toMatchObject(refusedWith('RQ401'))
  expect((await calabro.call(identity.me)).email).toBe(calabro.email)
  expect((await auth.mailsTo(calabro.email)).at(-1)).toMatchObject({ kind: 'mfa_enabled' })
})

test('disabling a factor takes effect at once, ends the other sessions and notifies the user by mail (threats A15)', async () => {
  await auth.enableEmail(fjord)
  const waiting = await challenged(fjord.email)
  await anonymous(secondFactors.sendChallengeCode, { body: { mfaToken: waiting, providerType: 1 } })
  const signedIn = await auth.signInWith(fjord.email, waiting, await mailedCode(fjord.email))
  const other = { authorization: `Bearer ${signedIn.body.token}` }
  const stillWaiting = await challenged(fjord.email)
  expect((await me(other)).status).toBe(200)
  expect(await fjord.raw(secondFactors.disable, { query: { providerType: '1' } })).toMatchObject({ status: 204 })
  expect(await me(other)).toMatchObject(refusedWith('RQ401'))
  expect((await fjord.call(identity.me)).email).toBe(fjord.email)
  expect((await auth.mailsTo(fjord.email)).at(-1)).toMatchObject({ kind: 'mfa_disabled' })
  expect(await anonymous(secondFactors.challenge, { body: { mfaToken: stillWaiting } })).toMatchObject(
    refusedWith('A406'),
  )
  expect((await signIn(fjord.email)).status).toBe(200)
})

test('disabling the last factor deletes the backup codes; enabling one again creates new ones', async () => {
  await auth.enableAuthenticator(acme, noon)
  await auth.enableEmail(acme)
  const codes = await acme.call(secondFactors.backupCodes)
  await auth.disable(acme, 3)
  expect(await acme.call(secondFactors.backupCodes)).toEqual(codes)
  expect((await acme.call(secondFactors.own)).map(({ providerType }) => providerType)).toEqual([1])
  await auth.disable(acme, 1)
  expect(await acme.call(secondFactors.backupCodes)).toEqual([])
  await auth.enableEmail(acme)
  const fresh = await acme.call(secondFactors.backupCodes)
  expect(fresh).toHaveLength(10)
  const former = new Set(codes.map(({ backupCode }) => backupCode))
  expect(fresh.some(({ backupCode }) => former.has(backupCode))).toBe(false)
})

test('a factor that is not enabled cannot be disabled, and one that is enabled cannot be enabled again', async () => {
  await acme.token()
  const before = await auth.everything()
  expect(await acme.raw(secondFactors.disable, { query: { providerType: '3' } })).toMatchObject(
    refusedWith('RQ404', 404),
  )
  expect(await acme.raw(secondFactors.disable, { query: { providerType: '2' } })).toMatchObject(
    refusedWith('RQ422', 422),
  )
  expect(await auth.everything()).toEqual(before)
  await auth.enableEmail(acme)
  expect(await acme.raw(secondFactors.requestSetup, { body: { providerType: 1 } })).toMatchObject(
    refusedWith('RQ409', 409),
  )
})

test("another user's set-up can be neither verified nor confirmed (threats A14)", async () => {
  const { mfaToken, secret } = await requestAuthenticator(nordico)
  expect(await verify(bergen, mfaToken, codeAt(secret, noon))).toMatchObject(refusedWith('RQ403', 403))
  expect((await verify(nordico, mfaToken, codeAt(secret, noon))).status).toBe(204)
  expect(await confirm(bergen, mfaToken)).toMatchObject(refusedWith('RQ403', 403))
  expect(await bergen.call(secondFactors.own)).toEqual([])
  expect((await confirm(nordico, mfaToken)).status).toBe(202)
})

test('a factor is not enabled before it has been verified (threats A14)', async () => {
  const { mfaToken, secret } = await requestAuthenticator(nordico)
  expect(await confirm(nordico, mfaToken)).toMatchObject(refusedWith('RQ409', 409))
  expect(await verify(nordico, mfaToken, wrong(codeAt(secret, noon)))).toMatchObject(refusedWith('A410'))
  expect(await confirm(nordico, mfaToken)).toMatchObject(refusedWith('RQ409', 409))
  expect(await nordico.call(secondFactors.own)).toEqual([])
})

test('a set-up token that is invented, of a sign-in, used or ten minutes old is refused', async () => {
  await auth.enableEmail(nordico)
  const ofSignIn = await challenged(nordico.email)
  for (const token of [newToken(), ofSignIn]) {
    expect(await verify(nordico, token, '123456')).toMatchObject(refusedWith('A406'))
    expect(await confirm(nordico, token)).toMatchObject(refusedWith('A406'))
  }
  const first = await requestAuthenticator(nordico)
  await verify(nordico, first.mfaToken, codeAt(first.secret, noon))
  const second = await requestAuthenticator(nordico)
  expect(await confirm(nordico, first.mfaToken), 'a newer one kills the former').toMatchObject(refusedWith('A406'))
  expect((await verify(nordico, second.mfaToken, codeAt(second.secret, noon))).status).toBe(204)
  world.at(after(noon, 601))
  expect(await confirm(nordico, second.mfaToken)).toMatchObject(refusedWith('A406'))
  expect(await verify(nordico, second.mfaToken, codeAt(second.secret, after(noon, 601)))).toMatchObject(
    refusedWith('A406'),
  )
})

test('five wrong codes end a set-up, and several set-ups share one limit of tries (threats A11)', async () => {
  const { mfaToken, secret } = await requestAuthenticator(nordico)
  const bad = wrong(codeAt(secret, noon))
  const answers = await Promise.all(Array.from({ length: 8 }, () => verify(nordico, mfaToken, bad)))
  const codes = answers.map(({ body }) => (body as { code: string }).code).sort()
  expect(codes).toEqual([...Array(3).fill('A406'), ...Array(5).fill('A410')])
  expect(await verify(nordico, mfaToken, codeAt(secret, noon))).toMatchObject(refusedWith('A406'))
  expect(await confirm(nordico, mfaToken)).toMatchObject(refusedWith('RQ409', 409))
  const next = await requestAuthenticator(nordico)
  expect(await verify(nordico, next.mfaToken, bad), 'the tenth').toMatchObject(refusedWith('A410'))
  expect(await verify(nordico, next.mfaToken, codeAt(next.secret, noon))).toMatchObject(refusedWith('RQ429', 429))
})

test('a secret that the portal did not just create for this user is refused', async () => {
  const planted = (await setupLink(nordico)).replace(/secret=[A-Z2-7]+/, `secret=${'JBSWY3DPEHPK3PXP'.repeat(3)}`)
  const tries = [planted, await setupLink(bergen), 'https://example.com/', 'otpauth://totp/x?secret=AAAA', '', null]
  for (const providerSetup of tries) {
    expect(
      await nordico.raw(secondFactors.requestSetup, { body: { providerType: 3, providerSetup } }),
      String(providerSetup),
    ).toMatchObject({ status: 422, body: { code: 'RQ422', info: { issues: [{ path: 'providerSetup' }] } } })
  }
})

test('a set-up confirmed twice at once is enabled once; two kinds confirmed at once share ten backup codes', async () => {
  const one = await requestAuthenticator(nordico)
  await verify(nordico, one.mfaToken, codeAt(one.secret, noon))
  const twice = await Promise.all([confirm(nordico, one.mfaToken), confirm(nordico, one.mfaToken)])
  expect(twice.map(({ status }) => status).sort()).toEqual([202, 401])

  // A user has only one set-up at a time, so the test inserts the second one itself.
  const { mfaToken, secret } = await requestAuthenticator(bergen)
  await verify(bergen, mfaToken, codeAt(secret, noon))
  await db.write(context, (tx) =>
    tx.run(sql`
      insert into one_time_tokens (token_hash, kind, user_id, details, expires_at)
      select sha256('second'), kind, user_id, '{"providerType": 1, "verified": true}', expires_at from one_time_tokens
      where tenant_id = ${tenantId} and user_id = ${bergen.userId}`),
  )
  const both = await Promise.all([confirm(bergen, mfaToken), confirm(bergen, 'second')])
  expect(both.map(({ status }) => status)).toEqual([202, 202])
  expect(await bergen.call(secondFactors.backupCodes)).toHaveLength(10)
  expect(await bergen.call(secondFactors.own)).toHaveLength(2)
})

test('changing the password does not change the second factor (threats A16)', async () => {
  await auth.enableAuthenticator(manager, noon)
  const waiting = await challenged(manager.email)
  const other = 'Battery-Staple-2'
  await manager.call(passwords.change, { body: { currentPassword: password, password: other } })
  expect(await anonymous(secondFactors.challenge, { body: { mfaToken: waiting } })).toMatchObject(refusedWith('A406'))
  expect(await signIn(manager.email, { password: other })).toMatchObject(refusedWith('A403', 403))
  expect(await manager.call(secondFactors.own)).toHaveLength(1)
})

test("after the installation's key has changed, data encrypted with the old key is never accepted and causes no error", async () => {
  const secret = await auth.enableAuthenticator(acme, noon)
  world.at(after(noon, 30))
  await db.write(context, async (tx) => {
    const other = sql`sha512(convert_to(user_id::text, 'UTF8'))`
    await tx.run(sql`update second_factors set secret_sealed = ${other} where tenant_id = ${tenantId}`)
    await tx.run(sql`update backup_codes set code_sealed = ${other} where tenant_id = ${tenantId}`)
  })
  const mfaToken = await challenged(acme.email)
  expect(await auth.signInWith(acme.email, mfaToken, codeAt(secret, after(noon, 30)))).toMatchObject(
    refusedWith('A410'),
  )
  expect(await acme.call(secondFactors.backupCodes)).toEqual([])
})

test('the audit log shows who enabled, used and disabled which factor, without any secret', async () => {
  const secret = await auth.enableAuthenticator(calabro, noon)
  const [backup] = await calabro.call(secondFactors.backupCodes)
  const mfaToken = await challenged(calabro.email)
  expect((await auth.signInWith(calabro.email, mfaToken, backup?.backupCode ?? '')).status).toBe(200)
  await auth.disable(calabro, 3)
  const log = await db.read(context).rows<{ action: string; after: unknown; before: unknown }>(sql`
    select action, before, after from audit_log
    where tenant_id = ${tenantId} and entity_id = ${calabro.userId} and action like 'mfa.%' order by audit_id desc limit 3`)
  expect(log).toEqual([
    { action: 'mfa.disabled', before: { providerType: 3 }, after: null },
    { action: 'mfa.backup_code_used', before: null, after: { left: 9 } },
    { action: 'mfa.enabled', before: null, after: { providerType: 3 } },
  ])
  expect(JSON.stringify(log)).not.toContain(secret)
})
