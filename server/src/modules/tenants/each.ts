import type { Database } from '../../platform/database/database.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { listTenants } from './queries.ts'

/** Work of the System: one transaction a tenant. A tenant that fails does not keep the others from theirs; it is told at the end. */
export const inEachTenant = (db: Database, work: (tx: Tx) => Promise<unknown>): Promise<void> =>
  withEachTenant(db, (write) => write(work))

/** Work in batches, each in a transaction of its own, until one answers that it did nothing. */
export const inEachTenantUntilNone = (db: Database, batch: (tx: Tx) => Promise<number>): Promise<void> =>
  withEachTenant(db, async (write) => {
    while ((await write(batch)) > 0);
  })

type Write = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

async function withEachTenant(db: Database, visit: (write: Write) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = []
  for (const { tenantId } of await listTenants(db.shared)) {
    const context = { tenantId, userId: null, reach: null, clock: null, requestId: null }
    await visit((work) => db.write(context, work)).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} tenants failed`)
}
