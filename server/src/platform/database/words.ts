import { limitOf } from './limits.ts'
import type { Value } from './search.ts'
import { type Sql, sql } from './sql.ts'
import type { Reader } from './tx.ts'

/*
 * Words that are typed into ⌘K or into the search field of a list (the filter `anything`), in any order: a record must contain
 * all of them in its texts. For both, `word_patterns` in server/schema/platform.sql defines what a word matches (rules U6,
 * decision 069).
 */

/** Maximum number of words that are matched one by one; the rest of the text is matched as a whole. */
const mostWords = 12

/** The words of a text, each once. A text of separators alone is a word itself; a blank one has none. */
export function wordsOf(value: Value): string[] {
  const text = String(value).trim()
  const words = [...new Set(text.split(/[\s,;]+/u).filter((word) => word !== ''))]
  if (words.length === 0 && text !== '') return [text]
  return words.length <= mostWords ? words : [...words.slice(0, mostWords - 1), words.slice(mostWords - 1).join(' ')]
}

/** The patterns of a word as an array, of which one must match. A statement evaluates it once. */
export const patternsOf = (word: string): Sql => sql`(select word_patterns(${word}::text))::text[]`

/** The index of parts serves a word of three characters or more, and the beginning of a word. */
export const isInIndex = (word: string): boolean => [...word].length >= 3 || /^[\p{L}\p{N}]+$/u.test(word)

/** A filter with one condition for each word. Several texts are alternatives, and a blank one finds everything. */
export const everyWord =
  (by: (word: string) => Sql) =>
  (values: Value[]): Sql =>
    sql`(${sql.join(
      values.map((value) => {
        const words = wordsOf(value)
        return words.length === 0 ? sql`true` : sql`(${sql.join(words.map(by), sql` and `)})`
      }),
      sql` or `,
    )})`

/** A filter for short lists, which compares these texts of each row. They must be folded, and can be null. */
export const hasWords = (...folded: Sql[]) => everyWord((word) => hasWord(word, ...folded))

export const hasWord = (word: string, ...folded: Sql[]): Sql =>
  sql`${folded.length === 1 ? sql`${folded[0]}` : sql`concat_ws(' ', ${sql.join(folded)})`} like any(${patternsOf(word)})`

/** The same for a code that is stored in capitals: making each small would take twice as long as comparing it. */
export const hasWordInCapitals = (word: string, code: Sql): Sql =>
  sql`${code} like any((select upper(word_patterns(${word}::text)::text)::text[])::text[])`

/** One of several conditions; false without any. */
export const some = (conditions: readonly (Sql | null)[]): Sql => {
  const present = conditions.filter((condition) => condition !== null)
  return present.length === 0 ? sql`false` : sql`(${sql.join(present, sql` or `)})`
}

/** Maximum number of ids that are looked up for a word. If there are more, the rows of the list are compared instead. */
const few = 20_000
/**
 * Maximum number of ids that are compared one by one. More are hashed: among other conditions no index serves them, and each row is compared.
 * They are sent as a text, of whose parts the planner expects a thousand; of an array it expects ten elements.
 */
const mostCompared = 100
/** Maximum number of ids of which it is not asked whether they are a good part of all. */
const mostRead = 1000
/** Maximum number of words that are looked up; a request with more compares the rows instead. */
const mostLookedUp = 24

/** A source of ids, which is queried before the list is read. */
export interface Source {
  /** A query of one column with the ids of what one of the patterns names, or the word itself; `most` bounds them. */
  ids(patterns: Sql, most: Sql, word: Sql): Sql
  /** Of the index of parts of many records: a condition, most of them have one of the patterns. Without it, a small table of names. */
  isCommon?: (patterns: Sql) => Sql
  /** Where the list's own rows are named: a condition, so many are a good part of all. Comparing all is then less than looking each up. */
  isGoodPart?: (number: Sql) => Sql
}

/** The texts of a kind that match one of the patterns of a word, as an item of a FROM list. */
export const textsWith = (kind: string, patterns: Sql, most: Sql = sql`null`): Sql =>
  sql`texts_with_words(${sql.lit(kind)}, ${patterns}, null, null, ${most})`

/** The texts of one kind of record (`texts`). */
export const recordsNamed = (kind: string): Source => ({
  ids: (patterns, most) => sql`select t.record_id from ${textsWith(kind, patterns, most)} t`,
  isCommon: (patterns) => sql`most_texts_have(${sql.lit(kind)}, ${patterns})`,
})

/** The same of the list's own rows. Of an account a look-up takes as long as comparing four or more (decision 190). */
export const rowsNamed = (kind: string): Source => ({
  ...recordsNamed(kind),
  isGoodPart: (number) => sql`number_of_texts(${sql.lit(kind)}, 4 * ${number}) < 4 * ${number}`,
})

/** A query of all records of a kind that a word names, for words that name too many records to look them up. */
export const everyRecordNamed = (kind: string, word: string): Sql =>
  sql`select t.record_id from ${textsWith(kind, patternsOf(word))} t`

/**
 * The condition that a column is one of the ids that a source names for a word; null when it names none. `otherwise` is the
 * condition for when there are too many.
 */
export interface Named<S extends string> {
  (source: S, word: string, column: Sql, otherwise: () => Sql): Sql | null
  /**
   * Whether a text is nothing but the name of many: their ids lead the list then. The planner, which expects ten, must not try each with each
   * account of a branch (`isOfScope`).
   */
  isMany: boolean
}

