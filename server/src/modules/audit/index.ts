import { json, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'

interface Change {
  before?: unknown
  after?: unknown
}

/**
 * Appends a change of state to the audit log, in the transaction that makes it. Who, when and in which request come
 * from the transaction itself.
 * @param action what happened, as `order.approved`
 * @param entity the kind of thing, as `order`
 */
export async function record(
  tx: Tx,
  action: string,
  entity: string,
  entityId: string,
  change: Change = {},
): Promise<void> {
  await tx.run(sql`
    insert into audit_log (audit_id, action, entity, entity_id, before, after)
    values (${newId()}, ${action}, ${entity}, ${entityId}, ${json(change.before ?? null)}, ${json(change.after ?? null)})`)
}

export { sealAudit, verifyChain } from './chain.ts'
