/** CSV as every file of the portal is: RFC 4180 with one of three separators, one guard against formulas, one reader. */

export const separators = [',', ';', '\t'] as const
export type Separator = (typeof separators)[number]

const startsFormula = /^'*[=+\-@\t\r\n＝＋－＠]/
const isGuarded = /^'+[=+\-@\t\r\n＝＋－＠]/

/**
 * A cell that a spreadsheet would run as a formula gets an apostrophe in front, which makes it text (OWASP, CSV
 * injection). Text that already has apostrophes before such a character gets one more, so that `unguarded` restores
 * every text exactly.
 */
export const guarded = (text: string): string => (startsFormula.test(text) ? `'${text}` : text)

/** Removes the apostrophe that `guarded` added; any other apostrophe is part of the value. */
export const unguarded = (text: string): string => (isGuarded.test(text) ? text.slice(1) : text)

/** A cell in quotes where RFC 4180 asks for them. */
export const quoted = (cell: string, separator: Separator = ','): string =>
  /["\r\n]/.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell

/** One line of a file, with its line break. Cells that are text go through `guarded` first. */
export const csvLine = (cells: readonly string[], separator: Separator = ','): string =>
  `${cells.map((cell) => quoted(cell, separator)).join(separator)}\r\n`

export interface CsvRecord {
  /** The line on which the record begins, counted from 1. */
  line: number
  cells: string[]
}

/** What makes a text no CSV, and the line where it was found. */
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
  /** Takes the next piece of the text; returns the records that are complete. */
  push(text: string): CsvRecord[]
  /** Returns the records that were left when the text ended. */
  end(): CsvRecord[]
  /** The separator of the file; null until the first record is known. */
  separator(): Separator | null
}

/** Characters of one record: a quote that is never closed makes all that follows it one cell. */
const longestRecord = 1024 * 1024
/** Characters that are enough to count the separators of a header. */
const longestHeader = 64 * 1024

/**
 * Reads CSV piece by piece. The separator is the one of comma, semicolon and tab that the first line has most of, or the
 * one that Excel's own first line `sep=;` names. A quote within a cell that does not begin with one is an ordinary
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

/** The sign that the first line has most of, outside of quotes. */
export const separatorOf = (text: string): Separator => scanHeader(text).separator

/** Counts the separators of the first line; `isWhole` where its line break was seen. */
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
  // After a carriage return the next character says where the line ends.
  return { separator, isWhole: at < text.length - 1 || text[at] === '\n' }
}

const quote = 0x22
const lineFeed = 0x0a
const carriageReturn = 0x0d

interface ReadRecord {
  cells: string[]
  next: number
  /** Lines that the record takes. */
  lines: number
}

/** The record at a place; null where the text ends before the record does, unless it is the last one. */
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
    // What follows the carriage return decides where the next line begins.
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

/** Line breaks of any kind within a cell. */
export const breaksIn = (cell: string): number =>
  cell.includes('\n') || cell.includes('\r') ? (cell.match(/\r\n|\n|\r/g)?.length ?? 0) : 0
