import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Balance, Day, Id } from './values.ts'

/*
 * What an account will be short of, when, and why (rules S7 to S9, decision 165). It is worked out when it is asked for; nothing
 * of it is stored.
 */

/** Days that are looked ahead: unless told otherwise, and at most. */
export const foresightDays = { usual: 60, most: 180 } as const
/** The desk says a shortage so many days before it, at most. */
export const shortageLeadDays = 35
/** Products of an answer at most. */
export const maximumForeseen = 50

/** Of keys that end: how many pieces their renewal is expected to take. */
export const ExpectedRenewals = z.object({
  /** Keys that end until the last day. */
  keys: z.int(),
  /** The pieces that renewing all of them would take. */
  seats: z.int(),
  /** In percent, of the terms that ended in the year before; 50 while fewer than five ended. */
  share: z.int(),
  /** The terms that the share is of. */
  ended: z.int(),
  /** Those of them that were renewed. */
  renewed: z.int(),
  /** Of which keys the terms were: of this product, or of all, because fewer than five of this one ended; `none` if those are too few as well. */
  basis: z.enum(['product', 'all', 'none']),
  /** The pieces that are expected of them: their share of the seats. */
  pieces: z.int(),
})

/** Of open deals that are expected to close: their pieces, each by its chance. */
export const ExpectedDeals = z.object({
  /** Deals that close until the last day. */
  count: z.int(),
  /** Their pieces if all of them are won. */
  seats: z.int(),
  /** The pieces that are expected of them, each by its chance. */
  pieces: z.int(),
})

/** Of purchases that wait for the account to approve them. */
export const WaitingOrders = z.object({
  /** Purchases that wait. */
  count: z.int(),
  /** Pieces of the product in them. */
  pieces: z.int(),
})

/** Of what is sold or used without any of these being the reason. */
export const ExpectedHabit = z.object({
  /** Pieces of the last 13 weeks. */
  sold: z.int(),
  /** In how many of these weeks something was sold; below three nothing is expected. */
  weeks: z.int(),
  /** How much more is expected by the season, in percent; null while there is no year to compare with. */
  season: z.nullable(z.int()),
  /** The pieces that are expected by it until the last day. */
  pieces: z.int(),
})

/** A product that runs short, with the figures of which it follows: available + incoming − expected = −missing. */
export const Foreseen = z.object({
  product: z.object({ productId: Id, sku: z.string(), productName: z.string() }),
  /** On hand − held by the account's pending sales. */
  available: Balance,
  /** On the way: pending purchases of the account. */
  incoming: z.int(),
  /** The day on which it runs short, by the reader's clock; null when it does not. */
  date: z.nullable(Day),
  /** The last day that is looked at. */
  until: Day,
  /** Pieces that lack on the last day; 0 when none do. */
  missing: z.int(),
  /** What is expected to leave the stock until the last day: the sum of the four. */
  expected: z.int(),
  renewals: ExpectedRenewals,
  deals: ExpectedDeals,
  orders: WaitingOrders,
  habit: ExpectedHabit,
  /** It is below its warning threshold already (rules S6). */
  isScarce: z.boolean(),
})
export type Foreseen = z.output<typeof Foreseen>

/** What an account will be short of. */
export const Foresight = z.object({
  /** What runs short first comes first; with a product, that one, short or not. */
  items: z.array(Foreseen),
  /** How many products run short, also beyond `items`. */
  count: z.int(),
})
export type Foresight = z.output<typeof Foresight>

/** The shortage of an account that the desk names: the product that runs short first, and what lacks of all that do. */
export const NextShortage = z.object({
  productId: Id,
  /** The day on which the first product runs short. */
  date: Day,
  /** The last day that is looked at. */
  until: Day,
  /** Pieces of the first product that lack on the last day. */
  missing: z.int(),
  /** Products that run short within the same days. */
  products: z.int(),
  /** What to purchase. */
  items: z.array(z.object({ productId: Id, missing: z.int() })),
})

export const foresight = {
  list: endpoint({
    method: 'GET',
    path: '/stocks/foresight',
    summary: 'What an account will be short of, when, and why',
    permission: 'Stocks:r',
    query: z.strictObject({
      /** The caller's own account when absent. */
      accountId: z.optional(Id),
      /** Only this product, short or not. */
      productId: z.optional(Id),
      /** Days to look ahead. */
      days: z._default(
        z.coerce.number().check(z.int(), z.minimum(1), z.maximum(foresightDays.most)),
        foresightDays.usual,
      ),
    }),
    answer: Foresight,
    refusals: ['RQ404'],
  }),
}
