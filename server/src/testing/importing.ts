import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkTenant } from '../cli/check/run.ts'
import { createTenant } from '../cli/create-tenant.ts'
import { type FileOutcome, importFolder, type ToldProblem } from '../modules/imports/index.ts'
import { openDatabase } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { testDatabase, testSecrets } from './database.ts'

type Options = Partial<Parameters<typeof importFolder>[3]>
type Files = Record<string, string | Uint8Array>

export const csv = (...lines: string[]) => `${lines.join('\r\n')}\r\n`

/** An empty installation for imports by command; each test creates vendors of its own. */
export async function importing() {
  const database = await testDatabase()
  const db = await openDatabase(database.url, { secrets: testSecrets, size: 8 })
  const folders: string[] = []
  let count = 0

  const newFolder = (files: Files = {}): string => {
    const folder = mkdtempSync(join(tmpdir(), 'trellis-import-'))
    folders.push(folder)
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    return folder
  }

  async function newVendor() {
    count += 1
    const code = `vendor-${count}`
    const { tenantId } = await createTenant(db, {
      code,
      name: 'Old Name',
      currencyCode: 'EUR',
      adminEmail: 'admin@vendor.example',
      adminPassword: 'Orchard-Lane-Ladder-27',
    })
    const context = { tenantId, userId: null, reach: null, clock: null, requestId: null }
    const refusedTo = newFolder()
    return {
      code,
      tenantId,
      records: recordsOf(count),
      rows: <T>(query: Sql) => db.read(context).rows<T>(query),
      write: (query: Sql) => db.write(context, (tx) => tx.run(query)),
      refused: (file: string) => readFileSync(join(refusedTo, `refused-${file}`), 'utf8'),
      check: async () => (await checkTenant(db, tenantId)).findings,
      async run(files: Files, options: Options = {}) {
        const problems: (ToldProblem & { file: string })[] = []
        const outcomes: Record<string, FileOutcome> = {}
        const good = await importFolder(db, tenantId, newFolder(files), {
          dryRun: false,
          keepGood: false,
          refusedTo,
          onProblem: (file, problem) => problems.push({ file, ...problem }),
          onFile: (outcome) => {
            outcomes[outcome.file] = outcome
          },
          ...options,
        })
        return { good, problems, outcomes }
      },
    }
  }

  return {
    db,
    ...database,
    newFolder,
    newVendor,
    sql,
    async close() {
      await db.close()
      await database.drop()
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The records of a small vendor; serial keys are unique in the installation, so each vendor has its own. */
const recordsOf = (vendor: number) => ({
  'accounts.csv': csv(
    'accountCode,accountName,groupName,parentAccountCode,city,countryCode,creationDate',
    'VALLE,Orto della Valle,OPCO,,Trento,IT,',
    // Below an account that comes later in the file.
    'OSTERIA,"Osteria ""Al Ponte"", Verona",BUYER,LAGO,Verona,IT,2019-03-01',
    'LAGO,Lago Verde,RESELLER_GOLD,SUD,Riva del Garda,IT,2019-02-01',
    'SUD,Südtirol Vertrieb,DISTRIBUTOR,VALLE,Bozen,IT,2019-01-01',
  ),
  'users.csv': csv(
    'email,accountCode,firstName,lastName,roles,languageCode,timeZone,status',
    'anna@sud.example,SUD,Anna,Egger,AccountAdmin,it,Europe/Rome,active',
    'ben@lago.example,LAGO,Ben,Rossi,Basic|AccountAdmin,,en-US,',
  ),
  'products.csv': csv(
    'sku,name,price,isLicense,licensePrefix,licenseActivationRule,licenseDurationYears,maintenanceDurationYears,typeName',
    'APPLE,Apples,1.005,false,,,,,Fruit',
    'PEAR,Pears,2.5,,,,,,Fruit',
    'RECIPES,Recipes,100,true,RECIPES,firstnextmonth,1,1,',
    'FOREVER,Recipes for ever,900,true,EVER,,255,1,',
  ),
  'price-lists.csv': csv(
    'customPrice,priceListName,ownerAccountCode,sku,currencyCode',
    '0.9,Harvest,VALLE,APPLE,EUR',
    '2.25,Harvest,VALLE,PEAR,EUR',
    '80,Harvest,VALLE,RECIPES,EUR',
  ),
  'price-list-accounts.csv': csv('accountCode,priceListName,ownerAccountCode,canPropagate', 'SUD,Harvest,VALLE,true'),
  'stock.csv': csv('accountCode,sku,quantity', 'VALLE,APPLE,100', 'SUD,APPLE,40', 'SUD,PEAR,0'),
  'orders.csv': csv(
    'orderRefCode,line,buyerAccountCode,vendorAccountCode,status,creationDate,approvalDate,sku,quantity,price,currencyCode,paid,orderNote',
    'B-2,1,LAGO,SUD,approved,2021-05-02,2021-05-04,APPLE,3,1.005,EUR,true,"two',
    'lines"',
    'A-1,1,SUD,VALLE,approved,2021-01-31T10:30:00+02:00,2021-02-01,APPLE,1,1.005,EUR,,',
    // The second line of an order, far from the first one.
    'C-3,1,OSTERIA,LAGO,revoked,2020-12-31,2020-12-31,PEAR,2,2.5,EUR,,',
    'B-2,2,LAGO,SUD,approved,2021-05-02,2021-05-04,PEAR,2,0.3333,EUR,true,"two',
    'lines"',
    'D-4,1,LAGO,SUD,pending,2021-06-01,,PEAR,1,2.5,,,',
  ),
  'licenses.csv': csv(
    'serialKey,ownerAccountCode,sku,seats,creationDate,activationDate,licenseNote',
    `OLD-${vendor}-1,OSTERIA,RECIPES,3,2023-01-10,2023-01-31,Kitchen`,
    `OLD-${vendor}-2,OSTERIA,FOREVER,1,2023-01-10,,`,
  ),
})
