import type { Tx } from '../../../platform/database/tx.ts'
import { record } from '../../audit/index.ts'
import { takeTimeZone } from '../../tenants/index.ts'

/** A tenant without a time zone takes that of its first super admin (rules G28). */
export async function adoptTimeZone(tx: Tx, timeZone: string): Promise<void> {
  const tenantId = await takeTimeZone(tx, timeZone)
  if (tenantId !== undefined)
    await record(tx, 'tenant.changed', 'tenant', tenantId, { before: { timeZone: 'UTC' }, after: { timeZone } })
}
