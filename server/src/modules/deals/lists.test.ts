import { deals } from '@trellis/contract/deals'
import { afterEach, expect, test } from 'vitest'
import { dealing } from '../../testing/dealing.ts'
import { network } from '../../testing/network.ts'

const world = await network()
const { vendor, nordico, acme, bergen, calabro } = world
const { register, read, update, protect, ask, approve } = dealing(world)
const start = '2026-12-20T12:00:00Z'
world.at(start)
afterEach(() => world.at(start))

const first = await register(
  acme,
  { 'EDGE-1Y': 3 },
  { name: 'Açúcar do Sul', vatId: 'PT 501 964 843', countryCode: 'PT' },
)
const second = await register(acme, { 'EDGE-1Y': 2 }, { name: 'Birra Nord' })
const third = await register(bergen, { 'EDGE-1Y': 1 }, { name: 'Cantieri Blu' })
await ask(acme, second, 150)
await update(acme, second, { dealStatus: 'Won', chanceOfClosure: 100 })
await protect(nordico, third, 'Approved')

type Search = Exclude<Parameters<typeof vendor.call<typeof deals.search>>[1], undefined>['body']
const found = async (body: Search, person = nordico) =>
  (await person.call(deals.search, { body: { includeChildren: true, ...body } })).items.map(({ dealId }) => dealId)

test.each(['id', 'code', 'creationDate'] as const)('deals are sorted by %s', async (field) => {
  expect(await found({ sortBy: [{ field, direction: 'asc' }] })).toEqual([first, second, third])
  expect(await found({ sortBy: [{ field, direction: 'desc' }] })).toEqual([third, second, first])
})

test.each([
  ['status', second],
  ['eBidValue', second],
  ['protectionStatus', third],
] as const)('sorted by %s the deal that differs is at one end', async (field, id) => {
  const ends = [await found({ sortBy: [{ field }] }), await found({ sortBy: [{ field, direction: 'desc' }] })]
  const last = field === 'protectionStatus' ? 1 : 0
  expect([ends[0]?.at(-1), ends[1]?.at(-1)][last]).toBe(id)
  expect((await found({ sortBy: [{ field: 'eBidStatus' }] })).length).toBe(3)
})

test('deals are filtered by id, code, prospect, VAT id and vendor, without regard to case and accents', async () => {
  const { code } = await read(acme, second)
  expect(await found({ filterBy: [{ field: 'id', values: [third] }] })).toEqual([third])
  expect(await found({ filterBy: [{ field: 'code', values: [code.slice(-6).toLowerCase()] }] })).toEqual([second])
  expect(await found({ filterBy: [{ field: 'prospect', values: ['ACUCAR'] }] })).toEqual([first])
  expect(await found({ filterBy: [{ field: 'vatId', values: ['pt 501'] }] })).toEqual([first])
  expect(await found({ filterBy: [{ field: 'vendor', values: ['berg'] }] })).toEqual([third])
  expect(await found({ filterBy: [{ field: 'status', values: ['Won', 'Lost'] }] })).toEqual([second])
  expect(await found({ filterBy: [{ field: 'prospect', values: ['%'] }] })).toEqual([])
  expect(await acme.raw(deals.search, { body: { filterBy: [{ field: 'phoneNumber', values: ['1'] }] } })).toMatchObject(
    {
      status: 422,
    },
  )
})

test('only my deals leaves out those of the accounts below', async () => {
  expect(await found({ includeChildren: false })).toEqual([])
  expect(await found({ includeChildren: false }, acme)).toEqual([second, first])
  expect(await found({ parentAccountId: bergen.accountId })).toEqual([third])
  expect(await found({}, calabro)).toEqual([])
})

