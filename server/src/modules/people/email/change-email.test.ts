import { emailChanges } from '@trellis/contract/email-changes'
import { identity, passwords } from '@trellis/contract/identity'
import { expect, test } from 'vitest'
import { sql } from '../../../platform/database/sql.ts'
import { network, type Person, password } from '../../../testing/network.ts'
import { passkeysOf } from '../../../testing/passkeys.ts'
import { runQueued } from '../../../testing/queue.ts'
import { authentication } from '../../../testing/second-factors.ts'
import { raw } from '../../../testing/selling.ts'
import { resetRequestTask } from '../passwords/reset-password.ts'

const world = await network()
const { nordico, acme, bergen, calabro, fjord, sudvia, vendor, anonymous } = world
const { signIn, mailsTo } = authentication(world)
const { add, signIn: signInWith } = passkeysOf(world)

const ask = (who: Person, email: unknown, currentPassword = password) =>
  who.raw(emailChanges.ask, { body: { email, currentPassword } })
const confirm = (token: string) => anonymous(emailChanges.confirm, { body: { token } })
const undo = (token: string) => anonymous(emailChanges.undo, { body: { token } })
const waitingOf = async (who: Person) => (await who.call(emailChanges.read)).waiting

/** The token of the last link of a kind that was mailed to an address. */
async function tokenTo(email: string, kind: 'change' | 'undo'): Promise<string> {
  const letters = (await mailsTo(email)).filter(
    (mail) => mail.kind === (kind === 'undo' ? 'email_changed' : 'email_change'),
  )
  return new URL(String(letters.at(-1)?.values.path), 'http://portal').searchParams.get(kind) ?? ''
}

async function change(who: Person, email: string): Promise<void> {
  expect((await ask(who, email)).status).toBe(204)
  expect(await confirm(await tokenTo(email, 'change'))).toMatchObject({ status: 200, body: { email } })
}

test('a user gets another address by proving it; the former one is told, and what was sent to it works no more', async () => {
  await anonymous(passwords.requestReset, { body: { email: acme.email } })
  await runQueued(world, resetRequestTask)
  const link = new URL(String((await mailsTo(acme.email)).at(-1)?.values.path), 'http://portal').searchParams.get(
    'reset',
  )

  expect((await ask(acme, 'anna@new.example')).status).toBe(204)
  expect(await waitingOf(acme)).toMatchObject({ email: 'anna@new.example' })
  expect((await signIn('anna@new.example')).status).toBe(401)
  expect((await acme.call(emailChanges.read)).email).toBe(acme.email)

  const token = await tokenTo('anna@new.example', 'change')
  expect((await undo(token)).status).toBe(404)
  expect(await confirm(token)).toMatchObject({ status: 200, body: { email: 'anna@new.example' } })
  expect(await acme.call(emailChanges.read)).toEqual({ email: 'anna@new.example', waiting: null })
  expect((await acme.call(identity.me)).email).toBe('anna@new.example')
  expect((await signIn('anna@new.example')).status).toBe(200)
  expect((await signIn(acme.email)).status).toBe(401)
  expect((await mailsTo(acme.email)).at(-1)).toMatchObject({
    kind: 'email_changed',
    values: { email: 'anna@new.example', days: 7 },
  })
  const reset = { token: link, email: 'anna@new.example', password: 'Another-Horse-2' }
  expect(await anonymous(passwords.reset, { body: reset })).toMatchObject({ status: 400, body: { code: 'PW401' } })
  expect(await confirm(token)).toMatchObject({ status: 404, body: { code: 'RQ404' } })
  const trail = await raw(
    world,
    `select action, before, after, user_id from audit_log where action like 'user.email%' order by audit_id`,
  )
  expect(trail).toEqual([
    { action: 'user.email_change_requested', before: null, after: null, user_id: acme.userId },
    {
      action: 'user.email_changed',
      before: { email: acme.email },
      after: { email: 'anna@new.example' },
      user_id: acme.userId,
    },
  ])
})

test('a wrong password, the present address or none, and a stranger change nothing and send no mail', async () => {
  expect(await ask(nordico, 'new@nordico.example', 'Wrong-Horse-1')).toMatchObject({
    status: 403,
    body: { code: 'RQ403' },
  })
  expect(await ask(nordico, nordico.email.toUpperCase())).toMatchObject({
    status: 422,
    body: { info: { issues: [{ path: 'email', code: 'email_taken' }] } },
  })
  for (const email of ['', 'nobody', 'a@b', 7, null, 'a@b.example\r\nBcc: c@d.example'])
    expect(await ask(nordico, email)).toMatchObject({ status: 422, body: { code: 'RQ422' } })
  expect(
    (await anonymous(emailChanges.ask, { body: { email: 'new@nordico.example', currentPassword: password } })).status,
  ).toBe(401)
  expect(await waitingOf(nordico)).toBeNull()
  expect(await mailsTo('new@nordico.example')).toEqual([])
})

