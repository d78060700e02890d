import { accountCertificates, userCertificates } from '@trellis/contract/issued-certificates'
import { news } from '@trellis/contract/news'
import { settings } from '@trellis/contract/settings'
import { expect, test } from 'vitest'
import { certifying } from '../../testing/certifying.ts'
import { network, type Person } from '../../testing/network.ts'
import { runJob } from '../../testing/queue.ts'
import { raw } from '../../testing/selling.ts'

const world = await network()
const { vendor, nordico, acme, acmeBasic, fjord, sudvia, bergen, canary } = world

const { define } = certifying(world)
const skill = await define('User', { name: 'Skill' })
const partner = await define('Account', { name: 'Partner' })

const remind = () => runJob(world, 'certifications:remind')
const told = async (who: Person) =>
  (await who.call(news.list)).items
    .filter(({ kind }) => kind === 'certificate_due')
    .map(({ words: { days, certificates, accounts, accountName } }) => [days, certificates, accounts, accountName])
    .sort()
const forget = async () => {
  for (const table of ['news', 'mails']) await raw(world, `delete from ${table}`)
}
const guestOf = async (person: Person, userLastName: string) =>
  (
    await vendor.call(userCertificates.create, {
      body: {
        ...{ certificateId: skill, isGuestCertificate: true, userFirstName: 'Ada', userLastName },
        parentAccountId: person.accountId,
      },
    })
  ).id
/** Lets all certificates end in so many days; what was reminded of before stays noted for the earlier end. */
const endIn = (days: number, ids: string[]) =>
  raw(
    world,
    `with moved as (
       update issued_certificates set created_at = now() - interval '1 year', expires_at = now() + make_interval(days => $2)
       where issued_id = any($1::uuid[]) returning issued_id, expires_at)
     update certificate_reminders r set due_at = m.expires_at from moved m where r.issued_id = m.issued_id`,
    [ids, days],
  )

test('the holder’s account and the one above are reminded 60, 30 and 7 days before the end, once each (rules Q11)', async () => {
  const { id } = await vendor.call(accountCertificates.create, {
    body: { certificateId: partner, accountId: fjord.accountId },
  })
  const ids = [await guestOf(fjord, 'One'), await guestOf(fjord, 'Two'), id]
  for (const [left, step] of [
    [61, null],
    [59, 60],
    [31, null],
    [29, 30],
    [8, null],
    [6, 7],
    [1, null],
  ] as const) {
    await endIn(left, ids)
    await forget()
    await remind()
    await remind()
    const expected = step === null ? [] : [[step, 3, 1, 'Fjord']]
    for (const who of [fjord, acme, acmeBasic]) expect(await told(who), `${left} ${who.email}`).toEqual(expected)
    for (const stranger of [nordico, vendor, bergen, sudvia, canary])
      expect(await told(stranger), stranger.email).toEqual([])
  }
})

test('the news links to the list of the holder’s account, or to the own account’s list if several accounts are concerned', async () => {
  await endIn(20, [await guestOf(acme, 'Left'), await guestOf(bergen, 'Right')])
  await forget()
  await remind()
  const lists = async (who: Person) => (await who.call(news.list)).items.map(({ words }) => words.listOf)
  expect(await lists(acme)).toEqual([acme.accountId])
  expect(await lists(bergen)).toEqual([bergen.accountId])
  expect(await lists(nordico)).toEqual([nordico.accountId])
})

test('nobody is reminded of what was revoked, has ended or was renewed', async () => {
  const [revoked, ended, renewed] = [
    await guestOf(bergen, 'Revoked'),
    await guestOf(bergen, 'Ended'),
    await guestOf(bergen, 'Renewed'),
  ]
  await endIn(20, [revoked, renewed])
  await endIn(-1, [ended])
  await vendor.call(userCertificates.remove, { params: { id: revoked } })
  await vendor.call(userCertificates.renew, { params: { id: renewed } })
  await forget()
  await remind()
  expect(await told(bergen)).toEqual([])
})

