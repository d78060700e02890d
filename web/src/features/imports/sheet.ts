/** Brings a CSV or xlsx file, from wherever it comes, into rows of plain text. Nothing of it leaves the browser here. */

/** Header and rows, as text. */
export interface Sheet {
  fileName: string
  header: string[]
  rows: string[][]
}

export type SheetTrouble = 'empty' | 'tooLarge' | 'tooManyRows' | 'tooManyColumns' | 'unreadable' | 'oldExcel'

export class SheetError extends Error {
  readonly trouble: SheetTrouble
  constructor(trouble: SheetTrouble) {
    super(trouble)
    this.trouble = trouble
  }
}

export async function readSheet(file: File, limits: { bytes: number; rows: number }): Promise<Sheet> {
  if (file.size > limits.bytes) throw new SheetError('tooLarge')
  const bytes = await file.arrayBuffer()
  const start = new Uint8Array(bytes.slice(0, 4))
  const cells = isZip(start) ? await readXlsx(bytes) : isOldExcel(start) ? null : parseCsv(textOf(bytes))
  if (cells === null) throw new SheetError('oldExcel')
  const filled = cells.filter((row) => row.some((cell) => cell.trim() !== ''))
  const [header, ...rows] = filled
  if (header === undefined || rows.length === 0) throw new SheetError('empty')
  if (rows.length > limits.rows) throw new SheetError('tooManyRows')
  const width = Math.max(...[header, ...rows.slice(0, 100)].map(widthOf))
  if (width > maximumColumns) throw new SheetError('tooManyColumns')
  return { fileName: file.name, header: Array.from({ length: width }, (_, index) => header[index]?.trim() ?? ''), rows }
}

/** More than anybody names; each would be a choice for every column of ours. */
const maximumColumns = 500

/** Up to the last cell that has something in it. */
const widthOf = (row: readonly string[]): number => row.findLastIndex((cell) => cell.trim() !== '') + 1

const isZip = (start: Uint8Array) => start[0] === 0x50 && start[1] === 0x4b
const isOldExcel = (start: Uint8Array) => start[0] === 0xd0 && start[1] === 0xcf

/** UTF-8, or what Excel calls Unicode text, or else what Windows wrote before either. */
function textOf(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes.slice(0, 2))
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Spreadsheets keep numbers as binary fractions: 12.1 may be written 12.100000000000001. */
const plainNumber = (text: string): string => String(Number(Number(text).toPrecision(12)))

/** Bytes that a spreadsheet may have once it is unpacked: what claims to be more is a bomb rather than a list. */
const maximumUnpacked = 200 * 1024 * 1024

async function readXlsx(bytes: ArrayBuffer): Promise<string[][]> {
  // Few who import have a spreadsheet, and nobody who does not should fetch its reader.
  const [{ readSheet: readFirstSheet }, zip] = await Promise.all([
    import('read-excel-file/universal'),
    import('fflate'),
  ])
  try {
    const rows = await readFirstSheet<string>(unpacked(bytes, zip), { parseNumber: plainNumber })
    return rows.map((row) => row.map((cell) => textOfCell(cell)))
  } catch (error) {
    throw error instanceof SheetError ? error : new SheetError('unreadable')
  }
}

/**
 * The same archive with nothing compressed in it. The reader would unpack large parts in a worker made of text, which the
 * portal's content security policy refuses.
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

/** The reader makes a cell of each place up to the last one that the sheet names, however few hold anything. */
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

function textOfCell(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) {
    const iso = cell.toISOString()
    return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso
  }
  return String(cell)
}

/** The sign that the first line has most of, outside of quotes. */
export function separatorOf(text: string): string {
  const line = (/^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0] ?? '').replace(/"(?:[^"]|"")*"/g, '')
  const count = (sign: string) => line.split(sign).length
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best))
}

/** RFC 4180, with whichever separator the file has. A quote within a cell that is not quoted is a quote. */
export function parseCsv(text: string): string[][] {
  const plain = text.startsWith('\ufeff') ? text.slice(1) : text
  // Excel is told its separator so.
  const told = /^sep=(.)(?:\r\n|\n|\r)/i.exec(plain)
  const source = told ? plain.slice(told[0].length) : plain
  const separator = told?.[1] ?? separatorOf(source)
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < source.length) {
    let cell = ''
    if (source[at] === '"') {
      at += 1
      for (;;) {
        const end = source.indexOf('"', at)
        if (end < 0) throw new SheetError('unreadable')
        cell += source.slice(at, end)
        at = end + 1
        if (source[at] !== '"') break
        cell += '"'
        at += 1
      }
    }
    const start = at
    while (at < source.length && source[at] !== separator && source[at] !== '\n' && source[at] !== '\r') at += 1
    row.push(cell + source.slice(start, at))
    const sign = source[at]
    if (sign === separator) {
      at += 1
      if (at === source.length) row.push('')
      continue
    }
    at += sign === '\r' && source[at + 1] === '\n' ? 2 : 1
    rows.push(row)
    row = []
  }
  if (row.length > 0) rows.push(row)
  return rows
}
