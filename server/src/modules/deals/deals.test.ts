import { deals } from '@trellis/contract/deals'
import { expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { dealing } from '../../testing/dealing.ts'
import { network } from '../../testing/network.ts'
import { raw } from '../../testing/selling.ts'

const world = await network()
const { vendor, nordico, acme, bergen } = world
const { draft, register, read } = dealing(world)

test('a reseller registers a deal at its own prices, which is protected for 90 days and under review by its distributor', async () => {
  const start = Date.UTC(2026, 10, 20, 9)
  const body = {
    ...draft(acme, { 'EDGE-1Y': 2, BOX: 3 }),
    chanceOfClosure: 40,
    startDate: start,
    description: 'Rollout',
  }
  const { id } = await acme.call(deals.create, { body })
  const deal = await read(acme, id)
  expect(deal).toMatchObject({
    code: expect.stringMatching(/^DL-\d{4}-\d{6}$/),
    description: 'Rollout',
    vendor: { accountName: 'Acme' },
    status: 'New',
    protectionStatus: 'Pending',
    eBidStatus: 'Pending',
    eBidValue: 0,
    itemsTotal: 210,
    eBidApprovedValue: 210,
    currencyCode: 'EUR',
    chanceOfClosure: 40,
    isExpired: false,
    startDate: new Date(start).toISOString(),
    estimatedCloseDate: null,
    decidedBy: { accountName: 'Nordico' },
    ebid: [],
    orders: [],
    prospect: { name: body.prospect.name, vatId: body.prospect.vatId, country: 'Italy', countryCode: 'IT' },
  })
  expect(deal.items?.map(({ sku, qt, priceMSRP, priceListName }) => [sku, qt, priceMSRP, priceListName])).toEqual([
    ['EDGE-1Y', 2, 100, 'Verdant list'],
    ['BOX', 3, 3.3335, 'Verdant list'],
  ])
  expect(deal.waiting).toMatchObject([{ kind: 'protection', since: deal.creationDate }])
  const days = (Date.parse(deal.expirationDate) - Date.parse(deal.creationDate)) / 86_400_000
  expect(days).toBe(90)
})

test('codes of deals rise, and a registration does not wait for the number of another one', async () => {
  const codeOf = async (id: string) => (await read(acme, id)).code
  const first = await codeOf(await register(acme, { BOX: 1 }))
  const second = await world.db.write(
    { tenantId: world.tenantId, userId: null, reach: null, clock: null, requestId: null },
    async (tx) => {
      const taken = await tx.row<{ code: string }>(sql`select next_code('DL') as code`)
      expect(taken?.code && taken.code > first).toBe(true)
      return codeOf(await register(acme, { BOX: 1 }))
    },
  )
  expect(second > first).toBe(true)
})

test('where the numbers of deals were lost, as after a restore, the next one is above all that there are', async () => {
  const before = (await read(acme, await register(acme, { BOX: 1 }))).code
  await raw(world, `call forget_numbers('${world.tenantId}')`)
  const next = (await read(acme, await register(acme, { BOX: 1 }))).code
  expect(Number(next.slice(8))).toBe(Number(before.slice(8)) + 1)
})

test('a deal without words about it has no description, however it was left empty', async () => {
  for (const description of ['', undefined]) {
    const { id } = await acme.call(deals.create, { body: { ...draft(acme, { 'EDGE-1Y': 1 }), description } })
    expect((await read(acme, id)).description).toBeNull()
  }
})

test('deals are listed for their vendor, and for accounts above on request (rules J2)', async () => {
  const id = await register(bergen, { 'EDGE-1Y': 1 })
  const listed = async (person: typeof acme, includeChildren: boolean) => {
    const { items, count } = await person.call(deals.search, { body: { includeChildren } })
    expect(items.length).toBe(count)
    return items.map(({ dealId }) => dealId)
  }
  expect(await listed(bergen, false)).toEqual([id])
  expect(await listed(nordico, false)).toEqual([])
  expect(await listed(nordico, true)).toContain(id)
  expect(await listed(vendor, true)).toContain(id)
  expect(await listed(acme, true)).not.toContain(id)
})
