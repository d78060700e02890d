import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accounts } from '@trellis/contract/accounts'
import { catalogue } from '@trellis/contract/catalogue'
import { type ImportKind, imports } from '@trellis/contract/imports'
import { afterEach, expect, test } from 'vitest'
import { checkTenant } from '../../cli/check/run.ts'
import { network, type Person } from '../../testing/network.ts'
import { runQueued } from '../../testing/queue.ts'
import { raw } from '../../testing/selling.ts'
import { importFolder } from './engine/folder.ts'
import { importTask } from './queries.ts'
import { undoRun } from './undo-run.ts'

/* Taking an import back for a day: what it made and changed, as far as nothing was built on it. */

const world = await network()
const { vendor, nordico, acme, canary } = world

const csv = (...lines: string[]) => `${lines.join('\r\n')}\r\n`

async function bring(person: Person, kind: ImportKind, lines: string[]) {
  const { id } = await person.call(imports.create, {
    body: { kind, fileName: `${kind}.csv`, csv: csv(...lines), dryRun: false },
  })
  await runQueued(world, importTask)
  const report = await person.call(imports.read, { params: { id } })
  expect(report).toMatchObject({ outcome: 'imported', counts: { bad: 0 } })
  return report
}

const undo = (person: Person, id: string, whatCanBe = false) =>
  person.call(imports.undo, { params: { id }, body: { whatCanBe } })

const codeOf = async ({ accountId }: Person): Promise<string> =>
  (await raw<{ code: string }>(world, 'select code from accounts where account_id = $1', [accountId]))[0]?.code ?? ''
const codes = { vendor: await codeOf(vendor), nordico: await codeOf(nordico), acme: await codeOf(acme) }

const rows = (query: string, values: unknown[] = []) => raw<Record<string, unknown>>(world, query, values)
const living = async (code: string) =>
  (await rows('select account_id from accounts where code = $1 and deleted_at is null', [code])).length === 1
const productsNamed = async (sku: string) =>
  (await vendor.call(catalogue.search, { body: { filterBy: [{ field: 'sku', values: [sku] }] } })).items

// After each undo the counters, sums, seals and texts agree with the records.
afterEach(async () => {
  expect((await checkTenant(world.db, world.tenantId)).findings).toEqual([])
})

const accountHead = 'accountCode,accountName,groupName,parentAccountCode,city,externalIds'
const branch = [
  accountHead,
  'UNDO-D,Undo Distribution,DISTRIBUTOR,,Trento,crm:D1',
  'UNDO-R,Undo Reseller,RESELLER_GOLD,UNDO-D,Verona,',
  'UNDO-B,Undo Buyer,BUYER,UNDO-R,Milano,',
]

test('a branch that was imported is taken back, is told by events, and can be imported again', {
  tags: ['long'],
}, async () => {
  const first = await bring(vendor, 'accounts', branch)
  expect(first.undo).toMatchObject({ until: expect.any(String), undoneDate: null, undoneBy: null })
  expect(await undo(vendor, first.importId)).toEqual({
    isUndone: true,
    removed: 3,
    restored: 0,
    obstacleCount: 0,
    obstacles: [],
  })
  for (const code of ['UNDO-D', 'UNDO-R', 'UNDO-B']) expect(await living(code)).toBe(false)
  const events = await rows(
    `select action, before ->> 'code' as code from audit_log where action in ('account.deleted', 'import.undone') order by action, code`,
  )
  expect(events).toEqual([
    { action: 'account.deleted', code: 'UNDO-B' },
    { action: 'account.deleted', code: 'UNDO-D' },
    { action: 'account.deleted', code: 'UNDO-R' },
    { action: 'import.undone', code: null },
  ])
  const after = await vendor.call(imports.read, { params: { id: first.importId } })
  expect(after.undo).toEqual({
    until: null,
    undoneDate: expect.any(String),
    undoneBy: { id: vendor.userId, name: expect.stringContaining('Vera') },
  })
  expect(await vendor.refused(imports.undo, { params: { id: first.importId }, body: {} })).toMatchObject({
    code: 'RQ409',
  })

  const again = await bring(vendor, 'accounts', branch)
  expect(again.counts).toMatchObject({ new: 3 })
  expect(await living('UNDO-R')).toBe(true)
})

