import {
  externalIdsOfText,
  externalIdsText,
  maximumExternalIds,
  type NumberedKind,
} from '@trellis/contract/external-ids'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Tx } from '../../platform/database/tx.ts'
import { Fault, type Kind } from '../../platform/import/cells.ts'
import { report, sound } from '../../platform/import/stage.ts'

/** A cell with the ids that other systems have for the record of the row: `crm:9|sap:4711`. */
export const externalIdsCell: Kind = {
  sqlType: 'text',
  read: (value) => {
    const ids = externalIdsOfText(value)
    return ids === null ? new Fault('notExternalIds', maximumExternalIds) : externalIdsText(ids)
  },
}

/** SQL: the external ids of a record in this form; null when it has none. */
export const externalIdsInFiles = (recordId: Sql): Sql => sql`external_ids_text(${recordId})`

/** SQL: the record lacks an id of the cell. An empty cell keeps what it has. */
export const lacksExternalIds = (recordId: Sql, cell: Sql): Sql =>
  sql`(${cell} is not null and lacks_external_ids(${recordId}, ${cell}))`

/** SQL: what the audit log tells of the ids of a new record, to be added to its other facts: an empty object without any. */
export const factsOfNewExternalIds = (cell: Sql): Sql => sql`case when ${cell} is null then '{}'::jsonb else (
  select jsonb_build_object('externalIds', jsonb_object_agg(p.system, p.external_id)) from external_ids_in(${cell}) p) end`

/**
 * SQL: what the audit log tells of a change of a record's ids, to be added to its other facts: an empty object where there is
 * none. For a statement before `writeExternalIds`.
 */
export const factsOfExternalIds = (recordId: Sql, cell: Sql): { before: Sql; after: Sql } => {
  const known = sql`external_ids_of(${recordId})::jsonb`
  const facts = (ids: Sql) =>
    sql`case when ${lacksExternalIds(recordId, cell)} then jsonb_build_object('externalIds', ${ids}) else '{}'::jsonb end`
  return {
    before: facts(known),
    after: facts(sql`${known} || (select jsonb_object_agg(p.system, p.external_id) from external_ids_in(${cell}) p)`),
  }
}

/** A staging table with the column `external_ids`. */
interface Staged {
  table: string
  kind: NumberedKind
  /** The column with the id of a record that exists. */
  recordId: string
  /** The column that tells the records of the file apart; by default the same. */
  record?: string
  /** The states of the rows that are written. */
  states: readonly string[]
  /** SQL: the importer reaches the account that gave an id. */
  isReached(accountId: Sql): Sql
}

/**
 * Reports ids that another record has, in the portal or in the file, those that an account out of reach gave, and too many of one
 * record. Rows of one record repeat the same cell.
 */
export async function checkExternalIds(
  tx: Tx,
  { table, kind, recordId, record = recordId, states, isReached }: Staged,
): Promise<void> {
  const rows = sql`from ${sql.ref(table)} s`
  const isGiven = sql`s.external_ids is not null and s.state = any(${states}::text[]) and ${sound}`
  if ((await tx.row(sql`select ${rows} where s.external_ids is not null limit 1`)) === undefined) return
  const id = sql.ref(`s.${recordId}`)
  const name = sql`${sql.ref(`s.${record}`)}::text`
  const known = (condition: Sql) => sql`exists (
    select from external_ids_in(s.external_ids) p
    join external_ids e on e.tenant_id = (select current_tenant()) and e.system = p.system and ${condition})`
  await report(
    tx,
    'externalIds',
    'taken',
    sql`${rows} where ${isGiven}
      and ${known(sql`e.kind = ${kind} and e.external_id = p.external_id and e.record_id is distinct from ${id}`)}`,
  )
  await report(
    tx,
    'externalIds',
    { reason: 'repeated', detail: sql`s.first_line` },
    sql`from (
      select distinct on (r.at_line) r.* from (
        select s.at_line, s.external_ids, ${name} as record, first_value(s.at_line) over pair as first_line,
               first_value(${name}) over pair as first_record
        ${rows} cross join lateral external_ids_in(s.external_ids) p where ${isGiven}
        window pair as (partition by p.system, p.external_id order by s.at_line)
      ) r where r.record <> r.first_record order by r.at_line, r.first_line
    ) s where true`,
  )
  await report(
    tx,
    'externalIds',
    'mayNotSet',
    sql`${rows} where ${isGiven} and ${known(
      sql`e.record_id = ${id} and e.external_id <> p.external_id
        and not (e.account_id is null or ${isReached(sql`e.account_id`)})`,
    )}`,
  )
  await report(
    tx,
    'externalIds',
    { reason: 'notExternalIds', detail: sql.lit(maximumExternalIds) },
    sql`${rows} where ${isGiven} and ${sql.lit(maximumExternalIds)} < (
      select count(*) from (
        select p.system from external_ids_in(s.external_ids) p
        union select e.system from external_ids e where e.tenant_id = (select current_tenant()) and e.record_id = ${id}) k)`,
  )
}

/** Writes the ids of records: `rows` is a query for the record's id and the cell. */
export const writeExternalIds = (tx: Tx, kind: NumberedKind, rows: Sql): Promise<number> =>
  tx.run(sql`
    insert into external_ids as known (kind, record_id, system, external_id)
    select ${kind}, n.record_id, p.system, p.external_id
    from (${rows}) as n (record_id, cell) cross join lateral external_ids_in(n.cell) p
    where n.cell is not null
    on conflict (tenant_id, record_id, system) do update
      set external_id = excluded.external_id, account_id = excluded.account_id
      where known.external_id <> excluded.external_id`)

/*
 * The ids of records whose import is undone: `u` is a row of `undo_rows`, whose facts have all ids of the record where they changed.
 */

const idsOf = (facts: Sql): Sql =>
  sql`jsonb_each_text(coalesce(nullif(${facts} -> 'externalIds', 'null'), '{}')) as p (system, external_id)`

/** SQL condition: the record has other ids than the import gave it. */
export const hasOtherExternalIds: Sql = sql`(u.after ? 'externalIds'
  and coalesce(external_ids_of(u.entity_id::uuid)::jsonb, '{}') <> coalesce(nullif(u.after -> 'externalIds', 'null'), '{}'))`

/** SQL condition: another record has an id that would be given back. */
export const lostExternalIds = (kind: NumberedKind): Sql => sql`exists (
  select from ${idsOf(sql`u.before`)}
  join external_ids e on e.tenant_id = (select current_tenant()) and e.kind = ${kind} and e.system = p.system and e.external_id = p.external_id
  where e.record_id <> u.entity_id::uuid)`

/** Gives records the ids back that they had. `rows` is `from undo_rows u where …`. */
export async function restoreExternalIds(tx: Tx, kind: NumberedKind, rows: Sql): Promise<void> {
  const changed = sql`select u.entity_id::uuid as record_id, u.before ${rows} and u.after ? 'externalIds'`
  await tx.run(sql`
    delete from external_ids e using (${changed}) u where e.tenant_id = (select current_tenant()) and e.record_id = u.record_id`)
  await tx.run(sql`
    insert into external_ids (kind, record_id, system, external_id)
    select ${kind}, u.record_id, p.system, p.external_id from (${changed}) u cross join lateral ${idsOf(sql`u.before`)}`)
}

/** The ids of records that go are free for others. `records` is a query for their ids. */
export const dropExternalIdsOf = (tx: Tx, records: Sql): Promise<number> =>
  tx.run(sql`delete from external_ids where tenant_id = (select current_tenant()) and record_id in (${records})`)
