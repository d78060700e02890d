import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount, ById, Day, Id } from './values.ts'

/*
 * What accounts would have paid for the approved orders of a period at the prices of a list (rules R17). Computing it changes
 * nothing.
 */

/** Accounts that an answer names; the sums are of all. */
export const namedInPastOrders = 200

const sums = {
  orders: z.int(),
  /** What was agreed for the lines whose product the list has. */
  paid: Amount,
  /** The same lines at the prices of the list, each rounded as an order line is. */
  wouldPay: Amount,
  /** Lines whose product the list does not have, and what was agreed for them. */
  missingLines: z.int(),
  missingAmount: Amount,
}

/** What accounts paid for the approved orders of a period, and what they would have paid with a list. */
export const PastOrders = z.object({
  currencyCode: z.string(),
  ...sums,
  /** Lines of approved orders of the same accounts and days in other currencies, which are in no sum. */
  otherCurrencyLines: z.int(),
  accountCount: z.int(),
  /** The largest differences first. */
  accounts: z.array(z.object({ id: Id, name: z.string(), groupName: z.string(), ...sums })),
})
export type PastOrders = z.output<typeof PastOrders>

export const pastOrders = {
  underPriceList: endpoint({
    method: 'GET',
    path: '/pricelists/:id/pastOrders',
    summary: 'What the accounts below the owner would have paid for their orders of a period with this list',
    permission: 'PriceLists:r',
    params: ById,
    query: z.strictObject({
      /** First and last day of approval, in the reader's time zone. */
      from: Day,
      to: Day,
      /** With the prices of the day of this plan; without it those of now. */
      planId: z.optional(Id),
    }),
    answer: PastOrders,
    refusals: ['RQ403', 'RQ404'],
    mayLag: true,
  }),
}
