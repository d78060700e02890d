import { accounts } from '@trellis/contract/accounts'
import type { Problem } from '@trellis/contract/codes'
import { identity, passwords, sessions, viewHeader } from '@trellis/contract/identity'
import { passkeys } from '@trellis/contract/passkeys'
import { secondFactors } from '@trellis/contract/second-factors'
import { settings } from '@trellis/contract/settings'
import { type SecondFactorRule, signInSettings } from '@trellis/contract/sign-in-settings'
import { users } from '@trellis/contract/users'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openBrowser } from '../../../testing/browser.ts'
import { keysOf } from '../../../testing/keys.ts'
import { network, type Person } from '../../../testing/network.ts'
import { passkeysOf } from '../../../testing/passkeys.ts'
import { authentication } from '../../../testing/second-factors.ts'
import { raw } from '../../../testing/selling.ts'

/* Covers: server/src/modules/people/second-factors/rule.ts, server/src/platform/http/may-call.ts */

const world = await network()
const { app, vendor, manager, nordico, acme, fjord, sudvia, canary, anonymous } = world
const { add } = passkeysOf(world)
const auth = authentication(world)

/** The rule begins on the 1st, and the grace is over on the 8th; days of Rome. */
const rule: SecondFactorRule = { requiredFor: 'everybody', roleIds: [], from: '2026-12-01', graceDays: 7 }
const before = '2026-11-30T22:59:00.000Z'
const begun = '2026-11-30T23:00:00.000Z'
const lastMinute = '2026-12-07T22:59:00.000Z'
const over = '2026-12-07T23:00:00.000Z'

const setRule = (secondFactors: Partial<SecondFactorRule> = {}) =>
  vendor.call(signInSettings.change, { body: { secondFactors: { ...rule, ...secondFactors } } })
const standing = async (person: Person) => (await person.call(identity.me)).secondFactor
const refusedForFactor = { status: 403, body: { code: 'RQ403', info: { reason: 'second_factor' } } }

beforeEach(async () => {
  world.at('2026-11-20T12:00:00.000Z')
  await vendor.call(settings.change, { body: { timeZone: 'Europe/Rome' } })
  await setRule()
})
afterEach(async () => {
  world.at('2026-11-20T12:00:00.000Z')
  await auth.clear()
  await setRule({ requiredFor: 'nobody', from: null })
})

test('before its first day a rule asks nothing of anybody', async () => {
  world.at(before)
  expect(await standing(acme)).toEqual({ isEnabled: false, isRequired: false, dueDate: null, isDue: false })
  expect((await auth.signIn(acme.email)).status).toBe(200)
})

test('within the grace people go on as ever and are told until when, by the midnight of the tenant', async () => {
  for (const instant of [begun, lastMinute]) {
    world.at(instant)
    expect(await standing(acme)).toEqual({ isEnabled: false, isRequired: true, dueDate: over, isDue: false })
    expect((await acme.raw(accounts.read, { params: { id: acme.accountId } })).status).toBe(200)
    expect((await auth.signIn(acme.email)).status).toBe(200)
  }
})

test('when the grace is over, a session without a second factor reaches what sets one up and nothing else', async () => {
  world.at(over)
  const { status, body } = await auth.signIn(acme.email)
  expect(status).toBe(200)
  const headers = { authorization: `Bearer ${body.token}` }
  expect((await anonymous(identity.me, { headers })).body).toMatchObject({
    secondFactor: { isEnabled: false, isRequired: true, dueDate: over, isDue: true },
  })
  const open = app.routes.filter(({ endpoint }) => endpoint.withoutFactor).map(({ name }) => name)
  expect(open.toSorted()).toEqual([
    'identity.me',
    'ownAccounts.use',
    'passkeys.list',
    'passkeys.register',
    'passkeys.registerOptions',
    'proofs.ways',
    'secondFactors.available',
    'secondFactors.backupCodes',
    'secondFactors.confirmSetup',
    'secondFactors.own',
    'secondFactors.requestSetup',
    'secondFactors.verifySetup',
  ])
  // Those of operators do not exist for them (rules P67).
  const closed = app.routes.filter(
    ({ endpoint }) => !['public', 'operator'].includes(endpoint.permission) && !endpoint.withoutFactor,
  )
  expect(closed.length).toBeGreaterThan(200)
  const params = new Proxy({}, { get: () => acme.accountId })
  const missing = []
  for (const { name, endpoint } of closed) {
    const multipart: Record<string, string> = endpoint.binary ? { 'content-type': 'application/octet-stream' } : {}
    const answer = await anonymous(endpoint, { params, body: {}, headers: { ...headers, ...multipart } })
    const { code, info } = answer.body as Problem
    if (answer.status !== 403 || code !== 'RQ403' || (info as { reason?: string }).reason !== 'second_factor')
      missing.push([name, answer.status, code])
  }
  expect(missing).toEqual([])
})

