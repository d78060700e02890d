import type { ExportColumn } from '@trellis/contract/exports'
import type { Cell, CellOf } from './values.ts'
import { sheetEnd, sheetStart, xlsxRow } from './xlsx.ts'

/** Rows of a file, page by page. */
export type Pages = AsyncIterable<unknown[]>

export const headOf = (columns: readonly ExportColumn[]): Cell[] =>
  columns.map(({ label }) => ({ kind: 'text', text: label }))

/** Column width in characters: the header's length, or at least the width for the type of value. */
const widths = { text: 24, number: 10, money: 14, date: 12, day: 12, instant: 18 }
const widthOf = ({ label, kind }: ExportColumn): number => Math.min(60, Math.max(widths[kind], label.length + 4))

/** Rows per chunk, so that the event loop is not blocked for long. */
const chunk = 500

/** The XML of a sheet with these rows below a header, in pieces. */
export async function* sheetOf(pages: Pages, columns: readonly ExportColumn[], cells: readonly CellOf[]) {
  let number = 1
  yield sheetStart(columns.map(widthOf)) + xlsxRow(headOf(columns), number)
  for await (const rows of pages) {
    for (let from = 0; from < rows.length; from += chunk) {
      const written = rows.slice(from, from + chunk).map((row) => {
        number += 1
        return xlsxRow(
          cells.map((cellOf) => cellOf(row)),
          number,
        )
      })
      if (written.length > 0) yield written.join('')
    }
  }
  yield sheetEnd(columns.length, number)
}