test('the forecast sums what is open by month, each amount times its chance (rules J15)', async () => {
  world.at('2027-01-10T12:00:00Z')
  const dated = async (person: typeof acme, chance: number, day: string | null, wanted = 1) => {
    const id = await register(person, { 'EDGE-1Y': wanted })
    const estimatedCloseDate = day === null ? null : Date.parse(day)
    await update(person, id, { chanceOfClosure: chance, estimatedCloseDate })
    return id
  }
  await dated(acme, 50, '2027-02-10T00:00:00Z', 4)
  const eBid = await dated(bergen, 25, '2027-02-28T23:00:00Z', 2)
  await ask(bergen, eBid, 100)
  await dated(acme, 10, null)
  await dated(acme, 10, '2027-01-01T00:00:00Z')
  await dated(acme, 90, '2026-12-31T00:00:00Z')
  await dated(acme, 90, '2029-01-01T00:00:00Z')
  const lost = await dated(acme, 90, '2027-02-10T00:00:00Z')
  await update(acme, lost, { dealStatus: 'Lost' })
  const refused = await dated(acme, 90, '2027-02-10T00:00:00Z')
  await protect(nordico, refused, 'Refused')

  const forecast = async (person: typeof acme, body: object = {}) =>
    (await person.call(deals.forecast, { body })).items.map((row) => [row.month, row.deals, row.amount, row.weighted])
  expect(await forecast(nordico)).toEqual([
    // Those of above are open without a date.
    [null, 4, 600, 100],
    ['2027-01-01', 1, 100, 10],
    // What was asked for and not approved changes nothing.
    ['2027-02-01', 2, 600, 250],
  ])
  await approve(nordico, eBid, 120)
  expect((await forecast(bergen)).filter(([month]) => month !== null)).toEqual([['2027-02-01', 1, 120, 30]])
  expect((await forecast(acme, { months: 1 })).map(([month]) => month)).toEqual([null, '2027-01-01'])
  expect((await forecast(nordico, { includeChildren: false })).length).toBe(0)
  world.at('2028-06-01T12:00:00Z')
  expect((await forecast(nordico)).length).toBe(0)
})

test('known prospects are found by a part of their name or VAT id, only within reach', async () => {
  const ask = async (person: typeof acme, query: string) =>
    (await person.call(deals.prospects, { query: { query } })).map(({ name }) => name)
  expect(await ask(acme, 'acucar')).toEqual(['Açúcar do Sul'])
  expect(await ask(acme, '501 964')).toEqual(['Açúcar do Sul'])
  expect(await ask(nordico, 'cantieri')).toEqual(['Cantieri Blu'])
  expect(await ask(acme, 'cantieri')).toEqual([])
  await register(acme, { 'EDGE-1Y': 1 }, { name: 'Açúcar do Sul, SA', vatId: 'PT 501 964 843', countryCode: 'PT' })
  expect(await ask(acme, 'acucar')).toEqual(['Açúcar do Sul, SA'])
})

test('the number of deals in a state of the eBid follows each decision', async () => {
  const counted = async () => {
    const of = async (value: string) =>
      (
        await nordico.call(deals.search, {
          body: { includeChildren: true, filterBy: [{ field: 'eBidStatus', values: [value] }] },
        })
      ).count
    return { Pending: await of('Pending'), Approved: await of('Approved'), Refused: await of('Refused') }
  }
  const before = await counted()
  const id = await register(acme, { 'EDGE-1Y': 5 }, { name: 'Dogana Verde' })
  await ask(acme, id, 120)
  await protect(nordico, id, 'Approved')
  expect(await counted()).toEqual({ ...before, Pending: before.Pending + 1 })
  await nordico.call(deals.updateEbidStatus, { params: { id }, body: { status: 'Refused', reason: 'Too low' } })
  expect(await counted()).toEqual({ ...before, Refused: before.Refused + 1 })
})

test('deals are sorted by what they count for: the approved price, else what their vendor pays without it (rules J15)', async () => {
  const worth = async (id: string) => {
    const { eBidStatus, eBidApprovedValue, itemsTotal } = await read(vendor, id)
    return eBidStatus === 'Approved' ? eBidApprovedValue : itemsTotal
  }
  const cheap = await register(acme, { 'EDGE-1Y': 40 }, { name: 'Zeta Grande' })
  await ask(acme, cheap, 1)
  expect((await found({ sortBy: [{ field: 'value', direction: 'desc' }] }))[0]).toBe(cheap)
  await approve(nordico, cheap)
  const rising = await found({ sortBy: [{ field: 'value', direction: 'asc' }] })
  expect(rising[0]).toBe(cheap)
  const values = await Promise.all(rising.map(worth))
  expect(values).toEqual(values.toSorted((a, b) => a - b))
})
