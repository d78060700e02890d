import { asImported, type ChosenFormats, type Manners } from './import-cells.ts'
import { type ImportColumn, type ImportKind, importColumns } from './import-columns.ts'
import { matchHeader } from './import-header.ts'
import { linesOf as linesOfHeader } from './import-lines.ts'
import { type ColumnSource, headingFold, headingKeys, type Sources } from './import-recipe.ts'
import { currencyOf, inPieces, unitOf } from './import-units.ts'

/*
 * From the rows of a file to the cells of our columns, by what is said about each: columns of the file, joined where there are
 * several; the same value for all; numbers; translated words. Both doors of the import read by these rules.
 */

/** What is known or said about the columns of a file. */
export interface Layout {
  columns: Sources
  /** Sets of columns of which each is a line. */
  lines?: readonly Record<string, string>[] | undefined
  /** All headings that are known; those of them that nothing reads are left out on purpose. */
  headings?: readonly string[] | undefined
}

export interface Planned {
  column: ImportColumn
  source: ColumnSource
  /** Indexes in the file; none for a value, a number, or a column that is not there. */
  places: number[]
  /** The currency that the headings name. */
  mark: string
  words: ReadonlyMap<string, string>
  /** Some cell of the file, or something that is said, becomes this column. */
  isThere: boolean
}

export interface Plan {
  kind: ImportKind
  planned: Planned[]
  /** For each set of columns that is a line: the index in the file by the index in `planned`. */
  sets: Map<number, number>[]
  /** Columns of the file that are none of ours. */
  unknown: string[]
  /** Columns of ours for which it is open which of several columns of the file they are, and the headings of those. */
  open: string[]
  twice: string[]
  /** Required columns without any source. */
  missing: string[]
  /** Headings that the layout reads and the file lacks. */
  absent: string[]
  /** Columns of ours whose heading names thousands, until it is said how many pieces one is. */
  units: string[]
}

/** What the headings of a file say by themselves. */
export function foundLayout(
  kind: ImportKind,
  header: readonly string[],
): Layout & { twice: string[]; unknown: string[] } {
  const { places, twice, unknown } = matchHeader(kind, header)
  const keys = headingKeys(header)
  const doubled = new Set(twice.map((name) => name.trim().toLowerCase()))
  const columns: Sources = {}
  for (const [name, at] of Object.entries(places)) {
    if (at < 0) continue
    const isOpen = doubled.has((header[at] ?? '').trim().toLowerCase())
    columns[name] = { from: isOpen ? [] : [keys[at] as string] }
  }
  const names = importColumns[kind].map(({ name }) => name)
  if (names.includes('line') && columns.line === undefined) columns.line = { count: true }
  const currency = currencyOfHeadings(kind, header, places)
  if (names.includes('currencyCode') && columns.currencyCode === undefined && currency !== null)
    columns.currencyCode = { value: currency }
  const lines = linesOfHeader(kind, header)
  const inLines = new Set(lines.flatMap((set) => Object.values(set)))
  return { columns, lines, twice, unknown: unknown.filter((name) => !inLines.has(name)) }
}

/** The one currency that the headings of amounts name. */
function currencyOfHeadings(
  kind: ImportKind,
  header: readonly string[],
  places: Record<string, number>,
): string | null {
  const named = importColumns[kind].flatMap(({ name, holds }) => {
    const at = places[name] ?? -1
    const currency = holds === 'money' && at >= 0 ? currencyOf(unitOf(header[at] ?? '').mark) : null
    return currency === null ? [] : [currency]
  })
  return new Set(named).size === 1 ? (named[0] as string) : null
}

/**
 * @param layout what is said about the columns; without it, what the headings say by themselves
 */
export function planOf(kind: ImportKind, header: readonly string[], layout?: Layout): Plan {
  const found = foundLayout(kind, header)
  const { columns, lines = [], headings } = layout ?? found
  const placeOf = new Map(headingKeys(header).map((key, at) => [headingFold(key), at] as const))
  const absent: string[] = []
  const placesOf = (names: readonly string[]): number[] =>
    names.flatMap((name) => {
      const at = placeOf.get(headingFold(name))
      if (at === undefined) absent.push(name)
      return at === undefined ? [] : [at]
    })
  const names = importColumns[kind].map(({ name }) => name)
  const sets = lines.map(
    (set) =>
      new Map(
        Object.entries(set).flatMap(([name, heading]) => {
          const [index, [at]] = [names.indexOf(name), placesOf([heading])]
          return index < 0 || at === undefined ? [] : [[index, at] as const]
        }),
      ),
  )
  const inSets = new Set(sets.flatMap((set) => [...set.keys()]))
  const planned = importColumns[kind].map((column, index): Planned => {
    const source = columns[column.name] ?? {}
    const places = placesOf(source.from ?? [])
    const { value, count, words = {} } = source
    return {
      column,
      source,
      places,
      mark: (column.holds === 'money' ? places : []).map((at) => unitOf(header[at] ?? '').mark).find(Boolean) ?? '',
      words: new Map(Object.entries(words)),
      isThere: places.length > 0 || (value ?? '') !== '' || count === true || inSets.has(index),
    }
  })
  const used = new Set([...planned.flatMap(({ places }) => places), ...sets.flatMap((set) => [...set.values()])])
  const isOpen = ({ source }: Planned) => source.from !== undefined && source.from.length === 0
  const known = new Set(headings?.map(headingFold))
  const keys = headingKeys(header)
  const last = header.findLastIndex((name) => name.trim() !== '')
  return {
    kind,
    planned,
    sets,
    unknown:
      layout === undefined
        ? found.unknown
        : keys.filter((key, at) => at <= last && !used.has(at) && !known.has(headingFold(key))),
    open: planned.filter(isOpen).map(({ column }) => column.name),
    twice: layout === undefined ? found.twice : [],
    missing: planned
      .filter((each) => each.column.required === true && !isOpen(each) && !each.isThere)
      .map(({ column }) => column.name),
    absent,
    units: planned
      .filter(({ column, places, source }) => {
        const isThousands = places.some((at) => unitOf(header[at] ?? '').thousands)
        return column.holds === 'money' && isThousands && source.unit === undefined
      })
      .map(({ column }) => column.name),
  }
}

