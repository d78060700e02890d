import type { TimeSeries } from '@trellis/contract/dashboard'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { Stack, Text } from '../../ui/layout.tsx'

interface StatisticsBlockProps {
  title: string
  query: { error: unknown; data: unknown; isPlaceholderData: boolean; refetch(): unknown }
  children: ReactNode
}

/** One block of the dashboard. A failed one offers to try again, and leaves the others alone. */
export function StatisticsBlock({ title, query, children }: StatisticsBlockProps) {
  const { t } = useTranslation('dashboard')
  const isFailed = query.error !== null && query.data === undefined
  return (
    <Stack
      as="section"
      style={{ marginTop: '1.75rem' }}
      aria-label={title}
      aria-busy={query.isPlaceholderData || undefined}
    >
      <Text as="h2" kind="title">
        {title}
      </Text>
      {isFailed ? <ErrorBlock error={query.error} title={t('failed')} retry={() => void query.refetch()} /> : children}
    </Stack>
  )
}

/** The samples of a period for a chart. */
export const samplesOf = (series: TimeSeries | undefined, period: 'current' | 'previous', measure: 'qt' | 'amount') =>
  series?.[period].samples.map(({ key, value }) => ({ day: key, value: value[measure] })) ?? []
