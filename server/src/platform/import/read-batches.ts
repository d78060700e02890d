import { asImported, type ColumnFault, type Manners, openSurvey } from '@trellis/contract/import-cells'
import { type ImportColumn, type ImportKind, importColumns } from '@trellis/contract/import-columns'
import { matchHeader } from '@trellis/contract/import-header'
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
interface Place {
  column: ImportColumn
  /** Index in the file; -1 when the file does not have the column. */
  at: number
  /** Its cells cannot be read; this is reported once for the whole column. */
  isFaulty: boolean
}

interface Plan {
  places: Place[]
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
  size: number,
): AsyncGenerator<Batch> {
  const kind = kindOf(file)
  const plan = await planOf(source, kind)
  reading.problems = plan.problems
  let batch = emptyBatch(plan)
  let isHeader = true
  for await (const record of readRecords(source, reading)) {
    if (isHeader) {
      isHeader = false
      continue
    }
    reading.rows += 1
    const cells = valuesOf(record, source)
    if (isOfWidth(record.cells, plan.width, source)) addRow(batch, kind, file.columns, plan, record.line, cells)
    else batch.problems.push({ ...ofFile('width', [String(cells.length), String(plan.width)], record.line) })
    if (batch.lines.length + batch.problems.length >= size) {
      yield batch
      batch = emptyBatch(plan)
    }
  }
  yield batch
  if (plan.fatal.length > 0) throw new UnreadableFile([...plan.problems, ...plan.fatal])
}

const kindOf = ({ name }: { name: string }): ImportKind => name.replace(/\.csv$/, '') as ImportKind

/** A spreadsheet has no cells after the last filled one. */
const isOfWidth = (cells: string[], width: number, { format }: Source): boolean =>
  format === 'xlsx' ? cells.length <= width : cells.length === width

/** Reads the header, and all cells of amounts and dates to find out their format. */
async function planOf(source: Source, kind: ImportKind): Promise<Plan> {
  const reading = newReading()
  const survey = openSurvey()
  let plan: Plan | undefined
  let surveyed: Place[] = []
  for await (const record of readRecords(source, reading)) {
    const cells = valuesOf(record, source)
    if (plan === undefined) {
      plan = readHeader(kind, cells, record.line, reading.separator)
      surveyed = plan.places.filter(
        ({ column, at }) => at >= 0 && (column.holds === 'money' || column.holds === 'date'),
      )
      continue
    }
    for (const { column, at } of surveyed) survey.see(column, cells[at] ?? '', record.line)
  }
  if (plan === undefined) throw new UnreadableFile([ofFile('emptyFile')])
  const { manners, faults } = survey.end(reading.separator)
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

function readHeader(kind: ImportKind, header: string[], line: number, separator: string | null): Plan {
  const { places, unknown, twice, missing } = matchHeader(kind, header)
  const columns = importColumns[kind]
  const fatal: Problem[] = []
  const problems: Problem[] = []
  const strange = separator === null || header.length > 1 ? null : /[|:^~]/.exec(header[0] ?? '')
  if (strange) fatal.push(ofFile('wrongSeparator', [strange[0]], line))
  else {
    const known = columns.map(({ name }) => name).join(', ')
    if (unknown.length > 0) problems.push(ofFile('unknownColumns', [listed(unknown), known], line))
    if (twice.length > 0) problems.push(ofFile('columnsTwice', [listed(twice)], line))
    if (missing.length > 0) fatal.push(ofFile('columnsMissing', [listed(missing)], line))
  }
  return {
    places: columns.map((column) => ({ column, at: places[column.name] ?? -1, isFaulty: false })),
    width: header.length,
    manners: { decimals: {}, orders: {}, mixed: [] },
    fatal,
    problems,
  }
}

/** Names joined for a sentence, limited in number and length. */
function listed(names: string[]): string {
  const [all, most] = [[...new Set(names)], 10]
  const shown = all.slice(0, most).map((name) => shortened(name, 100))
  return names.length > shown.length ? `${shown.join(', ')}, … (${names.length})` : shown.join(', ')
}

const shortened = (text: string, maximum: number) => (text.length > maximum ? `${text.slice(0, maximum)}…` : text)

/** The text of a refused cell, shortened for the report. */
const told = (value: string) => shortened(value, 10_000)

function addRow(batch: Batch, kind: ImportKind, columns: Columns, plan: Plan, line: number, cells: string[]): void {
  batch.lines.push(line)
  for (const { column, at, isFaulty } of plan.places) {
    const { name } = column
    const ours = columns[name]
    const list = batch.cells[name]
    if (!ours || !list) continue
    const given = cells[at] ?? ''
    const raw = isFaulty ? '' : asImported(kind, column, given, plan.manners)
    if (raw === '') {
      // A column that is missing or unreadable was already reported once.
      if (!ours.mayBeEmpty && at >= 0 && !isFaulty)
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
