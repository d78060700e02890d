import * as z from 'zod/mini'
import { Account, addressFields } from './accounts.ts'
import { codes } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { externalIdsField } from './external-ids.ts'
import { InvitedUser, languageCodes, TimeZone } from './users.ts'
import { ById, Created, Email, Id, keyText, NumberId, Reference, requiredText, text } from './values.ts'

/** The address of a new account; the legal name defaults to the account's name. A country is required. */
export const NewAccountAddress = z.strictObject({
  legalName: z.optional(z.nullable(text())),
  ...addressFields,
})

/** The account's administrator, who is invited. With an empty user name there is none (rules N7). */
export const NewAccountUser = z.strictObject({
  userName: z.optional(z.nullable(z.union([z.literal(''), Email]))),
  firstName: z.optional(z.nullable(text())),
  lastName: z.optional(z.nullable(text())),
  timeZone: z.optional(z.nullable(z.union([z.literal(''), TimeZone]))),
  languageCode: z.optional(z.nullable(z.enum(languageCodes))),
  /** True: the address may be of somebody who signs in for another account of the tenant; they are asked (rules P63). */
  mayHaveSignIn: z.optional(z.boolean()),
})

/** The payload of a new account (rules N5, N7). */
export const NewAccount = z.strictObject({
  accountName: requiredText(),
  /** The number that another system has for it, once in the tenant whatever the case; by default made of the name. */
  accountCode: z.optional(z.nullable(keyText())),
  externalIds: externalIdsField,
  groupId: NumberId,
  /**
   * Required when the parent has a list to give (`pricing.toGive`); otherwise null, and an inherited list serves the
   * account.
   */
  priceListId: z.optional(z.nullable(Id)),
  /** Whether the list also serves descendants that have none of their own. */
  canPropagate: z.optional(z.boolean()),
  notificationReceiverEmail: z.optional(z.nullable(Email)),
  address: NewAccountAddress,
  user: z.optional(z.nullable(NewAccountUser)),
  parentAccountId: Id,
})
export type NewAccount = z.output<typeof NewAccount>

/** A new account, and its administrator if one was invited. */
export const OpenedAccount = z.extend(Created, {
  /** Null where nobody was invited. */
  administrator: z.nullable(InvitedUser),
})

/** `info` of AC409: everything that prevents deleting an account or moving a branch. Long lists are cut. */
export const InTheWay = z.object({
  /** Nobody deletes their own account. */
  ownAccount: z.boolean(),
  children: z.int(),
  childAccounts: z.array(Reference),
  pendingOrders: z.int(),
  orders: z.array(z.object({ orderId: Id, orderCode: z.string() })),
  /** Number of products with a balance that is not zero. */
  stockProducts: z.int(),
  stock: z.array(z.object({ productId: Id, sku: z.string(), productName: z.string(), quantity: z.int() })),
})
export type InTheWay = z.output<typeof InTheWay>

/** What prevents the deletion of an account, before it is asked for. */
export const AccountRemoval = z.object({
  ...InTheWay.shape,
  blocked: z.object({ remove: z.nullable(z.enum(['AC409', 'RQ403'])) }),
})
export type AccountRemoval = z.output<typeof AccountRemoval>

/** `info` of AC422: the rule of the tree that was broken. */
export const misplacements = ['group', 'parentLevel', 'root', 'cycle'] as const
export type Misplacement = (typeof misplacements)[number]

/** The effects of a move, before it is made. */
export const MovePreview = z.object({
  /** The account and its descendants. */
  accounts: z.int(),
  users: z.int(),
  /** The price lists that serve the branch's accounts before and after, including unchanged ones. */
  priceLists: z.array(
    z.object({
      before: z.nullable(Reference),
      after: z.nullable(Reference),
      accounts: z.int(),
      /** The list that serves them afterwards belongs to an account that is no longer above them. */
      isLeftBehind: z.boolean(),
    }),
  ),
  /** Ancestors that stop seeing the branch, and those that start to, nearest first. */
  losing: z.array(Reference),
  gaining: z.array(Reference),
  /** Orders that leave or join the lists of those ancestors. */
  ordersBought: z.int(),
  ordersSold: z.int(),
  licenses: z.int(),
  blocked: z.object({ move: z.nullable(z.enum(Object.keys(codes) as [keyof typeof codes])) }),
  /** Set when the move is refused with AC422. */
  misplacement: z.nullable(z.enum(misplacements)),
  /**
   * Set when the move is refused with AC409: pending orders between the branch and accounts that would no longer be
   * above it.
   */
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
    answer: OpenedAccount,
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
  removal: endpoint({
    method: 'GET',
    path: '/accounts/:id/removal',
    summary: 'Whether an account can be deleted, and everything that prevents it',
    permission: 'Accounts:d',
    params: ById,
    answer: AccountRemoval,
    refusals: ['RQ404'],
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
