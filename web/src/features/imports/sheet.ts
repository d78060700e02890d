import { CsvFault, type CsvRecord, openCsv, unguarded } from '@trellis/contract/csv'
import {
  type Encoding,
  neverInText,
  openDecoder,
  openEncodingSurvey,
  type Reading,
  WrongLetters,
} from '@trellis/contract/encodings'
import { textOfCell, textOfNumber } from '@trellis/contract/import-cells'
import type { ImportKind } from '@trellis/contract/import-columns'
import { findHeader, headerAmong, isBlank, openRows, widthOf } from '@trellis/contract/import-layout'
import { type Layout, planOf } from '@trellis/contract/import-plan'
import type { Recipe } from '@trellis/contract/import-recipe'
import { openSampling } from './sampling.ts'

/**
 * Reads a CSV or xlsx file into rows of plain text; of a large one only those that show how it is written. Nothing is sent to the
 * server here.
 */

/** How a file is to be read, where the reader has chosen it. */
export interface Wishes {
  encoding?: Encoding
  /** The name of a sheet of a workbook. */
  sheet?: string
  /** The line of the row that names the columns. */
  header?: number
  /** Rows of totals, and notes at the end, are records. */
  keepAll?: boolean
  /** What was said about the files of its source. */
  recipe?: Recipe
}

/** Header and rows as text. */
export interface Sheet {
  fileName: string
  header: string[]
  rows: string[][]
  /** The line number of each row in the file. */
  lines: number[]
  /** The separator of a CSV file; null for a spreadsheet. */
  separator: string | null
  /** Of a file that is sent as it is: the number of its rows, of which the sheet has a few; null for others. */
  large: { rows: number } | null
}

/** The number of rows of a file, of which a sheet can have only some. */
export const rowsOf = ({ rows, large }: Sheet): number => large?.rows ?? rows.length

/** A file as it was read, with what can be chosen about it. */
export interface ReadFile extends Sheet {
  file: File
  wishes: Wishes
  /** Null for a workbook. */
  encoding: Encoding | null
  /** The names of a workbook's sheets. */
  sheets: string[]
  headerLine: number
  /** The first rows that are not blank, from which the header can be chosen. */
  first: CsvRecord[]
  /** The rows below the header that are not blank. */
  below: CsvRecord[]
  /** Rows of totals, and notes at the end. */
  left: readonly CsvRecord[]
}

export type SheetTrouble =
  | 'empty'
  | 'tooLarge'
  | 'tooLargeBook'
  | 'tooManyColumns'
  | 'tooWide'
  | 'unreadable'
  | 'oldExcel'
  | 'wrongLetters'
  | 'doubtfulLetters'
  | 'unclosedQuote'
  | 'textAfterQuote'

export class SheetError extends Error {
  readonly trouble: SheetTrouble
  /** The line of the error, if it is known. */
  readonly line: number | null
  /** The ways to read a file whose letters can be read in several. */
  readonly readings: readonly Reading[]
  constructor(trouble: SheetTrouble, line: number | null = null, readings: readonly Reading[] = []) {
    super(trouble)
    this.trouble = trouble
    this.line = line
    this.readings = readings
  }
}

interface Limits {
  /** Of a file that is held as a whole. */
  bytes: number
  rows: number
  /** Of a CSV file that is sent as it is, in bytes. */
  large: number
}

/** Called with the share of a large file that was read, from 0 to 1. */
type OnProgress = (share: number) => void