test('asking tells nobody whether an address is used; only its owner learns it, and nothing changes', async () => {
  expect((await ask(bergen, fjord.email)).status).toBe(204)
  expect(await confirm(await tokenTo(fjord.email, 'change'))).toMatchObject({ status: 409, body: { code: 'US409' } })
  expect((await bergen.call(emailChanges.read)).email).toBe(bergen.email)
  // In another tenant the same address is somebody else's.
  expect((await ask(world.canary, fjord.email)).status).toBe(204)
  const [tenant] = await raw<{ id: string }>(world, `select tenant_id as id from users where user_id = $1`, [
    world.canary.userId,
  ])
  const theirs = authentication({ ...world, tenantId: String(tenant?.id) })
  const path = String((await theirs.mailsTo(fjord.email)).at(-1)?.values.path)
  const token = new URL(path, 'http://portal').searchParams.get('change')
  expect((await confirm(String(token))).status).toBe(404)
  expect(await world.canary.raw(emailChanges.confirm, { body: { token } })).toMatchObject({
    body: { email: fjord.email },
  })
})

test('a link is invalid once another was asked for, it was withdrawn, has expired, or its user was suspended', async () => {
  expect((await ask(calabro, 'first@calabro.example')).status).toBe(204)
  const first = await tokenTo('first@calabro.example', 'change')
  expect((await ask(calabro, 'second@calabro.example')).status).toBe(204)
  expect((await confirm(first)).status).toBe(404)

  await calabro.call(emailChanges.withdraw)
  expect(await waitingOf(calabro)).toBeNull()
  expect((await confirm(await tokenTo('second@calabro.example', 'change'))).status).toBe(404)

  expect((await ask(calabro, 'third@calabro.example')).status).toBe(204)
  const third = await tokenTo('third@calabro.example', 'change')
  await raw(world, `update users set status = 'user_suspended' where user_id = $1`, [calabro.userId])
  expect((await confirm(third)).status).toBe(404)
  await raw(world, `update users set status = 'user_active' where user_id = $1`, [calabro.userId])
  await raw(
    world,
    `update one_time_tokens set expires_at = expires_at - interval '25 hours' where kind = 'email_change'`,
  )
  expect(await waitingOf(calabro)).toBeNull()
  expect((await confirm(third)).status).toBe(404)
  expect((await world.canary.raw(emailChanges.confirm, { body: { token: third } })).status).toBe(404)
})

test('within a week the former address is taken back: everybody is signed out, and a new password is chosen there', async () => {
  const former = sudvia.email
  const own = await add(sudvia, 'Of the owner')
  await change(sudvia, 'thief@elsewhere.example')
  const passkey = await add(sudvia, 'Of the thief')
  await change(sudvia, 'thief@farther.example')
  const [token, thiefs] = [await tokenTo(former, 'undo'), await tokenTo('thief@elsewhere.example', 'undo')]
  expect(await undo(token)).toMatchObject({ status: 200, body: { email: former } })
  expect((await sudvia.raw(identity.me)).status).toBe(401)
  expect((await signIn(former)).status).toBe(401)
  // Whoever had the address in between cannot take it back in turn.
  expect((await undo(thiefs)).status).toBe(404)
  expect((await undo(token)).status).toBe(404)
  // A passkey that was added since opens nothing; those of before do.
  expect((await signInWith(passkey)).status).toBe(401)
  expect((await signInWith(own)).status).toBe(200)

  await runQueued(world, resetRequestTask)
  const reset = (await mailsTo(former)).filter(({ kind }) => kind === 'password_reset').at(-1)
  const chosen = new URL(String(reset?.values.path), 'http://portal').searchParams.get('reset')
  const body = { token: chosen, email: former, password: 'Another-Horse-2' }
  expect((await anonymous(passwords.reset, { body })).status).toBe(204)
  expect(await signIn(former, { password: 'Another-Horse-2' })).toMatchObject({ status: 403, body: { code: 'A403' } })
})

test('after a week, or once somebody else has it, the former address is not given back', async () => {
  const former = vendor.email
  await change(vendor, 'max@new.example')
  const token = await tokenTo(former, 'undo')
  await raw(world, `update users set email = $1 where user_id = $2`, [former, fjord.userId])
  expect(await undo(token)).toMatchObject({ status: 409, body: { code: 'US409' } })
  expect((await vendor.call(identity.me)).email).toBe('max@new.example')
  await raw(world, `update users set email = $1 where user_id = $2`, [fjord.email, fjord.userId])
  await raw(world, `update one_time_tokens set expires_at = expires_at - interval '8 days' where kind = 'email_undo'`)
  expect((await undo(token)).status).toBe(404)
})

test('of twenty confirmations at once one changes the address, and five links a day are sent', async () => {
  expect((await ask(fjord, 'finn@new.example')).status).toBe(204)
  const token = await tokenTo('finn@new.example', 'change')
  const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(token)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  await world.db.shared.run(sql`delete from throttles`)
  const statuses = []
  for (let n = 0; n < 6; n++) statuses.push((await ask(fjord, `finn${n}@new.example`)).status)
  expect(statuses).toEqual([204, 204, 204, 204, 429, 429])
})

test('a client that guesses tokens must wait, and a valid token never waits', async () => {
  await world.db.shared.run(sql`delete from throttles`)
  expect((await ask(nordico, 'nora@new.example')).status).toBe(204)
  const statuses = []
  for (let n = 0; n < 22; n++) statuses.push((await confirm(`made up ${n}`)).status)
  expect(statuses).toEqual([...Array(20).fill(404), 429, 429])
  expect((await confirm(await tokenTo('nora@new.example', 'change'))).status).toBe(200)
})
