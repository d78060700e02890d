import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { MonthReport } from '@trellis/contract/month-reports'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../ui/ActionButton.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import { useLocale } from '../../../ui/locale.tsx'
import { monthAway, nameOfMonth, presentMonth } from './months.ts'

/** Goes from month to month, up to the one that goes on. */
export function MonthSteps({ report, onChange }: { report: MonthReport; onChange(month: string): void }) {
  const { t } = useTranslation('reports')
  const { language } = useLocale()
  const { month } = report
  const now = presentMonth(report)
  const step = (away: 1 | -1, label: string, blocked: string | null) => (
    <ActionButton
      variant="default"
      size="xs"
      label={label}
      blocked={blocked}
      onClick={() => onChange(monthAway(month, away))}
    >
      {away < 0 ? <IconChevronLeft size={16} aria-hidden /> : <IconChevronRight size={16} aria-hidden />}
    </ActionButton>
  )
  return (
    <Row role="group" aria-label={t('month.month')} nowrap>
      {step(-1, t('month.before'), null)}
      <Text as="h2" kind="title" aria-live="polite" style={{ minWidth: '9rem', textAlign: 'center' }}>
        {nameOfMonth(month, language)}
      </Text>
      {step(1, t('month.after'), month < now ? null : t('month.lastMonth'))}
    </Row>
  )
}
