import { deals } from '@trellis/contract/deals'
import type { Endpoint } from '@trellis/contract/endpoint'
import { afterEach, expect, test } from 'vitest'
import { dealing } from '../../testing/dealing.ts'
import { network } from '../../testing/network.ts'
import { raw } from '../../testing/selling.ts'

const world = await network()
const { vendor, nordico, acme } = world
const { register, read, update, protect, ask, approve, historyOf } = dealing(world)

afterEach(() => world.at(null))
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const request = (id: string, reason = 'The tender is late') =>
  acme.call(deals.requestExtension, { params: { id }, body: { reason } })
const extend = (id: string, body: object = {}) =>
  nordico.raw(deals.extend, { params: { id }, body: { reason: 'They are close', ...body } })
const decide = (id: string, body: object) => nordico.raw(deals.updateEbidStatus, { params: { id }, body })
const issueAt = (path: string, code?: string) => ({
  status: 422,
  body: { code: 'RQ422', info: { issues: [{ path, ...(code && { code }) }] } },
})

const writes: [endpoint: Endpoint, person: typeof acme, body: object][] = [
  [deals.update, acme, { dealStatus: 'Won' }],
  [deals.updateEbidValue, acme, { value: 50 }],
  [deals.requestExtension, acme, { reason: 'Late' }],
  [deals.updateProtectionStatus, nordico, { protectionStatus: 'Approved' }],
  [deals.updateEbidStatus, nordico, { status: 'Approved' }],
  [deals.extend, nordico, { reason: 'Late' }],
]

test('an expired deal refuses every write, judged by the clock of the database (rules J4) (threats Z8, X7)', async () => {
  const id = await register(acme, { 'EDGE-1Y': 1 })
  world.at(inDays(89.9))
  expect(await read(acme, id)).toMatchObject({ isExpired: false, waiting: [{ kind: 'protection' }] })
  world.at(inDays(90.1))
  const before = await read(acme, id)
  expect(before).toMatchObject({ isExpired: true, waiting: [], blocked: { update: 'DL523' } })
  expect((await read(nordico, id)).blocked).toMatchObject({ protect: 'DL523', decideEbid: 'DL523', compare: null })
  for (const [endpoint, person, body] of writes)
    expect([endpoint.path, await person.raw(endpoint, { params: { id }, body })]).toMatchObject([
      endpoint.path,
      { status: 409, body: { code: 'DL523' } },
    ])
  expect(await read(acme, id)).toEqual(before)
})

test('a won deal and a lost one do not expire; one that is open again does (rules J4, J5)', async () => {
  for (const dealStatus of ['Won', 'Lost'] as const) {
    const id = await register(acme, { 'EDGE-1Y': 1 })
    await update(acme, id, { dealStatus })
    world.at(inDays(200))
    expect(await read(acme, id)).toMatchObject({ isExpired: false, waiting: [], blocked: { update: null } })
    expect(await update(acme, id, { dealStatus: 'Negotiation' })).toMatchObject({ isExpired: true })
    expect(await acme.refused(deals.update, { params: { id }, body: { dealStatus } })).toMatchObject({ code: 'DL523' })
    world.at(null)
  }
})

test('the vendor changes what it maintains; what is left out stays, and each change is in the history', async () => {
  const id = await register(acme, { 'EDGE-1Y': 1 })
  const closing = Date.UTC(2027, 2, 1)
  await update(acme, id, {
    description: 'Two sites',
    estimatedCloseDate: closing,
    chanceOfClosure: 60,
    dealStatus: 'Trial',
  })
  await update(acme, id, { dealStatus: 'New', reason: 'The trial starts later' })
  const deal = await read(acme, id)
  expect(deal).toMatchObject({ description: 'Two sites', chanceOfClosure: 60, status: 'New' })
  expect(deal.estimatedCloseDate).toBe(new Date(closing).toISOString())
  expect(await update(acme, id, { estimatedCloseDate: null })).toMatchObject({ estimatedCloseDate: null })
  expect(
    (await historyOf(acme, id)).map((entry) => [entry.source, entry.event, entry.dealStatus, entry.reason]),
  ).toEqual([
    ['UpdatedByCreator', 'updated', 'New', null],
    ['UpdatedByCreator', 'updated', 'New', 'The trial starts later'],
    ['UpdatedByCreator', 'updated', 'Trial', null],
    ['Creation', 'created', 'New', null],
  ])
})

test.each([101, -1, 50.5, '50'])('a chance of %j is refused (threats Z8)', async (chanceOfClosure) => {
  const id = await register(acme, { 'EDGE-1Y': 1 })
  expect(await acme.raw(deals.update, { params: { id }, body: { chanceOfClosure } })).toMatchObject(
    issueAt('chanceOfClosure'),
  )
})

