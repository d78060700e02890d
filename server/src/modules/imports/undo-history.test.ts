// @module-tag long
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { attachments } from '@trellis/contract/attachments'
import { dashboard } from '@trellis/contract/dashboard'
import { devices } from '@trellis/contract/devices'
import { type ImportKind, imports } from '@trellis/contract/imports'
import { keyLinks } from '@trellis/contract/key-pages'
import { licenses } from '@trellis/contract/licenses'
import { orders } from '@trellis/contract/orders'
import { renewals } from '@trellis/contract/renewals'
import { afterEach, expect, test } from 'vitest'
import { checkTenant } from '../../cli/check/run.ts'
import { sql } from '../../platform/database/sql.ts'
import { licensing } from '../../testing/licensing.ts'
import { network, type Person } from '../../testing/network.ts'
import { runQueued } from '../../testing/queue.ts'
import { raw } from '../../testing/selling.ts'
import { uploading } from '../../testing/uploading.ts'
import { sealAudit } from '../audit/index.ts'
import { foldSums, sumLicenses } from '../dashboard/index.ts'
import { importFolder } from './engine/folder.ts'
import { importTask } from './queries.ts'
import { undoRun } from './undo-run.ts'

/* Taking back what is history as soon as somebody builds on it: orders and license keys of an import. */

const world = await network()
const { vendor, nordico, acme, canary, db, tenantId } = world
const { addProduct, give, key } = licensing(world)
await addProduct({ sku: 'UNDO-UP', isUpgradeRight: true, extends: 'EDGE-1Y' })

const csv = (...lines: string[]) => `${lines.join('\r\n')}\r\n`
const rows = (query: string, values: unknown[] = []) => raw<Record<string, unknown>>(world, query, values)
const codeOf = async ({ accountId }: Person) =>
  String((await rows('select code from accounts where account_id = $1', [accountId]))[0]?.code)
const code = await codeOf(acme)

const head =
  'serialKey,ownerAccountCode,sku,seats,creationDate,activationDate,upgradeOf,extensions,licenseNote,externalIds'
const old = (serialKey: string, more = '2024-02-01,,,,', seats = 2, sku = 'EDGE-1Y') =>
  `${serialKey},${code},${sku},${seats},2024-01-10,${more}`

/** Of a key that still runs. */
const living = '2026-06-01,,,,'

async function bringFile(kind: ImportKind, ...lines: string[]) {
  const { id } = await vendor.call(imports.create, {
    body: { kind, fileName: `${kind}.csv`, csv: csv(...lines), dryRun: false },
  })
  await runQueued(world, importTask)
  const report = await vendor.call(imports.read, { params: { id } })
  expect(report).toMatchObject({ outcome: 'imported', counts: { bad: 0 } })
  return report
}
const bring = (...lines: string[]) => bringFile('licenses', head, ...lines)

/** A run of the command with these files. Returns its id. */
async function run(files: Record<string, string[]>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-undo-'))
  let runId = ''
  try {
    for (const [name, lines] of Object.entries(files)) writeFileSync(join(folder, name), csv(...lines))
    const onRun = (id: string) => {
      runId = id
    }
    await importFolder(db, tenantId, folder, { dryRun: false, keepGood: false, refusedTo: folder, onRun })
  } finally {
    rmSync(folder, { recursive: true })
  }
  return runId
}

const undo = (person: Person, id: string, whatCanBe = false) =>
  person.call(imports.undo, { params: { id }, body: { whatCanBe } })
const reasons = ({ obstacles }: { obstacles: { entityName: string | null; reason: string }[] }) =>
  Object.fromEntries(obstacles.map(({ entityName, reason }) => [entityName?.split(' · ')[0], reason]))
const keysLike = async (pattern: string) =>
  (await rows('select serial_key as key from licenses where serial_key like $1 order by 1', [pattern])).map(
    (row) => row.key,
  )

const work = { tenantId, userId: null, reach: null, clock: null, requestId: null }
const fold = () => db.write(work, foldSums)

