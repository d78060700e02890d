import type { CsvRecord } from '@trellis/contract/csv'
import { type ColumnFault, type Manners, marksCurrency, moneyParts, openSurvey } from '@trellis/contract/import-cells'
import { type ImportKind, importColumns } from '@trellis/contract/import-columns'
import { findHeader, headerAmong, isBlank, openRows, type RowsReader, widthOf } from '@trellis/contract/import-layout'
import {
  chosenFormats,
  openRecords,
  type Planned,
  planOf as planOfHeader,
  type RecordsReader,
  written,
} from '@trellis/contract/import-plan'
import { type Columns, Fault } from './cells.ts'
import { readRecords, valuesOf } from './csv.ts'
import { newReading, ofFile, type Problem, type Reading, type Source, UnreadableFile } from './source.ts'

/** Rows that were read and not yet staged: one array for each column, which is one query parameter. */
export interface Batch {
  lines: number[]
  cells: Record<string, (string | null)[]>
  problems: Problem[]
}

/** A column between the file and the staging table. */
interface Place extends Planned {
  /** Its cells cannot be read; this is reported once for the whole column. */
  isFaulty: boolean
}

interface Plan {
  /** The line of the row that names the columns. */
  header: number
  of: ReturnType<typeof planOfHeader>
  places: Place[]
  names: string[]
  notImported: string[]
  width: number
  manners: Manners
  /** Faults of columns or formats that make it impossible to check rows. */
  fatal: Problem[]
  /** Other faults of the file as a whole. */
  problems: Problem[]
}

/**
 * The parsed rows of a file in batches. Rows with unusable cells are included, with null in those cells and one problem
 * for each; rows of the wrong width are only reported. The file is read twice: first to find out how amounts and dates
 * are written. Faults that prevent checking are thrown as UnreadableFile after all rows were read, so that as many
 * faults as possible are reported at once.
 */
export async function* readBatches(
  source: Source,
  file: { name: string; columns: Columns },
  reading: Reading,
  { size, currency }: { size: number /** Of rows that name none. */; currency: string },
): AsyncGenerator<Batch> {
  const plan = await planOf(source, kindOf(file))
  source.header = plan.header
  source.step = Math.max(1, plan.of.sets.length)
  reading.problems = plan.problems
  reading.notImported = plan.notImported
  let batch = emptyBatch(plan)
  const rows = openRows(plan.of, plan.names, source.keepAll === true)
  const records = openRecords(plan.of)
  const reader = { columns: file.columns, plan, currency }
  const add = (row: CsvRecord) => {
    const first = row.line * (source.step ?? 1)
    const width = widthOf(row.cells)
    if (width > plan.width) {
      reading.rows += 1
      batch.problems.push({ ...ofFile('width', [String(width), String(plan.width)], first) })
      return
    }
    for (const [index, cells] of records.read(valuesOf(row, source)).entries()) {
      reading.rows += 1
      addRow(batch, reader, first + index, cells)
    }
  }
  for await (const record of readRecords(source, reading)) {
    if (record.line <= plan.header) continue
    for (const row of rows.push(record)) add(row)
    if (batch.lines.length + batch.problems.length < size) continue
    yield batch
    batch = emptyBatch(plan)
  }
  for (const row of rows.end()) add(row)
  reading.leftOut = rows.left().map(({ line }) => line)
  yield batch
  if (plan.fatal.length > 0) throw new UnreadableFile([...plan.problems, ...plan.fatal])
}

const kindOf = ({ name }: { name: string }): ImportKind => name.replace(/\.csv$/, '') as ImportKind

/** Finds the header, and reads all cells of amounts and dates to find out their format. */
async function planOf(source: Source, kind: ImportKind): Promise<Plan> {
  const reading = newReading()
  const survey = openSurvey()
  let plan: Plan | undefined
  let rows: RowsReader | undefined
  let records: RecordsReader | undefined
  let first: CsvRecord[] = []
  const see = ({ line, cells }: CsvRecord) => {
    for (const record of records?.read(cells) ?? [])
      for (const [index, { column, source: said }] of (plan?.places ?? []).entries())
        if ((column.holds === 'money' || column.holds === 'date') && said.value === undefined)
          survey.see(column, record[index] ?? '', line)
  }
  const begin = (): void => {
    const header = first.find(({ line }) => line === source.header) ?? findHeader(kind, first, source.recipe)
    if (header === undefined) return
    plan = readHeader(kind, header, reading.separator, source)
    rows = openRows(plan.of, plan.names, source.keepAll === true)
    records = openRecords(plan.of)
    for (const record of first.filter(({ line }) => line > header.line)) for (const row of rows.push(record)) see(row)
    first = []
  }
  for await (const record of readRecords(source, reading)) {
    const read = { line: record.line, cells: valuesOf(record, source) }
    if (rows !== undefined) for (const row of rows.push(read)) see(row)
    else if (!isBlank(read) && first.push(read) >= headerAmong) begin()
  }
  if (plan === undefined) begin()
  if (plan === undefined) throw new UnreadableFile([ofFile('emptyFile')])
  const { manners, faults } = survey.end(reading.separator, chosenFormats(plan.of, source.formats))
  const faulty = new Set(faults.map(({ column }) => column))
  return {
    ...plan,
    manners,
    places: plan.places.map((place) => ({ ...place, isFaulty: faulty.has(place.column.name) })),
    fatal: [...plan.fatal, ...faults.map(asProblem)],
  }
}

