import { accounts } from '@trellis/contract/accounts'
import { catalogue } from '@trellis/contract/catalogue'
import { type ImportKind, imports } from '@trellis/contract/imports'
import { expect, test } from 'vitest'
import { network, type Person } from '../../testing/network.ts'
import { runQueued } from '../../testing/queue.ts'
import { raw } from '../../testing/selling.ts'
import { importTask } from './queries.ts'

/* What an import would do, told before it does it: old and new of every record, and warnings in words. */

const world = await network()
const { vendor, nordico, acme, canary } = world

const csv = (...lines: string[]) => `${lines.join('\r\n')}\r\n`

async function bring(person: Person, kind: ImportKind, lines: string[], wishes: { dryRun?: boolean } = {}) {
  const { id } = await person.call(imports.create, {
    body: { kind, fileName: `${kind}.csv`, csv: csv(...lines), dryRun: true, ...wishes },
  })
  await runQueued(world, importTask)
  return person.call(imports.read, { params: { id } })
}

const changesOf = (person: Person, id: string, query: { page?: number; field?: string } = {}) =>
  person.call(imports.changes, { params: { id }, query })

const codeOf = async ({ accountId }: Person): Promise<string> =>
  (await raw<{ code: string }>(world, 'select code from accounts where account_id = $1', [accountId]))[0]?.code ?? ''

const warned = ({ warnings }: { warnings: { warning: string; details: string[]; rowCount: number }[] }) =>
  warnings.map(({ warning, details, rowCount }) => [warning, rowCount, ...details])

test('a dry run shows each account that would change, field by field, and keeps none of it', async () => {
  const code = await codeOf(acme)
  const before = await vendor.call(accounts.read, { params: { id: acme.accountId } })
  const report = await bring(vendor, 'accounts', [
    'accountCode,accountName,groupName,parentAccountCode,city,countryCode',
    `${code},Acme Renamed,RESELLER_GOLD,${await codeOf(nordico)},Trondheim,NO`,
  ])
  expect(report).toMatchObject({ outcome: 'imported', counts: { new: 0, changed: 1 }, warnings: [] })
  const { items, fields, changed, total } = await changesOf(vendor, report.importId)
  expect({ changed, total }).toEqual({ changed: 1, total: 1 })
  expect(items).toMatchObject([
    {
      action: 'account.updated',
      entity: 'account',
      entityId: acme.accountId,
      before: { name: before.accountName },
      after: { name: 'Acme Renamed', city: 'Trondheim' },
    },
  ])
  // Only what differs.
  expect(Object.keys(items[0]?.after as object)).not.toContain('code')
  expect(fields).toContainEqual({ field: 'name', records: 1 })
  expect(await vendor.call(accounts.read, { params: { id: acme.accountId } })).toEqual(before)
})

test('people, whom a dry run did not write before, are shown with names, roles and language', async () => {
  await bring(
    vendor,
    'users',
    ['email,accountCode,firstName,lastName,roles', `ida@acme.example,${await codeOf(acme)},Ida,Berg,Basic`],
    { dryRun: false },
  )
  const report = await bring(vendor, 'users', [
    'email,accountCode,firstName,lastName,roles,languageCode',
    `ida@acme.example,${await codeOf(acme)},Ida,Bergen,Basic|AccountAdmin,it`,
  ])
  expect(report.counts).toMatchObject({ changed: 1 })
  const { items, names } = await changesOf(vendor, report.importId)
  expect(items).toMatchObject([
    {
      action: 'user.updated',
      before: { lastName: 'Berg', languageCode: 'en' },
      after: { lastName: 'Bergen', languageCode: 'it' },
    },
  ])
  const { roleIds = [] } = (items[0]?.after ?? {}) as { roleIds?: number[] }
  expect(roleIds.map((id) => names[`role:${id}`])).toEqual(expect.arrayContaining(['Basic', 'AccountAdmin']))
  expect(warned(report)).toEqual([['widensRoles', 1, 'ida@acme.example', 'AccountAdmin']])
  expect(await raw(world, `select last_name from users where email = 'ida@acme.example'`)).toEqual([
    { last_name: 'Berg' },
  ])
})

