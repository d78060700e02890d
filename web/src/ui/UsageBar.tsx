import { useTranslation } from 'react-i18next'
import { formatNumber } from './format.ts'
import { useLocale } from './locale.tsx'
import styles from './UsageBar.module.css'

interface UsageBarProps {
  used: number
  total: number
  /** Accessible name that says what is used. */
  label: string
  /** Shows the numbers beside the bar; false shows only the bar. */
  withFigures?: boolean
}

/** A bar that shows how much of a total is used. */
export function UsageBar({ used, total, label, withFigures = true }: UsageBarProps) {
  const { t } = useTranslation('ui')
  const { language } = useLocale()
  const share = total > 0 ? Math.min(1, used / total) : 0
  const words = { used: formatNumber(used, language), total: formatNumber(total, language) }
  return (
    <span className={styles.usage} data-figures={withFigures || undefined}>
      <span
        className={styles.bar}
        role="img"
        aria-label={`${label}: ${t('usage', words)}`}
        data-full={(total > 0 && used >= total) || undefined}
      >
        <span className={styles.fill} style={{ width: `${share * 100}%` }} />
      </span>
      {withFigures && (
        <span className={styles.figures} aria-hidden>
          {words.used}/{words.total}
        </span>
      )}
    </span>
  )
}
