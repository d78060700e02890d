// @module-tag long
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { csvLine } from '@trellis/contract/csv'
import { deals } from '@trellis/contract/deals'
import { type ImportKind, importColumns, importKinds } from '@trellis/contract/import-columns'
import { importTemplates } from '@trellis/contract/import-templates'
import { network as accounts } from '@trellis/contract/network'
import { orders } from '@trellis/contract/orders'
import { afterAll, expect, test } from 'vitest'
import { createTenant } from './cli/create-tenant.ts'
import { importFolder } from './modules/imports/index.ts'
import type { Route } from './platform/http/routes.ts'
import { paramsOf, request } from './testing/calling.ts'
import { network, password, type Raw } from './testing/network.ts'
import { hasProperty } from './testing/samples.ts'
import { raw } from './testing/selling.ts'

/*
 * Files of other systems say little. Each kind of record is imported with nothing but what it must have, and once more with
 * each other column alone. Whatever came in can be read. Covers: server/src/modules/deals/order-deal.ts
 */

const world = await network()
const { app, db, somebody } = world
const folder = mkdtempSync(join(tmpdir(), 'trellis-sparse-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const adminEmail = 'vera@sparse.example'
const { tenantId } = await createTenant(db, {
  ...{ code: 'sparse', name: 'Sparse', currencyCode: 'EUR', adminEmail, adminPassword: password },
})
const admin = somebody('sparse', adminEmail)

type Row = Readonly<Record<string, string | undefined>>
const day = '2024-05-02'
const onDay = { creationDate: day }

/** What an account must have. */
const place = { vatId: 'IT12345678903', street: 'Via Roma 1', city: 'Torino', postalCode: '10100', countryCode: 'IT' }

/** The least that each record must have. `n` keeps it apart from the others of its file. */
const least: Record<ImportKind, (n: number) => Row[]> = {
  settings: () => [{ setting: 'protectionDays', value: '120' }],
  roles: (n) => [{ roleName: `Role ${n}`, permissions: 'Orders:r' }],
  accounts: (n) => [
    n === 0
      ? { accountCode: 'ROOT', accountName: 'Sparse', groupName: 'OPCO' }
      : { accountCode: `A-${n}`, accountName: `Account ${n}`, groupName: 'DISTRIBUTOR', parentAccountCode: 'ROOT' },
  ],
  addresses: (n) => [{ accountCode: 'A-1', line: String(n + 2) }],
  users: (n) => [
    { email: `u${n}@sparse.example`, accountCode: 'A-1', firstName: 'U', lastName: String(n), roles: 'Basic' },
  ],
  features: (n) => [{ featureName: `feature ${n}`, typeName: 'int', description: 'Least' }],
  'product-types': (n) => [{ typeName: `Type ${n}` }],
  products: (n) => [
    { sku: `P-${n}`, name: `Product ${n}`, price: '10' },
    { sku: `L-${n}`, name: `Key ${n}`, price: '10', isLicense: 'true', licensePrefix: 'LEAST' },
  ],
  'price-lists': (n) => [
    { priceListName: `List ${n}`, ownerAccountCode: 'ROOT', sku: 'P-0', currencyCode: 'EUR', customPrice: '9' },
  ],
  'price-list-accounts': (n) => [{ accountCode: `A-${n + 1}`, priceListName: 'List 0', ownerAccountCode: 'ROOT' }],
  'price-plans': (n) => [
    { priceListName: 'List 0', ownerAccountCode: 'ROOT', day: `2099-01-1${n}`, sku: 'P-0', customPrice: '8' },
  ],
  stock: (n) => [{ accountCode: 'ROOT', sku: `P-${n}`, quantity: '7' }],
  thresholds: (n) => [{ accountCode: 'A-1', sku: `P-${n}`, threshold: '3' }],
  orders: (n) =>
    ['pending', 'approved', 'canceled', 'revoked'].map((status) => ({
      ...{ orderRefCode: `${status} ${n}`, line: '1', buyerAccountCode: 'A-1', vendorAccountCode: 'ROOT', status },
      ...{ ...onDay, sku: 'P-0', quantity: '1', price: '9', currencyCode: 'EUR' },
      ...(status === 'revoked' && { approvalDate: '2024-05-03' }),
    })),
  licenses: (n) => [
    { serialKey: `IDLE-${n}`, ownerAccountCode: 'A-1', sku: 'L-0', seats: '2', ...onDay },
    { serialKey: `ACTIVE-${n}`, ownerAccountCode: 'A-1', sku: 'L-0', seats: '20', ...onDay, activationDate: day },
  ],
  seats: (n) => [{ serialKey: 'ACTIVE-0', deviceUuid: `device ${n}` }],
  environments: (n) => [{ accountCode: 'A-1', customerEnvironmentId: `plant ${n}`, customerName: 'Plant' }],
  certificates: (n) =>
    ['User', 'Account'].map((kind) => ({ certificateName: `${kind} ${n}`, kind, durationMonths: '12' })),
  certifications: (n) => [
    { certificateName: `User ${n % 5}`, kind: 'User', accountCode: 'A-1', email: 'u0@sparse.example', ...onDay },
    { certificateName: `User ${n % 5}`, kind: 'User', accountCode: 'A-1', firstName: 'A', lastName: 'Guest', ...onDay },
    { certificateName: `Account ${n % 5}`, kind: 'Account', accountCode: 'A-1', ...onDay },
  ],
  deals: (n) => {
    const deal = (name: string, status: string) => ({
      ...{ code: `D-${name}`, line: '1', vendorAccountCode: 'ROOT', company: `Company ${name}` },
      ...{ ...onDay, status },
    })
    if (n > 0) return [deal(`${n} Won`, 'Won')]
    const almost = Object.keys(place).map((column) => ({ ...deal(`no ${column}`, 'Won'), ...place, [column]: '' }))
    return [...['Won', 'New', 'Lost'].map((status) => deal(`0 ${status}`, status)), ...almost]
  },
}

const item = { sku: 'P-0', price: '10' }
/** What a column is given where the example of the files does not fit, with the columns that it cannot be without. */
const given: Readonly<Record<string, Row>> = {
  externalIds: { externalIds: 'erp:' },
  'product-types.featureName': { featureName: 'feature 0' },
  'product-types.value': { featureName: 'feature 0', value: '30' },
  // One of each of the two is there already.
  'products.isLicense': {},
  'products.extendedSku': { extendedSku: 'L-0' },
  'products.originalSku': { originalSku: 'L-0' },
  'price-lists.quantityBreaks': { quantityBreaks: '5:8' },
  'price-lists.discountType': { discountType: 'percentage', discountAmount: '10' },
  'price-lists.discountAmount': { discountType: 'amount', discountAmount: '1' },
  'price-plans.quantityBreaks': { quantityBreaks: '5:7' },
  'price-plans.discountType': { discountType: 'percentage', discountAmount: '20' },
  'price-plans.discountAmount': { discountType: 'amount', discountAmount: '2' },
  'orders.approvalDate': {},
  'licenses.activationDate': { activationDate: day },
  'licenses.expirationDate': { activationDate: day, expirationDate: '2026-05-03' },
  'licenses.extensions': { extensions: 'P-0:2' },
  // Who has it: a user, a guest or an account.
  ...{ 'certifications.email': {}, 'certifications.firstName': {}, 'certifications.lastName': {} },
  'certifications.validationCode': {},
  'deals.sku': { sku: 'P-0' },
  'deals.ownerEmail': { ownerEmail: 'u0@sparse.example' },
  'deals.eBidValue': { ...item, eBidValue: '5' },
  'deals.eBidStatus': { ...item, eBidValue: '5', eBidStatus: 'Refused' },
  'deals.eBidApprovedValue': { ...item, eBidValue: '5', eBidStatus: 'Approved', eBidApprovedValue: '6' },
}

function fileOf(kind: ImportKind): string {
  const columns = importColumns[kind].map(({ name }) => name)
  const optional = importColumns[kind].filter(({ required }) => !required).map(({ name }) => name)
  const rows = [undefined, ...optional].flatMap((column, n) =>
    least[kind](n).map((row, i): Row => {
      if (column === undefined) return row
      const example = importTemplates[kind].findLast((each) => each[column])?.[column] ?? ''
      const more = given[`${kind}.${column}`] ?? given[column] ?? { [column]: example }
      return { ...more, ...(more.externalIds && { externalIds: `${more.externalIds}${kind}-${i}` }), ...row }
    }),
  )
  return [columns, ...rows.map((row) => columns.map((name) => row[name] ?? ''))].map((cells) => csvLine(cells)).join('')
}

const said: string[] = []
for (const kind of importKinds) writeFileSync(join(folder, `${kind}.csv`), fileOf(kind))
await importFolder(db, tenantId, folder, {
  ...{ dryRun: false, keepGood: false, refusedTo: folder },
  onProblem: (file, { line, column, value, reason }) => said.push(`${file} ${line} ${column} ${value}: ${reason}`),
})

const rows = (table: string, id: string, among = 'true') =>
  `select ${id}::text as id from ${table} where ${among} order by 1`

/** The ids that a parameter takes: by its name, or those of \`id\` by the path. */
const named: Readonly<Record<string, string>> = {
  accountId: rows('accounts', 'account_id'),
  serialKey: rows('licenses', 'serial_key'),
  certificateId: rows('certificates', 'certificate_id'),
  validationCode: rows('issued_certificates', 'validation_code'),
  '/accounts/': rows('accounts', 'account_id'),
  '/users/': rows('users', 'user_id'),
  '/pricelists/products/': rows('products', 'product_id'),
  '/pricelists/': rows('price_lists', 'price_list_id'),
  '/pricePlans/': rows('price_plans', 'plan_id'),
  '/products/': rows('products', 'product_id'),
  '/productsType/': rows('product_types', 'type_id'),
  '/orders/': rows('orders', 'order_id'),
  '/deals/': rows('deals', 'deal_id'),
  '/onPremiseEnvironments/': rows('environments', 'environment_id'),
  '/certificates/users/': rows('issued_certificates', 'issued_id'),
  '/certificates/accounts/': rows('issued_certificates', 'issued_id'),
  '/certificates/': rows('certificates', 'certificate_id'),
  '/audit/:id': 'select min(audit_id::text) as id from audit_log group by tenant_id, action',
}

const idOfAccount = async (code: string) =>
  (await raw<{ id: string }>(world, `select account_id as id from accounts where code = '${code}'`))[0]?.id ?? ''

/** A page is drawn by the same code for each record: a few of them are drawn, the barest first. */
const drawn = 3

async function requestsOf(route: Route): Promise<Raw[]> {
  const { path, query, body, binary } = route.endpoint
  const [param] = paramsOf(path)
  const sample = request(route)
  const wide = {
    ...(hasProperty(body, 'limit') && { limit: 100 }),
    ...(hasProperty(body, 'includeChildren') && { includeChildren: true }),
    ...(route.name === 'find.search' && { text: 'company' }),
  }
  const below = { query: { ...(sample.query as object), parentAccountId: await idOfAccount('A-1') } }
  const asked = {
    ...sample,
    ...(body && { body: { ...(sample.body as object), ...wide } }),
    ...(hasProperty(query, 'parentAccountId') && below),
  }
  const ids = named[param ?? ''] ?? Object.entries(named).find(([start]) => path.startsWith(start))?.[1]
  if (param === undefined || ids === undefined) return [asked]
  const found = await raw<{ id: string }>(world, ids)
  return found.slice(0, binary ? drawn : undefined).map(({ id }) => ({
    ...asked,
    params: { ...(sample.params as object), [param]: id },
  }))
}

test('what comes in with nothing but what it must have is read as any other', async () => {
  expect(said).toEqual([])
  // All tenants of the installation are no records of this one.
  const reads = app.routes.filter(
    ({ name, endpoint: { effect, streams } }) =>
      effect === 'read' && streams === null && name !== 'tenants.lookup' && name !== 'exports.create',
  )
  const answered = new Set<string>()
  const failed: string[] = []
  for (const route of reads) {
    const call = async (asked: Raw) => {
      const { status } = await admin.raw(route.endpoint, asked)
      if (status >= 500) failed.push(`${route.name} ${JSON.stringify(asked)}`)
      if (status === 200) answered.add(route.name)
    }
    await Promise.all((await requestsOf(route)).map(call))
  }
  expect(failed).toEqual([])
  // The control: the records were found, but for kinds that no file brings.
  const elsewhere = /^(files|attachments|approvalRules|keyLinks|webhooks|imports|exports|reports|sandbox)\./
  const ofRecords = reads.filter(({ endpoint: { path } }) => /:(id|serialKey|accountId)\b/.test(path))
  expect(ofRecords.map(({ name }) => name).filter((name) => !answered.has(name) && !elsewhere.test(name))).toEqual([])
})

/** A deal that was won, with an item: that with the last code with such a company. */
async function wonDeal(having: string) {
  const [deal] = await raw<{ id: string; company: string }>(
    world,
    `select d.deal_id as id, p.name as company from deals d join deal_prospects p using (tenant_id, deal_id)
     where d.status = 'Won' and ${having} order by d.code desc limit 1`,
  )
  const { id, company } = deal ?? { id: '', company: '' }
  return { id, company, buyer: () => admin.call(deals.buyer, { params: { id } }) }
}
async function makeAccount(accountName: string, vatId: string): Promise<string> {
  const [like] = await raw<{ groupId: number; parentAccountId: string; priceListId: string }>(
    world,
    `select a.group_id as "groupId", a.parent_id as "parentAccountId", l.price_list_id as "priceListId"
     from accounts a join price_lists l on l.tenant_id = a.tenant_id and l.name = 'List 0' where a.code = 'A-1'`,
  )
  const address = { ...place, vatId }
  const body = { accountName, groupId: 0, parentAccountId: '', ...like, address }
  return (await admin.call(accounts.create, { body })).id
}

test('an imported deal without a VAT id is purchased, and sold to the account with the name of its company (rules J14)', async () => {
  const { id, company, buyer } = await wonDeal('exists (select from deal_items i where i.deal_id = d.deal_id)')
  const { items, ...nobody } = await buyer()
  expect(nobody).toMatchObject({ accountId: null, newAccount: null })
  const order = (body: object) => admin.raw(orders.create, { body: { dealId: id, items, ...body } })
  expect(await order({ buyerAccountId: await idOfAccount('A-1') })).toMatchObject({
    status: 422,
    body: { info: { issues: [{ path: 'buyerAccountId', code: 'contradicts' }] } },
  })
  expect((await order({})).status).toBe(201)
  const buyerAccountId = await makeAccount(company.toUpperCase(), 'IT01234567897')
  expect(await buyer()).toMatchObject({ accountId: buyerAccountId })
  expect((await order({ buyerAccountId })).status).toBe(201)
})

test.each(Object.keys(place))('no account is made of an imported deal without %s (rules J14)', async (column) => {
  const { buyer } = await wonDeal(`d.code = 'D-no ${column}'`)
  expect(await buyer()).toMatchObject({ accountId: null, newAccount: null })
})

test('a VAT id finds the account of an imported deal without a country, and no account is found by having none', async () => {
  const vatId = 'IT00743110157'
  const { buyer } = await wonDeal(`p.vat_id = '${vatId}' and p.country_code = ''`)
  expect(await buyer()).toMatchObject({ accountId: null, newAccount: null })
  const accountId = await makeAccount('Another Name', vatId.slice(2))
  expect(await buyer()).toMatchObject({ accountId })
  // There are accounts in this country without a VAT id.
  expect(await raw(world, `select from addresses where country_code = 'IT' and vat_id = ''`)).not.toEqual([])
  const inCountry = await wonDeal(`p.vat_id = '' and p.country_code = 'IT' and p.street = ''`)
  expect(await inCountry.buyer()).toMatchObject({ accountId: null, newAccount: null })
})
