import { IconAlertTriangle } from '@tabler/icons-react'
import type { ApprovalLine } from '@trellis/contract/order-approvals'
import { useTranslation } from 'react-i18next'
import { isBelowThreshold } from '../../app/stockLevels.ts'
import { formatNumber } from '../../ui/format.ts'
import { Row } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import styles from './orders.module.css'

interface StockAfterProps {
  line: Pick<ApprovalLine, 'remaining' | 'threshold'>
  /** The pieces that the approval takes. */
  quantity: number
}

/** What is left of the vendor's stock after the approval: a number, and a bar of what it has now. */
export function StockAfter({ line: { remaining, threshold }, quantity }: StockAfterProps) {
  const { t } = useTranslation('orders')
  const { language } = useLocale()
  if (remaining === null) return null
  const share = Math.max(0, remaining) / Math.max(1, remaining + quantity)
  const trouble =
    remaining < 0
      ? t('support.missing', { count: -remaining })
      : isBelowThreshold(remaining, threshold)
        ? t('belowThreshold', { threshold: formatNumber(threshold, language) })
        : null
  return (
    <Row as="span" nowrap gap="0.375rem" style={{ display: 'inline-flex' }}>
      <span className={styles.left} data-short={remaining < 0 || undefined} aria-hidden>
        <span style={{ width: `${share * 100}%` }} />
      </span>
      <Quantity value={remaining} />
      <span className={styles.trouble}>
        {trouble && (
          <span role="img" aria-label={trouble} title={trouble}>
            <IconAlertTriangle size={14} stroke={2} aria-hidden />
          </span>
        )}
      </span>
    </Row>
  )
}
