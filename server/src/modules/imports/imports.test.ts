import { accounts } from '@trellis/contract/accounts'
import { identity, type User } from '@trellis/contract/identity'
import { type ImportKind, importKinds, importModules, imports, whyNotImport } from '@trellis/contract/imports'
import { users } from '@trellis/contract/users'
import { expect, test } from 'vitest'
import { rolesOf } from '../../testing/calling.ts'
import { network, type Person } from '../../testing/network.ts'
import { runJob, runQueued } from '../../testing/queue.ts'
import { raw } from '../../testing/selling.ts'
import { claimImport, failImport, importTask } from './queries.ts'

const world = await network()
const { vendor, nordico, sudvia, acme, canary } = world

const userWith = rolesOf(world)

const csv = (...lines: string[]) => `${lines.join('\r\n')}\r\n`

interface Wishes {
  dryRun?: boolean
  keepGood?: boolean
  invite?: boolean
}

async function bring(person: Person, kind: ImportKind, text: string, wishes: Wishes = {}) {
  const { id } = await person.call(imports.create, {
    body: { kind, fileName: `${kind}.csv`, csv: text, dryRun: false, ...wishes },
  })
  await runQueued(world, importTask)
  return person.call(imports.read, { params: { id } })
}

const told = ({ errors }: { errors: { line: number; column: string | null; message: string }[] }) =>
  errors.map(({ line, column, message }) => `${line} ${column}: ${message}`)

const codeOf = async (person: Person): Promise<string> =>
  (await raw<{ code: string }>(world, 'select code from accounts where account_id = $1', [person.accountId]))[0]
    ?.code ?? ''

const accountsHead = 'accountCode,accountName,groupName,parentAccountCode'

test('a branch of three levels is imported, first as a dry run; importing it again changes nothing', async () => {
  const lines = (group: string) => [
    accountsHead,
    // One row's parent comes later in the file, and one has no parent, so it goes below the importer's own account.
    `LOKE,Loke Energi,${group},OSLO`,
    'OSLO,Oslo Systems,RESELLER_GOLD,NORD',
    'NORD,Nord Distribution,DISTRIBUTOR,',
  ]
  const rehearsed = await bring(vendor, 'accounts', csv(...lines('ODM')), { dryRun: true })
  expect(rehearsed).toMatchObject({
    status: 'done',
    outcome: 'refused',
    rows: 3,
    counts: { new: 2, bad: 1 },
    errorCount: 1,
  })
  expect(told(rehearsed)).toEqual(['2 groupName: is not below the group of the parent'])

  const kept = await bring(vendor, 'accounts', csv(...lines('BUYER')))
  expect(kept).toMatchObject({
    outcome: 'imported',
    counts: { new: 3, bad: 0 },
    sums: { BUYER: 1, DISTRIBUTOR: 1, RESELLER_GOLD: 1 },
  })
  const { items } = await vendor.call(accounts.search, {
    body: { includeChildren: true, filterBy: [{ field: 'accountCode', values: ['LOKE'] }] },
  })
  expect(items).toMatchObject([
    {
      accountName: 'Loke Energi',
      parents: [{ name: 'Verdant' }, { name: 'Nord Distribution' }, { name: 'Oslo Systems' }],
    },
  ])
  const again = await bring(vendor, 'accounts', csv(...lines('BUYER')))
  expect(again.counts).toMatchObject({ new: 0, changed: 0, unchanged: 3 })
  expect(
    await raw(world, `select action, user_id from audit_log where action = 'account.created' and entity_id = $1`, [
      items[0]?.accountId,
    ]),
  ).toEqual([{ action: 'account.created', user_id: vendor.userId }])
})

test('a file creates accounts where the form does: at the next level, and below nobody from level 50 on (threats T5, Z10)', async () => {
  const report = await bring(
    nordico,
    'accounts',
    csv(
      accountsHead,
      'SKIP,Skips a level,BUYER,',
      'BESIDE,At the own level,DISTRIBUTOR,',
      'NEXT,At the next level,RESELLER_SILVER,',
      'LAST,A buyer,BUYER,NEXT',
      'BELOW,Below a buyer,BUYER,LAST',
    ),
    { dryRun: true },
  )
  expect(told(report)).toEqual([
    '2 groupName: is not a group right below that of the parent',
    '3 groupName: is not below the group of the parent',
    '6 parentAccountCode: is an account whose group cannot have any below it',
  ])
  expect(report.counts).toMatchObject({ new: 2, bad: 3 })
})

