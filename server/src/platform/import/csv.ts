import { CsvFault, type CsvRecord, openCsv, unguarded } from '@trellis/contract/csv'
import { type Encoding, openDecoder, openEncodingSurvey, WrongLetters } from '@trellis/contract/encodings'
import { cleaned, ofFile, type Reading, type Source, UnreadableFile } from './source.ts'
import { readXlsxRecords } from './xlsx.ts'

/** The records of a file unchanged, each with its first line. */
export const readRecords = (source: Source, reading: Reading): AsyncGenerator<CsvRecord> =>
  source.format === 'xlsx' ? readXlsxRecords(source, reading) : readCsvRecords(source, reading)

/** Cells as values: trimmed, and for CSV without the protection against formulas. */
export const valuesOf = ({ cells }: CsvRecord, source: Source): string[] =>
  cells.map((cell) => (source.format === 'xlsx' ? cell.trim() : unguarded(cell.trim())))

async function* readCsvRecords(source: Source, reading: Reading): AsyncGenerator<CsvRecord> {
  const parser = openCsv()
  source.encoding ??= await findEncoding(source)
  const decoder = openDecoder(source.encoding)
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

/** Looks at the whole file; one that can be read in several encodings is refused, with the letters that each would show. */
async function findEncoding(source: Source): Promise<Encoding> {
  const survey = openEncodingSurvey()
  const stream = source.open()
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) survey.push(chunk)
    const { encoding, readings } = survey.end()
    if (encoding !== null) return encoding
    // What is certain by its form stays so: a recipe only says what is in doubt.
    if (source.recipe?.encoding !== undefined) return source.recipe.encoding
    const ways = readings.map((each) => `${each.encoding} (${each.samples.slice(0, 3).join(' / ')})`)
    throw new UnreadableFile([ofFile('doubtfulEncoding', [ways.join(', ')])])
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
  if (error instanceof WrongLetters) return new UnreadableFile([ofFile('wrongLetters', [], error.line)])
  if (error instanceof CsvFault) return new UnreadableFile([ofFile('notCsv', [csvFaults[error.problem]], error.line)])
  return error
}
