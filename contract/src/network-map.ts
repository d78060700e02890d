import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount, DateOrInstant, Id } from './values.ts'

/** Accounts that one map carries. */
export const maximumMapAccounts = 5000

/** An account of the map. Figures are null where the reader may not read the orders, or the licenses, that they come from. */
export const MapAccount = z.object({
  id: Id,
  /** The account above it on the map; null for the one that was asked for. */
  parentId: z.nullable(Id),
  name: z.string(),
  code: z.string(),
  groupName: z.string(),
  level: z.int(),
  /** What it sold itself in the period, in the currency of the map. */
  sellOut: z.nullable(Amount),
  /** The same with what all accounts below it sold, at whatever depth: its dashboard's, with children. */
  sellOutOfBranch: z.nullable(Amount),
  /** Licenses that it owns and that have expired. */
  expiredLicenses: z.nullable(z.int()),
})
export type MapAccount = z.output<typeof MapAccount>

export const NetworkMap = z.object({
  currencyId: z.int(),
  currencyCode: z.string(),
  /** Sell-out in these currencies is left out of every figure. */
  otherCurrencies: z.array(z.string()),
  /** Living accounts of the branch, the one that was asked for among them. */
  count: z.int(),
  /** Some are left out: the deepest, and of the last level that is shown those that sold least. */
  truncated: z.boolean(),
  /** Each after the one above it. */
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
      /** By itself the own one. */
      parentAccountId: z.optional(z.nullable(Id)),
      /** Absent: all time. */
      currentFrom: nullableDate,
      currentTo: nullableDate,
    }),
    answer: NetworkMap,
    refusals: ['RQ404'],
  }),
}