test('accounts, users and prices out of reach are reported like those that do not exist (threats T2)', async () => {
  const foreign = await codeOf(sudvia)
  const report = await bring(
    nordico,
    'accounts',
    csv(accountsHead, `NEW-1,New,RESELLER_GOLD,${foreign}`, 'NEW-2,New,RESELLER_GOLD,NOWHERE'),
    { dryRun: true },
  )
  expect(report.errors.map(({ message }) => message)).toEqual([
    'is no account, or one that is refused',
    'is no account, or one that is refused',
  ])
  const people = await bring(
    nordico,
    'users',
    csv(
      'email,accountCode,firstName,lastName,roles',
      `x@x.example,${foreign},X,Y,Basic`,
      'y@x.example,NOWHERE,X,Y,Basic',
      `${sudvia.email},${await codeOf(nordico)},X,Y,Basic`,
    ),
    { dryRun: true },
  )
  expect(told(people)).toEqual([
    '2 accountCode: is no account',
    '3 accountCode: is no account',
    '4 email: is used already',
  ])
  const { id } = await nordico.call(imports.create, {
    body: { kind: 'accounts', fileName: 'a.csv', csv: csv(accountsHead), dryRun: true },
  })
  for (const stranger of [sudvia, vendor, acme, canary])
    expect(await stranger.refused(imports.read, { params: { id } })).toMatchObject({ code: 'RQ404' })
  await runQueued(world, importTask)
})

test('nobody can give a role above their own with a file, or change themselves', async () => {
  const report = await bring(
    nordico,
    'users',
    csv(
      'email,accountCode,firstName,lastName,roles,status',
      `super@nordico.example,${await codeOf(nordico)},Su,Per,SuperAdmin,`,
      `active@nordico.example,${await codeOf(nordico)},Ac,Tive,Basic,active`,
      `${nordico.email},${await codeOf(nordico)},New,Name,Basic,`,
    ),
    { dryRun: true },
  )
  expect(told(report)).toEqual([
    '2 roles: names a role that you may not give: SuperAdmin',
    '3 status: is not for you to set',
    '4 roles: exists already, and you may not change it',
  ])
})

test('imported users are pending, and are invited on request, only once however often the job runs', async () => {
  const text = csv(
    'email,accountCode,firstName,lastName,roles',
    `kari@nordico.example,${await codeOf(nordico)},Kari,Nordmann,Basic`,
  )
  const report = await bring(nordico, 'users', text, { invite: true })
  expect(report).toMatchObject({ status: 'done', outcome: 'imported', counts: { new: 1, invited: 1 } })
  const again = await bring(nordico, 'users', text, { invite: true })
  expect(again.counts).toMatchObject({ new: 0, unchanged: 1, invited: 0 })
  expect(await world.mails('kari@nordico.example')).toHaveLength(1)
  const { items } = await nordico.call(users.search, { body: { filterBy: [{ field: 'email', values: ['kari@'] }] } })
  expect(items).toMatchObject([{ status: 'user_pending', createdBy: expect.any(String) }])
})

test('only the vendor can import the catalogue', async () => {
  const text = csv('sku,name,price', 'IMP-1,Imported,12.50')
  const body = { kind: 'products' as const, fileName: 'p.csv', csv: text, dryRun: false }
  expect(await nordico.refused(imports.create, { body })).toMatchObject({ code: 'RQ403' })
  // Permission to create products does not make a partner's account the vendor.
  const creator = await userWith(nordico, { Products: 'c-r-u' })
  expect(await creator(imports.create, { body })).toMatchObject({ status: 403, body: { code: 'RQ403' } })
  expect(await bring(vendor, 'products', text)).toMatchObject({ status: 'done', counts: { new: 1 } })
})

