import { deals } from '@trellis/contract/deals'
import { news } from '@trellis/contract/news'
import { beforeEach, expect, test } from 'vitest'
import { dealing } from '../../testing/dealing.ts'
import { network, type Person } from '../../testing/network.ts'
import { runJob } from '../../testing/queue.ts'
import { raw } from '../../testing/selling.ts'

const world = await network()
const { vendor, nordico, sudvia, acme, acmeBasic, bergen, fjord, canary } = world
const { register, read, update, protect, ask, approve, historyOf } = dealing(world)

beforeEach(async () => {
  await raw(world, 'delete from news')
  await raw(world, 'delete from mails')
})

const eventsOf = async (person: Person) =>
  (await person.call(news.list)).items.map(({ kind, words }) => [kind, words.event])
const age = (id: string, days: number) =>
  raw(
    world,
    `update deals set created_at = created_at - make_interval(days => $2), expires_at = expires_at - make_interval(days => $2),
       protection_since = protection_since - make_interval(days => $2) where deal_id = $1`,
    [id, days],
  )

test('who decides is told of what waits, the owner of what was decided, and nobody else (rules J16)', async () => {
  const id = await register(acme, { 'EDGE-1Y': 2 }, { name: 'Torino Acque Spa' })
  expect(await eventsOf(nordico)).toEqual([['deal_registered', 'registered']])
  await ask(acme, id, 150)
  await acme.call(deals.requestExtension, { params: { id }, body: { reason: 'Late' } })
  expect(await eventsOf(nordico)).toEqual([
    ['deal_asked', 'extension_asked'],
    ['deal_registered', 'registered'],
  ])
  await protect(nordico, id, 'Approved')
  expect(await eventsOf(acme)).toEqual([['deal_decided', 'protected']])
  await acme.call(news.read, { body: { all: true } })
  await approve(nordico, id, 160)
  await acme.call(news.read, { body: { all: true } })
  await nordico.call(deals.extend, { params: { id }, body: { reason: 'Fine' } })
  const told = [
    ['deal_decided', 'extended'],
    ['deal_decided', 'ebid_approved'],
    ['deal_decided', 'protected'],
  ]
  expect(await eventsOf(acme)).toEqual(told)
  expect(await eventsOf(acmeBasic)).toHaveLength(1)
  for (const person of [vendor, sudvia, bergen, fjord, canary]) expect(await eventsOf(person)).toEqual([])
  const [item] = (await acme.call(news.list)).items.filter(({ words }) => words.event === 'ebid_approved')
  expect(item).toMatchObject({
    recordId: id,
    words: { company: 'Torino Acque Spa', amount: '160.0000', by: 'Nora Nordico' },
  })
})

test('mails of deals are in the language of the recipient and lead to the deal', async () => {
  await raw(world, `update users set language_code = 'it' where email = 'anna@acme.example'`)
  const id = await register(acme, { 'EDGE-1Y': 2 }, { name: 'Torino Acque Spa' })
  const { code } = await read(acme, id)
  await protect(nordico, id, 'Refused', 'Outside of the territory')
  await runJob(world, 'news:mail')
  const [toManager] = await world.mails('nora@nordico.example')
  expect(toManager?.subject).toBe(`Acme has registered deal ${code}`)
  expect(toManager?.text).toContain(`/deals/${id}`)
  const [toOwner] = await world.mails('anna@acme.example')
  expect(toOwner?.subject).toBe(`La protezione della trattativa ${code} è stata rifiutata`)
  expect(toOwner?.text).toContain('Nora Nordico ha rifiutato di proteggere la trattativa di Acme con Torino Acque Spa')
  await raw(world, `update users set language_code = 'en' where email = 'anna@acme.example'`)
})

test('several news of deals are one mail', async () => {
  await register(acme, { 'EDGE-1Y': 1 })
  await register(bergen, { 'EDGE-1Y': 1 })
  await runJob(world, 'news:mail')
  expect((await world.mails('nora@nordico.example')).map(({ subject }) => subject)).toEqual(['News of 2 deals'])
})

