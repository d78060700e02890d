import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { exportLists } from './export-lists.ts'
import { languageCodes } from './users.ts'
import { ById, Created, Id, Instant, requiredText, text } from './values.ts'

/**
 * Path of a value in a row of the list's answer: `product.sku`, `address.0.city`; `parents.-1.name` is that of the last
 * entry, `roles.*.name` those of all entries. `import.accountCode` is a column of the import file that has the same
 * rows.
 */
const Path = z.string().check(z.maxLength(100), z.regex(/^[A-Za-z]\w*(\.([A-Za-z]\w*|-?\d{1,3}|\*)){0,4}$/))

export const ExportColumn = z.strictObject({
  path: Path,
  /** Header of the column. */
  label: text(),
  /**
   * `date` shows an instant as a day in the reader's time zone; `day` as a day in UTC, for values that are valid until
   * the end of a UTC day.
   */
  kind: z._default(z.enum(['text', 'number', 'money', 'date', 'day', 'instant']), 'text'),
  /** Texts for values that are codes: `{ "true": "Yes" }`. */
  words: z.optional(z.record(z.string(), text())),
})
export type ExportColumn = z.output<typeof ExportColumn>
/** A column as a request names it. */
export type NewExportColumn = z.input<typeof ExportColumn>

export const NewExport = z.strictObject({
  list: z.enum(exportLists),
  /** The search payload of that list; its page and limit are ignored. */
  search: z.record(z.string(), z.unknown()),
  columns: z.array(ExportColumn).check(z.minLength(1), z.maxLength(50)),
  format: z.enum(['csv', 'xlsx']),
  /** Without an extension. */
  fileName: requiredText(100),
  /** Language whose number format and separator a CSV uses; by default the user's. */
  languageCode: z.optional(z.enum(languageCodes)),
})
export type NewExport = z.output<typeof NewExport>

export const writingStatuses = ['queued', 'running', 'done', 'failed'] as const

/** A file that a job writes for the user who asked for it. */
export const WrittenFile = z.object({
  id: Id,
  fileName: z.string(),
  status: z.enum(writingStatuses),
  /** Place in the queue of the tenant while it waits: 1 is next. */
  place: z.nullable(z.int()),
  /** Rows that matched when it was asked for; 0 while nobody has counted. */
  rows: z.int(),
  /** Rows written so far. */
  done: z.int(),
  /** Bytes of the file; null until it is done. */
  size: z.nullable(z.int()),
  creationDate: Instant,
})
export type WrittenFile = z.output<typeof WrittenFile>

export const exportsOfLists = {
  create: endpoint({
    method: 'POST',
    path: '/exports',
    summary:
      'All rows of a list as a CSV or xlsx file; requires the permission to read the list. 202 and a job when others are exporting',
    permission: 'session',
    effect: 'read',
    body: NewExport,
    file: true,
    answer: Created,
    status: 202,
    refusals: ['RQ403', 'RQ404', 'RQ429', 'RQ503'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/exports',
    summary:
      'Own exports of the last day that a job writes or has written, newest first, with their place and progress',
    permission: 'session',
    answer: z.array(WrittenFile),
  }),
  download: endpoint({
    method: 'GET',
    path: '/exports/:id/download',
    summary: 'The file of an own export that is done',
    permission: 'session',
    params: ById,
    file: true,
    refusals: ['RQ404'],
  }),
}