test('an eBid waits from the moment it is asked for until a manager decides; each step is an entry (rules J10)', async () => {
  const id = await register(acme, { 'EDGE-1Y': 2 })
  expect(await decide(id, { status: 'Approved' })).toMatchObject(issueAt('status', 'not_asked'))
  expect(await ask(acme, id, 150)).toMatchObject({
    eBidValue: 150,
    eBidStatus: 'Pending',
    eBidApprovedValue: 150,
    waiting: [{ kind: 'protection' }, { kind: 'ebid' }],
  })
  expect(await approve(nordico, id, 160)).toMatchObject({
    eBidValue: 150,
    eBidStatus: 'Approved',
    eBidApprovedValue: 160,
    waiting: [{ kind: 'protection' }],
  })
  await ask(acme, id, 140)
  const refused = await nordico.call(deals.updateEbidStatus, {
    params: { id },
    body: { status: 'Refused', reason: 'Too low' },
  })
  expect(refused).toMatchObject({ eBidStatus: 'Refused', eBidValue: 140, eBidApprovedValue: 140 })
  expect(await ask(acme, id, 0)).toMatchObject({ eBidStatus: 'Pending', eBidValue: 0, eBidApprovedValue: 200 })
  const entries = (await read(acme, id)).ebid?.map((entry) => [entry.value, entry.eBidStatus, entry.eBidApprovedValue])
  const expected = [
    [0, 'Pending', 200],
    [140, 'Refused', 140],
    [140, 'Pending', 140],
    [150, 'Approved', 160],
    [150, 'Pending', 150],
  ]
  expect(entries).toEqual(expected)
  const history = await historyOf(acme, id)
  expect(history.slice(0, -1).map((entry) => [entry.eBidValue, entry.eBidStatus, entry.eBidApprovedValue])).toEqual(
    expected,
  )
  expect(history.map(({ source, event, reason, createdBy }) => [source, event, reason, createdBy]).slice(0, 3)).toEqual(
    [
      ['UpdatedByCreator', 'ebid_asked', null, 'Anna Acme'],
      ['UpdatedByApprover', 'ebid_decided', 'Too low', 'Nora Nordico'],
      ['UpdatedByCreator', 'ebid_asked', null, 'Anna Acme'],
    ],
  )
})

test('an eBid that was decided is not decided again (threats Z8)', async () => {
  for (const status of ['Approved', 'Refused']) {
    const id = await register(acme, { 'EDGE-1Y': 2 })
    await ask(acme, id, 150)
    expect((await decide(id, { status })).status).toBe(200)
    for (const again of ['Approved', 'Refused'])
      expect(await decide(id, { status: again })).toMatchObject({ status: 409, body: { code: 'RQ409' } })
    expect((await read(acme, id)).ebid).toHaveLength(2)
  }
})

test.each([
  [200, 'too_big'],
  [200.01, 'too_big'],
  [-1, 'too_small'],
  [99.999, 'decimals'],
])('an eBid of %d for items of 200.00 is refused as %s (threats Z8)', async (value, code) => {
  const id = await register(acme, { 'EDGE-1Y': 2 })
  expect(await acme.raw(deals.updateEbidValue, { params: { id }, body: { value } })).toMatchObject(
    issueAt('value', code),
  )
  expect(await read(acme, id)).toMatchObject({ eBidValue: 0, ebid: [] })
})

test.each([
  [200.01, 422],
  [0, 422],
  [-5, 422],
  [100.005, 422],
  [200, 422],
  [199.99, 200],
  [0.01, 200],
])('approving %d for items of 200.00 answers %i', async (value, status) => {
  const id = await register(acme, { 'EDGE-1Y': 2 })
  await ask(acme, id, 150)
  expect((await decide(id, { status: 'Approved', value })).status).toBe(status)
})

test('an extension is asked for with a reason, and adds 90 days to the old end when it is granted (rules J11)', async () => {
  const id = await register(acme, { 'EDGE-1Y': 1 })
  expect(await extend(id)).toMatchObject(issueAt('granted', 'not_asked'))
  expect(await acme.raw(deals.requestExtension, { params: { id }, body: {} })).toMatchObject(issueAt('reason'))
  const asked = await request(id)
  expect(asked.waiting).toMatchObject([{ kind: 'protection' }, { kind: 'extension', reason: 'The tender is late' }])
  expect(await acme.refused(deals.requestExtension, { params: { id }, body: { reason: 'Again' } })).toMatchObject({
    code: 'RQ409',
  })
  expect((await extend(id)).status).toBe(200)
  const granted = await read(acme, id)
  expect(Date.parse(granted.expirationDate) - Date.parse(asked.expirationDate)).toBe(90 * 86_400_000)
  expect(await extend(id)).toMatchObject(issueAt('granted', 'not_asked'))

  await request(id)
  expect((await extend(id, { granted: false })).status).toBe(200)
  expect(await read(acme, id)).toMatchObject({
    expirationDate: granted.expirationDate,
    waiting: [{ kind: 'protection' }],
  })
  expect((await historyOf(acme, id)).map(({ event }) => event)).toEqual([
    'extension_refused',
    'extension_asked',
    'extended',
    'extension_asked',
    'created',
  ])
})

