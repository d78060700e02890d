import { type ImportKind, importColumns } from '@trellis/contract/imports'
import { asWritten, type Mapping } from './columns.ts'
import type { Sheet } from './sheet.ts'

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

export interface Outgoing {
  csv: string
  /** The row of the sheet that begins on each line, as the server counts lines. */
  rowAt: Map<number, number>
}

/** The file as the server reads it: our columns, of those the file has, and a line for each row. */
export function outgoing(kind: ImportKind, sheet: Sheet, mapping: Mapping): Outgoing {
  const columns = importColumns[kind].map(({ name }) => name).filter((name) => (mapping[name] ?? -1) >= 0)
  const rowAt = new Map<number, number>()
  const lines = [columns.join(',')]
  let line = 2
  for (const [index, row] of sheet.rows.entries()) {
    const cells = columns.map((name) => asWritten(name, row[mapping[name] as number] ?? ''))
    rowAt.set(line, index)
    line += 1 + cells.reduce((breaks, cell) => breaks + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0)
    lines.push(cells.map(quoted).join(','))
  }
  return { csv: `${lines.join('\r\n')}\r\n`, rowAt }
}

/** The sheet with one cell set right. */
export function corrected(sheet: Sheet, row: number, column: number, value: string): Sheet {
  const rows = sheet.rows.slice()
  const cells = [...(rows[row] ?? [])]
  while (cells.length <= column) cells.push('')
  cells[column] = value
  rows[row] = cells
  return { ...sheet, rows }
}
