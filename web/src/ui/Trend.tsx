import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import styles from './figures.module.css'
import { formatPercentage } from './format.ts'
import { Row, Text } from './layout.tsx'
import { useLocale } from './locale.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

interface TrendProps {
  /** Change compared to the previous period: 0.12 is +12 %. Null when there is nothing to compare with. */
  ratio: number | null | undefined
  /** Which direction is good news; `none` when neither is. */
  welcome?: 'up' | 'down' | 'none'
}

export function Trend({ ratio, welcome = 'up' }: TrendProps) {
  const { t } = useTranslation('ui')
  const { language } = useLocale()
  if (ratio === null || ratio === undefined) return <Text kind="small">{t('trend.none')}</Text>
  const way = ratio > 0 ? 'up' : ratio < 0 ? 'down' : 'level'
  const Icon = way === 'up' ? IconArrowUpRight : way === 'down' ? IconArrowDownRight : IconArrowRight
  const color =
    way === 'level' || welcome === 'none'
      ? 'var(--ui-text-2)'
      : `var(--ui-${way === welcome ? 'success' : 'error'}-text)`
  const share = formatPercentage(Math.abs(ratio), language)
  return (
    <Row as="span" gap="xs" className={styles.trend} style={{ color }} title={t(`trend.${way}`, { share })}>
      <Icon size={16} stroke={2} aria-hidden />
      <span aria-hidden>{share}</span>
      <VisuallyHidden>{t(`trend.${way}`, { share })}</VisuallyHidden>
    </Row>
  )
}