test('the open session of somebody who was signed in before is led the same way, at the moment that the grace ends', async () => {
  world.at(lastMinute)
  const read = () => acme.raw(accounts.read, { params: { id: acme.accountId } })
  expect((await read()).status).toBe(200)
  world.at(over)
  expect(await read()).toMatchObject(refusedForFactor)
  // Not 401: nobody is signed out by it, and refreshing goes on.
  const browser = openBrowser(world)
  await browser.signIn(acme.email)
  expect((await browser.refresh()).status).toBe(200)
  expect((await browser.send(identity.signOut)).status).toBe(204)
})

test('an authenticator or a passkey opens the portal again with the next call', async () => {
  world.at(over)
  const read = (person: Person) => person.raw(accounts.read, { params: { id: person.accountId } })
  for (const person of [acme, fjord]) expect(await read(person)).toMatchObject(refusedForFactor)
  await auth.enableAuthenticator(acme, over)
  await add(fjord)
  for (const person of [acme, fjord]) {
    expect((await read(person)).status).toBe(200)
    expect(await standing(person)).toEqual({ isEnabled: true, isRequired: true, dueDate: null, isDue: false })
  }
})

test('a rule for roles names who has one of them; a new role counts from the next call on', async () => {
  const superAdmin = (await vendor.call(settings.roles)).find(({ purpose }) => purpose === 'super_admin')
  await setRule({ requiredFor: 'roles', roleIds: [superAdmin?.roleId ?? 0] })
  world.at(begun)
  expect(await standing(vendor)).toMatchObject({ isRequired: true, dueDate: over })
  for (const person of [manager, nordico, acme]) expect(await standing(person)).toMatchObject({ isRequired: false })
  world.at(over)
  expect(await vendor.raw(signInSettings.read)).toMatchObject(refusedForFactor)
  expect((await nordico.raw(accounts.read, { params: { id: nordico.accountId } })).status).toBe(200)
  await add(vendor)

  const { id } = await vendor.call(settings.createRole, {
    body: { name: 'Careful', permissions: [{ module: 'Accounts', flags: 'r' }] },
  })
  await setRule({ requiredFor: 'roles', roleIds: [id] })
  const read = () => nordico.raw(accounts.read, { params: { id: nordico.accountId } })
  expect((await read()).status).toBe(200)
  const { items } = await vendor.call(users.search, { body: { includeChildren: true } })
  const roles = items.find(({ userId }) => userId === nordico.userId)?.roles.map(({ roleId }) => roleId) ?? []
  await vendor.call(users.changeRoles, { params: { id: nordico.userId }, body: { roles: [...roles, id] } })
  expect(await read()).toMatchObject(refusedForFactor)
  await vendor.call(users.changeRoles, { params: { id: nordico.userId }, body: { roles } })
  expect((await read()).status).toBe(200)
})

test('who makes the rule and has none is not locked out within the grace, and can take it back', async () => {
  await setRule({ from: '2026-11-20', graceDays: 1 })
  expect(await standing(vendor)).toMatchObject({
    isEnabled: false,
    isRequired: true,
    dueDate: '2026-11-20T23:00:00.000Z',
  })
  await setRule({ requiredFor: 'nobody', from: null })
  expect(await standing(vendor)).toEqual({ isEnabled: false, isRequired: false, dueDate: null, isDue: false })
})

