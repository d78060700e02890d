import { accounts } from '@trellis/contract/accounts'
import { apiKeys } from '@trellis/contract/api-keys'
import { audit } from '@trellis/contract/audit'
import { emailChanges } from '@trellis/contract/email-changes'
import type { AnswerOf, Endpoint, RequestOf } from '@trellis/contract/endpoint'
import { identity, type OwnAccount, passwords, sessions } from '@trellis/contract/identity'
import { imports } from '@trellis/contract/imports'
import { ownAccounts } from '@trellis/contract/own-accounts'
import { secondFactors } from '@trellis/contract/second-factors'
import { users } from '@trellis/contract/users'
import { expect, test } from 'vitest'
import { branches, group } from '../../testing/branches.ts'
import { inviting, type Newcomer, roleIds } from '../../testing/inviting.ts'
import { keysOf } from '../../testing/keys.ts'
import { network, type Person, password } from '../../testing/network.ts'
import { runQueued } from '../../testing/queue.ts'
import { entra, scimOf } from '../../testing/scim.ts'
import { raw } from '../../testing/selling.ts'

/* Covers: server/src/modules/directories/scim/users.ts, server/src/modules/people/members/own-accounts.ts, server/src/modules/people/invitations/invite-user.ts,
   server/src/modules/people/sessions/queries.ts, server/src/modules/people/members/queries.ts */

const world = await network()
const { vendor, nordico, acme, sudvia, calabro } = world
const { join, signIn } = inviting(world)
const make = keysOf(world)
const { findings, open } = branches(world)

const draft = (email: string, role: keyof typeof roleIds = 'AccountAdmin') => ({
  ...{ userName: email, firstName: 'Mia', lastName: 'Doppia', roles: [roleIds[role]] },
})
const offer = async (by: Person, email: string, role?: keyof typeof roleIds) =>
  (await by.call(users.create, { body: { user: { ...draft(email, role), mayHaveSignIn: true } } })).id

const mine = async (person: Newcomer): Promise<OwnAccount[]> => (await person.call(identity.me)).accounts
const use = (person: Newcomer, { accountId }: Pick<Person, 'accountId'>) =>
  person.call(ownAccounts.use, { body: { accountId } })
const accept = (person: Newcomer, { accountId }: Pick<Person, 'accountId'>) =>
  person.call(ownAccounts.accept, { params: { id: accountId } })
const code = (answer: { body: unknown }) => (answer.body as { code: string }).code
const found = async (reader: Pick<Person, 'call'>, email: string) =>
  (
    await reader.call(users.search, {
      body: { filterBy: [{ field: 'email', values: [email] }], includeChildren: true },
    })
  ).items

/** The person in another session, by a sign-in of their own. */
async function again({ email, userId }: Newcomer, secret = password): Promise<Newcomer> {
  const headers = { authorization: `Bearer ${(await signIn(email, secret)).body.token}` }
  const self: Newcomer = {
    ...{ email, userId },
    raw: (endpoint, request) => world.anonymous(endpoint, { ...request, headers }),
    async call<E extends Endpoint>(endpoint: E, request?: RequestOf<E>) {
      const answer = await self.raw(endpoint, request as never)
      if (answer.status >= 400) throw new Error(`${endpoint.path} was refused: ${JSON.stringify(answer.body)}`)
      return answer.body as AnswerOf<E>
    },
  }
  return self
}

let people = 0
/** Somebody of Acme who acts for Calabro too, where they are an administrator. */
async function both(): Promise<Newcomer & { there: string }> {
  people += 1
  const person = await join(acme, `mia-${people}@acme.example`)
  const there = await offer(calabro, person.email)
  await accept(person, calabro)
  return { ...person, there }
}

