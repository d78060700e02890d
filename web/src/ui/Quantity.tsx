import styles from './figures.module.css'
import { formatNumber } from './format.ts'
import { useLocale } from './locale.tsx'
import { NoValue } from './NoValue.tsx'

/** Shows a count. A negative one is red and also has a minus sign. */
export function Quantity({ value }: { value: number | null | undefined }) {
  const { language } = useLocale()
  if (value === null || value === undefined) return <NoValue />
  return (
    <span className={styles.figure} data-negative={value < 0 || undefined}>
      {formatNumber(value, language)}
    </span>
  )
}
