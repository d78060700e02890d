/** Prices as whole numbers: what is never a fraction never drifts. */

const scale = 4

/** A price of at most four decimals as whole ten-thousandths. */
export const tenThousandths = (price: number): bigint => BigInt(price.toFixed(scale).replace('.', ''))

/** The nearest whole number, halves going up. */
export const divided = (numerator: bigint, denominator: bigint): bigint => (numerator + denominator / 2n) / denominator

/** How far a price is below another, in percent with one decimal; above it negative. Null where the other is zero. */
export function percentBelow(whole: number, price: number): number | null {
  const [all, paid] = [tenThousandths(whole), tenThousandths(price)]
  if (all === 0n) return null
  const off = (all - paid) * 1000n
  return Number(off < 0n ? -divided(-off, all) : divided(off, all)) / 10
}

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

/** Whole minor units as the amount they are, for showing. */
export const amountOf = (minor: bigint, units: number): number => Number(minor) / 10 ** units
