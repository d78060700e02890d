import * as z from 'zod/mini'
import { encodings } from './encoding-names.ts'
import { importKinds } from './import-kinds.ts'
import { keyText, text } from './values.ts'

/** How the files of one source become records: everything that a reader of such a file has said about it, kept by name. */

/** The name of a column in the file, as `headingKeys` tells columns apart. */
const Heading = keyText(300)
/** Of a column's words that are translated. */
export const maximumWords = 500
/** Columns of a file that become one of ours, and sets of columns of which each is a line. */
export const maximumJoined = 10
export const maximumLineSets = 50
const maximumHeadings = 500

export const ColumnSource = z.strictObject({
  /** Columns of the file, joined by a space. None, while it is open which of several columns it is. */
  from: z.optional(z.array(Heading).check(z.maxLength(maximumJoined))),
  /** The same for all rows, in place of a column of the file. */
  value: z.optional(text(2000)),
  /** Numbered from 1 within each record. */
  count: z.optional(z.literal(true)),
  /** What the file's words mean, by the word in lower case; an empty text leaves the cell empty. */
  words: z.optional(z.record(text(), text()).check(z.refine((words) => Object.keys(words).length <= maximumWords))),
  /** An empty cell takes the value of the row above, as in lists that print each group once. */
  fill: z.optional(z.literal(true)),
  /** How amounts or dates are written. */
  format: z.optional(z.enum(['.', ',', 'day', 'month'])),
  /** How many pieces of money one is, where the heading names a unit such as k€. */
  unit: z.optional(z.union([z.literal(1), z.literal(1000)])),
})
export type ColumnSource = z.output<typeof ColumnSource>
/** By the name of our column; a column that is not there is not in the file. */
export type Sources = Record<string, ColumnSource>

export const Recipe = z.strictObject({
  name: keyText(),
  kind: z.enum(importKinds),
  /** All columns of the file that it was made with: those that no source names are left out on purpose. */
  headings: z.array(Heading).check(z.maxLength(maximumHeadings)),
  columns: z.record(text(100), ColumnSource),
  /** Columns that come several times in a row, `Product 1`, `Product 2`: each set with a filled cell is a line of the record. */
  lines: z.optional(z.array(z.record(text(100), Heading)).check(z.maxLength(maximumLineSets))),
  encoding: z.optional(z.enum(encodings)),
  /** The name of a workbook's sheet. */
  sheet: z.optional(keyText()),
  /** Rows of totals, and notes at the end, are records. */
  keepAll: z.optional(z.literal(true)),
})
export type Recipe = z.output<typeof Recipe>

/** A name for each column of a file: its heading, with a number where several have it, and the place of one without. */
export function headingKeys(header: readonly string[]): string[] {
  const names = header.map((name) => name.trim().slice(0, 250))
  const often = new Map<string, number>()
  for (const name of names) often.set(name.toLowerCase(), (often.get(name.toLowerCase()) ?? 0) + 1)
  const met = new Map<string, number>()
  return names.map((name, at) => {
    const plain = name.toLowerCase()
    if (name === '') return `#${at + 1}`
    if (often.get(plain) === 1) return name
    met.set(plain, (met.get(plain) ?? 0) + 1)
    return `${name} #${met.get(plain)}`
  })
}

/** Headings in the form in which recipes compare them: case and the spaces around do not count. */
export const headingFold = (heading: string): string => heading.trim().toLowerCase().replace(/\s+/g, ' ')

/** The headings of the file that a recipe reads. */
export const headingsUsed = ({ columns, lines = [] }: Pick<Recipe, 'columns' | 'lines'>): string[] => [
  ...Object.values(columns).flatMap(({ from = [] }) => from),
  ...lines.flatMap((set) => Object.values(set)),
]

/** Whether a row of headings has all that a recipe reads. */
export function reads(recipe: Pick<Recipe, 'columns' | 'lines'>, header: readonly string[]): boolean {
  const keys = new Set(headingKeys(header).map(headingFold))
  const used = headingsUsed(recipe)
  return used.length > 0 && used.every((heading) => keys.has(headingFold(heading)))
}
