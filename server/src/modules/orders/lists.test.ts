import type { RequestOf } from '@trellis/contract/endpoint'
import { orders } from '@trellis/contract/orders'
import { expect, test } from 'vitest'
import { network, type Person } from '../../testing/network.ts'
import { discrepancies, raw, selling } from '../../testing/selling.ts'

const world = await network()
const { vendor, manager, nordico, sudvia, acme, bergen, calabro, fjord, canary } = world
const { items, change, request, sell, issue } = selling(world)
type Body = NonNullable<RequestOf<typeof orders.sellOut>['body']>

const refCodes = async (who: Person, endpoint: typeof orders.sellIn | typeof orders.sellOut, body: Body = {}) =>
  (await who.call(endpoint, { body })).items.map((order) => order.orderRefCode)
const purchases = (who: Person, body?: Body) => refCodes(who, orders.sellIn, body)
const sales = (who: Person, body?: Body) => refCodes(who, orders.sellOut, body)

/** One order per day from 1 March 2026, at noon UTC, each with its own reference. */
const days = [
  ['PO-Äpfel', acme, { BOX: 1 }],
  ['PO-2', bergen, { BOX: 2 }],
  ['PO-3', fjord, { 'EDGE-1Y': 1 }],
  ['PO-4', calabro, { 'EDGE-1Y': 3 }],
  ['po-apfel%', acme, { 'CORE-3Y': 2 }],
  ['PO-6', nordico, { BOX: 30 }],
] as const
await issue({ 'EDGE-1Y': 100, 'CORE-3Y': 50, BOX: 50 })
await sell(vendor, nordico, { 'EDGE-1Y': 30, 'CORE-3Y': 10, BOX: 10 })
const seed: { id: string; orderCode: string }[] = []
for (const [index, [orderRefCode, who, wanted]] of days.entries()) {
  world.at(`2026-03-0${index + 1}T12:00:00.000Z`)
  seed.push(await who.call(orders.create, { body: { orderRefCode, items: items(wanted) } }))
}
await change(nordico, seed[1]?.id ?? '', 'approved')
await change(nordico, seed[4]?.id ?? '', 'canceled')
await nordico.call(orders.update, { params: { id: seed[1]?.id ?? '' }, body: { invoiced: true, paid: true } })
world.at(null)

/** Limits a search to the orders above. */
const march: Body = {
  filterBetweenDate: [{ field: 'creationDate', fromDate: '2026/03/01', toDate: '2026/03/31' }],
}
const all = (filter: string, ...values: (string | number | boolean)[]): Body =>
  ({ ...march, filterBy: [{ field: filter, values }] }) as Body

test('purchases are those of an account, with those of the accounts below on request, newest first', async () => {
  expect(await purchases(acme)).toEqual(['po-apfel%', 'PO-Äpfel'])
  expect(await purchases(acme, { includeChildren: true })).toEqual(['po-apfel%', 'PO-3', 'PO-Äpfel'])
  expect(await purchases(nordico, { ...march, parentAccountId: acme.accountId })).toEqual(['po-apfel%', 'PO-Äpfel'])
  expect(await purchases(nordico, { ...march, includeChildren: true })).toEqual([
    'PO-6',
    'po-apfel%',
    'PO-3',
    'PO-2',
    'PO-Äpfel',
  ])
})

test('sales always include those of the accounts below', async () => {
  expect(await sales(nordico)).toEqual(['po-apfel%', 'PO-3', 'PO-2', 'PO-Äpfel'])
  expect(await sales(nordico, { includeChildren: false })).toHaveLength(4)
  expect(await sales(acme)).toEqual(['PO-3'])
  expect(await sales(vendor, march)).toHaveLength(6)
  expect(await sales(bergen)).toEqual([])
})

