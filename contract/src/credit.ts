import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount, ById, Id } from './values.ts'

/** Longest terms of payment. */
export const maximumTermsDays = 365

/** What an account may owe its vendors, and what it owes, in the currency of its effective price list (rules O24). */
export const AccountCredit = z.object({
  accountId: Id,
  /** The most that it may owe; null: no limit. */
  creditLimit: z.nullable(Amount),
  /** Within how many days after the approval it pays; null: nothing is ever overdue. */
  paymentTermsDays: z.nullable(z.int()),
  currencyId: z.int(),
  currencyCode: z.string(),
  /** The total of its purchases that are approved and not paid. */
  open: Amount,
  /** What of it is older than its terms of payment allow. */
  overdue: Amount,
})
export type AccountCredit = z.output<typeof AccountCredit>

export const credit = {
  ofAccount: endpoint({
    method: 'GET',
    path: '/accounts/:id/credit',
    summary: 'What an account may owe its vendors, what it owes, and what of it is overdue',
    permission: 'Orders:r',
    params: ById,
    answer: AccountCredit,
    refusals: ['RQ404'],
  }),
}
