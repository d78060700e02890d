import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import yazl from 'yazl'
import type { Cell } from './values.ts'

/** Maximum number of characters in a cell. */
const longestText = 32_767
const day = 86_400_000
/**
 * Day 0 of the spreadsheet calendar. It is correct only from day 61 on, because spreadsheets count a 29 February 1900
 * that did not exist.
 */
const dayZero = Date.UTC(1899, 11, 30)
const firstSoundDay = 61

/** Indexes of the styles in `styles.xml`. */
const style = { text: 1, head: 2, money: 3, date: 4, instant: 5 } as const

/**
 * One row of a sheet. Text is written as a string cell, so it can become neither a formula nor a number, whatever it
 * looks like.
 */
export function xlsxRow(cells: readonly Cell[], row: number): string {
  const written = cells.map((cell, index) => {
    if (cell === null) return ''
    const at = `r="${columnName(index)}${row}"`
    if ('text' in cell) return textCell(at, cell.text, row === 1 ? style.head : style.text)
    if ('number' in cell)
      return `<c ${at}${cell.kind === 'money' ? ` s="${style.money}"` : ''}><v>${cell.number}</v></c>`
    const days = (cell.at - dayZero) / day
    const iso = new Date(cell.at).toISOString()
    if (days < firstSoundDay) return textCell(at, iso.slice(0, 10), style.text)
    return `<c ${at} s="${style[cell.kind]}"><v>${cell.kind === 'date' ? Math.floor(days) : days}</v></c>`
  })
  return `<row r="${row}">${written.join('')}</row>`
}

const textCell = (at: string, text: string, of: number) =>
  `<c ${at} s="${of}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

export function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last
}

/**
 * Escapes XML characters, and characters that XML cannot contain in the way spreadsheets do (`_x0007_`). Text that
 * already looks like such an escape is escaped too.
 */
export const escaped = (text: string): string =>
  shortened(text)
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(notXml, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
    .replace(/[&<>]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'))

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is spelled out
const notXml = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g

const shortened = (text: string) => (text.length <= longestText ? text : `${text.slice(0, longestText - 1)}…`)

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const parts: Record<string, string> = {
  '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${sheetType}.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet ${main}><numFmts count="1"><numFmt numFmtId="164" formatCode="#,##0.00##"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="22" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
}

/** The sheet's XML before the rows: the header row is frozen and the columns have these widths. */
export const sheetStart = (widths: readonly number[]): string => {
  const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
  return `${xml}<worksheet ${main}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`
}
/** The sheet's XML after the rows: a filter on the header row. */
export const sheetEnd = (columns: number, rows: number): string =>
  `</sheetData><autoFilter ref="A1:${columnName(columns - 1)}${rows}"/></worksheet>`

/** What names the sheets, whose number is known only when all rows have been written. */
const naming = (sheets: number): Record<string, string> => {
  const numbers = Array.from({ length: sheets }, (_, at) => at + 1)
  const listed = numbers.map((n) => `<sheet name="Trellis${n > 1 ? ` ${n}` : ''}" sheetId="${n}" r:id="rId${n}"/>`)
  const related = numbers.map(
    (n) => `<Relationship Id="rId${n}" Type="${office}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
  )
  return {
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${office}"><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships">${related.join('')}<Relationship Id="rId${sheets + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  }
}

/** Streams the zip file around sheets, each given when the one before it has been read: none is ever in memory. */
export function zipped(sheets: Iterable<Readable> | AsyncIterable<Readable>): Readable {
  const zip = new yazl.ZipFile()
  const out = zip.outputStream as unknown as Readable
  // The archive stream does not report its own errors or those of its source.
  const fail = (error: unknown) => out.destroy(error as Error)
  zip.on('error', fail)
  const add = (named: Record<string, string>) => {
    for (const [name, content] of Object.entries(named)) zip.addBuffer(Buffer.from(xml + content), name)
  }
  const fill = async () => {
    let number = 0
    for await (const sheet of sheets) {
      out.once('close', () => sheet.destroy())
      zip.addReadStream(sheet, `xl/worksheets/sheet${++number}.xml`)
      await finished(sheet, { writable: false })
    }
    add(naming(number))
    zip.end()
  }
  add(parts)
  fill().catch(fail)
  return out
}
