import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { licenses } from '@trellis/contract/licenses'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { readBackup } from './cli/backup/read.ts'
import { writeBackup } from './cli/backup/write.ts'
import { checkTenant } from './cli/check/run.ts'
import { migrate } from './migrate.ts'
import { readConfig } from './platform/config.ts'
import { openDatabase } from './platform/database/database.ts'
import { openSecrets } from './platform/secrets.ts'
import { openStorage } from './platform/storage/storage.ts'
import { activating } from './testing/activating.ts'
import { catalogueOf } from './testing/catalogue.ts'
import { startThrowaway } from './testing/cluster.ts'
import { settleForServing, testDatabase } from './testing/database.ts'
import { dealing } from './testing/dealing.ts'
import { network } from './testing/network.ts'
import { findPostgres15 } from './testing/postgresql-15.ts'
import { runJob } from './testing/queue.ts'
import { hasProperty } from './testing/samples.ts'
import { selling } from './testing/selling.ts'

/* All other tests run on the PostgreSQL that is included (18). This one runs what matters on the oldest supported one. */

const binaries = await findPostgres15()

if (binaries === undefined) {
  const what = 'PostgreSQL 15 is not here and cannot be installed (only root on Debian can): only 18 was tested'
  process.stderr.write(`${what}\n`)
  test(what, () => expect(process.getuid?.() === 0 && existsSync('/etc/debian_version')).toBe(false))
} else {
  const cluster = await startThrowaway({ binaries, inMemory: true })
  afterAll(() => cluster.stop())
  const admin = new pg.Client(cluster.adminUrl)
  await admin.connect()
  afterAll(() => admin.end())

  await migrate(cluster.url)
  const world = await network({
    database: {
      ...{ url: cluster.url, adminUrl: cluster.adminUrl, settled: await settleForServing(cluster.url) },
      drop: async () => undefined,
    },
  })
  const { acme, nordico, vendor, app, db, tenantId, dataDir } = world
  const { issue, request, change } = selling(world)

  const oneYear = 'EDGE-1Y'
  let serialKey = ''

  test('the cluster is of PostgreSQL 15, and its schema is that of 18', async () => {
    const { rows } = await admin.query('show server_version_num')
    expect(rows[0].server_version_num).toMatch(/^15/)
    const newest = await testDatabase()
    // Views are printed in another way; their columns are compared.
    const printed = async (url: string) => (await catalogueOf(url)).filter((line) => !line.startsWith('view '))
    expect(await printed(cluster.adminUrl)).toEqual(await printed(newest.adminUrl))
    await newest.drop()
  })

  test('PostgreSQL 15: an order is approved, a key made of its stock, and a seat of the key activated', async () => {
    await issue({ [oneYear]: 20 })
    for (const [buyer, seller] of [
      [nordico, vendor],
      [acme, nordico],
    ] as const) {
      const { id } = await request(buyer, { [oneYear]: 5 })
      await change(seller, id, 'approved')
    }
    expect(await acme.stockOf(oneYear)).toBe(5)
    const items = [{ productId: world.products[oneYear]?.productId ?? '', qt: 2 }]
    const { serialKeys } = await acme.call(licenses.create, { body: { items, parentAccountId: acme.accountId } })
    serialKey = serialKeys[0] ?? ''
    const { activate, heartbeat } = activating(world)
    expect((await activate(serialKey, 'laptop')).status).toBe(200)
    expect((await heartbeat(serialKey, 'laptop')).status).toBe(200)
    await dealing(world).register(acme, { [oneYear]: 1 })
  })

  const searches = app.routes.filter(
    ({ endpoint: { file, params, body, permission } }) =>
      !file && !params && permission !== 'operator' && hasProperty(body, 'filterBy'),
  )
  test.each(searches)('PostgreSQL 15: $name answers, sorted and found by a text', async ({ endpoint }) => {
    for (const body of [{}, { includeChildren: true, search: 'acme' }]) {
      const { status, body: answer } = await vendor.raw(endpoint, { body })
      expect(status, JSON.stringify(answer)).toBeLessThan(status === 400 || status === 422 ? 500 : 400)
    }
  })

  const plain = app.routes.filter(
    ({ endpoint, name }) =>
      // An open stream, and the list of all tenants.
      endpoint.method === 'GET' && !endpoint.path.includes(':') && !['live.changes', 'tenants.lookup'].includes(name),
  )
  test.each(plain)('PostgreSQL 15: $name answers', async ({ endpoint }) => {
    expect((await vendor.raw(endpoint, {})).status).toBeLessThan(500)
  })

  test.each(app.jobs.filter(({ cron }) => cron !== undefined))('PostgreSQL 15: the job $name runs', ({ name }) =>
    runJob(world, name),
  )

  test('PostgreSQL 15: the check finds nothing, and what a backup holds is restored', async () => {
    expect((await checkTenant(db, tenantId)).findings).toEqual([])
    const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir })
    const [file, storage] = [join(dataDir, 'all.backup'), await openStorage(config)]
    const written = await writeBackup(cluster.url, file, storage)
    expect(written.damaged).toEqual([])
    await admin.query('create database restored owner trellis_owner')
    const restored = cluster.url.replace(/trellis$/, 'restored')
    await migrate(restored)
    expect(await readBackup(restored, file, config, storage)).toEqual({ rows: written.rows, files: written.files })
    const there = await openDatabase(restored, { secrets: openSecrets(config) })
    expect((await checkTenant(there, tenantId)).findings).toEqual([])
    await there.close()
    storage.close()
  })
}
