import * as z from 'zod/mini'
import { DiscountType } from './catalogue.ts'
import { endpoint } from './endpoint.ts'
import { maximumRows, PriceEffect, PriceRow } from './pricing.ts'
import { QuantityBreaks } from './quantity-breaks.ts'
import { Amount, ById, Created, Day, Id, Instant, NamedUser, once, Reference, text } from './values.ts'

/*
 * Planned changes of a price list: prices that apply from a day on (rules R12 to R16). A plan is a record of its own, with
 * ETag and history; only readers who reach the list's owner see it.
 */

/** Plans that wait for their day, of one list. */
export const maximumPlans = 24

export const pricePlanStates = ['planned', 'applied'] as const

const what = {
  /** The first day of the new prices, later than today, in the tenant's time zone. A list has at most one plan for a day. */
  day: Day,
  note: z.optional(z.nullable(text(500))),
  /** New prices, and products that come on the list with it. */
  items: z._default(z.array(PriceRow).check(z.maxLength(maximumRows)), []),
  /** Products that leave the list. */
  remove: z._default(
    z.array(Id).check(
      z.maxLength(maximumRows),
      once((id) => id),
    ),
    [],
  ),
}

/** New prices of a list for a day. */
export const PricePlanDraft = z.strictObject({
  priceListId: Id,
  ...what,
  /**
   * The day from which the list has again what it would have had without these prices, later than `day`: a second plan, for an offer
   * of some weeks.
   */
  until: z.optional(z.nullable(Day)),
})
/** A plan as it is to be from now on. */
export const PricePlanChange = z.strictObject(what)

const summary = {
  planId: Id,
  priceList: Reference,
  day: Day,
  note: z.nullable(z.string()),
  state: z.enum(pricePlanStates),
  /** Prices that the plan sets, and products that it takes off the list. */
  itemCount: z.int(),
  removedCount: z.int(),
  creationDate: Instant,
  modifiedDate: Instant,
  /** Null outside the reader's reach. */
  createdBy: z.nullable(NamedUser),
  /** When the prices were applied; null before. */
  appliedDate: z.nullable(Instant),
  /** Products that were deleted meanwhile, and were left out when the prices were applied. */
  skippedCount: z.int(),
}

/** A planned change without its prices. */
export const PricePlanSummary = z.object(summary)
export type PricePlanSummary = z.output<typeof PricePlanSummary>

/** One price of a plan. */
export const PlannedPrice = z.object({
  productId: Id,
  sku: z.string(),
  productName: z.string(),
  /** The state of the product. */
  status: z.string(),
  priceMsrp: Amount,
  msrpCurrencyId: z.int(),
  /** The price on the list now; null: not on it. */
  currentPrice: z.nullable(Amount),
  /** The planned price; null: the product leaves the list. */
  customPrice: z.nullable(Amount),
  customPriceDiscountType: DiscountType,
  customPriceDiscountAmount: z.nullable(Amount),
  quantityBreaks: QuantityBreaks,
  /** The breaks on the list now. */
  currentBreaks: QuantityBreaks,
})
export type PlannedPrice = z.output<typeof PlannedPrice>

/** A planned change with its prices, by name of the product, and what it means. */
export const PricePlan = z.object({
  ...summary,
  currencyCode: z.string(),
  items: z.array(PlannedPrice),
  /**
   * Who will pay what from that day on, compared with today: with all plans of the list up to that day. Null for one that was
   * applied.
   */
  effect: z.nullable(PriceEffect),
  /** Whether the reader may change and cancel it. */
  mayChange: z.boolean(),
})
export type PricePlan = z.output<typeof PricePlan>

export const pricePlans = {
  list: endpoint({
    method: 'GET',
    path: '/pricePlans',
    summary: 'The planned changes of a price list by day, then the last 20 that were applied',
    permission: 'PriceLists:r',
    query: z.strictObject({ priceListId: Id }),
    answer: z.object({ items: z.array(PricePlanSummary) }),
    refusals: ['RQ403', 'RQ404'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/pricePlans',
    summary: 'Plan new prices of a list for a day',
    permission: 'PriceLists:u',
    body: PricePlanDraft,
    answer: Created,
    status: 201,
    refusals: ['RQ403', 'RQ404', 'RQ409'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/pricePlans/:id',
    summary: 'A planned change with its prices and who will pay what',
    permission: 'PriceLists:r',
    params: ById,
    answer: PricePlan,
    refusals: ['RQ403', 'RQ404'],
  }),
  change: endpoint({
    method: 'PUT',
    path: '/pricePlans/:id',
    summary: 'Change the day, the note and the prices of a planned change, until it is applied',
    permission: 'PriceLists:u',
    params: ById,
    body: PricePlanChange,
    answer: PricePlan,
    refusals: ['RQ403', 'RQ404', 'RQ409'],
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: '/pricePlans/:id',
    summary: 'Cancel a planned change that was not applied',
    permission: 'PriceLists:u',
    params: ById,
    refusals: ['RQ403', 'RQ404', 'RQ409'],
  }),
}
