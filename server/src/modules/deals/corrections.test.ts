import { audit } from '@trellis/contract/audit'
import { deals } from '@trellis/contract/deals'
import { find } from '@trellis/contract/find'
import { network as accounts } from '@trellis/contract/network'
import { expect, test } from 'vitest'
import { dealing } from '../../testing/dealing.ts'
import { network, type Person } from '../../testing/network.ts'
import { raw } from '../../testing/selling.ts'

const world = await network()
const { vendor, nordico, sudvia, acme, acmeBasic, bergen, canary } = world
const { prospect, draft, register, read, update, protect, ask, approve, itemsOf, historyOf } = dealing(world)

const correct = (person: Person, id: string, body: object) =>
  person.raw(deals.correctProspect, { params: { id }, body })
const products = (person: Person, id: string, wanted: Record<string, number>) =>
  person.raw(deals.correctItems, { params: { id }, body: { items: itemsOf(wanted) } })
const duplicatesOf = async (id: string) =>
  (await nordico.call(deals.duplicates, { params: { id } })).items.map(({ deal }) => deal.dealId)
const approveRaw = (id: string) =>
  nordico.raw(deals.updateProtectionStatus, { params: { id }, body: { protectionStatus: 'Approved' } })
const eventsOf = async (id: string) => (await historyOf(acme, id)).map(({ event, source }) => [event, source])

test('the company of a deal is corrected while its protection waits, and found by its new name (rules J18)', async () => {
  const id = await register(acme, { 'EDGE-1Y': 1 }, { name: 'Aqua Srl' })
  const { prospect: before } = await read(acme, id)
  const body = { ...before, name: ' Acquedotto Nuovo Srl ', email: 'info@acquedotto.example', region: '' }
  const answer = await correct(acme, id, body)
  expect(answer).toMatchObject({ status: 200, body: { prospect: { name: 'Acquedotto Nuovo Srl', region: null } } })
  expect((await read(acme, id)).prospect).toMatchObject({
    ...before,
    ...body,
    name: 'Acquedotto Nuovo Srl',
    region: null,
  })
  expect(await eventsOf(id)).toEqual([
    ['prospect_corrected', 'UpdatedByCreator'],
    ['created', 'Creation'],
  ])
  const { items } = await acme.call(find.search, { body: { text: 'acquedotto' } })
  expect(items.map(({ recordId }) => recordId)).toContain(id)
  const { items: events } = await vendor.call(audit.search, {
    body: { filterBy: [{ field: 'entityId', values: [id] }] },
  })
  expect(events[0]).toMatchObject({
    action: 'deal.prospect_corrected',
    before: { prospect: { name: 'Aqua Srl' } },
    after: { prospect: { name: 'Acquedotto Nuovo Srl' } },
  })
})

