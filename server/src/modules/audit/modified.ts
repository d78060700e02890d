import type { AuditedEntity } from '@trellis/contract/audit-actions'
import { type Sql, sql } from '../../platform/database/sql.ts'

/*
 * When a record was changed last is the time of its newest event (decision 136). No table of records has it, so no index but the
 * log's own serves it.
 */

/** SQL: when the record was changed last; the time of its creation where it has no event. */
export const modifiedAt = (id: Sql, created: Sql): Sql => sql`modified_at(${id}, ${created})`

/** SQL condition: the event `l` is the newest of its record. With a limit it stays one probe of an index: `not exists` became a join. */
const isNewest = sql`l.audit_id = (
  select n.audit_id from audit_log n
  where n.tenant_id = l.tenant_id and n.entity_id = l.entity_id order by n.audit_id desc limit 1)`

const eventsOf = (kind: AuditedEntity): Sql =>
  sql`audit_log l where l.tenant_id = (select current_tenant()) and l.entity = ${sql.lit(kind)}`

/** A range of dates of a list: the records of a kind whose newest event is in it, found by the events and not by the records. */
export const modifiedWithin =
  (kind: AuditedEntity, id: Sql) =>
  (isWithin: (at: Sql) => Sql): Sql =>
    sql`${id} in (select l.entity_id::uuid from ${eventsOf(kind)} and ${isWithin(sql`l.at`)} and ${isNewest})`

/** What sorts the rows of a list by `m.at`: for rows that are collected and sorted. */
export const modifiedOf = (id: Sql, created: Sql): Sql =>
  sql`cross join lateral (select ${modifiedAt(id, created)} as at offset 0) m`

/** The records of a kind as rows `m (record_id, at)`, read in the order of their newest events. */
export const inOrderOfChange = (kind: AuditedEntity, direction: 'asc' | 'desc'): Sql => sql`(
  select l.entity_id::uuid as record_id, l.at from ${eventsOf(kind)} and ${isNewest}
  order by l.at ${sql.raw(direction)}, l.audit_id ${sql.raw(direction)}) m`

/** The same as the way through a list whose records have this id. */
export const throughChanges = (kind: AuditedEntity, id: Sql, direction: 'asc' | 'desc') => ({
  rows: inOrderOfChange(kind, direction),
  on: sql`${id} = m.record_id`,
  order: sql``,
})
