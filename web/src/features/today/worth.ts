import { formatMoney, formatNumber } from '../../ui/format.ts'

/** An amount without its cents, as a heading says it. */
export function roundMoney(amount: number, currency: string, language: string): string {
  try {
    return formatNumber(amount, language, { style: 'currency', currency, maximumFractionDigits: 0 })
  } catch {
    // The browser does not know the currency.
    return formatMoney(Math.round(amount), currency, language)
  }
}
