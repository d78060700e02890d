// @module-tag long
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { imports } from '@trellis/contract/imports'
import { network as moves } from '@trellis/contract/network'
import { orders } from '@trellis/contract/orders'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { checkTenant } from '../../../cli/check/run.ts'
import { network, type Person } from '../../../testing/network.ts'
import { runQueued } from '../../../testing/queue.ts'
import { raw, selling } from '../../../testing/selling.ts'
import { importTask } from '../queries.ts'
import { importFolder } from './folder.ts'

/* What users do in the portal while many orders are imported, and what they see of the import. */

const world = await network()
const { vendor, nordico, sudvia, acme } = world
const { issue, sell } = selling(world)
await issue({ 'EDGE-1Y': 100 })

const superuser = new pg.Client({ connectionString: world.adminUrl })
await superuser.connect()
afterAll(() => superuser.end())

const codeOf = async ({ accountId }: Person): Promise<string> =>
  (await raw<{ code: string }>(world, 'select code from accounts where account_id = $1', [accountId]))[0]?.code ?? ''
const parties = `${await codeOf(acme)},${await codeOf(vendor)}`

/** One more than a single statement writes, so that the import can be stopped between two statements. */
const count = 2001
const rows = Array.from({ length: count }, (_, n) => {
  const isLast = n === count - 1
  return `${isLast ? 'LAST' : `R-${n}`},1,${parties},approved,2021-05-0${isLast ? 3 : 2},EDGE-1Y,1,100,EUR`
})
const file = [
  'orderRefCode,line,buyerAccountCode,vendorAccountCode,status,creationDate,sku,quantity,price,currencyCode',
  ...rows,
].join('\n')

/** Imports the orders and stops before the last one until `work` is done. */
async function whileImporting(work: () => Promise<void>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-meanwhile-'))
  writeFileSync(join(folder, 'orders.csv'), file)
  const problems: string[] = []
  await superuser.query(`begin; set local session_replication_role = replica`)
  await superuser.query(
    `insert into orders (tenant_id, order_id, code, relation_id, buyer_id, vendor_id, origin, status, currency_id, total, ref_code)
     select $1, id, 'X', id, id, id, 'import', 'pending', 978, 0, 'LAST' from gen_random_uuid() id`,
    [world.tenantId],
  )
  const importing = importFolder(world.db, world.tenantId, folder, {
    dryRun: false,
    keepGood: false,
    refusedTo: folder,
    onProblem: (_, { line, reason }) => problems.push(`${line}: ${reason}`),
  })
  try {
    await expect.poll(isHeld).toBe(true)
    await work()
  } finally {
    await superuser.query('rollback')
    await importing
    rmSync(folder, { recursive: true })
  }
  return problems
}

const isHeld = async () =>
  (await raw(world, `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
    .length > 0

const bought = async () => (await acme.call(orders.sellIn, { body: {} })).count

test('during an import of orders users sell and move accounts and see nothing of the file; afterwards they see all of it', async () => {
  const before = await bought()
  const problems = await whileImporting(async () => {
    expect(await bought()).toBe(before)
    await sell(vendor, nordico, { 'EDGE-1Y': 5 })
    // The moved account is the buyer of imported orders, so other accounts are above it now, and the file must be written
    // again.
    await vendor.call(moves.move, { params: { id: acme.accountId }, body: { parentAccountId: sudvia.accountId } })
    const { id } = await vendor.call(imports.create, {
      body: { kind: 'products', fileName: 'more.csv', csv: 'sku,name,price\nMORE,More,1\n', dryRun: false },
    })
    await runQueued(world, importTask)
    expect(await vendor.call(imports.read, { params: { id } })).toMatchObject({ status: 'queued', outcome: null })
    expect(await bought()).toBe(before)
  })
  expect(problems).toEqual([])
  expect(await bought()).toBe(before + count)
  const above = await sudvia.call(orders.sellIn, { body: { includeChildren: true } })
  expect(above.count).toBe(count)
  expect((await checkTenant(world.db, world.tenantId)).findings).toEqual([])
})
