import { type Sql, sql } from './sql.ts'

/*
 * JSON objects of rows, put together as text with `||`. `json_build_object` looks the type of each value up anew in each row:
 * with it, the whole statement of a page of orders took 1.4 times as long, of one of licenses too (decision 081).
 */

/** How the value of a field is written. A bare piece of SQL is any value, written by `to_json`. */
type Field = Sql | Written

/** Parts of a text in their order: literal JSON, or SQL that gives some. */
class Written {
  readonly parts: readonly (string | Sql)[]
  constructor(parts: readonly (string | Sql)[]) {
    this.parts = parts
  }
}

export type { Written }

/** An id, an instant or a state: never null, and nothing in it needs escaping. */
export const plain = (value: Sql): Written => new Written(['"', sql`(${value})::text`, '"'])

/** The same where it can be null. */
export const plainOrNull = (value: Sql): Written => new Written([sql`coalesce('"' || (${value})::text || '"', 'null')`])

/** A number or a boolean, or null. */
export const bare = (value: Sql): Written => new Written([sql`coalesce((${value})::text, 'null')`])

/** JSON as text, never null. */
export const written = (text: Sql): Written => new Written([text])

/** SQL of the text of an array of such rows: an aggregate, in the order of this key, of those that meet the condition. */
export const rowsText = (row: Written, key: Sql, condition?: Sql): Sql =>
  sql`'[' || coalesce(string_agg(${textOf(row)}, ',' order by ${key}) ${condition ? sql`filter (where ${condition})` : sql``}, '') || ']'`

/** An object of fields. */
export const object = (fields: Readonly<Record<string, Field>>, asked?: readonly string[]): Written => {
  const parts: (string | Sql)[] = []
  for (const name of asked ?? Object.keys(fields)) {
    const field = fields[name]
    if (field === undefined) continue
    parts.push(`${parts.length === 0 ? '{' : ','}${JSON.stringify(name)}:`, ...partsOf(field))
  }
  return new Written([...(parts.length === 0 ? ['{'] : parts), '}'])
}

/** An object that is there only on a condition, or null. */
export const objectIf = (condition: Sql, fields: Readonly<Record<string, Field>>): Written =>
  new Written([sql`case when ${condition} then ${textOf(object(fields))} else 'null' end`])

const partsOf = (field: Field): readonly (string | Sql)[] =>
  field instanceof Written ? field.parts : [sql`coalesce(to_json(${field})::text, 'null')`]

/** The SQL of the text. Neighbouring literals become one. */
export function textOf({ parts }: Written): Sql {
  const pieces: Sql[] = []
  let literal = ''
  const flush = () => {
    if (literal !== '') pieces.push(sql.lit(literal))
    literal = ''
  }
  for (const part of parts) {
    if (typeof part === 'string') literal += part
    else {
      flush()
      pieces.push(part)
    }
  }
  flush()
  return joined(pieces)
}

/** Joined in halves, so that what is joined already is copied few times. */
function joined(pieces: readonly Sql[]): Sql {
  if (pieces.length < 4) return sql`(${sql.join(pieces, sql` || `)})`
  const half = pieces.length >> 1
  return sql`(${joined(pieces.slice(0, half))} || ${joined(pieces.slice(half))})`
}