test('a user’s own facts decide which imports are offered, exactly as the server permits them', async () => {
  const missing = '00000000-0000-4000-8000-000000000000'
  const every = Object.fromEntries(Object.values(importModules).map((module) => [module, 'c-r-u']))
  const raws = {
    vendor: vendor.raw,
    nordico: nordico.raw,
    acme: acme.raw,
    'a partner with every flag': await userWith(nordico, every),
    'a user of the vendor with every flag': await userWith(vendor, every),
  }
  for (const [who, send] of Object.entries(raws)) {
    const { permissions, isSuperAdmin, account } = (await send(identity.me)).body as User
    for (const kind of importKinds) {
      const offered = whyNotImport(kind, { permissions, isSuperAdmin, isRoot: account.isRoot })
      const body = { kind, fileName: 'x.csv', csv: 'sku', dryRun: true }
      const { status } = await send(imports.create, { body: { ...body, parentAccountId: missing } })
      expect([who, kind, offered === null]).toEqual([who, kind, status !== 403])
    }
  }
})

test('a vendor imports price lists from a file, and nobody can price products they do not see', async () => {
  const [own, other] = [await codeOf(vendor), await codeOf(nordico)]
  const prices = csv(
    'priceListName,ownerAccountCode,sku,currencyCode,customPrice',
    `Imported,${own},EDGE-1Y,EUR,80`,
    `Imported,${own},CORE-3Y,EUR,200.25`,
  )
  expect(await bring(vendor, 'price-lists', prices)).toMatchObject({ outcome: 'imported', counts: { new: 2 } })
  const association = csv('accountCode,priceListName,ownerAccountCode,canPropagate', `${other},Imported,${own},true`)
  expect(await bring(vendor, 'price-list-accounts', association)).toMatchObject({ outcome: 'imported' })

  const hidden = await bring(
    nordico,
    'price-lists',
    csv(
      'priceListName,ownerAccountCode,sku,currencyCode,customPrice',
      `Own,${other},HIDDEN,EUR,1`,
      `Own,${other},NO-SUCH,EUR,1`,
      `Own,${own},EDGE-1Y,EUR,1`,
      `Own,${other},EDGE-1Y,EUR,90`,
    ),
    { dryRun: true },
  )
  expect(told(hidden)).toEqual(['2 sku: is no product', '3 sku: is no product', '4 ownerAccountCode: is no account'])
  const upwards = await bring(
    nordico,
    'price-list-accounts',
    csv(
      'accountCode,priceListName,ownerAccountCode',
      `${other},Imported,${own}`,
      `${await codeOf(acme)},Imported,${own}`,
    ),
    { dryRun: true },
  )
  expect(told(upwards)).toEqual(['2 accountCode: is not an account below your own'])
})

test('an interrupted try is repeated, and only the last one has an effect', async () => {
  const text = csv(accountsHead, 'CUT-1,Cut off,DISTRIBUTOR,')
  const body = { kind: 'accounts' as const, fileName: 'a.csv', csv: text, dryRun: false }
  const { id } = await vendor.call(imports.create, { body })
  const system = { tenantId: world.tenantId, userId: null, reach: null, clock: null, requestId: null }
  expect(await world.db.write(system, (tx) => claimImport(tx, id))).toMatchObject({ attempt: 1 })
  // The worker has died, but too recently: the scheduled job does not requeue the import yet.
  await runQueued(world, importTask)
  expect(await vendor.call(imports.read, { params: { id } })).toMatchObject({ status: 'running' })
  await raw(world, `update imports set heard_at = now() - interval '2 minutes' where import_id = $1`, [id])
  await runJob(world, 'imports:rescue')
  await runQueued(world, importTask)
  expect(await vendor.call(imports.read, { params: { id } })).toMatchObject({ status: 'done', counts: { new: 1 } })
  expect(await world.db.write(system, (tx) => failImport(tx, id, 1))).toBe(false)
  expect(await raw(world, 'select file_id from imports where import_id = $1', [id])).toEqual([{ file_id: null }])
  expect(await raw(world, 'select file_id from import_pieces')).toEqual([])
})

test('two requests with the same key are one import, and an unreadable file is reported', async () => {
  const body = { kind: 'accounts', fileName: 'a.csv', csv: 'accountCode,colour\nA,red\n', dryRun: false }
  const headers = { 'idempotency-key': 'the same' }
  const first = await vendor.raw(imports.create, { body, headers })
  const second = await vendor.raw(imports.create, { body, headers })
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body).toEqual(first.body)
  await runQueued(world, importTask)
  const { id } = first.body as { id: string }
  const report = await vendor.call(imports.read, { params: { id } })
  expect(report).toMatchObject({ status: 'done', outcome: 'refused', errorCount: 2 })
  expect(told(report)).toEqual([
    expect.stringMatching(/^1 null: has columns that are not known: colour; known are accountCode, accountName, /),
    '1 null: lacks columns that are required: accountName, groupName',
  ])
})

