import { sealAudit } from './modules/audit/index.ts'
import { deleteDeadSessions } from './modules/identity/index.ts'
import { cancelStalePendingSellOuts } from './modules/orders/index.ts'
import { listTenants } from './modules/tenants/index.ts'
import type { Database } from './platform/database/database.ts'
import { sql } from './platform/database/sql.ts'
import type { Tx } from './platform/database/tx.ts'
import type { Job } from './platform/jobs.ts'

/** What comes round by itself. Running one twice, or two at once, leaves the effect of one. */
export function jobsOf(db: Database): Job[] {
  return [
    { name: 'audit:seal', cron: '* * * * *', run: () => inEachTenant(db, sealWhatWaits) },
    { name: 'orders:cancel-stale', cron: '7 * * * *', run: () => inEachTenant(db, cancelStalePendingSellOuts) },
    { name: 'sweep', cron: '17 3 * * *', run: () => sweep(db) },
  ]
}

/** One transaction a tenant. A tenant that fails does not keep the others waiting; the queue tries again. */
async function inEachTenant(db: Database, work: (tx: Tx) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = []
  for (const { tenantId } of await listTenants(db.shared)) {
    const context = { tenantId, userId: null, reach: null, clock: null, requestId: null }
    await db.write(context, work).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} tenants failed`)
}

async function sealWhatWaits(tx: Tx): Promise<void> {
  while ((await sealAudit(tx)) > 0);
}

async function sweep(db: Database): Promise<void> {
  await db.shared.run(sql`delete from throttles where window_ends_at < now()`)
  await inEachTenant(db, async (tx) => {
    await tx.run(sql`
      delete from idempotency_keys
      where tenant_id = (select current_tenant()) and created_at < now() - interval '24 hours'`)
    await deleteDeadSessions(tx)
  })
}
