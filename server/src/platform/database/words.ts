import type { Value } from './search.ts'
import { type Sql, sql } from './sql.ts'
import type { Reader } from './tx.ts'

/*
 * Words that are typed into ⌘K or into the search field of a list (the filter `anything`), in any order: a record must contain
 * all of them in its texts. For both, `word_patterns` in server/schema/find.sql defines what a word matches (rules U6,
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

/** An index of trigrams serves a word of three characters or more, and the beginning of a word. */
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

/** One of several conditions; false without any. */
export const some = (conditions: readonly (Sql | null)[]): Sql => {
  const present = conditions.filter((condition) => condition !== null)
  return present.length === 0 ? sql`false` : sql`(${sql.join(present, sql` or `)})`
}

/** Maximum number of ids that are looked up for a word. If there are more, the rows of the list are compared instead. */
const few = 20_000
/** Maximum number of names that are compared one by one. More are hashed, because without an index each row is compared. */
const mostCompared = 100
/** Maximum number of words that are looked up; a request with more compares the rows instead. */
const mostLookedUp = 24

/** A source of ids, which is queried before the list is read. */
export interface Source {
  /** A query of one column with the ids of what one of the patterns names, or the word itself; `most` bounds them. */
  ids(patterns: Sql, most: Sql, word: Sql): Sql
  /** True for a trigram index of many records, false for a small table of names. */
  isIndex?: true
}

/** The texts of one kind of record (`find_texts`). */
export const recordsNamed = (kind: string): Source => ({
  ids: (patterns, most) => sql`select records_with_words(${sql.lit(kind)}, ${patterns}, null, null, ${most})`,
  isIndex: true,
})

/** A query of all records of a kind that a word names, for words that name too many records to look them up. */
export const everyRecordNamed = (kind: string, word: string): Sql =>
  sql`select records_with_words(${sql.lit(kind)}, ${patternsOf(word)}, null, null, null)`

/**
 * The condition that a column is one of the ids that a source names for a word; null when it names none. `otherwise` is the
 * condition for when there are too many.
 */
export type Named<S extends string> = (source: S, word: string, column: Sql, otherwise: () => Sql) => Sql | null

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
 * The same for filters by a part of a text: whole values, which an index of trigrams serves from three characters on. Where
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

/** For a search without words: always the same, so that what is made with it is made once (`keptFor`). */
const nothingNamed: Named<string> = (_source, _word, _column, otherwise) => otherwise()

async function namedBy<S extends string>(
  tx: Reader,
  told: string[],
  sources: Record<S, Source>,
  patterns: Sql,
  isIndexed: (word: string) => boolean,
): Promise<Named<S>> {
  const words = [...new Set(told)]
  if (words.length === 0) return nothingNamed
  const found =
    words.length > mostLookedUp ? new Map() : await idsOf(tx, words, sources, patterns, words.map(isIndexed))
  return (source, word, column, otherwise) => {
    const ids: string[] | null | undefined = found.get(word)?.[source]
    if (ids === undefined || ids === null) return otherwise()
    if (ids.length === 0) return null
    const isIndexed = sources[source].isIndex === true || ids.length <= mostCompared
    return isIndexed ? sql`${column} = any(${ids}::uuid[])` : sql`${column} in (select unnest(${ids}::uuid[]))`
  }
}

/** For each word the ids of each source; null where they are too many, or no index serves the word. */
async function idsOf<S extends string>(
  tx: Reader,
  words: string[],
  sources: Record<S, Source>,
  patterns: Sql,
  areInIndex: boolean[],
) {
  const names = Object.keys(sources) as S[]
  const each = names.map((name) => {
    const { ids, isIndex } = sources[name]
    const found = sql`(
      select case when count(*) <= ${sql.lit(few)} then coalesce(array_agg(f.id), '{}') end from (
        select g.id from (${ids(sql`w.patterns`, sql.lit(few + 1), sql`w.word`)}) g (id) limit ${sql.lit(few + 1)}) f)`
    return sql`${isIndex ? sql`case when w.is_in_index then ${found} end` : found} as ${sql.ref(name)}`
  })
  const rows = await tx.rows<{ word: string } & Record<S, string[] | null>>(sql`
    select w.word, ${sql.join(each)}
    from (
      select u.word, u.is_in_index, ${patterns} as patterns
      from unnest(${words}::text[], ${areInIndex}::boolean[]) u (word, is_in_index) offset 0
    ) w`)
  return new Map(rows.map((row) => [row.word, row] as const))
}
