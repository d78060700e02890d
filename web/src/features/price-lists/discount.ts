/** Discounts in exact integer arithmetic: prices are integers of ten-thousandths, and rounding happens only once. */
import { discountFault } from '@trellis/contract/discounts'
import { breakFault, type QuantityBreak } from '@trellis/contract/quantity-breaks'
import { maximumMoney, maximumQuantity } from '@trellis/contract/values'
import { amountOf, divided, tenThousandths } from '../../ui/money.ts'

export type DiscountKind = 'percentage' | 'amount'

/** A quantity break as it is typed. */
export interface BreakDraft {
  from: number | null
  price: number | null
}

/** The price of one product, with the discount it was computed from, if any. */
export interface PriceDraft {
  price: number | null
  kind: DiscountKind
  discount: number | null
  /** Lower prices from a number of pieces on; left out for none. */
  breaks?: readonly BreakDraft[] | undefined
}

export type PriceFault =
  | 'required'
  | 'decimals'
  | 'tooBig'
  | 'negative'
  | 'overWhole'
  | 'overMsrp'
  | 'noMsrp'
  | 'breaks'

export const noPrice: PriceDraft = { price: null, kind: 'percentage', discount: null }

/** Prices have at most four decimals; more are rejected and not rounded. */
export const fitsFourDecimals = (value: number): boolean => Number(value.toFixed(4)) === value

/**
 * The price after a discount, rounded half up to the currency's minor unit. Null when the discount is
 * invalid: more than 100 %, or with more than four decimals.
 */
export function discounted(msrp: number, { kind, discount }: PriceDraft, units: number): number | null {
  if (discount === null || discount < 0 || discount > maximumMoney || !fitsFourDecimals(discount)) return null
  const whole = tenThousandths(msrp)
  const off = tenThousandths(discount)
  // The MSRP and the percentage are both in ten-thousandths, so 100 % is 1,000,000.
  const [left, scale] = kind === 'amount' ? [whole - off, 10_000n] : [whole * (1_000_000n - off), 10_000_000_000n]
  if (left < 0n) return null
  return amountOf(divided(left * 10n ** BigInt(units), scale), units)
}

/** What a price is computed from. */
export interface Priced {
  /** Null when the MSRP is in another currency than the list; discounts are then not possible. */
  msrp: number | null
  /** Number of decimals of the list's currency. */
  units: number
}

/** Sets a discount and computes the price from the MSRP. */
export function withDiscount(discount: number | null, kind: DiscountKind, { msrp, units }: Priced): PriceDraft {
  const draft = { price: null, kind, discount }
  return { ...draft, price: msrp === null ? null : discounted(msrp, draft, units) }
}

/** The price at the MSRP: a discount of nothing, so that it follows the currency. Without an MSRP there is none. */
export const atMsrp = (priced: Priced): PriceDraft =>
  priced.msrp === null ? noPrice : withDiscount(0, 'percentage', priced)

/** Sets a fixed price, which removes the discount. */
export const withPrice = (price: number | null, { kind, breaks }: PriceDraft): PriceDraft => ({
  price,
  kind,
  discount: null,
  breaks,
})

/** The error of a price, or null. */
export function faultOf(draft: PriceDraft, { msrp }: Priced): PriceFault | null {
  const { price, kind, discount } = draft
  if (discount !== null) {
    if (msrp === null) return 'noMsrp'
    if (discount < 0) return 'negative'
    if (discount > maximumMoney) return 'tooBig'
    if (!fitsFourDecimals(discount)) return 'decimals'
    const fault = discountFault({ type: kind, amount: discount }, msrp)
    if (fault === 'overWhole' || fault === 'overMsrp') return fault
  }
  if (price === null || Number.isNaN(price)) return 'required'
  if (price < 0) return 'negative'
  if (price > maximumMoney) return 'tooBig'
  if (!fitsFourDecimals(price)) return 'decimals'
  return breakFaultOf(draft) === null ? null : 'breaks'
}

export interface BreakFault {
  index: number
  field: 'from' | 'price'
  fault: 'from' | 'rising' | 'lower' | 'decimals'
}

/** The first error of the quantity breaks, or null (rules R21). */
export function breakFaultOf({ price, breaks = [] }: PriceDraft): BreakFault | null {
  for (const [index, each] of breaks.entries()) {
    if (each.from === null || !Number.isInteger(each.from) || each.from > maximumQuantity)
      return { index, field: 'from', fault: 'from' }
    if (each.price === null || each.price < 0) return { index, field: 'price', fault: 'lower' }
    if (!fitsFourDecimals(each.price)) return { index, field: 'price', fault: 'decimals' }
  }
  const wrong = breakFault(price ?? 0, breaksOf(breaks))
  return wrong && { index: wrong.index, field: wrong.field, fault: wrong.field === 'from' ? 'rising' : 'lower' }
}

const breaksOf = (breaks: readonly BreakDraft[] = []) =>
  breaks.map(({ from, price }) => ({ from: from ?? 0, price: price ?? 0 }))

interface WirePrice {
  customPrice: number
  customPriceDiscountType: DiscountKind | null
  customPriceDiscountAmount: number | null
  quantityBreaks: QuantityBreak[]
}

/** Converts a valid draft to its wire format. */
export const toWire = ({ price, kind, discount, breaks }: PriceDraft): WirePrice => ({
  customPrice: price ?? 0,
  customPriceDiscountType: discount === null ? null : kind,
  customPriceDiscountAmount: discount,
  quantityBreaks: breaksOf(breaks),
})

export const fromWire = (item: WirePrice): PriceDraft => ({
  price: item.customPrice,
  kind: item.customPriceDiscountType ?? 'percentage',
  discount: item.customPriceDiscountType === null ? null : item.customPriceDiscountAmount,
  ...(item.quantityBreaks.length > 0 && { breaks: item.quantityBreaks }),
})

export const samePrice = (one: PriceDraft, other: PriceDraft): boolean =>
  one.price === other.price &&
  one.discount === other.discount &&
  (one.discount === null || one.kind === other.kind) &&
  isSameBreaks(one.breaks, other.breaks)

const isSameBreaks = (one: readonly BreakDraft[] = [], other: readonly BreakDraft[] = []): boolean =>
  one.length === other.length &&
  one.every(({ from, price }, index) => from === other[index]?.from && price === other[index]?.price)