type Asked = { filterBy: readonly { field: string; values: Value[] }[] }

/** Looks the words of a search up, in one statement, before the list itself is read: only then the list's plan can fit them. */
export async function lookUp<S extends string>(
  tx: Reader,
  { filterBy }: Asked,
  sources: Record<S, Source>,
): Promise<Named<S>> {
  const told = filterBy.flatMap(({ field, values }) => (field === 'anything' ? values : []))
  return namedBy(tx, told.flatMap(wordsOf), sources, sql`word_patterns(u.word)`, isInIndex)
}

/**
 * The same for filters by a part of a text: whole values, which the index of parts serves from three characters on. Where
 * records are named by several texts, these are more than the filter finds: it is still asked of them.
 */
export async function lookUpParts<S extends string>(
  tx: Reader,
  { filterBy }: Asked,
  fields: readonly string[],
  sources: Record<S, Source>,
): Promise<Named<S>> {
  const told = filterBy.flatMap(({ field, values }) => (fields.includes(field) ? values.map(String) : []))
  return namedBy(tx, told, sources, sql`array[part_like(u.word)]`, (part) => [...part].length >= 3)
}

/** A filter by a part of a text: the index gives the records with such a text, and `compared` checks the column itself. */
export const partOf =
  <S extends string>(parts: Named<S>, source: S, column: Sql, compared: (values: Value[]) => Sql) =>
  (values: Value[]): Sql =>
    sql`(${some(values.map((value) => parts(source, String(value), column, () => sql`true`)))} and ${compared(values)})`

/** Of a search without texts: always the same, so that what is made with it is made once. */
export const nothingNamed: Named<string> = Object.assign(
  (_source: string, _word: string, _column: Sql, otherwise: () => Sql) => otherwise(),
  { isMany: false },
)

/** Makes the columns of a list with what its texts name, for all searches without texts once. */
export function withNamed<N extends readonly Named<never>[], C>(make: (...named: N) => C): (...named: N) => C {
  let plain: C | undefined
  return (...named) => {
    if (!named.every((each) => each === nothingNamed)) return make(...named)
    plain ??= make(...named)
    return plain
  }
}

async function namedBy<S extends string>(
  tx: Reader,
  told: string[],
  sources: Record<S, Source>,
  patterns: Sql,
  isIndexed: (word: string) => boolean,
): Promise<Named<S>> {
  const words = [...new Set(told)]
  if (words.length === 0) return nothingNamed
  const found: Map<string, Record<S, string[] | null>> = words.length > mostLookedUp
    ? new Map()
    : await idsOf(tx, words, sources, patterns, words.map(isIndexed))
  const isMany = [...found.values()].some((of) => {
    const named = Object.keys(sources).map((source) => of[source as S] as string[] | null)
    const [first, ...further] = named.filter((ids) => ids === null || ids.length > 0)
    return further.length === 0 && (first?.length ?? 0) > limitOf(mostCompared)
  })
  const condition = (source: S, word: string, column: Sql, otherwise: () => Sql) => {
    const ids: string[] | null | undefined = found.get(word)?.[source]
    if (ids === undefined || ids === null) return otherwise()
    if (ids.length === 0) return null
    // One is compared by itself: an index then gives its rows in the order of the list.
    if (ids.length === 1) return sql`${column} = ${ids[0]}::uuid`
    return ids.length <= limitOf(mostCompared)
      ? sql`${column} = any(${ids}::uuid[])`
      : sql`${column} in (select string_to_table(${ids.join()}, ',')::uuid)`
  }
  return Object.assign(condition, { isMany })
}

/** For each word the ids of each source; null where they are too many or most of all, or no index serves the word. */
async function idsOf<S extends string>(
  tx: Reader,
  words: string[],
  sources: Record<S, Source>,
  patterns: Sql,
  areInIndex: boolean[],
) {
  const names = Object.keys(sources) as S[]
  const most = limitOf(few)
  const each = names.map((name) => {
    const { ids, isCommon, isGoodPart } = sources[name]
    const isMany = sql`count(*) > ${sql.lit(most)}`
    const isTooMany = isGoodPart
      ? sql`${isMany} or count(*) > ${sql.lit(limitOf(mostRead))} and ${isGoodPart(sql`count(*)`)}`
      : isMany
    const found = sql`(
      select case when not (${isTooMany}) then coalesce(array_agg(f.id), '{}') end from (
        select g.id from (${ids(sql`w.patterns`, sql.lit(most + 1), sql`w.word`)}) g (id) limit ${sql.lit(most + 1)}) f)`
    const isRead = isCommon && sql`w.is_in_index and not ${isCommon(sql`w.patterns`)}`
    return sql`${isRead ? sql`case when ${isRead} then ${found} end` : found} as ${sql.ref(name)}`
  })
  const rows = await tx.rows<{ word: string } & Record<S, string[] | null>>(sql`
    select w.word, ${sql.join(each)}
    from (
      select u.word, u.is_in_index, ${patterns} as patterns
      from unnest(${words}::text[], ${areInIndex}::boolean[]) u (word, is_in_index) offset 0
    ) w`)
  return new Map(rows.map((row) => [row.word, row] as const))
}
