import { sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'

/** Every process hears on it that a tenant was suspended or resumed; the payload is its code. */
export const tenantsChannel = 'trellis_tenants'

/**
 * Suspends the transaction's tenant, or resumes it (null). Returns false when it was so already. Only the owner may write
 * the list of tenants: call it in `db.administer`.
 */
export async function setSuspended(tx: Tx, suspension: { reason: string | null } | null): Promise<boolean> {
  const changed = await tx.run(
    suspension === null
      ? sql`
        update tenants set suspended_at = null, suspension_reason = null
        where tenant_id = (select current_tenant()) and suspended_at is not null`
      : sql`
        update tenants set suspended_at = (select clock()), suspension_reason = ${suspension.reason}
        where tenant_id = (select current_tenant()) and suspended_at is null`,
  )
  if (changed > 0)
    await tx.run(sql`
      select pg_notify(${tenantsChannel}, code::text) from tenants where tenant_id = (select current_tenant())`)
  return changed > 0
}

/** SQL: true while jobs and mails of the transaction's tenant wait (rules G22, G49). */
export const isAtRest = sql`tenant_rests((select current_tenant()))`
