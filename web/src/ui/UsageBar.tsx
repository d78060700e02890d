import { useTranslation } from 'react-i18next'
import { formatNumber } from './format.ts'
import { Row, Text } from './layout.tsx'
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
    <Row as="span" nowrap className={styles.usage}>
      <span
        className={styles.bar}
        role="img"
        aria-label={`${label}: ${t('usage', words)}`}
        // One of one is how a key for one device is meant to be.
        data-full={(total > 1 && used >= total) || undefined}
        style={withFigures ? { maxWidth: '12rem' } : undefined}
      >
        <span style={{ width: `${share * 100}%` }} />
      </span>
      {withFigures && (
        <Text kind="number" style={{ color: 'var(--ui-text-2)', fontSize: '0.8125rem' }} aria-hidden>
          {words.used}/{words.total}
        </Text>
      )}
    </Row>
  )
}