test('a required factor is not turned off while it is the last; another one may go, and so may the last of who needs none', async () => {
  world.at(begun)
  await auth.enableAuthenticator(acme, begun)
  const phone = await add(acme)
  const snapshot = await auth.everything()
  await acme.call(passkeys.remove, { params: { id: phone.passkeyId } })
  expect(await acme.raw(secondFactors.disable, { query: { providerType: '3' } })).toMatchObject(refusedForFactor)
  expect((await acme.call(secondFactors.own)).map(({ providerType }) => providerType)).toEqual([3])
  expect(await auth.everything()).not.toEqual(snapshot)
  const tablet = await add(acme, 'Tablet')
  await auth.disable(acme, 3)
  expect(await acme.raw(passkeys.remove, { params: { id: tablet.passkeyId } })).toMatchObject(refusedForFactor)
  expect(await acme.call(passkeys.list)).toHaveLength(1)
  await setRule({ requiredFor: 'nobody', from: null })
  expect((await acme.raw(passkeys.remove, { params: { id: tablet.passkeyId } })).status).toBe(204)
})

test('API keys are not asked for a second factor, nor is who is looked at as; who looks without one does not look', async () => {
  const { call } = await keysOf(world)(vendor, { permissions: [{ module: 'Accounts', flags: 'r' }] })
  await vendor.call(users.view, { params: { id: nordico.userId }, body: { reason: 'Help' } } as never)
  const headers = { [viewHeader]: nordico.userId }
  const read = () => vendor.raw(accounts.read, { params: { id: nordico.accountId }, headers })
  world.at(over)
  expect((await call(accounts.read, { params: { id: vendor.accountId } })).status).toBe(200)
  expect(await read()).toMatchObject(refusedForFactor)
  await add(vendor)
  expect((await read()).status).toBe(200)
  // Nothing of how somebody signs in is told to who looks.
  expect((await vendor.raw(identity.me, { headers })).body).toMatchObject({
    secondFactor: { isEnabled: false, isRequired: false, dueDate: null, isDue: false },
  })
})

test('the rule of one tenant asks nothing in another', async () => {
  world.at(over)
  expect(await standing(canary)).toEqual({ isEnabled: false, isRequired: false, dueDate: null, isDue: false })
  expect((await canary.raw(accounts.read, { params: { id: canary.accountId } })).status).toBe(200)
})

test('a new password does not lead past the rule', async () => {
  world.at(over)
  const email = sudvia.email
  const answer = await auth.signIn(email)
  const headers = { authorization: `Bearer ${answer.body.token}` }
  expect(await anonymous(sessions.list, { headers })).toMatchObject(refusedForFactor)
  const body = { currentPassword: 'x', password: 'Other-Horse-77' }
  expect(await anonymous(passwords.change, { headers, body })).toMatchObject(refusedForFactor)
})

test('the list of users says who has a second factor and filters by it, within the reader’s reach', async () => {
  await add(acme)
  await raw(
    world,
    `insert into second_factors (tenant_id, user_id, provider_type) select tenant_id, user_id, 1 from users where email = $1`,
    [fjord.email],
  )
  const search = async (person: Person, values: string[]) =>
    (
      await person.call(users.search, {
        body: { includeChildren: true, limit: 100, filterBy: [{ field: 'hasSecondFactor', values }] },
      })
    ).items
  const [has, hasNone] = [await search(vendor, ['true']), await search(vendor, ['false'])]
  expect(has.map(({ userId }) => userId).toSorted()).toEqual([acme.userId, fjord.userId].toSorted())
  expect(has.every(({ hasSecondFactor }) => hasSecondFactor)).toBe(true)
  expect(hasNone.some(({ hasSecondFactor }) => hasSecondFactor)).toBe(false)
  expect(hasNone.map(({ userId }) => userId)).toEqual(expect.arrayContaining([nordico.userId, sudvia.userId]))
  expect((await search(nordico, ['true'])).map(({ userId }) => userId)).toContain(acme.userId)
  for (const stranger of [sudvia, canary]) expect(await search(stranger, ['true'])).toEqual([])
  expect((await search(sudvia, ['false'])).map(({ userId }) => userId)).not.toContain(nordico.userId)
})
