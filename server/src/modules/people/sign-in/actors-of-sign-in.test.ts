import { audit } from '@trellis/contract/audit'
import { identity, passwords } from '@trellis/contract/identity'
import { providerTypes, secondFactors } from '@trellis/contract/second-factors'
import { expect, test } from 'vitest'
import { openBrowser } from '../../../testing/browser.ts'
import { inviting } from '../../../testing/inviting.ts'
import { network, type Person, password } from '../../../testing/network.ts'
import { runQueued } from '../../../testing/queue.ts'
import { authentication } from '../../../testing/second-factors.ts'
import { raw } from '../../../testing/selling.ts'

/* The actor in the audit log for calls without a session (rules G25). */

const world = await network()
const { vendor, acme, bergen, fjord, nordico, sudvia, anonymous } = world
const { invite, accept, linkTo, signIn } = inviting(world)
const { mailedCode, mailsTo } = authentication(world)

/** The newest events of an action on records with this name, with their actors. */
async function actorsOf(action: string, name: string): Promise<(string | null)[]> {
  const filterBy = [
    { field: 'action' as const, values: [action] },
    { field: 'entityName' as const, values: [name] },
  ]
  const { items } = await vendor.call(audit.search, { body: { filterBy } })
  return items.map(({ actor }) => actor?.name ?? null)
}

const nameOf = async (who: Person): Promise<string> => {
  const { firstName, lastName } = await who.call(identity.me)
  return `${firstName} ${lastName}`
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

test('users who sign in and out are the actors, also if only the cookie is sent', async () => {
  const name = await nameOf(acme)
  const browser = openBrowser(world)
  const before = (await actorsOf('session.started', name)).length
  const { token } = await browser.signIn(acme.email)
  const started = await actorsOf('session.started', name)
  expect(started.slice(0, started.length - before)).toEqual([name])
  await browser.as(token, identity.signOut)
  expect(await actorsOf('session.ended', name)).toEqual([name])

  const second = openBrowser(world)
  await second.signIn(acme.email)
  await second.send(identity.signOut)
  expect(await actorsOf('session.ended', name)).toEqual([name, name])
})

test('if somebody else signs in with the same browser, the earlier session ends with the new user as the actor', async () => {
  const [former, newcomer] = [await nameOf(fjord), await nameOf(nordico)]
  const browser = openBrowser(world)
  await browser.signIn(fjord.email)
  await browser.signIn(nordico.email)
  expect(await actorsOf('session.ended', former)).toEqual([newcomer])
})

test('the portal is the actor if a session ends because its token was used twice', async () => {
  const name = await nameOf(sudvia)
  const browser = openBrowser(world)
  await browser.signIn(sudvia.email)
  const stolen = new Map(browser.jar)
  await browser.refresh()
  await browser.refresh()
  await raw(world, `update refresh_tokens set rotated_at = rotated_at - interval '1 hour' where rotated_at is not null`)
  for (const [key, value] of stolen) browser.jar.set(key, value)
  expect(await browser.refresh()).toMatchObject({ status: 401, body: { code: 'A407' } })
  expect(await actorsOf('session.ended', name)).toEqual([null])
})

test('users who accept an invitation, reset a password or use a code are the actors; a request for a reset has no actor', async () => {
  const email = 'newcomer@bergen.example'
  const userId = await invite(bergen, email)
  const name = 'newcomer Invited'
  expect(await actorsOf('user.invited', name)).toEqual([await nameOf(bergen)])
  expect((await accept(await linkTo(email))).status).toBe(204)
  expect(await actorsOf('user.activated', name)).toEqual([name])

  const { token } = (await signIn(email)).body
  const { mfaToken } = (
    await anonymous(secondFactors.requestSetup, {
      ...bearer(token),
      body: { providerType: providerTypes.email, name: 'Email' },
    })
  ).body as { mfaToken: string }
  const authCode = await mailedCode(email)
  await anonymous(secondFactors.verifySetup, { ...bearer(token), body: { mfaToken, authCode } })
  await anonymous(secondFactors.confirmSetup, { ...bearer(token), body: { mfaToken } })
  const codes = (await anonymous(secondFactors.backupCodes, bearer(token))).body as { backupCode: string }[]
  expect(await actorsOf('mfa.enabled', name)).toEqual([name])

  const first = { grantType: 'password', email, password, deviceUniqueId: 'a phone' }
  const asked = (await anonymous(identity.signIn, { body: first })).body as { info: { mfaToken: string } }
  const second = { ...first, mfaToken: asked.info.mfaToken, mfaCode: codes[0]?.backupCode }
  expect((await anonymous(identity.signIn, { body: second })).status).toBe(200)
  expect(await actorsOf('mfa.backup_code_used', name)).toEqual([name])
  expect(new Set(await actorsOf('session.started', name))).toEqual(new Set([name]))

  await anonymous(passwords.requestReset, { body: { email } })
  await runQueued(world, 'identity:reset-request')
  expect(await actorsOf('password.reset_requested', name)).toEqual([null])
  const mail = (await mailsTo(email)).filter(({ kind }) => kind === 'password_reset').at(-1)
  const reset = new URL(String(mail?.values.path), 'http://portal').searchParams.get('reset') ?? ''
  expect((await anonymous(passwords.reset, { body: { email, token: reset, password: 'Other-Horse-3' } })).status).toBe(
    204,
  )
  expect(await actorsOf('password.changed', name)).toEqual([name])
  expect(new Set(await actorsOf('session.ended', name))).toEqual(new Set([name]))

  const rows = await raw(world, `select from audit_log where entity_id = $1 and user_id is null`, [userId])
  expect(rows).toHaveLength(1)
})
