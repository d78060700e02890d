import { type Sql, sql } from './sql.ts'

/** How to read all rows of a list in its order, a few at a time; reading it page by page would repeat the search for each page. */
export interface Walk {
  /** A query of the keys of all matching rows in the list's order, in columns of these names. For a cursor. */
  keys: Sql
  /**
   * A query of one JSON text: the array of the items of `page`, a relation of those columns and `row_no`.
   */
  items: (page: Sql) => Sql
}

const walks = new WeakMap<Sql, Walk>()

/** The statement of a page of a list, with how to walk the whole list. The export reads the latter instead. */
export function walkable(statement: Sql, walk: Walk): Sql {
  walks.set(statement, walk)
  return statement
}

export const walkOf = (statement: Sql): Walk | undefined => walks.get(statement)

/** The limit of a search that asks for every row: small enough that the arithmetic of the statements does not overflow an int4. */
export const everyRow = 2 ** 31 - 1

/** The relation of keys that a cursor gave. Their columns and types are those of the first row. */
export const pageOf = (keys: readonly Record<string, string>[]): Sql => {
  const columns = Object.keys(keys[0] ?? {})
  const arrays = columns.map((column) => sql`${keys.map((key) => key[column])}::uuid[]`)
  const names = columns.map((column) => sql.ref(column))
  return sql`select * from unnest(${sql.join(arrays)}) with ordinality as k (${sql.join([...names, sql.ref('row_no')])})`
}
