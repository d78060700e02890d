import { Switch } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { OrderStatistics, TimeSeries } from '@trellis/contract/dashboard'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../app/me.ts'
import { useAccountIdOfName } from '../../app/network.ts'
import { useProductHrefOfSku } from '../../app/productHref.ts'
import { LineChartBlock } from '../../ui/charts/LineChartBlock.tsx'
import { PieChartBlock } from '../../ui/charts/PieChartBlock.tsx'
import { formatMoney, formatNumber } from '../../ui/format.ts'
import { Columns } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { useAreSame } from './areSame.ts'
import { Figures } from './Figures.tsx'
import type { Filters } from './filters.ts'
import { ordersHref } from './links.ts'
import { ordersQuery } from './queries.ts'
import { StatisticsBlock, samplesOf } from './StatisticsBlock.tsx'

type Measure = 'qt' | 'amount'

/** Sell-in and sell-out: four figures with trends, a chart over time, and the sell-out by account and product. */
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
  const { data } = query
  const hrefOf = useProductHrefOfSku()
  const buyerOf = useAccountIdOfName()
  const own = useMe().account.accountId
  const salesTo = (name: string) => {
    const buyer = buyerOf(name)
    return buyer === null ? null : ordersHref('sell-out', filters, own, buyer)
  }
  const areSame = useAreSame(filters)
  const currency = data?.currencyCode
  const money = (amount: number) => formatMoney(amount, currency, language)
  // The charts show only the account's own currency; say so when there are amounts in others.
  const onlyOwnCurrency = data?.otherCurrencies.length ? t('onlyIn', { currency: data.currencyCode }) : undefined
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
    <StatisticsBlock title={t('orders')} query={query}>
      <Figures data={data} filters={filters} areSame={areSame} />
      <LineChartBlock
        title={t('overTime')}
        description={measure === 'amount' ? onlyOwnCurrency : undefined}
        loading={data === undefined}
        series={
          areSame
            ? [series('out', t('both'), data?.statisticsResponse)]
            : [
                series('out', t('sellOut'), data?.statisticsResponse),
                series('in', t('sellIn'), data?.statisticsResponseIn),
              ]
        }
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
            <Segmented
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
      <Columns min="24rem" gap="lg">
        <PieChartBlock
          title={t('byAccount')}
          description={onlyOwnCurrency}
          loading={data === undefined}
          slices={named(data?.sellOutPieStatistics).map((slice) => ({ ...slice, href: salesTo(slice.name) }))}
          format={money}
        />
        <PieChartBlock
          title={t('bySku')}
          description={onlyOwnCurrency}
          loading={data === undefined}
          slices={named(data?.sellOutBySkuPieStatistics).map((slice) => ({ ...slice, href: hrefOf(slice.name) }))}
          format={money}
        />
      </Columns>
    </StatisticsBlock>
  )
}
