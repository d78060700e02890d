// @module-tag long
import { licenses } from '@trellis/contract/licenses'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { often } from './testing/full.ts'
import { keysOf } from './testing/keys.ts'
import { licensing } from './testing/licensing.ts'
import { network } from './testing/network.ts'
import { selling } from './testing/selling.ts'

/*
 * A machine reads a list from its first row to its last by the order of its ids (decision 140) while people and other machines make and
 * change rows: a million of them with FULL=1.
 */

const rows = often(20_000, 1_000_000)
const onPage = 3000

const world = await network()
const { vendor, nordico, acme, tenantId } = world
const { issue, sell } = selling(world)
const { key } = licensing(world)
await issue({ 'EDGE-1Y': 5 })
await sell(vendor, nordico, { 'EDGE-1Y': 1 })
const erp = await keysOf(world)(vendor, { permissions: [{ module: 'Licenses', flags: 'r' }] })
const admin = new pg.Client(world.adminUrl)
await admin.connect()
await admin.query(`select set_config('app.tenant', $1, false), set_config('app.user', $2, false)`, [
  tenantId,
  vendor.userId,
])
afterAll(() => admin.end())

let made = 0
/** Keys of the two companies in turn, their ids in order. */
async function make(count: number): Promise<string[]> {
  const from = made + 1
  made += count
  const { rows: inserted } = await admin.query<{ id: string }>(
    `insert into licenses (license_id, serial_key, product_id, owner_id, seats, created_at, license_is_perpetual, maintenance_is_perpetual)
     select id_at(clock_timestamp()), 'ROWS-' || lpad(n::text, 20, '0'), $3, case when n % 2 = 0 then $4::uuid else $5::uuid end, 1, now(), false, false
     from generate_series($1::int, $2::int) n returning license_id as id`,
    [from, made, world.products['EDGE-1Y']?.productId, acme.accountId, nordico.accountId],
  )
  return inserted.map(({ id }) => id)
}

test('every row that was there is read once, from the first page to the end, while rows are made and changed', async () => {
  const there = new Set<string>()
  for (let left = rows; left > 0; left -= 20_000) for (const id of await make(Math.min(20_000, left))) there.add(id)
  await admin.query('analyze licenses')
  await key(acme, 'EDGE-1Y').catch(() => undefined)

  const begun = performance.now()
  let [last, read, pages, slowest, most] = ['', 0, 0, 0, 0]
  for (;;) {
    const asked = performance.now()
    const { status, body } = await erp.call(licenses.search, {
      body: {
        ...{ includeChildren: true, limit: onPage, sortBy: [{ field: 'licenseId' }] },
        filterBy: last === '' ? [] : [{ field: 'after', values: [last] }],
      },
    })
    expect(status).toBe(200)
    slowest = Math.max(slowest, performance.now() - asked)
    most = Math.max(most, process.memoryUsage().rss)
    const { items } = body as { items: { licenseId: string; serialKey: string }[] }
    for (const { licenseId } of items) {
      // Ids grow from row to row, so none comes twice.
      if (!(licenseId > last)) throw new Error(`${licenseId} comes after ${last}`)
      last = licenseId
      there.delete(licenseId)
      read += 1
    }
    pages += 1
    if (items.length < onPage) break
    // Rows that were read, and rows that are still to come, change what other lists are sorted by; and new ones come.
    const [one, other] = [items[0], items.at(-1)]
    for (const serialKey of [one?.serialKey, other?.serialKey])
      await vendor.raw(licenses.note, { params: { serialKey }, body: { licenseNote: `Page ${pages}` } })
    await admin.query(`update licenses set seats = seats + 1 where serial_key = $1`, [
      `ROWS-${String(1 + ((pages * 7919) % rows)).padStart(20, '0')}`,
    ])
    await make(10)
  }
  const seconds = (performance.now() - begun) / 1000
  console.info(
    `${read} rows in ${pages} pages: ${seconds.toFixed(1)} s, the slowest page ${slowest.toFixed(0)} ms, ${(most / 2 ** 20).toFixed(0)} MB in the process`,
  )
  expect([...there]).toEqual([])
  expect(read).toBeGreaterThanOrEqual(rows)
}, 1_800_000)