test('somebody of one company is asked to act for another, accepts, and chooses the account in each session', {
  tags: ['long'],
}, async () => {
  const person = await join(acme, 'mia@acme.example')
  const plain = { body: { user: draft(person.email) } }
  expect(await calabro.refused(users.create, plain)).toMatchObject({ code: 'US409' })
  const there = await offer(calabro, person.email)
  const [mail] = await world.mails(person.email)
  expect(mail).toMatchObject({ subject: expect.stringContaining('Calabro') })
  expect(await found(calabro, person.email)).toMatchObject([
    { userId: there, status: 'user_pending', hasOwnSignIn: false },
  ])
  const home = { accountName: 'Acme', userId: person.userId, status: 'user_active', isHome: true, isInUse: true }
  const offered = { accountName: 'Calabro', userId: there, status: 'user_pending', isHome: false, isInUse: false }
  expect(await mine(person)).toMatchObject([home, { ...offered, offeredBy: 'Carla Calabro' }])
  expect(code(await person.raw(ownAccounts.use, { body: { accountId: calabro.accountId } }))).toBe('RQ404')

  await accept(person, calabro)
  expect(await person.call(identity.me)).toMatchObject({ userId: person.userId, account: { accountName: 'Acme' } })
  const other = await again(person)
  await use(person, calabro)
  expect(await person.call(identity.me)).toMatchObject({
    userId: there,
    account: { accountName: 'Calabro' },
    roles: [{ name: 'AccountAdmin' }],
    accounts: [
      { ...home, isInUse: false },
      { ...offered, status: 'user_active', isInUse: true },
    ],
  })
  expect(await other.call(identity.me)).toMatchObject({ userId: person.userId })
  await use(person, acme)
  expect(await person.call(identity.me)).toMatchObject({ userId: person.userId, roles: [{ name: 'Basic' }] })
})

test('what a session reaches is that of the account in use, and nothing of the other one', async () => {
  const person = await both()
  const read = (of: Person) => person.raw(accounts.read, { params: { id: of.accountId } })
  const answers = async () => [(await read(acme)).status, (await read(calabro)).status]
  expect(await answers()).toEqual([200, 404])
  await use(person, calabro)
  expect(await answers()).toEqual([404, 200])
  expect(await found(person, acme.email)).toEqual([])
  const params = { id: person.userId }
  expect(code(await person.raw(users.changeStatus, { params, body: { status: 'user_suspended' } }))).toBe('RQ404')
})

test('the readers of each account learn of their own user alone', async () => {
  const person = await both()
  await use(person, calabro)
  expect((await found(nordico, person.email)).map(({ userId }) => userId)).toEqual([person.userId])
  expect((await found(sudvia, person.email)).map(({ userId }) => userId)).toEqual([person.there])
  expect((await found(vendor, person.email)).map(({ userId }) => userId).sort()).toEqual(
    [person.userId, person.there].sort(),
  )
  const told = async (reader: Person) =>
    JSON.stringify(await reader.call(audit.search, { body: { limit: 100 } as never }))
  expect(await told(sudvia)).toContain(person.there)
  expect(await told(sudvia)).not.toContain(person.userId)
  expect(await told(nordico)).not.toContain(person.there)
})

test('nobody accepts, uses or leaves what was offered to somebody else, and no machine does', async () => {
  const person = await join(acme, 'wanted@acme.example')
  await offer(calabro, person.email)
  const stranger = await join(acme, 'stranger@acme.example')
  const id = calabro.accountId
  const tries = [
    [ownAccounts.accept, { params: { id } }],
    [ownAccounts.use, { body: { accountId: id } }],
    [ownAccounts.leave, { params: { id } }],
  ] as const
  for (const [call, request] of tries) expect(code(await stranger.raw(call, request))).toBe('RQ404')
  const key = await make(calabro)
  for (const [call, request] of tries) expect(code(await key.call(call, request))).toBe('RQ403')
  expect(await mine(person)).toMatchObject([{}, { status: 'user_pending' }])
})

