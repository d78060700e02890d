/**
 * Amounts of an order, computed as the server computes them: prices are whole ten-thousandths, each line is rounded half
 * up to the currency's minor unit, and the total adds the rounded lines. Nothing is ever a fraction, so nothing drifts.
 */

const scale = 4
const unitsPerPrice = 10 ** scale

/** A price of at most four decimals as whole ten-thousandths. */
export const tenThousandths = (price: number): bigint => BigInt(Math.round(price * unitsPerPrice))

const minorUnits = new Map<string, number>()

/** Decimals of a currency: 2 for the euro, none for the yen (ISO 4217). What is no currency counts as having two. */
export function minorUnitsOf(currency: string | null | undefined): number {
  if (!currency) return 2
  const known = minorUnits.get(currency)
  if (known !== undefined) return known
  let units = 2
  try {
    units = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  } catch {
    // Then it is shown with two decimals as well.
  }
  minorUnits.set(currency, units)
  return units
}

/** Quantity times price, in whole minor units. */
export function lineAmount(quantity: number, price: number, units: number): bigint {
  const exact = BigInt(quantity) * tenThousandths(price)
  const step = 10n ** BigInt(scale - units)
  return (exact + step / 2n) / step
}

/** Whole minor units as the amount they are, for showing. */
export const amountOf = (minor: bigint, units: number): number => Number(minor) / 10 ** units

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
