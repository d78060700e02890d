import { CsvFault, type CsvRecord, openCsv, unguarded } from '@trellis/contract/csv'
import { decoded, NotUtf8 } from '@trellis/contract/encodings'
import { textOfCell, textOfNumber } from '@trellis/contract/import-cells'

/** Reads a CSV or xlsx file into rows of plain text. Nothing is sent to the server here. */

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

export type SheetTrouble =
  | 'empty'
  | 'tooLarge'
  | 'tooManyRows'
  | 'tooManyColumns'
  | 'unreadable'
  | 'oldExcel'
  | 'notUtf8'
  | 'unclosedQuote'
  | 'textAfterQuote'

export class SheetError extends Error {
  readonly trouble: SheetTrouble
  /** The line of the error, if it is known. */
  readonly line: number | null
  constructor(trouble: SheetTrouble, line: number | null = null) {
    super(trouble)
    this.trouble = trouble
    this.line = line
  }
}

export async function readSheet(file: File, limits: { bytes: number; rows: number }): Promise<Sheet> {
  if (file.size > limits.bytes) throw new SheetError('tooLarge')
  const bytes = await file.arrayBuffer()
  const start = new Uint8Array(bytes.slice(0, 4))
  if (isOldExcel(start)) throw new SheetError('oldExcel')
  const { records, separator } = isZip(start) ? await readXlsx(bytes) : readCsv(new Uint8Array(bytes))
  const filled = records.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const [header, ...rest] = filled
  if (header === undefined || rest.length === 0) throw new SheetError('empty')
  if (rest.length > limits.rows) throw new SheetError('tooManyRows')
  const rows = rest.map(({ cells }) => cells)
  const width = Math.max(...[header.cells, ...rows.slice(0, 100)].map(widthOf))
  if (width > maximumColumns) throw new SheetError('tooManyColumns')
  return {
    fileName: file.name,
    header: Array.from({ length: width }, (_, index) => header.cells[index]?.trim() ?? ''),
    rows,
    lines: rest.map(({ line }) => line),
    separator,
  }
}

interface Records {
  records: CsvRecord[]
  separator: string | null
}

function readCsv(bytes: Uint8Array): Records {
  try {
    const csv = openCsv()
    const records = [...csv.push(decoded(bytes)), ...csv.end()]
    const plain = records.map(({ line, cells }) => ({ line, cells: cells.map((cell) => unguarded(cell.trim())) }))
    return { records: plain, separator: csv.separator() }
  } catch (error) {
    if (error instanceof NotUtf8) throw new SheetError('notUtf8', error.line)
    throw error instanceof CsvFault ? new SheetError(error.problem, error.line) : error
  }
}

/** Maximum number of columns; each becomes an option in every column select. */
const maximumColumns = 500

/** The number of cells up to the last one that is not empty. */
const widthOf = (row: readonly string[]): number => row.findLastIndex((cell) => cell.trim() !== '') + 1

const isZip = (start: Uint8Array) => start[0] === 0x50 && start[1] === 0x4b
const isOldExcel = (start: Uint8Array) => start[0] === 0xd0 && start[1] === 0xcf

/** Maximum size in bytes after unpacking, as protection against zip bombs. */
const maximumUnpacked = 200 * 1024 * 1024

async function readXlsx(bytes: ArrayBuffer): Promise<Records> {
  // Loaded on demand: few imports use a spreadsheet.
  const [{ readSheet: readFirstSheet }, zip] = await Promise.all([
    import('read-excel-file/universal'),
    import('fflate'),
  ])
  try {
    const rows = await readFirstSheet<string>(unpacked(bytes, zip), { parseNumber: textOfNumber })
    const records = rows.map((row, index) => ({ line: index + 1, cells: row.map((cell) => textOfCell(cell)) }))
    return { records, separator: null }
  } catch (error) {
    throw error instanceof SheetError ? error : new SheetError('unreadable')
  }
}

/**
 * Repacks the archive without compression. The reader unpacks large entries in a worker made from text, which
 * the content security policy blocks.
 */
function unpacked(bytes: ArrayBuffer, { unzipSync, zipSync }: typeof import('fflate')): ArrayBuffer {
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
  return zipSync(parts, { level: 0 }).slice().buffer
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
