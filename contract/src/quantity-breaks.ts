import * as z from 'zod/mini'
import { Amount, Money, maximumQuantity } from './values.ts'

/*
 * Quantity breaks of a price: lower prices from a number of pieces on (rules R21 to R24). This is the only text of the rule in
 * TypeScript; the one in SQL is `price_at`, and a test compares them.
 */

/** Breaks of one price. */
export const maximumBreaks = 10

/** From this many pieces of the product in one order on, each piece costs this much. */
export const QuantityBreak = z.object({
  /** The smallest number of pieces to which the price applies. */
  from: z.int(),
  /** The price of each piece, in the currency of the list. */
  price: Amount,
})
export type QuantityBreak = z.output<typeof QuantityBreak>

/** In answers: by rising number of pieces; empty when the price is the same for any number. */
export const QuantityBreaks = z.array(QuantityBreak)

/**
 * In requests: by rising number of pieces, each price lower than the one before. A price is written whole: without breaks it has
 * none.
 */
export const QuantityBreakDrafts = z._default(
  z
    .array(
      z.strictObject({
        /** The smallest number of pieces to which the price applies. */
        from: z.int().check(z.minimum(2), z.maximum(maximumQuantity)),
        /** The price of each piece. */
        price: Money,
      }),
    )
    .check(z.maxLength(maximumBreaks)),
  [],
)

export type BreakFault = { index: number; field: 'from' | 'price'; code: 'not_rising' | 'not_lower' }

/** The first fault of breaks in the order in which they were given, or null (rules R21). */
export function breakFault(price: number, breaks: readonly QuantityBreak[]): BreakFault | null {
  let before = { from: 1, price }
  for (const [index, each] of breaks.entries()) {
    if (each.from <= before.from) return { index, field: 'from', code: 'not_rising' }
    if (each.price >= before.price) return { index, field: 'price', code: 'not_lower' }
    before = each
  }
  return null
}

/** Breaks as one text, as files and the audit log have them: `10:45|50:40.5`. */
export const breaksText = (breaks: readonly QuantityBreak[]): string =>
  breaks.map(({ from, price }) => `${from}:${price}`).join('|')

/** The breaks of such a text; null for one of another form, or with breaks that do not rise and fall as they must. */
export function breaksOfText(text: string): QuantityBreak[] | null {
  const parts = text.split('|').map((part) => /^ *([0-9]{1,7}) *: *([0-9]{1,11}(?:\.[0-9]{1,4})?) *$/.exec(part))
  if (parts.length > maximumBreaks) return null
  const breaks = parts.map((part) => ({ from: Number(part?.[1]), price: Number(part?.[2]) }))
  const isWrong = parts.includes(null) || breaks.some(({ from }) => from > maximumQuantity)
  return isWrong || breakFault(Number.POSITIVE_INFINITY, breaks) !== null ? null : breaks
}

/** The break that applies to so many pieces, or null for the price itself. */
export const breakAt = (breaks: readonly QuantityBreak[], quantity: number): QuantityBreak | null =>
  breaks.findLast(({ from }) => from <= quantity) ?? null
