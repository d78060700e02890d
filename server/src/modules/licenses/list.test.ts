import { devices } from '@trellis/contract/devices'
import { licenses } from '@trellis/contract/licenses'
import pg from 'pg'
import { expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { newId } from '../../platform/ids.ts'
import { licensing } from '../../testing/licensing.ts'
import { network, type Person } from '../../testing/network.ts'

const world = await network()
const { vendor, nordico, acme, bergen, calabro, fjord } = world
const { product, write, key } = licensing(world)

/** Existing keys: owner, product, day of creation, and days of activation and expiry. */
const past: { owner: Person; sku: string; made: string; activated?: string; ends?: string }[] = [
  { owner: acme, sku: 'EDGE-1Y', made: '2026-01-10', activated: '2026-01-12', ends: '2027-01-12' },
  { owner: acme, sku: 'CORE-PERP', made: '2026-02-10' },
  { owner: fjord, sku: 'EDGE-1Y', made: '2026-03-10', activated: '2026-03-11', ends: '2027-03-11' },
  { owner: bergen, sku: 'CORE-3Y', made: '2026-04-10' },
  { owner: calabro, sku: 'EDGE-1Y', made: '2026-05-10' },
]
const keys = past.map(({ sku }, n) => `${sku.replace(/\W/g, '')}-0000${n}-AAAAA-AAAAA-AAAAA`)
await write(async (tx) => {
  for (const [n, { owner, sku, made, activated, ends }] of past.entries()) {
    await tx.run(sql`
      insert into licenses (license_id, serial_key, product_id, owner_id, seats, created_at, activated_at, expires_at,
                            license_is_perpetual, maintenance_is_perpetual)
      values (${newId()}, ${keys[n]}, ${product(sku).productId}, ${owner.accountId}, 1, ${`${made}T12:00:00Z`},
              ${activated ? `${activated}T12:00:00Z` : null}, ${ends ? `${ends}T23:59:59.999Z` : null}, false, false)`)
  }
})

type Body = Parameters<typeof acme.call<typeof licenses.search>>[1] extends { body?: infer B } | undefined ? B : never
/** The indexes of the keys above in the order of the list, and the count. */
const list = async (person: Person, body: Body = {}) => {
  const { items, count } = await person.call(licenses.search, { body })
  return [items.map(({ serialKey }) => keys.indexOf(serialKey)), count]
}

test("the list shows the account's own licenses, newest first, and those below it on request", async () => {
  expect(await list(acme)).toEqual([[1, 0], 2])
  expect(await list(acme, { includeChildren: true })).toEqual([[2, 1, 0], 3])
  expect(await list(nordico)).toEqual([[], 0])
  expect(await list(nordico, { includeChildren: true })).toEqual([[3, 2, 1, 0], 4])
  expect(await list(nordico, { parentAccountId: acme.accountId })).toEqual([[1, 0], 2])
  expect(await list(vendor, { includeChildren: true })).toEqual([[4, 3, 2, 1, 0], 5])
})

test('pages do not overlap and the count covers all of them', async () => {
  const page = (number: number) => list(vendor, { includeChildren: true, limit: 2, page: number })
  expect(await page(1)).toEqual([[4, 3], 5])
  expect(await page(2)).toEqual([[2, 1], 5])
  expect(await page(3)).toEqual([[0], 5])
  expect(await page(4)).toEqual([[], 5])
  expect(
    await list(vendor, { includeChildren: true, limit: 2, sortBy: [{ field: 'creationDate', direction: 'asc' }] }),
  ).toEqual([[0, 1], 5])
})

test('every field sorts in both directions; rows without a value come last when ascending', async () => {
  for (const field of [
    'serialKey',
    'creationDate',
    'activationDate',
    'expirationDate',
    'maintenanceExpirationDate',
    'productName',
    'sku',
    'ownerAccountName',
    'activated',
    'exported',
  ] as const) {
    const [up] = await list(vendor, { includeChildren: true, sortBy: [{ field, direction: 'asc' }] })
    const [down] = await list(vendor, { includeChildren: true, sortBy: [{ field, direction: 'desc' }] })
    expect(up).toEqual((down as number[]).toReversed())
  }
  const sorted = (field: 'expirationDate' | 'ownerAccountName') =>
    list(vendor, { includeChildren: true, sortBy: [{ field, direction: 'desc' }, { field: 'creationDate' }] })
  expect((await sorted('expirationDate'))[0]).toEqual([2, 0, 1, 3, 4])
  expect((await sorted('ownerAccountName'))[0]).toEqual([2, 4, 3, 0, 1])
})

test('text filters match anywhere, a whole key matches exactly, and filters are combined with "and"', async () => {
  const filtered = (
    ...filterBy: {
      field: 'serialKey' | 'productName' | 'sku' | 'ownerAccountName' | 'activated' | 'exported'
      values: (string | boolean)[]
    }[]
  ) => list(vendor, { includeChildren: true, filterBy })
  expect(await filtered({ field: 'productName', values: ['ÉDGE'] })).toEqual([[4, 2, 0], 3])
  expect(await filtered({ field: 'sku', values: ['core'] })).toEqual([[3, 1], 2])
  expect(await filtered({ field: 'ownerAccountName', values: ['fjord', 'berg'] })).toEqual([[3, 2], 2])
  expect(await filtered({ field: 'serialKey', values: ['-00003-'] })).toEqual([[3], 1])
  expect(await filtered({ field: 'serialKey', values: [(keys[4] as string).toLowerCase()] })).toEqual([[4], 1])
  expect(await filtered({ field: 'activated', values: [true] })).toEqual([[2, 0], 2])
  expect(await filtered({ field: 'exported', values: [true] })).toEqual([[], 0])
  expect(await filtered({ field: 'serialKey', values: ['%'] })).toEqual([[], 0])
  expect(await filtered({ field: 'productName', values: ['edge'] }, { field: 'activated', values: [false] })).toEqual([
    [4],
    1,
  ])
})

test('a SKU is found by a part of it, whatever accents it and the asker have', async () => {
  await write((tx) => tx.run(sql`update products set sku = 'CÖRÉ-3Y' where sku = 'CORE-3Y'`))
  for (const value of ['core-3', 'CÖRÉ', 'cÓre-3y'])
    expect(await list(vendor, { includeChildren: true, filterBy: [{ field: 'sku', values: [value] }] })).toEqual([
      value === 'CÖRÉ' ? [3, 1] : [3],
      value === 'CÖRÉ' ? 2 : 1,
    ])
  await write((tx) => tx.run(sql`update products set sku = 'CORE-3Y' where sku = 'CÖRÉ-3Y'`))
})

test("date filters use days in the reader's time zone", async () => {
  const between = (field: 'creationDate' | 'expirationDate', fromDate: string | null, toDate: string | null) =>
    list(vendor, { includeChildren: true, filterBetweenDate: [{ field, fromDate, toDate }] })
  expect(await between('creationDate', '2026/02/10', '2026/03/10')).toEqual([[2, 1], 2])
  expect(await between('creationDate', '2026-02-10T12:00:00.001Z', null)).toEqual([[4, 3, 2], 3])
  expect(await between('expirationDate', null, '2027/01/12')).toEqual([[0], 1])
})

test('an unknown sort or filter field is refused, and the error lists the known ones', async () => {
  for (const body of [
    { sortBy: [{ field: 'password_hash' }] },
    { filterBy: [{ field: '__proto__', values: ['x'] }] },
    { filterBetweenDate: [{ field: 'note' }] },
    { limit: 0 },
    { limit: 3001 },
    { page: 0 },
  ]) {
    const { status, body: problem } = await vendor.raw(licenses.search, { body })
    expect([400, 422]).toContain(status)
    if (status === 422 && 'sortBy' in body) expect(JSON.stringify(problem)).toContain('ownerAccountName')
  }
})

test('activating and exporting a license moves it from one count to the other, for all accounts above', async () => {
  const one = (field: 'activated' | 'exported', value: boolean) => ({
    includeChildren: true,
    filterBy: [{ field, values: [value] }],
  })
  expect(await list(nordico, one('activated', false))).toEqual([[3, 1], 2])
  await write((tx) => tx.run(sql`update licenses set activated_at = clock() where serial_key = ${keys[1]}`))
  await write((tx) => tx.run(sql`update licenses set exported_at = clock() where serial_key = ${keys[3]}`))
  expect(await list(nordico, one('activated', false))).toEqual([[3], 1])
  expect(await list(nordico, one('activated', true))).toEqual([[2, 1, 0], 3])
  expect(await list(vendor, one('exported', true))).toEqual([[3], 1])
  expect(await list(vendor, one('exported', false))).toEqual([[4, 2, 1, 0], 4])
  expect(await list(bergen, { filterBy: [{ field: 'exported', values: [true] }] })).toEqual([[3], 1])
  expect(await list(calabro, one('exported', true))).toEqual([[], 0])
})

test('the page of a state is the same when there are too many licenses to sort', async () => {
  const states = [
    { filterBy: [{ field: 'activated' as const, values: [true] }] },
    { filterBy: [{ field: 'activated' as const, values: [false] }], sortBy: [{ field: 'creationDate' as const }] },
    { filterBy: [{ field: 'exported' as const, values: [true] }] },
    { filterBy: [{ field: 'exported' as const, values: [true, false] }] },
  ]
  const pages = async () => {
    const all = states.map((body) => list(vendor, { includeChildren: true, ...body }))
    return (await Promise.all(all)).map(([items]) => items)
  }
  const sorted = await pages()
  expect(sorted).toEqual([[2, 1, 0], [3, 4], [3], [4, 3, 2, 1, 0]])
  // Raises only the counters, so that the query takes the path for many licenses.
  await write((tx) => tx.run(sql`update offered.license_tallies set licenses = licenses + 30000`))
  expect(await pages()).toEqual(sorted)
})

test('support finds keys by a part of the key, by device, by who made them and by order, only in reach (threats T2)', async () => {
  await write(async (tx) => {
    const orderId = newId()
    await tx.run(sql`
      insert into orders (order_id, code, relation_id, buyer_id, vendor_id, origin, status, currency_id, total, ref_code)
      values (${orderId}, 'SO-2026-000777', ${orderId}, ${acme.accountId}, ${nordico.accountId}, 'import', 'approved', 978, 0, 'PO/77-b')`)
    await tx.run(sql`update licenses set derived_order_id = ${orderId} where serial_key = ${keys[1]}`)
    await tx.run(sql`update licenses set created_by = ${calabro.userId} where serial_key = ${keys[4]}`)
    await tx.run(sql`update users set first_name = 'Zoë', last_name = 'Quattrocchi' where user_id = ${calabro.userId}`)
    for (const [n, deviceName] of [
      [0, 'MacBook von Jürgen'],
      [3, 'DESKTOP-4F2K100%'],
    ] as const)
      await tx.run(sql`
        insert into license_seats (license_seat_id, license_id, device_uuid, device_name)
        select ${newId()}, license_id, ${`uuid-${n}-B7`}, ${deviceName} from licenses where serial_key = ${keys[n]}`)
  })
  const found = (person: Person, ...texts: string[]) =>
    list(person, {
      includeChildren: true,
      filterBy: texts.map((text) => ({ field: 'anything' as const, values: [text] })),
    })
  expect(await found(vendor, '00003-aaa')).toEqual([[3], 1])
  expect(await found(vendor, 'jurgen')).toEqual([[0], 1])
  expect(await found(vendor, 'k100%')).toEqual([[3], 1])
  expect(await found(vendor, 'UUID-0-b')).toEqual([[0], 1])
  expect(await found(vendor, 'zoe quat')).toEqual([[4], 1])
  expect(await found(vendor, 'so-2026-000777')).toEqual([[1], 1])
  expect(await found(vendor, 'PO/77-b')).toEqual([[1], 1])
  expect(await found(vendor, 'SO-2026-0007')).toEqual([[1], 1])
  expect(await found(vendor, 'quat zoë')).toEqual([[4], 1])
  expect(await found(vendor, 'jurgen quat')).toEqual([[], 0])
  expect(await found(vendor, '%')).toEqual([[3], 1])
  expect(await found(vendor, 'uuid-', 'jürgen')).toEqual([[0], 1])
  expect(
    await list(vendor, { includeChildren: true, filterBy: [{ field: 'anything', values: ['jurgen', '00003-'] }] }),
  ).toEqual([[3, 0], 2])
  // Nothing of other branches and tenants, whatever one knows of them.
  for (const text of ['jurgen', keys[0] as string, 'uuid-0', 'SO-2026-000777', 'PO/77-b']) {
    expect(await found(calabro, text)).toEqual([[], 0])
    expect(await found(bergen, text)).toEqual([[], 0])
    expect(await found(world.canary, text)).toEqual([[], 0])
  }
  expect((await found(nordico, 'jurgen'))[1]).toBe(1)

  // A device is found by its new name, and by none after it was deleted.
  await write((tx) => tx.run(sql`update license_seats set device_name = 'Büro' where device_uuid = 'uuid-0-B7'`))
  expect(await found(vendor, 'buro')).toEqual([[0], 1])
  expect(await found(vendor, 'jurgen')).toEqual([[], 0])
  await write((tx) => tx.run(sql`delete from license_seats where device_uuid = 'uuid-0-B7'`))
  expect(await found(vendor, 'uuid-0')).toEqual([[], 0])
})

test('a text that many licenses have finds the same, read license by license', { tags: ['long'] }, async () => {
  const texts = ['0000', 'DESKTOP-4f', 'quattrocchi', 'so-2026-000777', 'nothing of it']
  const search = (text: string) => ({
    includeChildren: true,
    filterBy: [{ field: 'anything' as const, values: [text] }],
  })
  const pages = () => Promise.all(texts.map((text) => list(vendor, search(text))))
  const few = await pages()
  expect(few).toEqual([
    [[4, 3, 2, 1, 0], 5],
    [[3], 1],
    [[4], 1],
    [[1], 1],
    [[], 0],
  ])
  const admin = new pg.Client(world.adminUrl)
  await admin.connect()
  await admin.query(
    `insert into texts (tenant_id, kind, text_id, record_id, folded)
     select tenant_id, kind, gen_random_uuid(), record_id, $1 from texts, generate_series(1, 20001) where kind = 'license' limit 20001`,
    [texts.join(' ').toLowerCase()],
  )
  await admin.end()
  expect(await pages()).toEqual(few)
})

test('support finds a lost device by its name and clears its seat; another device activates, and the audit log has who did it', async () => {
  const serialKey = await key(fjord, 'EDGE-1Y')
  const activate = async (deviceUuid: string, deviceName: string) =>
    (await world.anonymous(devices.activate, { body: { serialKey, deviceUuid, deviceName } })).status
  expect(await activate('lost-1', 'Workshop laptop')).toBe(200)
  expect(await activate('new-1', 'New laptop')).toBe(409)
  const { items } = await vendor.call(licenses.search, {
    body: { includeChildren: true, filterBy: [{ field: 'anything', values: ['workshop lap'] }] },
  })
  expect(items.map((item) => item.serialKey)).toEqual([serialKey])
  const [seat] = (await vendor.call(licenses.read, { params: { serialKey } })).licenseSeats ?? []
  const body = { licenseSeatId: [seat?.licenseSeatId as string] }
  expect(await vendor.call(licenses.clearSeats, { params: { serialKey }, body })).toEqual({
    cleared: body.licenseSeatId,
    suspended: [],
  })
  expect(await activate('new-1', 'New laptop')).toBe(200)
  const entries = await write((tx) =>
    tx.rows<{ action: string; user_id: string | null }>(sql`
      select action, user_id from audit_log
      where tenant_id = (select current_tenant()) and entity_id = ${items[0]?.licenseId} and action like 'license.seat%'
      order by audit_id`),
  )
  expect(entries).toContainEqual({ action: 'license.seat_cleared', user_id: vendor.userId })
})
