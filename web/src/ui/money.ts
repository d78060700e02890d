/** Prices as integers, because sums of floating-point fractions are inexact. */

const scale = 4

/** Converts a price with at most four decimals to an integer of ten-thousandths. */
export const tenThousandths = (price: number): bigint => BigInt(price.toFixed(scale).replace('.', ''))

/** Integer division that rounds to nearest, halves up. */
export const divided = (numerator: bigint, denominator: bigint): bigint => (numerator + denominator / 2n) / denominator

/** How far `price` is below `whole`, in percent with one decimal; negative when above. Null when `whole` is zero. */
export function percentBelow(whole: number, price: number): number | null {
  const [all, paid] = [tenThousandths(whole), tenThousandths(price)]
  if (all === 0n) return null
  const off = (all - paid) * 1000n
  return Number(off < 0n ? -divided(-off, all) : divided(off, all)) / 10
}

/** Converts integer minor units to a decimal amount, for display only. */
export const amountOf = (minor: bigint, units: number): number => Number(minor) / 10 ** units
