import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { licenses } from '@trellis/contract/licenses'
import { type LicenseReportSearch, reports } from '@trellis/contract/reports'
import { readSheet } from 'read-excel-file/node'
import { expect, onTestFinished, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { newId } from '../../platform/ids.ts'
import { rolesOf } from '../../testing/calling.ts'
import { findProgram, installPackages } from '../../testing/debian.ts'
import { licensing } from '../../testing/licensing.ts'
import { network, type Person } from '../../testing/network.ts'
import { runJob, runQueued } from '../../testing/queue.ts'

const world = await network()
const { vendor, nordico, acme, acmeBasic, bergen, calabro, fjord, canary } = world
const { product, write } = licensing(world)
const enrolled = rolesOf(world)

const past: { owner: Person; sku: string; made: string; activated?: string; ends?: string; maintained?: string }[] = [
  {
    owner: acme,
    sku: 'EDGE-1Y',
    made: '2026-01-10',
    activated: '2026-01-12',
    ends: '2027-01-12',
    maintained: '2026-07-12',
  },
  { owner: acme, sku: 'CORE-PERP', made: '2026-02-10' },
  {
    owner: fjord,
    sku: 'EDGE-1Y',
    made: '2026-03-10',
    activated: '2026-03-11',
    ends: '2026-06-11',
    maintained: '2026-06-11',
  },
  { owner: bergen, sku: 'CORE-3Y', made: '2026-04-10' },
  { owner: calabro, sku: 'EDGE-1Y', made: '2026-05-10' },
]
const keys = past.map(({ sku }, n) => `${sku.replace(/\W/g, '')}-0000${n}-AAAAA-AAAAA-AAAAA`)
const endOf = (day?: string) => (day ? `${day}T23:59:59.999Z` : null)
await write(async (tx) => {
  for (const [n, { owner, sku, made, activated, ends, maintained }] of past.entries())
    await tx.run(sql`
      insert into licenses (license_id, serial_key, product_id, owner_id, seats, created_at, activated_at, expires_at,
                            maintenance_expires_at, license_is_perpetual, maintenance_is_perpetual, exported_at, note)
      values (${newId()}, ${keys[n]}, ${product(sku).productId}, ${owner.accountId}, ${n + 1}, ${`${made}T12:00:00Z`},
              ${activated ? `${activated}T12:00:00Z` : null}, ${endOf(ends)}, ${endOf(maintained)}, ${sku === 'CORE-PERP'}, false,
              ${n === 3 ? '2026-04-11T12:00:00Z' : null}, ${n === 0 ? '=HYPERLINK("http://evil.example")' : null})`)
})

type Asked = Partial<Omit<LicenseReportSearch, 'sortBy'>> & { sortBy?: { field: 'accountName' | 'sku' }[] }
/** The indexes of the keys above in the order of the report, and the count. */
const report = async (person: Person, body: Asked = {}) => {
  const { items, count } = await person.call(reports.search, { body })
  return [items.map(({ serialKey }) => keys.indexOf(serialKey)), count]
}

async function file(person: Person, payload: object = {}) {
  const response = await world.app.http.inject({
    method: 'POST',
    url: '/api/v1/licenses/report/export',
    headers: { 'x-tenant-code': person.tenantCode, authorization: `Bearer ${await person.token()}` },
    payload,
  })
  // Another library reads the file.
  const rows = async () => (await readSheet(response.rawPayload)).map((row) => row.map((cell) => cell as unknown))
  return Object.assign(response, { rows })
}

test('the report has one row a license, of the account and those below it, expired and exported ones too', async () => {
  expect(await report(vendor)).toEqual([[4, 3, 2, 1, 0], 5])
  expect(await report(acme)).toEqual([[2, 1, 0], 3])
  expect(await report(acme, { includeChildren: false })).toEqual([[1, 0], 2])
  expect(await report(vendor, { parentAccountId: nordico.accountId })).toEqual([[3, 2, 1, 0], 4])
  const [row] = (await fjord.call(reports.search, { body: {} })).items
  expect(row).toMatchObject({
    accountId: fjord.accountId,
    serialKey: keys[2],
    sku: 'EDGE-1Y',
    type: 'full',
    seatsTotal: 3,
    seatsOccupied: 0,
    activationDate: '2026-03-11T12:00:00.000Z',
    creationDate: '2026-03-10T12:00:00.000Z',
    expirationDate: '2026-06-11T23:59:59.999Z',
    maintenanceExpirationDate: '2026-06-11T23:59:59.999Z',
    licenseIsPerpetual: false,
    maintenanceIsPerpetual: false,
    note: null,
  })
})

test('the ranges of activation, expiry and end of maintenance are combined with each other and with text', async () => {
  const within = (
    ...ranges: [LicenseReportSearch['filterBetweenDate'][number]['field'], string | null, string | null][]
  ) => report(vendor, { filterBetweenDate: ranges.map(([field, fromDate, toDate]) => ({ field, fromDate, toDate })) })
  expect(await within(['activationDate', '2026/01/01', '2026/02/01'])).toEqual([[0], 1])
  expect(await within(['expirationDate', null, '2026/12/31'])).toEqual([[2], 1])
  expect(await within(['maintenanceExpirationDate', '2026/06/01', '2026/07/31'])).toEqual([[2, 0], 2])
  expect(
    await within(['maintenanceExpirationDate', '2026/06/01', null], ['activationDate', null, '2026/02/01']),
  ).toEqual([[0], 1])
  expect(await report(vendor, { filterBy: [{ field: 'accountName', values: ['fjord'] }] })).toEqual([[2], 1])
  expect(await report(vendor, { filterBy: [{ field: 'type', values: ['trial'] }] })).toEqual([[], 0])
  expect(await report(vendor, { filterBy: [{ field: 'type', values: ['full', 'trial'] }] })).toEqual([
    [4, 3, 2, 1, 0],
    5,
  ])
  const { items } = await vendor.call(reports.search, { body: {} })
  const chosen = items.filter((_, n) => n === 1 || n === 3).map(({ licenseId }) => licenseId)
  expect(await report(vendor, { filterBy: [{ field: 'licenseId', values: chosen }] })).toEqual([[3, 1], 2])
  expect(await report(bergen, { filterBy: [{ field: 'licenseId', values: chosen }] })).toEqual([[3], 1])
  expect(await report(vendor, { sortBy: [{ field: 'accountName' }] })).toEqual([[0, 1, 3, 4, 2], 5])
})

test('the file has exactly the rows of the report, and text that looks like a formula stays text (threats F9)', async () => {
  const search = { parentAccountId: acme.accountId, sortBy: [{ field: 'creationDate' }], limit: 1, page: 2 }
  const answer = await file(vendor, search)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': expect.stringMatching(/^attachment; filename="report-\d{14}\.xlsx"/),
  })
  const [heads, ...rows] = await answer.rows()
  expect(heads).toEqual([
    ...['Account', 'Serial key', 'Product', 'SKU', 'Type', 'Seats', 'Seats occupied', 'Activated', 'Created'],
    ...['Maintenance until', 'Expiration', 'Perpetual license', 'Perpetual maintenance', 'Notes'],
  ])
  expect(rows.map(([, key]) => keys.indexOf(String(key)))).toEqual([0, 1, 2])
  expect(rows[0]?.slice(4)).toEqual([
    ...['Full', 1, 0, new Date('2026-01-12T00:00:00Z'), new Date('2026-01-10T00:00:00Z')],
    ...[new Date('2026-07-12T00:00:00Z'), new Date('2027-01-12T00:00:00Z'), 'No', 'No'],
    '=HYPERLINK("http://evil.example")',
  ])
  expect(rows[1]?.slice(7)).toEqual([null, new Date('2026-02-10T00:00:00Z'), null, null, 'Yes', 'No', null])
  expect((await (await file(vendor, { languageCode: 'it' })).rows())[0]?.[1]).toBe('Chiave seriale')
})

