import type { Database } from './database/database.ts'
import { sql } from './database/sql.ts'
import type { Job } from './jobs.ts'

/** Forgets counters that ran out and idempotency keys older than the 24 hours that they are promised for. */
export const sweepJobs = (db: Database): Job[] => [
  {
    name: 'platform:sweep',
    cron: '37 * * * *',
    async run() {
      await db.shared.run(sql`delete from throttles where window_ends_at < now()`)
      const tenants = await db.shared.rows<{ tenantId: string }>(sql`select tenant_id as "tenantId" from tenants`)
      for (const { tenantId } of tenants) {
        await db.write({ tenantId, userId: null, reach: null, clock: null, requestId: null }, (tx) =>
          tx.run(sql`
            delete from idempotency_keys
            where tenant_id = (select current_tenant()) and created_at < now() - interval '24 hours'`),
        )
      }
    },
  },
]