test('ten managers who grant an extension at once grant it once', async () => {
  const id = await register(acme, { 'EDGE-1Y': 1 })
  const { expirationDate } = await request(id)
  const answers = await Promise.all(Array.from({ length: 10 }, () => extend(id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(422)])
  const after = await read(acme, id)
  expect(Date.parse(after.expirationDate) - Date.parse(expirationDate)).toBe(90 * 86_400_000)
})

test('of approving and refusing an eBid at once exactly one counts', async () => {
  const id = await register(acme, { 'EDGE-1Y': 2 })
  await ask(acme, id, 150)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => decide(id, { status: n % 2 === 0 ? 'Approved' : 'Refused' })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
  expect((await read(acme, id)).ebid).toHaveLength(2)
})

test('a protection that was decided changes nothing when it is decided so again (rules J6)', async () => {
  const id = await register(acme, { 'EDGE-1Y': 1 })
  await Promise.all(Array.from({ length: 5 }, () => protect(nordico, id, 'Approved')))
  expect(await historyOf(acme, id)).toHaveLength(2)
  expect(await protect(vendor, id, 'Refused', 'Outside of the territory')).toMatchObject({
    protectionStatus: 'Refused',
  })
  expect((await historyOf(acme, id))[0]).toMatchObject({
    source: 'UpdatedByApprover',
    dealProtectionStatus: 'Refused',
    reason: 'Outside of the territory',
  })
  expect(await protect(nordico, id, 'Pending')).toMatchObject({ waiting: [{ kind: 'protection' }] })
})

test('every change is audited with the record before and after', async () => {
  const id = await register(acme, { 'EDGE-1Y': 2 })
  await ask(acme, id, 150)
  await approve(nordico, id)
  await request(id)
  await extend(id)
  await protect(nordico, id, 'Approved')
  await update(acme, id, { dealStatus: 'Won' })
  const rows = await raw<{ action: string }>(
    world,
    `select action from audit_log where entity_id = $1 order by audit_id`,
    [id],
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'deal.created',
    'deal.ebid_asked',
    'deal.ebid_decided',
    'deal.extension_asked',
    'deal.extended',
    'deal.protection_decided',
    'deal.updated',
  ])
})

test('the queue has what waits for the manager, oldest first, and what is overdue', async () => {
  const first = await register(acme, { 'EDGE-1Y': 2 })
  const second = await register(acme, { 'EDGE-1Y': 2 })
  await protect(nordico, first, 'Approved')
  await ask(acme, first, 150)
  const mine = async (person: typeof acme, query: object = {}) => {
    const { items } = await person.call(deals.queue, { query: { limit: 100, ...query } })
    return items
      .filter(({ deal }) => [first, second].includes(deal.dealId))
      .map(({ kind, deal }) => [kind, deal.dealId])
  }
  const waiting = [
    ['protection', second],
    ['ebid', first],
  ]
  expect(await mine(nordico)).toEqual(waiting)
  expect(await mine(nordico, { kind: 'ebid' })).toEqual([['ebid', first]])
  expect(await mine(vendor)).toEqual(waiting)
  expect(await mine(vendor, { nearestOnly: 'true' })).toEqual([])
  expect(await mine(nordico, { nearestOnly: 'true' })).toEqual(waiting)
  expect(await mine(world.sudvia)).toEqual([])
  expect(await acme.refused(deals.queue)).toMatchObject({ code: 'RQ403' })
  const own = await register(nordico, { 'EDGE-1Y': 1 })
  const ofNordico = (await nordico.call(deals.queue, { query: { limit: 3000 } })).items.map(({ deal }) => deal.dealId)
  expect(ofNordico).not.toContain(own)

  const { count } = await nordico.call(deals.queue, { query: { limit: 1 } })
  world.at(inDays(4.9))
  expect((await nordico.call(deals.queue)).overdue).toBe(0)
  world.at(inDays(5.1))
  expect(await nordico.call(deals.queue, { query: { limit: 1 } })).toMatchObject({ count, overdue: count })
  world.at(inDays(91))
  expect(await mine(nordico)).toEqual([])
})