/** What readers see of keys and orders: the figures of a period in which the imported ones lie, and the lists. */
const seen = () =>
  Promise.all(
    [vendor, nordico, acme].map(async (who) => {
      const scope = { parentAccountId: who.accountId, includeChildren: true }
      const body = { ...scope, currentFrom: '2023/12/01', currentTo: '2026/12/31' }
      return {
        keyFigures: await who.call(dashboard.licenses, { body }),
        keys: await who.call(licenses.search, { body: scope }),
        sales: await who.call(dashboard.orders, { body }),
        sold: await who.call(dashboard.products, { body }),
        bought: await who.call(orders.sellIn, { body: scope }),
        given: await who.call(orders.sellOut, { body: scope }),
      }
    }),
  )

// Figures come from sums, as in a large network.
const made = await key(acme, 'EDGE-1Y', 2)
await give(acme, 'EDGE-1Y', 3)
await db.write(work, sealAudit)
await fold()
await db.write(work, (tx) => sumLicenses(tx, 1))

// After each undo the counters, sums, seals and texts agree with the records, folded or not.
afterEach(async () => {
  expect((await checkTenant(db, tenantId)).findings).toEqual([])
  await fold()
  await db.write(work, sealAudit)
  expect((await checkTenant(db, tenantId)).findings).toEqual([])
})

test('imported keys are taken back: figures and lists are as before, an event tells it, and the same file comes again', async () => {
  const before = await seen()
  const file = [
    old('UH-A1', '2024-02-01,,CORE-3Y:2,Moved,crm:K1'),
    old('UH-A2', ',,,,', 5),
    old('UH-A3', '2024-03-01,UH-A1,,,', 1, 'UNDO-UP'),
  ]
  const report = await bring(...file)
  expect(report.undo.until).not.toBeNull()
  await fold()
  await db.write(work, sealAudit)
  expect(await seen()).not.toEqual(before)
  expect(await undo(vendor, report.importId)).toEqual({
    isUndone: true,
    removed: 3,
    restored: 0,
    obstacleCount: 0,
    obstacles: [],
  })
  expect(await seen()).toEqual(before)
  await fold()
  expect(await seen()).toEqual(before)
  expect(await keysLike('UH-A%')).toEqual([])
  expect(await vendor.refused(licenses.read, { params: { serialKey: 'UH-A1' } })).toMatchObject({ code: 'RQ404' })
  expect(await acme.refused(devices.activate, { body: { serialKey: 'UH-A1', deviceUuid: 'late' } })).toMatchObject({
    code: 'DV404',
  })
  expect(await rows(`select external_id from external_ids where external_id = 'K1'`)).toEqual([])
  expect(
    await rows(
      `select entity_name as name, before ->> 'serialKey' as key from audit_log where action = 'license.removed' order by 1`,
    ),
  ).toEqual(['UH-A1', 'UH-A2', 'UH-A3'].map((name) => ({ name, key: name })))

  const again = await bring(...file)
  expect(again.counts).toMatchObject({ new: 3 })
  expect(await vendor.call(licenses.read, { params: { serialKey: 'UH-A1' } })).toMatchObject({ serialKey: 'UH-A1' })
  expect(await undo(vendor, again.importId)).toMatchObject({ removed: 3 })
})

test('a key that was activated, noted, renewed or shown since stays and says why; the others go', async () => {
  const report = await bring(...[1, 2, 3, 4, 5, 6].map((n) => old(`UH-B${n}`, living)))
  await acme.call(devices.activate, { body: { serialKey: 'UH-B1', deviceUuid: 'one' } })
  await vendor.call(licenses.note, { params: { serialKey: 'UH-B2' }, body: { licenseNote: 'Ours' } })
  const { expirationDate: dueDate } = await vendor.call(licenses.read, { params: { serialKey: 'UH-B3' } })
  const renewed = await acme.call(renewals.renew, { body: { items: [{ serialKey: 'UH-B3', dueDate }] } })
  expect(renewed).toMatchObject({ items: [{ outcome: 'extended' }] })
  await acme.call(keyLinks.make, { params: { serialKey: 'UH-B4' } })
  const why = { 'UH-B1': 'inUse', 'UH-B2': 'changedSince', 'UH-B3': 'inUse', 'UH-B4': 'inUse' }
  const refused = await undo(vendor, report.importId)
  expect(refused).toMatchObject({ isUndone: false, removed: 0, obstacleCount: 4 })
  expect(reasons(refused)).toEqual(why)
  expect(await keysLike('UH-B%')).toHaveLength(6)
  expect(await undo(vendor, report.importId, true)).toMatchObject({ isUndone: true, removed: 2, obstacleCount: 4 })
  expect(await keysLike('UH-B%')).toEqual(Object.keys(why))
})

