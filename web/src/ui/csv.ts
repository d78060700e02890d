import { csvLine, guarded, type Separator } from '@trellis/contract/csv'

/** Prevents formula injection, but leaves plain numbers with a sign unchanged. */
export const defused = (text: string): string => (/^[-+]?[\d.,\s\u00a0\u202f]+$/.test(text) ? text : guarded(text))

/** RFC 4180 with a byte order mark, which makes Excel read the file as UTF-8. */
export const toCsv = (rows: readonly (readonly string[])[], separator: Separator = ','): string =>
  `\ufeff${rows.map((row) => csvLine(row.map(defused), separator)).join('')}`

/** Spreadsheets expect semicolons between cells in languages with a decimal comma. */
export function separatorFor(language: string): ',' | ';' {
  return new Intl.NumberFormat(language).format(0.5).includes(',') ? ';' : ','
}
