/** Amounts in ten-thousandths, the unit of the database. */
const unit = 10_000

export interface PricedLine {
  productId: string
  quantity: number
  /** Of one piece. */
  price: number
}

const toUnits = (amount: number): bigint => BigInt(Math.round(amount * unit))

/** The amount of a line as the database computes it: rounded half up to the currency's minor unit. */
const amountOf = (quantity: bigint, price: bigint, step: bigint): bigint =>
  ((quantity * price + step / 2n) / step) * step

/**
 * Prices of lines that sum up exactly to an amount for all of them, shared by their value; the rest goes to the largest
 * line (rules J14). What comes of each line, in their order. A price has four decimals, so the amount of many pieces cannot have every value: then one piece of the
 * largest line becomes a line of its own and takes what is missing.
 * @param amount with at most the decimals of the currency
 * @param minorUnits decimals of the currency
 */
export function shareAmount(lines: readonly PricedLine[], amount: number, minorUnits: number): PricedLine[][] {
  const step = BigInt(10 ** (4 - minorUnits))
  const target = toUnits(amount)
  const values = lines.map(({ quantity, price }) => BigInt(quantity) * toUnits(price))
  const total = values.reduce((sum, value) => sum + value, 0n)
  const largest = values.reduce((best, value, index) => (value > (values[best] ?? 0n) ? index : best), 0)
  const prices = lines.map(({ quantity }, index) => {
    const share = total === 0n ? 0n : ((target * (values[index] ?? 0n)) / total / step) * step
    return share / BigInt(quantity)
  })
  const others = lines.reduce(
    (sum, { quantity }, index) =>
      index === largest ? sum : sum + amountOf(BigInt(quantity), prices[index] ?? 0n, step),
    0n,
  )
  return lines.map(({ productId, quantity }, index) => {
    const priced = (pieces: number, price: bigint) => ({ productId, quantity: pieces, price: Number(price) / unit })
    if (index !== largest) return [priced(quantity, prices[index] ?? 0n)]
    const pieces = BigInt(quantity)
    const wanted = target - others
    const price = (wanted + pieces / 2n) / pieces
    if (amountOf(pieces, price, step) === wanted) return [priced(quantity, price)]
    const lower = wanted / pieces
    return [priced(quantity - 1, lower), priced(1, wanted - amountOf(pieces - 1n, lower, step))]
  })
}

/** The sum of the amounts of lines, as the database computes it. */
export function totalOf(lines: readonly Omit<PricedLine, 'productId'>[], minorUnits: number): number {
  const step = BigInt(10 ** (4 - minorUnits))
  const sum = lines.reduce((all, line) => all + amountOf(BigInt(line.quantity), toUnits(line.price), step), 0n)
  return Number(sum) / unit
}
