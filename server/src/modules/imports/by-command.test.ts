import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { imports } from '@trellis/contract/imports'
import { expect, test } from 'vitest'
import { openSession } from '../../platform/database/session.ts'
import { newId } from '../../platform/ids.ts'
import { rolesOf } from '../../testing/calling.ts'
import { network } from '../../testing/network.ts'
import { raw } from '../../testing/selling.ts'
import { importFolder } from './engine/folder.ts'
import { tryTurn } from './engine/turn.ts'

const world = await network()
const { vendor, nordico, acme, canary } = world

const userWith = rolesOf(world)

const csv = (...lines: string[]) => `${lines.join('\r\n')}\r\n`

test('an import by command is listed for the super admins of the vendor only, and an interrupted one as unfinished', {
  tags: ['long'],
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-listed-'))
  const run = async (...lines: string[]) => {
    writeFileSync(join(folder, 'products.csv'), csv('sku,name,price', ...lines))
    await importFolder(world.db, world.tenantId, folder, { dryRun: false, keepGood: true, refusedTo: folder })
  }
  try {
    await run('CLI-1,By command,1', 'CLI-2,By command,dear')
    await run('CLI-1,By command,1')
  } finally {
    rmSync(folder, { recursive: true })
  }
  // What a killed process leaves: it says that it runs, and nobody has the lock.
  await raw(
    world,
    `insert into import_runs (tenant_id, run_id, started_by, folder, files, file, phase, rows_read, rows_written, heard_at)
       values ($1, $2, 'root on machine-7', '/home/operator/records', '[{"file":"accounts.csv","outcome":"imported","rows":5,"bad":1}]',
         'orders.csv', 'writing', 90, 40, now())`,
    [world.tenantId, newId()],
  )
  await vendor.call(imports.create, {
    body: { kind: 'products', fileName: 'products.csv', csv: csv('sku,name,price'), dryRun: true },
  })
  const listed = await vendor.call(imports.list)
  const byCommand = listed.filter((each) => each.byCommand)
  expect(byCommand).toMatchObject([
    { status: 'interrupted', fileName: 'accounts.csv, orders.csv', outcome: null, rows: 95, done: 4 },
    { status: 'done', fileName: 'products.csv', outcome: 'imported', rows: 1, done: 1 },
    { status: 'done', fileName: 'products.csv', outcome: 'refused', rows: 2, done: 1 },
  ])
  for (const each of byCommand) expect(each).toMatchObject({ kind: null, dryRun: false, importedBy: null })
  expect(JSON.stringify(listed)).not.toMatch(/machine-7|operator/)
  const own = listed.find((each) => !each.byCommand)
  expect(own?.importedBy).toBe('Vera Verdant')
  expect(listed.map(({ creationDate }) => creationDate)).toEqual(
    listed.map(({ creationDate }) => creationDate).toSorted((a, b) => b.localeCompare(a)),
  )
  const colleague = await userWith(vendor, { Products: 'crud' })
  expect(await colleague(imports.list)).toMatchObject({ status: 200, body: [] })
  for (const stranger of [nordico, acme, canary])
    expect((await stranger.call(imports.list)).filter((each) => each.byCommand)).toEqual([])
  // While an import holds the lock, a run that reported progress within the last minute is active; any other was interrupted.
  const session = await openSession(world.db, world.tenantId, { mode: 'rehearse', as: { reach: null } })
  try {
    expect(await tryTurn(session)).toBe(true)
    expect((await vendor.call(imports.list)).find((each) => each.byCommand)).toMatchObject({
      status: 'running',
      done: 44,
    })
    await raw(world, `update import_runs set heard_at = now() - interval '2 minutes' where state = 'running'`)
    expect((await vendor.call(imports.list)).find((each) => each.byCommand)?.status).toBe('interrupted')
  } finally {
    await session.close()
  }
})
