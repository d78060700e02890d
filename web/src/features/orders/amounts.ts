/**
 * Amounts of an order, computed as the server computes them: prices are whole ten-thousandths, each line is rounded half
 * up to the currency's minor unit, and the total adds the rounded lines. Nothing is ever a fraction, so nothing drifts.
 */

import { amountOf, minorUnitsOf, tenThousandths } from '../../ui/money.ts'

const scale = 4

/** Quantity times price, in whole minor units. */
export function lineAmount(quantity: number, price: number, units: number): bigint {
  const exact = BigInt(quantity) * tenThousandths(price)
  const step = 10n ** BigInt(scale - units)
  return (exact + step / 2n) / step
}

/** What counts towards a total: a line that is complete enough to have an amount. */
export interface Countable {
  quantity: number | null
  price: number | null
}

/** A line's amount; null while its quantity or price is not there yet. */
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
