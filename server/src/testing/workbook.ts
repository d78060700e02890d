import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'

/** A cell: a text, a number by its digits in the file, or a moment as the number that spreadsheets store. */
export type WorkbookCell = string | { number: string } | { moment: string } | null

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const parts: Record<string, string> = {
  '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook ${main} xmlns:r="${office}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet ${main}><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>`,
}

/** A workbook as a spreadsheet program writes it. */
export function workbookOf(rows: readonly (readonly WorkbookCell[])[]): Promise<Buffer> {
  const sheet = rows.map(
    (row, index) => `<row r="${index + 1}">${row.map((cell, at) => cellOf(cell, at, index + 1)).join('')}</row>`,
  )
  const zip = new yazl.ZipFile()
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(xml + content), name)
  const worksheet = `${xml}<worksheet ${main}><sheetData>${sheet.join('')}</sheetData></worksheet>`
  zip.addBuffer(Buffer.from(worksheet), 'xl/worksheets/sheet1.xml')
  zip.end()
  return buffer(zip.outputStream as unknown as Readable)
}

function cellOf(cell: WorkbookCell, at: number, row: number): string {
  if (cell === null) return ''
  const place = `r="${String.fromCharCode(65 + at)}${row}"`
  if (typeof cell === 'string')
    return `<c ${place} t="inlineStr"><is><t>${cell.replace(/[&<]/g, (sign) => (sign === '&' ? '&amp;' : '&lt;'))}</t></is></c>`
  return 'number' in cell ? `<c ${place}><v>${cell.number}</v></c>` : `<c ${place} s="1"><v>${cell.moment}</v></c>`
}