test('the key that an imported one upgrades has its seats again, and one that was upgraded since stays with all below it', async () => {
  const base = await bring(old('UH-D1', '2024-02-01,,,,', 3))
  const upgrade = await bring(old('UH-D2', '2024-02-01,UH-D1,,,', 2, 'UNDO-UP'))
  const upgraded = () => rows(`select seats_upgraded as seats from licenses where serial_key = 'UH-D1'`)
  expect(await upgraded()).toEqual([{ seats: 2 }])
  expect(reasons(await undo(vendor, base.importId))).toEqual({ 'UH-D1': 'inUse' })
  expect(await undo(vendor, upgrade.importId)).toMatchObject({ removed: 1 })
  expect(await upgraded()).toEqual([{ seats: 0 }])
  expect(await undo(vendor, base.importId)).toMatchObject({ removed: 1 })

  // What stays keeps the key that it upgrades.
  const both = await bring(old('UH-E1'), old('UH-E2', '2024-02-01,UH-E1,,,', 1, 'UNDO-UP'), old('UH-E3'))
  await vendor.call(licenses.note, { params: { serialKey: 'UH-E2' }, body: { licenseNote: 'Kept' } })
  expect(reasons(await undo(vendor, both.importId))).toEqual({ 'UH-E1': 'inUse', 'UH-E2': 'changedSince' })
  expect(await undo(vendor, both.importId, true)).toMatchObject({ removed: 1 })
  expect(await keysLike('UH-E%')).toEqual(['UH-E1', 'UH-E2'])
})

test('a run of the command takes its seats back with their keys, but none that a device has used since', async () => {
  const before = await seen()
  const runId = await run({
    'licenses.csv': [head, old('UH-F1'), old('UH-F2', living)],
    'seats.csv': [
      'serialKey,deviceUuid,deviceName,activationDate,lastContact',
      'UH-F1,desk,Front desk,2024-02-01,2024-03-01',
      'UH-F2,till,Till,2026-06-01,2026-06-02',
    ],
  })
  await fold()
  const take = (whatCanBe: boolean) => undoRun(db, tenantId, runId, { whatCanBe, onWait: () => undefined })
  await acme.call(devices.heartbeat, { body: { serialKey: 'UH-F2', deviceUuid: 'till' } })
  expect(reasons(await take(false))).toEqual({ 'UH-F2': 'inUse' })
  expect(await take(true)).toMatchObject({ isUndone: true, removed: 1 })
  expect(await rows(`select device_uuid as device from license_seats where device_uuid in ('desk', 'till')`)).toEqual([
    { device: 'till' },
  ])
  expect(
    await rows(`select from texts where kind = 'license' and (folded like '%front desk%' or folded = 'uh-f1')`),
  ).toEqual([])
  const after = await seen()
  expect(after.map(({ keys }) => keys.items.length)).toEqual(before.map(({ keys }) => keys.items.length + 1))
})

test('seats that were imported alone are history, and undoing them is not offered', async () => {
  await bring(old('UH-G1'))
  const report = await bringFile('seats', 'serialKey,deviceUuid', 'UH-G1,alone')
  expect(report.undo.until).toBeNull()
  expect(await vendor.refused(imports.undo, { params: { id: report.importId }, body: {} })).toMatchObject({
    code: 'RQ409',
  })
})

test('nobody else takes keys back: partners and strangers find no such import (threats Z18)', async () => {
  const report = await bring(old('UH-H1'))
  for (const stranger of [nordico, acme, canary])
    expect(await stranger.refused(imports.undo, { params: { id: report.importId }, body: {} })).toMatchObject({
      code: 'RQ404',
    })
  expect(await keysLike('UH-H%')).toEqual(['UH-H1'])
  expect(await undo(vendor, report.importId)).toMatchObject({ removed: 1 })
})

test('the door by which imported keys leave is shut for every other key', async () => {
  const remove = db.write(work, (tx) =>
    tx.run(sql`select remove_imported_licenses(array(select license_id from licenses where serial_key = ${made}))`),
  )
  await expect(remove).rejects.toMatchObject({ code: '42501' })
  await expect(
    db.write(work, (tx) => tx.run(sql`delete from licenses where serial_key = ${made}`)),
  ).rejects.toMatchObject({ code: '42501' })
  expect(await keysLike(made)).toEqual([made])
})

