import { maximumMarks } from '@trellis/contract/order-marks'
import { orders } from '@trellis/contract/orders'
import { expect, test } from 'vitest'
import { network, type Person } from '../../testing/network.ts'
import { selling } from '../../testing/selling.ts'

/* Many orders are marked as invoiced or paid in one call (rules O14, O20). */

const world = await network()
const { vendor, manager, nordico, acme, acmeBasic, bergen, canary } = world
const { change, request, issue, sell } = selling(world)

await issue({ BOX: 100 })
await sell(vendor, nordico, { BOX: 30 })

type Marks = { invoiced?: boolean; paid?: boolean }
const mark = async (who: Person, orderIds: string[], marks: Marks) =>
  (await who.call(orders.mark, { body: { orderIds, ...marks } })).orders.map(({ blocked }) => blocked)
const marksOf = async (id: string) => {
  const { invoiced, paid } = await vendor.call(orders.read, { params: { id } })
  return { invoiced, paid }
}

test('a distributor marks many sales as invoiced, then as paid, and takes one mark back', async () => {
  const [one, two] = [await request(acme, { BOX: 1 }), await request(bergen, { BOX: 1 })]
  expect(await mark(nordico, [two.id, one.id], { invoiced: true })).toEqual([null, null])
  expect(await mark(nordico, [one.id, two.id], { paid: true })).toEqual([null, null])
  expect(await mark(nordico, [two.id], { paid: false })).toEqual([null])
  expect(await marksOf(one.id)).toEqual({ invoiced: true, paid: true })
  expect(await marksOf(two.id)).toEqual({ invoiced: true, paid: false })
})

test('an order that may not be marked is answered with its reason, and the others are marked', async () => {
  const [canceled, mine, own] = [
    await request(acme, { BOX: 1 }),
    await request(acme, { BOX: 1 }),
    await request(nordico, { BOX: 1 }),
  ]
  await change(nordico, canceled.id, 'canceled')
  expect(await mark(nordico, [canceled.id, mine.id, own.id], { paid: true })).toEqual(['OC522', null, 'RQ403'])
  expect(await marksOf(canceled.id)).toEqual({ invoiced: false, paid: false })
  expect(await marksOf(mine.id)).toEqual({ invoiced: false, paid: true })
  expect(await marksOf(own.id)).toEqual({ invoiced: false, paid: false })
})

test('an order that already has the mark is not changed, and an order named twice is marked once', async () => {
  const { id } = await request(acme, { BOX: 1 })
  const answer = await nordico.call(orders.mark, { body: { orderIds: [id, id.toUpperCase()], paid: true } })
  expect(answer.orders).toEqual([{ orderId: id, blocked: null }])
  expect(await mark(nordico, [id], { paid: true })).toEqual([null])
  expect(await marksOf(id)).toEqual({ invoiced: false, paid: true })
})

test('one order out of reach refuses the call, and nothing is marked (threats T4)', async () => {
  const { id } = await request(acme, { BOX: 1 })
  const foreign = await request(bergen, { BOX: 1 })
  const body = { orderIds: [foreign.id, id], paid: true }
  for (const who of [bergen, canary])
    expect(await who.refused(orders.mark, { body })).toMatchObject({ status: 404, code: 'RQ404' })
  const unknown = '01a1fdd0-0000-7000-8000-000000000000'
  expect(await nordico.refused(orders.mark, { body: { orderIds: [id, unknown], paid: true } })).toMatchObject({
    code: 'RQ404',
  })
  expect(await marksOf(id)).toEqual({ invoiced: false, paid: false })
})

test('a buyer marks none of its purchases; without the permission to update orders nobody marks', async () => {
  const { id } = await request(acme, { BOX: 1 })
  expect(await mark(acme, [id], { invoiced: true })).toEqual(['RQ403'])
  for (const who of [acmeBasic, manager])
    expect(await who.refused(orders.mark, { body: { orderIds: [id], paid: true } })).toMatchObject({
      code: 'RQ403',
      info: { permission: 'Orders:u' },
    })
  expect(await marksOf(id)).toEqual({ invoiced: false, paid: false })
})

test('a call without a mark, without orders or with too many orders is refused at the field in question', async () => {
  const { id } = await request(acme, { BOX: 1 })
  const issueOf = async (body: object) =>
    ((await nordico.raw(orders.mark, { body })).body as { info: { issues: { path: string }[] } }).info.issues[0]?.path
  expect(await issueOf({ orderIds: [id] })).toBe('invoiced')
  expect(await issueOf({ orderIds: [], paid: true })).toBe('orderIds')
  expect(await issueOf({ orderIds: Array(maximumMarks + 1).fill(id), paid: true })).toBe('orderIds')
  expect(await issueOf({ orderIds: ['x'], paid: true })).toBe('orderIds.0')
})
