import { audit } from '@trellis/contract/audit'
import { directories, directorySignIn } from '@trellis/contract/directories'
import { identity, passwords } from '@trellis/contract/identity'
import { news } from '@trellis/contract/news'
import { passkeys } from '@trellis/contract/passkeys'
import { settings } from '@trellis/contract/settings'
import { type SecondFactorRule, signInSettings } from '@trellis/contract/sign-in-settings'
import { users } from '@trellis/contract/users'
import { expect, test } from 'vitest'
import { openBrowser } from '../../testing/browser.ts'
import { networkWithDirectory, shapes } from '../../testing/directories.ts'
import { inviting, roleIds } from '../../testing/inviting.ts'
import { clientSecret } from '../../testing/issuer.ts'
import { password } from '../../testing/network.ts'
import { passkeysOf } from '../../testing/passkeys.ts'
import { authentication, codeAt } from '../../testing/second-factors.ts'
import { raw } from '../../testing/selling.ts'

/* Connections to directories, and the people who sign in by them (rules P40 to P45). */

const { world, issuer, draft, prove, connect, change, start, finish, signIn } = await networkWithDirectory()
const { vendor, manager, acme, acmeBasic, bergen, canary, anonymous } = world
const { invite, linkTo, accept } = inviting(world)
const { enableAuthenticator, disable } = authentication(world)
const { add, signIn: signInWith } = passkeysOf(world)

const directory = await connect()
const refusedFor = (reason: string) => ({ status: 400, body: { code: 'A405', info: { reason } } })
const meOf = async (browser: ReturnType<typeof openBrowser>, token: string) =>
  (await browser.as(token, identity.me)).body as {
    email: string
    account: { accountName: string }
    roles: { name: string }[]
  }

interface ToProve {
  info: { linkToken: string; email: string; connection: string; isInvited: boolean; mfaToken: string }
}

test('only super admins of the vendor see or change connections; a client secret is never answered', async () => {
  const params = { connectionId: directory.connectionId }
  for (const who of [manager, acme, acmeBasic]) {
    for (const endpoint of [directories.read, directories.change, directories.remove, directories.checkDomains])
      expect(
        await who.raw(endpoint, { params, body: endpoint === directories.change ? draft() : undefined }),
      ).toMatchObject({
        status: 403,
      })
    expect(await who.raw(directories.list)).toMatchObject({ status: 403 })
    expect(await who.raw(directories.create, { body: draft() })).toMatchObject({ status: 403 })
    expect(await who.raw(directories.beginTest, { params })).toMatchObject({ status: 403 })
  }
  expect(directory).toMatchObject({
    secretLastFour: '4711',
    redirectUris: ['http://localhost:3000/auth/oidc', 'http://verdant.localhost:3000/auth/oidc'],
  })
  const said = JSON.stringify([
    await vendor.call(directories.list),
    await vendor.call(directories.read, { params }),
    await vendor.call(audit.search, { body: { filterBy: [{ field: 'entity', values: ['connection'] }] } }),
  ])
  expect(said).toContain('Acme directory')
  expect(said).not.toContain(clientSecret)
  const [row] = await raw<{ text: string }>(world, `select c::text as text from directory_connections c`)
  expect(row?.text).not.toContain(Buffer.from(clientSecret).toString('hex'))
})

