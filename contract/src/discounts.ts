import type { discountTypes } from './catalogue.ts'

/** A discount as entered; the price computed from it is ignored. */
export interface Discount {
  type: (typeof discountTypes)[number] | null
  /** Percent, or money in the currency of the price list. */
  amount: number | null
}

export type DiscountFault = 'amountRequired' | 'typeRequired' | 'overWhole' | 'overMsrp'

/**
 * The fault of a discount, or null (rules R8): it needs both a type and an amount, or neither, and must not exceed the
 * MSRP. `msrp` is null when it is in another currency and so cannot be compared.
 */
export function discountFault({ type, amount }: Discount, msrp: number | null): DiscountFault | null {
  if (type === null) return amount === null ? null : 'typeRequired'
  if (amount === null) return 'amountRequired'
  if (type === 'percentage') return amount > 100 ? 'overWhole' : null
  return msrp !== null && amount > msrp ? 'overMsrp' : null
}
