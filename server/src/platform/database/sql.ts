import { createHash } from 'node:crypto'
import { empty, join, raw, Sql } from 'sql-template-tag'

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
}

/** A prepared statement lives as long as its connection, so only this many texts get a name. */
const maximumNames = 500
const names = new Map<string, string>()

/** Text and parameters of a statement, named so that PostgreSQL parses it once per connection. */
export function compile(query: Sql): Statement {
  const { text, values } = query
  const name = nameOf(text)
  return name === undefined ? { text, values } : { text, values, name }
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= maximumNames) return known
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/** A template tag for parts of a statement that only some requests need: empty for the others. */
export const only =
  (isNeeded: boolean) =>
  (strings: TemplateStringsArray, ...values: unknown[]): Sql =>
    isNeeded ? sql(strings, ...values) : sql``

/** `json_build_object` of these fields: of all, or of those that a search asks for. */
export const objectOf = (fields: Readonly<Record<string, Sql>>, asked?: readonly string[]): Sql => {
  const names = asked ?? Object.keys(fields)
  return sql`json_build_object(${sql.join(
    names.flatMap((name) => {
      const value = fields[name]
      return value === undefined ? [] : [sql`${lit(name)}, ${value}`]
    }),
  )})`
}

/** A JSON value as one parameter. */
export const json = (value: unknown): Sql => sql`${JSON.stringify(value)}::jsonb`
