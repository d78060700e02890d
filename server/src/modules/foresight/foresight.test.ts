import type { QueryOf } from '@trellis/contract/endpoint'
import { foresight } from '@trellis/contract/foresight'
import { orders } from '@trellis/contract/orders'
import { stock } from '@trellis/contract/stock'
import { today } from '@trellis/contract/today'
import { expect, test } from 'vitest'
import { dealing } from '../../testing/dealing.ts'
import { licensing } from '../../testing/licensing.ts'
import { network, type Person } from '../../testing/network.ts'
import { renewing } from '../../testing/renewing.ts'
import { selling } from '../../testing/selling.ts'
import { statementsOf } from '../../testing/statements.ts'

/* What an account will be short of (rules S7 to S9, Y7; decision 165). */

const world = await network()
const { vendor, nordico, sudvia, acme, acmeBasic, bergen, canary } = world
const { items, request, change, sell, issue, productOf } = selling(world)
const { give, key } = licensing(world)
/** The purchase that a deal became. */
let ofDeal = ''
const { keyEnding, renew } = renewing(world)
const deal = dealing(world)
const day = 86_400_000

const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()
const dayIn = (days: number) => inDays(days).slice(0, 10)
const look = (who: Person, query: Partial<QueryOf<typeof foresight.list>> = {}) => who.call(foresight.list, { query })
const of = async (who: Person, sku: string, query: Partial<QueryOf<typeof foresight.list>> = {}) =>
  (await look(who, { productId: productOf(sku).productId, ...query })).items[0]
const lineOf = async (who: Person) =>
  (await who.call(today.list, { query: {} })).items.filter(({ kind }) => kind === 'shortage')

/** Does the work on an earlier day. */
async function ago<T>(days: number, work: () => Promise<T>): Promise<T> {
  world.at(inDays(-days))
  try {
    return await work()
  } finally {
    world.at(null)
  }
}

await issue({ 'EDGE-1Y': 500, 'CORE-3Y': 500, BOX: 900 })

test('keys that end count by how many of such keys were renewed, and half of them while that is not known (rules S8)', async () => {
  await sell(vendor, nordico, { 'EDGE-1Y': 3 })
  for (let n = 0; n < 8; n++) await keyEnding(acme, 20)
  expect(await of(nordico, 'EDGE-1Y')).toMatchObject({
    ...{ available: 3, incoming: 0, date: dayIn(20), until: dayIn(60), missing: 1, expected: 4, isScarce: false },
    renewals: { keys: 8, seats: 8, share: 50, ended: 0, renewed: 0, basis: 'none', pieces: 4 },
    deals: { count: 0, seats: 0, pieces: 0 },
    orders: { count: 0, pieces: 0 },
    habit: { pieces: 0, season: null },
  })
  // Five that ended: four were renewed.
  const ended = [
    await keyEnding(acme, -30),
    await keyEnding(acme, -30),
    await keyEnding(acme, -30),
    await keyEnding(acme, -30),
    await keyEnding(acme, -30),
  ]
  await give(acme, 'EDGE-1Y', 4)
  await renew(acme, ended.slice(0, 4))
  expect(await of(nordico, 'EDGE-1Y')).toMatchObject({
    ...{ missing: 3, expected: 6 },
    renewals: { keys: 8, share: 80, ended: 5, renewed: 4, basis: 'product', pieces: 6 },
  })
  // Beyond the days that are looked at, nothing ends.
  expect(await of(nordico, 'EDGE-1Y', { days: 19 })).toMatchObject({ date: null, missing: 0, renewals: { keys: 0 } })
})

test('what an account below has itself is taken first, and its own keys take its own pieces', async () => {
  await give(acme, 'EDGE-1Y', 6)
  expect(await of(nordico, 'EDGE-1Y')).toMatchObject({
    renewals: { keys: 2, seats: 2, pieces: 2 },
    missing: 0,
    date: null,
  })
  expect(await of(acme, 'EDGE-1Y')).toMatchObject({ available: 6, renewals: { keys: 8, pieces: 6 }, missing: 0 })
  await acme.call(stock.setThreshold, {
    params: { accountId: acme.accountId },
    body: { productId: productOf('EDGE-1Y').productId, threshold: 7 },
  })
  expect(await of(acme, 'EDGE-1Y')).toMatchObject({ isScarce: true })
})

test('open deals count by their chance on the day on which they close, and once they are ordered as the order', async () => {
  const id = await deal.register(acme, { 'CORE-3Y': 10 })
  const state = { dealStatus: 'Negotiation' as const, chanceOfClosure: 60, estimatedCloseDate: Date.parse(inDays(10)) }
  await deal.protect(nordico, id, 'Approved')
  await deal.update(acme, id, state)
  expect(await of(nordico, 'CORE-3Y')).toMatchObject({
    ...{ available: 0, date: dayIn(10), missing: 6, expected: 6 },
    deals: { count: 1, seats: 10, pieces: 6 },
    renewals: { keys: 0 },
  })
  await deal.update(acme, id, { dealStatus: 'Won' })
  ofDeal = (await acme.call(orders.create, { body: { dealId: id, items: items({ 'CORE-3Y': 10 }) } })).id
  expect(await of(nordico, 'CORE-3Y')).toMatchObject({
    ...{ date: dayIn(0), missing: 10 },
    deals: { count: 0, pieces: 0 },
    orders: { count: 1, pieces: 10 },
  })
})