test('several news of one deal are one mail that leads to the deal', async () => {
  const id = await register(acme, { 'EDGE-1Y': 2 })
  await runJob(world, 'news:mail')
  await raw(world, 'delete from mails')
  await protect(nordico, id, 'Approved')
  await acme.call(news.read, { body: { all: true } })
  await ask(acme, id, 150)
  await approve(nordico, id, 150)
  await runJob(world, 'news:mail')
  const { code } = await read(acme, id)
  const [mail, ...more] = await world.mails('anna@acme.example')
  expect([mail?.subject, more]).toEqual([`News of deal ${code}`, []])
  expect(mail?.text).toContain('is protected')
  expect(mail?.text).toContain('the price was approved')
  expect(mail?.text).toMatch(new RegExp(`Open the deal:\\n\\S+/deals/${id}\\n`))
})

test('a day before the promise breaks, who decides is reminded once (rules J12, J16)', async () => {
  const id = await register(acme, { 'EDGE-1Y': 2 })
  await raw(world, 'delete from news')
  const remind = () => runJob(world, 'deals:promises')
  await remind()
  expect(await eventsOf(nordico)).toEqual([])
  await age(id, 4)
  await remind()
  await remind()
  expect(await eventsOf(nordico)).toEqual([['deal_delayed', 'delayed']])
  await raw(world, 'delete from news')
  await remind()
  expect(await eventsOf(nordico)).toEqual([])
  await ask(acme, id, 150)
  await raw(world, 'delete from news')
  await raw(
    world,
    `update deals set ebid_since = ebid_since - interval '4 days', delay_told_for = delay_told_for - interval '1 day'`,
  )
  await remind()
  expect(await eventsOf(nordico)).toEqual([['deal_delayed', 'delayed']])
  expect(await eventsOf(acme)).toEqual([])
})

test('two weeks before the protection ends the owner is reminded once, and again after an extension', async () => {
  const id = await register(acme, { 'EDGE-1Y': 1 })
  const won = await register(acme, { 'EDGE-1Y': 1 })
  await update(acme, won, { dealStatus: 'Won' })
  await raw(world, 'delete from news')
  await age(id, 75)
  await age(won, 77)
  await runJob(world, 'deals:remind')
  expect(await eventsOf(acme)).toEqual([])
  await age(id, 2)
  for (let runs = 0; runs < 2; runs++) await runJob(world, 'deals:remind')
  expect(await eventsOf(acme)).toEqual([['deal_expiring', 'expiring']])
  expect(await raw(world, `select from news where kind = 'deal_expiring' and record_id = $1`, [won])).toEqual([])
  await raw(world, 'delete from news')
  await acme.call(deals.requestExtension, { params: { id }, body: { reason: 'Late' } })
  await nordico.call(deals.extend, { params: { id }, body: { reason: 'Fine' } })
  await age(id, 91)
  await raw(world, 'delete from news')
  await runJob(world, 'deals:remind')
  expect(await eventsOf(acme)).toEqual([['deal_expiring', 'expiring']])
})

test('the System notes once that a deal has expired, and what was asked for lapses (rules J4)', async () => {
  const id = await register(acme, { 'EDGE-1Y': 1 })
  const lost = await register(acme, { 'EDGE-1Y': 1 })
  await update(acme, lost, { dealStatus: 'Lost' })
  await acme.call(deals.requestExtension, { params: { id }, body: { reason: 'Late' } })
  await age(id, 89)
  await age(lost, 91)
  await runJob(world, 'deals:expire')
  expect((await historyOf(acme, id))[0]?.source).toBe('UpdatedByCreator')
  await age(id, 2)
  for (let runs = 0; runs < 2; runs++) await runJob(world, 'deals:expire')
  const history = await historyOf(acme, id)
  expect(history.filter(({ source }) => source === 'System')).toMatchObject([{ event: 'expired', createdBy: null }])
  expect(history[0]?.event).toBe('expired')
  expect((await historyOf(acme, lost)).map(({ source }) => source)).not.toContain('System')
  expect(await read(acme, id)).toMatchObject({ isExpired: true, waiting: [] })
})