test('the valid rows can be imported without the others, and the limits of a file are enforced (threats X13)', async () => {
  const text = csv(accountsHead, 'GOOD-1,Good,DISTRIBUTOR,', 'BAD-1,Bad,NOWHERE,')
  expect(await bring(vendor, 'accounts', text, { keepGood: true })).toMatchObject({
    outcome: 'imported',
    counts: { new: 1, bad: 1 },
    errors: [{ line: 3, column: 'groupName', value: 'NOWHERE', reason: 'noGroup' }],
  })
  const rows = Array.from({ length: 50_001 }, (_, n) => `N${n},N,DISTRIBUTOR,`)
  expect(told(await bring(vendor, 'accounts', csv(accountsHead, ...rows)))).toEqual([
    '1 null: has more than 50000 rows',
  ])
  const huge = { kind: 'accounts', fileName: 'a.csv', csv: 'x'.repeat(11 * 1024 * 1024), dryRun: true }
  expect((await vendor.raw(imports.create, { body: huge })).status).toBe(422)
  const larger = { ...huge, csv: 'x'.repeat(21 * 1024 * 1024) }
  expect((await vendor.raw(imports.create, { body: larger })).status).toBe(413)
})

test('only the vendor’s super admins can import existing stock, orders and license keys', {
  tags: ['long'],
}, async () => {
  const [seller, buyer] = [await codeOf(nordico), await codeOf(acme)]
  const files: [ImportKind, string, object][] = [
    ['stock', csv('accountCode,sku,quantity', `${seller},IMP-1,7`), { quantity: 7 }],
    [
      'orders',
      csv(
        'orderRefCode,line,buyerAccountCode,vendorAccountCode,status,creationDate,sku,quantity,price,currencyCode',
        `OLD-1,1,${buyer},${seller},approved,2021-05-02,IMP-1,3,12.5,EUR`,
        `OLD-1,2,${buyer},${seller},approved,2021-05-02,EDGE-1Y,1,80,EUR`,
      ),
      { orders: 1, lines: 2, 'amount EUR': '117.50' },
    ],
    [
      'licenses',
      csv('serialKey,ownerAccountCode,sku,seats,creationDate', `OLD-KEY-1,${buyer},EDGE-1Y,2,2021-05-02`),
      { seats: 2 },
    ],
  ]
  for (const [kind, text, sums] of files) {
    const body = { kind, fileName: `${kind}.csv`, csv: text, dryRun: false }
    for (const stranger of [nordico, acme])
      expect(await stranger.refused(imports.create, { body })).toMatchObject({ code: 'RQ403' })
    expect(await bring(vendor, kind, text, { dryRun: true })).toMatchObject({ outcome: 'imported', sums })
    expect(await bring(vendor, kind, text)).toMatchObject({ status: 'done', outcome: 'imported', sums })
    expect((await bring(vendor, kind, text)).counts).toMatchObject({ new: 0, changed: 0 })
  }
  expect(await raw(world, `select ref_code, total::float as total from orders where origin = 'import'`)).toEqual([
    { ref_code: 'OLD-1', total: 117.5 },
  ])
})

test('the vendor imports a network with a row for its root, and a user without permission gets one reason only', async () => {
  const text = csv(
    accountsHead,
    'HQ-NEW,Headquarters,OPCO,',
    'HQ-D,Distribution,DISTRIBUTOR,HQ-NEW',
    ...['1', '2', '3'].map((n) => `HQ-R${n},Reseller ${n},RESELLER_GOLD,HQ-D`),
  )
  expect(await bring(vendor, 'accounts', text, { dryRun: true })).toMatchObject({
    outcome: 'imported',
    counts: { new: 4, changed: 1, bad: 0 },
  })
  const refused = await bring(nordico, 'accounts', text, { dryRun: true })
  expect(refused).toMatchObject({ outcome: 'refused', counts: { bad: 5 }, errorCount: 2 })
  expect(told(refused)).toEqual([
    '2 groupName: is not below the group of the parent',
    '3 parentAccountCode: is refused itself, or lies below this account; so are the parents of 3 more rows',
  ])
})
