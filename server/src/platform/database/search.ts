import type { Search } from '@trellis/contract/search'
import { type Sql, sql } from './sql.ts'

/*
 * The clauses that every search payload turns into. Each list names its own columns, in a statement written for it;
 * only how a text matches, a date is read and pages are ordered is said here, once (wire: search payload).
 */

type Value = string | number | boolean

/** Text matches anywhere, without regard to case and accents. `folded` is a column that already went through `fold()`. */
export const contains =
  (folded: Sql) =>
  (values: Value[]): Sql =>
    sql`(${sql.join(
      values.map((value) => sql`${folded} like (select '%' || fold(${literal(value)}) || '%')`),
      sql` or `,
    )})`

/** Codes and keys match anywhere in upper case, without a function per row. */
export const containsCode =
  (column: Sql) =>
  (values: Value[]): Sql =>
    sql`(${sql.join(
      values.map((value) => sql`${column} like ${`%${literal(String(value).toUpperCase())}%`}`),
      sql` or `,
    )})`

/** Ids, codes of state, numbers and flags match exactly; what is not of the type matches nothing. */
export const equals =
  (column: Sql, type: 'text' | 'uuid' | 'int' | 'numeric' | 'boolean') =>
  (values: Value[]): Sql => {
    const fitting = values.map(String).filter((value) => shapes[type].test(value))
    return fitting.length === 0 ? sql`false` : sql`${column} = any(${fitting}::text[]::${sql.raw(type)}[])`
  }

const shapes = {
  text: /^/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  int: /^-?\d{1,9}$/,
  numeric: /^-?\d{1,15}(\.\d{1,4})?$/,
  boolean: /^(true|false)$/,
}

const literal = (value: Value): string => String(value).replace(/[\\%_]/g, '\\$&')

/** All filters together; `true` when there are none. A filter without values does not filter. */
export function filters<F extends string>(
  search: Search<string, F, string>,
  columns: Record<F, (values: Value[]) => Sql>,
): Sql {
  const active = search.filterBy.filter((filter) => filter.values.length > 0)
  return active.length === 0
    ? sql`true`
    : sql.join(
        active.map((filter) => columns[filter.field](filter.values)),
        sql` and `,
      )
}

/** All date ranges together; a day means its start (from) or its end (to) in the reader's time zone. */
export function dateRanges<D extends string>(
  search: Search<string, string, D>,
  columns: Record<D, Sql>,
  timeZone: string,
): Sql {
  const bounds = search.filterBetweenDate.flatMap(({ field, fromDate, toDate }) => [
    ...(fromDate ? [sql`${columns[field]} >= ${startOf(fromDate, timeZone)}`] : []),
    ...(toDate ? [endOf(columns[field], toDate, timeZone)] : []),
  ])
  return bounds.length === 0 ? sql`true` : sql.join(bounds, sql` and `)
}

const isDay = (date: string) => date.includes('/')

/** The instant that a lower bound means. */
export const startOf = (date: string, timeZone: string): Sql =>
  isDay(date) ? sql`(${date}::date::timestamp at time zone ${timeZone})` : sql`${date}::timestamptz`

/** Up to and with an upper bound: a day includes its last instant. */
export const endOf = (column: Sql, date: string, timeZone: string): Sql =>
  isDay(date)
    ? sql`${column} < ((${date}::date + 1)::timestamp at time zone ${timeZone})`
    : sql`${column} <= ${date}::timestamptz`

/** A sort key that is never null: only such a one is delivered in order by an index. */
export interface NotNull {
  notNull: Sql
}
export const notNull = (column: Sql): NotNull => ({ notNull: column })

/** `order by`, with equal keys ordered by id so that pages never overlap. Names sort as people expect (ICU collation). */
export function ordering<S extends string>(
  search: Search<S, string, string>,
  columns: Record<S, Sql | NotNull>,
  standard: { field: S; direction: 'asc' | 'desc' },
  id: Sql,
): Sql {
  const keys = search.sortBy.length > 0 ? search.sortBy : [standard]
  const direction = sql.raw(keys[0]?.direction ?? 'asc')
  const terms = keys.map(({ field, direction }) => {
    const column: Sql | NotNull = columns[field]
    if ('notNull' in column) return sql`${column.notNull} ${sql.raw(direction)}`
    return direction === 'desc' ? sql`${column} desc nulls last` : sql`${column} asc nulls first`
  })
  return sql`order by ${sql.join(terms)}, ${id} ${direction}`
}

/** A column of names in the order people expect. */
export const named = (column: Sql): Sql => sql`${column} collate "und-x-icu"`

/** What screens ask for. */
const usualLimits = [10, 20, 50, 100]

/**
 * The usual first page is written out, without parameters: then PostgreSQL finds its one plan good for every caller, and
 * does not plan anew at each call (which takes longer than the page itself).
 */
export const paging = ({ limit, page }: Pick<Search, 'limit' | 'page'>): Sql => {
  const offset = page === 1 ? sql`` : sql` offset ${(page - 1) * limit}`
  return sql`limit ${usualLimits.includes(limit) ? sql.lit(limit) : limit}${offset}`
}
