import { identity } from '@trellis/contract/identity'
import { invitations, users } from '@trellis/contract/users'
import { expect, test } from 'vitest'
import { sql } from '../../../platform/database/sql.ts'
import { newId } from '../../../platform/ids.ts'
import { inviting, roleIds } from '../../../testing/inviting.ts'
import { network, password } from '../../../testing/network.ts'
import { raw } from '../../../testing/selling.ts'

const world = await network()
const { vendor, nordico, acme, fjord, bergen, canary, anonymous } = world
const { invite, accept, linkTo, linksTo, signIn } = inviting(world)

const iv401 = { status: 400, body: { code: 'IV401' } }
const without = (answer: { body: unknown }) => JSON.stringify({ ...(answer.body as object), requestId: '' })

test('an invited user sets a password once and then signs in with their own language and time zone', async () => {
  const userId = await invite(nordico, 'ida@nordico.example', 'AccountAdmin')
  const link = await linkTo('ida@nordico.example')
  expect((await signIn(link.email)).status).toBe(401)
  expect((await accept(link, { languageCode: 'it-IT', timeZone: 'Europe/Rome' })).status).toBe(204)
  const { body, status } = await signIn(link.email)
  expect(status).toBe(200)
  const me = await anonymous(identity.me, { headers: { authorization: `Bearer ${body.token}` } })
  expect(me.body).toMatchObject({
    userId,
    status: 'user_active',
    languageCode: 'it',
    timeZone: 'Europe/Rome',
    createdBy: 'Nora Nordico',
    account: { accountId: nordico.accountId, accountName: 'Nordico' },
    roles: [{ name: 'AccountAdmin' }],
  })
})

test('an unsupported language becomes English, and en-US is not a time zone and becomes UTC', async () => {
  const user = {
    userName: 'una@acme.example',
    firstName: 'Una',
    lastName: 'U',
    timeZone: 'en-US',
    roles: [roleIds.Basic],
  }
  await acme.call(users.create, { body: { user } })
  expect((await accept(await linkTo('una@acme.example'), { languageCode: 'tlh', timeZone: 'en-US' })).status).toBe(204)
  const { items } = await acme.call(users.search, {
    body: { filterBy: [{ field: 'email', values: ['una@acme.example'] }] },
  })
  expect(items).toMatchObject([{ timeZone: 'UTC', languageCode: 'en', status: 'user_active' }])
})

test('the invitation is in the language of the inviting user, unless another is requested', async () => {
  const profile = { firstName: 'Nora', lastName: 'Nordico', timeZone: 'UTC', isNotificationEnabled: true }
  const params = { id: nordico.userId }
  await nordico.call(users.update, { params, body: { ...profile, languageCode: 'it' } })
  await invite(nordico, 'isa@nordico.example')
  const user = {
    userName: 'eve@nordico.example',
    firstName: 'Eve',
    lastName: 'E',
    languageCode: 'en' as const,
    roles: [4],
  }
  await nordico.call(users.create, { body: { user } })
  const mails = await raw(
    world,
    `select recipient, language_code, recipient_name, status from mails where recipient like 'i%a@nordico.example' or recipient like 'eve@%' order by mail_id`,
  )
  expect(mails).toMatchObject([
    { recipient: 'ida@nordico.example', language_code: 'en' },
    { recipient: 'isa@nordico.example', language_code: 'it' },
    { recipient: 'eve@nordico.example', language_code: 'en', recipient_name: 'Eve E' },
  ])
  await nordico.call(users.update, { params, body: { ...profile, languageCode: 'en' } })
})

test('every invalid invitation gets the same answer (threats A17)', async () => {
  await invite(nordico, 'otto@nordico.example')
  await invite(nordico, 'olga@nordico.example')
  const otto = await linkTo('otto@nordico.example')
  const olga = await linkTo('olga@nordico.example')
  const gone = await invite(nordico, 'gone@nordico.example')
  const goneLink = await linkTo('gone@nordico.example')
  await nordico.call(users.removePending, { params: { id: gone } })

  const answers = [
    await accept({ ...otto, email: 'olga@nordico.example' }),
    await accept({ ...otto, email: 'nobody@nowhere.example' }),
    await accept({ ...otto, token: olga.token }),
    await accept({ ...otto, token: 'x' }),
    await accept({ ...otto, token: '' }),
    await accept(goneLink),
    await canary.raw(invitations.accept, { body: { ...otto, password } }),
  ]
  world.at(new Date(Date.now() + 7 * 86_400_000 + 1000).toISOString())
  answers.push(await accept(otto))
  world.at(null)
  expect((await accept(otto)).status).toBe(204)
  answers.push(await accept(otto), await accept(otto, { password: 'Another-One-2' }))
  for (const answer of answers) expect(answer).toMatchObject(iv401)
  expect(new Set(answers.map(without)).size).toBe(1)
  expect((await signIn('otto@nordico.example', 'Another-One-2')).status).toBe(401)
  expect((await signIn('otto@nordico.example')).status).toBe(200)
})

test('a weak password or an unknown field is refused, and the invitation stays valid (threats A17, Z3)', async () => {
  await invite(nordico, 'willy@nordico.example')
  const link = await linkTo('willy@nordico.example')
  for (const password of ['Short-1', 'all-lower-1', 'ALL-UPPER-1', 'No-Digit-Here', 'NoSpecial1', ''])
    expect(await accept(link, { password }), password).toMatchObject({ status: 422, body: { code: 'RQ422' } })
  for (const more of [{ roles: [roleIds.SuperAdmin] }, { status: 'user_active' }, { accountId: vendor.accountId }])
    expect(await accept(link, more)).toMatchObject({ status: 422, body: { code: 'RQ422' } })
  expect((await accept(link)).status).toBe(204)
})

