import type { Changed } from './kinds.ts'

/** The answer of a list. */
export interface Rows {
  items: readonly object[]
  count: number
}

export const isRows = (answer: unknown): answer is Rows =>
  typeof answer === 'object' && answer !== null && 'items' in answer && Array.isArray(answer.items) && 'count' in answer

/** How the rows of a list are told apart. */
export interface RowIdentity {
  /** Different for each row of the list. */
  key(row: object): string
  /** The id of the record that the row shows: several rows can show one, such as the stock of an account. */
  record(row: object): string
}

/** For a list of the contract: by its id fields, that of the record first. */
export const byIds = (ids: readonly string[]): RowIdentity => {
  const value = (row: object, field: string) => String((row as Record<string, unknown>)[field])
  return { key: (row) => ids.map((field) => value(row, field)).join(' '), record: (row) => value(row, ids[0] ?? '') }
}

export interface Merged {
  /** The rows to show: those shown before, in the same places, with their current values. */
  shown: Rows
  /** Changed rows that are not shown yet. */
  added: number
  /** Ids of changed rows that the list no longer has. */
  gone: ReadonlySet<string>
}

/**
 * Takes the present values over into the rows that are shown. Nothing moves: other rows appear and rows disappear only
 * when the reader asks. A row that merely moved to another page, because others came or went, counts as neither.
 */
export function merge(before: Rows, fresh: Rows, changed: Changed, { key, record }: RowIdentity): Merged {
  const present = new Map(fresh.items.map((row) => [key(row), row]))
  const shownIds = new Set(before.items.map(key))
  const items = before.items.map((row) => present.get(key(row)) ?? row)
  const added = [...present].filter(
    ([id, row]) => !shownIds.has(id) && (changed === 'many' || changed.has(record(row))),
  ).length
  const left = before.items.filter((row) => !present.has(key(row)) && changed !== 'many' && changed.has(record(row)))
  const gone = new Set(left.map(key))
  const isWhole = items.every((row) => present.has(key(row))) && fresh.items.length === items.length
  return { shown: isWhole ? { ...fresh, items } : { ...before, items }, added, gone }
}
