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
 * Prices of lines that sum up exactly to an amount for all of them, shared by their value; the rest goes to the largest line, and what
 * would make that dearer than it is to the next largest (rules J14). What comes of each line, in their order. A price has four decimals,
 * so the amount of many pieces cannot have every value: then one piece becomes a line of its own and takes what is missing.
 * @param amount with at most the decimals of the currency, and not more than the lines cost
 * @param minorUnits decimals of the currency
 */
export function shareAmount(lines: readonly PricedLine[], amount: number, minorUnits: number): PricedLine[][] {
  const step = BigInt(10 ** (4 - minorUnits))
  const target = toUnits(amount)
  const all = lines.map((line, index) => {
    const [pieces, price] = [BigInt(line.quantity), toUnits(line.price)]
    return { line, index, pieces, value: pieces * price, most: amountOf(pieces, price, step), price: 0n, share: 0n }
  })
  const total = all.reduce((sum, { value }) => sum + value, 0n)
  for (const each of all) {
    if (total > 0n) each.price = (((target * each.value) / total / step) * step) / each.pieces
    each.share = amountOf(each.pieces, each.price, step)
  }
  const byValue = all.toSorted((one, other) =>
    one.value === other.value ? one.index - other.index : one.value < other.value ? 1 : -1,
  )
  let rest = target - all.reduce((sum, { share }) => sum + share, 0n)
  for (const each of byValue) {
    const more = rest < each.most - each.share ? rest : each.most - each.share
    rest -= more
    each.share += more
  }
  return all.map(({ line, pieces, price, share }) => {
    const priced = (of: bigint, each: bigint): PricedLine => ({
      productId: line.productId,
      quantity: Number(of),
      price: Number(each) / unit,
    })
    const nearest = (share + pieces / 2n) / pieces
    const whole = [nearest, price].find((each) => amountOf(pieces, each, step) === share)
    if (whole !== undefined) return [priced(pieces, whole)]
    const lower = share / pieces
    return [priced(pieces - 1n, lower), priced(1n, share - amountOf(pieces - 1n, lower, step))]
  })
}

/** The sum of the amounts of lines, as the database computes it. */
export function totalOf(lines: readonly Omit<PricedLine, 'productId'>[], minorUnits: number): number {
  const step = BigInt(10 ** (4 - minorUnits))
  const sum = lines.reduce((all, line) => all + amountOf(BigInt(line.quantity), toUnits(line.price), step), 0n)
  return Number(sum) / unit
}
