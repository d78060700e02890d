// @module-tag long
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importColumns, importKinds } from '@trellis/contract/import-columns'
import { templateCsv } from '@trellis/contract/import-templates'
import { afterAll, expect, test } from 'vitest'
import { createTenant } from '../../../cli/create-tenant.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { testDatabase, testSecrets } from '../../../testing/database.ts'
import { exportFolder, writeTemplates } from './export-folder.ts'
import { importFolder } from './folder.ts'

const database = await testDatabase()
const db = await openDatabase(database.url, { secrets: testSecrets })
const scratch = mkdtempSync(join(tmpdir(), 'trellis-round-trip-'))
afterAll(async () => {
  await db.close()
  await database.drop()
  rmSync(scratch, { recursive: true, force: true })
})

let count = 0
async function emptyTenant(): Promise<string> {
  count += 1
  const { tenantId } = await createTenant(db, {
    code: `trip-${count}`,
    name: 'Nobody yet',
    currencyCode: 'EUR',
    adminEmail: 'admin@vendor.example',
    adminPassword: 'Sesame-Open-1',
  })
  return tenantId
}

async function imported(tenantId: string, folder: string) {
  const problems: string[] = []
  const good = await importFolder(db, tenantId, folder, {
    dryRun: false,
    keepGood: false,
    refusedTo: scratch,
    onProblem: (file, { line, column, reason }) => problems.push(`${file} ${line} ${column}: ${reason}`),
  })
  return { good, problems }
}

const filesIn = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))

/** Serial keys are unique in the installation, so the second tenant gets other ones. */
function withOtherKeys(folder: string): string {
  const copy = `${folder}-copy`
  cpSync(folder, copy, { recursive: true })
  for (const name of ['licenses.csv', 'seats.csv']) {
    const path = join(copy, name)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('EXAMPLE-', 'OTHER-'))
  }
  return copy
}

test('the examples can be imported unchanged, and importing the export of a tenant creates an identical tenant', async () => {
  const templates = join(scratch, 'templates')
  expect(await writeTemplates(templates)).toEqual(importKinds.map((kind) => `${kind}.csv`))
  const first = await emptyTenant()
  expect(await imported(first, templates)).toEqual({ good: true, problems: [] })
  // Values that look like something else, such as formulas.
  const hostile = join(scratch, 'hostile')
  await writeTemplates(hostile)
  for (const name of readdirSync(hostile)) if (!/^(accounts|products|stock)/.test(name)) rmSync(join(hostile, name))
  writeFileSync(
    join(hostile, 'accounts.csv'),
    'accountCode,accountName,groupName,parentAccountCode,street\n\'=A,"\'-2+3, ""quoted""",BUYER,DIST-1,"two\nlines"\n\'\'@B,\'t Hooft,BUYER,DIST-1,007\n',
  )
  writeFileSync(join(hostile, 'products.csv'), "sku,name,price\n'+1,1E10,0.0001\n4006381333931,EAN,999999.9999\n")
  writeFileSync(join(hostile, 'stock.csv'), "accountCode,sku,quantity\nVENDOR,'+1,-5\nDIST-1,4006381333931,0\n")
  expect(await imported(first, hostile)).toEqual({ good: true, problems: [] })

  const once = join(scratch, 'once')
  const files = await exportFolder(db, first, once)
  expect(Object.fromEntries(files.map(({ file, rows }) => [file.replace('.csv', ''), rows]))).toEqual({
    ...{
      settings: 17,
      roles: 5,
      accounts: 5,
      addresses: 6,
      users: 2,
      features: 1,
      'product-types': 1,
      products: 4,
      'price-lists': 2,
    },
    ...{
      'price-list-accounts': 1,
      'price-plans': 2,
      stock: 4,
      thresholds: 1,
      orders: 1,
      licenses: 1,
      seats: 1,
      environments: 1,
    },
    ...{ certificates: 4, certifications: 2, deals: 1 },
  })
  // Importing it into the same tenant changes nothing.
  const before = filesIn(once)
  expect(await imported(first, once)).toEqual({ good: true, problems: [] })
  const again = join(scratch, 'again')
  await exportFolder(db, first, again)
  expect(filesIn(again)).toEqual(before)
  // Importing it into an empty tenant creates the same records.
  const second = await emptyTenant()
  const copy = withOtherKeys(once)
  expect(await imported(second, copy)).toEqual({ good: true, problems: [] })
  const twice = join(scratch, 'twice')
  await exportFolder(db, second, twice)
  expect(filesIn(twice)).toEqual(filesIn(copy))
})

test('an export does not overwrite existing files', async () => {
  const folder = join(scratch, 'taken')
  await writeTemplates(folder)
  await expect(exportFolder(db, await emptyTenant(), folder)).rejects.toThrow('Nothing was written')
})

test('docs/import.md has the columns and the example of every file', () => {
  const page = readFileSync(new URL('../../../../../docs/import.md', import.meta.url), 'utf8')
  for (const kind of importKinds) {
    const section = page.split(`\n## ${kind}.csv\n`)[1]?.split('\n## ')[0] ?? ''
    const rows = [...section.matchAll(/^\| `(\w+)` \| (yes|) ?\|/gm)].map(([, name, required]) => ({ name, required }))
    expect(rows).toEqual(importColumns[kind].map(({ name, required }) => ({ name, required: required ? 'yes' : '' })))
    expect(section).toContain(`\`\`\`csv\n${templateCsv(kind).replaceAll('\r\n', '\n')}\`\`\``)
  }
})
