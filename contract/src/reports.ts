import * as z from 'zod/mini'
import { endpoint, searchOf } from './endpoint.ts'
import { WrittenFile } from './exports.ts'
import { listOf } from './search.ts'
import { languageCodes } from './users.ts'
import { ById, Created, Id, Instant } from './values.ts'

/** One license in the report. */
export const LicenseReportRow = z.object({
  licenseId: Id,
  accountId: Id,
  accountName: z.string(),
  serialKey: z.string(),
  productName: z.string(),
  sku: z.string(),
  type: z.enum(['trial', 'full']),
  seatsTotal: z.int(),
  seatsOccupied: z.int(),
  activationDate: z.nullable(Instant),
  creationDate: Instant,
  maintenanceExpirationDate: z.nullable(Instant),
  expirationDate: z.nullable(Instant),
  licenseIsPerpetual: z.boolean(),
  maintenanceIsPerpetual: z.boolean(),
  note: z.nullable(z.string()),
})
export type LicenseReportRow = z.output<typeof LicenseReportRow>

export const licenseReportList = listOf({
  item: LicenseReportRow,
  ids: ['licenseId'],
  sort: '-creationDate',
  fields: {
    /** As in the list of licenses. */
    anything: { filter: 'text' },
    licenseId: { filter: 'exact' },
    accountName: { sort: true, filter: 'text' },
    serialKey: { sort: true, filter: 'text' },
    productName: { sort: true, filter: 'text' },
    sku: { sort: true, filter: 'text' },
    type: { filter: 'choice' },
    activationDate: { sort: true, between: true },
    creationDate: { sort: true, between: true },
    expirationDate: { sort: true, between: true },
    maintenanceExpirationDate: { sort: true, between: true },
  },
})
export type LicenseReportSearch = z.output<typeof licenseReportList.search>

/** Up to this many rows the file is the answer itself; a longer one is written by a job. */
export const maximumImmediateRows = 20_000
/** Rows of a spreadsheet below its header. */
export const maximumReportRows = 1_048_575

export const NewLicenseReport = z.extend(licenseReportList.search, {
  /** Language of the column headers; by default the user's. */
  languageCode: z.optional(z.enum(languageCodes)),
})
export type NewLicenseReport = z.output<typeof NewLicenseReport>

/** A report that a job writes. */
export const LicenseReport = z.extend(z.omit(WrittenFile, { id: true }), { reportId: Id })
export type LicenseReport = z.output<typeof LicenseReport>

export const reports = {
  search: searchOf(licenseReportList, {
    path: '/licenses/report/search',
    summary: 'Report of the licenses of an account and, unless excluded, of those below it',
    permission: 'Reports:r',
    exportedAs: 'reports.search',
    refusals: ['RQ404'],
  }),
  export: endpoint({
    method: 'POST',
    path: '/licenses/report/export',
    summary: 'The report as an xlsx file; 202 and a job for more than 20,000 rows, or when others are exporting',
    permission: 'Reports:r',
    effect: 'read',
    body: NewLicenseReport,
    file: true,
    answer: Created,
    status: 202,
    refusals: ['RQ404', 'RQ413', 'RQ429', 'RQ503'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/licenses/report/export',
    summary: 'Own reports of the last day that a job writes or has written, newest first, with their progress',
    permission: 'Reports:r',
    answer: z.array(LicenseReport),
  }),
  download: endpoint({
    method: 'GET',
    path: '/licenses/report/export/:id/download',
    summary: 'The file of an own report that is done',
    permission: 'Reports:r',
    params: ById,
    file: true,
    refusals: ['RQ404'],
  }),
}