const orderHead =
  'orderRefCode,line,buyerAccountCode,vendorAccountCode,status,creationDate,sku,quantity,price,currencyCode,invoiced,paid,externalIds'
const distributor = await codeOf(nordico)
const bought = (ref: string, line = 1, status = 'approved', more = '2024-01-05,EDGE-1Y,3,90.5,EUR,no,no,') =>
  `${ref},${line},${code},${distributor},${status},${more}`
const bringOrders = (...lines: string[]) => bringFile('orders', orderHead, ...lines)
const orderIds = async (pattern: string) =>
  Object.fromEntries(
    (await rows('select ref_code as ref, order_id as id from orders where ref_code like $1 order by 1', [pattern])).map(
      ({ ref, id }) => [ref, String(id)],
    ),
  ) as Record<string, string>
const oldOrders = [
  bought('OH-A1', 1, 'approved', '2024-01-05,EDGE-1Y,3,90.5,EUR,yes,yes,crm:O1'),
  bought('OH-A1', 2, 'approved', '2024-01-05,BOX,7,2,EUR,yes,yes,crm:O1'),
  bought('OH-A2', 1, 'pending'),
  bought('OH-A3', 1, 'revoked'),
  bought('OH-A4', 1, 'canceled'),
]

test.each([
  ['in the sums', true],
  ['not in the sums yet', false],
])(
  'imported orders are taken back while they are %s: figures and lists are as before, and the file comes again',
  async (_, isFolded) => {
    await fold()
    const before = await seen()
    const report = await bringOrders(...oldOrders)
    expect(report.undo.until).not.toBeNull()
    if (isFolded) await fold()
    await db.write(work, sealAudit)
    expect(await seen()).not.toEqual(before)
    const ids = await orderIds('OH-A%')
    expect(await undo(vendor, report.importId)).toEqual({
      isUndone: true,
      removed: 4,
      restored: 0,
      obstacleCount: 0,
      obstacles: [],
    })
    expect(await seen()).toEqual(before)
    await fold()
    expect(await seen()).toEqual(before)
    expect(await orderIds('OH-A%')).toEqual({})
    expect(await vendor.refused(orders.read, { params: { id: ids['OH-A1'] ?? '' } })).toMatchObject({ code: 'RQ404' })
    expect(await rows(`select external_id from external_ids where external_id = 'O1'`)).toEqual([])
    expect(
      await rows(
        `select before ->> 'status' as status, entity_name = before ->> 'orderCode' as named from audit_log
         where action = 'order.removed' and entity_id = any($1) order by 1`,
        [Object.values(ids)],
      ),
    ).toEqual(['approved', 'canceled', 'pending', 'revoked'].map((status) => ({ status, named: true })))
    const again = await bringOrders(...oldOrders)
    expect(again.counts).toMatchObject({ new: 5 })
    expect(await undo(vendor, again.importId)).toMatchObject({ removed: 4 })
  },
)

test('an order that was paid, decided, attached to, or made keys of since stays and says why; the others go', async () => {
  const report = await bringOrders(
    ...[1, 2, 3, 4].map((n) => bought(`OH-B${n}`)),
    ...[5, 6].map((n) => bought(`OH-B${n}`, 1, 'pending')),
    bought('OH-B7'),
  )
  const ids = await orderIds('OH-B%')
  const params = (ref: string) => ({ id: ids[ref] ?? '' })
  await fold()
  await nordico.call(orders.update, { params: params('OH-B1'), body: { paid: true } })
  await nordico.call(orders.changeStatus, { params: params('OH-B5'), body: { status: 'canceled' } })
  await acme.call(attachments.add, {
    params: params('OH-B2'),
    body: { attachments: [await uploading(world).upload(acme, 'our order')] },
  })
  await acme.call(licenses.create, {
    body: {
      parentAccountId: acme.accountId,
      items: [{ productId: world.products['EDGE-1Y']?.productId ?? '', qt: 1 }],
      derivedOrderId: ids['OH-B3'],
    },
  })
  const why = { 'OH-B1': 'changedSince', 'OH-B2': 'inUse', 'OH-B3': 'hasLicenses', 'OH-B5': 'changedSince' }
  const named = async (undone: Parameters<typeof reasons>[0]) => {
    const codes = await rows('select code, ref_code as ref from orders')
    return Object.fromEntries(
      Object.entries(reasons(undone)).map(([name, reason]) => [codes.find((each) => each.code === name)?.ref, reason]),
    )
  }
  const refused = await undo(vendor, report.importId)
  expect(refused).toMatchObject({ isUndone: false, removed: 0, obstacleCount: 4 })
  expect(await named(refused)).toEqual(why)
  expect(await undo(vendor, report.importId, true)).toMatchObject({ isUndone: true, removed: 3, obstacleCount: 4 })
  expect(Object.keys(await orderIds('OH-B%'))).toEqual(Object.keys(why))
})