test('an account is offered once, not as the home one, and never as super admin', async () => {
  const person = await both()
  const refused = (by: Person, role?: keyof typeof roleIds) =>
    by.refused(users.create, { body: { user: { ...draft(person.email, role), mayHaveSignIn: true } } })
  expect(await refused(calabro)).toMatchObject({ code: 'US409', info: { reason: 'same_account' } })
  expect(await refused(acme)).toMatchObject({ code: 'US409', info: { reason: 'same_account' } })
  expect(await refused(vendor, 'SuperAdmin')).toMatchObject({ code: 'RQ403', info: { reason: 'second_account' } })
  const params = { id: await offer(vendor, person.email, 'Basic') }
  expect(await vendor.refused(users.changeRoles, { params, body: { roles: [roleIds.SuperAdmin] } })).toMatchObject({
    code: 'RQ403',
    info: { reason: 'second_account' },
  })
  // An address that nobody has is invited as ever.
  await offer(calabro, 'nobody-yet@acme.example')
  expect(await found(calabro, 'nobody-yet@acme.example')).toMatchObject([{ hasOwnSignIn: true }])
})

test('the administrator of a new account can be somebody who signs in for another one, if they are asked', async () => {
  const person = await join(acme, 'founder@acme.example')
  const user = { userName: person.email, firstName: 'Mia', lastName: 'Doppia' }
  const opened = (name: string, more: object = {}) =>
    open(nordico, name, { groupId: group.SILVER, user: { ...user, mayHaveSignIn: true, ...more } })
  await expect(opened('Mia Doppia AS', { mayHaveSignIn: false })).rejects.toThrow(/US409/)
  const own = await opened('Mia Doppia AS')
  expect(own.administrator).toEqual({ id: expect.any(String), hasOwnSignIn: false })
  expect(await mine(person)).toMatchObject([{ isHome: true }, { accountId: own.accountId, status: 'user_pending' }])
  await accept(person, own)
  await use(person, own)
  expect(await person.call(identity.me)).toMatchObject({ roles: [{ name: 'AccountAdmin' }] })
  const strange = await opened('Strange AS', { userName: 'new@founder.example' })
  expect(strange.administrator).toMatchObject({ hasOwnSignIn: true })
  expect((await opened('Nobody AS', { userName: '' })).administrator).toBeNull()
})

test('a directory that suspends whoever was asked, and activates them, does not agree for them', async () => {
  const person = await join(acme, 'vouched@acme.example')
  const id = await offer(calabro, person.email)
  const directory = await scimOf(world).directoryOf(calabro)
  await directory.call('PATCH', `/Users/${id}`, entra.disable)
  expect(await mine(person)).toHaveLength(1)
  expect(code(await person.raw(ownAccounts.accept, { params: { id: calabro.accountId } }))).toBe('RQ404')
  expect((await directory.call('PATCH', `/Users/${id}`, entra.enable)).body.active).toBe(true)
  expect(await found(calabro, person.email)).toMatchObject([{ status: 'user_pending' }])
  expect(code(await person.raw(ownAccounts.use, { body: { accountId: calabro.accountId } }))).toBe('RQ404')
  await directory.call('PATCH', `/Users/${id}`, entra.disable)
  const params = { id }
  const asked = await calabro.call(users.changeStatus, { params, body: { status: 'user_active' } })
  expect(asked.status).toBe('user_pending')
  await accept(person, calabro)
  await directory.call('PATCH', `/Users/${id}`, entra.disable)
  await directory.call('PATCH', `/Users/${id}`, entra.enable)
  await use(person, calabro)
  // An invitation that a directory suspended is over.
  const invited = await offer(calabro, 'invited-too@acme.example')
  await directory.call('PATCH', `/Users/${invited}`, entra.disable)
})

