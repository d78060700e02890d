import * as z from 'zod/mini'
import { maximumTermsDays } from './credit.ts'
import { endpoint, searchOf } from './endpoint.ts'
import { ExternalIds, externalIdsField } from './external-ids.ts'
import { after, listOf } from './search.ts'
import { Amount, ById, Created, Email, Id, Instant, Money, Reference, requiredText, text } from './values.ts'

export const Address = z.object({
  addressId: Id,
  legalName: z.string(),
  vatId: z.string(),
  street: z.string(),
  city: z.string(),
  locality: z.nullable(z.string()),
  region: z.nullable(z.string()),
  postalCode: z.string(),
  /** The country's name in the reader's language; `countryCode` does not depend on the language. */
  country: z.string(),
  countryCode: z.string(),
  coordinates: z.nullable(z.string()),
})
export type Address = z.output<typeof Address>

export const CertificateMark = z.object({
  name: z.string(),
  category: z.nullable(z.string()),
  badgeColor: z.nullable(z.string()),
})
export type CertificateMark = z.output<typeof CertificateMark>

/** A certificate that the account shows, with the names of those who hold it. */
export const CertificateBadge = z.extend(CertificateMark, { owners: z.array(z.string()) })

export const Account = z.object({
  accountId: Id,
  accountCode: z.string(),
  accountName: z.string(),
  externalIds: ExternalIds,
  notificationReceiverEmail: z.nullable(z.string()),
  /** The most that it may owe its vendors, in the currency of its effective price list; null: no limit (rules O24). */
  creditLimit: z.nullable(Amount),
  /** Within how many days after the approval of an order it pays; null: nothing is ever overdue. */
  paymentTermsDays: z.nullable(z.int()),
  groupId: z.int(),
  groupName: z.string(),
  level: z.int(),
  /** A list; the first entry is used (rules N6). */
  address: z.array(Address),
  creationDate: Instant,
  /** The time of its newest event. */
  modifiedDate: Instant,
  createdBy: z.nullable(z.string()),
  /** Ancestors from the root down, without the account itself and without ancestors outside the reader's reach. */
  parents: z.array(Reference),
  certificatesBadges: z.array(CertificateBadge),
})
export type Account = z.output<typeof Account>

/** One account in the reader's reach with its descendants, for selectors and the network map. */
export interface AccountNode {
  id: string
  name: string
  groupName: string
  level: number
  children: AccountNode[]
}
export const AccountNode: z.ZodMiniType<AccountNode> = z.object({
  id: Id,
  name: z.string(),
  groupName: z.string(),
  level: z.int(),
  get children() {
    return z.array(AccountNode)
  },
})

export const UpdateAccount = z.strictObject({
  accountName: requiredText(),
  /** Absent, null or empty: nobody is notified. */
  notificationReceiverEmail: z.optional(z.nullable(z.union([z.literal(''), Email]))),
  /** Set by an account above. Absent: it stays; null: no limit (rules O24). */
  creditLimit: z.optional(z.nullable(Money)),
  /** Set by an account above. Absent: they stay; null: none. */
  paymentTermsDays: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(maximumTermsDays)))),
  externalIds: externalIdsField,
})

/** What every address form has (rules N6). A VAT id must have a form that is possible in the country (`vat-ids.ts`). */
export const addressFields = {
  vatId: requiredText(),
  street: requiredText(),
  city: requiredText(),
  locality: z.optional(z.nullable(text())),
  region: z.optional(z.nullable(text())),
  postalCode: requiredText(),
  /** The country's name in a language of the portal, or its code. `countryCode` takes precedence. */
  country: z.optional(z.nullable(text())),
  countryCode: z.optional(z.nullable(text(2))),
  /** When an address is changed, absent coordinates remain. */
  coordinates: z.optional(z.nullable(text())),
}

export const UpdateAddress = z.strictObject({
  addressId: z.optional(Id),
  legalName: requiredText(),
  ...addressFields,
})

/** A further address, for deliveries (decision 044). */
export const NewAddress = z.omit(UpdateAddress, { addressId: true })

/** The most addresses of an account. */
export const maximumAddresses = 100

export const accountList = listOf({
  item: Account,
  ids: ['accountId'],
  sort: 'accountName',
  fields: {
    /** Words, in any order (rules H1): of the name, the code, the VAT ids, legal names and cities of the addresses, and ids of other systems as a whole. */
    anything: { filter: 'text' },
    accountId: { sort: true, filter: 'exact' },
    after,
    accountName: { sort: true, filter: 'text' },
    groupName: { sort: true, filter: 'choice' },
    accountCode: { sort: true, filter: 'text' },
    /** `sap:4711`, or `4711` for that id in any system. */
    externalId: { filter: 'exact' },
    creationDate: { sort: true, between: true },
    modifiedDate: { sort: true, between: true },
  },
})
export const AccountSearch = accountList.search

export const accounts = {
  search: searchOf(accountList, {
    path: '/accounts/search',
    summary: 'Direct children of an account, or all its descendants; never the account itself',
    permission: 'Accounts:r',
    exportedAs: 'accounts.search',
    refusals: ['RQ404'],
  }),
  tree: endpoint({
    method: 'GET',
    path: '/accounts/tree',
    summary: 'The network below an account as a nested tree',
    permission: 'Accounts:r',
    query: z.strictObject({ parentAccountId: z.optional(Id) }),
    answer: AccountNode,
    refusals: ['RQ404'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/accounts/:id',
    summary: 'One account',
    permission: 'Accounts:r',
    params: ById,
    answer: Account,
    refusals: ['RQ404'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/accounts/:id',
    summary: 'Change the name of an account, who is notified for it, its credit limit and terms, and its external ids',
    permission: 'Accounts:u',
    params: ById,
    body: UpdateAccount,
    answer: Account,
    refusals: ['RQ403', 'RQ404'],
  }),
  updateAddress: endpoint({
    method: 'PUT',
    path: '/accounts/:accountId/address/:addressId',
    summary: 'Change the address of an account',
    permission: 'Accounts:u',
    params: z.strictObject({ accountId: Id, addressId: Id }),
    body: UpdateAddress,
    answer: Account,
    refusals: ['RQ403', 'RQ404'],
  }),
  addAddress: endpoint({
    method: 'POST',
    path: '/accounts/:accountId/address',
    summary: 'Add an address to an account, for deliveries',
    permission: 'Accounts:u',
    params: z.strictObject({ accountId: Id }),
    body: NewAddress,
    answer: Created,
    status: 201,
    refusals: ['RQ403', 'RQ404'],
  }),
}
