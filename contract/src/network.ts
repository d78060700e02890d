import * as z from 'zod/mini'
import { Account } from './accounts.ts'
import { codes } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { languageCodes, TimeZone } from './users.ts'
import { ById, Created, Email, Id, NumberId, Reference, requiredText, text } from './values.ts'

/** The address of a new account; the legal name is the account's own unless one is given. */
export const NewAccountAddress = z.strictObject({
  legalName: z.optional(z.nullable(text())),
  vatId: requiredText(),
  street: requiredText(),
  city: requiredText(),
  locality: z.optional(z.nullable(text())),
  region: z.optional(z.nullable(text())),
  postalCode: requiredText(),
  /** The country's name or code; one of the two fields is needed, and `countryCode` is looked at first. */
  country: z.optional(z.nullable(text())),
  countryCode: z.optional(z.nullable(text(2))),
  coordinates: z.optional(z.nullable(text())),
})

/** Its administrator, who is invited. An empty user name means that there is none (rules N7). */
export const NewAccountUser = z.strictObject({
  userName: z.optional(z.nullable(z.union([z.literal(''), Email]))),
  firstName: z.optional(z.nullable(text())),
  lastName: z.optional(z.nullable(text())),
  timeZone: z.optional(z.nullable(z.union([z.literal(''), TimeZone]))),
  languageCode: z.optional(z.nullable(z.enum(languageCodes))),
})

/** The payload of a new account (rules N5, N7). */
export const NewAccount = z.strictObject({
  accountName: requiredText(),
  groupId: NumberId,
  /** Required where the parent has one to give (`pricing.toGive`); else null, and what an account above passes on serves it. */
  priceListId: z.optional(z.nullable(Id)),
  /** Whether the list also serves the accounts below that have none of their own. */
  canPropagate: z.optional(z.boolean()),
  notificationReceiverEmail: z.optional(z.nullable(Email)),
  address: NewAccountAddress,
  user: z.optional(z.nullable(NewAccountUser)),
  parentAccountId: Id,
})
export type NewAccount = z.output<typeof NewAccount>

/** `info` of AC409: all that keeps an account from being deleted, or a branch from being moved. The lists are cut short. */
export const InTheWay = z.object({
  /** Nobody deletes their own account. */
  ownAccount: z.boolean(),
  children: z.int(),
  childAccounts: z.array(Reference),
  pendingOrders: z.int(),
  orders: z.array(z.object({ orderId: Id, orderCode: z.string() })),
  /** Products on hand, none of them zero. */
  stockProducts: z.int(),
  stock: z.array(z.object({ productId: Id, sku: z.string(), productName: z.string(), quantity: z.int() })),
})
export type InTheWay = z.output<typeof InTheWay>

/** `info` of AC422: which rule of the tree it is. */
export const misplacements = ['group', 'parentLevel', 'root', 'cycle'] as const
export type Misplacement = (typeof misplacements)[number]

/** What a move would change, before it is made. */
export const MovePreview = z.object({
  /** The account and those below it. */
  accounts: z.int(),
  users: z.int(),
  /** By which list the accounts of the branch are served, before and after; those that keep theirs as well. */
  priceLists: z.array(
    z.object({
      before: z.nullable(Reference),
      after: z.nullable(Reference),
      accounts: z.int(),
      /** The list that serves them afterwards belongs to somebody who is no longer above them. */
      isLeftBehind: z.boolean(),
    }),
  ),
  /** Accounts above that no longer see the branch, and those that see it from then on, nearest first. */
  losing: z.array(Reference),
  gaining: z.array(Reference),
  /** What leaves and joins their lists. */
  ordersBought: z.int(),
  ordersSold: z.int(),
  licenses: z.int(),
  blocked: z.object({ move: z.nullable(z.enum(Object.keys(codes) as [keyof typeof codes])) }),
  /** With AC422. */
  misplacement: z.nullable(z.enum(misplacements)),
  /** With AC409: pending orders of the branch from somebody who would no longer be above it. */
  pendingOrders: z.int(),
  orders: z.array(z.object({ orderId: Id, orderCode: z.string() })),
})
export type MovePreview = z.output<typeof MovePreview>

export const network = {
  create: endpoint({
    method: 'POST',
    path: '/accounts',
    summary: 'Create an account below another, with its price list and its administrator, who is invited',
    permission: 'Accounts:c',
    body: NewAccount,
    answer: Created,
    status: 201,
    refusals: ['RQ403', 'RQ404', 'AC422', 'US409'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/accounts/:id',
    summary: 'Delete an account that has no children, no pending orders and no stock; its users can no longer sign in',
    permission: 'Accounts:d',
    params: ById,
    refusals: ['RQ404', 'AC409'],
  }),
  movePreview: endpoint({
    method: 'GET',
    path: '/accounts/:id/move-preview',
    summary: 'What moving an account with its branch would change',
    permission: 'Accounts:u',
    params: ById,
    query: z.strictObject({ parentAccountId: Id }),
    answer: MovePreview,
    refusals: ['RQ403', 'RQ404'],
  }),
  move: endpoint({
    method: 'PUT',
    path: '/accounts/:id/parent',
    summary: 'Move an account with its branch below another parent: for super admins of the vendor',
    permission: 'Accounts:u',
    params: ById,
    body: z.strictObject({ parentAccountId: Id }),
    answer: Account,
    refusals: ['RQ403', 'RQ404', 'AC409', 'AC422'],
  }),
}