test('a super admin role that a file gives is warned of, also to new people', async () => {
  const report = await bring(vendor, 'users', [
    'email,accountCode,firstName,lastName,roles',
    `boss@verdant.example,${await codeOf(vendor)},New,Boss,SuperAdmin`,
  ])
  expect(warned(report)).toEqual([['givesSuperAdmin', 1, 'boss@verdant.example']])
})

const skus = Array.from({ length: 60 }, (_, n) => `PRE-${String(n).padStart(3, 'A')}`)

test('many changed products come in pages of 50 and by field, with exact numbers, and the many are warned of', async () => {
  await bring(vendor, 'products', ['sku,name,price', ...skus.map((sku) => `${sku},Name,100`)], { dryRun: false })
  const report = await bring(vendor, 'products', [
    'sku,name,price',
    ...skus.map((sku, n) => `${sku},${n < 10 ? 'Other' : 'Name'},${n === 3 ? 20 : 101}`),
  ])
  expect(report.counts).toMatchObject({ changed: 60 })
  const first = await changesOf(vendor, report.importId)
  expect(first.items).toHaveLength(50)
  expect({ total: first.total, changed: first.changed }).toEqual({ total: 60, changed: 60 })
  expect(first.fields).toEqual([
    { field: 'priceMsrp', records: 60 },
    { field: 'name', records: 10 },
  ])
  expect((await changesOf(vendor, report.importId, { page: 2 })).items).toHaveLength(10)
  const named = await changesOf(vendor, report.importId, { field: 'name' })
  expect(named.total).toBe(10)
  expect(named.items).toHaveLength(10)
  expect(warned(report)).toEqual([
    ['priceJumps', 1, 'PRE-AA3', '100', '20'],
    ['manyChanges', 60, '60', expect.any(String)],
  ])
  expect(report.warnings[0]).toMatchObject({
    column: 'price',
    lines: [5],
    message: expect.stringContaining('PRE-AA3: 100 becomes 20'),
  })
})

test('each price of a list is told by itself, and one that changes by more than half is warned of', async () => {
  const own = await codeOf(vendor)
  const head = 'priceListName,ownerAccountCode,sku,currencyCode,customPrice'
  const rows = (price: (n: number) => number) => [
    head,
    ...skus.slice(0, 3).map((sku, n) => `Preview,${own},${sku},EUR,${price(n)}`),
  ]
  await bring(
    vendor,
    'price-lists',
    rows((n) => 50 + n),
    { dryRun: false },
  )
  const report = await bring(
    vendor,
    'price-lists',
    rows((n) => (n === 0 ? 5 : n === 1 ? 52 : 52)),
  )
  const { items, fields } = await changesOf(vendor, report.importId)
  expect(fields).toEqual([{ field: 'customPrice', records: 2 }])
  const sku = ({ after }: { after: unknown }) => (after as { items: { sku: string }[] }).items[0]?.sku ?? ''
  expect(items.toSorted((one, other) => sku(one).localeCompare(sku(other)))).toMatchObject([
    {
      entity: 'price_list',
      entityName: 'Preview',
      currency: 'EUR',
      before: { items: [{ sku: 'PRE-AA0', customPrice: 50 }] },
      after: { items: [{ sku: 'PRE-AA0', customPrice: 5 }] },
    },
    { after: { items: [{ sku: 'PRE-AA1', customPrice: 52 }] } },
  ])
  expect((await changesOf(vendor, report.importId, { field: 'customPrice' })).total).toBe(2)
  expect((await changesOf(vendor, report.importId, { field: 'name' })).total).toBe(0)
  expect(warned(report)).toEqual([['priceJumps', 1, 'PRE-AA0', '50', '5']])
})

