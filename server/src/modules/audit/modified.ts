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

/** Events as rows `x (at, audit_id)`: sealed ones of a kind by the index of the seals, and all that wait for their seal, of which there are few. */
const eventsOf = (kind: AuditedEntity, isWithin: (at: Sql) => Sql = () => sql`true`): Sql => sql`(
  select s.at, s.audit_id from audit_seals s
  where s.tenant_id = (select current_tenant()) and s.entity = ${sql.lit(kind)} and ${isWithin(sql`s.at`)}
  union all
  select w.at, w.audit_id from audit_unsealed u
  cross join lateral (
    select e.* from audit_log e where e.tenant_id = (select current_tenant()) and e.audit_id = u.audit_id offset 0) w
  where u.tenant_id = (select current_tenant()) and w.entity = ${sql.lit(kind)} and ${isWithin(sql`w.at`)}) x
  join audit_log l on l.tenant_id = (select current_tenant()) and l.audit_id = x.audit_id`

/** A range of dates of a list: the records of a kind whose newest event is in it, found by the events and not by the records. */
export const modifiedWithin =
  (kind: AuditedEntity, id: Sql) =>
  (isWithin: (at: Sql) => Sql): Sql =>
    sql`${id} in (select l.entity_id::uuid from ${eventsOf(kind, isWithin)} where ${isNewest})`

/** What sorts the rows of a list by `m.at`: for rows that are collected and sorted. */
export const modifiedOf = (id: Sql, created: Sql): Sql =>
  sql`cross join lateral (select ${modifiedAt(id, created)} as at offset 0) m`

/** The records of a kind as rows `m (record_id, at)`, read in the order of their newest events. */
export const inOrderOfChange = (kind: AuditedEntity, direction: 'asc' | 'desc'): Sql => sql`(
  select l.entity_id::uuid as record_id, x.at from ${eventsOf(kind)} where ${isNewest}
  order by x.at ${sql.raw(direction)}, x.audit_id ${sql.raw(direction)}) m`

/** The same as the way through a list whose records have this id. */
export const throughChanges = (kind: AuditedEntity, id: Sql, direction: 'asc' | 'desc') => ({
  rows: inOrderOfChange(kind, direction),
  on: sql`${id} = m.record_id`,
  order: sql``,
})
