// @module-tag long
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { csvLine } from '@trellis/contract/csv'
import { externalIdsText, maximumExternalIds } from '@trellis/contract/external-ids'
import type { ImportKind } from '@trellis/contract/import-columns'
import { importTemplates } from '@trellis/contract/import-templates'
import { afterAll, expect, test } from 'vitest'
import { type Dice, dice } from '../../../testing/dice.ts'
import { often } from '../../../testing/full.ts'
import { csv, importing } from '../../../testing/importing.ts'
import { exportFolder } from './export-folder.ts'

/* Ids of other systems in files (rules G29). */

const { db, sql, newFolder, newVendor, close } = await importing()
afterAll(close)

const head = 'accountCode,accountName,groupName,parentAccountCode'
const accountsWith = (...rows: [code: string, ids: string][]) => ({
  'accounts.csv': csv(
    `${head},externalIds`,
    'TOP,Top,OPCO,,',
    ...rows.map(([code, ids]) => `${code},Company ${code},DISTRIBUTOR,TOP,"${ids}"`),
  ),
})
type Vendor = Awaited<ReturnType<typeof newVendor>>
const idsIn = (vendor: Vendor) =>
  vendor.rows<{ code: string; ids: string }>(sql`
    select a.code, external_ids_text(a.account_id) as ids from accounts a
    where a.tenant_id = (select current_tenant()) and external_ids_text(a.account_id) is not null order by a.code`)
const changes = (vendor: Vendor) =>
  vendor.rows(sql`
    select l.after -> 'externalIds' as after, l.before -> 'externalIds' as before from audit_log l
    where l.tenant_id = (select current_tenant()) and l.after ? 'externalIds' order by l.audit_id`)
const noIds = 'is not at most 10 ids of other systems for one record, such as crm:9|sap:4711'
const told = ({ problems }: Awaited<ReturnType<Vendor['run']>>) =>
  problems.map(({ line, column, reason }) => [line, column, reason])

test('a file gives ids to new and to known records; an empty cell and systems that it does not name stay', async () => {
  const vendor = await newVendor()
  expect((await vendor.run(accountsWith(['A', 'crm:1|sap:A'], ['B', ' SAP : B |crm:2'], ['C', '']))).good).toBe(true)
  expect(await idsIn(vendor)).toEqual([
    { code: 'A', ids: 'crm:1|sap:A' },
    { code: 'B', ids: 'crm:2|sap:B' },
  ])
  const again = await vendor.run(accountsWith(['A', 'crm:1|sap:A'], ['B', 'sap:B'], ['C', '']))
  expect(again.outcomes['accounts.csv']).toMatchObject({ new: 0, changed: 0 })
  await vendor.run(accountsWith(['A', ''], ['B', 'shop:7|crm:3'], ['C', 'crm:4']))
  expect(await idsIn(vendor)).toEqual([
    { code: 'A', ids: 'crm:1|sap:A' },
    { code: 'B', ids: 'crm:3|sap:B|shop:7' },
    { code: 'C', ids: 'crm:4' },
  ])
  expect((await changes(vendor)).slice(2)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ before: { crm: '2', sap: 'B' }, after: { crm: '3', sap: 'B', shop: '7' } }),
    ]),
  )
  expect(await vendor.check()).toEqual([])
})

test('ids of another form, of another record, given twice in a file, or too many are refused at their row', async () => {
  const vendor = await newVendor()
  await vendor.run(accountsWith(['A', 'crm:1'], ['B', 'crm:2']))
  const many = Array.from({ length: maximumExternalIds }, (_, n) => `s${n}:x`).join('|')
  const outcome = await vendor.run(
    accountsWith(
      ['A', 'crm:2'],
      ['B', '4711'],
      ['C', 'sap:1'],
      ['D', 'sap:1'],
      ['E', 'crm:3|crm:4'],
      ['F', `${many}|more:1`],
    ),
  )
  expect(told(outcome)).toEqual([
    [3, 'externalIds', 'is used already'],
    [4, 'externalIds', noIds],
    [6, 'externalIds', 'repeats the row of line 5'],
    [7, 'externalIds', noIds],
    [8, 'externalIds', noIds],
  ])
  // Ten of the file and one that the record has.
  expect(told(await vendor.run(accountsWith(['A', many])))).toEqual([[3, 'externalIds', noIds]])
  expect(await idsIn(vendor)).toEqual([
    { code: 'A', ids: 'crm:1' },
    { code: 'B', ids: 'crm:2' },
  ])
})