test('a list has the count and totals of all matches, and of the history only the newest entry', async () => {
  const page = await nordico.call(orders.sellOut, { body: { limit: 1 } })
  expect(page.count).toBe(4)
  expect(page.total).toEqual([{ currencyId: 978, currencyCode: 'EUR', amount: 3.33 + 6.67 + 100 + 501 }])
  expect(page.items).toHaveLength(1)
  expect(page.items[0]).toMatchObject({ status: 'canceled', details: [{ orderStatus: 'canceled' }] })
  expect(page.items[0]).not.toHaveProperty('items')
  const filtered = await nordico.call(orders.sellOut, { body: all('status', 'pending') })
  expect(filtered).toMatchObject({ count: 2, total: [{ currencyCode: 'EUR', amount: 103.33 }] })
  expect(await bergen.call(orders.sellOut, { body: {} })).toEqual({ items: [], count: 0, total: [] })
})

test('every filter finds the right orders', async () => {
  const cases: [Body, (string | null)[]][] = [
    [all('orderCode', seed[2]?.orderCode ?? ''), ['PO-3']],
    [all('orderCode', (seed[2]?.orderCode ?? '').slice(-5).toLowerCase()), ['PO-3']],
    [all('orderCode', seed[1]?.orderCode ?? '', seed[2]?.orderCode ?? ''), ['PO-3', 'PO-2']],
    [all('orderRefCode', 'apfel'), ['po-apfel%', 'PO-Äpfel']],
    [all('orderRefCode', '%'), ['po-apfel%']],
    [all('orderRefCode', '_'), []],
    [all('buyerName', 'ACM'), ['po-apfel%', 'PO-Äpfel']],
    [all('vendorName', 'nordi'), ['po-apfel%', 'PO-2', 'PO-Äpfel']],
    [all('vendorName', 'nordi', 'sudvia'), ['po-apfel%', 'PO-4', 'PO-2', 'PO-Äpfel']],
    [all('status', 'approved', 'canceled'), ['po-apfel%', 'PO-2']],
    [all('status', 'unheard of'), []],
    [all('invoiced', true), ['PO-2']],
    [all('paid', 'true'), ['PO-2']],
    [all('orderTotal', 501), ['po-apfel%']],
    [all('buyerAccountId', fjord.accountId), ['PO-3']],
    [all('vendorAccountId', acme.accountId, sudvia.accountId), ['PO-4', 'PO-3']],
    [all('vendorAccountId', 'no id'), []],
    [
      {
        ...march,
        filterBy: [
          { field: 'status', values: ['pending'] },
          { field: 'buyerName', values: ['acme'] },
        ],
      },
      ['PO-Äpfel'],
    ],
    [all('status'), ['PO-6', 'po-apfel%', 'PO-4', 'PO-3', 'PO-2', 'PO-Äpfel']],
  ]
  for (const [body, expected] of cases) {
    expect(await sales(vendor, body), JSON.stringify(body)).toEqual(expected)
    expect((await vendor.call(orders.sellOut, { body: { ...body, limit: 1 } })).count).toBe(expected.length)
  }
})

test('every sort field sorts in both directions, and rows with equal keys never appear on two pages', {
  tags: ['long'],
}, async () => {
  const order = async (field: string, direction: 'asc' | 'desc') =>
    sales(vendor, { ...march, sortBy: [{ field, direction }] } as Body)
  expect(await order('creationDate', 'asc')).toEqual(['PO-Äpfel', 'PO-2', 'PO-3', 'PO-4', 'po-apfel%', 'PO-6'])
  expect(await order('orderTotal', 'asc')).toEqual(['PO-Äpfel', 'PO-2', 'PO-3', 'PO-6', 'PO-4', 'po-apfel%'])
  expect((await order('buyerName', 'asc')).at(2)).toBe('PO-2')
  expect((await order('status', 'desc')).at(-1)).toBe('PO-2')
  expect((await order('invoiced', 'desc'))[0]).toBe('PO-2')
  for (const field of [
    'orderCode',
    'orderRefCode',
    'buyerName',
    'vendorName',
    'status',
    'invoiced',
    'paid',
    'orderTotal',
  ]) {
    for (const direction of ['asc', 'desc'] as const) {
      const pages = await Promise.all(
        [1, 2, 3, 4].map((page) => sales(vendor, { ...march, limit: 2, page, sortBy: [{ field, direction }] } as Body)),
      )
      expect(pages.flat()).toEqual(await order(field, direction))
      expect(new Set(pages.flat()).size).toBe(6)
    }
  }
})

