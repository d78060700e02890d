import { breaksIn, csvLine, guarded } from '@trellis/contract/csv'
import { type ImportKind, importColumns } from '@trellis/contract/import-columns'
import type { Mapping, Understanding } from './columns.ts'
import type { Sheet } from './sheet.ts'

export interface Outgoing {
  csv: string
  /** Line number in the sent CSV, as the server counts lines → index of the sheet's row. */
  rowAt: Map<number, number>
}

/** The CSV that is sent: those of our columns that the file has, one record per row. */
export function outgoing(kind: ImportKind, sheet: Sheet, mapping: Mapping, { value }: Understanding): Outgoing {
  const columns = importColumns[kind].map(({ name }) => name).filter((name) => (mapping[name] ?? -1) >= 0)
  const rowAt = new Map<number, number>()
  const lines = [csvLine(columns)]
  let line = 2
  for (const [index, row] of sheet.rows.entries()) {
    const cells = columns.map((name) => guarded(value(name, row[mapping[name] as number] ?? '')))
    rowAt.set(line, index)
    line += 1 + cells.reduce((breaks, cell) => breaks + breaksIn(cell), 0)
    lines.push(csvLine(cells))
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