test('the rows of an order repeat its ids; one that differs is refused', async () => {
  const vendor = await newVendor()
  const rows = (second: string) => ({
    ...vendor.records,
    'orders.csv': csv(
      'orderRefCode,line,buyerAccountCode,vendorAccountCode,status,creationDate,sku,quantity,price,currencyCode,externalIds',
      'X-1,1,LAGO,SUD,approved,2021-05-02,APPLE,3,1,EUR,erp:9',
      `X-1,2,LAGO,SUD,approved,2021-05-02,PEAR,3,1,EUR,${second}`,
    ),
  })
  expect(told(await vendor.run(rows('erp:8')))).toEqual(
    expect.arrayContaining([[3, 'externalIds', 'differs from the first line of the record']]),
  )
  expect((await vendor.run(rows('erp:9'))).good).toBe(true)
  expect(
    await vendor.rows(sql`
      select o.ref_code, external_ids_text(o.order_id) as ids from orders o where o.tenant_id = (select current_tenant())`),
  ).toEqual([{ ref_code: 'X-1', ids: 'erp:9' }])
})

const letters = [...'ab09-_/.:;,"\'=+@ éß𝄞中\\%{}$']
/** Ids of several systems, with all that an id may have. */
function randomIds(roll: Dice, unique: number): string {
  const systems = ['crm', 'sap', 'a-1', 'x_y', '0', 'shop'].filter(() => roll.chance(0.4))
  const id = () =>
    Array.from({ length: roll.below(12) }, () => roll.one(letters))
      .join('')
      .trim()
  return externalIdsText(Object.fromEntries(systems.map((system) => [system, `${unique}${id()}`])))
}

const kinds = ['accounts', 'products', 'orders', 'licenses', 'deals'] as const satisfies readonly ImportKind[]

test('whatever ids records have, an export has them, and importing it into an empty tenant gives the same export', async () => {
  for (let seed = 1; seed <= often(1, 60); seed += 1) {
    const roll = dice(seed)
    const given: Partial<Record<ImportKind, string[]>> = {}
    const files = Object.fromEntries(
      kinds.map((kind) => {
        const rows = importTemplates[kind].map((row, n) => ({
          ...row,
          ...(kind === 'licenses' && { serialKey: `TRIP-${seed}-${n}` }),
          // There are no users.
          ...(kind === 'deals' && { ownerEmail: '' }),
          externalIds: randomIds(roll, n),
        }))
        given[kind] = rows.map(({ externalIds }) => externalIds)
        const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
        const lines = rows.map((row) => csvLine(columns.map((column) => (row as Record<string, string>)[column] ?? '')))
        return [`${kind}.csv`, [csvLine(columns), ...lines].join('')]
      }),
    )
    const first = await newVendor()
    expect([seed, told(await first.run(files))]).toEqual([seed, []])
    const once = join(newFolder(), 'once')
    await exportFolder(db, first.tenantId, once)
    const exported = filesIn(once)
    for (const kind of kinds)
      expect([seed, kind, lastCells(exported[`${kind}.csv`] ?? '').toSorted()]).toEqual([
        seed,
        kind,
        given[kind]?.toSorted(),
      ])
    const second = await newVendor()
    const other = Object.fromEntries(
      Object.entries(exported).map(([name, text]) => [name, text.replaceAll('TRIP-', 'TWICE-')]),
    )
    expect([seed, told(await second.run(other))]).toEqual([seed, []])
    const twice = join(newFolder(), 'twice')
    await exportFolder(db, second.tenantId, twice)
    expect(filesIn(twice)).toEqual(other)
  }
})

const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))

/** The last cell of each row of a file, which has the ids. */
function lastCells(text: string): string[] {
  return text
    .split(/\r?\n/)
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => {
      const quoted = /,"((?:[^"]|"")*)"$/.exec(line)?.[1]
      return quoted?.replaceAll('""', '"') ?? line.slice(line.lastIndexOf(',') + 1)
    })
}
