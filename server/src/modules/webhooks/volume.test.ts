// @module-tag long
import type { ServerResponse } from 'node:http'
import { webhooks } from '@trellis/contract/webhooks'
import { expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { openOutward } from '../../platform/outward.ts'
import { actingAs } from '../../platform/tenancy.ts'
import { dice } from '../../testing/dice.ts'
import { often } from '../../testing/full.ts'
import { network } from '../../testing/network.ts'
import { openReceiver, type Received } from '../../testing/receiving.ts'
import { raw, selling } from '../../testing/selling.ts'
import { hooking } from '../../testing/webhooks.ts'
import { recordAll } from '../audit/index.ts'

/* Many deliveries to a receiver that hangs, lies, answers late and dies: nothing is missing, and each record's events are in order. */

const many = often(60, 10_000)
const [bad, good] = [await openReceiver(), await openReceiver()]
/** Long enough for the good one on a busy machine, short enough to wait for what hangs. */
const outward = openOutward({ trusted: [bad.host, good.host], deadline: 1_500 })
const world = await network({ outward })
const { vendor, nordico, acme, tenantId } = world
const { issue, offer, sell } = selling(world)
const { hook, deliver } = hooking(world)
await issue({ 'EDGE-1Y': 100 })
await sell(vendor, nordico, { 'EDGE-1Y': 60 })

/** How many events a receiver has: on a busy machine an answer may be late, and its event comes again. */
const distinct = ({ received }: typeof good) => new Set(received.map(({ event }) => event.id)).size

/** Events of twenty orders, in turn. */
async function happen(): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < 20; n++) ids.push((await offer(nordico, acme, { 'EDGE-1Y': 1 })).id)
  const context = { tenantId, ...actingAs(vendor), reach: vendor.accountId, clock: null, requestId: null }
  for (let left = many - ids.length; left > 0; left -= 500)
    await world.db.background.write(context, async (tx) => {
      const changes = Array.from({ length: Math.min(500, left) }, (_, n) => ({ entityId: ids[n % ids.length] ?? '' }))
      await recordAll(tx, 'order.updated', 'order', changes)
      await tx.row(sql`select 1`)
    })
  return ids
}

test('ten thousand events to a receiver that hangs, lies, answers late and dies all arrive, in order for each record, and another receiver is not delayed', async () => {
  const roll = dice(7)
  const { id } = await hook(nordico, bad)
  await hook(nordico, good)
  const taken = new Map<string, number[]>()
  const take = ({ event }: Received) => {
    const before = taken.get(event.entityId) ?? []
    taken.set(event.entityId, [...before, Number(event.sequence)])
  }
  const misbehaves = (received: Received, response: ServerResponse) => {
    const way = roll.below(100)
    if (way < 1) return void 0
    if (way < 3) return void response.writeHead(200, { 'content-length': 100 }).write('lies')
    if (way < 5) return void response.writeHead(503).end()
    if (way < 7) return void response.destroy()
    take(received)
    // Kept, and the answer is lost.
    if (way < 8) return void response.destroy()
    if (way < 12) return void setTimeout(() => response.writeHead(204).end(), 20)
    response.writeHead(204).end()
  }
  bad.answer = misbehaves
  const ids = await happen()
  let turns = 0
  for (let at = Date.now(); turns < 400; turns++, at += 3_600_000) {
    const instant = new Date(at).toISOString()
    world.at(instant)
    bad.now = good.now = () => at
    await deliver()
    // As PostgreSQL does by itself within a minute.
    if (turns === 0) await raw(world, 'analyze webhook_deliveries')
    if (turns === 0) {
      // The good one has all before the other is asked again: no time has passed.
      for (let runs = 1; distinct(good) < many && runs < 200; runs++) await deliver()
      expect(distinct(good)).toBe(many)
    }
    const { waiting, status } = await nordico.call(webhooks.read, { params: { id } })
    expect(status).toBe('active')
    if (waiting === 0) break
  }
  const filterBy = [{ field: 'status' as const, values: ['delivered'] }]
  const { count } = await nordico.call(webhooks.searchDeliveries, { params: { id }, body: { filterBy } })
  expect(count).toBe(many)
  // Each arrived; again only where its answer was lost; and never before one that happened earlier.
  const told = new Map<string, Set<number>>()
  for (const { event } of good.received)
    told.set(event.entityId, (told.get(event.entityId) ?? new Set()).add(Number(event.sequence)))
  for (const entityId of ids) {
    const sequences = taken.get(entityId) ?? []
    expect(sequences).toEqual(sequences.toSorted((one, next) => one - next))
    expect([...new Set(sequences)]).toEqual([...(told.get(entityId) ?? [])])
  }
  expect(turns).toBeGreaterThan(1)
}, 1_800_000)
