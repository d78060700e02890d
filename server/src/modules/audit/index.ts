import { isDeepStrictEqual } from 'node:util'
import { json, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import type { ActionOn, Entity } from './actions.ts'

interface Change {
  before?: unknown
  after?: unknown
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))

/** Whether a change names what it replaced, and replaced it by the same: somebody saved what was there already. */
const isNothing = ({ before, after }: Change): boolean =>
  before != null && after != null && isDeepStrictEqual(asJson(before), asJson(after))

/**
 * Appends a state change to the audit log, in the transaction that makes the change. User, time and request id come from
 * the transaction. What changed nothing is no event: readers of the feed would fetch the record again.
 * @param action what happened, e.g. `order.approved`
 * @param entity the kind of record, e.g. `order`
 */
export async function record<E extends Entity>(
  tx: Tx,
  action: ActionOn<E>,
  entity: E,
  entityId: string,
  change: Change = {},
): Promise<void> {
  if (isNothing(change)) return
  tx.later(sql`
    insert into audit_log (audit_id, action, entity, entity_id, before, after)
    values (${newId()}, ${action}, ${entity}, ${entityId}, ${json(change.before ?? null)}, ${json(change.after ?? null)})`)
}

/** Records the same change of many entities in one statement, with one row each. */
export async function recordAll<E extends Entity>(
  tx: Tx,
  action: ActionOn<E>,
  entity: E,
  changes: (Change & { entityId: string })[],
): Promise<void> {
  const rows = changes.filter((change) => !isNothing(change)).map((change) => ({ auditId: newId(), ...change }))
  if (rows.length === 0) return
  tx.later(sql`
    insert into audit_log (audit_id, action, entity, entity_id, before, after)
    select r."auditId", ${action}, ${entity}, r."entityId", r.before, r.after
    from jsonb_to_recordset(${json(rows)}) as r ("auditId" uuid, "entityId" text, before jsonb, after jsonb)`)
}

export { type AnchorFile, openAnchorFile } from './anchor-file.ts'
export { anchorEnd, resignAnchor } from './anchors.ts'
export { sealAudit, sealForReaders, verifyChain } from './chain.ts'
export { auditFigures } from './figures.ts'
export { auditJobs } from './jobs.ts'
export { inOrderOfChange, modifiedAt, modifiedOf, modifiedWithin, throughChanges } from './modified.ts'
export {
  type ChangesOfRequest,
  changesOfRequest,
  eventsOfRequest,
  isTouchedSince,
  touchedSinceBut,
} from './of-request.ts'
export { type PlacedEvent, placedEvents } from './places.ts'
export { recordingRows, recordRows } from './record-rows.ts'
export { auditRoutes } from './routes.ts'
export { recordVersions } from './versions.ts'
