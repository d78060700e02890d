import type { Changed } from './kinds.ts'

/** The answer of a list. */
export interface Rows {
  items: readonly object[]
  count: number
}

export const isRows = (answer: unknown): answer is Rows =>
  typeof answer === 'object' && answer !== null && 'items' in answer && Array.isArray(answer.items) && 'count' in answer

/** Fields that identify a row, in the order in which they are looked for. */
const idFields = [
  'orderId',
  'dealId',
  'licenseId',
  'accountFileId',
  'onPremiseEnvironmentId',
  'userCertificateId',
  'accountCertificateId',
  'userId',
  'priceListId',
  'productId',
  'accountId',
] as const

/** A decision that waits on a deal: a deal can have several. */
const isQueued = (row: object): row is { deal: object; kind: string } => 'deal' in row && 'kind' in row

/** Id of the record that a row shows. */
function recordOf(row: object): string {
  if (isQueued(row)) return recordOf(row.deal)
  const field = idFields.find((name) => name in row)
  return field === undefined ? JSON.stringify(row) : String((row as Record<string, unknown>)[field])
}

/** Identifies a row in its list. */
export const idOf = (row: object): string => (isQueued(row) ? `${recordOf(row)} ${row.kind}` : recordOf(row))

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
export function merge(before: Rows, fresh: Rows, changed: Changed): Merged {
  const present = new Map(fresh.items.map((row) => [idOf(row), row]))
  const shownIds = new Set(before.items.map(idOf))
  const items = before.items.map((row) => present.get(idOf(row)) ?? row)
  const added = [...present].filter(
    ([id, row]) => !shownIds.has(id) && (changed === 'many' || changed.has(recordOf(row))),
  ).length
  const left = before.items.filter((row) => !present.has(idOf(row)) && changed !== 'many' && changed.has(recordOf(row)))
  const gone = new Set(left.map(idOf))
  const isWhole = items.every((row) => present.has(idOf(row))) && fresh.items.length === items.length
  return { shown: isWhole ? { ...fresh, items } : { ...before, items }, added, gone }
}
