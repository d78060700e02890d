import * as z from 'zod/mini'
import { CertificateMark } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { Amount, DateOrInstant, Id } from './values.ts'

/** Maximum number of accounts in one map. */
export const maximumMapAccounts = 5000

/** An account of the map. A figure is null when the reader may not read the orders or licenses behind it. */
export const MapAccount = z.object({
  id: Id,
  /** The parent on the map; null for the requested account. */
  parentId: z.nullable(Id),
  name: z.string(),
  code: z.string(),
  groupName: z.string(),
  level: z.int(),
  /** Its own sales in the period, in the currency of the map. */
  sellOut: z.nullable(Amount),
  /** Its sales and those of all its descendants, as on its dashboard with children included. */
  sellOutOfBranch: z.nullable(Amount),
  /** Expired licenses that it owns. */
  expiredLicenses: z.nullable(z.int()),
  /** What it validly holds, by name. */
  certificatesBadges: z.array(CertificateMark),
})
export type MapAccount = z.output<typeof MapAccount>

export const NetworkMap = z.object({
  currencyId: z.int(),
  currencyCode: z.string(),
  /** Currencies of sales that no figure includes. */
  otherCurrencies: z.array(z.string()),
  /** Number of accounts in the branch that are not deleted, including the requested one. */
  count: z.int(),
  /** True when accounts are left out: the deepest levels, and on the last level shown those that sold least. */
  truncated: z.boolean(),
  /** A parent comes before its children. */
  accounts: z.array(MapAccount),
})
export type NetworkMap = z.output<typeof NetworkMap>

const nullableDate = z.optional(z.nullable(DateOrInstant))

export const networkMap = {
  read: endpoint({
    method: 'POST',
    path: '/accounts/map',
    summary: 'The network below an account with the sell-out of a period and the expired licenses of each account',
    permission: 'Accounts:r',
    effect: 'read',
    body: z.strictObject({
      /** Default: the caller's own account. */
      parentAccountId: z.optional(z.nullable(Id)),
      /** Absent: all time. */
      currentFrom: nullableDate,
      currentTo: nullableDate,
    }),
    answer: NetworkMap,
    refusals: ['RQ404'],
  }),
}
