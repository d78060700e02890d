import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { renewals } from '@trellis/contract/renewals'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../../app/queries.ts'
import { LineChartBlock } from '../../../ui/charts/LineChartBlock.tsx'
import { ErrorBlock } from '../../../ui/ErrorBlock.tsx'
import { formatNumber, formatPercentage } from '../../../ui/format.ts'
import { useLocale } from '../../../ui/locale.tsx'
import styles from './renewals.module.css'

const months = 12

/** The renewal rate of the last months. */
export default function RenewalRate({ includeChildren }: { includeChildren: boolean }) {
  const { t } = useTranslation('renewals')
  const { language } = useLocale()
  const query = queryOf(renewals.rate, { body: { includeChildren, months } })
  const { data, error, refetch } = useQuery({ ...query, placeholderData: keepPreviousData })
  if (data === undefined && error !== null)
    return <ErrorBlock error={error} title={t('rate.fetchError')} retry={() => void refetch()} />
  const items = data?.items ?? []
  const sum = (field: 'due' | 'renewed') => items.reduce((total, item) => total + item[field], 0)
  const [due, renewed] = [sum('due'), sum('renewed')]
  const number = (value: number) => formatNumber(value, language)
  const overall =
    due === 0
      ? t('rate.text')
      : t('rate.overall', {
          due: number(due),
          renewed: number(renewed),
          count: items.length,
          rate: formatPercentage(renewed / due, language),
        })
  return (
    <LineChartBlock
      title={t('rate.title')}
      description={<span className={styles.rate}>{data === undefined ? '\u00a0' : overall}</span>}
      summary={overall}
      loading={data === undefined}
      isEmpty={due === 0}
      series={[
        {
          id: 'rate',
          label: t('rate.rate'),
          current: items.map(({ month, rate }) => ({ day: month, value: rate === null ? null : rate / 100 })),
        },
      ]}
      columns={[
        { label: t('rate.due'), values: items.map((item) => number(item.due)) },
        { label: t('rate.renewed'), values: items.map((item) => number(item.renewed)) },
      ]}
      frequency="m"
      format={(value) => formatPercentage(value, language)}
      maximum={1}
      formatAxis={(value) => formatPercentage(value, language, 0)}
    />
  )
}
