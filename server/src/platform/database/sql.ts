import { type Prepared, preparedOf, type Step, sameTexts, value } from './statements.ts'

/**
 * A piece of SQL with its parameters, or a whole statement. It keeps the texts of its template and what stands between them, and nothing
 * is joined until somebody asks: most statements are known by the templates that they are made of (`preparedOf`).
 */
export class Sql {
  readonly #texts: readonly string[]
  readonly #parts: readonly unknown[]

  /** @param texts always the same array for the same texts, where that is possible: that of a template, or a kept one */
  constructor(texts: readonly string[], parts: readonly unknown[]) {
    this.#texts = texts
    this.#parts = parts
  }

  /** What the statement is made of, and the values of its parameters, in their order. */
  gather(steps: Step[], values: unknown[]): void {
    const texts = this.#texts
    // A text by itself is its own sign, wherever it comes from.
    steps.push(texts.length === 1 ? (texts[0] as string) : texts)
    for (const part of this.#parts) {
      if (part instanceof Sql) part.gather(steps, values)
      else {
        steps.push(value)
        values.push(part)
      }
    }
  }

  /** The text with `$1` for its first value, and so on. */
  get text(): string {
    const { texts } = this.joined()
    return texts.reduce((text, next, n) => `${text}$${n}${next}`)
  }

  get values(): unknown[] {
    return this.joined().values
  }

  /** The texts between the values, without pieces within. */
  joined(): { texts: string[]; values: unknown[] } {
    const texts = ['']
    const values: unknown[] = []
    this.#join(texts, values)
    return { texts, values }
  }

  #join(texts: string[], values: unknown[]): void {
    const add = (text = '') => {
      texts[texts.length - 1] += text
    }
    add(this.#texts[0])
    for (const [n, part] of this.#parts.entries()) {
      if (part instanceof Sql) part.#join(texts, values)
      else {
        values.push(part)
        texts.push('')
      }
      add(this.#texts[n + 1])
    }
  }
}

const raw = (text: string): Sql => new Sql([text], [])
const empty = raw('')

/** The texts around and between so many parts, by their separator: the same array for the same. */
const separators = new Map<string, string[][]>()
/** Longer lists are rare, and each length is a statement of its own. */
const longestKept = 100

function textsBetween(separator: string, count: number): readonly string[] {
  const make = () => ['', ...Array<string>(count - 1).fill(separator), '']
  if (count > longestKept) return make()
  const kept = separators.get(separator) ?? []
  separators.set(separator, kept)
  kept[count] ??= make()
  return kept[count]
}

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
      parts.length === 0 ? empty : new Sql(textsBetween(separator.text, parts.length), parts),
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
    const piece = known.get(key) ?? atOnce(make())
    if (known.size < 4) pieces.set(owner, known.set(key, piece))
    return piece
  }
}

/** The piece without pieces within it, which is one step of a statement. Its texts are those of an equal one before. */
function atOnce(piece: Sql): Sql {
  const { texts, values } = piece.joined()
  return new Sql(sameTexts(texts), values)
}

/** Text and parameters of a statement, named so that PostgreSQL parses and plans it once per connection. */
export function compile(query: Sql): Statement {
  const steps: Step[] = []
  const values: unknown[] = []
  query.gather(steps, values)
  const prepared = preparedOf(steps, () => query.text)
  return { text: prepared.text, values, name: prepared.name, prepared }
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