/** The indexes of the columns of a file that a record must have filled. */
export const requiredPlaces = ({ planned }: Plan): number[][] =>
  planned.flatMap(({ column, places, source }) =>
    column.required === true && places.length > 0 && source.fill !== true ? [places] : [],
  )

/** Formats of amounts and dates that the layout says. */
export function chosenFormats({ planned }: Plan, chosen: ChosenFormats = {}): ChosenFormats {
  const decimals = { ...chosen.decimals }
  const orders = { ...chosen.orders }
  for (const { column, source } of planned) {
    if (source.format === '.' || source.format === ',') decimals[column.name] = source.format
    else if (source.format !== undefined) orders[column.name] = source.format
  }
  return { decimals, orders }
}

export interface RecordsReader {
  /** The cells of a row by the index in `planned`, once for each line of the record; none for a row that only names a group. */
  read(cells: readonly string[]): string[][]
}

/** The cells of a row that become one, without those that are empty. */
export const joinedOf = (places: readonly number[], cells: readonly string[]): string =>
  places.length === 1
    ? (cells[places[0] as number] ?? '').trim()
    : places
        .map((at) => (cells[at] ?? '').trim())
        .filter((part) => part !== '')
        .join(' ')

/** Takes the rows of a file in their order. */
export function openRecords(plan: Plan): RecordsReader {
  const { planned, sets } = plan
  const above: string[] = []
  const filled = new Set(planned.flatMap(({ source, places }) => (source.fill === true ? places : [])))
  const counted = new Map<string, number>()
  const countAt = planned.findIndex(({ source }) => source.count === true)

  const cellOf = ({ source, places, words }: Planned, index: number, cells: readonly string[]): string => {
    if (source.value !== undefined) return source.value
    if (places.length === 0) return ''
    let text = joinedOf(places, cells)
    if (source.fill === true) {
      if (text === '') text = above[index] ?? ''
      else above[index] = text
    }
    return words.get(text.toLowerCase()) ?? text
  }

  /** Rows without a key of their own are records of their own. */
  const numberOf = (record: readonly string[], index: number): string => {
    // The first column of each kind is its key.
    const key = (record[0] ?? '').trim().toLowerCase()
    if (key === '') return String(index + 1)
    const number = (counted.get(key) ?? 0) + 1
    counted.set(key, number)
    return String(number)
  }

  const isOnlyGroup = (cells: readonly string[]) =>
    filled.size > 0 && cells.every((cell, at) => filled.has(at) || cell.trim() === '')

  return {
    read(cells) {
      const record = planned.map((each, index) => cellOf(each, index, cells))
      if (isOnlyGroup(cells)) return []
      const records = sets.length === 0 ? [record] : linesOf(record, sets, cells)
      if (countAt >= 0) for (const [index, each] of records.entries()) each[countAt] = numberOf(each, index)
      return records
    },
  }
}

/** One record for each set with a filled cell; a row without any is one record. */
function linesOf(record: string[], sets: Plan['sets'], cells: readonly string[]): string[][] {
  const lines = sets
    .filter((set) => [...set.values()].some((at) => (cells[at] ?? '').trim() !== ''))
    .map((set) => record.map((text, index) => (set.has(index) ? (cells[set.get(index) as number] ?? '').trim() : text)))
  return lines.length === 0 ? [record] : lines
}

const ours: Manners = { decimals: {}, orders: {}, mixed: [] }

/** A cell in the form that the server's columns read. The currency that a heading names stands before an amount without one. */
export function written({ kind }: Plan, { column, source, mark }: Planned, text: string, manners: Manners): string {
  const isOurs = source.value !== undefined || source.count === true
  const cell = asImported(kind, column, text, isOurs ? ours : manners)
  if (column.holds !== 'money' || cell === '' || isOurs) return cell
  const amount = source.unit === 1000 ? inPieces(cell) : cell
  return mark !== '' && /^\d/.test(amount) ? `${mark}${amount}` : amount
}
