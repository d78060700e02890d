import type { Readable } from 'node:stream'
import type { Encoding } from '@trellis/contract/encodings'
import type { ChosenFormats } from '@trellis/contract/import-cells'
import type { Recipe } from '@trellis/contract/import-recipe'
import { type ImportReason, reasonSentence } from '@trellis/contract/imports'

export interface Problem {
  line: number
  column: string | null
  value: string | null
  reason: ImportReason
  details: string[]
}

/** All faults that make a whole file unreadable, in contrast to those of a row. */
export class UnreadableFile extends Error {
  readonly problems: Problem[]
  constructor(problems: Problem[]) {
    super(problems.map(({ reason, details }) => reasonSentence(reason, details)).join('; '))
    this.problems = problems
  }
}

/** A fault of the file as a whole. */
export const ofFile = (reason: ImportReason, details: string[] = [], line = 1): Problem => ({
  line,
  column: null,
  value: null,
  reason,
  details,
})

/** The content of a file, wherever it is stored. */
export interface Source {
  /** In bytes. */
  size: number
  open(): Readable
  /** Default: `csv`. */
  format?: 'csv' | 'xlsx'
  /** Of CSV. Found by the first reading where nobody says it. */
  encoding?: Encoding
  /** The name of a workbook's sheet, where it is said. */
  sheet?: string
  /** The line of the row that names the columns; likewise. */
  header?: number
  /** What is said about the files of its source. */
  recipe?: Recipe
  /** Numbers that each line of the file has for its records; likewise found by the first reading. */
  step?: number
  /** Columns that are none of ours are left out, and named; otherwise they are refused. */
  leaveOthers?: boolean
  /** Rows of totals, and notes at the end, are records. */
  keepAll?: boolean
  /** How amounts and dates are written, where it is said. */
  formats?: ChosenFormats
}

export interface Reading {
  bytes: number
  rows: number
  /** Number of control characters removed, which no field uses. */
  removed: number
  /** The separator between cells; null for a spreadsheet, and until the header was read. */
  separator: string | null
  /** Columns of the file that are none of ours. */
  notImported: string[]
  /** Rows of totals, and notes at the end, by their lines. */
  leftOut: number[]
  /** Faults of the file as a whole: nothing is imported, but rows are still checked. */
  problems: Problem[]
}

export const newReading = (): Reading => ({
  bytes: 0,
  rows: 0,
  removed: 0,
  separator: null,
  notImported: [],
  leftOut: [],
  problems: [],
})

/** The control characters of ASCII except tab and line breaks; others are a sign of a wrong encoding (`WrongLetters`). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const controlCharacters = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** Removes control characters and counts them. */
export const cleaned = (text: string, reading: Reading): string =>
  text.replace(controlCharacters, () => {
    reading.removed += 1
    return ''
  })
