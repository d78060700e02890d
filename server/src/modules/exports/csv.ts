import type { Cell } from './values.ts'

/** Where the comma is the decimal sign, spreadsheets expect the semicolon between cells. */
export interface Manner {
  separator: ',' | ';'
  decimal: '.' | ','
}
export const mannerOf = (languageCode: string): Manner =>
  languageCode === 'it' ? { separator: ';', decimal: ',' } : { separator: ',', decimal: '.' }

/**
 * A cell that a spreadsheet would take for a formula runs it when the file is opened: an apostrophe makes it text
 * (OWASP, CSV injection).
 */
const defused = (text: string): string => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text)

export function csvLine(cells: readonly Cell[], { separator, decimal }: Manner): string {
  const written = cells.map((cell) => {
    if (cell === null) return ''
    if ('number' in cell) return quoted(String(cell.number).replace('.', decimal), separator)
    if ('text' in cell) return quoted(defused(cell.text), separator)
    const iso = new Date(cell.at).toISOString()
    return cell.kind === 'date' ? iso.slice(0, 10) : iso.slice(0, 16).replace('T', ' ')
  })
  return `${written.join(separator)}\r\n`
}

const quoted = (text: string, separator: string) =>
  /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text
