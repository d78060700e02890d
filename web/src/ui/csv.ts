/**
 * A cell that a spreadsheet would take for a formula runs it when the file is opened: an apostrophe makes it text
 * (OWASP, CSV injection). A plain number may keep its minus sign.
 */
export function defused(text: string): string {
  const isNumber = /^[-+]?[\d.,\s\u00a0\u202f]+$/.test(text)
  return /^[=+\-@\t\r\n＝＋－＠]/.test(text) && !isNumber ? `'${text}` : text
}

const quoted = (text: string, separator: string) =>
  /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text

/** RFC 4180, with the mark that makes Excel read it as UTF-8. */
export function toCsv(rows: readonly (readonly string[])[], separator = ','): string {
  const lines = rows.map((row) => row.map((cell) => quoted(defused(cell), separator)).join(separator))
  return `\ufeff${lines.join('\r\n')}\r\n`
}

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
