import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { newId } from '../../platform/ids.ts'
import type { ActionOn, Entity } from './actions.ts'

/**
 * Records the same change of many records in one statement, from rows that are already in the database. Their ids start
 * like a new id and go on by the row's number, so that changes of one transaction keep their order in the history.
 * @param rows a query for entity_id, before and after
 */
export async function recordRows<E extends Entity>(tx: Tx, action: ActionOn<E>, entity: E, rows: Sql): Promise<void> {
  tx.later(recordingRows(action, entity, rows))
}

/** The statement for it, as a part of a larger one. */
export const recordingRows = <E extends Entity>(action: ActionOn<E>, entity: E, rows: Sql): Sql => sql`
  insert into audit_log (audit_id, action, entity, entity_id, before, after)
  select (substr(${newId()}, 1, 24) || lpad(to_hex(row_number() over ()), 6, '0') || right(gen_random_uuid()::text, 6))::uuid,
    ${action}, ${entity}, r.entity_id::text, r.before, r.after
  from (${rows}) as r (entity_id, before, after)`