test("a date filter covers the whole day in the reader's time zone, an instant is exact", async () => {
  const between = (fromDate: string | null, toDate: string | null): Body => ({
    filterBetweenDate: [{ field: 'creationDate', fromDate, toDate }],
  })
  expect(await sales(nordico, between('2026/03/02', '2026/03/03'))).toEqual(['PO-3', 'PO-2'])
  expect(await sales(nordico, between('2026-03-02T12:00:00.001Z', '2026-03-03T12:00:00Z'))).toEqual(['PO-3'])
  expect(await sales(nordico, between(null, '2026/03/01'))).toEqual(['PO-Äpfel'])
  expect(await sales(nordico, between('2026/03/05', '2026/03/01'))).toEqual([])
})

test('a range of approval dates alone finds the orders of a branch, whoever above reads it', async () => {
  const approved = (fromDate: string): Body => ({
    limit: 100,
    includeChildren: true,
    filterBetweenDate: [{ field: 'approvalDate', fromDate }],
  })
  const ofBranch = await sales(nordico, approved('2020/01/01'))
  expect(ofBranch).toContain('PO-2')
  expect(ofBranch).toEqual(await sales(vendor, { ...approved('2020/01/01'), parentAccountId: nordico.accountId }))
  expect(await sales(nordico, approved('2199/01/01'))).toEqual([])
})

test('an account out of reach is not found; the list does not silently ignore it (threats T3)', async () => {
  for (const endpoint of [orders.sellIn, orders.sellOut]) {
    for (const [who, other] of [
      [nordico, sudvia],
      [nordico, vendor],
      [acme, bergen],
      [acme, nordico],
      [vendor, canary],
    ] as const) {
      const body = { parentAccountId: other.accountId }
      expect(await who.refused(endpoint, { body })).toMatchObject({ status: 404, code: 'RQ404' })
    }
    expect(await canary.call(endpoint, { body: { includeChildren: true } })).toEqual({ items: [], count: 0, total: [] })
  }
})

test('reading with `ra` covers the whole tenant, but gives no right to decide orders', async () => {
  const page = await manager.call(orders.sellOut, { body: { ...march, parentAccountId: sudvia.accountId } })
  expect(page.items).toMatchObject([{ orderRefCode: 'PO-4', blocked: { approve: 'RQ403' } }])
})

test('unknown fields, directions and pages are refused, and the error lists the valid ones (threats W1, W2)', async () => {
  const attempts = [
    { sortBy: [{ field: 'o.total; drop table orders', direction: 'asc' }] },
    { sortBy: [{ field: 'orderTotal', direction: 'asc, (select 1)' }] },
    { filterBy: [{ field: '__proto__', values: ['x'] }] },
    { filterBetweenDate: [{ field: 'approvedAt', fromDate: '2026/01/01' }] },
    { filterBetweenDate: [{ field: 'creationDate', fromDate: '99999/01/01' }] },
    { limit: 0 },
    { limit: 3001 },
    { page: 1_000_001 },
  ]
  for (const body of attempts)
    expect(await vendor.raw(orders.sellOut, { body })).toMatchObject({ status: 422, body: { code: 'RQ422' } })
  const { body } = await vendor.raw(orders.sellOut, { body: attempts[0] })
  expect(JSON.stringify(body)).toContain('orderRefCode')
})

test('counters and lists still agree after more orders', async () => {
  await request(calabro, { BOX: 1 })
  expect((await vendor.call(orders.sellOut, { body: {} })).count).toBe(9)
  expect(await discrepancies(world)).toEqual([])
})