export async function readSheet(
  kind: ImportKind,
  file: File,
  limits: Limits,
  wishes: Wishes = {},
  onProgress: OnProgress = () => undefined,
): Promise<ReadFile> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  if (isOldExcel(start)) throw new SheetError('oldExcel')
  const isWorkbook = isZip(start)
  if (file.size > (isWorkbook ? limits.bytes : limits.large))
    throw new SheetError(isWorkbook ? 'tooLargeBook' : 'tooLarge')
  const rows = openRowsOf(kind, wishes)
  const read = isWorkbook
    ? await readXlsx(await file.arrayBuffer(), wishes.sheet ?? wishes.recipe?.sheet, rows.push)
    : await readCsv(file, wishes, rows.push, file.size > limits.bytes ? onProgress : undefined)
  const { header, first, all, few } = rows.end(file.size > limits.bytes ? 0 : limits.rows)
  const width = header.cells.length
  if (width > maximumColumns) throw new SheetError('tooManyColumns')
  const sheet = withRows(
    kind,
    {
      ...read,
      fileName: file.name,
      file,
      wishes,
      header: header.cells.map((name) => name.trim()),
      headerLine: header.line,
      first,
      large: all === null ? { rows: few.rows } : null,
      below: all ?? few.records,
    },
    wishes.recipe,
  )
  if (sheet.rows.length === 0) throw new SheetError('empty')
  const tooWide = sheet.rows.findIndex((cells) => widthOf(cells) > width)
  // Of a large file, its import names all such rows.
  if (tooWide >= 0 && sheet.large === null) throw new SheetError('tooWide', sheet.lines[tooWide] ?? null)
  return sheet
}

/** Takes the rows of a file: all of them, until there are too many, and those few that show how it is written. */
function openRowsOf(kind: ImportKind, { header: wished, recipe }: Wishes) {
  const first: CsvRecord[] = []
  const sampling = openSampling()
  let header: CsvRecord | undefined
  let all: CsvRecord[] | null = []
  const take = (record: CsvRecord) => {
    if (record.line <= (header?.line ?? 0)) return
    sampling.push(record)
    if (all !== null && all.push(record) > maximumHeld) all = null
  }
  const begin = () => {
    header = first.find(({ line }) => line === wished) ?? findHeader(kind, first, recipe)
    for (const record of first) take(record)
  }
  return {
    push(record: CsvRecord) {
      if (isBlank(record)) return
      if (first.length === headerAmong) take(record)
      else if (first.push(record) === headerAmong) begin()
    },
    /** @param most the number of rows up to which all of them are kept */
    end(most: number) {
      if (header === undefined) begin()
      if (header === undefined) throw new SheetError('empty')
      const few = sampling.end()
      return { header, first, few, all: all !== null && all.length <= most ? all : null }
    },
  }
}

/** Which rows are records depends on the columns that they must have filled. */
export function withRows(
  kind: ImportKind,
  sheet: Omit<ReadFile, 'rows' | 'lines' | 'left'>,
  layout: Layout | undefined,
): ReadFile {
  const reader = openRows(
    planOf(kind, sheet.header, layout),
    sheet.header,
    (sheet.wishes.keepAll ?? sheet.wishes.recipe?.keepAll) === true,
  )
  const rows = [...sheet.below.flatMap((record) => reader.push(record)), ...reader.end()]
  return {
    ...sheet,
    rows: rows.map(({ cells }) => cells),
    lines: rows.map(({ line }) => line),
    left: reader.left(),
  }
}

/** What is known of a file beside its rows. */
interface Facts {
  separator: string | null
  encoding: Encoding | null
  sheets: string[]
}
type OnRecord = (record: CsvRecord) => void

/** A large file is read twice: first to find its encoding. */
async function readCsv(
  file: File,
  wishes: Wishes,
  onRecord: OnRecord,
  onProgress: OnProgress | undefined,
): Promise<Facts> {
  try {
    const encoding = await encodingIn(file, wishes, (share) => onProgress?.(share / 2))
    const csv = openCsv()
    const decoder = openDecoder(encoding)
    const push = (records: CsvRecord[]) => {
      for (const { line, cells } of records) onRecord({ line, cells: cells.map((cell) => unguarded(cell.trim())) })
    }
    for await (const bytes of chunksOf(file, (share) => onProgress?.((1 + share) / 2)))
      push(csv.push(decoder.push(bytes)))
    push(csv.push(decoder.end()))
    push(csv.end())
    return { separator: csv.separator(), encoding, sheets: [] }
  } catch (error) {
    if (error instanceof WrongLetters) throw new SheetError('wrongLetters', error.line)
    throw error instanceof CsvFault ? new SheetError(error.problem, error.line) : error
  }
}

