import { orders } from '@trellis/contract/orders'
import { renewals } from '@trellis/contract/renewals'
import { expect, test } from 'vitest'
import { licenseInvariants } from '../../../cli/check/licenses.ts'
import { licensing } from '../../../testing/licensing.ts'
import { network, type Person } from '../../../testing/network.ts'
import { type DueKey, day, renewing } from '../../../testing/renewing.ts'
import { discrepancies, selling } from '../../../testing/selling.ts'

const world = await network()
const { nordico, acme, fjord } = world
const { give, key, write } = licensing(world)
const { activate, keyEnding, renew, outcomes, read, empty, later } = renewing(world)
await selling(world).issue({ 'EDGE-1Y': 500 })

const ordersOf = async (buyer: Person) => (await buyer.call(orders.sellIn, { body: {} })).count

test('the same key of the caller, sent again, has one effect and the same answer', async () => {
  const due = await keyEnding(acme, 15)
  await give(acme, 'EDGE-1Y', 2)
  const had = await acme.stockOf('EDGE-1Y')
  const send = () => acme.raw(renewals.renew, { body: { items: [due] }, headers: { 'idempotency-key': 'renewal 1' } })
  const [first, again] = [await send(), await send()]
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body).toEqual(first.body)
  expect(await acme.stockOf('EDGE-1Y')).toBe(had - 1)
})

test('of ten renewals of one key at once, one extends it and takes stock (threats M8)', async () => {
  const due = await keyEnding(acme, 15, { seats: 2 })
  await give(acme, 'EDGE-1Y', 50)
  const had = await acme.stockOf('EDGE-1Y')
  const answers = await Promise.all(Array.from({ length: 10 }, () => renew(acme, [due])))
  expect(answers.flatMap(outcomes).sort()).toEqual([...Array(9).fill('changed'), 'extended'])
  expect(await acme.stockOf('EDGE-1Y')).toBe(had - 2)
  expect((await read(acme, due)).expirationDate).toBe(later(due.dueDate, 1))
})

test('of keys that are renewed at once with stock for one, one is extended and the others are ordered (threats M9)', {
  tags: ['long'],
}, async () => {
  const keys = await Promise.all([1, 2, 3, 4].map(() => key(acme, 'EDGE-1Y')))
  const due: DueKey[] = []
  for (const serialKey of keys) {
    const { expirationDate } = await activate(serialKey, new Date(Date.now() - 350 * day))
    due.push({ serialKey, dueDate: expirationDate ?? '' })
  }
  await empty(acme, 'EDGE-1Y')
  await give(acme, 'EDGE-1Y', 1)
  const before = await ordersOf(acme)
  const answers = await Promise.all(due.map((each) => renew(acme, [each])))
  expect(answers.flatMap(outcomes).sort()).toEqual(['extended', 'ordered', 'ordered', 'ordered'])
  expect(await acme.stockOf('EDGE-1Y')).toBe(0)
  expect(await ordersOf(acme)).toBe(before + 3)
})

test('a short key that is renewed by many at once is ordered once', async () => {
  await empty(acme, 'EDGE-1Y')
  const short = await keyEnding(acme, 15, { seats: 3 })
  await empty(acme, 'EDGE-1Y')
  const before = await ordersOf(acme)
  const answers = await Promise.all(Array.from({ length: 8 }, () => renew(acme, [short])))
  expect(answers.flatMap(outcomes).sort()).toEqual(['ordered', ...Array(7).fill('waiting')])
  expect(await ordersOf(acme)).toBe(before + 1)
})

test('two users who renew the same keys in opposite sequence do not wait for each other for ever', async () => {
  const keys = [await keyEnding(acme, 15), await keyEnding(fjord, 15), await keyEnding(acme, 16)]
  await give(acme, 'EDGE-1Y', 20)
  await give(fjord, 'EDGE-1Y', 20)
  const both = await Promise.all([renew(acme, keys), renew(nordico, [...keys].reverse())])
  expect(both.flatMap(outcomes).sort()).toEqual([...Array(3).fill('changed'), ...Array(3).fill('extended')])
})

test('after all of this stock and licenses fit together', async () => {
  expect(await discrepancies(world)).toEqual([])
  const broken: string[] = []
  for (const { name, broken: rows } of licenseInvariants)
    for (const { what } of await write((tx) => tx.rows<{ what: string }>(rows))) broken.push(`${name}: ${what}`)
  expect(broken).toEqual([])
})