test('nobody else takes orders back, and the door by which they leave is shut for every other order (threats Z18)', async () => {
  const report = await bringOrders(bought('OH-C1'))
  for (const stranger of [nordico, acme, canary])
    expect(await stranger.refused(imports.undo, { params: { id: report.importId }, body: {} })).toMatchObject({
      code: 'RQ404',
    })
  const { id } = await acme.call(orders.create, {
    body: { items: [{ productId: world.products['EDGE-1Y']?.productId ?? '', quantity: 1, price: 100 }] },
  })
  await expect(
    db.write(work, (tx) => tx.run(sql`select remove_imported_orders(array[${id}]::uuid[])`)),
  ).rejects.toMatchObject({ code: '42501' })
  await expect(db.write(work, (tx) => tx.run(sql`delete from orders where order_id = ${id}`))).rejects.toMatchObject({
    code: '42501',
  })
  expect(await undo(vendor, report.importId)).toMatchObject({ removed: 1 })
})

test('a run of the command with a new partner, its product, orders and keys leaves nothing behind', async () => {
  await fold()
  const before = await seen()
  const runId = await run({
    'accounts.csv': [
      'accountCode,accountName,groupName,parentAccountCode',
      `OH-R,Whole Reseller,RESELLER_GOLD,${distributor}`,
    ],
    'products.csv': ['sku,name,price', 'OH-P,Whole product,10'],
    'orders.csv': [
      orderHead,
      `OH-D1,1,OH-R,${distributor},approved,2024-01-05,OH-P,3,9,EUR,no,no,`,
      `OH-D1,2,OH-R,${distributor},approved,2024-01-05,EDGE-1Y,1,90,EUR,no,no,`,
    ],
    'licenses.csv': [head, 'UH-I1,OH-R,EDGE-1Y,1,2024-01-10,2024-02-01,,,,'],
  })
  await fold()
  await db.write(work, sealAudit)
  const undone = await undoRun(db, tenantId, runId, { whatCanBe: false, onWait: () => undefined })
  // Its account, product, order and key.
  expect(undone).toMatchObject({ isUndone: true, removed: 4, obstacleCount: 0 })
  expect(await seen()).toEqual(before)
  expect(await rows(`select from products where sku = 'OH-P'`)).toEqual([])
})

test('an order from which another was made, or that somebody signed, stays', async () => {
  const report = await bringOrders(...[1, 2, 3].map((n) => bought(`OH-E${n}`, 1, 'pending')))
  const ids = await orderIds('OH-E%')
  await rows(
    `insert into approval_signatures (tenant_id, signature_id, kind, record_id, code, user_id, account_id, seen)
     values ($1, gen_random_uuid(), 'order', $2, 'x', $3, $4, 'x')`,
    [tenantId, ids['OH-E1'], nordico.userId, nordico.accountId],
  )
  try {
    await nordico.call(orders.create, {
      body: {
        items: [{ productId: world.products['EDGE-1Y']?.productId ?? '', quantity: 1, price: 100 }],
        derivedOrderId: ids['OH-E2'],
      },
    })
    const refused = await undo(vendor, report.importId)
    expect(refused.obstacles.map(({ entityId, reason }) => [entityId, reason]).toSorted()).toEqual(
      [
        [ids['OH-E1'], 'inUse'],
        [ids['OH-E2'], 'inUse'],
      ].toSorted(),
    )
  } finally {
    await rows(`delete from approval_signatures where record_id = $1`, [ids['OH-E1']])
  }
  expect(await undo(vendor, report.importId, true)).toMatchObject({ isUndone: true, removed: 2, obstacleCount: 1 })
})