test('a connection has every field of its draft, and of each change', async () => {
  const body = draft({
    ...{
      name: 'Every field',
      issuer: 'https://login.example.org/tenant',
      clientId: 'another',
      clientSecret: 'x'.repeat(40),
    },
    ...{ isEnabled: false, isShown: false, createsUsers: false, vouchesForAddresses: true, endsSession: true },
    domains: [{ name: 'every.example', only: true }],
    ...{ rolesClaim: 'groups', roleMappings: [{ value: 'Admins', roleId: roleIds.AccountAdmin }], defaultRoleIds: [] },
    ...{ accountClaim: 'company', accountSystem: 'erp', defaultAccountId: null },
  })
  const { clientSecret: _, ...said } = body
  const expected = {
    ...said,
    domains: [{ name: 'every.example', only: true, proved: false }],
    secretLastFour: 'xxxx',
    users: 0,
  }
  const { connectionId } = await vendor.call(directories.create, { body })
  const params = { connectionId }
  expect(await vendor.call(directories.read, { params })).toMatchObject(expected)
  const { clientSecret: __, ...other } = draft({ domains: [], issuer: body.issuer, name: 'Other' })
  expect(await vendor.call(directories.change, { params, body: other })).toMatchObject({
    ...other,
    ...{ secretLastFour: 'xxxx', defaultAccountId: acme.accountId },
  })
  await vendor.call(directories.remove, { params })
})

test('for an administrator of another tenant there is no such connection', async () => {
  const params = { connectionId: directory.connectionId }
  expect(await canary.call(directories.list)).toEqual([])
  expect(await canary.raw(directories.read, { params })).toMatchObject({ status: 404 })
  expect(await canary.raw(directories.change, { params, body: { ...draft(), defaultAccountId: null } })).toMatchObject({
    status: 404,
  })
  expect(await canary.raw(directories.remove, { params })).toMatchObject({ status: 404 })
  expect(await canary.raw(directories.beginTest, { params })).toMatchObject({ status: 404 })
  expect((await start(openBrowser(world), directory, 'canary.localhost:3000')).location).toBe(
    'http://canary.localhost:3000/auth/oidc?problem=unknown',
  )
  const elsewhere = await canary.raw(directories.create, { body: draft() })
  expect(elsewhere).toMatchObject({ status: 404 })
  // The record of one tenant proves nothing for another.
  const claimed = await canary.call(directories.create, { body: draft({ defaultAccountId: null }) })
  const { connectionId } = claimed
  expect((await canary.call(directories.checkDomains, { params: { connectionId } })).domains).toMatchObject([
    { proved: false },
  ])
  await canary.call(directories.remove, { params: { connectionId } })
})

test('what a connection names must be there, and a domain is of one connection', async () => {
  const issueOf = async (more: Parameters<typeof draft>[0]) =>
    (
      (await vendor.refused(directories.create, { body: draft({ domains: [], ...more }) })).info as {
        issues: unknown[]
      }
    ).issues[0]
  expect(await issueOf({ defaultRoleIds: [999] })).toMatchObject({ path: 'defaultRoleIds.0', code: 'unknown_role' })
  expect(await issueOf({ defaultRoleIds: [roleIds.SuperAdmin] })).toMatchObject({ code: 'super_admin' })
  expect(await issueOf({ roleMappings: [{ value: 'x', roleId: 999 }] })).toMatchObject({ code: 'unknown_role' })
  expect(await issueOf({ domains: [{ name: 'acme.example', only: false }] })).toMatchObject({
    path: 'domains.0.name',
    code: 'taken',
  })
  expect(await issueOf({ issuer: 'ftp://login.example' })).toMatchObject({ path: 'issuer' })
  // Another issuer would get the secret of the one before.
  const body = { ...draft(), clientSecret: undefined, issuer: 'https://login.evil.example' }
  const refused = await vendor.refused(directories.change, { params: { connectionId: directory.connectionId }, body })
  expect(refused).toMatchObject({ code: 'RQ422', info: { issues: [{ path: 'clientSecret' }] } })
})

