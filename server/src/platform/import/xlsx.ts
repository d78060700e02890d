import { buffer } from 'node:stream/consumers'
import type { CsvRecord } from '@trellis/contract/csv'
import { neverInText } from '@trellis/contract/encodings'
import { ApartFailure, streamApart } from '../apart/apart.ts'
import type { readRows } from './read-workbook.ts'
import { cleaned, ofFile, type Reading, type Source, UnreadableFile } from './source.ts'

/** Maximum size of a workbook in bytes: its sheet is held in memory, where it is about fifty times as large. */
export const maximumWorkbook = 10 * 1024 * 1024

const readApart = streamApart<typeof readRows>(new URL('./read-workbook.ts', import.meta.url), 'readRows', 'workbooks')
const nothing: AsyncIterable<never> = {
  [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }),
}

/** The rows of a workbook's first sheet, or the one that is said, as text, each with its number. It is opened apart (threats F11). */
export async function* readXlsxRecords(source: Source, reading: Reading): AsyncGenerator<CsvRecord> {
  if (source.size > maximumWorkbook) throw unreadable('it is larger than 10 MB; save it as CSV')
  const bytes = await buffer(source.open())
  reading.bytes += bytes.length
  try {
    for await (const rows of readApart(
      'imports',
      { content: bytes, sheet: source.sheet ?? source.recipe?.sheet ?? null },
      nothing,
    ))
      for (const { line, cells } of rows) {
        if (cells.some((cell) => neverInText.test(cell))) throw new UnreadableFile([ofFile('wrongLetters', [], line)])
        yield { line, cells: cells.map((cell) => cleaned(cell, reading)) }
      }
  } catch (error) {
    if (!(error instanceof ApartFailure)) throw error
    throw unreadable(error.reason === 'fault' ? error.message : 'it needs too much memory or time; save it as CSV')
  }
}

const unreadable = (why: string) => new UnreadableFile([ofFile('unreadableSheet', [why])])
