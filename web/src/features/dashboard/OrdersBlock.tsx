import { SegmentedControl, Switch } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { OrderStatistics, TimeSeries, TrendFigure } from '@trellis/contract/dashboard'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LineChartBlock } from '../../ui/charts/LineChartBlock.tsx'
import { PieChartBlock } from '../../ui/charts/PieChartBlock.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { formatMoney, formatNumber } from '../../ui/format.ts'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/Money.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { Tile, Tiles } from '../../ui/Tile.tsx'
import styles from './dashboard.module.css'
import type { Filters } from './filters.ts'
import { ordersQuery } from './queries.ts'

type Measure = 'qt' | 'amount'

const samplesOf = (series: TimeSeries | undefined, period: 'current' | 'previous', measure: Measure) =>
  series?.[period].samples.map(({ key, value }) => ({ day: key, value: value[measure] })) ?? []

const ratioOf = ({ trend }: TrendFigure) => ({ ratio: trend === null ? null : trend / 100 })

/** Sell-in and sell-out: four figures with their trends, both over time, and who and what the sell-out went to. */
export default function OrdersBlock({
  filters,
  change,
}: {
  filters: Filters
  change: (patch: Partial<Filters>) => void
}) {
  const { t } = useTranslation('dashboard')
  const { language } = useLocale()
  const [measure, setMeasure] = useState<Measure>('qt')
  const query = useQuery({ ...ordersQuery(filters), placeholderData: keepPreviousData })
  const { data, isError, error, refetch } = query
  if (isError && data === undefined) {
    return <ErrorBlock error={error} title={t('failed')} retry={() => void refetch()} />
  }
  const currency = data?.currencyCode
  const money = (amount: number) => formatMoney(amount, currency, language)
  const series = (id: string, label: string, of: TimeSeries | undefined) => ({
    id,
    label,
    current: samplesOf(of, 'current', measure),
    previous: samplesOf(of, 'previous', measure),
  })
  const named = (slices: OrderStatistics['sellOutPieStatistics'] | undefined) =>
    slices?.map(({ name, amount }, index) => ({
      name: index === 6 && name === 'other' ? t('other') : name,
      value: amount,
    })) ?? []
  return (
    <section className={styles.block} aria-label={t('orders')} aria-busy={query.isPlaceholderData || undefined}>
      <h2 className={styles.heading}>{t('orders')}</h2>
      <Figures data={data} />
      {data !== undefined && data.otherCurrencies.length > 0 && (
        <p className={styles.note}>
          {t('otherCurrencies', {
            amounts: data.otherCurrencies
              .map((other) => formatMoney(other.amount, other.currencyCode, language))
              .join(', '),
          })}
        </p>
      )}
      <LineChartBlock
        title={t('overTime')}
        loading={data === undefined}
        series={[
          series('out', t('sellOut'), data?.statisticsResponse),
          series('in', t('sellIn'), data?.statisticsResponseIn),
        ]}
        frequency={data?.statisticsResponse.samplingFrequency ?? 'd'}
        format={measure === 'amount' ? money : (value) => formatNumber(value, language)}
        withPrevious={filters.before && filters.from !== null}
        actions={
          <>
            <Switch
              label={t('before')}
              checked={filters.before}
              disabled={filters.from === null}
              onChange={({ currentTarget }) => change({ before: currentTarget.checked })}
            />
            <SegmentedControl
              aria-label={t('measure')}
              value={measure}
              onChange={(value) => setMeasure(value as Measure)}
              data={[
                { value: 'qt', label: t('pieces') },
                { value: 'amount', label: t('money') },
              ]}
            />
          </>
        }
      />
      <div className={styles.pies}>
        <PieChartBlock
          title={t('byAccount')}
          loading={data === undefined}
          slices={named(data?.sellOutPieStatistics)}
          format={money}
        />
        <PieChartBlock
          title={t('bySku')}
          loading={data === undefined}
          slices={named(data?.sellOutBySkuPieStatistics)}
          format={money}
        />
      </div>
    </section>
  )
}

function Figures({ data }: { data: OrderStatistics | undefined }) {
  const { t } = useTranslation('dashboard')
  const tile = (label: string, figure: TrendFigure | undefined, write: (value: number) => ReactNode) => (
    <Tile
      label={label}
      loading={figure === undefined}
      value={figure && write(figure.current)}
      trend={figure ? ratioOf(figure) : { ratio: null }}
      hint={
        figure && (
          <>
            {write(figure.previous)} {t('previously')}
          </>
        )
      }
    />
  )
  const pieces = (value: number) => <Quantity value={value} />
  const money = (value: number) => <Money amount={value} currency={data?.currencyCode} />
  return (
    <Tiles>
      {tile(t('totalSellIn'), data?.totalSellIn, pieces)}
      {tile(t('totalSellOut'), data?.totalSellOut, pieces)}
      {tile(t('totalSellInPrice'), data?.totalSellInPrice, money)}
      {tile(t('totalSellOutPrice'), data?.totalSellOutPrice, money)}
    </Tiles>
  )
}
