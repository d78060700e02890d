import type { Fields, ListFields, Search, SearchOf } from '@trellis/contract/search'
import { type Sql, sql } from './sql.ts'

/*
 * Builds the SQL clauses of a search payload. Each list has its own statement and one table of its columns; matching
 * text, reading dates and ordering pages are defined here once (wire: search payload).
 */

export type Value = string | number | boolean

/** The SQL of a field, by what the contract says of it. */
type Column<F> = (F extends { sort: true } ? Sorted : unknown) &
  (F extends { filter: string } ? Filtered : unknown) &
  (F extends { between: true } ? Dated : unknown)

interface Sorted {
  sort: Sql | NotNull
}
interface Filtered {
  filter: (values: Value[]) => Sql
}
interface Dated {
  /** The column, or the condition for a condition on the date. */
  between: Sql | ((isWithin: (date: Sql) => Sql) => Sql)
}

/**
 * The clauses of one list. `columns` has an entry for each field that the contract declares: a missing or unknown one is a
 * type error. `id` is the last sort key, so that pages never overlap.
 */
export function columnsOf<F extends Fields>(list: ListFields<F>, id: Sql, columns: { [N in keyof F]: Column<F[N]> }) {
  const all = columns as Record<string, Sorted & Filtered & Dated>
  type Asked = SearchOf<F>
  return {
    filters: (search: Asked): Sql => filters(search, all),
    ranges: (search: Asked, timeZone: string): Sql => ranges(search, all, timeZone),
    matching: (search: Asked, timeZone: string): Sql =>
      sql`${filters(search, all)} and ${ranges(search, all, timeZone)}`,
    order: (search: Asked): Sql => ordering(search.sortBy.length > 0 ? search.sortBy : [list.sort], all, id),
  }
}

/** Substring match without regard to case and accents. `folded` is a column that already went through `fold()`. */
export const contains =
  (folded: Sql) =>
  (values: Value[]): Sql =>
    sql`(${sql.join(
      values.map((value) => sql`${folded} like (select '%' || fold(${literal(value)}) || '%')`),
      sql` or `,
    )})`

/** Substring match of codes and keys, which are stored in upper case: no function call per row. */
export const containsCode =
  (column: Sql) =>
  (values: Value[]): Sql =>
    sql`(${sql.join(
      values.map((value) => sql`${column} like ${`%${literal(String(value).toUpperCase())}%`}`),
      sql` or `,
    )})`

/**
 * Exact match of ids, states, numbers and flags; a value of another type matches nothing. A single value is compared by
 * itself: an index then delivers its rows in the order of the list. The parameter has the type of the column: a plan for all values
 * would make a text into one again for each row, which takes longer than comparing it.
 */
export const equals =
  (column: Sql, type: keyof typeof shapes) =>
  (values: Value[]): Sql => {
    const fitting = values.map(String).filter((value) => shapes[type].test(value))
    if (fitting.length === 0) return sql`false`
    if (fitting.length === 1) return sql`${column} = ${fitting[0]}::${sql.raw(type)}`
    return sql`${column} = any(${fitting}::${sql.raw(type)}[])`
  }

/** Rows whose id is greater than the given one; none after what is no id. */
export const following =
  (id: Sql) =>
  (values: Value[]): Sql => {
    const ids = values.map(String).filter((value) => shapes.uuid.test(value))
    return ids.length === 1 ? sql`${id} > ${ids[0]}::uuid` : sql`false`
  }

/** A flag: whether a condition that can be null holds. The condition itself stands in the statement, so that an index serves it. */
export const flag =
  (condition: Sql) =>
  (values: Value[]): Sql => {
    const asked = new Set(values.map(String))
    const parts = [
      ...(asked.has('true') ? [sql`(${condition})`] : []),
      ...(asked.has('false') ? [sql`(${condition}) is not true`] : []),
    ]
    return parts.length === 0 ? sql`false` : sql`(${sql.join(parts, sql` or `)})`
  }

const shapes = {
  text: /^/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  int: /^-?\d{1,9}$/,
  bigint: /^-?\d{1,15}$/,
  numeric: /^-?\d{1,15}(\.\d{1,4})?$/,
  boolean: /^(true|false)$/,
}

/** A text in a `like` pattern, where it stands for itself. */
export const literal = (value: Value): string => String(value).replace(/[\\%_]/g, '\\$&')

/** All filters combined with AND; `true` when there are none. A filter without values is ignored. */
export function filters<F extends string>(search: Search<string, F, string>, columns: Record<F, Filtered>): Sql {
  const active = search.filterBy.filter((filter) => filter.values.length > 0)
  return active.length === 0
    ? sql`true`
    : sql.join(
        active.map(({ field, values }) => columns[field].filter(values)),
        sql` and `,
      )
}

/**
 * All date ranges combined with AND. A day means its start as a lower bound and its end as an upper bound, in the
 * reader's time zone.
 */
function ranges(search: Search, columns: Record<string, Dated>, timeZone: string): Sql {
  const bounds = search.filterBetweenDate.flatMap(({ field, fromDate, toDate }) => {
    if (!fromDate && !toDate) return []
    const { between } = columns[field] as Dated
    const isWithin = (date: Sql) =>
      sql.join(
        [
          ...(fromDate ? [sql`${date} >= ${startOf(fromDate, timeZone)}`] : []),
          ...(toDate ? [endOf(date, toDate, timeZone)] : []),
        ],
        sql` and `,
      )
    return [typeof between === 'function' ? between(isWithin) : isWithin(between)]
  })
  return bounds.length === 0 ? sql`true` : sql.join(bounds, sql` and `)
}

const isDay = (date: string) => date.includes('/')

/** The instant of a lower bound. */
export const startOf = (date: string, timeZone: string): Sql =>
  isDay(date) ? sql`(${date}::date::timestamp at time zone ${timeZone})` : sql`${date}::timestamptz`

/** The condition of an upper bound: a day includes its last instant. */
export const endOf = (column: Sql, date: string, timeZone: string): Sql =>
  isDay(date)
    ? sql`${column} < ((${date}::date + 1)::timestamp at time zone ${timeZone})`
    : sql`${column} <= ${date}::timestamptz`

/** A sort key that is never null. Only then an index delivers rows in its order. */
export interface NotNull {
  notNull: Sql
}
export const notNull = (column: Sql): NotNull => ({ notNull: column })

/** `order by` with the id as last key. Names are sorted with the ICU collation. */
function ordering(keys: Search['sortBy'], columns: Record<string, Sorted>, id: Sql): Sql {
  const terms = keys.map(({ field, direction }) => {
    const { sort } = columns[field] as Sorted
    if ('notNull' in sort) return sql`${sort.notNull} ${sql.raw(direction)}`
    return direction === 'desc' ? sql`${sort} desc nulls last` : sql`${sort} asc nulls first`
  })
  return sql`order by ${sql.join(terms)}, ${id} ${sql.raw(keys[0]?.direction ?? 'asc')}`
}

/** A column of names, sorted with the ICU collation. */
export const named = (column: Sql): Sql => sql`${column} collate "und-x-icu"`

/** The page sizes that screens use. */
const usualLimits = [10, 20, 50, 100]

/**
 * For a usual first page the limit is a literal, not a parameter: PostgreSQL then uses a generic plan and does not plan
 * at each call, which takes longer than the page itself.
 */
export const paging = ({ limit, page }: Pick<Search, 'limit' | 'page'>): Sql => {
  const offset = page === 1 ? sql`` : sql` offset ${(page - 1) * limit}`
  return sql`limit ${usualLimits.includes(limit) ? sql.lit(limit) : limit}${offset}`
}