const asProblem = ({ column, line, value, reason }: ColumnFault): Problem => ({
  line,
  column,
  value,
  reason,
  details: [],
})

function readHeader(kind: ImportKind, { cells, line }: CsvRecord, separator: string | null, source: Source): Plan {
  const { recipe, leaveOthers } = source
  const of = planOfHeader(kind, cells, recipe)
  const fatal: Problem[] = []
  const problems: Problem[] = []
  const strange = separator === null || cells.length > 1 ? null : /[|:^~]/.exec(cells[0] ?? '')
  if (strange) fatal.push(ofFile('wrongSeparator', [strange[0]], line))
  else {
    // A heading that was mistyped must not lose its column; those without a name are listed.
    const named = new Set(cells.map((cell) => cell.trim()))
    const others = leaveOthers === true ? [] : of.unknown.filter((name) => recipe !== undefined || named.has(name))
    const known = importColumns[kind].map(({ name }) => name).join(', ')
    if (others.length > 0) problems.push(ofFile('unknownColumns', [listed(others), known], line))
    if (of.twice.length > 0) problems.push(ofFile('columnsTwice', [listed(of.twice)], line))
    if (of.absent.length > 0) fatal.push(ofFile('recipeColumns', [listed(of.absent)], line))
    else if (of.missing.length > 0) fatal.push(ofFile('columnsMissing', [listed(of.missing)], line))
    for (const column of of.units) fatal.push({ ...ofFile('headingUnit', [], line), column })
  }
  return {
    header: line,
    of,
    names: cells,
    notImported: strange ? [] : shortList(of.unknown),
    places: of.planned.map((each) => ({ ...each, isFaulty: false })),
    width: cells.length,
    manners: { decimals: {}, orders: {}, mixed: [] },
    fatal,
    problems,
  }
}

/** Names for a report, limited in number and length. */
function shortList(names: string[]): string[] {
  const shown = [...new Set(names)].slice(0, 10).map((name) => shortened(name, 100))
  return names.length > shown.length ? [...shown, `… (${names.length})`] : shown
}
const listed = (names: string[]): string => shortList(names).join(', ')

const shortened = (text: string, maximum: number) => (text.length > maximum ? `${text.slice(0, maximum)}…` : text)

/** The text of a refused cell, shortened for the report. */
const told = (value: string) => shortened(value, 10_000)

interface RowReader {
  columns: Columns
  plan: Plan
  currency: string
}

function addRow(batch: Batch, { columns, plan, currency }: RowReader, line: number, cells: string[]): void {
  batch.lines.push(line)
  const named = cells[plan.places.findIndex(({ column }) => column.name === 'currencyCode')]?.trim()
  for (const [index, place] of plan.places.entries()) {
    const { column, isFaulty, isThere } = place
    const { name } = column
    const ours = columns[name]
    const list = batch.cells[name]
    if (!ours || !list) continue
    const given = cells[index] ?? ''
    const cell = isFaulty ? '' : written(plan.of, place, given, plan.manners)
    const { mark, amount: raw } = column.holds === 'money' ? moneyParts(cell) : { mark: '', amount: cell }
    if (!marksCurrency(mark, named || currency)) {
      const details = [named || currency]
      batch.problems.push({ line, column: name, value: told(given), reason: 'otherCurrency', details })
      list.push(null)
      continue
    }
    if (raw === '') {
      // A column that is missing or unreadable was already reported once.
      if (!ours.mayBeEmpty && isThere && !isFaulty)
        batch.problems.push({ line, column: name, value: '', reason: 'required', details: [] })
      list.push(null)
      continue
    }
    const read = ours.kind.read(raw)
    if (read instanceof Fault) {
      batch.problems.push({ line, column: name, value: told(given), reason: read.reason, details: read.details })
      list.push(null)
    } else list.push(read)
  }
}

const emptyBatch = ({ places }: Plan): Batch => ({
  lines: [],
  cells: Object.fromEntries(places.map(({ column }) => [column.name, []])),
  problems: [],
})
