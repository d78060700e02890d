// @module-tag long
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Account, accounts } from '@trellis/contract/accounts'
import { catalogue, type Product } from '@trellis/contract/catalogue'
import type { Deal } from '@trellis/contract/deal-answers'
import { deals } from '@trellis/contract/deals'
import type { AnswerOf, Endpoint } from '@trellis/contract/endpoint'
import { events } from '@trellis/contract/events'
import { type License, licenses } from '@trellis/contract/licenses'
import { type Order, orders } from '@trellis/contract/orders'
import { type PriceList, priceLists } from '@trellis/contract/price-lists'
import { afterAll, expect, test } from 'vitest'
import { type Moment, moments, openBetween } from '../../testing/between.ts'
import { dice } from '../../testing/dice.ts'
import { often } from '../../testing/full.ts'
import { keysOf, type Machine } from '../../testing/keys.ts'
import { network } from '../../testing/network.ts'
import { freePort, startServerProcess } from '../../testing/processes.ts'
import { selling } from '../../testing/selling.ts'
import { openTrader } from '../../testing/trading.ts'

/* docs/examples/mirror.py is what docs/events.md tells an integrator to write. Covers: server/src/modules/events/feed.ts */

const world = await network()
const { vendor, nordico, sudvia, tenantCode, dataDir } = world
const { issue, sell, productOf } = selling(world)
const keyOf = keysOf(world)
const script = fileURLToPath(new URL('../../../../docs/examples/mirror.py', import.meta.url))
const running = new Set<ChildProcess>()
const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  for (const end of ends) await end()
})

const listening = world.app.http.listen({ port: 0, host: '127.0.0.1' })
const mirrored = ['Accounts', 'Orders', 'Products', 'PriceLists', 'Licenses', 'Deals'] as const
const reading = (flags: string) => ({ permissions: mirrored.map((module) => ({ module, flags })) })

interface Run {
  child: ChildProcess
  ended: Promise<{ code: number | null; said: string }>
}