test('a new person of a proved domain becomes a user of the account, once, also when both tabs come at once', async () => {
  const claims = shapes.okta('john@acme.example')
  const browsers = [openBrowser(world), openBrowser(world)]
  const answers = await Promise.all(browsers.map((browser) => signIn(directory, claims, { browser })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const [{ cookies } = { cookies: [] as string[] }] = answers
  expect(cookies.join()).toMatch(/trellis_refresh=[^;]+;.*HttpOnly/)
  expect(await meOf(browsers[1] as (typeof browsers)[0], answers[1]?.token ?? '')).toMatchObject({
    ...{ email: 'john@acme.example', firstName: 'John', lastName: 'Doe', timeZone: 'Europe/Rome', languageCode: 'it' },
    account: { accountName: 'Acme' },
    roles: [{ name: 'Basic' }],
  })
  const { items } = await vendor.call(audit.search, {
    body: {
      filterBy: [{ field: 'action', values: ['session.started', 'directory.linked', 'user.created'] }],
      limit: 4,
    },
  })
  const newest = items.filter(({ entityName }) => entityName === 'John Doe')
  expect(newest.map(({ action }) => action).toSorted()).toEqual([
    ...['directory.linked', 'session.started', 'session.started', 'user.created'],
  ])
  // The directory's own second factor counts: what it says is kept, and none is asked for here.
  expect(newest.find(({ action }) => action === 'session.started')?.after).toMatchObject({
    ...{ connection: 'Acme directory', amr: ['pwd', 'mfa'] },
  })
  expect((await vendor.call(directories.read, { params: { connectionId: directory.connectionId } })).users).toBe(1)
})

test('a new person of whom the directory says neither language nor time zone has those of the browser', async () => {
  const silent = (name: string) => ({ ...shapes.okta(`${name}@acme.example`), sub: name, locale: '', zoneinfo: '' })
  const newcomer = async (name: string, said: object) => {
    const browser = openBrowser(world)
    const { token } = await signIn(directory, silent(name), { browser, ...said })
    return meOf(browser, token ?? '')
  }
  const told = await newcomer('paola', { languageCode: 'it-CH', timeZone: 'Europe/Zurich' })
  expect(told).toMatchObject({ languageCode: 'it', timeZone: 'Europe/Zurich' })
  const strange = await newcomer('quinn', { languageCode: 'tlh', timeZone: 'Mars/Olympus' })
  expect(strange).toMatchObject({ languageCode: 'en', timeZone: 'UTC' })
  expect(await newcomer('rosa', {})).toMatchObject({ languageCode: 'en', timeZone: 'UTC' })
  const browser = openBrowser(world)
  const said = { languageCode: 'en', timeZone: 'Europe/Zurich' }
  const { token } = await signIn(
    directory,
    { ...shapes.okta('silvia@acme.example'), sub: 'silvia' },
    { browser, ...said },
  )
  expect(await meOf(browser, token ?? '')).toMatchObject({ languageCode: 'it', timeZone: 'Europe/Rome' })
})

test('a person stays the same user whatever their address becomes, and an address that passes on takes nobody along', async () => {
  const browser = openBrowser(world)
  const { token } = await signIn(directory, shapes.okta('john.doe@elsewhere.example'), { browser })
  expect(await meOf(browser, token)).toMatchObject({ email: 'john@acme.example' })
  // A newcomer who got John's address is not John.
  expect(await signIn(directory, { ...shapes.okta('john@acme.example'), sub: 'newcomer' })).toMatchObject(
    refusedFor('prove'),
  )
})

test('an existing user is adopted only after their password, and their second factor if they have one', async () => {
  const claims = { sub: 'anna', email: acme.email.toUpperCase(), email_verified: true }
  const secret = await enableAuthenticator(
    acme,
    '2026-03-02T09:00:00Z'.replace('2026-03-02T09:00:00Z', new Date().toISOString()),
  )
  const browser = openBrowser(world)
  const asked = await signIn(directory, claims, { browser })
  expect(asked).toMatchObject(refusedFor('prove'))
  const { linkToken, email, connection } = (asked.body as ToProve).info
  expect([email, connection]).toEqual([acme.email, 'Acme directory'])
  const link = (body: object, by = browser) => by.send(directorySignIn.link, { body: { linkToken, ...body } })
  expect(await link({ password: 'Wrong-Horse-9' })).toMatchObject({ status: 401, body: { code: 'A401' } })
  expect(await link({ password }, openBrowser(world))).toMatchObject(refusedFor('expired'))
  const challenged = await link({ password })
  expect(challenged).toMatchObject({ status: 403, body: { code: 'A403' } })
  const { mfaToken } = (challenged.body as ToProve).info
  expect(await link({ password, mfaToken, mfaCode: '000000' })).toMatchObject({ status: 401 })
  expect(await signIn(directory, claims)).toMatchObject(refusedFor('prove'))
  const next = new Date(Date.now() + 30_000).toISOString()
  world.at(next)
  const proved = await link({ password, mfaToken, mfaCode: codeAt(secret, next) })
  world.at(null)
  expect(proved).toMatchObject({ status: 200 })
  expect(await link({ password })).toMatchObject(refusedFor('expired'))
  // From now on without a password, and without a second factor of ours.
  const again = openBrowser(world)
  expect(await meOf(again, (await signIn(directory, claims, { browser: again })).token)).toMatchObject({
    email: acme.email,
  })
  await disable(acme, 3)
})

test('an invited person is adopted by the token of their invitation, and by nothing else', async () => {
  const email = 'ida@acme.example'
  await invite(acme, email)
  const claims = { sub: 'ida', email, email_verified: true }
  expect(await signIn(directory, claims)).toMatchObject({ ...refusedFor('prove'), body: { info: { isInvited: true } } })
  expect(await signIn(directory, claims, { invitation: 'x'.repeat(43) })).toMatchObject(refusedFor('prove'))
  const { token } = await linkTo(email)
  // Somebody else with the link is somebody else.
  const eve = { sub: 'eve', email: 'eve@acme.example', email_verified: true }
  await signIn(directory, eve, { invitation: token })
  const browser = openBrowser(world)
  const joined = await signIn(directory, claims, { browser, invitation: token })
  expect(joined).toMatchObject({ status: 200 })
  expect(await meOf(browser, joined.token)).toMatchObject({ email, status: 'user_active' })
  expect(await accept({ email, token })).toMatchObject({ status: 400 })
  expect(await signIn(directory, claims)).toMatchObject({ status: 200 })
})

test('suspended and removed users do not come back by the directory', async () => {
  const claims = { sub: 'zoe', email: 'zoe@acme.example', email_verified: true }
  const browser = openBrowser(world)
  const { token } = await signIn(directory, claims, { browser })
  const { userId } = (await browser.as(token, identity.me)).body as { userId: string }
  await vendor.call(users.changeStatus, { params: { id: userId }, body: { status: 'user_suspended' } } as never)
  expect(await signIn(directory, claims)).toMatchObject(refusedFor('suspended'))
  expect(await signIn(directory, { ...claims, sub: 'zoe again' })).toMatchObject(refusedFor('suspended'))
  await vendor.call(users.remove, { params: { id: userId } } as never)
  expect(await signIn(directory, claims)).toMatchObject(refusedFor('removed'))
})

test('a newcomer needs an account and a role, and a connection that makes users', async () => {
  const claims = (sub: string, more: object = {}) => ({
    sub,
    email: `${sub}@acme.example`,
    email_verified: true,
    ...more,
  })
  await change(directory, { createsUsers: false })
  expect(await signIn(directory, claims('n1'))).toMatchObject(refusedFor('not_invited'))
  await change(directory, { createsUsers: true, defaultAccountId: null })
  expect(await signIn(directory, claims('n2'))).toMatchObject(refusedFor('no_account'))
  await change(directory, { defaultAccountId: acme.accountId, defaultRoleIds: [] })
  expect(await signIn(directory, claims('n3'))).toMatchObject(refusedFor('no_role'))
  await change(directory, { defaultRoleIds: [roleIds.Basic], accountClaim: 'company' })
  const [{ code } = { code: '' }] = await raw<{ code: string }>(
    world,
    `select code::text from accounts where account_id = $1`,
    [bergen.accountId],
  )
  const accountOf = async (sub: string, company: string) => {
    const browser = openBrowser(world)
    return (await meOf(browser, (await signIn(directory, claims(sub, { company }), { browser })).token)).account
      .accountName
  }
  expect(await accountOf('n4', code)).toBe('Bergen')
  expect(await accountOf('n5', 'nothing here')).toBe('Acme')
  await change(directory, { accountClaim: 'company', accountSystem: 'erp' })
  expect(await accountOf('n6', code)).toBe('Acme')
  await raw(
    world,
    `insert into external_ids (tenant_id, kind, record_id, system, external_id)
     values ($1, 'account', $2, 'erp', 'C-77')`,
    [world.tenantId, bergen.accountId],
  )
  expect(await accountOf('n7', 'C-77')).toBe('Bergen')
  await change(directory, { accountClaim: null, accountSystem: null })
})

test('roles follow the claims at each sign-in, and end what was open with the old ones', async () => {
  const byClaim = await change(directory, {
    ...{ rolesClaim: 'realm_access.roles', defaultRoleIds: [] },
    roleMappings: [
      { value: 'portal-admin', roleId: roleIds.AccountAdmin },
      { value: 'portal-user', roleId: roleIds.Basic },
    ],
  })
  const person = (roles: string[]) => shapes.keycloak('kim@acme.example', { realm_access: { roles } })
  const browser = openBrowser(world)
  const rolesAfter = async (roles: string[]) =>
    (await meOf(browser, (await signIn(byClaim, person(roles), { browser })).token)).roles.map(({ name }) => name)
  expect(await rolesAfter(['portal-admin', 'other'])).toEqual(['AccountAdmin'])
  expect(await rolesAfter(['portal-user', 'portal-admin'])).toEqual(['AccountAdmin', 'Basic'])
  expect(await rolesAfter(['portal-user'])).toEqual(['Basic'])
  expect(await signIn(byClaim, person(['nothing']))).toMatchObject(refusedFor('no_role'))
  await change(directory, { rolesClaim: null, roleMappings: [], defaultRoleIds: [roleIds.Basic] })
})

test('Entra says nothing of addresses: they count when the tenant vouches for its directory, or it sends xms_edov', async () => {
  const claims = shapes.entra('abe@acme.example')
  expect(await signIn(directory, claims)).toMatchObject(refusedFor('unverified'))
  expect(await signIn(directory, { ...claims, sub: 'edov-no', xms_edov: false })).toMatchObject(
    refusedFor('unverified'),
  )
  expect(await signIn(directory, { ...shapes.entra('edna@acme.example'), sub: 'edna', xms_edov: '1' })).toMatchObject({
    status: 200,
  })
  await change(directory, { vouchesForAddresses: true })
  expect(await signIn(directory, { ...claims, email_verified: false })).toMatchObject(refusedFor('unverified'))
  expect(await signIn(directory, { ...shapes.entra('abe@nordico.example') })).toMatchObject(refusedFor('domain'))
  const browser = openBrowser(world)
  expect(await meOf(browser, (await signIn(directory, claims, { browser })).token)).toMatchObject({
    ...{ email: 'abe@acme.example', firstName: 'Abe', lastName: 'Lincoln' },
  })
  await change(directory, { vouchesForAddresses: false })
})

test('a directory that leaves groups out because they are many changes no roles', async () => {
  const byGroups = await change(directory, {
    ...{ rolesClaim: 'groups', vouchesForAddresses: true },
    roleMappings: [{ value: 'a-group', roleId: roleIds.AccountAdmin }],
  })
  const claims = { ...shapes.entra('olga@acme.example'), sub: 'olga' }
  const overage = {
    _claim_names: { groups: 'src1' },
    _claim_sources: { src1: { endpoint: 'https://graph.example/x' } },
  }
  const browser = openBrowser(world)
  const rolesAfter = async (more: object) =>
    (await meOf(browser, (await signIn(byGroups, { ...claims, ...more }, { browser })).token)).roles.map(
      ({ name }) => name,
    )
  expect(await rolesAfter(overage)).toEqual(['Basic'])
  expect(await rolesAfter({ groups: ['a-group'] })).toEqual(['AccountAdmin'])
  expect(await rolesAfter(overage)).toEqual(['AccountAdmin'])
  expect(await rolesAfter({ hasgroups: true })).toEqual(['AccountAdmin'])
  await change(directory, { rolesClaim: null, roleMappings: [], vouchesForAddresses: false })
})

test('the sign-in screen learns the connection of a domain, never whether there is a user', async () => {
  const route = async (email: string) => (await anonymous(directorySignIn.route, { body: { email } })).body
  const acmes = { connection: { connectionId: directory.connectionId, name: 'Acme directory' }, only: false }
  expect(await route(acme.email)).toEqual(acmes)
  expect(await route('nobody@ACME.example')).toEqual(acmes)
  expect(await route(bergen.email)).toEqual({ connection: null, only: false })
  const offered = async () => (await anonymous(directorySignIn.offered)).body
  expect(await offered()).toEqual({
    connections: [{ connectionId: directory.connectionId, name: 'Acme directory' }],
    byAddress: true,
  })
  await change(directory, { isShown: false })
  expect(await offered()).toEqual({ connections: [], byAddress: true })
  await change(directory, { isEnabled: false })
  expect(await offered()).toEqual({ connections: [], byAddress: false })
  expect(await route(acme.email)).toEqual({ connection: null, only: false })
  expect((await start(openBrowser(world), directory)).location).toContain('problem=unknown')
  await change(directory, { isEnabled: true, isShown: true })
})

test('"only so" needs a super admin with a second factor, who alone signs in by password then', async () => {
  const only = {
    domains: [
      { name: 'acme.example', only: true },
      { name: 'verdant.example', only: true },
    ],
  }
  const body = { ...draft(only), clientSecret: undefined }
  const params = { connectionId: directory.connectionId }
  expect(await vendor.refused(directories.change, { params, body })).toMatchObject({
    ...{ status: 409, info: { reason: 'break_glass' } },
  })
  const now = new Date().toISOString()
  const secret = await enableAuthenticator(vendor, now)
  const passkey = await add(manager)
  await prove(await vendor.call(directories.change, { params, body }))

  const withPassword = (email: string, more: object = {}) =>
    anonymous(identity.signIn, { body: { grantType: 'password', email, password, ...more } })
  expect(await withPassword(acmeBasic.email)).toMatchObject(refusedFor('only_directory'))
  expect(await withPassword(manager.email)).toMatchObject(refusedFor('only_directory'))
  // A passkey is no way round it.
  expect(await signInWith(passkey)).toMatchObject(refusedFor('only_directory'))
  // Whoever does not know the password learns nothing.
  const wrong = { password: 'Wrong-Horse-9' }
  for (const email of [acmeBasic.email, vendor.email, 'nobody@acme.example'])
    expect(await withPassword(email, wrong)).toMatchObject({ status: 401, body: { code: 'A401' } })
  expect(await withPassword(bergen.email)).toMatchObject({ status: 200 })
  const challenge = await withPassword(vendor.email)
  expect(challenge).toMatchObject({ status: 403, body: { code: 'A403' } })
  const { mfaToken } = (challenge.body as ToProve).info
  const next = new Date(Date.parse(now) + 60_000).toISOString()
  world.at(next)
  expect(await withPassword(vendor.email, { mfaToken, mfaCode: codeAt(secret, next) })).toMatchObject({ status: 200 })
  world.at(null)
  // A new password is no way round it, and who has a session goes on.
  await anonymous(passwords.requestReset, { body: { email: acmeBasic.email } })
  expect((await acmeBasic.raw(identity.me)).status).toBe(200)
  // Who is not adopted yet still proves who they are by their password.
  const browser = openBrowser(world)
  const asked = await signIn(directory, { sub: 'basil', email: acmeBasic.email, email_verified: true }, { browser })
  const { linkToken } = (asked.body as ToProve).info
  expect(await browser.send(directorySignIn.link, { body: { linkToken, password } })).toMatchObject({ status: 200 })

  await change(directory, { domains: [{ name: 'acme.example', only: false }] })
  expect(await signInWith(passkey)).toMatchObject({ status: 200 })
  await manager.call(passkeys.remove, { params: { id: passkey.passkeyId } })
  expect(await withPassword(manager.email)).toMatchObject({ status: 200 })
  await disable(vendor, 3)
})

test('who comes by a directory is not asked for a second factor of ours, who comes by password is (rules P33, P45)', async () => {
  const rule = async (secondFactors: SecondFactorRule) => {
    world.at('2026-01-04T12:00:00.000Z')
    await vendor.call(signInSettings.change, { body: { secondFactors } })
    world.at(null)
  }
  await rule({ requiredFor: 'everybody', roleIds: [], from: '2026-01-05', graceDays: 0 })
  const browser = openBrowser(world)
  const claims = { sub: 'factor', email: 'factor@acme.example', email_verified: true }
  const { token } = await signIn(directory, claims, { browser })
  for (const each of [token, (await browser.refresh()).token]) {
    expect((await browser.as(each, identity.me)).body).toMatchObject({
      secondFactor: { isRequired: false, isDue: false },
    })
    expect(await browser.as(each, news.unread)).toMatchObject({ status: 200 })
  }
  const other = openBrowser(world)
  expect(await other.as((await other.signIn(bergen.email)).token, news.unread)).toMatchObject({
    ...{ status: 403, body: { code: 'RQ403', info: { reason: 'second_factor' } } },
  })
  await rule({ requiredFor: 'nobody', roleIds: [], from: null, graceDays: 14 })
})

test('the way back is an address of the tenant, whatever the Host header says (threats A16)', async () => {
  const browser = openBrowser(world)
  const redirectOf = async (host: string) =>
    new URL((await start(browser, directory, host)).location).searchParams.get('redirect_uri')
  expect(await redirectOf('evil.example')).toBe('http://localhost:3000/auth/oidc')
  expect(await redirectOf('verdant.localhost')).toBe('http://verdant.localhost:3000/auth/oidc')
  const { domains } = await vendor.call(settings.change, { body: { hosts: ['portal.verdant.example'] } })
  expect(await redirectOf('portal.verdant.example')).toBe('http://localhost:3000/auth/oidc')
  for (const { record } of domains) world.dns.set(record.name, record.value)
  await vendor.call(settings.checkDomains)
  expect(await redirectOf('portal.verdant.example')).toBe('http://portal.verdant.example:3000/auth/oidc')
})

test('a connection is not led to private addresses, nor is what its issuer names', async () => {
  const inside = await connect({ name: 'Inside', issuer: 'https://127.0.0.1:1/realms/x', domains: [] })
  expect((await start(openBrowser(world), inside)).location).toContain('problem=unreachable')
  // The administrator who tests it reads why.
  const { connectionId } = inside
  expect(await vendor.raw(directories.beginTest, { params: { connectionId } })).toMatchObject({
    ...{ status: 503, body: { code: 'RQ503', info: { reason: 'unreachable', detail: expect.any(String) } } },
  })
  const plain = await connect({ name: 'Plain', issuer: 'http://login.example.org', domains: [] })
  expect((await start(openBrowser(world), plain)).location).toContain('problem=unreachable')
  issuer.behaves({
    metadata: { token_endpoint: 'http://127.0.0.1:1/token', issuer: issuer.url.replace('acme', 'inner') },
  })
  const inner = await connect({ name: 'Inner', issuer: issuer.url.replace('acme', 'inner'), domains: [] })
  issuer.person({ sub: 'x' })
  const browser = openBrowser(world)
  const { location } = await start(browser, inner)
  expect(await finish(browser, { ...issuer.authorize(location) })).toMatchObject(refusedFor('unreachable'))
  issuer.behaves()
})

test('a test shows the claims and what would come of them, and changes nothing', async () => {
  const browser = openBrowser(world)
  const { token } = await browser.signIn(vendor.email)
  const params = { connectionId: directory.connectionId }
  const everything = () =>
    raw(
      world,
      `select (select count(*) from users) users, (select count(*) from directory_people) people,
              (select count(*) from sessions) sessions, (select count(*) from user_roles) roles`,
    )
  const tested = async (claims: Record<string, unknown>) => {
    issuer.person(claims)
    const { url } = (await browser.as(token, directories.beginTest, { params })).body as { url: string }
    return browser.as(token, directorySignIn.test, { body: issuer.authorize(url) })
  }
  await invite(acme, 'isa@acme.example')
  const before = await everything()
  expect((await tested({ sub: 'isa', email: 'isa@acme.example', email_verified: true })).body).toMatchObject({
    ...{ outcome: 'invited', problem: null, email: 'isa@acme.example', accountName: 'Acme' },
  })
  const newcomer = (await tested(shapes.google('elisa@acme.example'))).body
  expect(newcomer).toMatchObject({
    ...{ outcome: 'created', problem: null, email: 'elisa@acme.example', userName: 'Elisa Beckett' },
    ...{ accountName: 'Acme', roles: ['Basic'], tooManyGroups: false },
  })
  expect((newcomer as { claims: object[] }).claims).toContainEqual({ name: 'hd', value: '"acme.example"' })
  expect((await tested({ sub: 'x', email: bergen.email, email_verified: true })).body).toMatchObject({
    ...{ outcome: null, problem: 'domain' },
  })
  expect((await tested(shapes.okta('john@acme.example'))).body).toMatchObject({
    outcome: 'known',
    userName: 'John Doe',
  })
  issuer.behaves({ signature: 'foreign' })
  const broken = await tested(shapes.okta('john@acme.example'))
  expect(broken).toMatchObject({
    ...refusedFor('answer'),
    body: { info: { detail: expect.stringContaining('signature') } },
  })
  issuer.behaves()
  expect(await everything()).toEqual(before)

  // A test signs nobody in, a sign-in is no test, and one person's test is nobody else's.
  issuer.person(shapes.okta('john@acme.example'))
  const begin = async () => ((await browser.as(token, directories.beginTest, { params })).body as { url: string }).url
  expect(await finish(browser, { ...issuer.authorize(await begin()) })).toMatchObject(refusedFor('expired'))
  const { location } = await start(browser, directory)
  expect(await browser.as(token, directorySignIn.test, { body: issuer.authorize(location) })).toMatchObject(
    refusedFor('expired'),
  )
  const ofManager = await browser.as(await manager.token(), directorySignIn.test, {
    body: issuer.authorize(await begin()),
  })
  expect(ofManager).toMatchObject({ status: 403 })
})

test('signing out ends our session, and leads to the directory only if the connection says so', async () => {
  const claims = shapes.okta('john@acme.example')
  const browser = openBrowser(world)
  const first = await signIn(directory, claims, { browser })
  expect((await browser.as(first.token, directorySignIn.signOut)).body).toEqual({ url: null })
  expect(await browser.as(first.token, identity.me)).toMatchObject({ status: 401 })
  expect([...browser.jar.keys()]).not.toContain('trellis_refresh')
  await change(directory, { endsSession: true })
  const second = await signIn(directory, claims, { browser })
  const { url } = (await browser.as(second.token, directorySignIn.signOut)).body as { url: string }
  expect(url.startsWith(`${issuer.url}/logout?`)).toBe(true)
  expect(new URL(url).searchParams.get('post_logout_redirect_uri')).toBe('http://localhost:3000/')
  expect(await browser.as(second.token, identity.me)).toMatchObject({ status: 401 })
})

test('a connection that is removed signs nobody in; one to the same issuer knows its people again', async () => {
  const claims = shapes.okta('john@acme.example')
  await vendor.call(directories.remove, { params: { connectionId: directory.connectionId } })
  expect((await start(openBrowser(world), directory)).location).toContain('problem=unknown')
  const again = await connect({ name: 'Acme anew' })
  expect(await signIn(again, claims)).toMatchObject({ status: 200 })
})
