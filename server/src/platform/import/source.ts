import type { Readable } from 'node:stream'
import { type ImportReason, reasonSentence } from '@trellis/contract/imports'

export interface Problem {
  line: number
  column: string | null
  value: string | null
  reason: ImportReason
  details: string[]
}

/** What makes a whole file unreadable, as against a bad row: all that is wrong with it. */
export class UnreadableFile extends Error {
  readonly problems: Problem[]
  constructor(problems: Problem[]) {
    super(problems.map(({ reason, details }) => reasonSentence(reason, details)).join('; '))
    this.problems = problems
  }
}

/** What is wrong with a file as a whole. */
export const ofFile = (reason: ImportReason, details: string[] = [], line = 1): Problem => ({
  line,
  column: null,
  value: null,
  reason,
  details,
})

/** A file, wherever it is. */
export interface Source {
  /** Bytes. */
  size: number
  open(): Readable
  /** By itself `csv`. */
  format?: 'csv' | 'xlsx'
}

export interface Reading {
  bytes: number
  rows: number
  /** Control characters removed, which no field has a use for. */
  removed: number
  /** Between the cells of a row; null of a spreadsheet, and until the header was read. */
  separator: string | null
  /** What is wrong with the file as a whole, so that none of it is kept, though its rows can be read and checked. */
  problems: Problem[]
}

export const newReading = (): Reading => ({ bytes: 0, rows: 0, removed: 0, separator: null, problems: [] })

/** Everything of Unicode's class Cc but tab and line breaks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g

/** The text without control characters, which are counted. */
export const cleaned = (text: string, reading: Reading): string =>
  text.replace(controlCharacters, () => {
    reading.removed += 1
    return ''
  })
