import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { checkTenant } from './cli/check/run.ts'
import { migrate } from './migrate.ts'
import { listTenants } from './modules/tenants/index.ts'
import { openDatabase } from './platform/database/database.ts'
import { catalogueOf } from './testing/catalogue.ts'
import { testDatabase } from './testing/database.ts'
import { releaseSecrets, releases, restoreRelease } from './testing/releasing.ts'

/* The last releases, plus the steps since, are the present schema (decision 098). `npm run release` adds one. */

const fresh = await testDatabase()
afterAll(() => fresh.drop())

test('a release to upgrade from is kept', async () => {
  expect((await releases()).length).toBeGreaterThan(0)
})

test.each(await releases())(
  'an installation of %s that is brought to the present has the schema of a new one, and the check finds nothing',
  async (version) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'trellis-upgrade-'))
    const database = await testDatabase({ migrated: false })
    try {
      await restoreRelease(version, database.url, dataDir)
      await migrate(database.url)
      expect(await catalogueOf(database.adminUrl)).toEqual(await catalogueOf(fresh.adminUrl))
      const db = await openDatabase(database.url, { secrets: releaseSecrets })
      const tenants = await listTenants(db)
      expect(tenants.length).toBeGreaterThan(0)
      for (const { tenantId } of tenants) expect((await checkTenant(db, tenantId)).findings).toEqual([])
      await db.close()
    } finally {
      await database.drop()
      rmSync(dataDir, { recursive: true })
    }
  },
)