test('an account that has got users or children since stands in the way with all above it, and the rest can be undone', async () => {
  const report = await bring(vendor, 'accounts', [
    accountHead,
    'STAY-D,Stays,DISTRIBUTOR,,,',
    'STAY-R,Stays too,RESELLER_GOLD,STAY-D,,',
    'GOES-R,Goes,RESELLER_GOLD,STAY-D,,',
  ])
  await bring(vendor, 'users', [
    'email,accountCode,firstName,lastName,roles',
    'stay@stay.example,STAY-R,Stay,Here,Basic',
  ])
  const refused = await undo(vendor, report.importId)
  expect(refused).toMatchObject({ isUndone: false, removed: 0, restored: 0, obstacleCount: 2 })
  expect(refused.obstacles.map(({ entityName, reason }) => [entityName, reason])).toEqual([
    ['Stays', 'hasChildren'],
    ['Stays too', 'hasUsers'],
  ])
  for (const code of ['STAY-D', 'STAY-R', 'GOES-R']) expect(await living(code)).toBe(true)

  expect(await undo(vendor, report.importId, true)).toMatchObject({ isUndone: true, removed: 1, obstacleCount: 2 })
  expect(await living('GOES-R')).toBe(false)
  expect(await living('STAY-D')).toBe(true)
})

test('a changed account becomes as it was, with its address and the ids of other systems', async () => {
  const head =
    'accountCode,accountName,groupName,parentAccountCode,city,notificationReceiverEmail,creditLimit,externalIds'
  const of = (name: string, city: string, more: string) => [
    head,
    `${codes.acme},${name},RESELLER_GOLD,${codes.nordico},${city},${more}`,
  ]
  await bring(vendor, 'accounts', of('Acme', 'Oslo', 'one@acme.example,100,crm:A1'))
  const before = await vendor.call(accounts.read, { params: { id: acme.accountId } })
  const report = await bring(vendor, 'accounts', of('Acme Changed', 'Trondheim', 'two@acme.example,200,crm:A2|erp:B1'))
  expect(await vendor.call(accounts.read, { params: { id: acme.accountId } })).not.toEqual(before)
  expect(await undo(vendor, report.importId)).toMatchObject({ isUndone: true, removed: 0, restored: 1 })
  const { modifiedDate: _, ...after } = (await vendor.call(accounts.read, {
    params: { id: acme.accountId },
  })) as Record<string, unknown>
  const { modifiedDate: __, ...expected } = before as Record<string, unknown>
  expect(after).toEqual(expected)
})

test('an account that was changed again since stays as it is, and says why', { tags: ['long'] }, async () => {
  const of = (name: string) => [accountHead, `${codes.acme},${name},RESELLER_GOLD,${codes.nordico},,`]
  const first = await bring(vendor, 'accounts', of('Acme First'))
  const second = await bring(vendor, 'accounts', of('Acme Second'))
  expect((await undo(vendor, first.importId)).obstacles).toMatchObject([
    { entityId: acme.accountId, reason: 'changedSince', message: 'was changed since' },
  ])
  expect(await undo(vendor, second.importId)).toMatchObject({ restored: 1 })
  expect(await undo(vendor, first.importId)).toMatchObject({ restored: 1 })
})

const userHead = 'email,accountCode,firstName,lastName,roles,languageCode'

test('new people are deleted and their addresses are free; changed ones have names and roles as before', async () => {
  await bring(vendor, 'users', [userHead, `old@acme.example,${codes.acme},Old,Name,Basic,en`])
  const report = await bring(vendor, 'users', [
    userHead,
    `old@acme.example,${codes.acme},Other,Name,Basic|AccountAdmin,it`,
    `new@acme.example,${codes.acme},New,Person,Basic,en`,
  ])
  expect(await undo(vendor, report.importId)).toMatchObject({ isUndone: true, removed: 1, restored: 1 })
  expect(
    await rows(`select u.email, u.first_name, u.language_code, array_agg(r.name) as roles from users u
      join user_roles h using (tenant_id, user_id) join roles r using (tenant_id, role_id)
      where u.email in ('old@acme.example', 'new@acme.example') and u.deleted_at is null group by 1, 2, 3`),
  ).toEqual([{ email: 'old@acme.example', first_name: 'Old', language_code: 'en', roles: ['Basic'] }])
  expect(
    (await bring(vendor, 'users', [userHead, `new@acme.example,${codes.acme},New,Person,Basic,en`])).counts,
  ).toMatchObject({ new: 1 })
})

