import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { exportLists } from './export-lists.ts'
import { languageCodes } from './users.ts'
import { requiredText, text } from './values.ts'

/** Rows of one file at most. */
export const maximumExportRows = 100_000

/**
 * Where a value stands in a row of the list's answer: `product.sku`, `address.0.city`; `parents.-1.name` is that of the
 * last one, `roles.*.name` those of all. `import.accountCode` is a column of the import file that the row is one of.
 */
const Path = z.string().check(z.maxLength(100), z.regex(/^[A-Za-z]\w*(\.([A-Za-z]\w*|-?\d{1,3}|\*)){0,4}$/))

export const ExportColumn = z.strictObject({
  path: Path,
  /** Heads the column. */
  label: text(),
  /** A `date` is the reader's day of an instant; a `day` that of UTC, for what is good to the end of one. */
  kind: z._default(z.enum(['text', 'number', 'money', 'date', 'day', 'instant']), 'text'),
  /** What stands for a value that is a code: `{ "true": "Yes" }`. */
  words: z.optional(z.record(z.string(), text())),
})
export type ExportColumn = z.output<typeof ExportColumn>

export const NewExport = z.strictObject({
  list: z.enum(exportLists),
  /** The search payload of that list; page and limit do not count. */
  search: z.record(z.string(), z.unknown()),
  columns: z.array(ExportColumn).check(z.minLength(1), z.maxLength(50)),
  format: z.enum(['csv', 'xlsx']),
  /** Without what stands after the dot. */
  fileName: requiredText(100),
  /** How a CSV writes numbers and parts cells; by itself as the user's language has it. */
  languageCode: z.optional(z.enum(languageCodes)),
})
export type NewExport = z.output<typeof NewExport>

export const exportsOfLists = {
  create: endpoint({
    method: 'POST',
    path: '/exports',
    summary: 'A list as shown, whole, as a CSV or xlsx file; who may read the list may export it',
    permission: 'session',
    effect: 'read',
    body: NewExport,
    file: true,
    refusals: ['RQ403', 'RQ404', 'RQ413', 'RQ503'],
  }),
}
