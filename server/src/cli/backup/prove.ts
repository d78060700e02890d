import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../../migrate.ts'
import { openAnchorFile } from '../../modules/audit/index.ts'
import { listTenants } from '../../modules/tenants/index.ts'
import type { Config } from '../../platform/config.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { startEmbeddedUntilStop } from '../../platform/database/embedded.ts'
import { openSecrets } from '../../platform/secrets.ts'
import { openFolder } from '../../platform/storage/folder.ts'
import { checkTenant, type Finding } from '../check/run.ts'
import type { Call } from '../command.ts'
import { readBackup } from './read.ts'

export interface Proof {
  rows: number
  files: number
  tenants: { tenantCode: string; invariants: number; findings: Finding[] }[]
}

/**
 * Restores a backup into a PostgreSQL of its own, in a folder that is removed afterwards, and checks every invariant and every file
 * of it. The installation that is in use is not touched.
 */
export async function proveBackup(
  file: string,
  config: Config,
  onStop: Call['onStop'] = () => undefined,
): Promise<Proof> {
  const folder = await mkdtemp(join(tmpdir(), 'trellis-proof-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  // Ended in turn, the last one first: no server stays behind with what everybody has.
  onStop(remove)
  const embedded = await startEmbeddedUntilStop({ dataDir: folder, durable: false }, { onStop })
  try {
    await migrate(embedded.url)
    const storage = openFolder(folder)
    const { rows, files } = await readBackup(embedded.url, file, config, storage)
    const db = await openDatabase(embedded.url, { directUrl: embedded.url, secrets: openSecrets(config) })
    try {
      const anchors = openAnchorFile(config.auditAnchors)
      const tenants = []
      for (const { tenantId, tenantCode } of await listTenants(db))
        tenants.push({ tenantCode, ...(await checkTenant(db, tenantId, { anchors, storage, contents: true })) })
      return { rows, files, tenants }
    } finally {
      await db.close()
    }
  } finally {
    await embedded.stop()
    await remove()
  }
}
