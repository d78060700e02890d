import { CsvFault, type CsvRecord, openCsv, unguarded } from '@trellis/contract/csv'
import { NotUtf8, openDecoder } from '@trellis/contract/encodings'
import { cleaned, ofFile, type Reading, type Source, UnreadableFile } from './source.ts'
import { readXlsxRecords } from './xlsx.ts'

/** The records of a file unchanged, each with its first line. */
export async function* readRecords(source: Source, reading: Reading): AsyncGenerator<CsvRecord> {
  const records = source.format === 'xlsx' ? readXlsxRecords(source, reading) : readCsvRecords(source, reading)
  for await (const record of records) {
    // An empty line is not a row.
    if (record.cells.length > 1 || record.cells[0] !== '') yield record
  }
}

/** Cells as values: trimmed, and for CSV without the protection against formulas. */
export const valuesOf = ({ cells }: CsvRecord, source: Source): string[] =>
  cells.map((cell) => (source.format === 'xlsx' ? cell.trim() : unguarded(cell.trim())))

async function* readCsvRecords(source: Source, reading: Reading): AsyncGenerator<CsvRecord> {
  const decoder = openDecoder()
  const parser = openCsv()
  const stream = source.open()
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      reading.bytes += chunk.length
      const records = parser.push(cleaned(decoder.push(chunk), reading))
      reading.separator = parser.separator()
      yield* records
    }
    const last = parser.push(cleaned(decoder.end(), reading))
    reading.separator = parser.separator()
    yield* last
    const rest = parser.end()
    reading.separator = parser.separator()
    yield* rest
  } catch (error) {
    throw asProblem(error)
  } finally {
    stream.destroy()
  }
}

const csvFaults = {
  unclosedQuote: 'a quote is never closed',
  textAfterQuote: 'there is text after a closing quote',
}

function asProblem(error: unknown): unknown {
  if (error instanceof NotUtf8) return new UnreadableFile([ofFile('notUtf8', [], error.line)])
  if (error instanceof CsvFault) return new UnreadableFile([ofFile('notCsv', [csvFaults[error.problem]], error.line)])
  return error
}
