import { csvLine, guarded } from '@trellis/contract/csv'
import type { Cell } from './values.ts'

/** Separators of a language: where the comma is the decimal sign, spreadsheets expect a semicolon between cells. */
export interface Manner {
  separator: ',' | ';'
  decimal: '.' | ','
}
export const mannerOf = (languageCode: string): Manner =>
  languageCode === 'it' ? { separator: ';', decimal: ',' } : { separator: ',', decimal: '.' }

/** One line of the CSV file. Text that looks like a formula is escaped; numbers keep their sign. */
export function lineOf(cells: readonly Cell[], { separator, decimal }: Manner): string {
  const written = cells.map((cell) => {
    if (cell === null) return ''
    if ('number' in cell) return String(cell.number).replace('.', decimal)
    if ('text' in cell) return guarded(cell.text)
    const iso = new Date(cell.at).toISOString()
    return cell.kind === 'date' ? iso.slice(0, 10) : iso.slice(0, 16).replace('T', ' ')
  })
  return csvLine(written, separator)
}