test('a refused, lost or hopeless deal is not expected', async () => {
  const [refused, hopeless] = [await deal.register(acme, { BOX: 4 }), await deal.register(acme, { BOX: 5 })]
  await deal.update(acme, refused, { dealStatus: 'Demo', chanceOfClosure: 80 })
  await deal.protect(nordico, refused, 'Refused')
  await deal.update(acme, hopeless, { dealStatus: 'Demo', chanceOfClosure: 0 })
  expect(await of(nordico, 'BOX')).toBeUndefined()
})

test('what is on the way covers what will lack', async () => {
  const order = await request(nordico, { 'CORE-3Y': 4 })
  expect(await of(nordico, 'CORE-3Y')).toMatchObject({ incoming: 4, missing: 6 })
  await change(vendor, order.id, 'approved')
  expect(await of(nordico, 'CORE-3Y')).toMatchObject({ available: 4, incoming: 0, missing: 6 })
})

test('the usual pace goes on, when something was sold in at least three weeks of the last quarter (rules S9)', async () => {
  await sell(vendor, sudvia, { BOX: 60 })
  const { calabro } = world
  for (const days of [80, 50]) await ago(days, () => sell(sudvia, calabro, { BOX: 13 }))
  expect(await of(sudvia, 'BOX')).toMatchObject({ habit: { sold: 26, weeks: 2, pieces: 0 }, date: null })
  await ago(20, () => sell(sudvia, calabro, { BOX: 13 }))
  // 39 pieces in 91 days, 21 left: 0.43 a day for 60 days.
  expect(await of(sudvia, 'BOX')).toMatchObject({
    ...{ available: 21, date: dayIn(51), missing: 5, expected: 26 },
    habit: { sold: 39, weeks: 3, season: null, pieces: 26 },
  })
  // What was taken back was not sold.
  const order = await ago(10, () => sell(sudvia, calabro, { BOX: 7 }))
  await ago(9, () => change(sudvia, order.id, 'revoked'))
  expect(await of(sudvia, 'BOX')).toMatchObject({ habit: { sold: 39 } })
})

test('the desk says it in one line of the account, five weeks before, with what to purchase (rules Y7)', async () => {
  expect(await lineOf(sudvia)).toEqual([])
  const core = productOf('CORE-3Y')
  expect(await lineOf(nordico)).toMatchObject([
    {
      ...{ recordId: nordico.accountId, code: 'CORE-3Y', urgency: 'overdue', available: 4, amount: null, since: null },
      account: { accountId: nordico.accountId },
      shortage: {
        ...{ productId: core.productId, date: dayIn(0), until: dayIn(60), missing: 6, products: 1 },
        items: [{ productId: core.productId, missing: 6 }],
      },
    },
  ])
  // Below its threshold it has a line of its own already.
  const threshold = (value: number | null) =>
    nordico.call(stock.setThreshold, {
      params: { accountId: nordico.accountId },
      body: { productId: core.productId, threshold: value },
    })
  await threshold(9)
  expect(await lineOf(nordico)).toEqual([])
  const { items: scarce } = await nordico.call(today.list, { query: { kind: 'stock' } })
  expect(scarce.map(({ recordId }) => recordId)).toEqual([core.productId])
  await threshold(null)
  expect(await lineOf(nordico)).toHaveLength(1)
  expect(await lineOf(acmeBasic)).toEqual([])
})

test('who issues stock is never short, and nothing is asked for it', async () => {
  expect(await look(vendor)).toEqual({ items: [], count: 0 })
  expect(await lineOf(vendor)).toEqual([])
})

test('what an account lacks is seen by itself and those above it; a stranger gets nothing (threats T3)', async () => {
  const seen = await look(nordico)
  expect(seen.count).toBe(1)
  expect(await look(vendor, { accountId: nordico.accountId })).toEqual(seen)
  for (const [who, other] of [
    [acme, nordico],
    [sudvia, nordico],
    [bergen, acme],
    [canary, nordico],
  ] as const)
    expect(await who.refused(foresight.list, { query: { accountId: other.accountId } })).toMatchObject({
      code: 'RQ404',
    })
  expect(await look(nordico, { productId: canary.accountId })).toMatchObject({ items: [] })
})

test('bad input names the field', async () => {
  for (const [field, value] of [
    ['days', '0'],
    ['days', '181'],
    ['days', '1.5'],
    ['days', 'soon'],
    ['accountId', 'mine'],
    ['productId', '7'],
    ['other', '1'],
  ]) {
    const { status, body } = await nordico.raw(foresight.list, { query: { [field as string]: value } as never })
    expect([status, (body as { code: string }).code]).toEqual([422, 'RQ422'])
    expect(JSON.stringify(body)).toContain(field)
  }
})

test('what renewals and deals took is no habit: keys and deals say it', async () => {
  for (const days of [40, 30, 20]) await ago(days, () => key(bergen, 'EDGE-1Y'))
  const ending = await keyEnding(bergen, 5)
  await give(bergen, 'EDGE-1Y', 1)
  expect(await of(bergen, 'EDGE-1Y')).toMatchObject({ habit: { sold: 4, weeks: 4 } })
  await renew(bergen, [ending])
  expect(await of(bergen, 'EDGE-1Y')).toMatchObject({ available: 0, habit: { sold: 4, weeks: 4 } })
  await give(nordico, 'CORE-3Y', 20)
  await change(nordico, ofDeal, 'approved')
  expect(await of(nordico, 'CORE-3Y')).toMatchObject({ available: 14, habit: { sold: 0, weeks: 0 } })
})

test('it is one statement, whatever there is', async () => {
  await look(nordico)
  expect(await statementsOf(() => look(nordico))).toBe(1)
})
