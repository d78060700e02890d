import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dashboard } from '@trellis/contract/dashboard'
import { devices } from '@trellis/contract/devices'
import { imports } from '@trellis/contract/imports'
import { keyLinks } from '@trellis/contract/key-pages'
import { licenses } from '@trellis/contract/licenses'
import { renewals } from '@trellis/contract/renewals'
import { afterEach, expect, test } from 'vitest'
import { checkTenant } from '../../cli/check/run.ts'
import { sql } from '../../platform/database/sql.ts'
import { licensing } from '../../testing/licensing.ts'
import { network, type Person } from '../../testing/network.ts'
import { runQueued } from '../../testing/queue.ts'
import { raw } from '../../testing/selling.ts'
import { sealAudit } from '../audit/index.ts'
import { foldLicenses, sumLicenses } from '../dashboard/index.ts'
import { importFolder } from './engine/folder.ts'
import { importTask } from './queries.ts'
import { undoRun } from './undo-run.ts'

/* Taking back what is history as soon as somebody builds on it: license keys of an import. */

const world = await network()
const { vendor, nordico, acme, canary, db, tenantId } = world
const { addProduct, give, key } = licensing(world)
await addProduct({ sku: 'UNDO-UP', isUpgradeRight: true, extends: 'EDGE-1Y' })

const csv = (...lines: string[]) => `${lines.join('\r\n')}\r\n`
const rows = (query: string, values: unknown[] = []) => raw<Record<string, unknown>>(world, query, values)
const codeOf = async ({ accountId }: Person) =>
  String((await rows('select code from accounts where account_id = $1', [accountId]))[0]?.code)
const code = await codeOf(acme)

const head = 'serialKey,ownerAccountCode,sku,seats,creationDate,activationDate,upgradeOf,extensions,licenseNote,externalIds'
const old = (serialKey: string, more = '2024-02-01,,,,', seats = 2, sku = 'EDGE-1Y') =>
  `${serialKey},${code},${sku},${seats},2024-01-10,${more}`

/** Of a key that still runs. */
const living = '2026-06-01,,,,'

async function bring(...lines: string[]) {
  const { id } = await vendor.call(imports.create, {
    body: { kind: 'licenses', fileName: 'licenses.csv', csv: csv(head, ...lines), dryRun: false },
  })
  await runQueued(world, importTask)
  const report = await vendor.call(imports.read, { params: { id } })
  expect(report).toMatchObject({ outcome: 'imported', counts: { bad: 0 } })
  return report
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
const fold = () => db.write(work, foldLicenses)

/** What readers see of keys: the figures of a period in which the imported keys lie, with sums and without, and the lists. */
const seen = async () => ({
  figures: await Promise.all(
    [vendor, nordico, acme].map((who) =>
      who.call(dashboard.licenses, {
        body: { parentAccountId: who.accountId, includeChildren: true, currentFrom: '2023/12/01', currentTo: '2026/12/31' },
      }),
    ),
  ),
  lists: await Promise.all(
    [vendor, nordico, acme].map((who) => who.call(licenses.search, { body: { parentAccountId: who.accountId, includeChildren: true } })),
  ),
})

// Figures come from sums, as in a large network.
const made = await key(acme, 'EDGE-1Y', 2)
await give(acme, 'EDGE-1Y', 2)
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
  const folder = mkdtempSync(join(tmpdir(), 'trellis-undo-'))
  const write = (name: string, ...lines: string[]) => writeFileSync(join(folder, name), csv(...lines))
  let runId = ''
  try {
    write('licenses.csv', head, old('UH-F1'), old('UH-F2', living))
    write(
      'seats.csv',
      'serialKey,deviceUuid,deviceName,activationDate,lastContact',
      'UH-F1,desk,Front desk,2024-02-01,2024-03-01',
      'UH-F2,till,Till,2026-06-01,2026-06-02',
    )
    const onRun = (id: string) => {
      runId = id
    }
    await importFolder(db, tenantId, folder, { dryRun: false, keepGood: false, refusedTo: folder, onRun })
  } finally {
    rmSync(folder, { recursive: true })
  }
  await fold()
  const take = (whatCanBe: boolean) => undoRun(db, tenantId, runId, { whatCanBe, onWait: () => undefined })
  await acme.call(devices.heartbeat, { body: { serialKey: 'UH-F2', deviceUuid: 'till' } })
  expect(reasons(await take(false))).toEqual({ 'UH-F2': 'inUse' })
  expect(await take(true)).toMatchObject({ isUndone: true, removed: 1 })
  expect(await rows(`select device_uuid as device from license_seats where device_uuid in ('desk', 'till')`)).toEqual([
    { device: 'till' },
  ])
  expect(await rows(`select from license_texts where folded like '%front desk%' or folded = 'uh-f1'`)).toEqual([])
  const after = await seen()
  expect(after.lists.map(({ total }) => total)).toEqual(before.lists.map(({ total }) => total + 1))
})

test('seats that were imported alone are history', async () => {
  await bring(old('UH-G1'))
  const folder = mkdtempSync(join(tmpdir(), 'trellis-undo-'))
  let runId = ''
  try {
    writeFileSync(join(folder, 'seats.csv'), csv('serialKey,deviceUuid', 'UH-G1,alone'))
    const onRun = (id: string) => {
      runId = id
    }
    await importFolder(db, tenantId, folder, { dryRun: false, keepGood: false, refusedTo: folder, onRun })
  } finally {
    rmSync(folder, { recursive: true })
  }
  const undone = await undoRun(db, tenantId, runId, { whatCanBe: false, onWait: () => undefined })
  expect(reasons(undone)).toEqual({ 'UH-G1': 'isHistory' })
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