test('a renewed certificate is reminded of again before its new end', async () => {
  const id = await guestOf(bergen, 'Again')
  await endIn(29, [id])
  await forget()
  await remind()
  expect(await told(bergen)).toEqual([[30, 1, 1, 'Bergen']])
  await forget()
  // As after a renewal: another end, while the reminder of the one before is still noted.
  await raw(world, `update issued_certificates set expires_at = expires_at - interval '1 day' where issued_id = $1`, [
    id,
  ])
  await remind()
  expect(await told(bergen)).toEqual([[30, 1, 1, 'Bergen']])
})

test('the certificate of a deleted user is not reminded of', async () => {
  const { id } = await vendor.call(userCertificates.create, {
    body: { certificateId: skill, userId: sudvia.userId },
  })
  await endIn(20, [id])
  const delivered = () => raw(world, 'select days from certificate_reminders where issued_id = $1', [id])
  await raw(world, 'update users set deleted_at = now() where user_id = $1', [sudvia.userId])
  await remind()
  expect(await delivered()).toEqual([])
  await raw(world, 'update users set deleted_at = null where user_id = $1', [sudvia.userId])
  await remind()
  expect(await delivered()).toEqual([{ days: 30 }])
})

test('a reminder is one mail in the way and language of each person, with a link to the list; none for other roles', async () => {
  const ids = [await guestOf(fjord, 'Three'), await guestOf(acme, 'Four'), await guestOf(acme, 'Five')]
  for (const [who, way] of [
    [acme, 'mail'],
    [acmeBasic, 'none'],
    [fjord, 'bell'],
  ] as const)
    await who.call(news.choose, { body: { choices: [{ kind: 'certificate_due', way }] } })
  await raw(world, `update users set language_code = 'it', is_notification_enabled = true where email = $1`, [
    acme.email,
  ])
  await raw(world, `update accounts set notification_email = ''`)
  await endIn(20, ids)
  await forget()
  await remind()
  await runJob(world, 'news:mail')
  await runJob(world, 'news:mail')
  const mails = (await world.mails()).filter(({ to }) => [acme, acmeBasic, fjord].some(({ email }) => email === to))
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[acme.email, '3 certificazioni stanno per scadere']])
  expect(mails[0]?.text).toMatch(
    new RegExp(`/accounts/${acme.accountId}/certifications\\?mine=no&from=\\d{4}-\\d\\d-\\d\\d`),
  )
  expect(await told(acmeBasic)).toEqual([])
  expect(await told(fjord)).toEqual([[30, 1, 1, 'Fjord']])
  expect(await told(acme)).toEqual([[30, 3, 2, 'Acme']])
})

test('reminders of ends that have passed are deleted', async () => {
  await raw(world, 'delete from certificate_reminders')
  const id = await guestOf(bergen, 'Passed')
  await endIn(20, [id])
  await remind()
  expect(await raw(world, 'select issued_id as id from certificate_reminders')).toContainEqual({ id })
  await endIn(
    -2,
    (await raw<{ issued_id: string }>(world, 'select issued_id from issued_certificates')).map((row) => row.issued_id),
  )
  await runJob(world, 'certifications:sweep-reminders')
  expect(await raw(world, 'select * from certificate_reminders')).toEqual([])
})

test('with the tenant’s own days, reminders come on those days only; with none, never (rules G16)', async () => {
  const ids = [await guestOf(fjord, 'Three')]
  const { defaults } = await vendor.call(settings.read)
  const remindAt = (certificateReminderDays: number[]) =>
    vendor.call(settings.change, { body: { defaults: { ...defaults, certificateReminderDays } } })
  const toldAt = async (left: number) => {
    await endIn(left, ids)
    await forget()
    await remind()
    return (await told(fjord)).map(([days]) => days)
  }
  await remindAt([10, 100])
  expect([await toldAt(101), await toldAt(99), await toldAt(59), await toldAt(9)]).toEqual([[], [100], [], [10]])
  await remindAt([])
  expect(await toldAt(5)).toEqual([])
})