test('a directory that makes a user of somebody who signs in for another company asks them (rules P51)', async () => {
  const person = await join(acme, 'provisioned-too@acme.example')
  const directory = await scimOf(world).directoryOf(calabro)
  const made = await directory.call('POST', '/Users', entra.user(person.email.toUpperCase(), { externalId: 'Two' }))
  expect(made).toMatchObject({ status: 201, body: { userName: person.email, externalId: 'Two', active: true } })
  expect(await found(calabro, person.email)).toMatchObject([{ userId: made.body.id, status: 'user_pending' }])
  expect(await mine(person)).toMatchObject([
    { isHome: true },
    { status: 'user_pending', accountId: calabro.accountId, offeredBy: expect.any(String) },
  ])
  const mails = await world.mails(person.email)
  expect(mails.filter(({ subject }) => subject.includes('Calabro'))).toHaveLength(1)
  // Neither by the directory nor by its sign-in does anybody agree for them, or change the address of their home.
  const path = `/Users/${made.body.id}`
  expect((await directory.call('PATCH', path, entra.enable)).body.active).toBe(true)
  expect(code(await person.raw(ownAccounts.use, { body: { accountId: calabro.accountId } }))).toBe('RQ404')
  const rename = { Operations: [{ op: 'replace', path: 'userName', value: 'stolen@calabro.example' }] }
  expect(await directory.call('PATCH', path, rename)).toMatchObject({ status: 400, body: { scimType: 'mutability' } })
  const twice = await directory.call('POST', '/Users', entra.user(person.email, { externalId: 'Three' }))
  expect(twice).toMatchObject({ status: 409, body: { scimType: 'uniqueness' } })
  await accept(person, calabro)
  await use(person, calabro)
  expect((await directory.call('DELETE', path)).status).toBe(204)
  const home = await again(person)
  expect(await mine(home)).toMatchObject([{ isHome: true, isInUse: true }])

  const suspended = await directory.call('POST', '/Users', { ...entra.user(person.email), active: 'False' })
  expect(suspended).toMatchObject({ status: 201, body: { active: false } })
  expect(await mine(home)).toHaveLength(1)
  expect(await world.mails(person.email)).toHaveLength(mails.length)
  await directory.call('PATCH', `/Users/${suspended.body.id}`, entra.enable)
  expect(await mine(home)).toMatchObject([{}, { status: 'user_pending' }])
  expect(await findings()).toEqual([])
})

test('of two directories that ask the same person at once each makes an offer; one that asks twice makes one (rules P51)', {
  tags: ['long'],
}, async () => {
  const person = await join(acme, 'asked-at-once@acme.example')
  const scim = scimOf(world)
  const [ofCalabro, ofSudvia] = [await scim.directoryOf(calabro), await scim.directoryOf(sudvia)]
  const asking = [ofCalabro, ofCalabro, ofSudvia].map((by) => by.call('POST', '/Users', entra.user(person.email)))
  const [first, second, third] = (await Promise.all(asking)).map(({ status }) => status)
  expect([[first, second].sort(), third]).toEqual([[201, 409], 201])
  const offered = (await mine(person)).filter(({ isHome }) => !isHome).map(({ accountName }) => accountName)
  expect(offered.sort()).toEqual(['Calabro', 'Sudvia'])
  const mails = (await world.mails(person.email)).map(({ subject }) => /Calabro|Sudvia/.exec(subject)?.[0])
  expect(mails.filter(Boolean).sort()).toEqual(['Calabro', 'Sudvia'])
})

test('an offer is mailed in the language of who is asked', { tags: ['long'] }, async () => {
  const person = await join(acme, 'lingua@acme.example')
  await raw(world, `update users set language_code = 'it' where email = '${person.email}'`)
  await offer(calabro, person.email)
  const [newest] = await world.mails(person.email)
  expect(newest?.subject).toMatch(/agire per Calabro/)
})

test('an offer is sent again, declined, and withdrawn like an invitation', async () => {
  const person = await join(acme, 'maybe@acme.example')
  const params = { id: await offer(calabro, person.email) }
  await calabro.call(users.resend, { params })
  expect((await world.mails(person.email)).filter(({ subject }) => subject.includes('Calabro'))).toHaveLength(2)
  await person.call(ownAccounts.leave, { params: { id: calabro.accountId } })
  expect([await mine(person), await found(calabro, person.email)]).toMatchObject([[{ isHome: true }], []])
  const next = { id: await offer(calabro, person.email) }
  await calabro.call(users.removePending, { params: next })
  expect(await mine(person)).toHaveLength(1)
  for (let sent = 0; sent < 6; sent++) {
    const pending = {
      id: sent === 0 ? await offer(calabro, person.email) : ((await found(calabro, person.email))[0]?.userId ?? ''),
    }
    if (sent > 0) await calabro.call(users.resend, { params: pending })
  }
  const last = { id: (await found(calabro, person.email))[0]?.userId ?? '' }
  expect(await calabro.refused(users.resend, { params: last })).toMatchObject({ code: 'RQ429' })
})

