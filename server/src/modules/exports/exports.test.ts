import { accounts } from '@trellis/contract/accounts'
import { exportsOfLists, type NewExport } from '@trellis/contract/exports'
import { productTypes } from '@trellis/contract/product-types'
import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { licensing } from '../../testing/licensing.ts'
import { network, type Person } from '../../testing/network.ts'

const world = await network()
const { vendor, nordico, acme, sudvia } = world

const context = { tenantId: world.tenantId, userId: null, reach: null, clock: null, requestId: null }

async function exported(person: Person, body: Partial<NewExport> & Pick<NewExport, 'format'>) {
  const response = await world.app.http.inject({
    method: 'POST',
    url: '/api/v1/exports',
    headers: { 'x-tenant-code': person.tenantCode, authorization: `Bearer ${await person.token()}` },
    payload: {
      list: 'accounts.search',
      search: { includeChildren: true },
      columns: [{ path: 'accountName', label: 'Name' }],
      fileName: 'accounts',
      ...body,
    },
  })
  return response
}

/** Reads the file with another library. */
const read = async (bytes: Buffer) => (await readSheet(bytes)).map((row) => row.map((cell) => cell as unknown))

const hostile = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '=HYPERLINK("http://evil.example","x")',
  '_x0041_',
  '1E10',
  '<b>&amp;',
]

test('text that looks like a formula stays text in xlsx and CSV, also in column headers (threats F9)', {
  tags: ['long'],
}, async () => {
  for (const [index, name] of hostile.entries()) {
    await world.db.write(context, (tx) =>
      tx.run(sql`
        update accounts set name = ${name} where tenant_id = (select current_tenant())
          and account_id = (select account_id from accounts where parent_id is not null order by account_id offset ${index % 6} limit 1)`),
    )
    const columns = [{ path: 'accountName', label: name, kind: 'text' as const }]
    const { rawPayload, headers } = await exported(vendor, { format: 'xlsx', columns })
    const rows = await read(rawPayload)
    expect(rows[0]).toEqual([name.trim()])
    expect(rows.flat()).toContain(name.trim())
    expect(headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': `attachment; filename="accounts.xlsx"; filename*=UTF-8''accounts.xlsx`,
      'x-content-type-options': 'nosniff',
    })
    const csv = (await exported(vendor, { format: 'csv', columns })).payload
    for (const line of csv.replace('\ufeff', '').split('\r\n').filter(Boolean)) expect(line).not.toMatch(/^"?[=+\-@\t]/)
  }
})

test('product types and features are exported completely, with their names joined in one cell', async () => {
  const made = await Promise.all(
    ['Cores', 'Memory'].map((name) =>
      vendor.call(productTypes.createFeature, { body: { name, description: `How much ${name}`, typeId: 6 } }),
    ),
  )
  await vendor.call(productTypes.create, { body: { name: 'Appliance', features: made } })
  const name = { path: 'name', label: 'Name', kind: 'text' as const }
  const types = await exported(nordico, {
    format: 'xlsx',
    list: 'productTypes.search',
    search: {},
    columns: [name, { path: 'features.*.name', label: 'Features', kind: 'text' }],
  })
  expect(await read(types.rawPayload)).toEqual([
    ['Name', 'Features'],
    ['Appliance', 'Cores, Memory'],
  ])
  const features = await exported(nordico, {
    format: 'xlsx',
    list: 'productTypes.searchFeatures',
    search: { sortBy: [{ field: 'name', direction: 'desc' }] },
    columns: [name, { path: 'typeName', label: 'Type', kind: 'text', words: { int: 'Whole number' } }],
  })
  expect(await read(features.rawPayload)).toEqual([
    ['Name', 'Type'],
    ['Memory', 'Whole number'],
    ['Cores', 'Whole number'],
  ])
})

test('an export has the rows of the list, in its order and with its filters', async () => {
  const search = { includeChildren: true, sortBy: [{ field: 'creationDate' as const, direction: 'desc' as const }] }
  const list = await nordico.call(accounts.search, { body: search })
  const rows = await read(
    (
      await exported(nordico, {
        format: 'xlsx',
        search,
        columns: [
          { path: 'accountId', label: 'Id', kind: 'text' },
          { path: 'level', label: 'Level', kind: 'number' },
          { path: 'creationDate', label: 'Since', kind: 'date' },
          { path: 'parents.-1.name', label: 'Parent', kind: 'text' },
          { path: 'groupName', label: 'Group', kind: 'text', words: { RESELLER_GOLD: 'Rivenditore Gold' } },
          { path: 'constructor.name', label: 'Nothing', kind: 'text' },
        ],
      })
    ).rawPayload,
  )
  expect(rows).toHaveLength(list.count + 1)
  expect(rows.slice(1).map(([id]) => id)).toEqual(list.items.map(({ accountId }) => accountId))
  expect(rows[1]?.[1]).toBe(list.items[0]?.level)
  expect(rows[1]?.[2]).toBeInstanceOf(Date)
  expect(rows[1]?.[3]).toBe(list.items[0]?.parents.at(-1)?.name)
  expect(rows.flat()).toContain('Rivenditore Gold')
  expect(rows[1]?.[5]).toBeNull()
})

test('a date that means the end of a day in UTC is exported as that day, in every time zone of the reader', async () => {
  const serialKey = await licensing(world).key(acme, 'EDGE-1Y')
  await world.db.write(context, async (tx) => {
    await tx.run(sql`update users set time_zone = 'Europe/Rome' where user_id = ${acme.userId}`)
    await tx.run(sql`
      update licenses set activated_at = clock(), starts_at = clock(), expires_at = '2027-03-31T23:59:59.999Z' where serial_key = ${serialKey}`)
  })
  const payload = {
    list: 'licenses.search' as const,
    search: {},
    columns: [
      { path: 'serialKey', label: 'Key', kind: 'text' as const },
      { path: 'expirationDate', label: 'Ends', kind: 'day' as const },
      { path: 'maintenanceExpirationDate', label: 'Maintained until', kind: 'day' as const },
    ],
  }
  expect((await exported(acme, { ...payload, format: 'csv' })).payload).toContain(`\r\n${serialKey},2027-03-31,\r\n`)
  const rows = await read((await exported(acme, { ...payload, format: 'xlsx' })).rawPayload)
  expect(rows[1]).toEqual([serialKey, new Date('2027-03-31T00:00:00Z'), null])
})

test('an export shows a stranger no more than the list does, and nothing of another tenant (threats T2, T11)', async () => {
  const own = await exported(acme, { format: 'csv' })
  expect(own.payload).not.toMatch(/canary|Sudvia|Bergen/i)
  const foreign = await exported(nordico, { format: 'xlsx', search: { parentAccountId: sudvia.accountId } })
  expect(foreign.json()).toMatchObject({ code: 'RQ404' })
  const basic = await exported(world.acmeBasic, { format: 'csv', list: 'priceLists.search' })
  expect([200, 403]).toContain(basic.statusCode)
  const without = await world.anonymous(exportsOfLists.create, { body: {} })
  expect(without.status).toBe(401)
})

test('a search that the list refuses is refused by its export too', async () => {
  const answer = await exported(vendor, { format: 'csv', search: { sortBy: [{ field: 'secret' }] } })
  expect(answer.json()).toMatchObject({ code: 'RQ422' })
  expect((await exported(vendor, { format: 'csv', list: 'identity.me' as never })).json()).toMatchObject({
    code: 'RQ422',
  })
})
