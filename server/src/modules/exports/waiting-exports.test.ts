// @module-tag long
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { accounts } from '@trellis/contract/accounts'
import { exportsOfLists, type NewExport } from '@trellis/contract/exports'
import { settings } from '@trellis/contract/settings'
import { expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import { rolesOf } from '../../testing/calling.ts'
import { network, type Person } from '../../testing/network.ts'
import { expectClosed, saysOpenFiles } from '../../testing/open-files.ts'
import { queued, runJob, runQueued } from '../../testing/queue.ts'
import { raw } from '../../testing/selling.ts'

const world = await network()
const { vendor, manager, nordico, acme, acmeBasic, canary } = world

const context = { tenantId: world.tenantId, userId: null, reach: null, clock: null, requestId: null }
const write = <T>(work: (tx: Tx) => Promise<T>) => world.db.write(context, work)
const columns = [{ path: 'accountName', label: 'Name', kind: 'text' as const }]
const list: NewExport = { list: 'accounts.search', search: {}, columns, format: 'csv', fileName: 'accounts' }
const exported = (who: Person, more: Partial<NewExport> = {}) =>
  who.raw(exportsOfLists.create, { body: { ...list, ...more } })
const fileOf = async (who: Person, id: string) => {
  const { status, body, headers } = await who.raw(exportsOfLists.download, { params: { id } })
  return { status, body: String(body), type: headers['content-type'] }
}

/** While `work` runs, all places of the tenant are taken by exports that wait for a table. */
async function whilePlacesAreTaken<T>(by: [Person, Person], work: () => Promise<T>): Promise<T> {
  const types = {
    list: 'productTypes.search' as const,
    columns: [{ path: 'name', label: 'Name', kind: 'text' as const }],
  }
  const { long, outcome } = await write(async (tx) => {
    await tx.run(sql`lock table product_types in access exclusive mode`)
    const long = by.map((who) => exported(who, types))
    const waiting = async () =>
      (
        await world.db.shared.row<{ n: number }>(sql`
          select count(*) as n from pg_stat_activity where datname = current_database() and wait_event = 'relation'`)
      )?.n
    await expect.poll(waiting).toBe(2)
    return { outcome: await work(), long: Promise.all(long) }
  })
  expect((await long).map(({ status }) => status)).toEqual([200, 200])
  return outcome
}

test('an export that finds all places taken waits with its place instead of being refused, and others’ tenants do not wait (threats X13, F12)', async () => {
  const ids = await whilePlacesAreTaken([vendor, nordico], async () => {
    const answers = await Promise.all([exported(acme), exported(acme, { format: 'xlsx' }), exported(manager)])
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
    expect((await exported(canary)).status).toBe(200)
    return answers.map(({ body }) => (body as { id: string }).id)
  })
  // One export of each user comes before the second of anybody.
  const places = async (who: Person) => (await who.call(exportsOfLists.list)).map(({ place }) => place)
  const [acmes, managers] = [await places(acme), await places(manager)]
  expect([...acmes, ...managers].toSorted()).toEqual([1, 2, 3])
  expect(acmes).toContain(3)

  await runQueued(world, 'exports:write')
  const written = await acme.call(exportsOfLists.list)
  expect(written).toHaveLength(2)
  for (const file of written)
    expect(file).toMatchObject({ status: 'done', place: null, done: 1, rows: 1, size: expect.any(Number) })
  const [csv = ''] = ids
  expect(await fileOf(acme, csv)).toMatchObject({ status: 200, type: 'text/csv; charset=utf-8' })
  expect((await fileOf(acme, csv)).body).toContain('Name\r\nFjord')
  for (const stranger of [acmeBasic, manager, vendor, canary]) {
    expect((await fileOf(stranger, csv)).status).toBe(404)
    expect((await stranger.call(exportsOfLists.list)).map(({ id }) => id)).not.toContain(csv)
  }
  expect((await fileOf(acme, newId())).status).toBe(404)
})

test('a user has ten exports under way at most, one after the other, and a colleague’s comes before the second (threats F12)', async () => {
  await whilePlacesAreTaken([vendor, nordico], async () => {
    const answers = await Promise.all(Array.from({ length: 13 }, () => exported(acme)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(202), 429, 429, 429])
    expect((await exported(acmeBasic)).status).toBe(202)
  })
  const turns = await raw<{ turn: number; own: boolean }>(
    world,
    `select f.turn, f.user_id = $1 as own, j.priority from written_files f
     join graphile_worker._private_jobs j on j.key = 'export:' || f.file_id::text order by j.priority, own`,
    [acme.userId],
  )
  expect(turns.map(({ own }) => own)).toEqual([false, true, ...Array(9).fill(true)])
  expect(turns.map(({ turn }) => turn)).toEqual([0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  const [first] = await acmeBasic.call(exportsOfLists.list)
  expect(first?.place).toBeLessThanOrEqual(2)
  await runQueued(world, 'exports:write')
})

test('a waiting export is written with the rights that its user has then, and nobody reads more by waiting', async () => {
  const [{ body }] = await whilePlacesAreTaken([vendor, nordico], async () => [await exported(acmeBasic)])
  const { id } = body as { id: string }
  await raw(world, `delete from user_roles where user_id = $1`, [acmeBasic.userId])
  await runQueued(world, 'exports:write')
  expect(await raw(world, `select status from written_files where file_id = $1`, [id])).toEqual([{ status: 'failed' }])
})

test('a file that is done is not for who may not read its list any more', async () => {
  const call = await rolesOf(world)(acme, { Accounts: 'r' })
  const [role] = await raw<{ roleId: number }>(world, `select max(role_id)::int as "roleId" from roles`)
  const allow = (permissions: { module: 'Accounts' | 'Orders'; flags: string }[]) =>
    vendor.call(settings.updateRole, { params: { roleId: role?.roleId ?? 0 }, body: { name: 'Reader', permissions } })
  const [{ body }] = await whilePlacesAreTaken([vendor, nordico], async () => [
    await call(exportsOfLists.create, { body: list }),
  ])
  await runQueued(world, 'exports:write')
  const download = () => call(exportsOfLists.download, { params: { id: (body as { id: string }).id } })
  expect(await download()).toMatchObject({ status: 200 })
  await allow([{ module: 'Orders', flags: 'r' }])
  expect(await download()).toMatchObject({ status: 403, body: { code: 'RQ403', info: { permission: 'Accounts:r' } } })
  await allow([{ module: 'Accounts', flags: 'r' }])
  expect(await download()).toMatchObject({ status: 200 })
})

test('an export whose job was interrupted is written by the next one, and after a day its file is gone', async () => {
  const [{ body }] = await whilePlacesAreTaken([vendor, nordico], async () => [await exported(acme)])
  const { id } = body as { id: string }
  await write((tx) =>
    tx.run(sql`
      update written_files set status = 'running', attempt = 1, heard_at = now() - interval '2 minutes' where file_id = ${id}`),
  )
  await runJob(world, 'exports:rescue')
  expect(await queued(world, 'exports:write')).toHaveLength(1)
  await runQueued(world, 'exports:write')
  expect((await fileOf(acme, id)).status).toBe(200)
  await write((tx) => tx.run(sql`update written_files set heard_at = now() - interval '25 hours'`))
  await runJob(world, 'exports:sweep')
  expect((await fileOf(acme, id)).status).toBe(404)
  expect(await acme.call(exportsOfLists.list)).toEqual([])
})

test.skipIf(!saysOpenFiles)('an export that the store does not take leaves no file open', async () => {
  const [{ body }] = await whilePlacesAreTaken([vendor, nordico], async () => [await exported(acme)])
  const { id } = body as { id: string }
  const folder = join(world.dataDir, 'files', world.tenantId, 'exports')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(dirname(folder), { recursive: true })
  writeFileSync(folder, 'no folder')
  try {
    await expect(runQueued(world, 'exports:write')).rejects.toThrow()
  } finally {
    rmSync(folder)
  }
  expect(await raw(world, `select status from written_files where file_id = $1`, [id])).toEqual([{ status: 'queued' }])
  await expectClosed(/trellis-[-0-9a-f]{36} \(deleted\)$/)
})

test('of twenty concurrent exports of one user each gets its file, its place or its share’s end, and others do not wait (threats X13)', async () => {
  await nordico.token()
  let done = 0
  const twenty = Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const answer = await exported(vendor, { format: n % 2 === 0 ? 'csv' : 'xlsx' })
      done += 1
      return answer
    }),
  )
  await nordico.call(accounts.search, { body: {} })
  expect(done).toBeLessThan(20)
  const statuses = (await twenty).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(1)
  expect(statuses.filter((status) => ![200, 202, 429].includes(status))).toEqual([])
})
