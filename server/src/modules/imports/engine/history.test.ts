// @module-tag long
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { orders } from '@trellis/contract/orders'
import { expect, test } from 'vitest'
import { checkTenant } from '../../../cli/check/run.ts'
import { network, type Person } from '../../../testing/network.ts'
import { raw, selling } from '../../../testing/selling.ts'
import { importFolder } from './folder.ts'

/* What users do in the portal with imported records. */

const world = await network()
const { vendor, nordico, acme } = world
const { change, issue, sell } = selling(world)
await issue({ 'EDGE-1Y': 100 })
await sell(vendor, nordico, { 'EDGE-1Y': 50 })

const codeOf = async ({ accountId }: Person): Promise<string> =>
  (await raw<{ code: string }>(world, 'select code from accounts where account_id = $1', [accountId]))[0]?.code ?? ''
const [seller, buyer] = [await codeOf(nordico), await codeOf(acme)]

async function bring(files: Record<string, string[]>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-history-'))
  const problems: string[] = []
  try {
    for (const [name, lines] of Object.entries(files)) writeFileSync(join(folder, name), `${lines.join('\r\n')}\r\n`)
    await importFolder(world.db, world.tenantId, folder, {
      dryRun: false,
      keepGood: false,
      refusedTo: folder,
      onProblem: (_, { line, column, reason }) => problems.push(`${line} ${column}: ${reason}`),
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
  return problems
}

const head = 'orderRefCode,line,buyerAccountCode,vendorAccountCode,status,creationDate,sku,quantity,price,currencyCode'
const order = (ref: string, status: string, date: string) =>
  `${ref},1,${buyer},${seller},${status},${date},EDGE-1Y,4,100,EUR`
const idOf = async (ref: string): Promise<string> =>
  (await raw<{ id: string }>(world, 'select order_id as id from orders where ref_code = $1', [ref]))[0]?.id ?? ''
const findings = async () => (await checkTenant(world.db, world.tenantId)).findings

test('revoking an imported order moves no stock, and ledger and balances stay consistent', async () => {
  const records = [head, order('OLD-1', 'approved', '2024-03-05'), order('OLD-2', 'pending', '2024-03-06')]
  expect(
    await bring({
      'stock.csv': ['accountCode,sku,quantity', `${buyer},EDGE-1Y,4`],
      'orders.csv': records,
    }),
  ).toEqual([])
  await change(nordico, await idOf('OLD-1'), 'revoked')
  expect([await acme.stockOf('EDGE-1Y'), await nordico.stockOf('EDGE-1Y')]).toEqual([0, 54])
  await change(nordico, await idOf('OLD-2'), 'approved')
  expect([await acme.stockOf('EDGE-1Y'), await nordico.stockOf('EDGE-1Y')]).toEqual([4, 50])
  expect(await findings()).toEqual([])
  await change(nordico, await idOf('OLD-2'), 'revoked')
  expect(await findings()).toEqual([])
  expect(await bring({ 'orders.csv': records })).toEqual([])
})

test('the latest decision is the newest history entry, even if the imported order has a later time on the same day', async () => {
  world.at('2026-05-04T08:00:00Z')
  // A date without a time means noon, which is still in the future.
  expect(await bring({ 'orders.csv': [head, order('TODAY', 'pending', '2099-01-01')] })).toHaveLength(1)
  const noon = new Date(Date.now() + 4 * 3_600_000).toISOString()
  expect(await bring({ 'orders.csv': [head, order('TODAY', 'pending', noon)] })).toEqual([])
  world.at(null)
  const id = await idOf('TODAY')
  const { details } = await change(nordico, id, 'approved')
  expect(details.map(({ orderStatus }) => orderStatus)).toEqual(['approved', 'pending'])
  const { items } = await nordico.call(orders.sellOut, {
    body: { filterBy: [{ field: 'orderRefCode', values: ['TODAY'] }] },
  })
  expect(items[0]?.details).toMatchObject([{ orderStatus: 'approved' }])
  await change(nordico, id, 'revoked')
  expect(await findings()).toEqual([])
})

test('a decision by a user is never recorded as made by an import or the System', async () => {
  const { id } = await acme.call(orders.create, {
    body: { items: [{ productId: world.products['EDGE-1Y']?.productId ?? '', quantity: 1, price: 100 }] },
  })
  for (const source of ['import', 'System', 'IMPORT'])
    expect(
      await nordico.refused(orders.changeStatus, { params: { id }, body: { status: 'approved', source } }),
    ).toMatchObject({ code: 'RQ422', info: { issues: [{ path: 'source' }] } })
})
