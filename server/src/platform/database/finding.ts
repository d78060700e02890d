/*
 * Finds records that contain all of some words, in any order. Each module describes its kinds of records as a `Findable`:
 * indexes give candidates, and each candidate is then compared with all words. The statement of the find module defines the
 * relations that these pieces of SQL use: `asked q`, one row with the typed text, and `named_accounts`.
 */
import { hasPermission, type Module } from '@trellis/contract/permissions'
import type { Actor } from '../tenancy.ts'
import { type Sql, sql } from './sql.ts'
import { textsWith, wordsOf } from './words.ts'

/** What a module offers of one or several kinds. */
export interface Findable {
  kinds: readonly string[]
  /**
   * A condition for patterns of a word: false only if no record of these kinds has the word, in itself or in what it refers
   * to, wherever it is in the tenant.
   */
  mayHave: (patterns: Sql) => Sql
  /** Rows `kind, record_id, at, grade`: the best of each kind, at most `most`. */
  rows: Sql
  /** A query of the JSON of the row `h (kind, record_id)`, without a row when it is out of the reader's reach. */
  shown: Sql
}

/** The search, with the pieces of SQL that depend on it. */
export interface Asked {
  actor: Actor
  /** Longest first. */
  words: readonly string[]
  /** The reader's part of this module's records (rules G2, G3), or null without permission to read in it. */
  readIn: (module: Module) => ReadBy | null
  /** An integer with a bit for each word that occurs in a folded text. */
  bits: (folded: Sql) => Sql
  /** The bits of all words. */
  everyBit: Sql
  /** Records of a kind by parts of their texts. */
  textsOf: (kind: string, isNeeded?: Sql) => Sql
  /** Records of a kind that have any of the words, also a short one: at most `most` for each word, once for each text. */
  anyOf: (kind: string, most: number) => Sql
  /** Candidates of a small table: those that the index gives for the words, or a query of `record_id` if it has none of them. */
  textsOr: (kind: string, all: Sql) => Sql
  /** For words that an index has: the longest three, each alone and all at once. `like` asks the index for their patterns. */
  byParts: (like: (one: Sql, two: Sql, three: Sql) => Sql) => Sql
  /** Rows `kind, record_id, at, grade` from hits of one kind (`record_id, at, grade`): the best of them. */
  best: (kind: string, hits: Sql) => Sql
  /** The same of a large table, from `kind, record_id, at, grade`. */
  nearThenFar: (table: Near) => Sql
}

export const tenant = sql`(select current_tenant())`

/** Maximum number of candidates that are read from an index for one word. */
export const manyTexts = 1000
/** The number of the latest records that are compared first; if they give enough hits, no index is read. */
export const latest = 300
/** Maximum number of accounts by whose name records are found, and of the latest records of each. */
export const perAccount = { accounts: 40, records: 50 } as const

/** Minimum length of words for which the index is read: shorter ones have too many matches. */
const isRare = (word: string): boolean => [...word].length >= 3

/** Relation `asked`: the whole text as folded, how it would begin a text, and the patterns `p0`… of each word. */
export const askedRow = (text: string, words: readonly string[]): Sql => sql`
  select fold(${text}::text) as whole, substr(part_like(${text}::text), 2) as start, ${sql.join(
    words.map((word, at) => sql`word_patterns(${word}::text) as ${sql.ref(`p${at}`)}`),
  )}`

const patterns = (at: number): Sql => sql.raw(`q.p${at}`)

/** The grade of a hit: 2 if one of these texts equals the typed text, 1 if one begins with it. All are folded. */
export const grade = (whole: Sql[], beginning: Sql[]): Sql => sql`case
  when q.whole in (${sql.join(whole)}) then 2
  when ${sql.join(
    beginning.map((folded) => sql`${folded} like q.start`),
    sql` or `,
  )} then 1 else 0 end`

const bestFirst = (alias: string): Sql => sql.raw(`${alias}.grade desc, ${alias}.at desc, ${alias}.record_id`)

/** Which accounts' records the reader may read in a module. */
export interface ReadBy {
  /** The account at the top of the sub-tree that the reader may read. */
  top: string
  /** The accounts of that sub-tree. */
  accounts: Sql
  /** A condition: one of these accounts is in the sub-tree. Always true for a reader of the whole tenant. */
  reaches: (...accounts: readonly Sql[]) => Sql
}

/** Whether a record of a kind matches one of the patterns in its own texts. */
export const anyText = (kind: string, patterns: Sql): Sql =>
  sql`exists (select from ${textsWith(kind, patterns, sql.lit(1))})`

/** An account has one of the patterns in its texts, for records that are found by its name or code. */
export const anyAccount = (patterns: Sql): Sql => anyText('account', patterns)

/** The kinds that may have hits: each word for which there is an index occurs in some record, or in what it refers to. */
export const mayBeFound = (findables: readonly Findable[], words: readonly string[]): Sql => sql`
  select array[${sql.join(findables.map(({ mayHave }) => sql`bool_and(not w.is_rare or (${mayHave(sql`w.patterns`)}))`))}] as may
  from (
    select u.is_rare, word_patterns(u.word) as patterns
    from unnest(${words}::text[], ${words.map(isRare)}::boolean[]) u (word, is_rare) offset 0
  ) w`

