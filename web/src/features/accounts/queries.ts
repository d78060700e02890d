import { type Account, accounts } from '@trellis/contract/accounts'
import { priceLists } from '@trellis/contract/price-lists'
import { queryOf } from '../../app/queries.ts'

export const accountQuery = (id: string) => queryOf(accounts.read, { params: { id } })

/** The price list that applies to an account, its own or an inherited one. */
export const associationQuery = (accountId: string) => queryOf(priceLists.association, { params: { accountId } })

/** Whether an account has a credit limit or terms of payment, so that what it owes is worth a question. */
export const hasCredit = ({ creditLimit, paymentTermsDays }: Account): boolean =>
  creditLimit !== null || paymentTermsDays !== null
