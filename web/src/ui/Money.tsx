import styles from './figures.module.css'
import { formatMoney } from './format.ts'
import { useLocale } from './locale.tsx'
import { NoValue } from './NoValue.tsx'

interface MoneyProps {
  amount: number | null | undefined
  /** ISO 4217 code. */
  currency: string | null | undefined
  /** Shows up to four decimals, as unit prices are stored. */
  precise?: boolean
  /** Short form such as 12.3K where there is little room; the whole amount is in the tooltip. */
  compact?: boolean
}

export function Money({ amount, currency, precise = false, compact = false }: MoneyProps) {
  const { language } = useLocale()
  if (amount === null || amount === undefined) return <NoValue />
  const whole = formatMoney(amount, currency, language, { precise })
  return (
    <span className={styles.figure} data-negative={amount < 0 || undefined} title={compact ? whole : undefined}>
      {compact ? formatMoney(amount, currency, language, { compact }) : whole}
    </span>
  )
}
