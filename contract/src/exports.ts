import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { exportLists } from './export-lists.ts'
import { languageCodes } from './users.ts'
import { requiredText, text } from './values.ts'

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

export const exportsOfLists = {
  create: endpoint({
    method: 'POST',
    path: '/exports',
    summary: 'All rows of a list as a CSV or xlsx file; requires the permission to read the list',
    permission: 'session',
    effect: 'read',
    body: NewExport,
    file: true,
    refusals: ['RQ403', 'RQ404', 'RQ503'],
  }),
}
