import { rehashKeys } from '../modules/licenses/index.ts'
import { openDatabase } from '../platform/database/database.ts'
import { openSecrets } from '../platform/secrets.ts'

/** Registers the serial keys of licenses that were inserted as rows, so that devices find them. */
export async function registerKeys(url: string, tenantId: string, secretKey: string): Promise<void> {
  const db = await openDatabase(url, { secrets: openSecrets({ secretKey, dataDir: '' }) })
  try {
    await db.administer({ tenantId, userId: null, reach: null, clock: null, requestId: null }, rehashKeys)
  } finally {
    await db.close()
  }
}
