import { news } from '@trellis/contract/news'
import { expect, test } from 'vitest'
import { licenseInvariants } from '../../../cli/check/licenses.ts'
import { rolesOf } from '../../../testing/calling.ts'
import { licensing } from '../../../testing/licensing.ts'
import { network, type Person } from '../../../testing/network.ts'
import { runJob } from '../../../testing/queue.ts'
import { type DueKey, renewing } from '../../../testing/renewing.ts'
import { discrepancies, raw, selling } from '../../../testing/selling.ts'

const world = await network()
const { vendor, nordico, acme, acmeBasic, bergen, sudvia, fjord } = world
const { give, write } = licensing(world)
const { keyEnding, renew, outcomes } = renewing(world)
const enroll = rolesOf(world)
await selling(world).issue({ 'EDGE-1Y': 500 })

/** Reminds of everything that is due so far, and forgets the news and mails of it. */
const forget = async () => {
  await runJob(world, 'licenses:remind')
  for (const table of ['news', 'mails']) await raw(world, `delete from ${table}`)
}
const told = async (who: Person) =>
  (await who.call(news.list)).items
    .filter(({ kind }) => kind === 'license_due')
    .map(({ words: { days, keys, accounts, accountName } }) => [days, keys, accounts, accountName])
    .sort()
/** Lets so many days pass for these keys, and for what was reminded of them. */
const pass = (days: number, keys: DueKey[]) =>
  raw(
    world,
    `with moved as (
       update licenses set expires_at = expires_at - make_interval(days => $2) where serial_key = any($1) returning license_id)
     update license_reminders set due_at = due_at - make_interval(days => $2)
     where license_id in (select license_id from moved)`,
    [keys.map(({ serialKey }) => serialKey), days],
  )

test('who owns a key and who sells its renewal are reminded 90, 60 and 30 days before its end, once each', {
  tags: ['long'],
}, async () => {
  const keys = [await keyEnding(fjord, 100), await keyEnding(fjord, 100)]
  await forget()
  for (const [days, step] of [
    [5, null],
    [10, 90],
    [1, null],
    [30, 60],
    [30, 30],
    [3, null],
  ] as const) {
    await pass(days, keys)
    await raw(world, 'delete from news')
    await runJob(world, 'licenses:remind')
    await runJob(world, 'licenses:remind')
    const expected = step === null ? [] : [[step, 2, 1, 'Fjord']]
    for (const who of [fjord, acme, acmeBasic]) expect(await told(who), `${step} ${who.email}`).toEqual(expected)
    for (const stranger of [nordico, vendor, bergen, sudvia]) expect(await told(stranger), stranger.email).toEqual([])
  }
  await pass(-79, keys)
})

test('a key that is found late gets only the reminder that it has reached, and a renewed one starts again', async () => {
  const late = await keyEnding(bergen, 20)
  await forget()
  await raw(
    world,
    'delete from license_reminders where license_id = (select license_id from licenses where serial_key = $1)',
    [late.serialKey],
  )
  await runJob(world, 'licenses:remind')
  expect(await told(bergen)).toEqual([[30, 1, 1, 'Bergen']])
  await give(bergen, 'EDGE-1Y', 1)
  expect(outcomes(await renew(bergen, [late]))).toEqual(['extended'])
  const days = 365 - 65
  await pass(days, [late])
  await raw(world, 'delete from news')
  await runJob(world, 'licenses:remind')
  expect(await told(bergen)).toEqual([[90, 1, 1, 'Bergen']])
  await pass(-days, [late])
})

test('reminders reach a person as they chose: many keys are one mail, in their language, and none for another role', async () => {
  const keys = [await keyEnding(fjord, 100), await keyEnding(acme, 100), await keyEnding(acme, 70)]
  await forget()
  for (const [who, way] of [
    [acme, 'mail'],
    [acmeBasic, 'none'],
    [nordico, 'digest'],
  ] as const)
    await who.call(news.choose, { body: { choices: [{ kind: 'license_due', way }] } })
  await raw(world, `update users set language_code = 'it', is_notification_enabled = true where email = $1`, [
    acme.email,
  ])
  await pass(11, keys)
  await raw(world, 'delete from news')
  await runJob(world, 'licenses:remind')
  await runJob(world, 'news:mail')
  await runJob(world, 'news:mail')
  const mails = await world.mails()
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [acme.email, '3 chiavi di licenza stanno per scadere'],
  ])
  expect(mails[0]?.text).toMatch(
    /Entro 90 giorni\n2 account: 2 chiavi di licenza, la prima il .*\n.*\/renewals\?window=90/,
  )
  expect(mails[0]?.text).toMatch(/Entro 60 giorni\nAcme: una chiave di licenza, il /)
  expect(await told(acmeBasic)).toEqual([])
  expect(await told(nordico)).toEqual([
    [60, 1, 1, 'Acme'],
    [90, 1, 1, 'Acme'],
  ])
  expect((await acme.call(news.choices)).choices).toContainEqual({ kind: 'license_due', way: 'mail' })
  const withoutLicenses = await enroll(acme, { Orders: 'r' })
  const { body } = await withoutLicenses(news.choices)
  expect(JSON.stringify(body)).not.toContain('license_due')
  await pass(-11, keys)
})

test('after all of this stock and licenses fit together', async () => {
  expect(await discrepancies(world)).toEqual([])
  const broken: string[] = []
  for (const { name, broken: rows } of licenseInvariants)
    for (const { what } of await write((tx) => tx.rows<{ what: string }>(rows))) broken.push(`${name}: ${what}`)
  expect(broken).toEqual([])
})
