import type { RenewableKey } from '@trellis/contract/renewals'

export interface Sums {
  keys: number
  seats: number
  /** Keys without a price. */
  unpriced: number
  /** One amount for each currency, in the order of the keys. */
  total: { currencyCode: string; amount: number }[]
}

/** The keys of each account together; the account whose key comes first stays first, and so do its keys. */
export function byAccount(keys: readonly RenewableKey[]): RenewableKey[] {
  const accounts = new Map<string, RenewableKey[]>()
  for (const key of keys) {
    const { accountId } = key.ownerAccount
    const group = accounts.get(accountId)
    if (group) group.push(key)
    else accounts.set(accountId, [key])
  }
  return [...accounts.values()].flat()
}

/** What keys come to. Amounts of different currencies are not added up. */
export function sumsOf(keys: readonly Pick<RenewableKey, 'seats' | 'value' | 'currencyCode'>[]): Sums {
  const amounts = new Map<string, number>()
  let [seats, unpriced] = [0, 0]
  for (const { seats: ofKey, value, currencyCode } of keys) {
    seats += ofKey
    if (value === null || currencyCode === null) unpriced += 1
    else amounts.set(currencyCode, (amounts.get(currencyCode) ?? 0) + value)
  }
  const total = [...amounts].map(([currencyCode, amount]) => ({ currencyCode, amount }))
  return { keys: keys.length, seats, unpriced, total }
}

/** The money that an order of what is missing takes, for each currency. */
export const costOf = (
  pieces: readonly { missing: number; price: number | null; currencyCode: string | null }[],
): Sums['total'] =>
  sumsOf(
    pieces
      .filter(({ missing }) => missing > 0)
      .map(({ missing, price, currencyCode }) => ({
        seats: missing,
        value: price === null ? null : price * missing,
        currencyCode,
      })),
  ).total