test('a quantity break that changes by more than half is warned of like a price', async () => {
  const own = await codeOf(vendor)
  const file = (breaks: string) => [
    'priceListName,ownerAccountCode,sku,currencyCode,customPrice,quantityBreaks',
    `Breaks,${own},${skus[0]},EUR,50,${breaks}`,
  ]
  await bring(vendor, 'price-lists', file('10:45|50:40.5'), { dryRun: false })
  expect(warned(await bring(vendor, 'price-lists', file('10:45|50:4.05')))).toEqual([
    ['priceJumps', 1, skus[0], '40.5', '4.05'],
  ])
  expect(warned(await bring(vendor, 'price-lists', file('10:45|50:30')))).toEqual([])
})

test('a product whose currency changes, and new ones in a foreign currency, are warned of', async () => {
  const head = 'sku,name,price,currencyCode'
  expect(warned(await bring(vendor, 'products', [head, `${skus[0]},Name,100,USD`]))).toEqual([
    ['currencyChanges', 1, skus[0], 'EUR', 'USD'],
  ])
  expect(
    warned(await bring(vendor, 'products', [head, 'CUR-1,One,1,USD', 'CUR-2,Two,1,USD', 'CUR-3,Three,1,EUR'])),
  ).toEqual([['otherCurrency', 2, 'USD', 'EUR']])
  expect(
    warned(await bring(vendor, 'products', [head, 'CUR-1,One,1,USD', 'CUR-2,Two,1,EUR', 'CUR-3,Three,1,EUR'])),
  ).toEqual([])
})

test('codes that lost their leading zeros are warned of, and numbers that count up are not', async () => {
  const head = 'sku,name,price'
  const codes = ['104711', '230412', '987001', '120034', '550012', '730021', '410077', '660090', '4712', '31415']
  expect(warned(await bring(vendor, 'products', [head, ...codes.map((code) => `${code},Name,1`)]))).toEqual([
    ['shortCodes', 2, '4712', '6'],
  ])
  const counted = Array.from({ length: 120 }, (_, n) => String(n + 1))
  expect(warned(await bring(vendor, 'products', [head, ...counted.map((code) => `${code},Name,1`)]))).toEqual([])
})

test('a root that would get another name or code is warned of, old and new', async () => {
  const [root] = await raw<{ code: string; name: string; group: string }>(
    world,
    `select a.code, a.name, g.name as group from accounts a join account_groups g using (tenant_id, group_id) where a.account_id = $1`,
    [vendor.accountId],
  )
  const head = 'accountCode,accountName,groupName,parentAccountCode'
  expect(warned(await bring(vendor, 'accounts', [head, `OTHER,Something Else,${root?.group},`]))).toEqual([
    ['rootRenamed', 1, root?.name, 'Something Else'],
    ['rootRecoded', 1, root?.code, 'OTHER'],
  ])
})

test('changes are told to who imports only: not to a colleague, a partner, another tenant, nor in another way of asking (threats T2)', async () => {
  const { id } = await vendor.call(imports.create, {
    body: { kind: 'products', fileName: 'p.csv', csv: csv('sku,name,price', `${skus[0]},Secret,1`), dryRun: true },
  })
  await runQueued(world, importTask)
  for (const stranger of [nordico, canary])
    expect(await stranger.refused(imports.changes, { params: { id } })).toMatchObject({ code: 'RQ404' })
  const { status } = await vendor.raw(imports.changes, { params: { id }, query: { page: 0 } })
  expect(status).toBe(422)
  expect(await changesOf(vendor, id, { page: 20 })).toMatchObject({ items: [], total: 1 })
  expect(await changesOf(vendor, id, { field: `' or true --` })).toMatchObject({ items: [], total: 0 })
  expect(
    await vendor.call(catalogue.search, { body: { filterBy: [{ field: 'sku', values: [skus[0] ?? ''] }] } }),
  ).not.toMatchObject({
    items: [{ name: 'Secret' }],
  })
})
