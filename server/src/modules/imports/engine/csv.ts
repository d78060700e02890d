import { type Readable, Transform } from 'node:stream'
import { type ImportReason, reasonSentence } from '@trellis/contract/imports'
import { CsvError, parse } from 'csv-parse'
import { type Columns, Fault } from './cells.ts'

/** What makes a whole file unreadable, as against a bad row. */
export class UnreadableFile extends Error {
  readonly reason: ImportReason
  readonly details: string[]
  readonly line: number | null
  constructor(reason: ImportReason, details: string[] = [], line: number | null = null) {
    super(reasonSentence(reason, details))
    this.reason = reason
    this.details = details
    this.line = line
  }
}

/** A file, wherever it is. */
export interface Source {
  /** Bytes. */
  size: number
  open(): Readable
}

export interface Problem {
  line: number
  column: string | null
  value: string | null
  reason: ImportReason
  details: string[]
}

/** Rows read and not yet staged: one list per column, so that they travel as one array each. */
export interface Batch {
  lines: number[]
  cells: Record<string, (string | null)[]>
  problems: Problem[]
}

export interface Reading {
  bytes: number
  rows: number
  /** Control characters removed, which no field has a use for. */
  removed: number
}

/** Everything of Unicode's class Cc but tab and line breaks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g

/**
 * The rows of a CSV file (RFC 4180, UTF-8 with or without byte order mark), read as the columns say, in batches.
 * Rows with unusable cells come along, those cells null, with one problem each; rows of the wrong width are only reported.
 */
export async function* readBatches(
  source: Readable,
  columns: Columns,
  reading: Reading,
  size: number,
): AsyncGenerator<Batch> {
  const names = Object.keys(columns)
  let places: number[] | undefined
  let width = 0
  let batch = emptyBatch(names)
  for await (const { line, record } of readRecords(source, reading)) {
    if (places === undefined) {
      places = placesOf(record, columns)
      width = record.length
      continue
    }
    reading.rows += 1
    if (record.length === width) addRow(batch, columns, names, places, line, record)
    else batch.problems.push(wrongWidth(line, record.length, width))
    if (batch.lines.length + batch.problems.length >= size) {
      yield batch
      batch = emptyBatch(names)
    }
  }
  if (places === undefined) throw new UnreadableFile('emptyFile')
  yield batch
}

/** Characters of one record: a quote that is never closed makes all that follows it one cell. */
const maximumRecord = 1024 * 1024

/** The records of a file as they are, each with the line on which it begins. */
export async function* readRecords(
  source: Readable,
  reading: Reading,
): AsyncGenerator<{ line: number; record: string[] }> {
  const parser = parse({
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: maximumRecord,
  })
  const decoder = decode(reading)
  source.on('error', (error) => parser.destroy(error))
  decoder.on('error', (error) => parser.destroy(error))
  source.pipe(decoder).pipe(parser)
  let next = 1
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      const line = next
      next += 1 + record.reduce((breaks, cell) => breaks + breaksIn(cell), 0)
      // An empty line is no row.
      if (record.length > 1 || record[0] !== '') yield { line, record }
    }
  } catch (error) {
    if (error instanceof CsvError) throw new UnreadableFile('notCsv', [error.message], Number(error.lines))
    throw error
  } finally {
    source.destroy()
  }
}

function decode(reading: Reading): Transform {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const clean = (text: string) =>
    text.replace(controlCharacters, () => {
      reading.removed += 1
      return ''
    })
  return new Transform({
    decodeStrings: false,
    encoding: 'utf8',
    transform(chunk: Buffer, _encoding, done) {
      reading.bytes += chunk.length
      try {
        done(null, clean(decoder.decode(chunk, { stream: true })))
      } catch {
        done(new UnreadableFile('notUtf8'))
      }
    },
    flush(done) {
      try {
        done(null, clean(decoder.decode()))
      } catch {
        done(new UnreadableFile('notUtf8'))
      }
    },
  })
}

const breaksIn = (cell: string): number =>
  cell.includes('\n') || cell.includes('\r') ? (cell.match(/\r\n|\n|\r/g)?.length ?? 0) : 0

/** Where each column of ours is in the file; -1 for an optional one that is not there. */
function placesOf(header: string[], columns: Columns): number[] {
  const unknown = header.filter((name) => !Object.hasOwn(columns, name))
  if (unknown.length > 0) throw new UnreadableFile('unknownColumns', [listed(unknown)], 1)
  const twice = header.filter((name, index) => header.indexOf(name) !== index)
  if (twice.length > 0) throw new UnreadableFile('columnsTwice', [listed(twice)], 1)
  const missing = Object.keys(columns).filter((name) => columns[name]?.required && !header.includes(name))
  if (missing.length > 0) throw new UnreadableFile('columnsMissing', [listed(missing)], 1)
  return Object.keys(columns).map((name) => header.indexOf(name))
}

/** Names as a sentence can hold them, however many and long they are. */
function listed(names: string[]): string {
  const [all, most] = [[...new Set(names)], 10]
  const shown = all.slice(0, most).map((name) => shortened(name, 100))
  return names.length > shown.length ? `${shown.join(', ')}, … (${names.length})` : shown.join(', ')
}

const shortened = (text: string, maximum: number) => (text.length > maximum ? `${text.slice(0, maximum)}…` : text)

/** Of a cell that cannot be taken, for the report. */
const told = (value: string) => shortened(value, 10_000)

function addRow(
  batch: Batch,
  columns: Columns,
  names: string[],
  places: number[],
  line: number,
  record: string[],
): void {
  batch.lines.push(line)
  for (const [index, name] of names.entries()) {
    const column = columns[name]
    const list = batch.cells[name]
    if (!column || !list) continue
    const raw = record[places[index] ?? -1] ?? ''
    if (raw === '') {
      if (!column.mayBeEmpty) batch.problems.push({ line, column: name, value: '', reason: 'required', details: [] })
      list.push(null)
      continue
    }
    const read = column.kind.read(raw)
    if (read instanceof Fault) {
      batch.problems.push({ line, column: name, value: told(raw), reason: read.reason, details: read.details })
      list.push(null)
    } else list.push(read)
  }
}

const wrongWidth = (line: number, found: number, width: number): Problem => ({
  line,
  column: null,
  value: null,
  reason: 'width',
  details: [String(found), String(width)],
})

const emptyBatch = (names: string[]): Batch => ({
  lines: [],
  cells: Object.fromEntries(names.map((name) => [name, []])),
  problems: [],
})
