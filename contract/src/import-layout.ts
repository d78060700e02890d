import type { CsvRecord } from './csv.ts'
import type { ImportKind } from './import-columns.ts'
import { matchHeader } from './import-header.ts'
import { type Plan, requiredPlaces } from './import-plan.ts'
import { type Recipe, reads } from './import-recipe.ts'

/*
 * Which rows of a file are its header and its records. Programs write titles above the header, blank rows anywhere, and totals
 * and notes below. Both doors of the import read a file by these rules.
 */

/** Rows at the beginning of a file among which its header is looked for. */
export const headerAmong = 30

const filledIn = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '')
export const isBlank = ({ cells }: CsvRecord): boolean => cells.every((cell) => cell.trim() === '')
/** The number of cells up to the last one that is not empty. */
export const widthOf = (cells: readonly string[]): number => cells.findLastIndex((cell) => cell.trim() !== '') + 1

const recognised = (kind: ImportKind, cells: readonly string[]) =>
  Object.values(matchHeader(kind, cells).places).filter((at) => at >= 0).length

/**
 * The header among the first rows of a file: the one that has all that the recipe reads, else the first that is not blank, unless
 * a later one names more of our columns, or is at least twice as wide and names as many.
 */
export function findHeader(
  kind: ImportKind,
  first: readonly CsvRecord[],
  recipe?: Pick<Recipe, 'columns' | 'lines'>,
): CsvRecord | undefined {
  const named = recipe === undefined ? undefined : first.find(({ cells }) => reads(recipe, cells))
  if (named !== undefined) return named
  let found: { record: CsvRecord; known: number; filled: number } | undefined
  for (const record of first.filter((each) => !isBlank(each)).slice(0, headerAmong)) {
    const names = filledIn(record.cells)
    const [known, filled] = [recognised(kind, record.cells), names.length]
    const isMadeOfNames = names.every((name) => /\p{L}/u.test(name)) && new Set(names).size > filled / 2
    const isBetter =
      found === undefined ||
      (known > found.known + 1 && isMadeOfNames) ||
      (known >= found.known && filled >= 2 * found.filled && isMadeOfNames)
    if (isBetter) found = { record, known, filled }
  }
  return found?.record
}

/** Words by which programs mark a row of totals, in five languages. */
const totals =
  /^(grand |sub ?)?totals?$|^sub-total$|^tota(le|li)( generale| complessivo)?$|^subtotale$|^(zwischen|gesamt)?summe$|^gesamt(betrag)?$|^(sous-)?total( général)?$|^totaux$|^(sub)?total( general)?$|^suma( total)?$|^somma$/i

/** `Total for Acme Corp`, `Totale articoli: 12`: a total that says of what. */
const totalOf =
  /^(grand |sub ?)?totals?[ :]|^sub-total |^tota(le|li) |^subtotale |^(zwischen|gesamt)?summe |^sous-total |^suma |^totaux /i
const isFigure = (cell: string) => /^[-+(]?\s*[€$£¥]?\s*[\d.,'’ \u00a0\u202f]+%?\s*[€$£¥]?\)?$/.test(cell.trim())

const isPlainTotal = ([first = '']: readonly string[]): boolean => totals.test(first.trim().replace(/\s*[:.]$/, ''))
const isTotal = (cells: readonly string[]): boolean => {
  const filled = filledIn(cells)
  const [first = '', ...rest] = filled
  return isPlainTotal(filled) || (totalOf.test(first.trim()) && rest.every(isFigure))
}

/** How many rows at the end of a file can be notes. */
const longestFooter = 50

export interface RowsReader {
  /** The rows that are records, which may come later: those with one cell only may belong to the footer. */
  push(record: CsvRecord): CsvRecord[]
  end(): CsvRecord[]
  /** The rows that were left out: totals, and notes at the end. Blank rows are not among them. */
  left(): readonly CsvRecord[]
}

/**
 * Takes the rows below the header. Left out are blank rows, and unless `keepAll` is given rows that lack a required column and
 * either begin with a word for a total, or stand at the end of a file of three columns or more with one filled cell.
 */
export function openRows(plan: Plan, header: readonly string[], keepAll: boolean): RowsReader {
  const isNarrow = filledIn(header).length < 3
  const required = requiredPlaces(plan)
  const groups = new Set(plan.planned.flatMap(({ source, places }) => (source.fill === true ? places : [])))
  // A group can be called Total Energies.
  const isGroup = (cells: readonly string[]) =>
    groups.size > 0 && cells.every((cell, at) => groups.has(at) || cell.trim() === '') && !isPlainTotal(filledIn(cells))
  const left: CsvRecord[] = []
  let held: CsvRecord[] = []
  const lacks = ({ cells }: CsvRecord) =>
    (required.length === 0 && !isNarrow) ||
    required.some((places) => places.every((at) => (cells[at] ?? '').trim() === ''))
  const release = (): CsvRecord[] => {
    const released = held
    held = []
    return released
  }
  return {
    push(record) {
      if (isBlank(record)) return []
      if (keepAll || !lacks(record)) return [...release(), record]
      if (isGroup(record.cells)) return [...release(), record]
      if (isTotal(record.cells)) {
        left.push(record)
        return []
      }
      if (isNarrow || filledIn(record.cells).length > 1 || held.length >= longestFooter) return [...release(), record]
      held.push(record)
      return []
    },
    end() {
      left.push(...held)
      return []
    },
    left: () => left,
  }
}
