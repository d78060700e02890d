import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../ui/format.ts'
import { Row } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { UsageBar } from '../../ui/UsageBar.tsx'
import styles from './licenses.module.css'

/** Seats that are drawn one by one; more are a bar. */
const mostDrawn = 12

/** The seats of a key: one chip each, filled where a device holds it. */
export function SeatChips({ used, total }: { used: number; total: number }) {
  const { t } = useTranslation(['licenses', 'ui'])
  const { language } = useLocale()
  const words = t('ui:usage', { used: formatNumber(used, language), total: formatNumber(total, language) })
  if (total > mostDrawn) return <UsageBar used={used} total={total} label={t('licenses:seats')} />
  return (
    <Row as="span" align="baseline">
      {words}
      <span className={styles.seats} role="img" aria-label={`${t('licenses:seats')}: ${words}`}>
        {Array.from({ length: total }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: seats have no identity here
          <span key={index} data-used={index < used || undefined} />
        ))}
      </span>
    </Row>
  )
}
