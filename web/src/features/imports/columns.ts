import {
  asImported,
  type ChosenFormats,
  type ColumnFault,
  type Manners,
  openSurvey,
} from '@trellis/contract/import-cells'
import { type ImportColumn, type ImportKind, importColumns } from '@trellis/contract/import-columns'
import { matchHeader } from '@trellis/contract/import-header'
import type { Sheet } from './sheet.ts'

/** Our column name → index of the file's column; -1 when the file does not have it, and `doubled` when it has two. */
export type Mapping = Record<string, number>

/** The file has two columns of the name, of which one must be chosen. */
export const doubled = -2

export function matched(kind: ImportKind, header: readonly string[]): Mapping {
  const { places, twice } = matchHeader(kind, header)
  const names = new Set(twice.map((name) => name.toLowerCase()))
  const placeOf = (at: number) => (names.has((header[at] ?? '').trim().toLowerCase()) ? doubled : at)
  return Object.fromEntries(Object.entries(places).map(([name, at]) => [name, placeOf(at)]))
}

/** Columns of ours that two columns of the file could be. */
export const undecided = (mapping: Mapping): string[] =>
  Object.entries(mapping).flatMap(([name, at]) => (at === doubled ? [name] : []))

/** Required columns that the file does not have. */
export const missing = (kind: ImportKind, mapping: Mapping): string[] =>
  importColumns[kind].filter(({ name, required }) => required && (mapping[name] ?? -1) < 0).map(({ name }) => name)

/** Columns of the file that are not imported. */
export const unused = ({ header }: Sheet, mapping: Mapping): string[] => {
  const used = new Set(Object.values(mapping))
  return header.filter((name, at) => name !== '' && !used.has(at))
}

/** How the cells of a file are interpreted. */
export interface Understanding {
  /** A cell converted to the server's notation, by our column name. */
  value(column: string, cell: string): string
  /** Columns whose amounts or dates are ambiguous. */
  faults: ColumnFault[]
  manners: Manners
}

/** How the amounts or dates of a column are written, as it was found or chosen; null where it must be chosen. */
export type Format = '.' | ',' | 'day' | 'month'

export function formatOf({ manners, faults }: Understanding, column: string): Format | null | undefined {
  const found = manners.decimals[column] ?? manners.orders[column]
  return found ?? (faults.some((fault) => fault.column === column) ? null : undefined)
}

/** The formats that a reader has chosen, with one more. */
export function withFormat(chosen: ChosenFormats, column: string, format: Format): ChosenFormats {
  if (format === '.' || format === ',') return { ...chosen, decimals: { ...chosen.decimals, [column]: format } }
  return { ...chosen, orders: { ...chosen.orders, [column]: format } }
}

export function understand(
  kind: ImportKind,
  sheet: Sheet,
  mapping: Mapping,
  chosen: ChosenFormats = {},
): Understanding {
  const columns = new Map<string, ImportColumn>(importColumns[kind].map((column) => [column.name, column]))
  const survey = openSurvey()
  for (const [name, column] of columns) {
    const at = mapping[name] ?? -1
    if (at < 0 || (column.holds !== 'money' && column.holds !== 'date')) continue
    for (const [index, row] of sheet.rows.entries()) survey.see(column, row[at] ?? '', sheet.lines[index] ?? 0)
  }
  const { manners, faults } = survey.end(sheet.separator, chosen)
  return { value: (name, cell) => readAs(kind, columns.get(name), cell, manners), faults, manners }
}

const readAs = (kind: ImportKind, column: ImportColumn | undefined, cell: string, manners: Manners): string =>
  column === undefined ? cell : asImported(kind, column, cell, manners)
