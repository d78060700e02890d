import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../ui/format.ts'
import { useLocale } from '../../ui/locale.tsx'

export interface Worth {
  amount: number
  currencyCode: string
}

/** One sum for each currency, in the order of their first amounts. */
export function sumByCurrency(amounts: readonly (Worth | null)[]): Worth[] {
  const sums = new Map<string, number>()
  for (const worth of amounts)
    if (worth !== null) sums.set(worth.currencyCode, (sums.get(worth.currencyCode) ?? 0) + worth.amount)
  return [...sums].map(([currencyCode, amount]) => ({ currencyCode, amount }))
}

/** Amounts of a dialog about many rows in words. */
export function useWorth() {
  const { t } = useTranslation('common')
  const { language } = useLocale()
  const amountOf = (worth: Worth | null) =>
    worth === null ? null : formatMoney(worth.amount, worth.currencyCode, language)
  const totalOf = (amounts: readonly (Worth | null)[]) => {
    const sums = sumByCurrency(amounts)
    return sums.length === 0 ? null : t('bulk.total', { amount: sums.map(amountOf).join(' + ') })
  }
  return { amountOf, totalOf }
}
