// @module-tag long
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accounts } from '@trellis/contract/accounts'
import { catalogue } from '@trellis/contract/catalogue'
import { type Endpoint, pathOf } from '@trellis/contract/endpoint'
import { type ExportList, lineLists } from '@trellis/contract/export-lists'
import { exportsOfLists, type NewExportColumn } from '@trellis/contract/exports'
import { identity } from '@trellis/contract/identity'
import { type ImportKind, importColumns, importKinds } from '@trellis/contract/import-columns'
import { type Import, imports } from '@trellis/contract/imports'
import { licenses } from '@trellis/contract/licenses'
import { orders } from '@trellis/contract/orders'
import { stock } from '@trellis/contract/stock'
import { users } from '@trellis/contract/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forImport, importColumn } from '../../../../web/src/app/exportsForImport.ts'
import { lacking, matched, placeOf, understand } from '../../../../web/src/features/imports/columns.ts'
import { outgoing } from '../../../../web/src/features/imports/outgoing.ts'
import { readSheet } from '../../../../web/src/features/imports/sheet.ts'
import { shownColumns } from '../../../../web/src/testing/shownColumns.ts'
import { createTenant } from '../../cli/create-tenant.ts'
import { sql } from '../../platform/database/sql.ts'
import { isFull } from '../../testing/full.ts'
import { licensing } from '../../testing/licensing.ts'
import { network, password } from '../../testing/network.ts'
import { runQueued } from '../../testing/queue.ts'
import { selling } from '../../testing/selling.ts'
import { exportFolder, importFolder, type PresentedRow, presentRows } from '../imports/index.ts'

