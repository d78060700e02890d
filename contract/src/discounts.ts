import type { discountTypes } from './catalogue.ts'

/** A discount as it is given, with the price that it was computed from left aside. */
export interface Discount {
  type: (typeof discountTypes)[number] | null
  /** Percent, or money in the currency of the price list. */
  amount: number | null
}

export type DiscountFault = 'amountRequired' | 'typeRequired' | 'overWhole' | 'overMsrp'

/**
 * What is wrong with a discount, null when nothing is (rules R8): it has a type and an amount or neither, and takes off
 * at most all of the MSRP. `msrp` is null where nothing can be compared with it, because it is in another currency.
 */
export function discountFault({ type, amount }: Discount, msrp: number | null): DiscountFault | null {
  if (type === null) return amount === null ? null : 'typeRequired'
  if (amount === null) return 'amountRequired'
  if (type === 'percentage') return amount > 100 ? 'overWhole' : null
  return msrp !== null && amount > msrp ? 'overMsrp' : null
}
