import {
  type ImportWarning,
  type ImportWarningName,
  rowsOfWarning,
  warningSentence,
} from '@trellis/contract/import-preview'
import { type Sql, sql } from '../database/sql.ts'
import type { Tx } from '../database/tx.ts'
import { sqlName } from './cells.ts'

/*
 * What an import would do that is rarely meant. A warning refuses nothing: it says in words, before anything is kept, what a reader
 * may have overlooked.
 */

/** Details of a case, each from the first row that it is about. */
interface Case {
  warning: ImportWarningName
  column: string | null
  /** SQL texts of the row `s`. */
  details?: readonly Sql[]
  /** `from … where …` over the staging table `s`. */
  rows: Sql
}

/** The warning with the number of its rows and the first of them; none where there is no such row. */
export async function warnOf(tx: Tx, { warning, column, details = [], rows }: Case): Promise<ImportWarning[]> {
  const texts =
    details.length === 0
      ? sql`'[]'::jsonb`
      : sql`jsonb_build_array(${sql.join(details.map((text) => sql`(${text})::text`))})`
  const found = await tx.row<{ rowCount: number; lines: number[]; details: string[] }>(sql`
    with cases as materialized (select s.at_line, ${texts} as details ${rows})
    select (select count(*)::int from cases) as "rowCount",
           array(select at_line from cases order by at_line limit ${rowsOfWarning}) as lines,
           (select details from cases order by at_line limit 1) as details`)
  if (!found || found.rowCount === 0) return []
  return [warningOf(warning, column, found)]
}

export const warningOf = (
  warning: ImportWarningName,
  column: string | null,
  { details, rowCount = 0, lines = [] }: { details: string[]; rowCount?: number; lines?: number[] },
): ImportWarning => ({ warning, column, details, rowCount, lines, message: warningSentence(warning, details) })

/** Prices of existing records that change by more than half. */
export const priceJumps = (
  tx: Tx,
  column: string,
  { first, before, after, rows }: { first: Sql; before: Sql; after: Sql; rows: Sql },
) =>
  warnOf(tx, {
    warning: 'priceJumps',
    column,
    details: [first, sql`trim_scale(${before})`, sql`trim_scale(${after})`],
    rows: sql`${rows} and s.state = 'changed' and ${before} > 0 and abs(${after} - ${before}) > ${before} / 2`,
  })

/** Most new rows are in another currency than the tenant's. */
export async function otherCurrency(tx: Tx, table: string, column: string): Promise<ImportWarning[]> {
  const [found] = await tx.rows<{ code: string; own: string; rowCount: number; lines: number[] }>(sql`
    with own as (
      select c.currency_id, c.code from offered.tenants t join offered.currencies c on c.currency_id = t.currency_id
      where t.tenant_id = (select current_tenant()))
    select c.code, own.code as own, count(*)::int as "rowCount", (array_agg(s.at_line order by s.at_line))[1:${sql.lit(rowsOfWarning)}] as lines
    from ${sql.ref(table)} s join offered.currencies c on c.currency_id = s.currency_id cross join own
    where s.state = 'new' and c.currency_id <> own.currency_id
    group by c.code, own.code
    having count(*) * 2 > (select count(*) from ${sql.ref(table)} n where n.state = 'new')`)
  return found ? [warningOf('otherCurrency', column, { details: [found.code, found.own], ...found })] : []
}

/** Fewer codes of digits than these are not compared. */
const fewestCodes = 5

/**
 * Codes of digits alone that are up to three digits shorter than at least seven in ten of all. Numbers that count up without many gaps
 * are not meant: of 1 to 999 some are short too.
 * @param beside SQL: only codes beside the same value are compared, as postal codes of one country
 */
export const shortCodes = (tx: Tx, table: string, column: string, beside: Sql = sql`''`): Promise<ImportWarning[]> => {
  const code = sql`s.${sql.ref(sqlName(column))}`
  return warnOf(tx, {
    warning: 'shortCodes',
    column,
    details: [sql`s.code`, sql`s.usual`],
    rows: sql`from (
      with codes as materialized (
        select s.at_line, ${code} as code, length(${code}) as size, coalesce(${beside}, '') as beside
        from ${sql.ref(table)} s where ${code} ~ '^[0-9]{2,30}$'
      ),
      groups as (
        select c.beside, mode() within group (order by c.size) as usual, count(distinct c.code) as codes, max(c.code::numeric) as most
        from codes c group by 1
      ),
      suspect as (
        select g.* from groups g
        where g.codes >= ${sql.lit(fewestCodes)} and g.most > 2 * g.codes
          and 10 * (select count(distinct c.code) from codes c where c.beside = g.beside and c.size = g.usual) >= 7 * g.codes
      )
      select c.at_line, c.code, g.usual from codes c join suspect g using (beside) where c.size between g.usual - 3 and g.usual - 1
    ) s`,
  })
}