test('whoever leaves an account goes on for the home one, and what they made there for machines ends', async () => {
  const person = await both()
  await use(person, calabro)
  const key = await make({ ...person, accountId: calabro.accountId } as never)
  expect((await key.call(accounts.read, { params: { id: calabro.accountId } })).status).toBe(200)
  const home = await person.raw(ownAccounts.leave, { params: { id: acme.accountId } })
  expect(home.body).toMatchObject({ code: 'RQ403', info: { reason: 'home' } })
  await person.call(ownAccounts.leave, { params: { id: calabro.accountId } })
  expect(await person.call(identity.me)).toMatchObject({ userId: person.userId, accounts: [{ isInUse: true }] })
  expect((await key.call(accounts.read, { params: { id: calabro.accountId } })).status).toBe(401)
  expect(await found(calabro, person.email)).toEqual([])
})

test('the administrators of an account suspend its user: those sessions end, the home account stays', async () => {
  const person = await both()
  await use(person, calabro)
  const params = { id: person.there }
  const other = await again(person)
  await use(other, acme)
  await calabro.call(users.changeStatus, { params, body: { status: 'user_suspended' } })
  expect((await person.raw(identity.me)).status).toBe(401)
  expect(await mine(other)).toMatchObject([{ isHome: true, isInUse: true }])
  expect(code(await other.raw(ownAccounts.use, { body: { accountId: calabro.accountId } }))).toBe('RQ404')
  // Signing in begins at home, although the account was the last one in use.
  expect(await (await again(person)).call(identity.me)).toMatchObject({ userId: person.userId })
  await calabro.call(users.changeStatus, { params, body: { status: 'user_active' } })
  await use(other, calabro)
  await calabro.call(users.changeRoles, { params, body: { roles: [roleIds.Basic] } })
  expect(await other.call(identity.me)).toMatchObject({ userId: person.there, roles: [{ name: 'Basic' }] })
})

test('whoever may not sign in any more acts for no account, nor do their keys', async () => {
  const person = await both()
  await use(person, calabro)
  const key = await make({ ...person, accountId: calabro.accountId } as never)
  const read = () => key.call(accounts.read, { params: { id: calabro.accountId } })
  expect((await read()).status).toBe(200)
  const params = { id: person.userId }
  await acme.call(users.changeStatus, { params, body: { status: 'user_suspended' } })
  expect([(await person.raw(identity.me)).status, (await read()).status]).toEqual([401, 401])
  await acme.call(users.changeStatus, { params, body: { status: 'user_active' } })
  expect((await read()).status).toBe(200)
  await acme.call(users.remove, { params })
  expect((await read()).status).toBe(401)
  expect(await found(vendor, person.email)).toEqual([])
  const [gone] = await raw<{ action: string }>(
    world,
    `select action from audit_log where entity_id = $1 order by audit_id desc limit 1`,
    [person.there],
  )
  expect(gone).toEqual({ action: 'user.deleted' })
  // The address is free again.
  await join(calabro, person.email)
})

test('password, sessions and second factors are those of the person, whichever account is in use', async () => {
  const person = await both()
  const other = await again(person)
  await use(person, calabro)
  expect(await person.call(sessions.list)).toHaveLength(2)
  const body = { currentPassword: password, password: 'Plum-Orchard-88' }
  await person.call(passwords.change, { body })
  expect((await other.raw(identity.me)).status).toBe(401)
  expect(await person.call(identity.me)).toMatchObject({ userId: person.there })
  expect((await signIn(person.email)).status).toBe(401)
  expect(await (await again(person, body.password)).call(identity.me)).toMatchObject({ userId: person.there })
  await raw(world, `insert into second_factors (tenant_id, user_id, provider_type) values ($1, $2, 1)`, [
    world.tenantId,
    person.userId,
  ])
  expect(await person.call(secondFactors.own)).toMatchObject([{ providerType: 1 }])
  expect(await found(calabro, person.email)).toMatchObject([{ hasSecondFactor: true }])
})

