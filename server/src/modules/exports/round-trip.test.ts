import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExportList } from '@trellis/contract/export-lists'
import { type ImportKind, importColumns } from '@trellis/contract/import-columns'
import { afterAll, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { licensing } from '../../testing/licensing.ts'
import { network } from '../../testing/network.ts'
import { selling } from '../../testing/selling.ts'
import { importFolder, presentRows } from '../imports/index.ts'

const world = await network()
const { vendor, nordico, acme } = world
const { issue, sell } = selling(world)
const scratch = mkdtempSync(join(tmpdir(), 'trellis-exports-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** The lists that the browser requests when somebody with permission to import exports a list. */
const lists: [ImportKind, ExportList[]][] = [
  ['accounts', ['accounts.search']],
  ['users', ['users.search']],
  ['products', ['catalogue.search']],
  ['price-lists', ['priceLists.prices']],
  ['price-list-accounts', ['priceLists.associations']],
  ['stock', ['stock.search']],
  ['orders', ['orders.sellOutLines']],
  ['licenses', ['licenses.search']],
]

async function exported(list: ExportList, kind: ImportKind, format: 'csv' | 'xlsx', languageCode: 'en' | 'it') {
  const columns = importColumns[kind].map(({ name, holds }) => ({
    path: `import.${name}`,
    label: name,
    kind: holds === 'money' ? 'money' : 'text',
  }))
  const response = await world.app.http.inject({
    method: 'POST',
    url: '/api/v1/exports',
    headers: { 'x-tenant-code': world.tenantCode, authorization: `Bearer ${await vendor.token()}` },
    payload: { list, search: { includeChildren: true }, columns, format, fileName: kind, languageCode },
  })
  expect([list, response.statusCode]).toEqual([list, 200])
  return response.rawPayload
}

const rowsOf = async (tenantId: string, kind: ImportKind) => {
  const root = await world.db
    .read({ tenantId, userId: null, reach: null, clock: null, requestId: null })
    .row<{ id: string }>(sql`select account_id as id from accounts where tenant_id = ${tenantId} and parent_id is null`)
  const rows = await world.db
    .read({ tenantId, userId: null, reach: root?.id ?? null, clock: null, requestId: null })
    .rows<{ id: string }>(presentRows(kind, null))
  return rows.map(({ id, ...row }) => row)
}

test.each([
  ['csv', 'en'],
  ['csv', 'it'],
  ['xlsx', 'en'],
] as const)(
  'what the lists export as %s (%s) can be imported again into the same tenant, unchanged',
  async (format, language) => {
    await licensing(world).key(acme, 'EDGE-1Y')
    await issue({ 'EDGE-1Y': 5 })
    await sell(vendor, nordico, { 'EDGE-1Y': 2 })
    for (const [kind, [list]] of lists) {
      const folder = mkdtempSync(join(scratch, 'again-'))
      const before = await rowsOf(world.tenantId, kind)
      writeFileSync(join(folder, `${kind}.${format}`), await exported(list as ExportList, kind, format, language))
      const problems: string[] = []
      let told: unknown[] = []
      await importFolder(world.db, world.tenantId, folder, {
        dryRun: false,
        keepGood: false,
        refusedTo: scratch,
        onProblem: (file, { line, column, value, reason }) =>
          problems.push(`${file} ${line} ${column} ${value}: ${reason}`),
        onFile: ({ rows, changed, ...counts }) => {
          told = [rows > 0, counts.new, changed]
        },
      })
      expect([kind, problems, told]).toEqual([kind, [], [true, 0, 0]])
      expect(await rowsOf(world.tenantId, kind)).toEqual(before)
    }
  },
)
