import { CsvFault, type CsvRecord, openCsv, unguarded } from '@trellis/contract/csv'
import {
  decoded,
  type Encoding,
  encodingOf,
  neverInText,
  type Reading,
  WrongLetters,
} from '@trellis/contract/encodings'
import { textOfCell, textOfNumber } from '@trellis/contract/import-cells'
import type { ImportKind } from '@trellis/contract/import-columns'
import { findHeader, headerAmong, isBlank, openRows, widthOf } from '@trellis/contract/import-layout'
import { type Layout, planOf } from '@trellis/contract/import-plan'
import type { Recipe } from '@trellis/contract/import-recipe'

/** Reads a CSV or xlsx file into rows of plain text. Nothing is sent to the server here. */

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
}

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
  | 'tooManyRows'
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
  bytes: number
  rows: number
}

export async function readSheet(kind: ImportKind, file: File, limits: Limits, wishes: Wishes = {}): Promise<ReadFile> {
  if (file.size > limits.bytes) throw new SheetError('tooLarge')
  const bytes = await file.arrayBuffer()
  const start = new Uint8Array(bytes.slice(0, 4))
  if (isOldExcel(start)) throw new SheetError('oldExcel')
  const read = isZip(start)
    ? await readXlsx(bytes, wishes.sheet ?? wishes.recipe?.sheet)
    : readCsv(new Uint8Array(bytes), wishes)
  const first = read.records.filter((record) => !isBlank(record)).slice(0, headerAmong)
  const { recipe } = wishes
  const header = first.find(({ line }) => line === wishes.header) ?? findHeader(kind, first, recipe)
  if (header === undefined) throw new SheetError('empty')
  const width = header.cells.length
  if (width > maximumColumns) throw new SheetError('tooManyColumns')
  const sheet = withRows(
    kind,
    {
      fileName: file.name,
      file,
      wishes,
      encoding: read.encoding,
      sheets: read.sheets,
      header: header.cells.map((name) => name.trim()),
      headerLine: header.line,
      first,
      below: read.records.filter((record) => record.line > header.line && !isBlank(record)),
      separator: read.separator,
    },
    recipe,
  )
  if (sheet.rows.length === 0) throw new SheetError('empty')
  if (sheet.rows.length > limits.rows) throw new SheetError('tooManyRows')
  const tooWide = sheet.rows.findIndex((cells) => widthOf(cells) > width)
  if (tooWide >= 0) throw new SheetError('tooWide', sheet.lines[tooWide] ?? null)
  return sheet
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

interface Records {
  records: CsvRecord[]
  separator: string | null
  encoding: Encoding | null
  sheets: string[]
}

function readCsv(bytes: Uint8Array, { encoding: chosen, recipe }: Wishes): Records {
  try {
    const found = chosen === undefined ? encodingOf(bytes) : { encoding: chosen, readings: [] }
    const { readings } = found
    // What is certain by its form stays so: a recipe only says what is in doubt.
    const encoding = found.encoding ?? recipe?.encoding ?? null
    if (encoding === null) throw new SheetError('doubtfulLetters', null, readings)
    const csv = openCsv()
    const records = [...csv.push(decoded(bytes, encoding)), ...csv.end()]
    const plain = records.map(({ line, cells }) => ({ line, cells: cells.map((cell) => unguarded(cell.trim())) }))
    return { records: plain, separator: csv.separator(), encoding, sheets: [] }
  } catch (error) {
    if (error instanceof WrongLetters) throw new SheetError('wrongLetters', error.line)
    throw error instanceof CsvFault ? new SheetError(error.problem, error.line) : error
  }
}

/** Maximum number of columns; each becomes an option in every column select. */
const maximumColumns = 500

const isZip = (start: Uint8Array) => start[0] === 0x50 && start[1] === 0x4b
const isOldExcel = (start: Uint8Array) => start[0] === 0xd0 && start[1] === 0xcf

/** Maximum size in bytes after unpacking, as protection against zip bombs. */
const maximumUnpacked = 200 * 1024 * 1024

async function readXlsx(bytes: ArrayBuffer, sheet: string | undefined): Promise<Records> {
  // Loaded on demand: few imports use a spreadsheet.
  const [{ readSheet: readOneSheet }, zip] = await Promise.all([import('read-excel-file/universal'), import('fflate')])
  try {
    const { content, sheets } = unpacked(bytes, zip)
    const rows = await readOneSheet<string>(content, sheet ?? 1, { parseNumber: textOfNumber })
    const texts = rows.map((row, index) => ({ line: index + 1, cells: row.map((cell) => textOfCell(cell)) }))
    const records = texts.map(({ line, cells }) => ({ line, cells: cells.slice(0, widthOf(cells)) }))
    const wrong = records.find(({ cells }) => cells.some((cell) => neverInText.test(cell)))
    if (wrong) throw new SheetError('wrongLetters', wrong.line)
    return { records, separator: null, encoding: null, sheets }
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
