import type { Encoding } from '@trellis/contract/encodings'
import { type ImportKind, importColumns } from '@trellis/contract/import-columns'
import type { Layout } from '@trellis/contract/import-plan'
import type { Sources } from '@trellis/contract/import-recipe'
import { isFull } from '../full.ts'
import type { WorkbookCell } from '../workbook.ts'
import { amountIn, type Dialect, dateIn, fileOf } from './dialects.ts'
import { programs } from './programs.ts'
import { spreadsheets } from './spreadsheets.ts'
import { type Truth, truthOf } from './truth.ts'

/** A column of a file: its heading, and the field of ours that it holds, or what else stands there. */
export type FileColumn = readonly [heading: string, holds: string | ((record: Truth, n: number) => string)]

/** A file as a program writes it. */
export interface Template {
  source: string
  kind: ImportKind
  dialect: Dialect
  columns: readonly FileColumn[]
  /** Words of the program for values of ours, by our column. */
  words?: Record<string, Record<string, string>>
  /** Beside the headings, what somebody who knows the program says about its columns when asked. */
  said?: Sources
  lines?: NonNullable<Layout['lines']>
  /** Makes other rows of those that the columns say. */
  rows?: (rows: WorkbookCell[][], records: Truth[]) => WorkbookCell[][]
  /** Other records than one for each row. */
  truth?: (records: Truth[]) => Truth[]
  /** Has the products of another file. */
  idOf?: string
}

export interface ForeignFile {
  /** With which the codes of its records begin. */
  id: string
  source: string
  kind: ImportKind
  fileName: string
  content: Uint8Array
  /** The records that must come in. */
  records: Truth[]
  /** What somebody who knows the file says when asked. */
  answers: Layout & { encoding?: Encoding }
}

/** Columns of ours that few other programs have, with what is right for the records of the tests. */
const constants: Record<string, Record<string, string>> = {
  accounts: { groupName: 'DISTRIBUTOR', parentAccountCode: 'VERDANT' },
  users: { accountCode: 'BASE-R', roles: 'Basic' },
  'price-lists': { ownerAccountCode: 'VERDANT', currencyCode: 'EUR' },
  stock: { accountCode: 'BASE-D' },
  orders: { buyerAccountCode: 'BASE-R', vendorAccountCode: 'BASE-D', status: 'approved', currencyCode: 'EUR' },
  licenses: { ownerAccountCode: 'BASE-R', sku: '00-L' },
  deals: { vendorAccountCode: 'BASE-D', status: 'New' },
}

const templates = [...programs, ...spreadsheets]
/** Every third file, with those whose records others refer to; with FULL=1, all. */
const chosen = templates.filter(
  ({ source, idOf }, place) =>
    isFull || place % 6 === 0 || idOf !== undefined || templates.some((other) => other.idOf === source),
)

/** The files of this run, with codes that begin with the prefix. */
export const foreignFiles = (prefix: string): Promise<ForeignFile[]> =>
  Promise.all(chosen.map((template) => made(template, `${prefix}${indexOf(template.source)}`)))

async function made(template: Template, id: string): Promise<ForeignFile> {
  const { kind, dialect, columns, words = {} } = template
  const prefix = id.slice(0, -2)
  const records = truthOf(kind, dialect, template.idOf === undefined ? id : `${prefix}${indexOf(template.idOf)}`)
  const holdsOf = new Map(importColumns[kind].map(({ name, holds }) => [name, holds] as const))
  const cellOf = ([, holds]: FileColumn, record: Truth, n: number): WorkbookCell => {
    if (typeof holds !== 'string') return holds(record, n)
    const value = record[holds] ?? constants[kind]?.[holds] ?? ''
    const word = words[holds]?.[value]
    if (word !== undefined) return word
    if (holdsOf.get(holds) === 'money') return amountIn(dialect, value)
    if (holdsOf.get(holds) === 'date') return dateIn(dialect, value)
    return dialect.separator === null && holdsOf.get(holds) === 'whole' ? { number: value } : value
  }
  const body = records.map((record, n) => columns.map((column) => cellOf(column, record, n)))
  const rows = [columns.map(([heading]) => heading), ...(template.rows?.(body, records) ?? body)]
  const written = new Set(columns.flatMap(([, holds]) => (typeof holds === 'string' ? [holds] : [])))
  return {
    id,
    source: template.source,
    kind,
    fileName: `${kind}.${dialect.separator === null ? 'xlsx' : 'csv'}`,
    content: await fileOf(dialect, rows),
    records: (template.truth?.(records) ?? records).map((record) => recordOf(template, record, written)),
    answers: answersOf(template, written),
  }
}

const indexOf = (source: string) => String(templates.findIndex((each) => each.source === source)).padStart(2, '0')

/** What a record has when all columns of the file came in. */
function recordOf({ kind, said = {}, truth }: Template, record: Truth, written: Set<string>): Truth {
  const all = { ...constants[kind], ...record }
  const isThere = (name: string) =>
    name === 'line' || written.has(name) || name in (constants[kind] ?? {}) || name in said || truth !== undefined
  return Object.fromEntries(Object.entries(all).filter(([name]) => isThere(name)))
}

function answersOf({ kind, dialect, columns, words = {}, said = {}, lines }: Template, written: Set<string>) {
  const sources: Sources = {}
  for (const [name, value] of Object.entries(constants[kind] ?? {})) if (!written.has(name)) sources[name] = { value }
  if (importColumns[kind].some(({ name }) => name === 'line') && !written.has('line')) sources.line = { count: true }
  for (const [heading, holds] of columns) if (typeof holds === 'string') sources[holds] = { from: [heading] }
  for (const { name, holds } of importColumns[kind]) {
    const source = sources[name]
    if (source?.from === undefined) continue
    if (words[name] !== undefined)
      source.words = Object.fromEntries(
        Object.entries(words[name]).map(([ours, theirs]) => [theirs.toLowerCase(), ours]),
      )
    if (holds === 'date') source.format = dialect.date.startsWith('m') ? 'month' : 'day'
    if (holds === 'money') source.format = /,\d+$/.test(dialect.amount) ? ',' : '.'
  }
  const { encoding } = dialect
  return { columns: { ...sources, ...said }, lines: lines ?? [], ...(encoding !== undefined && { encoding }) }
}
