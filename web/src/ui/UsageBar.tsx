import { useTranslation } from 'react-i18next'
import { formatNumber } from './format.ts'
import { useLocale } from './locale.tsx'
import styles from './UsageBar.module.css'

interface UsageBarProps {
  used: number
  total: number
  /** Names what is used, for those who do not see the bar. */
  label: string
  /** The figures beside the bar; without them the bar alone. */
  withFigures?: boolean
}

/** How much of something is taken. */
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
