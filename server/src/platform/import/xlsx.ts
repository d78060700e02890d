import { buffer } from 'node:stream/consumers'
import type { CsvRecord } from '@trellis/contract/csv'
import { textOfCell, textOfNumber } from '@trellis/contract/import-cells'
import { cleaned, ofFile, type Reading, type Source, UnreadableFile } from './source.ts'

/** Maximum size of a workbook in bytes: its sheet is held in memory, where it is about fifty times as large. */
export const maximumWorkbook = 10 * 1024 * 1024

/** The rows of a workbook's first sheet as text, each with its number. */
export async function* readXlsxRecords(source: Source, reading: Reading): AsyncGenerator<CsvRecord> {
  if (source.size > maximumWorkbook)
    throw new UnreadableFile([ofFile('unreadableSheet', ['it is larger than 10 MB; save it as CSV'])])
  // Loaded with the first workbook: it takes a tenth of a second, which every start and every test would pay.
  const { readSheet } = await import('read-excel-file/node')
  const bytes = await buffer(source.open())
  reading.bytes += bytes.length
  let rows: unknown[][]
  try {
    rows = await readSheet<string>(bytes, { parseNumber: textOfNumber })
  } catch (error) {
    throw new UnreadableFile([ofFile('unreadableSheet', [(error as Error).message])])
  }
  for (const [index, row] of rows.entries()) {
    const last = row.findLastIndex((cell) => cell !== null && cell !== '')
    if (last >= 0)
      yield { line: index + 1, cells: row.slice(0, last + 1).map((cell) => cleaned(textOfCell(cell), reading)) }
  }
}