test('the counts per state are updated with every change of an order', { tags: ['long'] }, async () => {
  const counts = async (who: Person) => {
    const of = async (field: 'status' | 'invoiced' | 'paid', value: string | boolean) =>
      (await who.call(orders.sellOut, { body: { limit: 1, filterBy: [{ field, values: [value] }] } })).count
    return [
      ...(await Promise.all(['pending', 'approved', 'canceled', 'revoked'].map((status) => of('status', status)))),
      await of('invoiced', true),
      await of('paid', true),
    ]
  }
  const difference = async (work: () => Promise<unknown>) => {
    const before = await counts(nordico)
    await work()
    return (await counts(nordico)).map((count, n) => count - (before[n] ?? 0))
  }
  await issue({ BOX: 10 })
  await sell(vendor, nordico, { BOX: 10 })
  let id = ''
  expect(await difference(async () => ({ id } = await request(acme, { BOX: 2 })))).toEqual([1, 0, 0, 0, 0, 0])
  expect(await difference(() => change(nordico, id, 'approved'))).toEqual([-1, 1, 0, 0, 0, 0])
  const mark = (body: { invoiced?: boolean; paid?: boolean }) => nordico.call(orders.update, { params: { id }, body })
  expect(await difference(() => mark({ invoiced: true }))).toEqual([0, 0, 0, 0, 1, 0])
  expect(await difference(() => mark({ paid: true }))).toEqual([0, 0, 0, 0, 0, 1])
  expect(await difference(() => mark({ invoiced: false, paid: false }))).toEqual([0, 0, 0, 0, -1, -1])
  expect(await difference(() => change(nordico, id, 'revoked'))).toEqual([0, -1, 0, 1, 0, 0])
  expect(await discrepancies(world)).toEqual([])
})

test('pages far down equal those of reading the list from the start, and pages beyond the last are empty', {
  tags: ['long'],
}, async () => {
  await raw(
    world,
    `with made as (
       insert into orders (tenant_id, order_id, code, relation_id, buyer_id, vendor_id, origin, status, currency_id, total, created_at, created_by)
       select $1, id, 'SO-2001-' || n, id, $2, $3, 'import', 'canceled', 978, n, '2001-01-01T00:00Z'::timestamptz + n / 3 * interval '1 hour', null
       from (select n, gen_random_uuid() as id from generate_series(100000, 104499) n) g returning order_id)
     insert into order_history (tenant_id, order_id, history_id, status, source, created_by)
     select $1, order_id, order_id, 'canceled', 'import', null from made`,
    [world.tenantId, calabro.accountId, sudvia.accountId],
  )
  const codes = async (who: Person, limit: number, page: number) =>
    (await who.call(orders.sellOut, { body: { limit, page } })).items.map((order) => order.orderCode)
  for (const who of [sudvia, vendor]) {
    const everything = [...(await codes(who, 3000, 1)), ...(await codes(who, 3000, 2))]
    expect(new Set(everything).size).toBe((await who.call(orders.sellOut, { body: { limit: 1 } })).count)
    for (const page of [200, 210, 300, 449, 451])
      expect(await codes(who, 10, page)).toEqual(everything.slice((page - 1) * 10, page * 10))
    expect(await codes(who, 10, 500)).toEqual([])
    expect(await codes(who, 3000, 1_000_000)).toEqual([])
  }
})