const office = findProgram(['soffice', 'libreoffice']) ?? installedOffice()
function installedOffice(): string | undefined {
  return installPackages('LibreOffice', ['libreoffice-calc-nogui']) ? findProgram(['soffice']) : undefined
}

test.skipIf(office === undefined)(
  'LibreOffice opens the file, with dates as dates and a formula as text (threats F9)',
  { tags: ['long'], timeout: 60_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'trellis-office-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const { rawPayload } = await file(vendor, { parentAccountId: acme.accountId, sortBy: [{ field: 'creationDate' }] })
    await writeFile(join(folder, 'report.xlsx'), rawPayload)
    // Texts are in quotes, all others are not; a formula would be its result.
    const asText = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false'
    const home = `-env:UserInstallation=file://${folder}/home`
    const convert = [home, '--headless', '--convert-to', asText, '--outdir', folder, join(folder, 'report.xlsx')]
    await promisify(execFile)(office ?? '', convert, { env: { ...process.env, HOME: folder, LC_ALL: 'C.UTF-8' } })
    const lines = (await readFile(join(folder, 'report.csv'), 'utf8')).trimEnd().split('\n')
    expect(lines.slice(1)).toEqual([
      `"Acme","${keys[0]}","Edge for one year","EDGE-1Y","Full",1,0,01/12/2026,01/10/2026,07/12/2026,01/12/2027,"No","No","=HYPERLINK(""http://evil.example"")"`,
      `"Acme","${keys[1]}","Core perpetual","CORE-PERP","Full",2,0,,02/10/2026,,,"Yes","No",`,
      `"Fjord","${keys[2]}","Edge for one year","EDGE-1Y","Full",3,0,03/11/2026,03/10/2026,06/11/2026,06/11/2026,"No","No",`,
    ])
  },
)