const world = await network()
const { vendor, nordico, acme } = world
const { issue, sell, request } = selling(world)
const scratch = mkdtempSync(join(tmpdir(), 'trellis-exports-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** A vendor's super admin, who calls as the browser does. */
interface Admin {
  tenantId: string
  send(endpoint: Endpoint, body?: unknown, params?: unknown): Promise<{ bytes: Buffer; json: () => unknown }>
}

function adminOf(tenantId: string, tenantCode: string, token: () => Promise<string>): Admin {
  return {
    tenantId,
    async send(endpoint, body, params) {
      const { statusCode, rawPayload } = await world.app.http.inject({
        method: endpoint.method,
        url: `/api/v1${pathOf(endpoint, params, undefined)}`,
        headers: { 'x-tenant-code': tenantCode, authorization: `Bearer ${await token()}` },
        ...(body !== undefined && { payload: body as object }),
      })
      if (statusCode >= 400) throw new Error(`${endpoint.path}: ${rawPayload}`)
      return { bytes: rawPayload, json: () => JSON.parse(String(rawPayload)) as unknown }
    },
  }
}

/** A tenant with nothing but a root of the same name and code, and its super admin. */
async function emptyTenant(code: string): Promise<Admin> {
  const { tenantId } = await createTenant(world.db, {
    ...{ code, name: 'Verdant', currencyCode: 'EUR', adminFirstName: 'Vera', adminLastName: 'Verdant' },
    ...{ adminEmail: vendor.email, adminPassword: password },
  })
  const body = { grantType: 'password', email: vendor.email, password, deviceUniqueId: 'one' }
  const answer = await world.app.http.inject({
    method: 'POST',
    url: `/api/v1${pathOf(identity.signIn, undefined, undefined)}`,
    headers: { 'x-tenant-code': code },
    payload: body,
  })
  const { token } = answer.json() as { token: string }
  return adminOf(tenantId, code, async () => token)
}

const source = adminOf(world.tenantId, world.tenantCode, vendor.token)

/**
 * Imports a file as the import screen does: the browser reads it and sends what it understood.
 * @param suffix of the serial keys, which are unique in the installation
 */
async function bring(admin: Admin, kind: ImportKind, fileName: string, bytes: Uint8Array, suffix = '') {
  const sheet = await readSheet(kind, new File([bytes.slice()], fileName), {
    bytes: 10_000_000,
    rows: 50_000,
    large: 10_000_000,
  })
  const layout = matched(kind, sheet.header)
  const keyAt = placeOf(understand(kind, sheet, layout).plan, 'serialKey')
  if (kind === 'licenses' || kind === 'seats') for (const row of sheet.rows) row[keyAt] += suffix
  const understanding = understand(kind, sheet, layout)
  expect([kind, lacking(understanding), understanding.faults]).toEqual([kind, [], []])
  const { csv } = outgoing(understanding)
  const body = { kind, fileName, csv, dryRun: false, invite: kind === 'users' }
  const { id } = (await admin.send(imports.create, body)).json() as { id: string }
  await runQueued(world, 'imports:run')
  const report = (await admin.send(imports.read, undefined, { id })).json() as Import
  const faults = report.errors.map(({ line, column, value, message }) => `${line} ${column} ${value}: ${message}`)
  return { report, faults }
}

/** Values that a file format or a reader may change. */
const awkward: Record<ImportKind, string[]> = {
  settings: [
    'setting,value',
    'primaryColor,#0A5C36',
    'excludedMenuEntries,deals|renewals',
    'externalLinks,help-desk=https://help.example/?a=1|knowledge-base=https://kb.example/=x',
    'certificateReminderDays,7|90',
    'licenseReminderDays,',
    'group.5,Rivenditori d’oro',
  ],
  roles: [
    'roleName,permissions,purpose',
    "'=Support,Licenses:r-u|Accounts:ra,",
    'Nothing,None,',
    'Admins of accounts,Accounts:c-r-u|Users:c-r-u-d|Products:r|PriceLists:c-r-u|Orders:c-r-u|Stocks:r|Licenses:c-r-u|Files:r,administrator',
  ],
  features: [
    'featureName,typeName,description',
    '\'=connections,int,"two\nlines"',
    'ratio,double,1E10',
    'named,string,A name',
    'since,dateTime,A date',
    'isOn,bool,A switch',
    'undecided,string,Not yet',
    'limits,object,Limits',
  ],
  'product-types': [
    'typeName,description,featureName,value',
    'Software & servizi,"\'=two\nlines",\'=connections,30',
    'Software & servizi,"\'=two\nlines",ratio,1.5',
    'Software & servizi,"\'=two\nlines",named,\'007',
    'Software & servizi,"\'=two\nlines",since,2026-01-01T00:00:00+02:00',
    'Software & servizi,"\'=two\nlines",isOn,FALSE',
    'Software & servizi,"\'=two\nlines",limits,"{""a"": [1, null]}"',
    'Software & servizi,"\'=two\nlines",undecided,',
    '1.5,,,',
  ],
  accounts: [
    'accountCode,accountName,groupName,parentAccountCode,notificationReceiverEmail,legalName,vatId,street,city,locality,region,postalCode,countryCode,creationDate',
    '8001234567890,"Société ""Élan"" & Søn; S.p.A.",DISTRIBUTOR,,orders@elan.example,"Élan, S.p.A.",IT12345678903,"Via Roma 1\nscala B",Forlì,Località,Emilia-Romagna,00184,IT,2024-03-31T01:59:59.999Z',
    "'=R-1,'-2+3,RESELLER_GOLD,8001234567890,,,,'@home,,,,007,CH,2024-10-27T00:30:00Z",
    "'+B-1,\u6771\u4eac \u{1f469}\u200d\u{1f4bb},BUYER,'=R-1,,,,,,,,,JP,1999-12-31T23:59:59Z",
    "'''=R-2,'t Hooft,RESELLER_SILVER,8001234567890,,,,1E10,1.234,\"1,5\",31/12/2024,1e3,NL,2024-02-29",
  ],
  addresses: [
    'accountCode,line,legalName,vatId,street,city,locality,region,postalCode,countryCode,coordinates',
    '\'=R-1,2,"Élan, S.p.A.",,"Via 1\nscala B",Forlì,,,00184,IT,"44.2, 12.04"',
    "'=R-1,3,'-1,,,,,1e3,007,CH,",
  ],
  users: [
    'email,accountCode,firstName,lastName,roles,languageCode,timeZone,status',
    "zoe.o'hara+portal@elan.example,8001234567890,Zoë,O'Hara,Admins of accounts|Basic,it,America/Argentina/Buenos_Aires,active",
    'kurt@elan.example,\'=R-1,\'=Kurt,"Gödel, Jr.",Basic,en,UTC,suspended',
    'mei@elan.example,8001234567890,\u7f8e,\u738b,Basic,,Asia/Kathmandu,pending',
  ],
  products: [
    'sku,name,price,oemSku,description,currencyCode,isLicense,licensePrefix,licenseActivationRule,environmentType,licenseDurationYears,licenseDurationMonths,licenseDurationDays,maintenanceDurationYears,maintenanceDurationMonths,maintenanceDurationDays,seatReclaimDays,selfReleases,typeName,status,creationDate,isLicenseTrial,islicenseUpgradeRight,extendedSku,originalSku,licenseMaxVersion,subscription,airServerRequired',
    '4006381333931,Article number of 13 digits,1.234,40063813339312,"Lines\none\nand two; ""quoted"", tab\there",USD,false,,,,,,,,,,,,1.5,Active,2024-01-10T09:00:00.123Z,,,,0001,,,',
    "'+1-SKU,'@formula,999999.9999,'-1,,CHF,true,AWK1,firstnextmonth,2,1,2,3,255,0,0,3650,1000,Software & servizi,Active,2024-12-31T23:59:59Z,false,false,,,1.10,,true",
    "0001,Leading zeros,0.0001,00001,1E10,EUR,true,AWK2,activation,1,255,0,0,0,6,0,1,0,,Pending,2020-02-29,false,false,'+1-SKU,,,,",
    'FREE,Vero,0,,,EUR,true,AWK3,activation,1,0,0,30,0,0,0,,,,Active,2024-06-30T22:00:00Z,true,false,,,10,,',
    'UP1,Upgrade,0,,,EUR,true,AWK4,activation,1,0,0,30,0,0,0,,,,Active,2024-06-30T22:00:00Z,false,true,FREE,,,,',
  ],
  'price-lists': [
    'priceListName,ownerAccountCode,sku,currencyCode,customPrice',
    "'=List; 1,VERDANT,4006381333931,USD,1.2345",
    "'=List; 1,VERDANT,'+1-SKU,USD,1234567.8",
    '2024,8001234567890,4006381333931,CHF,1.234',
  ],
  'price-list-accounts': [
    'accountCode,priceListName,ownerAccountCode,canPropagate',
    "8001234567890,'=List; 1,VERDANT,true",
    "'=R-1,2024,8001234567890,false",
  ],
  'price-plans': [
    'priceListName,ownerAccountCode,day,sku,customPrice,quantityBreaks,discountType,discountAmount,note,until',
    "'=List; 1,VERDANT,2098-12-31,'+1-SKU,1.234,1000:1.2|2000:0.0001,amount,0.1,\"'=two\nlines\",2099-02-28",
    '\'=List; 1,VERDANT,2098-12-31,4006381333931,,,,,"\'=two\nlines",2099-02-28',
    '2024,8001234567890,2099-01-01,FREE,7,,,,,',
  ],
  stock: [
    'accountCode,sku,quantity',
    'VERDANT,4006381333931,-12',
    "8001234567890,'+1-SKU,1234567",
    '8001234567890,4006381333931,0',
  ],
  thresholds: ['accountCode,sku,threshold', "8001234567890,'+1-SKU,1000", "'=R-1,FREE,1"],
  orders: [
    'orderRefCode,line,buyerAccountCode,vendorAccountCode,status,creationDate,approvalDate,sku,quantity,price,currencyCode,invoiced,paid,orderNote',
    '\'=PO;1,1,\'=R-1,8001234567890,approved,2023-12-31T23:30:00Z,2024-01-01T00:30:00.001Z,4006381333931,3,1.234,CHF,true,false,"Notes, ""quoted""\nsecond line; è"',
    '\'=PO;1,2,\'=R-1,8001234567890,approved,2023-12-31T23:30:00Z,2024-01-01T00:30:00.001Z,\'+1-SKU,1000,0.0001,CHF,true,false,"Notes, ""quoted""\nsecond line; è"',
    '20240001,1,8001234567890,VERDANT,revoked,2024-02-29T12:00:00Z,2024-03-01T12:00:00Z,FREE,1,0,USD,false,false,',
    '1E5,1,8001234567890,VERDANT,canceled,2024-03-31T01:30:00Z,,4006381333931,2,1234.5,JPY,false,false,1.234',
    "'-7,1,'+B-1,'=R-1,approved,2022-06-30T22:00:00Z,2022-06-30T22:00:00Z,4006381333931,7,999999.9999,EUR,true,true,'@note",
  ],
  licenses: [
    'serialKey,ownerAccountCode,sku,seats,creationDate,activationDate,licenseNote,expirationDate,maintenanceExpirationDate,extensions',
    "AWK1-0001-=+-@,'=R-1,'+1-SKU,3,2024-01-31T23:30:00Z,2024-02-29T23:30:00Z,\"'=note\nof two lines\",2027-02-28,perpetual,0001:2|4006381333931",
    '1234567890123,8001234567890,FREE,1,2024-05-01T00:00:00Z,,,P1Y45D,P2Y,',
    "'=AWK2;1,'+B-1,0001,2000,2024-05-01T00:00:00.001Z,2024-05-01T00:00:00.002Z,1E10,,,",
  ],
  seats: [
    'serialKey,deviceUuid,deviceName,activationDate,lastContact,suspended,deviceDescription,deviceLang,installedProduct,installedVersion,osName,osVersion,currentTrialStep',
    'AWK1-0001-=+-@,\'=cmd|\'/C calc\'!A0,"Kasse, ""eins""",2024-02-29T23:30:00.001Z,2024-03-01,true,"two\nlines",de-CH,Suite,1.10,Windows,11,',
    "AWK1-0001-=+-@,2024-01-02,東京,,2024-03-01T00:00:00Z,,,,,'-1,,,",
    "'=AWK2;1,1E10,,2024-06-01T00:00:00Z,,false,,,,,,,",
  ],
  environments: [
    'accountCode,customerEnvironmentId,customerName,creationDate',
    '\'=R-1,\'-1,"Werk, ""eins""",2024-01-31T23:59:59.999Z',
    "'+B-1,1E5,東京,2024-02-29",
  ],
  certificates: [
    'certificateName,kind,durationMonths,status,category,badgeColor,description',
    '\'=Certificate,User,255,Canceled,1E5,#ABCDEF,"two\nlines"',
    "'=Certificate,Account,1,Pending,,,",
  ],
  certifications: [
    'validationCode,certificateName,kind,accountCode,email,firstName,lastName,creationDate,expirationDate,notes,status',
    '0000000000,Sales Specialist,User,8001234567890,"zoe.o\'hara+portal@elan.example",,,2024-01-31T23:59:59.999Z,2124-02-29T00:00:00Z,"two\nlines",Confirmed',
    "1E10000000,technical specialist,User,'=R-1,,'=Zoë,O'Hara,2024-05-01,,'+39,Revoked",
  ],
  deals: [
    'code,line,vendorAccountCode,company,vatId,firstName,lastName,email,phoneNumber,webSite,street,city,postalCode,countryCode,description,startDate,creationDate,estimatedCloseDate,chanceOfClosure,status,protectionStatus,sku,quantity,price',
    '\'=D;1,1,8001234567890,"Élan, ""Söhne"" & C.",IT12345678903,\'=Zoë,O\'Hara,zoe@elan.example,\'+39 02 555,https://elan.example/?a=1,\'@home,Forlì,00184,IT,"two\nlines",2024-01-10T09:00:00.123Z,2024-01-11T00:30:00.001Z,2024-12-31T23:59:59Z,33,Won,Approved,4006381333931,3,1.234',
    '\'=D;1,2,8001234567890,"Élan, ""Söhne"" & C.",IT12345678903,\'=Zoë,O\'Hara,zoe@elan.example,\'+39 02 555,https://elan.example/?a=1,\'@home,Forlì,00184,IT,"two\nlines",2024-01-10T09:00:00.123Z,2024-01-11T00:30:00.001Z,2024-12-31T23:59:59Z,33,Won,Approved,\'+1-SKU,1000,0.0001',
    "1E5,1,'=R-1,\u6771\u4eac,,,,,,,,,,,,2024-05-01T00:00:00Z,2024-05-01T00:00:00Z,,0,Lost,Duplicated,,,",
  ],
}

const fileOf = async (admin: Admin, body: object): Promise<Buffer> =>
  (await admin.send(exportsOfLists.create, { fileName: 'export', ...body })).bytes

type Format = 'csv' | 'xlsx'
type Language = 'en' | 'it'

/** The files of an import that the screens export: the shown columns and those that an import needs besides. */
async function exported(admin: Admin, kind: ImportKind, format: Format, languageCode: Language): Promise<Buffer[]> {
  const file = (list: ExportList, search: object, columns: NewExportColumn[]) =>
    fileOf(admin, { list, search, columns, format, languageCode })
  const shown = shownColumns(languageCode)
  const asList = (list: keyof typeof shown, search: object = { includeChildren: true }) =>
    file(list, search, [...shown[list], ...forImport(list, shown[list])])
  const asLines = (list: ExportList) => file(list, { includeChildren: true }, importColumns[kind].map(importColumn))
  switch (kind) {
    case 'accounts':
      return [await asList('accounts.search')]
    case 'users':
      return [await asList('users.search')]
    case 'products':
      return [await asList('catalogue.search')]
    case 'licenses':
      return [await asList('licenses.search')]
    case 'certifications':
      return [await asList('userCertificates.search')]
    case 'stock': {
      // The screen shows the stock of one account.
      const { json } = await admin.send(stock.search, { includeChildren: true, limit: 500 })
      const owners = new Set((json() as { items: { accountId: string }[] }).items.map(({ accountId }) => accountId))
      const files: Buffer[] = []
      for (const parentAccountId of owners) files.push(await asList('stock.search', { parentAccountId }))
      return files
    }
    case 'settings':
    case 'addresses':
    case 'roles':
    case 'features':
    case 'product-types':
    case 'price-plans':
    case 'thresholds':
    case 'seats':
    case 'environments':
    case 'certificates':
      return []
    default: {
      const lines = lineLists.find((each) => each.kind === kind && each.list !== 'orders.sellInLines')
      return [await asLines((lines as { list: ExportList }).list)]
    }
  }
}

const inTenant = (tenantId: string) => ({ tenantId, userId: null, reach: null, clock: null, requestId: null })

/** All records of a kind, as an import file has them. */
async function recordsOf(tenantId: string, kind: ImportKind): Promise<Record<string, string | null>[]> {
  const root = await world.db
    .read(inTenant(tenantId))
    .row<{ id: string }>(sql`select account_id as id from accounts where tenant_id = ${tenantId} and parent_id is null`)
  const rows = await world.db
    .read({ ...inTenant(tenantId), reach: root?.id ?? null })
    .rows<PresentedRow>(presentRows(kind, null))
  // The list of accounts has those below the reader, so no file has the root.
  return rows
    .map(({ id, ...row }) => row)
    .filter(({ accountCode, groupName }) => accountCode !== 'VERDANT' || !groupName)
}

/** Fields that differ between tenants: ids, the tenants' own numbers, who did it, and when it was imported. */
const ofTenant =
  /(^id|Id|(?<!external)Ids|creator|createdBy|modifiedDate|orderCode|derivedOrderCode|blocked|details|tenants)$/

type Item = Record<string, unknown>

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (value === null || typeof value !== 'object') return value
  const fields = Object.entries(value).filter(([name]) => !ofTenant.test(name))
  return Object.fromEntries(fields.map(([name, each]) => [name, plain(each)]))
}

/** An order without a reference gets its code as reference; a user is created by the import. */
const asImported: Record<string, (item: Item) => Item> = {
  [orders.sellOut.path]: (item) => ({ ...item, orderRefCode: item.orderRefCode ?? item.orderCode }),
  [users.search.path]: ({ creationDate, ...item }) => item,
}

/** What the lists on the screens say. */
async function listsOf(admin: Admin, changed?: (text: string) => string) {
  const searched = [accounts.search, users.search, catalogue.search, stock.search, orders.sellOut, licenses.search]
  const lists: Record<string, unknown[]> = {}
  for (const endpoint of searched) {
    const { json } = await admin.send(endpoint, { includeChildren: true, limit: 500 })
    const { items } = json() as { items: Item[] }
    lists[endpoint.path] = sorted(items.map(asImported[endpoint.path] ?? ((item) => item)).map(plain), changed)
  }
  return lists
}

const sorted = (rows: unknown[], changed = (text: string) => text): unknown[] =>
  rows
    .map((row) => changed(JSON.stringify(row)))
    .sort()
    .map((text) => JSON.parse(text) as unknown)

beforeAll(async () => {
  // The companies of the tests have a VAT id that no form takes.
  await world.db.write(inTenant(world.tenantId), (tx) => tx.run(sql`update addresses set vat_id = '923609016'`))
  for (const kind of importKinds) {
    const { faults, report } = await bring(
      source,
      kind,
      `${kind}.csv`,
      Buffer.from(`${awkward[kind].join('\r\n')}\r\n`),
    )
    expect([kind, faults, report.outcome]).toEqual([kind, [], 'imported'])
  }
  await licensing(world).key(acme, 'EDGE-1Y')
  await issue({ 'EDGE-1Y': 5 })
  await sell(vendor, nordico, { 'EDGE-1Y': 2 })
  await request(nordico, { BOX: 3 })
})

const forms = [
  ['xlsx', 'it'],
  ['csv', 'en'],
  ['csv', 'it'],
] as const

test.each(isFull ? forms : forms.slice(0, 1))(
  'what the screens export as %s (%s) makes the same records in an empty tenant',
  async (format, language) => {
    const target = await emptyTenant(`empty-${format}-${language}`)
    const suffix = `-${format}-${language}`.toUpperCase()
    for (const kind of importKinds) {
      const files = (await exported(source, kind, format, language)).map((bytes) => ({ bytes, as: format }))
      // What no list exports comes from the command.
      if (files.length === 0) files.push({ bytes: await commandFile(kind), as: 'csv' })
      for (const { bytes, as } of files) {
        const { faults, report } = await bring(target, kind, `${kind}.${as}`, bytes, suffix)
        expect([kind, faults, report.rows > 0]).toEqual([kind, [], true])
        expect([kind, await byCommand(kind, as, bytes)]).toEqual([kind, { problems: [], added: 0, changed: 0 }])
      }
    }
    const original = (text: string) => text.replace(suffix, '')
    for (const kind of importKinds) {
      const [made, given] = [await recordsOf(target.tenantId, kind), await recordsOf(source.tenantId, kind)]
      expect([kind, sorted(made, original)]).toEqual([kind, sorted(given)])
    }
    expect(await listsOf(target, original)).toEqual(await listsOf(source))
  },
)

/** The file that `portal export` writes of the source. */
async function commandFile(kind: ImportKind): Promise<Buffer> {
  const folder = mkdtempSync(join(scratch, 'folder-'))
  await exportFolder(world.db, source.tenantId, folder)
  return readFileSync(join(folder, `${kind}.csv`))
}

/** Imports a file into its own tenant by the command, which reads it without a browser. */
async function byCommand(kind: ImportKind, format: Format, bytes: Buffer) {
  const folder = mkdtempSync(join(scratch, 'again-'))
  writeFileSync(join(folder, `${kind}.${format}`), bytes)
  const problems: string[] = []
  const told = { added: 0, changed: 0 }
  await importFolder(world.db, source.tenantId, folder, {
    ...{ dryRun: false, keepGood: false, refusedTo: scratch },
    onProblem: (_, { line, column, value, reason }) => problems.push(`${line} ${column} ${value}: ${reason}`),
    onFile: (outcome) => Object.assign(told, { added: outcome.new, changed: outcome.changed }),
  })
  return { problems, ...told }
}
