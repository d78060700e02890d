import { csvLine, guarded, type Separator } from '@trellis/contract/csv'

/** The guard against formulas, but for plain numbers, which may keep their sign. */
export const defused = (text: string): string => (/^[-+]?[\d.,\s\u00a0\u202f]+$/.test(text) ? text : guarded(text))

/** RFC 4180, with the mark that makes Excel read it as UTF-8. */
export const toCsv = (rows: readonly (readonly string[])[], separator: Separator = ','): string =>
  `\ufeff${rows.map((row) => csvLine(row.map(defused), separator)).join('')}`

/** Where the comma is the decimal sign, spreadsheets expect the semicolon between cells. */
export function separatorFor(language: string): ',' | ';' {
  return new Intl.NumberFormat(language).format(0.5).includes(',') ? ';' : ','
}

/** Hands a text to the browser as a file. */
export function download(name: string, text: string, type = 'text/csv;charset=utf-8'): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