test('a stranger gets nothing: other branches, other tenants, and people without the flag (threats T2, T11)', async () => {
  expect(await report(bergen)).toEqual([[3], 1])
  expect((await (await file(bergen)).rows()).slice(1).map(([, key]) => key)).toEqual([keys[3]])
  for (const hidden of [acme.accountId, canary.accountId, newId()]) {
    const body = { parentAccountId: hidden }
    expect((await bergen.refused(reports.search, { body })).code).toBe('RQ404')
    expect((await file(bergen, body)).json()).toMatchObject({ code: 'RQ404' })
  }
  expect(await canary.call(reports.search, { body: {} })).toEqual({ items: [], count: 0 })
  const withLicenses = await enrolled(vendor, { Licenses: 'r' })
  for (const endpoint of [reports.search, reports.export])
    expect(await withLicenses(endpoint, { body: {} })).toMatchObject({ status: 403, body: { code: 'RQ403' } })
})

test('who reads the whole tenant gets all of it in the file too; the flag of licenses does not count', async () => {
  const call = await enrolled(acme, { Reports: 'ra' })
  const body = { parentAccountId: vendor.accountId }
  expect(await call(reports.search, { body })).toMatchObject({ status: 200, body: { count: 5 } })
  const withoutRa = await enrolled(acme, { Reports: 'r', Licenses: 'ra' })
  expect((await withoutRa(reports.search, { body })).status).toBe(404)
  expect((await withoutRa(reports.export, { body })).status).toBe(404)
})

test('the list of licenses is filtered by trial or full', async () => {
  const count = async (values: string[]) =>
    (await calabro.call(licenses.search, { body: { filterBy: [{ field: 'type', values }] } })).count
  expect([await count(['full']), await count(['trial']), await count(['other'])]).toEqual([1, 0, 0])
})

/** Changes only the counter that the size of a report is taken from. */
const pretend = (person: Person, count: number) =>
  write((tx) =>
    tx.run(sql`
      update tallies t set records = case when t.ctid = f.first then ${count}::int else 0 end
      from (select min(ctid) as first from tallies where list = 'l' and account_id = ${person.accountId} and not own) f
      where t.list = 'l' and t.account_id = ${person.accountId} and not t.own`),
  )

const get = async (person: Person, id: string) =>
  world.app.http.inject({
    url: `/api/v1/licenses/report/export/${id}/download`,
    headers: { 'x-tenant-code': person.tenantCode, authorization: `Bearer ${await person.token()}` },
  })

test('more than 20,000 rows are written by a job, whose progress and file only the user gets', async () => {
  await pretend(acme, 20_000)
  expect((await file(acme)).statusCode).toBe(200)
  await pretend(acme, 1_048_576)
  expect((await file(acme)).json()).toMatchObject({ code: 'RQ413', info: { count: 1_048_576, maximum: 1_048_575 } })
  await pretend(acme, 20_001)
  const answer = await file(acme)
  expect(answer.statusCode).toBe(202)
  const { id } = answer.json() as { id: string }
  const [waiting] = await acme.call(reports.list)
  expect(waiting).toMatchObject({ reportId: id, status: 'queued', rows: 20_001, done: 0, size: null })
  expect((await get(acme, id)).json()).toMatchObject({ code: 'RQ404' })

  await runQueued(world, 'exports:write')
  const [done] = await acme.call(reports.list)
  expect(done).toMatchObject({ reportId: id, status: 'done', rows: 3, done: 3 })
  const got = await get(acme, id)
  expect(got.headers).toMatchObject({
    'content-disposition': expect.stringContaining(String(done?.fileName)),
    'content-length': String(done?.size),
  })
  expect((await readSheet(got.rawPayload)).slice(1).map(([, key]) => key)).toEqual([keys[2], keys[1], keys[0]])
  for (const other of [acmeBasic, nordico, vendor, canary]) {
    expect((await get(other, id)).json()).toMatchObject({ code: 'RQ404' })
    expect(await other.call(reports.list)).toEqual([])
  }

  // After a day the file and its row are deleted.
  await write((tx) => tx.run(sql`update written_files set heard_at = now() - interval '25 hours'`))
  expect(await acme.call(reports.list)).toEqual([])
  await runJob(world, 'exports:sweep')
  expect((await get(acme, id)).statusCode).toBe(404)
})

test('a report whose job was interrupted is written by the next one, and an older try stores nothing', async () => {
  const { id } = (await file(acme)).json() as { id: string }
  await write((tx) =>
    tx.run(sql`update written_files set status = 'running', attempt = 1, heard_at = now() - interval '2 minutes'`),
  )
  await runJob(world, 'exports:rescue')
  await runQueued(world, 'exports:write')
  expect((await acme.call(reports.list))[0]).toMatchObject({ reportId: id, status: 'done', rows: 3 })
})

test('reports under way fail when the user may no longer read them', async () => {
  const requests = await Promise.all(Array.from({ length: 3 }, () => file(acme)))
  expect(requests.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202])
  await write((tx) => tx.run(sql`update users set status = 'user_suspended' where user_id = ${acme.userId}`))
  await runQueued(world, 'exports:write')
  const left = await write((tx) =>
    tx.rows<{ status: string }>(sql`select status from written_files where tenant_id = (select current_tenant())`),
  )
  expect(left.map(({ status }) => status).toSorted()).toEqual(['done', 'failed', 'failed', 'failed'])
})
