import { type ColumnFault, type Manners, openSurvey } from '@trellis/contract/import-cells'
import type { ImportKind } from '@trellis/contract/import-columns'
import {
  chosenFormats,
  foundLayout,
  joinedOf,
  type Layout,
  openRecords,
  type Plan,
  type Planned,
  planOf,
  written,
} from '@trellis/contract/import-plan'
import { type ColumnSource, headingKeys, type Recipe } from '@trellis/contract/import-recipe'
import { isKnownWord, valuesOf } from '@trellis/contract/import-words'
import type { ReadFile, Sheet } from './sheet.ts'

/** What the headings say by themselves. */
export function matched(kind: ImportKind, header: readonly string[]): Layout {
  const { columns, lines } = foundLayout(kind, header)
  return { columns, lines }
}

/** One record of the file: the row that it is in, and its cells in the order of the plan. */
export interface FileRecord {
  row: number
  cells: string[]
}

/** A word of the file that is none of the few values of its column, and in how many rows it stands. */
export interface ForeignWord {
  column: string
  word: string
  count: number
  /** What it means; null until it is said. */
  value: string | null
}

/** How the cells of a file are interpreted. */
export interface Understanding {
  plan: Plan
  records: FileRecord[]
  /** A cell converted to the server's notation. */
  value(column: string, cell: string): string
  /** Columns whose amounts or dates are ambiguous. */
  faults: ColumnFault[]
  manners: Manners
  foreignWords: ForeignWord[]
}

/** Columns that must be chosen before a file can be sent. */
export const lacking = ({ plan }: Understanding): string[] => [...plan.missing, ...plan.open, ...plan.units]

/** Columns of the file that are not imported. */
export function unused(sheet: Sheet, { planned, sets }: Plan): string[] {
  const used = new Set([...planned.flatMap(({ places }) => places), ...sets.flatMap((set) => [...set.values()])])
  return headingKeys(sheet.header).filter((_, at) => sheet.header[at] !== '' && !used.has(at))
}

/** The index of the one column of the file whose cells are ours as they stand there; -1 for none. */
export function placeOf({ planned, sets }: Plan, name: string): number {
  const index = planned.findIndex(({ column }) => column.name === name)
  const { places = [], source } = planned[index] ?? {}
  const isPlain = places.length === 1 && source?.value === undefined && !sets.some((set) => set.has(index))
  return isPlain ? (places[0] as number) : -1
}

/** How the amounts or dates of a column are written, as it was found or chosen; null where it must be chosen. */
export type Format = NonNullable<ColumnSource['format']>

export function formatOf({ manners, faults }: Understanding, column: string): Format | null | undefined {
  const found = manners.decimals[column] ?? manners.orders[column]
  return found ?? (faults.some((fault) => fault.column === column) ? null : undefined)
}

/** Words of one column that are asked at most. */
const wordsAsked = 200

export function understand(kind: ImportKind, sheet: Sheet, layout: Layout): Understanding {
  const plan = planOf(kind, sheet.header, layout)
  const reader = openRecords(plan)
  const records = sheet.rows.flatMap((row, index) => reader.read(row).map((cells) => ({ row: index, cells })))
  const survey = openSurvey()
  for (const [index, { column, source }] of plan.planned.entries()) {
    if ((column.holds !== 'money' && column.holds !== 'date') || source.value !== undefined) continue
    for (const { row, cells } of records) survey.see(column, cells[index] ?? '', sheet.lines[row] ?? 0)
  }
  const { manners, faults } = survey.end(sheet.separator, chosenFormats(plan))
  const byName = new Map(plan.planned.map((each) => [each.column.name, each] as const))
  return {
    plan,
    records,
    value: (name, cell) => writtenIn(plan, byName.get(name), cell, manners),
    faults,
    manners,
    foreignWords: plan.planned.flatMap((each) => foreignIn(kind, each, sheet.rows)),
  }
}

const writtenIn = (plan: Plan, planned: Planned | undefined, cell: string, manners: Manners): string =>
  planned === undefined ? cell : written(plan, planned, planned.words.get(cell.trim().toLowerCase()) ?? cell, manners)

function foreignIn(kind: ImportKind, { column, places, words }: Planned, rows: readonly string[][]): ForeignWord[] {
  if (places.length === 0 || valuesOf(kind, column).length === 0) return []
  const counts = new Map<string, number>()
  for (const row of rows) {
    const word = joinedOf(places, row)
    if (word === '' || isKnownWord(kind, column, word)) continue
    if (counts.has(word) || counts.size < wordsAsked) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const valueOfWord = (word: string) => words.get(word.toLowerCase()) ?? null
  return [...counts].map(([word, count]) => ({ column: column.name, word, count, value: valueOfWord(word) }))
}

/** Words that must be translated before a file can be sent. A tenant can have account groups of its own. */
export const untranslated = ({ foreignWords }: Understanding): ForeignWord[] =>
  foreignWords.filter(({ column, value }) => value === null && column !== 'groupName')

/** The first values of a column, as they would be imported. */
export function samplesOf({ plan, records, manners }: Understanding, name: string): string[] {
  const index = plan.planned.findIndex(({ column }) => column.name === name)
  const planned = plan.planned[index]
  if (planned === undefined || !planned.isThere) return []
  return records
    .slice(0, 3)
    .map(({ cells }) => written(plan, planned, cells[index] ?? '', manners))
    .filter((cell) => cell !== '')
}

/** Whether some row lacks a value of a column that it must have, as where each group is named once. */
export function hasGaps({ plan }: Understanding, sheet: Sheet, name: string): boolean {
  const { column, places } = plan.planned.find((each) => each.column.name === name) ?? { places: [] }
  if (column?.required !== true || places.length === 0) return false
  return sheet.rows.some((row) => joinedOf(places, row) === '')
}

/** What was found and said about a file, to be taken again for the next of its source. */
export function recipeOf(
  name: string,
  kind: ImportKind,
  { header, encoding, wishes }: Pick<ReadFile, 'header' | 'encoding' | 'wishes'>,
  { manners }: Understanding,
  { columns, lines = [] }: Layout,
): Recipe {
  const withFormat = (column: string, source: ColumnSource): ColumnSource => {
    const format = manners.decimals[column] ?? manners.orders[column]
    return format === undefined || source.from === undefined ? source : { ...source, format }
  }
  return {
    name,
    kind,
    headings: headingKeys(header).filter((_, at) => header[at] !== ''),
    columns: Object.fromEntries(
      Object.entries(columns).map(([column, source]) => [column, withFormat(column, source)]),
    ),
    ...(lines.length > 0 && { lines: [...lines] }),
    // Only for files whose letters can be read in several ways: one that says its encoding needs none.
    ...(encoding !== null && encoding !== 'utf-8' && { encoding }),
    ...(wishes.sheet !== undefined && { sheet: wishes.sheet }),
    ...(wishes.keepAll === true && { keepAll: true }),
  }
}