test('somebody who was changed by a colleague since is not deleted', async () => {
  const report = await bring(vendor, 'users', [userHead, `kept@acme.example,${codes.acme},Kept,Person,Basic,en`])
  await bring(vendor, 'users', [userHead, `kept@acme.example,${codes.acme},Kept,Better,Basic,en`])
  expect((await undo(vendor, report.importId)).obstacles).toMatchObject([
    { entityName: 'Kept Person', reason: 'changedSince' },
  ])
})

const productHead = 'sku,name,price,typeName,externalIds,status'

test('new products with their new type are deleted, and a changed one has its price, type and ids as before', {
  tags: ['long'],
}, async () => {
  await bring(vendor, 'products', [productHead, 'UP-OLD,Old,10.5,Hardware,erp:1,Active'])
  const [before] = await productsNamed('UP-OLD')
  const report = await bring(vendor, 'products', [
    productHead,
    'UP-OLD,Old too,99,Undone Type,erp:2,Pending',
    'UP-NEW,New,1,Undone Type,erp:3,Active',
  ])
  // Two products and the type.
  expect(await undo(vendor, report.importId)).toMatchObject({ isUndone: true, removed: 2, restored: 1 })
  const { modifiedDate: _, ...after } = (await productsNamed('UP-OLD'))[0] as unknown as Record<string, unknown>
  const { modifiedDate: __, ...expected } = before as unknown as Record<string, unknown>
  expect(after).toEqual(expected)
  expect(await productsNamed('UP-NEW')).toEqual([])
  expect(await rows(`select from product_types where name = 'Undone Type'`)).toEqual([])
  expect(await rows(`select system, external_id from external_ids where external_id in ('1', '2', '3')`)).toEqual([
    { system: 'erp', external_id: '1' },
  ])
})

test('a product that a price list has since is in use and stays, and so does its type; the others go', {
  tags: ['long'],
}, async () => {
  const report = await bring(vendor, 'products', [
    productHead,
    'UU-1,One,1,Used Type,,Active',
    ...Array.from({ length: 9 }, (_, n) => `UU-${n + 2},More,1,,,Active`),
  ])
  await bring(vendor, 'price-lists', [
    'priceListName,ownerAccountCode,sku,currencyCode,customPrice',
    `Uses,${codes.vendor},UU-1,EUR,1`,
  ])
  const refused = await undo(vendor, report.importId)
  expect(refused.obstacles.map(({ entityName, reason }) => [entityName, reason])).toEqual([
    ['Used Type', 'inUse'],
    ['One · UU-1', 'inUse'],
  ])
  expect(await undo(vendor, report.importId, true)).toMatchObject({ isUndone: true, removed: 9, obstacleCount: 2 })
  expect(await productsNamed('UU-1')).toHaveLength(1)
  expect(await productsNamed('UU-5')).toEqual([])
})

const priceHead = 'priceListName,ownerAccountCode,sku,currencyCode,customPrice,quantityBreaks'
const pricesOf = (name: string) =>
  rows(
    `select p.sku, trim_scale(i.custom_price)::text as price, i.quantity_breaks as breaks from price_lists l
     join price_list_items i using (tenant_id, price_list_id) join products p on p.product_id = i.product_id where l.name = $1 order by 1`,
    [name],
  )

test('a new price list goes with its prices; on a known list changed prices are as before and new ones gone', {
  tags: ['long'],
}, async () => {
  await bring(vendor, 'products', ['sku,name,price', 'PU-1,One,10', 'PU-2,Two,20', 'PU-3,Three,30'])
  await bring(vendor, 'price-lists', [
    priceHead,
    `Undo list,${codes.vendor},PU-1,EUR,9,10:8|50:7.5`,
    `Undo list,${codes.vendor},PU-2,EUR,18,`,
  ])
  const before = await pricesOf('Undo list')
  const report = await bring(vendor, 'price-lists', [
    priceHead,
    `Undo list,${codes.vendor},PU-1,EUR,9.5,5:8`,
    `Undo list,${codes.vendor},PU-3,EUR,28,`,
    `Second list,${codes.vendor},PU-1,EUR,1,`,
  ])
  expect(await undo(vendor, report.importId)).toMatchObject({ isUndone: true, removed: 3, restored: 1 })
  expect(await pricesOf('Undo list')).toEqual(before)
  expect(await rows(`select from price_lists where name = 'Second list'`)).toEqual([])
})

