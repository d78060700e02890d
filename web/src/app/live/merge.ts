import type { Changed } from './kinds.ts'

/** The answer of a list. */
export interface Rows {
  items: readonly object[]
  count: number
}

export const isRows = (answer: unknown): answer is Rows =>
  typeof answer === 'object' && answer !== null && 'items' in answer && Array.isArray(answer.items) && 'count' in answer

/** Fields that identify a row, in the order in which they are looked for. */
const idFields = ['orderId', 'dealId', 'licenseId', 'userId', 'priceListId', 'productId', 'accountId'] as const

export function idOf(row: object): string {
  const field = idFields.find((name) => name in row)
  return field === undefined ? JSON.stringify(row) : String((row as Record<string, unknown>)[field])
}

export interface Merged {
  /** What is shown: the same rows in the same places, with their present values. */
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
export function merge(before: Rows, fresh: Rows, changed: Changed): Merged {
  const present = new Map(fresh.items.map((row) => [idOf(row), row]))
  const shownIds = new Set(before.items.map(idOf))
  const isChanged = (id: string) => changed === 'many' || changed.has(id)
  const items = before.items.map((row) => present.get(idOf(row)) ?? row)
  const added = [...present.keys()].filter((id) => !shownIds.has(id) && isChanged(id)).length
  const gone = new Set([...shownIds].filter((id) => !present.has(id) && changed !== 'many' && changed.has(id)))
  const isWhole = items.every((row) => present.has(idOf(row))) && fresh.items.length === items.length
  return { shown: isWhole ? { ...fresh, items } : { ...before, items }, added, gone }
}
