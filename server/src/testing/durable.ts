import { migrate } from '../migrate.ts'
import { openDatabase } from '../platform/database/database.ts'
import { type Embedded, startEmbedded } from '../platform/database/embedded.ts'
import { type Settled, settle } from './companies.ts'

/** The embedded PostgreSQL of a folder, with durability as in production: for drills that kill it. */
export const startDurable = (dataDir: string): Promise<Embedded> => startEmbedded({ dataDir })

/** Migrates an empty database and fills it with the tests' network of companies. */
export async function settleDatabase(url: string): Promise<Settled> {
  await migrate(url)
  const db = await openDatabase(url)
  try {
    return await settle(db)
  } finally {
    await db.close()
  }
}

/** Reaches the server that takes writes, where an address names several. */
export { Connection } from '../platform/database/connection.ts'
export type { Embedded, Settled }
