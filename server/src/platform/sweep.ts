import type { Database } from './database/database.ts'
import { sql } from './database/sql.ts'
import type { Tx } from './database/tx.ts'
import type { Job } from './jobs.ts'
import { inPieces } from './pieces.ts'
import type { Tenant } from './tenancy.ts'

const rowsPerPiece = 5000
/** Maximum number of counter batches in one run. Refused calls create counters, so an attack may create any number. */
const mostPieces = 100

/** Deletes expired counters, and idempotency keys after their guaranteed 24 hours. */
export function sweepJobs(db: Database, tenantsWith: (job: string) => Promise<Tenant[]>): Job[] {
  const name = 'platform:sweep'
  const forgetKeys = inPieces(db, () => tenantsWith(name), { name, size: rowsPerPiece, piece: deleteOldKeys })
  return [
    {
      name,
      cron: '37 * * * *',
      async run() {
        for (let piece = 0; piece < mostPieces; piece++) if ((await deleteOldCounters(db)) < rowsPerPiece) break
        return forgetKeys()
      },
    },
  ]
}

const deleteOldCounters = (db: Database) =>
  db.shared.run(sql`
    delete from throttles
    where key = any(array(select key from throttles where window_ends_at < now() limit ${rowsPerPiece}))
      and window_ends_at < now()`)

const deleteOldKeys = (tx: Tx, most: number) =>
  tx.run(sql`
    delete from idempotency_keys
    where tenant_id = (select current_tenant()) and (user_id, key) in (
      select user_id, key from idempotency_keys
      where tenant_id = (select current_tenant()) and created_at < now() - interval '24 hours' limit ${most})`)
