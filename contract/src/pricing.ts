import * as z from 'zod/mini'
import { DiscountType } from './catalogue.ts'
import { endpoint } from './endpoint.ts'
import { QuantityBreakDrafts, QuantityBreaks } from './quantity-breaks.ts'
import { pageOf, pageQuery } from './search.ts'
import { Amount, ById, Id, Instant, Money, Reference, requiredText } from './values.ts'

/*
 * Explains prices: where a price comes from, what it was before, and which accounts a change affects. These
 * calls were added for the screens (decision 015).
 */

/** Why an account cannot buy a product; null when it can. */
export const noPriceReasons = ['no_list', 'not_on_list', 'not_active'] as const

/** The source of the price that an account pays. */
export const PriceExplanation = z.object({
  productId: Id,
  sku: z.string(),
  productName: z.string(),
  accountId: Id,
  accountName: z.string(),
  /** What the account pays; null when it cannot buy the product. */
  price: z.nullable(Amount),
  currencyId: z.nullable(z.int()),
  currencyCode: z.nullable(z.string()),
  /** Null for the root without a list, which pays the MSRP. */
  priceListId: z.nullable(Id),
  priceListName: z.nullable(z.string()),
  inherited: z.boolean(),
  /** Null when that account is outside the reader's reach. */
  inheritedFrom: z.nullable(Reference),
  priceMsrp: Amount,
  msrpCurrencyId: z.int(),
  msrpCurrencyCode: z.string(),
  discountType: DiscountType,
  discountAmount: z.nullable(Amount),
  quantityBreaks: QuantityBreaks,
  /**
   * Discount from the MSRP in percent with one decimal, negative above the MSRP; null when currencies differ or the
   * MSRP is zero.
   */
  belowMsrp: z.nullable(z.number()),
  reason: z.nullable(z.enum(noPriceReasons)),
})
export type PriceExplanation = z.output<typeof PriceExplanation>

/** One change of one price. `from` is null when the product was added to the list, `to` when it was removed. */
export const PriceChange = z.object({
  productId: Id,
  sku: z.nullable(z.string()),
  productName: z.nullable(z.string()),
  from: z.nullable(Amount),
  to: z.nullable(Amount),
  discountType: DiscountType,
  discountAmount: z.nullable(Amount),
  /** The breaks after the change. */
  quantityBreaks: QuantityBreaks,
  changeDate: Instant,
  /** Null for the system, and for a user outside the reader's reach. */
  changedBy: z.nullable(z.string()),
})
export type PriceChange = z.output<typeof PriceChange>

/** The uses that prevent deleting a price list. Accounts outside the reader's reach are counted but not named. */
export const PriceListUses = z.object({
  accounts: z.array(z.object({ id: Id, name: z.string(), canPropagate: z.boolean() })),
  accountCount: z.int(),
  orders: z.int(),
})
export type PriceListUses = z.output<typeof PriceListUses>

/** Maximum number of accounts and products named in an effect; the counts include all. */
export const namedInEffect = 200

/** A preview counts prices that change by at least this many percent as drops and rises. */
export const strongChange = 20

export const PriceDifference = z.object({
  productId: Id,
  sku: z.string(),
  productName: z.string(),
  /** Null: the product cannot be bought before, or after. */
  before: z.nullable(Amount),
  beforeCurrencyCode: z.nullable(z.string()),
  after: z.nullable(Amount),
  afterCurrencyCode: z.nullable(z.string()),
  /** Lower prices from a number of pieces on, before the change. */
  beforeBreaks: QuantityBreaks,
  /** The same after it. */
  afterBreaks: QuantityBreaks,
})
export type PriceDifference = z.output<typeof PriceDifference>

/** Accounts with the same price list before and the same one after, and so with the same differences. */
export const EffectGroup = z.object({
  priceListBefore: z.nullable(Reference),
  priceListAfter: z.nullable(Reference),
  accounts: z.array(z.object({ id: Id, name: z.string(), groupName: z.string() })),
  accountCount: z.int(),
  /** What cannot be bought any more first, then the strongest changes; further ones are only counted. */
  differences: z.array(PriceDifference),
  differenceCount: z.int(),
  /** Products that cannot be bought any more. */
  lostCount: z.int(),
  /** Prices that fall, and that rise, by at least `strongChange` percent for some number of pieces, or in another currency neither. */
  dropCount: z.int(),
  riseCount: z.int(),
  /** Accounts with a credit limit, which would be an amount of another currency than now (rules O24). */
  limitCount: z.int(),
})
export type EffectGroup = z.output<typeof EffectGroup>