test('a price that was changed again, and a new list that an account buys from, stand in the way', {
  tags: ['long'],
}, async () => {
  const report = await bring(vendor, 'price-lists', [
    priceHead,
    `Undo list,${codes.vendor},PU-2,EUR,17,`,
    `Given list,${codes.vendor},PU-2,EUR,16,`,
  ])
  await bring(vendor, 'price-lists', [priceHead, `Undo list,${codes.vendor},PU-2,EUR,15,`])
  const given = await bring(vendor, 'price-list-accounts', [
    'accountCode,priceListName,ownerAccountCode,canPropagate',
    `${codes.acme},Given list,${codes.vendor},true`,
  ])
  const refused = await undo(vendor, report.importId)
  expect(refused.obstacles.map(({ entityName, reason }) => `${entityName}: ${reason}`).toSorted()).toEqual([
    'Given list · PU-2: listInUse',
    'Given list: listInUse',
    'Undo list · PU-2: changedSince',
  ])
  // Once the association is taken back, the list is free.
  expect(await undo(vendor, given.importId)).toMatchObject({ removed: 1 })
  expect((await undo(vendor, report.importId)).obstacles.map(({ entityName }) => entityName)).toEqual([
    'Undo list · PU-2',
  ])
})

test('an account gets back the price list that it had', { tags: ['long'] }, async () => {
  const head = 'accountCode,priceListName,ownerAccountCode,canPropagate'
  await bring(vendor, 'price-lists', [
    priceHead,
    `Before list,${codes.vendor},PU-1,EUR,3,`,
    `After list,${codes.vendor},PU-1,EUR,4,`,
  ])
  await bring(vendor, 'price-list-accounts', [head, `${codes.nordico},Before list,${codes.vendor},false`])
  const report = await bring(vendor, 'price-list-accounts', [head, `${codes.nordico},After list,${codes.vendor},true`])
  expect(await undo(vendor, report.importId)).toMatchObject({ restored: 1, removed: 0 })
  expect(
    await rows(
      `select l.name, h.can_propagate from price_list_accounts h join price_lists l using (tenant_id, price_list_id) where h.account_id = $1`,
      [nordico.accountId],
    ),
  ).toEqual([{ name: 'Before list', can_propagate: false }])
})

test('an opening balance is taken back by the opposite movement, and can be imported anew', async () => {
  await bring(vendor, 'products', ['sku,name,price', 'SU-1,One,10', 'SU-2,Two,20'])
  const head = 'accountCode,sku,quantity'
  const report = await bring(vendor, 'stock', [head, `${codes.nordico},SU-1,5`, `${codes.nordico},SU-2,7`])
  expect(await undo(vendor, report.importId)).toMatchObject({ removed: 2 })
  expect(await nordico.stockOf('SU-1')).toBe(0)
  expect((await bring(vendor, 'stock', [head, `${codes.nordico},SU-1,6`])).counts).toMatchObject({ new: 1 })
  expect(await nordico.stockOf('SU-1')).toBe(6)
  expect(
    await rows(
      `select m.quantity from stock_movements m join products p using (product_id) where p.sku = 'SU-1' order by m.movement_id`,
    ),
  ).toEqual([{ quantity: 5 }, { quantity: -5 }, { quantity: 6 }])
})

test('it can be undone for a day of the tenant’s clock, and not later', async () => {
  const report = await bring(vendor, 'products', ['sku,name,price', 'DAY-1,One,10'])
  const at = (hours: number) => new Date(Date.parse(report.creationDate) + hours * 3_600_000).toISOString()
  try {
    world.at(at(24.1))
    expect((await vendor.call(imports.read, { params: { id: report.importId } })).undo.until).toBeNull()
    expect(await vendor.refused(imports.undo, { params: { id: report.importId }, body: {} })).toMatchObject({
      code: 'RQ409',
    })
    world.at(at(23.9))
    expect(await undo(vendor, report.importId)).toMatchObject({ isUndone: true, removed: 1 })
  } finally {
    world.at(null)
  }
})

