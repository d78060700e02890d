import type { ImportReason } from '@trellis/contract/imports'
import { hasPermission, type Module } from '@trellis/contract/permissions'
import { type Sql, sql } from '../database/sql.ts'
import type { Tx } from '../database/tx.ts'
import { type Columns, sqlName } from './cells.ts'
import type { Importer } from './file.ts'
import type { Batch } from './read-batches.ts'
import type { Problem } from './source.ts'

/*
 * A file is first copied into a temporary table, where SQL finds faults across rows. So memory does not grow with the
 * file, and nothing is written before the whole file is known to be valid.
 */

/** The temporary table of a file: `stage_orders`. */
export const stageName = (file: string): string => `stage_${file.replace(/\.csv$/, '').replaceAll('-', '_')}`

/** Creates the staging table: `at_line`, the file's columns, and those that `check` computes. */
export async function createStage(tx: Tx, table: string, columns: Columns, workedOut: string): Promise<void> {
  const own = Object.entries(columns).map(([name, { kind }]) => `${sqlName(name)} ${kind.sqlType}`)
  const all = ['at_line int not null', ...own, ...(workedOut === '' ? [] : [workedOut])]
  await tx.run(sql`create temporary table ${sql.ref(table)} (${sql.raw(all.join(', '))})`)
  await tx.run(sql`
    create temporary table if not exists import_problems (at_line int, column_name text, value text, reason text, details jsonb not null default '[]')`)
  await tx.run(sql`truncate import_problems`)
}

export async function dropStage(tx: Tx, table: string): Promise<void> {
  await tx.run(sql`drop table if exists ${sql.ref(table)}`)
}

export async function stageBatch(tx: Tx, table: string, columns: Columns, batch: Batch): Promise<void> {
  if (batch.lines.length > 0) {
    const names = Object.keys(columns)
    const lists = names.map(
      (name) => sql`${batch.cells[name]}::text[]::${sql.raw(columns[name]?.kind.sqlType ?? 'text')}[]`,
    )
    await tx.run(sql`
      insert into ${sql.ref(table)} (at_line, ${sql.raw(names.map(sqlName).join(', '))})
      select * from unnest(${sql.join([sql`${batch.lines}::int[]`, ...lists])})`)
  }
  await addProblems(tx, batch.problems)
}

export async function addProblems(tx: Tx, problems: Problem[]): Promise<void> {
  if (problems.length === 0) return
  const list = (key: keyof Problem) => problems.map((problem) => problem[key])
  await tx.run(sql`
    insert into import_problems (at_line, column_name, value, reason, details)
    select * from unnest(${list('line')}::int[], ${list('column')}::text[], ${list('value')}::text[], ${list('reason')}::text[],
                         ${problems.map(({ details }) => JSON.stringify(details))}::jsonb[])`)
}

/** Condition: row `s` has no problem so far. A bad row is reported only once. */
export const sound = sql`not exists (select from import_problems bad where bad.at_line = s.at_line)`

/**
 * Reports the rows of a query over the staging table that have no problem so far.
 * @param column the column at fault, or null for the whole row
 * @param rows `from … where …`, in which the staging table is `s`
 */
export async function report(
  tx: Tx,
  column: string | null,
  because: ImportReason | { reason: ImportReason; detail: Sql },
  rows: Sql,
): Promise<number> {
  const value = column === null ? sql`null` : sql`s.${sql.raw(sqlName(column))}::text`
  const { reason, detail } = typeof because === 'string' ? { reason: because, detail: null } : because
  const details = detail === null ? sql`'[]'::jsonb` : sql`jsonb_build_array((${detail})::text)`
  return tx.run(sql`
    insert into import_problems (at_line, column_name, value, reason, details)
    select s.at_line, ${column}::text, ${value}, ${reason}::text, ${details} ${rows}`)
}

/** When the importer may not change an existing record, this is reported at its key column. */
export async function checkChanges(
  tx: Tx,
  table: string,
  key: string,
  importer: Importer | null,
  module: Module,
): Promise<void> {
  if (importer === null || hasPermission(importer.actor.permissions, module, 'u')) return
  await report(tx, key, 'mayNotChange', sql`from ${sql.ref(table)} s where s.state = 'changed' and ${sound}`)
}

/** Reports dates in the future. One day is tolerated, because a date without a time means noon UTC. */
export const reportFuture = (tx: Tx, table: string, column = 'creationDate') =>
  report(
    tx,
    column,
    'inFuture',
    sql`from ${sql.ref(table)} s where s.${sql.raw(sqlName(column))} > clock() + interval '1 day' and ${sound}`,
  )

/** Reports repeated keys: every row without problems except the first with the same key. */
export async function reportRepeated(tx: Tx, table: string, column: string, key: string): Promise<void> {
  await report(
    tx,
    column,
    { reason: 'repeated', detail: sql`s.first_line` },
    sql`from (
      select s.*, min(s.at_line) over (partition by ${sql.raw(key)}) as first_line
      from ${sql.ref(table)} s where ${sound}
    ) s where s.at_line > s.first_line`,
  )
}

/** Deletes the rows with problems from the staging table; returns how many there were. */
export async function removeProblemRows(tx: Tx, table: string): Promise<number> {
  await tx.run(sql`delete from ${sql.ref(table)} s where not ${sound}`)
  return countProblemRows(tx)
}

export async function countProblemRows(tx: Tx): Promise<number> {
  const counted = await tx.row<{ count: number }>(sql`select count(distinct at_line) as count from import_problems`)
  return counted?.count ?? 0
}

/** The problems in order of the file, read in pages. */
export async function* listProblems(tx: Tx): AsyncGenerator<Problem> {
  const page = 1000
  await tx.run(sql`
    create temporary table if not exists import_problem_list (
      n bigint, at_line int, column_name text, value text, reason text, details jsonb)`)
  await tx.run(sql`truncate import_problem_list`)
  await tx.run(sql`
    insert into import_problem_list
    select row_number() over (order by at_line, column_name, reason), * from import_problems`)
  for (let start = 0; ; start += page) {
    const found = await tx.rows<Problem>(sql`
      select at_line as line, column_name as "column", value, reason, details from import_problem_list
      where n > ${start} and n <= ${start + page} order by n`)
    yield* found
    if (found.length < page) return
  }
}
