import { breaksIn, csvLine, guarded } from '@trellis/contract/csv'
import { written } from '@trellis/contract/import-plan'
import type { Understanding } from './columns.ts'
import type { Sheet } from './sheet.ts'

export interface Outgoing {
  csv: string
  /** Line number in the sent CSV, as the server counts lines → index of the sheet's row. */
  rowAt: Map<number, number>
}

/** The CSV that is sent: those of our columns that are in the file or said, one line per record. */
export function outgoing({ plan, records, manners }: Understanding): Outgoing {
  const columns = plan.planned.flatMap((planned, index) => (planned.isThere ? [{ planned, index }] : []))
  const rowAt = new Map<number, number>()
  const lines = [csvLine(columns.map(({ planned }) => planned.column.name))]
  let line = 2
  for (const { row, cells } of records) {
    const sent = columns.map(({ planned, index }) => guarded(written(plan, planned, cells[index] ?? '', manners)))
    rowAt.set(line, row)
    line += 1 + sent.reduce((breaks, cell) => breaks + breaksIn(cell), 0)
    lines.push(csvLine(sent))
  }
  return { csv: lines.join(''), rowAt }
}

/** Returns the sheet with one cell replaced. */
export function corrected<Of extends Sheet>(sheet: Of, row: number, column: number, value: string): Of {
  const rows = sheet.rows.slice()
  const cells = [...(rows[row] ?? [])]
  while (cells.length <= column) cells.push('')
  cells[column] = value
  rows[row] = cells
  return { ...sheet, rows }
}