test('a partner undoes their own import, the vendor’s super admins too, and nobody else (threats Z18)', async () => {
  const head = 'accountCode,accountName,groupName,parentAccountCode'
  const own = await bring(nordico, 'accounts', [head, 'NU-1,Partner of Nordico,RESELLER_GOLD,'])
  const another = await bring(nordico, 'accounts', [head, 'NU-2,Another of Nordico,RESELLER_GOLD,'])
  for (const stranger of [acme, canary])
    expect(await stranger.refused(imports.undo, { params: { id: own.importId }, body: {} })).toMatchObject({
      code: 'RQ404',
    })
  expect(await undo(nordico, own.importId)).toMatchObject({ removed: 1 })
  const listed = (await vendor.call(imports.list)).find(({ importId }) => importId === another.importId)
  expect(listed).toMatchObject({
    byCommand: false,
    importedBy: expect.stringContaining('Nora'),
    undo: { until: expect.any(String) },
  })
  expect((await acme.call(imports.list)).map(({ importId }) => importId)).not.toContain(another.importId)
  expect(await undo(vendor, another.importId)).toMatchObject({ removed: 1 })
  const vendorsOwn = await bring(vendor, 'products', ['sku,name,price', 'NU-P,One,10'])
  expect(await nordico.refused(imports.undo, { params: { id: vendorsOwn.importId }, body: {} })).toMatchObject({
    code: 'RQ404',
  })
})

test('a run of the command is taken back whole, what refers to others first (threats Z18)', {
  tags: ['long'],
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-undo-'))
  const write = (name: string, ...lines: string[]) => writeFileSync(join(folder, name), csv(...lines))
  let runId = ''
  try {
    write(
      'accounts.csv',
      'accountCode,accountName,groupName,parentAccountCode',
      `RUN-D,Run Distribution,DISTRIBUTOR,${codes.vendor}`,
    )
    write('users.csv', 'email,accountCode,firstName,lastName,roles', 'run@run.example,RUN-D,Run,Ner,Basic')
    write('products.csv', 'sku,name,price,typeName', 'RUN-1,One,10,Run type')
    write(
      'price-lists.csv',
      'priceListName,ownerAccountCode,sku,currencyCode,customPrice',
      `Run list,${codes.vendor},RUN-1,EUR,9`,
    )
    write('price-list-accounts.csv', 'accountCode,priceListName,ownerAccountCode', `RUN-D,Run list,${codes.vendor}`)
    write('stock.csv', 'accountCode,sku,quantity', 'RUN-D,RUN-1,3')
    const options = { dryRun: false, keepGood: false, refusedTo: folder }
    await importFolder(world.db, world.tenantId, folder, {
      ...options,
      onRun: (id) => {
        runId = id
      },
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
  const undone = await undoRun(world.db, world.tenantId, runId, { whatCanBe: true, onWait: () => undefined })
  // The ledger and its product stay, because the ledger forgets nothing.
  expect(undone.obstacles.map(({ entityName, reason }) => [entityName, reason])).toEqual([
    ['Run type', 'inUse'],
    ['One · RUN-1', 'inUse'],
  ])
  expect(await living('RUN-D')).toBe(false)
  expect(await rows(`select from users where email = 'run@run.example' and deleted_at is null`)).toEqual([])
  expect(await rows(`select from price_lists where name = 'Run list'`)).toEqual([])
  const listed = (await vendor.call(imports.list)).find(({ importId }) => importId === runId)
  expect(listed).toMatchObject({
    byCommand: true,
    undo: { until: null, undoneDate: expect.any(String), undoneBy: null },
  })
  const { count } =
    (
      await rows(`select count(*)::int as count from audit_log where action = 'import.undone' and entity_id = $1`, [
        runId,
      ])
    )[0] ?? {}
  expect(count).toBe(1)
})

test('two imports of the same records are undone one after the other, the newest first', {
  tags: ['long'],
}, async () => {
  const head = 'sku,name,price'
  const first = await bring(vendor, 'products', [head, 'TWICE,First,10'])
  const second = await bring(vendor, 'products', [head, 'TWICE,Second,11'])
  expect(await undo(vendor, first.importId)).toMatchObject({ isUndone: false, obstacles: [{ reason: 'changedSince' }] })
  expect(await undo(vendor, second.importId)).toMatchObject({ isUndone: true, restored: 1 })
  expect(await undo(vendor, first.importId)).toMatchObject({ isUndone: true, removed: 1 })
  expect(await productsNamed('TWICE')).toEqual([])
})
