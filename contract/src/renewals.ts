import * as z from 'zod/mini'
import { endpoint, searchOf } from './endpoint.ts'
import { listOf } from './search.ts'
import { Amount, Id, Instant } from './values.ts'

/** Keys that have ended, and those that end within so many days. */
export const renewalWindows = ['expired', '30', '60', '90'] as const
export type RenewalWindow = (typeof renewalWindows)[number]
const Window = z.enum(renewalWindows)

const Product = z.object({ productId: Id, sku: z.string(), name: z.string() })
const Account = z.object({ accountId: Id, accountCode: z.string(), accountName: z.string() })
const Order = z.object({ orderId: Id, orderCode: z.string() })

/** A key that has an end, and what renewing it takes (rules K18, K19). */
export const RenewableKey = z.object({
  licenseId: Id,
  serialKey: z.string(),
  seats: z.int(),
  /** The last instant of the license; of the maintenance for a perpetual license. */
  dueDate: Instant,
  /** True: the license is perpetual, and its maintenance ends. */
  isMaintenance: z.boolean(),
  product: Product,
  ownerAccount: Account,
  /** The product that renews it; null when none does. */
  renewal: z.nullable(Product),
  /** What the owner pays for the renewal of all seats; null when it cannot buy it. */
  value: z.nullable(Amount),
  currencyCode: z.nullable(z.string()),
  /** The pending order that was made for its renewal. */
  order: z.nullable(Order),
  /** The code of the reason why the reader may not renew it; null when allowed. */
  blocked: z.object({ renew: z.nullable(z.string()) }),
})
export type RenewableKey = z.output<typeof RenewableKey>

export const renewalList = listOf({
  item: RenewableKey,
  ids: ['licenseId'],
  sort: 'dueDate',
  fields: {
    /** Words, in any order (rules H1): of the key, the product's name and SKU, and the owner's name. */
    anything: { filter: 'text' },
    serialKey: { sort: true, filter: 'text' },
    dueDate: { sort: true, between: true },
    window: { path: 'dueDate', filter: 'choice' },
    productName: { path: 'product.name', sort: true, filter: 'text' },
    sku: { path: 'product.sku', sort: true, filter: 'text' },
    ownerAccountName: { path: 'ownerAccount.accountName', sort: true, filter: 'text' },
    seats: { sort: true },
    productId: { filter: 'exact' },
    ownerAccountId: { filter: 'exact' },
    /** The reader's own account is the one that has to renew it now (rules Y2). */
    needsMe: { filter: 'flag' },
  },
})
export const RenewalSearch = renewalList.search
export type RenewalSearch = z.output<typeof RenewalSearch>

const scope = { parentAccountId: z.optional(z.nullable(Id)), includeChildren: z._default(z.boolean(), true) }

/** What the keys of one account are worth that are in a window. */
export const RenewalsOfAccount = z.object({
  ownerAccount: Account,
  keys: z.int(),
  seats: z.int(),
  /** Keys without a price: no product renews them, or the account cannot buy it. */
  unpriced: z.int(),
  value: Amount,
  /** Null when no key has a price. */
  currencyCode: z.nullable(z.string()),
})
export type RenewalsOfAccount = z.output<typeof RenewalsOfAccount>

export const RenewalFigures = z.object({
  items: z.array(RenewalsOfAccount),
  /** Number of accounts in all. */
  count: z.int(),
  keys: z.int(),
  seats: z.int(),
  unpriced: z.int(),
  /** Sums over all accounts, one for each currency. */
  total: z.array(z.object({ currencyCode: z.string(), amount: Amount })),
})
export type RenewalFigures = z.output<typeof RenewalFigures>

/** One month of the renewal rate. */
export const RenewalMonth = z.object({
  /** First day, `YYYY-MM-DD`. */
  month: z.string(),
  /** Terms that ended in the month, by UTC. */
  due: z.int(),
  /** Terms of them that were renewed, before or after their end. */
  renewed: z.int(),
  /** Percentage with one decimal; null when nothing was due. */
  rate: z.nullable(z.number()),
})
export type RenewalMonth = z.output<typeof RenewalMonth>

/** Maximum number of keys in one call: they are locked until its end. */
export const maximumRenewals = 200
/** Maximum number of months of the renewal rate. */
export const maximumMonths = 60

