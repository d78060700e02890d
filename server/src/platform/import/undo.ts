import type { UndoReason } from '@trellis/contract/import-preview'
import { type Sql, sql } from '../database/sql.ts'
import type { Tx } from '../database/tx.ts'

/*
 * What an import made and changed is taken back from what the audit log has of it. The engine puts these events into the temporary table
 * `undo_rows`; each column takes back its own, after saying what stands in the way.
 */

/** The part of a column in undoing an import. */
export interface UndoPart {
  /** The events of the import that this part takes back. */
  actions: readonly string[]
  /** Reports what stands in the way of its rows. What was deleted meanwhile needs nothing and is dropped. */
  check(tx: Tx, by: Undoer): Promise<void>
  /** Takes back the rows in whose way nothing stands, and records it. */
  undo(tx: Tx): Promise<Undone>
}

/** Who undoes; null for the operator. The transaction has their reach. */
export type Undoer = { userId: string } | null

export interface Undone {
  removed: number
  restored: number
}

/**
 * Creates the tables for one undo. Returns how many rows there are.
 * @param request the request under which the import recorded its events
 * @param events a query for the events: audit_id, action, entity, entity_id, entity_name, before, after
 */
export async function openUndo(tx: Tx, request: string, events: Sql): Promise<number> {
  await tx.run(sql`drop table if exists pg_temp.undo_rows, pg_temp.undo_obstacles`)
  await tx.run(sql`
    create temporary table undo_rows (
      n bigint primary key, request text, audit_id uuid, action text, entity text, entity_id text, entity_name text, before jsonb, after jsonb
    ) on commit drop`)
  // The prices of a list are a row each.
  const found = await tx.run(sql`
    insert into undo_rows
    select row_number() over (order by p.audit_id, p.nth), ${request}, p.audit_id, p.action, p.entity, p.entity_id, p.entity_name, p.before, p.after
    from (
      select e.audit_id, 0::bigint as nth, e.action, e.entity, e.entity_id, e.entity_name, e.before, e.after
      from (${events}) e where not coalesce(e.after ? 'items', false)
      union all
      select e.audit_id, a.nth, e.action, e.entity, e.entity_id, e.entity_name, b.item, a.item
      from (${events}) e
      cross join lateral jsonb_array_elements(e.after -> 'items') with ordinality as a (item, nth)
      left join lateral jsonb_array_elements(e.before -> 'items') as b (item) on b.item -> 'productId' = a.item -> 'productId'
      where e.after ? 'items'
    ) p`)
  await tx.run(sql`create index on undo_rows (action)`)
  await tx.run(sql`create index on undo_rows (entity_id)`)
  await tx.run(sql`
    create temporary table undo_obstacles (n bigint, entity text, entity_id text, entity_name text, reason text) on commit drop`)
  await tx.run(sql`create index on undo_obstacles (n)`)
  await tx.run(sql`analyze undo_rows`)
  return found
}

/** Condition: nothing stands in the way of the row `u` so far. Only the first obstacle of a row is reported. */
export const free = sql`not exists (select from undo_obstacles o where o.n = u.n)`

/** Reports an obstacle for rows: `rows` is `from undo_rows u … where …`. */
export const stands = (tx: Tx, reason: UndoReason, rows: Sql): Promise<number> =>
  tx.run(sql`
    insert into undo_obstacles
    select distinct u.n, u.entity, u.entity_id, u.entity_name, ${reason}::text ${rows} and ${free}`)

/** Rows that need nothing, because what they made is gone already. */
export const dropGone = (tx: Tx, rows: Sql): Promise<number> => tx.run(sql`delete from undo_rows u where ${rows}`)
