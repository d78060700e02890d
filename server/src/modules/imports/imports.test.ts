import { accounts } from '@trellis/contract/accounts'
import { type ImportKind, imports } from '@trellis/contract/imports'
import { users } from '@trellis/contract/users'
import { expect, test } from 'vitest'
import { network, type Person } from '../../testing/network.ts'
import { runQueued } from '../../testing/queue.ts'
import { raw } from '../../testing/selling.ts'
import { importTask } from './queries.ts'

const world = await network()
const { vendor, nordico, sudvia, acme, canary } = world

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

test('a branch of three levels comes in: dry run first, then for good, and the same again changes nothing', async () => {
  const lines = (group: string) => [
    accountsHead,
    // Below an account that comes later, and one without a parent, which goes below the own.
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

test('strangers: accounts, people and prices out of reach read like those that do not exist (T2)', async () => {
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

test('nobody gives a role above their own by a file, nor changes themselves', async () => {
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

test('people come in pending, invited when that is wished, and once however often the job runs', async () => {
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

test('the catalogue is brought in by the vendor alone', async () => {
  const text = csv('sku,name,price', 'IMP-1,Imported,12.50')
  const body = { kind: 'products' as const, fileName: 'p.csv', csv: text, dryRun: false }
  expect(await nordico.refused(imports.create, { body })).toMatchObject({ code: 'RQ403' })
  expect(await bring(vendor, 'products', text)).toMatchObject({ status: 'done', counts: { new: 1 } })
})
