/** Discounts in exact arithmetic: prices are whole ten-thousandths, and a fraction exists only until it is rounded. */
import { maximumMoney } from '@trellis/contract/values'
import { amountOf, divided, tenThousandths } from '../../ui/money.ts'

export type DiscountKind = 'percentage' | 'amount'

/** What is said about the price of one product: the price, and the discount it was computed from, if from one. */
export interface PriceDraft {
  price: number | null
  kind: DiscountKind
  discount: number | null
}

export type PriceFault = 'required' | 'decimals' | 'tooBig' | 'negative' | 'overWhole' | 'overMsrp' | 'noMsrp'

export const noPrice: PriceDraft = { price: null, kind: 'percentage', discount: null }

/** At most four decimals, as prices are kept; more is refused, never rounded away. */
export const fitsFourDecimals = (value: number): boolean => Number(value.toFixed(4)) === value

/**
 * The price after a discount, rounded half up to the currency's minor unit. Null when the discount is none: more than
 * everything, or with more than four decimals.
 */
export function discounted(msrp: number, { kind, discount }: PriceDraft, units: number): number | null {
  if (discount === null || discount < 0 || discount > maximumMoney || !fitsFourDecimals(discount)) return null
  const whole = tenThousandths(msrp)
  const off = tenThousandths(discount)
  // A percentage of ten-thousandths, itself in ten-thousandths: a hundred whole ones make up the price.
  const [left, scale] = kind === 'amount' ? [whole - off, 10_000n] : [whole * (1_000_000n - off), 10_000_000_000n]
  if (left < 0n) return null
  return amountOf(divided(left * 10n ** BigInt(units), scale), units)
}

/** What is being priced. */
export interface Priced {
  /** Null when there is nothing to give a discount on: the MSRP is in another currency than the list. */
  msrp: number | null
  /** Decimals of the list's currency. */
  units: number
}

/** Typing a discount computes the price from the MSRP. */
export function withDiscount(discount: number | null, kind: DiscountKind, { msrp, units }: Priced): PriceDraft {
  const draft = { price: null, kind, discount }
  return { ...draft, price: msrp === null ? null : discounted(msrp, draft, units) }
}

/** Typing a price makes it a fixed one: the discount it came from no longer holds. */
export const withPrice = (price: number | null, { kind }: PriceDraft): PriceDraft => ({ price, kind, discount: null })

/** What is wrong with a price, null when nothing is. */
export function faultOf(draft: PriceDraft, { msrp }: Priced): PriceFault | null {
  const { price, kind, discount } = draft
  if (discount !== null) {
    if (msrp === null) return 'noMsrp'
    if (discount < 0) return 'negative'
    if (discount > maximumMoney) return 'tooBig'
    if (!fitsFourDecimals(discount)) return 'decimals'
    if (kind === 'percentage' && discount > 100) return 'overWhole'
    if (kind === 'amount' && tenThousandths(discount) > tenThousandths(msrp)) return 'overMsrp'
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

/** As the wire carries it; to be asked only of a draft without fault. */
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
