import { minorUnitsOf } from '@trellis/contract/currencies'

export interface Numbers {
  /** An amount in the decimals of its currency; text is formatted exactly. */
  money(amount: number | string): string
  /** The price of one piece, with up to four decimals. */
  price(amount: number): string
  pieces(count: number): string
}

/** Formats are made once per document: making one takes longer than drawing a line. */
export function numbersOf(currency: string, language: string): Numbers {
  const common = { style: 'currency', currency, currencyDisplay: 'code', useGrouping: 'always' } as const
  const units = minorUnitsOf(currency)
  const money = new Intl.NumberFormat(language, {
    ...common,
    minimumFractionDigits: units,
    maximumFractionDigits: units,
  })
  const price = new Intl.NumberFormat(language, { ...common, minimumFractionDigits: units, maximumFractionDigits: 4 })
  const pieces = new Intl.NumberFormat(language, { useGrouping: 'always' })
  return {
    money: (amount) => money.format(amount as number),
    price: (amount) => price.format(amount),
    pieces: (count) => pieces.format(count),
  }
}
