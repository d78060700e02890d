import * as z from 'zod/mini'
import { DiscountType } from './catalogue.ts'
import { endpoint } from './endpoint.ts'
import { orderStatuses } from './orders.ts'
import { noPriceReasons } from './pricing.ts'
import { QuantityBreaks } from './quantity-breaks.ts'
import { Amount, Day, Id, Instant, Reference } from './values.ts'

/*
 * What an account paid for a product on a day, and why, from the history of prices, associations and the tree (rules R18).
 */

/** Prices of a day, and orders, that an answer shows; further ones are counted. */
export const shownOfDay = 50

/** By what a price came on a list: by hand, in an imported file, or by a plan on its day. */
export const priceWays = ['edit', 'import', 'plan'] as const

/** What explains the price of an order line: that of the list; agreed in the order; agreed in its deal; kept by an import. */
export const paidBecause = ['list', 'agreed', 'deal', 'imported'] as const

/** What the account would have paid from a moment of the day on, until the next one. */
export const PastPrice = z.object({
  since: Instant,
  /** Null when the account could not buy the product, or that is not known. */
  price: z.nullable(Amount),
  currencyCode: z.nullable(z.string()),
  /** The list that served the account. Null: none, the MSRP, or one that is gone or that the reader does not see now. */
  priceListId: z.nullable(Id),
  /** Its name then; null for none, and for the MSRP. */
  priceListName: z.nullable(z.string()),
  inherited: z.boolean(),
  /** The account above that passed the list on; null outside the reader's reach. */
  inheritedFrom: z.nullable(Reference),
  discountType: DiscountType,
  discountAmount: z.nullable(Amount),
  quantityBreaks: QuantityBreaks,
  /** Why there is no price. `not_recorded`: it was before the history of the account or of one above it began. */
  reason: z.nullable(z.enum([...noPriceReasons, 'not_recorded'])),
  /** When the price came on the list, or the product left it. */
  setDate: z.nullable(Instant),
  /** Null for the system, and for a user outside the reader's reach. */
  setBy: z.nullable(z.string()),
  /** By what it was set: by hand, in an imported file, or by a plan. */
  setHow: z.nullable(z.enum(priceWays)),
  /** The plan that set it; null outside the reader's reach. */
  planId: z.nullable(Id),
})
export type PastPrice = z.output<typeof PastPrice>

/** One line of an order of the day with the product. */
export const PaidLine = z.object({
  orderId: Id,
  orderCode: z.string(),
  status: z.enum(orderStatuses),
  creationDate: Instant,
  quantity: z.int(),
  price: Amount,
  currencyCode: z.string(),
  /** What explains the price: that of the list, agreed in the order, agreed in its deal, or kept by an import. */
  because: z.enum(paidBecause),
  /** The effective price at that moment; null where an import did not say it. */
  listPrice: z.nullable(Amount),
  priceListName: z.nullable(z.string()),
})
export type PaidLine = z.output<typeof PaidLine>

/** What an account paid for a product on a day, and why. */
export const PriceOnDay = z.object({
  productId: Id,
  sku: z.string(),
  productName: z.string(),
  accountId: Id,
  accountName: z.string(),
  day: Day,
  /** The time zone of the tenant, in which the day began and ended. */
  timeZone: z.string(),
  /** False for a product of another tenant: whether it was active then, and its MSRP, are in that tenant's history. */
  isProductRecorded: z.boolean(),
  /** In the order of time; the first one from the beginning of the day on. */
  prices: z.array(PastPrice),
  /** Prices between the first and the second one that are not shown. */
  omittedCount: z.int(),
  /** Orders of the account from that day with the product, in any state; null without Orders `r` for the account. */
  orders: z.nullable(z.object({ items: z.array(PaidLine), count: z.int() })),
})
export type PriceOnDay = z.output<typeof PriceOnDay>

export const pastPrices = {
  onDay: endpoint({
    method: 'GET',
    path: '/pricelists/explainOnDay',
    summary: 'What an account paid for a product on a day, and why',
    permission: 'Products:r',
    query: z.strictObject({
      productId: Id,
      accountId: z.optional(Id),
      /** In the tenant's calendar; today at the latest. */
      day: Day,
    }),
    answer: PriceOnDay,
    refusals: ['RQ404'],
  }),
}