async function encodingIn(file: File, { encoding, recipe }: Wishes, onProgress: OnProgress): Promise<Encoding> {
  if (encoding !== undefined) return encoding
  const survey = openEncodingSurvey()
  for await (const bytes of chunksOf(file, onProgress)) survey.push(bytes)
  const { encoding: found, readings } = survey.end()
  // What is certain by its form stays so: a recipe only says what is in doubt.
  const chosen = found ?? recipe?.encoding ?? null
  if (chosen === null) throw new SheetError('doubtfulLetters', null, readings)
  return chosen
}

/** Bytes that are read at once. */
const chunk = 1024 * 1024

async function* chunksOf(file: File, onProgress: OnProgress): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < file.size; from += chunk) {
    yield new Uint8Array(await file.slice(from, from + chunk).arrayBuffer())
    onProgress(Math.min(1, (from + chunk) / file.size))
  }
}

/** Rows that are held at most, whatever the limits are. */
const maximumHeld = 100_000

/** Maximum number of columns; each becomes an option in every column select. */
const maximumColumns = 500

const isZip = (start: Uint8Array) => start[0] === 0x50 && start[1] === 0x4b
const isOldExcel = (start: Uint8Array) => start[0] === 0xd0 && start[1] === 0xcf

/** Maximum size in bytes after unpacking, as protection against zip bombs. */
const maximumUnpacked = 200 * 1024 * 1024

async function readXlsx(bytes: ArrayBuffer, sheet: string | undefined, onRecord: OnRecord): Promise<Facts> {
  // Loaded on demand: few imports use a spreadsheet.
  const [{ readSheet: readOneSheet }, zip] = await Promise.all([import('read-excel-file/universal'), import('fflate')])
  try {
    const { content, sheets } = unpacked(bytes, zip)
    const rows = await readOneSheet<string>(content, sheet ?? 1, { parseNumber: textOfNumber })
    for (const [index, row] of rows.entries()) {
      const cells = row.map((cell) => textOfCell(cell))
      if (cells.some((cell) => neverInText.test(cell))) throw new SheetError('wrongLetters', index + 1)
      onRecord({ line: index + 1, cells: cells.slice(0, widthOf(cells)) })
    }
    return { separator: null, encoding: null, sheets }
  } catch (error) {
    throw error instanceof SheetError ? error : new SheetError('unreadable')
  }
}

/**
 * Repacks the archive without compression. The reader unpacks large entries in a worker made from text, which
 * the content security policy blocks.
 */
function unpacked(bytes: ArrayBuffer, { unzipSync, zipSync }: typeof import('fflate')): Unpacked {
  let size = 0
  const parts = unzipSync(new Uint8Array(bytes), {
    filter: ({ originalSize }) => {
      size += originalSize
      if (size > maximumUnpacked) throw new SheetError('tooLarge')
      return true
    },
  })
  for (const [name, part] of Object.entries(parts))
    if (name.startsWith('xl/worksheets/') && cellsOf(part) > maximumCells) throw new SheetError('tooLarge')
  const book = new TextDecoder().decode(parts['xl/workbook.xml'])
  const sheets = [...book.matchAll(/<(?:\w+:)?sheet\s[^>]*?\bname="([^"]*)"/g)].map(([, name = '']) =>
    withoutEntities(name),
  )
  return { content: zipSync(parts, { level: 0 }).slice().buffer, sheets }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const withoutEntities = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? '')

interface Unpacked {
  content: ArrayBuffer
  sheets: string[]
}

/** The reader allocates every cell up to the last one named in the sheet, even empty ones. */
const maximumCells = 5_000_000

function cellsOf(part: Uint8Array): number {
  const text = new TextDecoder('latin1').decode(part)
  let width = 0
  let height = 0
  for (const [, letters = '', digits] of text.matchAll(/\sr=["']([A-Z]{1,4})(\d{1,8})["']/g)) {
    let column = 0
    for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
    if (column > width) width = column
    height = Math.max(height, Number(digits))
  }
  return width * height
}
