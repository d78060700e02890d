/** Discounts in exact integer arithmetic: prices are integers of ten-thousandths, and rounding happens only once. */
import { discountFault } from '@trellis/contract/discounts'
import { maximumMoney } from '@trellis/contract/values'
import { amountOf, divided, tenThousandths } from '../../ui/money.ts'

export type DiscountKind = 'percentage' | 'amount'

/** The price of one product, with the discount it was computed from, if any. */
export interface PriceDraft {
  price: number | null
  kind: DiscountKind
  discount: number | null
}

export type PriceFault = 'required' | 'decimals' | 'tooBig' | 'negative' | 'overWhole' | 'overMsrp' | 'noMsrp'

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
export const withPrice = (price: number | null, { kind }: PriceDraft): PriceDraft => ({ price, kind, discount: null })

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
  return fitsFourDecimals(price) ? null : 'decimals'
}

interface WirePrice {
  customPrice: number
  customPriceDiscountType: DiscountKind | null
  customPriceDiscountAmount: number | null
}

/** Converts a valid draft to its wire format. */
export const toWire = ({ price, kind, discount }: PriceDraft): WirePrice => ({
  customPrice: price ?? 0,
  customPriceDiscountType: discount === null ? null : kind,
  customPriceDiscountAmount: discount,
})

export const fromWire = (item: WirePrice): PriceDraft => ({
  price: item.customPrice,
  kind: item.customPriceDiscountType ?? 'percentage',
  discount: item.customPriceDiscountType === null ? null : item.customPriceDiscountAmount,
})

export const samePrice = (one: PriceDraft, other: PriceDraft): boolean =>
  one.price === other.price && one.discount === other.discount && (one.discount === null || one.kind === other.kind)