export const RenewalDraft = z.strictObject({
  items: z
    .array(
      z.strictObject({
        serialKey: z.string().check(z.minLength(1), z.maxLength(100)),
        /** The end that the caller saw, null for none. When it has changed meanwhile, the key is not renewed again. */
        dueDate: z.nullable(Instant),
        /** By default the first product that renews the key. */
        productId: z.optional(z.nullable(Id)),
      }),
    )
    .check(z.minLength(1), z.maxLength(maximumRenewals)),
  /** Order what is short; needs Orders `c`. */
  orderMissing: z._default(z.boolean(), true),
  /** Approve these orders at once, as their vendor, and extend the keys with them; needs Orders `u`. */
  approve: z._default(z.boolean(), false),
})
export type RenewalDraft = z.output<typeof RenewalDraft>

export const renewalOutcomes = ['extended', 'ordered', 'waiting', 'short', 'refused'] as const
export const renewalReasons = [
  'changed',
  'not_started',
  'perpetual',
  'trial',
  'upgrade_right',
  'no_product',
  'not_for_sale',
] as const

/** What became of one key, or would become. */
export const RenewalResult = z.object({
  licenseId: Id,
  serialKey: z.string(),
  ownerAccount: Account,
  seats: z.int(),
  /**
   * `extended`: its stock was there. `ordered`: what is missing was ordered. `waiting`: an earlier order for it is
   * pending. `short`: stock is missing and was not ordered. `refused`: see `reason`.
   */
  outcome: z.enum(renewalOutcomes),
  reason: z.nullable(z.enum(renewalReasons)),
  /** The product that renews it. */
  renewal: z.nullable(Product),
  /** The products that can renew it, the usual one first. */
  choices: z.array(Product),
  dueDate: z.nullable(Instant),
  /** The end after the renewal; null when it has none, or is not extended. */
  newDueDate: z.nullable(Instant),
  /** The order that was made for it, also when it was approved at once. */
  order: z.nullable(Order),
})
export type RenewalResult = z.output<typeof RenewalResult>

/** Pieces of one product that the renewals take from an account's stock, or lack there. */
export const RenewalPieces = z.object({
  account: Account,
  product: Product,
  quantity: z.int(),
  /** Pieces that are short, and ordered if the caller wants that. */
  missing: z.int(),
  /** The account's price; null when it cannot buy the product. */
  price: z.nullable(Amount),
  currencyCode: z.nullable(z.string()),
})
export type RenewalPieces = z.output<typeof RenewalPieces>

export const RenewalAnswer = z.object({ items: z.array(RenewalResult), pieces: z.array(RenewalPieces) })
export type RenewalAnswer = z.output<typeof RenewalAnswer>

export const renewals = {
  search: searchOf(renewalList, {
    path: '/renewals/search',
    summary: 'Keys that have an end, with what renewing them takes, of an account and of those below it on request',
    permission: 'Licenses:r',
    exportedAs: 'renewals.search',
    refusals: ['RQ404'],
  }),
  figures: endpoint({
    method: 'POST',
    path: '/renewals/figures',
    summary: 'Keys of a window by account, with their value at the price of each account',
    permission: 'Licenses:r',
    effect: 'read',
    body: z.strictObject({
      window: Window,
      ...scope,
      limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 10),
      page: z._default(z.int().check(z.minimum(1), z.maximum(100_000)), 1),
    }),
    answer: RenewalFigures,
    refusals: ['RQ404'],
  }),
  rate: endpoint({
    method: 'POST',
    path: '/renewals/rate',
    summary: 'How many of the terms that ended in each of the last months were renewed',
    permission: 'Licenses:r',
    effect: 'read',
    body: z.strictObject({
      ...scope,
      months: z._default(z.int().check(z.minimum(1), z.maximum(maximumMonths)), 12),
    }),
    answer: z.object({ items: z.array(RenewalMonth) }),
    refusals: ['RQ404'],
  }),
  preview: endpoint({
    method: 'POST',
    path: '/renewals/preview',
    summary: 'What renewing these keys would extend and order; nothing changes',
    permission: 'Licenses:c',
    effect: 'read',
    body: RenewalDraft,
    answer: RenewalAnswer,
    refusals: ['RQ403', 'RQ404'],
  }),
  renew: endpoint({
    method: 'POST',
    path: '/renewals',
    summary: "Extend keys from their owners' stock, and order what is short; a result for each key",
    permission: 'Licenses:c',
    body: RenewalDraft,
    answer: RenewalAnswer,
    status: 201,
    refusals: ['RQ403', 'RQ404', 'OC527', 'OC530', 'OC531'],
  }),
}
