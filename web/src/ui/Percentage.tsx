import styles from './figures.module.css'
import { formatPercentage } from './format.ts'
import { useLocale } from './locale.tsx'
import { NoValue } from './NoValue.tsx'

/** Shows a ratio as a percentage: `ratio` 0.125 is 12.5 %. */
export function Percentage({ ratio, digits = 1 }: { ratio: number | null | undefined; digits?: number }) {
  const { language } = useLocale()
  if (ratio === null || ratio === undefined) return <NoValue />
  return <span className={styles.figure}>{formatPercentage(ratio, language, digits)}</span>
}
