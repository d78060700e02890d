import { empty, join, raw, Sql } from 'sql-template-tag'
import { type Prepared, preparedOf } from './statements.ts'

/** A piece of SQL with its parameters, or a whole statement. */
export type { Sql }

/** The quoted name of a table or column; `o.status` works too. */
const ref = (name: string): Sql =>
  raw(
    name
      .split('.')
      .map((part) => `"${part.replaceAll('"', '""')}"`)
      .join('.'),
  )

/** A value as a literal in the SQL text: for few, fixed values that the planner should know. */
const lit = (value: string | number | boolean): Sql =>
  raw(typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value))

/** SQL as a template: `${}` is a parameter, or another piece with its own parameters. */
export const sql = Object.assign(
  (strings: TemplateStringsArray, ...values: unknown[]): Sql => new Sql(strings, values),
  {
    ref,
    lit,
    /** Raw SQL text: never text from outside. */
    raw,
    /** Joins values or pieces with a separator, a comma by default; empty for none. */
    join: (parts: readonly unknown[], separator: Sql = raw(', ')): Sql =>
      parts.length === 0 ? empty : join([...parts], separator.text),
  },
)

export interface Statement {
  text: string
  values: unknown[]
  name?: string
  prepared?: Prepared
}

/**
 * Pieces of SQL that are the same for many requests, such as what the rows of a list show to somebody with certain
 * permissions: each is put together once. A piece is kept as long as `owner`, and of each owner at most four.
 */
export function keptPieces<O extends object>(): (owner: O, key: string, make: () => Sql) => Sql {
  const pieces = new WeakMap<O, Map<string, Sql>>()
  return (owner, key, make) => {
    const known = pieces.get(owner) ?? new Map<string, Sql>()
    const piece = known.get(key) ?? make()
    if (known.size < 4) pieces.set(owner, known.set(key, piece))
    return piece
  }
}

/** Text and parameters of a statement, named so that PostgreSQL parses and plans it once per connection. */
export function compile(query: Sql): Statement {
  const prepared = preparedOf(query.text)
  return { text: prepared.text, values: query.values, name: prepared.name, prepared }
}

/** A template tag for parts of a statement that only some requests need: empty for the others. */
export const only =
  (isNeeded: boolean) =>
  (strings: TemplateStringsArray, ...values: unknown[]): Sql =>
    isNeeded ? sql(strings, ...values) : sql``

/** A date as `YYYY-MM-DD`. */
export const dayText = (day: Sql): Sql => sql`to_char(${day}, 'YYYY-MM-DD')`

/** A JSON value as one parameter. */
export const json = (value: unknown): Sql => sql`${JSON.stringify(value)}::jsonb`