/** Accounts in reach whose prices a change would change, and how. Computing it changes nothing. */
export const PriceEffect = z.object({ accountCount: z.int(), groups: z.array(EffectGroup) })
export type PriceEffect = z.output<typeof PriceEffect>

export const maximumRows = 5000

/** One row of a batch: the product by its id or SKU. */
export const PriceRow = z
  .strictObject({
    productId: z.optional(z.nullable(Id)),
    sku: z.optional(z.nullable(requiredText(64))),
    customPrice: Money,
    customPriceDiscountType: z.optional(DiscountType),
    customPriceDiscountAmount: z.optional(z.nullable(Money)),
    quantityBreaks: QuantityBreakDrafts,
  })
  .check(z.refine((row) => !!row.productId !== !!row.sku, { path: ['sku'], error: 'required' }))

export const PriceRows = z.strictObject({
  items: z.array(PriceRow).check(z.maxLength(maximumRows)),
  /** Removes products that are on the list but not among the rows. */
  removeOthers: z._default(z.boolean(), false),
  /** Products to remove from the list. */
  remove: z._default(z.array(Id).check(z.maxLength(maximumRows)), []),
  /** Returns the effect without changing anything. */
  dryRun: z._default(z.boolean(), false),
})

export const RowFault = z.object({
  /** Index of the row, from 0. */
  index: z.int(),
  field: z.string(),
  code: z.enum(['unknown', 'twice', 'deleted', 'required', 'too_big', 'not_rising', 'not_lower']),
})
export type RowFault = z.output<typeof RowFault>

export const PriceRowsResult = z.object({
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  removed: z.int(),
  /** With any fault nothing is saved. */
  faults: z.array(RowFault),
  effect: PriceEffect,
})
export type PriceRowsResult = z.output<typeof PriceRowsResult>

/** The price lists that the reader can give to an account created below another one. */
export const ListsToGive = z.object({
  /** True when the parent has a list to give, so that `POST /accounts` requires a `priceListId`. */
  required: z.boolean(),
  items: z.array(
    z.object({
      priceListId: Id,
      name: z.string(),
      currencyCode: z.string(),
      /** The owner; null outside the reader's reach. */
      accountName: z.nullable(z.string()),
    }),
  ),
})
export type ListsToGive = z.output<typeof ListsToGive>

export const pricing = {
  explain: endpoint({
    method: 'GET',
    path: '/pricelists/explain',
    summary: 'The source of the price that an account pays for a product',
    permission: 'Products:r',
    query: z.strictObject({ productId: Id, accountId: z.optional(Id) }),
    answer: PriceExplanation,
    refusals: ['RQ404'],
  }),
  toGive: endpoint({
    method: 'GET',
    path: '/pricelists/to-give',
    summary: 'The price lists that can be given to an account created below another, and whether one must be',
    permission: 'PriceLists:c',
    query: z.strictObject({ parentAccountId: Id }),
    answer: ListsToGive,
    refusals: ['RQ404'],
  }),
  history: endpoint({
    method: 'GET',
    path: '/pricelists/:id/history',
    summary: 'Changes of the prices of a list in reach, or of one product on it, newest first',
    permission: 'PriceLists:r',
    params: ById,
    query: z.strictObject({
      productId: z.optional(Id),
      ...pageQuery,
    }),
    answer: pageOf(PriceChange),
    refusals: ['RQ404'],
  }),
  uses: endpoint({
    method: 'GET',
    path: '/pricelists/:id/uses',
    summary:
      'The accounts associated with a list in reach, how many accounts it serves, and how many orders refer to it',
    permission: 'PriceLists:r',
    params: ById,
    answer: z.extend(PriceListUses, { served: z.int() }),
    refusals: ['RQ403', 'RQ404'],
  }),
  setProducts: endpoint({
    method: 'PUT',
    path: '/pricelists/:id/items',
    summary: 'Set the prices of many products at once, or preview the effect',
    permission: 'PriceLists:u',
    params: ById,
    body: PriceRows,
    answer: PriceRowsResult,
    refusals: ['RQ403', 'RQ404'],
  }),
  associationEffect: endpoint({
    method: 'POST',
    path: '/pricelists/accounts/:accountId/effect',
    summary: 'Preview of changing the association of an account below; without a price list, of removing it',
    permission: 'PriceLists:c',
    params: z.strictObject({ accountId: Id }),
    body: z.strictObject({ priceListId: z.nullable(Id), canPropagate: z._default(z.boolean(), false) }),
    answer: PriceEffect,
    refusals: ['RQ403', 'RQ404'],
  }),
}