test('a new sign-in begins with the account that was used last', async () => {
  const person = await both()
  await use(person, calabro)
  expect(await (await again(person)).call(identity.me)).toMatchObject({ userId: person.there })
  await use(person, acme)
  expect(await (await again(person)).call(identity.me)).toMatchObject({ userId: person.userId, accounts: [{}, {}] })
})

test('the own profile is one; what an administrator writes is of their account', async () => {
  const person = await both()
  const profile = {
    lastName: 'Doppia',
    timeZone: 'Europe/Rome',
    languageCode: 'it' as const,
    isNotificationEnabled: false,
  }
  await person.call(users.update, { params: { id: person.userId }, body: { ...profile, firstName: 'Maria' } })
  const there = () => found(calabro, person.email)
  expect(await there()).toMatchObject([
    { firstName: 'Maria', timeZone: 'Europe/Rome', languageCode: 'it', isNotificationEnabled: true },
  ])
  await calabro.call(users.update, { params: { id: person.there }, body: { ...profile, firstName: 'M.' } })
  expect(await there()).toMatchObject([{ firstName: 'M.', isNotificationEnabled: false }])
  expect(await found(acme, person.email)).toMatchObject([{ firstName: 'Maria' }])
})

test('another e-mail address is that of all accounts of the person', async () => {
  const person = await both()
  await use(person, calabro)
  await person.call(emailChanges.ask, { body: { email: 'mia.new@acme.example', currentPassword: password } })
  const [mail] = await world.mails('mia.new@acme.example')
  const token = /change=([\w-]+)/.exec(JSON.stringify(mail))?.[1] ?? ''
  expect((await world.anonymous(emailChanges.confirm, { body: { token } })).status).toBe(200)
  expect([await found(acme, 'mia.new@acme.example'), await found(calabro, 'mia.new@acme.example')]).toMatchObject([
    [{ userId: person.userId }],
    [{ userId: person.there }],
  ])
  await person.call(identity.me)
})

test('a key that the home user made does not act for the other account', async () => {
  const person = await both()
  const answer = await person.raw(apiKeys.create, {
    body: { name: 'K', parentAccountId: calabro.accountId, permissions: [{ module: 'Accounts', flags: 'r' }] },
  })
  expect(answer.status).toBeGreaterThanOrEqual(403)
})

test('a file changes the user of the account that it names, and makes nobody a super admin of a further one', {
  tags: ['long'],
}, async () => {
  const person = await both()
  const [{ code: accountCode } = { code: '' }] = await raw<{ code: string }>(
    world,
    'select code from accounts where account_id = $1',
    [calabro.accountId],
  )
  const imported = async (firstName: string, roles: string) => {
    const csv = `email,accountCode,firstName,lastName,roles\r\n${person.email},${accountCode},${firstName},Doppia,${roles}\r\n`
    const body = { kind: 'users' as const, fileName: 'users.csv', csv, dryRun: false }
    const { id } = await vendor.call(imports.create, { body })
    await runQueued(world, 'imports:run')
    return vendor.call(imports.read, { params: { id } })
  }
  expect(await imported('Filed', 'Basic')).toMatchObject({ outcome: 'imported' })
  expect(await found(calabro, person.email)).toMatchObject([{ firstName: 'Filed', roles: [{ name: 'Basic' }] }])
  expect(await found(acme, person.email)).toMatchObject([{ firstName: `mia-${people}` }])
  expect(JSON.stringify(await imported('Filed', 'SuperAdmin'))).toContain('mayNotChange')
  expect(await found(calabro, person.email)).toMatchObject([{ roles: [{ name: 'Basic' }] }])
})

test('after all these tests `portal check` finds no fault', async () => {
  await raw(world, 'delete from second_factors')
  expect(await findings()).toEqual([])
})