/** Candidates of a table that has `tenant_id` and `created_at`, as queries of `record_id`. `from` is `from <table> t`. */
export function candidatesOf(from: Sql, id: string) {
  const newest = (where: Sql, limit: number) => sql`
    select t.${sql.ref(id)} as record_id ${from}
    where t.tenant_id = ${tenant} and ${where} order by t.created_at desc, t.${sql.ref(id)} desc limit ${sql.lit(limit)}`
  return {
    /** The latest records `t` for which `where` holds. */
    latest: (where: Sql) => newest(where, latest),
    /** The same in no order, for a small table without an index by date. */
    some: (where: Sql) => sql`
      select t.${sql.ref(id)} as record_id ${from} where t.tenant_id = ${tenant} and ${where} limit ${sql.lit(latest)}`,
    /** The latest records of each account that has a word in its name or code, where `isNeeded` holds. */
    ofNamed: (account: string, isNeeded: Sql) => sql`
      select r.record_id from (
        select n.account_id from named_accounts n
        order by bit_count(n.bits::bit(31)) desc, n.account_id limit ${sql.lit(perAccount.accounts)}
      ) n
      cross join lateral (${newest(sql`t.${sql.ref(account)} = n.account_id`, perAccount.records)}) r
      where ${isNeeded}`,
  }
}

export interface Near {
  /** The latest records: a query of `record_id`. */
  near: Sql
  /** Those that indexes give, where `isNeeded` holds. */
  far: (isNeeded: Sql) => Sql
  /**
   * A query of `kind, record_id, at, grade` that returns the candidates that are hits. It reads each by its key; `offset 0`
   * prevents the planner from reading the whole table instead.
   */
  hits: (candidates: Sql) => Sql
}

/** What is asked for by a text: its words (rules U6), and at most so many hits of each kind. */
export const askedFor = (actor: Actor, text: string, most: number): Asked =>
  askedBy(
    actor,
    wordsOf(text).sort((a, b) => b.length - a.length),
    most,
  )

export function askedBy(actor: Actor, words: readonly string[], most: number): Asked {
  const indexed = words.flatMap((word, at) => (isRare(word) ? [patterns(at)] : [])).slice(0, 3)
  const byParts: Asked['byParts'] = (like) => {
    const [one, two = one, three = two] = indexed
    if (one === undefined || two === undefined || three === undefined)
      return sql`select null::uuid as record_id where false`
    const alone = indexed.map((each) => like(each, each, each))
    return sql.join(indexed.length > 1 ? [...alone, like(one, two, three)] : alone, sql` union `)
  }
  const textsOf: Asked['textsOf'] = (kind, isNeeded = sql`true`) =>
    byParts(
      (one, two, three) => sql`
        select f.record_id from asked q
        cross join lateral texts_with_words(${sql.lit(kind)}, ${one}, ${two}, ${three}, ${sql.lit(manyTexts)}) f
        where ${isNeeded}`,
    )
  return {
    actor,
    words,
    readIn: (module) => readIn(module, actor),
    bits: (folded) =>
      sql`coalesce(${sql.join(
        words.map((_, at) => sql`((${folded} like any(${patterns(at)}))::int << ${sql.lit(at)})`),
        sql` | `,
      )}, 0)`,
    everyBit: sql.lit(2 ** words.length - 1),
    byParts,
    textsOf,
    anyOf: (kind, most) =>
      sql.join(
        words.map(
          (_, at) => sql`
            select f.record_id from asked q cross join lateral ${textsWith(kind, patterns(at), sql.lit(most))} f`,
        ),
        sql` union all `,
      ),
    textsOr: (kind, all) => (indexed.length > 0 ? textsOf(kind) : all),
    best: (kind, hits) => sql`
      select ${sql.lit(kind)} as kind, x.record_id, x.at, x.grade from (${hits}) x
      order by ${bestFirst('x')} limit ${sql.lit(most)}`,
    // First the latest records are compared. If they give enough hits, these are the latest of all, and no index needs to be
    // read for a word that occurs everywhere. A complete code is always looked up, in `far`.
    nearThenFar: ({ near, far, hits }) => sql`
      select x.kind, x.record_id, x.at, x.grade from (
        with near as materialized (
          select n.* from (${hits(near)}) n order by ${bestFirst('n')} limit ${sql.lit(most)})
        select * from near
        union
        select * from (${hits(far(sql`(select count(*) < ${sql.lit(most)} from near)`))}) f
      ) x order by ${bestFirst('x')} limit ${sql.lit(most)}`,
  }
}

function readIn(module: Module, { accountId, rootAccountId, permissions }: Actor): ReadBy | null {
  if (!hasPermission(permissions, module, 'r')) return null
  const top = hasPermission(permissions, module, 'ra') ? rootAccountId : accountId
  const accounts = sql`(select account_id from accounts_at_or_below(${top}))`
  const among = (account: Sql) => sql`${account} in ${accounts}`
  const reaches = (...of: readonly Sql[]) =>
    top === rootAccountId ? sql`true` : sql`(${sql.join(of.map(among), sql` or `)})`
  return { top, accounts, reaches }
}
