/**
 * Amounts of the lines of an order or a deal, computed like on the server: prices are integers of ten-thousandths, each line is
 * rounded half up to the currency's minor unit, and the total adds the rounded lines. Integers avoid rounding
 * errors.
 */

import { minorUnitsOf } from '@trellis/contract/currencies'
import { amountOf, tenThousandths } from '../ui/money.ts'

const scale = 4

/** Quantity times price, in whole minor units. */
export function lineAmount(quantity: number, price: number, units: number): bigint {
  const exact = BigInt(quantity) * tenThousandths(price)
  const step = 10n ** BigInt(scale - units)
  return (exact + step / 2n) / step
}

/** The part of a line that counts towards the total. */
export interface Countable {
  quantity: number | null
  price: number | null
}

/** A line's amount; null while its quantity or price is empty. */
export function amountOfLine(line: Countable, currency: string | null | undefined): number | null {
  if (line.quantity === null || line.price === null) return null
  const units = minorUnitsOf(currency)
  return amountOf(lineAmount(line.quantity, line.price, units), units)
}

/** The sum of the rounded lines. */
export function totalOf(lines: readonly Countable[], currency: string | null | undefined): number {
  const units = minorUnitsOf(currency)
  const sum = lines.reduce(
    (total, { quantity, price }) =>
      quantity === null || price === null ? total : total + lineAmount(quantity, price, units),
    0n,
  )
  return amountOf(sum, units)
}
