import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { languageCodes } from './users.ts'
import { requiredText, text } from './values.ts'

/** The lists that can be exported, by the name of the call that searches each. */
export const exportLists = [
  'accounts.search',
  'users.search',
  'catalogue.search',
  'productTypes.search',
  'productTypes.searchFeatures',
  'priceLists.search',
  'stock.search',
  'orders.sellIn',
  'orders.sellOut',
  'licenses.search',
  // One row for each line or price of what the list holds, by the columns of the import files: `import.sku`.
  'priceLists.prices',
  'priceLists.associations',
  'orders.sellInLines',
  'orders.sellOutLines',
] as const
export type ExportList = (typeof exportLists)[number]

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
