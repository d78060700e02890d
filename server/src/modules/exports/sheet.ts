import { Readable } from 'node:stream'
import type { ExportColumn } from '@trellis/contract/exports'
import { headOf, type Pages } from './pages.ts'
import { type CellOf, cellsOf, wallClock } from './values.ts'
import { sheetEnd, sheetStart, xlsxRow, zipped } from './xlsx.ts'

/** Column width in characters: the header's length, or at least the width for the type of value. */
const widths = { text: 24, number: 10, money: 14, date: 12, day: 12, instant: 18 }
const widthOf = ({ label, kind }: ExportColumn): number => Math.min(60, Math.max(widths[kind], label.length + 4))

/** Rows of a sheet in every spreadsheet, its header included; what is more goes to a further sheet. */
const longestSheet = 1_048_576

/** Rows per chunk, so that the event loop is not blocked for long. */
const chunk = 500

export interface Book {
  columns: readonly ExportColumn[]
  /** Of its dates and times. */
  timeZone: string
  /** Rows of a sheet; for tests. */
  longest?: number
}

/** Runs apart: the bytes of an xlsx file with these rows below a header, on as many sheets as they need. */
export function writeBook(
  { columns, timeZone, longest = longestSheet }: Book,
  pages: Pages,
): AsyncIterable<Uint8Array> {
  const cells = cellsOf(columns, wallClock(timeZone))
  return zipped(sheetsOf(piecesOf(pages), columns, cells, longest))
}

/** One iterator for all sheets; a page that does not fit into a sheet is continued on the next one. */
async function* sheetsOf(
  pieces: AsyncGenerator<unknown[]>,
  columns: readonly ExportColumn[],
  cells: readonly CellOf[],
  longest: number,
): AsyncGenerator<Readable> {
  let next = await pieces.next()
  do {
    yield Readable.from(sheet())
  } while (next.done !== true)

  async function* sheet() {
    let number = 1
    yield sheetStart(columns.map(widthOf)) + xlsxRow(headOf(columns), number)
    while (next.done !== true && number < longest) {
      const rows = next.value.slice(0, longest - number)
      const written = rows.map((row) => {
        number += 1
        return xlsxRow(
          cells.map((cellOf) => cellOf(row)),
          number,
        )
      })
      if (written.length > 0) yield written.join('')
      const rest = next.value.slice(rows.length)
      next = rest.length > 0 ? { done: false, value: rest } : await pieces.next()
    }
    yield sheetEnd(columns.length, number)
  }
}

async function* piecesOf(pages: Pages): AsyncGenerator<unknown[]> {
  for await (const rows of pages)
    for (let from = 0; from < rows.length; from += chunk) yield rows.slice(from, from + chunk)
}