test('the page of a sub-tree is the same when it is too large to sort all its orders', { tags: ['long'] }, async () => {
  await raw(
    world,
    `with made as (
       insert into orders (tenant_id, order_id, code, relation_id, buyer_id, vendor_id, origin, status, invoiced, currency_id, total,
                           created_at, approved_at, created_by)
       select $1, id, 'SO-2002-' || n, id, $2, $3, 'import', case when n % 7 = 0 then 'pending' else 'approved' end, n % 5 = 0, 978,
              n % 100, '2002-01-01T00:00Z'::timestamptz + n * interval '1 hour', case when n % 7 <> 0 then now() end, null
       from (select n, gen_random_uuid() as id from generate_series(100000, 101499) n) g returning order_id, status)
     insert into order_history (tenant_id, order_id, history_id, status, source, created_by)
     select $1, order_id, order_id, status, 'import', null from made`,
    [world.tenantId, calabro.accountId, sudvia.accountId],
  )
  const cases: [Body, string, string][] = [
    [{ filterBy: [{ field: 'status', values: ['pending'] }] }, `status = 'pending'`, 'created_at desc, order_id desc'],
    [
      { filterBy: [{ field: 'status', values: ['approved'] }] },
      `status = 'approved'`,
      'created_at desc, order_id desc',
    ],
    [{ filterBy: [{ field: 'invoiced', values: [true] }] }, 'invoiced', 'created_at desc, order_id desc'],
    [{ filterBy: [{ field: 'paid', values: [true] }] }, 'paid', 'created_at desc, order_id desc'],
    [{ sortBy: [{ field: 'orderTotal', direction: 'desc' }] }, 'true', 'total desc, order_id desc'],
    [{ sortBy: [{ field: 'orderCode', direction: 'asc' }] }, 'true', 'code, order_id'],
  ]
  const look = async ([body, condition, order]: (typeof cases)[number]) => {
    const expected = await raw<{ codes: string[]; count: number }>(
      world,
      `select count(*)::int as count, (array_agg(code order by ${order}))[21:40] as codes from orders
       where tenant_id = $1 and vendor_id in ($2, $3) and ${condition}`,
      [world.tenantId, sudvia.accountId, calabro.accountId],
    )
    const page = await sudvia.call(orders.sellOut, { body: { ...body, limit: 20, page: 2 } })
    expect(page.items.map((order) => order.orderCode)).toEqual(expected[0]?.codes ?? [])
    return { told: page.count, counted: expected[0]?.count }
  }
  for (const each of cases) {
    const { told, counted } = await look(each)
    expect(told).toBe(counted)
  }
  // Raises only the counters, so that the query takes the path for many orders.
  await raw(world, `update offered.order_tallies set orders = orders + 30000 where tenant_id = $1`, [world.tenantId])
  for (const each of cases) await look(each)
})

test('the whole tenant sorted by a state has the orders of one after those of the other, wherever a page begins', {
  tags: ['long'],
}, async () => {
  for (const [field, column] of [
    ['status', 'status'],
    ['invoiced', 'invoiced'],
    ['paid', 'paid'],
    ['orderRefCode', `coalesce(ref_code, '')`],
  ] as const)
    for (const direction of ['asc', 'desc'] as const) {
      const expected = await raw<{ code: string; state: string }>(
        world,
        `select code, ${column}::text as state from orders where tenant_id = $1 order by ${column} ${direction}, order_id ${direction}`,
        [world.tenantId],
      )
      const codes = expected.map(({ code }) => code)
      const changes = expected.flatMap(({ state }, row) => (state === expected[row - 1]?.state ? [] : [row - 1, row]))
      const pages = new Set([0, ...changes, codes.length - 1].map((row) => Math.floor(row / 100) + 1))
      for (const page of pages) {
        if (page < 1) continue
        const found = await vendor.call(orders.sellOut, {
          body: { limit: 100, page, sortBy: [{ field, direction }] },
        })
        expect(found.items.map(({ orderCode }) => orderCode)).toEqual(codes.slice((page - 1) * 100, page * 100))
      }
    }
})

test('the orders of a branch by their last change are in the order in which the whole tenant has them', async () => {
  const changed = async (who: Person, direction: 'asc' | 'desc') => {
    const body: Body = { ...march, limit: 100, sortBy: [{ field: 'modifiedDate', direction }] }
    return (await who.call(orders.sellOut, { body })).items.map(({ orderCode }) => orderCode)
  }
  const all = await changed(vendor, 'asc')
  const below = await changed(nordico, 'asc')
  expect(below.length).toBeGreaterThan(2)
  expect(below).toEqual(all.filter((code) => below.includes(code)))
  expect(await changed(nordico, 'desc')).toEqual(below.toReversed())
})
