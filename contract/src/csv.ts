/**
 * Reads and writes the CSV of every file of the portal: RFC 4180 with one of three separators and one protection
 * against formulas.
 */

export const separators = [',', ';', '\t'] as const
export type Separator = (typeof separators)[number]

const startsFormula = /^'*[=+\-@\t\r\n＝＋－＠]/
const isGuarded = /^'+[=+\-@\t\r\n＝＋－＠]/

/**
 * Puts an apostrophe in front of a cell that a spreadsheet would run as a formula (OWASP, CSV injection). A text that
 * already has apostrophes before such a character gets one more, so that `unguarded` restores every text exactly.
 */
export const guarded = (text: string): string => (startsFormula.test(text) ? `'${text}` : text)

/** Removes the apostrophe that `guarded` added; any other apostrophe is part of the value. */
export const unguarded = (text: string): string => (isGuarded.test(text) ? text.slice(1) : text)

/** Quotes a cell where RFC 4180 requires it. */
export const quoted = (cell: string, separator: Separator = ','): string =>
  /["\r\n]/.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell

/** One line of a file, with its line break. The caller passes text cells through `guarded` first. */
export const csvLine = (cells: readonly string[], separator: Separator = ','): string =>
  `${cells.map((cell) => quoted(cell, separator)).join(separator)}\r\n`

export interface CsvRecord {
  /** The line on which the record begins, counted from 1. */
  line: number
  cells: string[]
}

/** Why a text is not valid CSV, and the line of the fault. */
export class CsvFault extends Error {
  readonly problem: 'unclosedQuote' | 'textAfterQuote'
  readonly line: number
  constructor(problem: 'unclosedQuote' | 'textAfterQuote', line: number) {
    super(`${problem} in line ${line}`)
    this.problem = problem
    this.line = line
  }
}

export interface CsvReader {
  /** Adds the next piece of the text; returns the records that are now complete. */
  push(text: string): CsvRecord[]
  /** Call at the end of the text; returns the remaining records. */
  end(): CsvRecord[]
  /** The separator of the file; null until the first record has been read. */
  separator(): Separator | null
}

/**
 * Maximum length of one record in characters. Without it, a quote that is never closed would make the rest of the file
 * one cell.
 */
const longestRecord = 1024 * 1024
/** How many characters of a first line are used to count separators. */
const longestHeader = 64 * 1024

/**
 * Reads CSV in pieces. The separator is comma, semicolon or tab: the one that occurs most often in the first line, or
 * the one named by Excel's line `sep=;`. A quote inside a cell that does not begin with a quote is an ordinary
 * character. Throws CsvFault.
 */
export function openCsv(): CsvReader {
  let rest = ''
  let line = 1
  let separator: Separator | null = null

  function take(isLast: boolean): CsvRecord[] {
    if (separator === null && !findSeparator(isLast)) return []
    const records: CsvRecord[] = []
    let at = 0
    while (at < rest.length) {
      const read = readRecord(rest, at, separator as Separator, isLast, line)
      if (read === null) break
      records.push({ line, cells: read.cells })
      line += read.lines
      at = read.next
    }
    rest = rest.slice(at)
    if (rest.length > longestRecord) throw new CsvFault('unclosedQuote', line)
    return records
  }

  function findSeparator(isLast: boolean): boolean {
    if (rest.startsWith('\ufeff')) rest = rest.slice(1)
    if (!scanHeader(rest).isWhole && !isLast && rest.length < longestHeader) return false
    const told = /^sep=([,;\t])(?:\r\n|\n|\r)/i.exec(rest)
    if (told) {
      rest = rest.slice(told[0].length)
      line += 1
    }
    separator = told ? (told[1] as Separator) : separatorOf(rest)
    return true
  }

  return {
    push(text) {
      rest += text
      return take(false)
    },
    end: () => take(true),
    separator: () => separator,
  }
}

/** The separator that occurs most often in the first line, outside of quotes. */
export const separatorOf = (text: string): Separator => scanHeader(text).separator

/** Counts the separators of the first line; `isWhole` is true when its line break was found. */
function scanHeader(text: string): { separator: Separator; isWhole: boolean } {
  const counts: Record<Separator, number> = { ',': 0, ';': 0, '\t': 0 }
  let isQuoted = false
  let at = 0
  for (; at < text.length; at += 1) {
    const sign = text[at] as string
    if (sign === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (sign === '\n' || sign === '\r') break
    else if (Object.hasOwn(counts, sign)) counts[sign as Separator] += 1
  }
  const separator = separators.reduce((best, sign) => (counts[sign] > counts[best] ? sign : best))
  // The character after a carriage return decides whether the line break is CR or CRLF, so it must be there.
  return { separator, isWhole: at < text.length - 1 || text[at] === '\n' }
}

const quote = 0x22
const lineFeed = 0x0a
const carriageReturn = 0x0d

interface ReadRecord {
  cells: string[]
  next: number
  /** Number of lines that the record spans. */
  lines: number
}

/** Reads the record at a position; null when the text ends before the record does, unless it is the last piece. */
function readRecord(text: string, from: number, separator: string, isLast: boolean, line: number): ReadRecord | null {
  const separates = separator.charCodeAt(0)
  const cells: string[] = []
  let lines = 1
  let at = from
  for (;;) {
    if (text.charCodeAt(at) === quote) {
      const cell = readQuoted(text, at, isLast, line)
      if (cell === null) return null
      cells.push(cell.value)
      lines += cell.breaks
      at = cell.next
    } else {
      const start = at
      for (; at < text.length; at += 1) {
        const sign = text.charCodeAt(at)
        if (sign === separates || sign === lineFeed || sign === carriageReturn) break
      }
      cells.push(text.slice(start, at))
    }
    if (at >= text.length) return isLast ? { cells, next: at, lines } : null
    const sign = text.charCodeAt(at)
    if (sign === separates) {
      at += 1
      continue
    }
    if (sign === lineFeed) return { cells, next: at + 1, lines }
    if (sign !== carriageReturn) throw new CsvFault('textAfterQuote', line + lines - 1)
    // The next character decides whether the line break is CR or CRLF: wait for it.
    if (at + 1 >= text.length && !isLast) return null
    return { cells, next: at + (text.charCodeAt(at + 1) === lineFeed ? 2 : 1), lines }
  }
}

function readQuoted(text: string, from: number, isLast: boolean, line: number) {
  let value = ''
  let at = from + 1
  for (;;) {
    const end = text.indexOf('"', at)
    if (end < 0) {
      if (isLast) throw new CsvFault('unclosedQuote', line)
      return null
    }
    if (end + 1 >= text.length && !isLast) return null
    value += text.slice(at, end)
    at = end + 1
    if (text.charCodeAt(at) !== quote) break
    value += '"'
    at += 1
  }
  return { value, next: at, breaks: breaksIn(value) }
}

/** The number of line breaks (LF, CR or CRLF) within a cell. */
export const breaksIn = (cell: string): number =>
  cell.includes('\n') || cell.includes('\r') ? (cell.match(/\r\n|\n|\r/g)?.length ?? 0) : 0