function start(portal: string, { key }: Machine, file: string, limit: number): Run {
  const env = { PATH: process.env.PATH, PORTAL: portal, TENANT: tenantCode, KEY: key, LIMIT: String(limit) }
  const child = spawn('python3', [script, file, '--once'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  running.add(child)
  let said = ''
  child.stderr.on('data', (chunk) => (said += chunk))
  return { child, ended: once(child, 'exit').then(([code]) => ({ code, said })) }
}

/** The rows of a table of the copy, as texts. */
async function rowsOf(file: string, table: string): Promise<(string | null)[][]> {
  const reader = `import json, sqlite3, sys
print(json.dumps(sqlite3.connect(sys.argv[1]).execute("select * from " + sys.argv[2]).fetchall()))`
  const { stdout } = await promisify(execFile)('python3', ['-c', reader, file, table], { maxBuffer: 1 << 28 })
  return (JSON.parse(stdout) as unknown[][]).map((row) => row.map(textOf))
}
/** As SQLite keeps it: flags are 0 and 1. */
const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(typeof value === 'boolean' ? Number(value) : value)

/** The columns of each table, read from the answers of the portal apart from the example. */
const tables: Record<string, (record: never) => unknown[][]> = {
  accounts: (a: Account) => [
    [
      ...[a.accountId, a.accountCode, a.accountName, a.groupName, a.parents.at(-1)?.id, a.notificationReceiverEmail],
      ...[a.address[0]?.vatId, a.address[0]?.countryCode],
    ],
  ],
  orders: (o: Order) => [
    [
      ...[o.orderId, o.orderCode, o.status, o.vendorAccountId, o.buyerAccountId, o.orderRefCode, o.currencyCode],
      ...[o.orderTotal, o.invoiced, o.invoiceId, o.paid, o.creationDate],
    ],
  ],
  order_lines: ({ orderId, items = [] }: Order) =>
    items.map((line) => [orderId, line.orderItemId, line.productId, line.qt, line.price]),
  products: ({ productId, sku, name, status, priceMsrp, currency }: Product) => [
    [productId, sku, name, status, priceMsrp, currency.currencyCode],
  ],
  price_lists: ({ priceListId, name, currencyCode }: PriceList) => [[priceListId, name, currencyCode]],
  prices: ({ priceListId, products = [] }: PriceList) =>
    products.map(({ productId, customPrice }) => [priceListId, productId, customPrice]),
  licenses: (l: License) => [
    [
      ...[l.licenseId, l.serialKey, l.product.productId, l.ownerAccount.accountId, l.seats, l.seatsOccupied],
      ...[l.activationDate, l.expirationDate, l.maintenanceExpirationDate, l.licenseNote],
    ],
  ],
  deals: (d: Deal) => [
    [
      ...[d.dealId, d.code, d.status, d.protectionStatus, d.expirationDate, d.vendor.accountId, d.prospect.name],
      ...[d.prospect.vatId, d.chanceOfClosure, d.estimatedCloseDate],
    ],
  ],
  deal_items: ({ dealId, items = [] }: Deal) =>
    items.map(({ dealItemId, productId, qt }) => [dealId, dealItemId, productId, qt]),
}

const kinds: { of: string[]; lists: Endpoint[]; id: string; read: Endpoint; param?: string }[] = [
  { of: ['accounts'], lists: [accounts.search], id: 'accountId', read: accounts.read },
  { of: ['orders', 'order_lines'], lists: [orders.sellIn, orders.sellOut], id: 'orderId', read: orders.read },
  { of: ['products'], lists: [catalogue.search], id: 'productId', read: catalogue.read },
  { of: ['price_lists', 'prices'], lists: [priceLists.search], id: 'priceListId', read: priceLists.read },
  { of: ['licenses'], lists: [licenses.search], id: 'serialKey', read: licenses.read, param: 'serialKey' },
  { of: ['deals', 'deal_items'], lists: [deals.search], id: 'dealId', read: deals.read },
]

/** What the key reads now, by the lists of the portal, as the rows that a copy should have. */
async function expected(machine: Machine, own: string): Promise<Record<string, (string | null)[][]>> {
  const rows: Record<string, (string | null)[][]> = {}
  for (const { of, lists, id, read, param = 'id' } of kinds) {
    const ids = new Set<string>(of.includes('accounts') ? [own] : [])
    for (const list of lists)
      for (let page = 1, more = true; more; page++) {
        const { body } = await machine.call(list, { body: { limit: 3000, page, includeChildren: true } })
        const { items } = body as { items: Record<string, string>[] }
        for (const item of items) ids.add(item[id] ?? '')
        more = items.length === 3000
      }
    for (const one of ids) {
      const { body } = await machine.call(read, { params: { [param]: one } })
      for (const table of of) {
        const own = tables[table]?.(body as never) ?? []
        rows[table] = [...(rows[table] ?? []), ...own.map((row) => row.map(textOf))]
      }
    }
  }
  return rows
}

/** The numbers of all events of these records that the key is told, asked from the beginning. */
async function toldTo(machine: Machine): Promise<number[]> {
  const sequences: number[] = []
  for (let after = '0'; ; ) {
    const { body } = await machine.call(events.list, { query: { after, limit: 200 } })
    const { items, next } = body as AnswerOf<typeof events.list>
    const ours = ['account', 'order', 'product', 'price_list', 'license', 'deal']
    sequences.push(...items.filter(({ entity }) => ours.includes(entity)).map(({ sequence }) => sequence))
    if (next === after) return sequences
    after = next
  }
}

const sorted = (rows: (string | null)[][] = []) => rows.map((row) => JSON.stringify(row)).sort()

async function expectEqual(file: string, machine: Machine, own: string): Promise<void> {
  const there = await expected(machine, own)
  for (const table of Object.keys(tables)) {
    expect(there[table]?.length, table).toBeGreaterThan(0)
    expect(sorted(await rowsOf(file, table)), table).toEqual(sorted(there[table]))
  }
}

test('a distributor has in its copy what its key reads: of others nothing, and products and lists that it comes to later', async () => {
  const portal = await listening
  const machine = await keyOf(sudvia, reading('r'))
  const file = join(dataDir, 'distributor.sqlite')
  const mirror = async () => expect(await start(portal, machine, file, 50).ended).toEqual({ code: 0, said: '' })
  await issue({ 'EDGE-1Y': 10 })
  const { id: foreign } = await sell(vendor, nordico, { 'EDGE-1Y': 2 })
  const { id: own } = await sell(vendor, sudvia, { 'EDGE-1Y': 2 })
  const { productId } = productOf('HIDDEN')
  await mirror()
  const known = async (table: string) => (await rowsOf(file, table)).map(([id]) => id)
  expect(await known('orders')).toEqual([own])
  expect(await known('orders')).not.toContain(foreign)
  expect(await known('accounts')).toContain(sudvia.accountId)
  expect(await known('accounts')).not.toContain(nordico.accountId)
  expect(await known('products')).not.toContain(productId)

  const body = { name: 'South', currencyId: 978, items: [{ productId, customPrice: 7.25 }] }
  const { id: priceListId } = await vendor.call(priceLists.create, { body })
  await mirror()
  expect(await known('price_lists')).not.toContain(priceListId)
  const params = { accountId: sudvia.accountId }
  await vendor.call(priceLists.changeAssociation, { params, body: { priceListId, canPropagate: true } })
  await mirror()
  expect(await known('price_lists')).toContain(priceListId)
  expect(await known('products')).toContain(productId)
  // A product that is not for sale yet is on the list and not shown there; it is once it is Active.
  const { productId: second } = productOf('DRAFT')
  await vendor.call(priceLists.addProduct, { params: { id: priceListId }, body: { productId: second, customPrice: 3 } })
  await mirror()
  const prices = async () => (await rowsOf(file, 'prices')).filter(([id]) => id === priceListId)
  expect(await prices()).toEqual([[priceListId, productId, '7.25']])
  await vendor.call(catalogue.update, {
    params: { id: second },
    body: { sku: 'DRAFT', name: 'For sale now', priceMsrp: 10, currencyId: 978, status: 'Active' },
  })
  await mirror()
  expect(sorted(await prices())).toEqual(
    sorted([
      [priceListId, productId, '7.25'],
      [priceListId, second, '3'],
    ]),
  )
  expect((await rowsOf(file, 'products')).find(([id]) => id === second)?.[2]).toBe('For sale now')
})

test('a mirror whose answers break off asks again', async () => {
  const between = await openBetween(Number(new URL(await listening).port))
  const machine = await keyOf(vendor, reading('r-ra'))
  const cuts: Moment[] = ['asked', 'begun', 'half']
  between.at = (moment) => {
    if (moment !== cuts[0]) return
    cuts.shift()
    return 'cut'
  }
  const file = join(dataDir, 'broken-off.sqlite')
  const { code, said } = await start(between.url, machine, file, 200).ended
  expect([code, cuts]).toEqual([0, []])
  expect(said.match(/asking again/g)).toHaveLength(3)
  await between.close()
  const sequences = (await rowsOf(file, 'changes')).map(([sequence]) => Number(sequence))
  expect(sequences).toEqual(await toldTo(machine))
})

test('a record that is removed leaves the copy, and so do its rows', async () => {
  const portal = await listening
  const machine = await keyOf(vendor, reading('r-ra'))
  const file = join(dataDir, 'removed.sqlite')
  const { productId } = productOf('EDGE-1Y')
  const body = { name: 'Short', currencyId: 978, items: [{ productId, customPrice: 80 }] }
  const { id } = await vendor.call(priceLists.create, { body })
  const mirror = async () => expect(await start(portal, machine, file, 50).ended).toEqual({ code: 0, said: '' })
  const pricesOf = async () => (await rowsOf(file, 'prices')).filter(([of]) => of === id)
  await mirror()
  expect(await pricesOf()).toEqual([[id, productId, '80']])
  await vendor.call(priceLists.remove, { params: { id } })
  await mirror()
  expect(await pricesOf()).toEqual([])
})

test('a mirror whose place is not in the journal any more says so and changes nothing', async () => {
  const machine = await keyOf(vendor, reading('r-ra'))
  const file = join(dataDir, 'other.sqlite')
  expect((await start(await listening, machine, file, 200).ended).code).toBe(0)
  const spoil = `import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as db: db.execute("update place set next = substr(next, 1, instr(next, '-')) || '00000000'")`
  await promisify(execFile)('python3', ['-c', spoil, file])
  const whole = async () => Promise.all([...Object.keys(tables), 'changes', 'place'].map((name) => rowsOf(file, name)))
  const before = await whole()
  const again = await start(await listening, machine, file, 200).ended
  expect(again).toMatchObject({ code: 1, said: expect.stringContaining('EV410') })
  expect(await whole()).toEqual(before)
})

const many = often(60, 10_000)
const fewestKills = often(2, 20)
const fewestPortalKills = often(0, 15)

test(`${many} changes, while the mirror and the portal are killed at random points, arrive each once, and the copy ends equal`, async () => {
  const roll = dice(31)
  await issue({ 'EDGE-1Y': 30_000 })
  await sell(vendor, nordico, { 'EDGE-1Y': 20_000 })
  const port = await freePort()
  let portal = startServerProcess(world, { port })
  ends.push(async () => (await portal).stop())
  const between = await openBetween(port)
  const file = join(dataDir, 'copy.sqlite')
  const machine = await keyOf(vendor, reading('r-ra'))

  let changes = 0
  let kills = 0
  let portalKills = 0
  let isWritten = false
  let run: Run | undefined
  let nextKill: { after: number; at: Moment } | undefined
  // The portal dies as often as its start allows: in the middle of a call, while others write.
  const eachPortal = often(Math.ceil(many / 2), 400)
  between.at = (moment) => {
    const isDue = portalKills <= fewestPortalKills && changes >= (portalKills + 1) * eachPortal
    if (moment === 'asked' && isDue && !isWritten) {
      portalKills += 1
      portal = portal.then(async (server) => {
        await server.kill()
        return startServerProcess(world, { port })
      })
    }
    // The way to the portal breaks, which ends nobody.
    if (moment !== 'answered' && roll.chance(0.02)) return 'cut'
    if (nextKill === undefined || moment !== nextKill.at || nextKill.after-- > 0) return
    nextKill = undefined
    kills += 1
    const { child } = run as Run
    // The answer is read, or written into the copy, or the next question is on its way.
    if (moment === 'answered') setTimeout(() => child.kill('SIGKILL'), roll.below(25))
    else child.kill('SIGKILL')
  }

  const { key } = await keyOf(vendor, {
    permissions: mirrored.map((module) => ({ module, flags: module === 'Products' ? 'c-r-ra-u-d' : 'c-r-u-d' })),
  })
  const means = { world, key, portal: async () => (await portal).url, dice: roll, changed: () => (changes += 1) }
  const traders = await Promise.all(['A', 'B', 'C', 'D'].map((name) => openTrader(means, name)))
  const writing = Promise.all(
    traders.map(async (trader) => {
      // Of a slow copy more changes are needed until it, and the portal, were killed often enough.
      while (changes < many || kills <= fewestKills || portalKills <= fewestPortalKills) await trader.trade()
    }),
  )
  const ended = () => {
    isWritten = true
  }
  writing.then(ended, ended)
  for (let isWhole = false; !isWhole; ) {
    const isLast = isWritten
    if (!isLast) nextKill = { after: roll.below(4), at: roll.one(moments) }
    run = start(between.url, machine, file, often(20, 100))
    const { code, said } = await run.ended
    nextKill = undefined
    if (code !== 0 && code !== null) throw new Error(said)
    isWhole = code === 0 && isLast
  }
  await writing
  await between.close()

  await expectEqual(file, machine, vendor.accountId)
  // Every record that was made is there, and every event of the journal that the key is told came once.
  const made = traders.map((trader) => trader.made())
  for (const [kind, table] of [
    ['order', 'orders'],
    ['account', 'accounts'],
    ['deal', 'deals'],
  ] as const) {
    const there = new Set((await rowsOf(file, table)).map(([id]) => id))
    expect(
      made.flatMap((of) => of[kind]).filter((id) => !there.has(id)),
      kind,
    ).toEqual([])
  }
  const sequences = (await rowsOf(file, 'changes')).map(([sequence]) => Number(sequence))
  expect(new Set(sequences).size).toBe(sequences.length)
  expect(sequences.length).toBeGreaterThan(many * 0.9)
  expect(sequences.sort((one, other) => one - other)).toEqual(await toldTo(machine))
  expect(kills).toBeGreaterThan(fewestKills)
  expect(portalKills).toBeGreaterThan(fewestPortalKills)
}, 3_600_000)
