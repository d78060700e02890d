/** Decimals of currencies that do not have two (ISO 4217). */
const others: Readonly<Record<string, readonly string[]>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '),
  3: 'BHD IQD JOD KWD LYD OMR TND'.split(' '),
}

/**
 * Number of decimals of a currency (ISO 4217): 2 for the euro, 0 for the yen, 2 for an unknown code. Amounts are rounded to it, and
 * programs that format them by the habits of a country (`Intl`) write some of them with less.
 */
export const minorUnitsOf = (currency: string | null | undefined): number => {
  for (const [units, codes] of Object.entries(others)) if (currency && codes.includes(currency)) return Number(units)
  return 2
}