test('the same correction sent twice is one entry, and what GET answered can be sent back', async () => {
  const id = await register(acme, { 'EDGE-1Y': 1, BOX: 2 })
  const deal = await read(acme, id)
  expect((await correct(acme, id, deal.prospect)).status).toBe(200)
  const answer = await acme.raw(deals.correctItems, { params: { id }, body: { items: deal.items } })
  expect(answer.status).toBe(200)
  expect(await eventsOf(id)).toEqual([['created', 'Creation']])
  const changed = { ...deal.prospect, city: 'Milano' }
  const answers = await Promise.all([correct(acme, id, changed), correct(acme, id, changed)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await eventsOf(id)).toHaveLength(2)
})

test.each([
  ['XX', 'vatId', 'vat_id'],
  ['', 'vatId', undefined],
])(
  'a VAT id %j that no account could have is refused at its field, also when correcting',
  async (vatId, path, code) => {
    const issue = (at: string) => ({
      status: 422,
      body: { code: 'RQ422', info: { issues: [{ path: at, ...(code && { code }) }] } },
    })
    const body = { ...draft(acme, { 'EDGE-1Y': 1 }), prospect: { ...prospect(), vatId } }
    expect(await acme.raw(deals.create, { body })).toMatchObject(issue(`prospect.${path}`))
    const id = await register(acme, { 'EDGE-1Y': 1 })
    expect(await correct(acme, id, { ...prospect(), vatId })).toMatchObject(issue(path))
    expect(await correct(acme, id, { ...prospect(), countryCode: 'ZZ' })).toMatchObject(issueAt('countryCode'))
  },
)
const issueAt = (path: string) => ({ status: 422, body: { info: { issues: [{ path }] } } })

test('what is registered can be posted as an account once it is won', async () => {
  const id = await register(acme, { 'EDGE-1Y': 1 }, { vatId: 'IT00743110157' })
  await update(acme, id, { dealStatus: 'Won' })
  const { newAccount } = await acme.call(deals.buyer, { params: { id } })
  expect((await acme.raw(accounts.create, { body: newAccount })).status).toBe(201)
})

test('the products are corrected at today’s prices, and a price that was asked for lapses (rules J18)', async () => {
  const id = await register(acme, { 'EDGE-1Y': 2 })
  await ask(acme, id, 150)
  await approve(nordico, id)
  const answer = await products(acme, id, { 'EDGE-1Y': 3, BOX: 10 })
  expect(answer).toMatchObject({
    status: 200,
    body: {
      itemsTotal: 333.34,
      eBidValue: 0,
      eBidStatus: 'Pending',
      eBidApprovedValue: 333.34,
      waiting: [{ kind: 'protection' }],
    },
  })
  const deal = await read(acme, id)
  expect(deal.items?.map(({ sku, qt, price }) => [sku, qt, price])).toEqual([
    ['EDGE-1Y', 3, 100],
    ['BOX', 10, 3.3335],
  ])
  expect(deal.ebid?.map(({ value, eBidStatus }) => [value, eBidStatus])).toEqual([
    [0, 'Pending'],
    [150, 'Approved'],
    [150, 'Pending'],
  ])
  expect((await eventsOf(id))[0]).toEqual(['items_corrected', 'UpdatedByCreator'])
})

test('products that the vendor cannot buy, none, or none of theirs are refused at the item', async () => {
  const id = await register(acme, { 'EDGE-1Y': 1 })
  expect(await products(acme, id, { 'EDGE-1Y': 1, HIDDEN: 1 })).toMatchObject(issueAt('items.1.productId'))
  expect(await products(acme, id, {})).toMatchObject(issueAt('items'))
  expect(await products(acme, id, { 'EDGE-1Y': 0 })).toMatchObject(issueAt('items.0.qt'))
  const unknown = { params: { id }, body: { items: [{ productId: '00000000-0000-4000-8000-000000000000', qt: 1 }] } }
  expect((await acme.raw(deals.correctItems, unknown)).status).toBe(404)
  expect(await read(acme, id)).toMatchObject({ itemsTotal: 100 })
})

test('once the protection is decided, or the deal was ordered, nothing is corrected', async () => {
  const id = await register(acme, { 'EDGE-1Y': 1 })
  expect((await read(acme, id)).blocked.correct).toBeNull()
  for (const status of ['Approved', 'Refused'] as const) {
    await protect(nordico, id, status)
    expect((await read(acme, id)).blocked.correct).toBe('RQ409')
    expect(await correct(acme, id, prospect())).toMatchObject({ status: 409, body: { code: 'RQ409' } })
    expect(await products(acme, id, { BOX: 1 })).toMatchObject({ status: 409, body: { code: 'RQ409' } })
  }
  await protect(nordico, id, 'Pending')
  expect((await products(acme, id, { BOX: 1 })).status).toBe(200)
})

test('only the deal’s own side corrects it (threats Z7)', async () => {
  const id = await register(acme, { 'EDGE-1Y': 1 })
  for (const [person, status, code] of [
    [nordico, 403, 'DL524'],
    [vendor, 403, 'DL524'],
    [acmeBasic, 403, 'RQ403'],
    [bergen, 404, 'RQ404'],
    [sudvia, 404, 'RQ404'],
    [canary, 404, 'RQ404'],
  ] as const) {
    expect(await correct(person, id, prospect())).toMatchObject({ status, body: { code } })
    expect(await products(person, id, { BOX: 1 })).toMatchObject({ status, body: { code } })
  }
  expect(await eventsOf(id)).toEqual([['created', 'Creation']])
})

test('a corrected deal is compared anew: what matched no longer does, what did not does', async () => {
  const [one, other] = [prospect(), prospect()]
  const first = await register(bergen, { 'EDGE-1Y': 1 }, one)
  const second = await register(bergen, { BOX: 1 }, other)
  const id = await register(acme, { 'EDGE-1Y': 1 }, one)
  expect(await duplicatesOf(id)).toEqual([first])
  await correct(acme, id, other)
  expect(await duplicatesOf(id)).toEqual([])
  await products(acme, id, { BOX: 3 })
  expect(await duplicatesOf(id)).toEqual([second])
})

test('nobody takes the first place by correcting: what was not registered before counts from the correction (rules J8)', async () => {
  const wanted = prospect()
  const placeholder = await register(acme, { 'EDGE-1Y': 1 })
  const real = await register(bergen, { 'EDGE-1Y': 1 }, wanted)
  await correct(acme, placeholder, wanted)
  expect(await approveRaw(placeholder)).toMatchObject({
    body: { code: 'DL509', info: { dealId: real, kind: 'earlier' } },
  })
  expect((await approveRaw(real)).status).toBe(200)

  const other = prospect()
  const without = await register(acme, { BOX: 1 }, other)
  const product = await register(bergen, { 'EDGE-1Y': 1 }, other)
  await products(acme, without, { BOX: 1, 'EDGE-1Y': 1 })
  expect(await approveRaw(without)).toMatchObject({ body: { info: { dealId: product, kind: 'earlier' } } })
})

test.each([
  ['the VAT id', { vatId: 'IT12345670017' }],
  ['the domain', { webSite: 'https://www.filatoio-brenta.it' }],
  ['the name', { name: 'Filatoio del Brenta Spa' }],
])('it counts from the correction also where only %s is in common', async (_mark, mark) => {
  const own = () => ({ ...prospect(), name: `Unlike ${crypto.randomUUID()} Srl` })
  const placeholder = await register(acme, { BOX: 1 }, own())
  const real = await register(bergen, { BOX: 1 }, { ...own(), ...mark })
  await correct(acme, placeholder, { ...own(), ...mark })
  expect(await approveRaw(placeholder)).toMatchObject({
    body: { code: 'DL509', info: { dealId: real, kind: 'earlier' } },
  })
  // Decided, so that it stands in nobody's way later.
  await protect(nordico, real, 'Refused')
})

test('and nobody loses it by correcting something else (rules J8)', async () => {
  const same = prospect()
  const first = await register(acme, { 'EDGE-1Y': 1 }, same)
  const second = await register(bergen, { 'EDGE-1Y': 1 }, same)
  await correct(acme, first, { ...same, vatId: 'IT12345670017', street: 'Via Po 2' })
  await products(acme, first, { 'EDGE-1Y': 9, BOX: 1 })
  expect(await approveRaw(second)).toMatchObject({ body: { info: { dealId: first, kind: 'earlier' } } })
  expect((await approveRaw(first)).status).toBe(200)
})

test('a correction and a decision at once: the deal is decided as it then is', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await register(acme, { 'EDGE-1Y': 1 })
    const [corrected, decided] = await Promise.all([products(acme, id, { BOX: 100 }), approveRaw(id)])
    expect(decided.status).toBe(200)
    expect([200, 409]).toContain(corrected.status)
    const deal = await read(acme, id)
    expect(deal.itemsTotal).toBe(corrected.status === 200 ? 333.35 : 100)
    const rows = await raw<{ sum: string }>(world, 'select sum(amount) from deal_items where deal_id = $1', [id])
    expect(Number(rows[0]?.sum)).toBe(deal.itemsTotal)
  }
})
