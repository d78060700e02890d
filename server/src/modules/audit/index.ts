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

/** The same change of many things at once, in one statement; each gets its own row. */
export async function recordAll(
  tx: Tx,
  action: string,
  entity: string,
  changes: (Change & { entityId: string })[],
): Promise<void> {
  const rows = changes.map((change) => ({ auditId: newId(), ...change }))
  await tx.run(sql`
    insert into audit_log (audit_id, action, entity, entity_id, before, after)
    select r."auditId", ${action}, ${entity}, r."entityId", r.before, r.after
    from jsonb_to_recordset(${json(rows)}) as r ("auditId" uuid, "entityId" text, before jsonb, after jsonb)`)
}

export { type AnchorFile, openAnchorFile } from './anchor-file.ts'
export { anchorEnd, anchorsMigration, resignAnchor } from './anchors.ts'
export { sealAudit, verifyChain } from './chain.ts'
export { auditFigures } from './figures.ts'
export { auditJobs } from './jobs.ts'
