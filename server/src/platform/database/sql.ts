import { createHash } from 'node:crypto'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'

export { sql }
/** A piece of SQL with its parameters, or a whole statement. */
export type Sql = RawBuilder<unknown>

const compiler = new Kysely<Record<string, never>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

export interface Statement {
  text: string
  values: unknown[]
  name?: string
}

/** Prepared statements are kept per connection for its whole life, so only so many texts get a name. */
const maximumNames = 500
const names = new Map<string, string>()

/** Text and parameters of a statement, named so that PostgreSQL plans it once per connection. */
export function compile(query: Sql): Statement {
  const { sql: text, parameters } = query.compile(compiler)
  const name = nameOf(text)
  return name === undefined ? { text, values: [...parameters] } : { text, values: [...parameters], name }
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= maximumNames) return known
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/** A JSON value as one parameter. */
export const json = (value: unknown): RawBuilder<unknown> => sql`${JSON.stringify(value)}::jsonb`