test('of many concurrent acceptances exactly one sets the password (threats A17)', async () => {
  await invite(nordico, 'race@nordico.example')
  const link = await linkTo('race@nordico.example')
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => accept(link, { password: `Contest-Number-${n}` })))
  expect(answers.map((answer) => answer.status).sort()).toEqual([204, 400, 400, 400, 400, 400])
  const winner = answers.findIndex((answer) => answer.status === 204) + 1
  for (const n of [1, 2, 3, 4, 5, 6]) {
    const { status } = await signIn('race@nordico.example', `Contest-Number-${n}`)
    if (n === winner) expect(status).toBe(200)
  }
  expect(
    await raw(
      world,
      `select action from audit_log where action = 'user.activated' and entity_id = (select user_id::text from users where email = 'race@nordico.example')`,
    ),
  ).toHaveLength(1)
})

test('when an invitation is accepted while its user is deleted, exactly one of the two succeeds', async () => {
  for (let n = 0; n < 6; n++) {
    const email = `between-${n}@nordico.example`
    const id = await invite(nordico, email)
    const link = await linkTo(email)
    const [accepted, removed] = await Promise.all([accept(link), nordico.raw(users.removePending, { params: { id } })])
    expect([`204/409`, `400/204`]).toContain(`${accepted.status}/${removed.status}`)
    const [row] = await raw<{ deleted: boolean; status: string; password: boolean }>(
      world,
      `select deleted_at is not null as deleted, status, password_hash is not null as password from users where user_id = $1`,
      [id],
    )
    expect(row).toEqual(
      accepted.status === 204
        ? { deleted: false, status: 'user_active', password: true }
        : { deleted: true, status: 'user_pending', password: false },
    )
  }
})

test('sending an invitation again invalidates the earlier one, and only pending users can be sent one', async () => {
  const id = await invite(nordico, 'again@nordico.example')
  await nordico.call(users.resend, { params: { id } })
  const [first, second] = await linksTo('again@nordico.example')
  expect(first?.token).not.toBe(second?.token)
  expect(await accept(first as NonNullable<typeof first>)).toMatchObject(iv401)
  expect((await accept(second as NonNullable<typeof second>)).status).toBe(204)
  expect(await nordico.refused(users.resend, { params: { id } })).toMatchObject({ status: 409, code: 'RQ409' })
})

test('a user gets at most six invitations per hour, and more after that hour', async () => {
  const id = await invite(nordico, 'often@nordico.example')
  for (let n = 0; n < 5; n++) await nordico.call(users.resend, { params: { id } })
  const refused = await nordico.raw(users.resend, { params: { id } })
  expect(refused).toMatchObject({ status: 429, body: { code: 'RQ429' } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
  expect(await linksTo('often@nordico.example')).toHaveLength(6)
  world.at(new Date(Date.now() + 3_700_000).toISOString())
  await nordico.call(users.resend, { params: { id } })
  world.at(null)
})

test('a repeated request with the same Idempotency-Key makes one user and one mail', async () => {
  const user = { userName: 'once@nordico.example', firstName: 'Once', lastName: 'Only', roles: [roleIds.Basic] }
  const headers = { 'idempotency-key': newId() }
  const first = await nordico.raw(users.create, { body: { user }, headers })
  const second = await nordico.raw(users.create, { body: { user }, headers })
  expect(first).toMatchObject({ status: 201 })
  expect(second).toMatchObject({ status: 201, body: first.body })
  expect(await linksTo('once@nordico.example')).toHaveLength(1)
})

test('stored data about an invitation cannot be used to accept it, and a refused creation sends no mail', async () => {
  await invite(nordico, 'kept@nordico.example')
  const { token } = await linkTo('kept@nordico.example')
  const rows = await raw(
    world,
    `select t::text as row from one_time_tokens t union all select a::text from audit_log a union all select m::text from mails m`,
  )
  expect(JSON.stringify(rows)).not.toContain(token)
  const user = { userName: 'never@nordico.example', firstName: 'N', lastName: 'N', roles: [roleIds.VendorManager] }
  await nordico.refused(users.create, { body: { user } })
  expect(await linksTo('never@nordico.example')).toEqual([])
})

test('strangers can neither resend nor delete an invitation', async () => {
  const id = await invite(acme, 'mine@acme.example')
  for (const stranger of [bergen, fjord, canary]) {
    for (const endpoint of [users.resend, users.removePending])
      expect(await stranger.refused(endpoint, { params: { id } })).toMatchObject({ code: 'RQ404' })
  }
  expect(await world.acmeBasic.refused(users.resend, { params: { id } })).toMatchObject({ code: 'RQ403' })
  expect(await linksTo('mine@acme.example')).toHaveLength(1)
  await nordico.call(users.resend, { params: { id } })
})

test('after twenty wrong tokens a client must wait; a valid token from the same address need not', async () => {
  await world.db.shared.run(sql`delete from throttles`)
  await invite(nordico, 'behind@nordico.example')
  const wrong = { email: 'guess@nordico.example', token: 'guess' }
  const guesses = await Promise.all(Array.from({ length: 30 }, () => accept(wrong)))
  expect(guesses.filter(({ status }) => status === 400)).toHaveLength(20)
  const refused = guesses.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(10)
  expect(refused[0]).toMatchObject({ body: { code: 'RQ429' }, headers: { 'retry-after': expect.any(String) } })
  expect((await accept(await linkTo('behind@nordico.example'))).status).toBe(204)
  expect((await accept(wrong)).status).toBe(429)
})
