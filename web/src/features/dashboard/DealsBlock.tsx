import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ForecastRow } from '@trellis/contract/deals'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LineChartBlock } from '../../ui/charts/LineChartBlock.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { FiguresTable } from '../../ui/FiguresTable.tsx'
import { formatCalendarDay, formatPercentage } from '../../ui/format.ts'
import { Columns } from '../../ui/layout.tsx'
import { InternalLink } from '../../ui/link.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/Money.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { Tile, Tiles } from '../../ui/Tile.tsx'
import styles from './dashboard.module.css'
import { FigureTile } from './FigureTile.tsx'
import type { Filters } from './filters.ts'
import { dealsHref } from './links.ts'
import { dealsQuery } from './queries.ts'
import { StatisticsBlock, samplesOf } from './StatisticsBlock.tsx'

/** Deals: registered in the period, how they stand now, and the forecast of the open ones. */
export default function DealsBlock({ filters }: { filters: Filters }) {
  const { t } = useTranslation(['dashboard', 'deals'])
  const { language } = useLocale()
  const query = useQuery({ ...dealsQuery(filters), placeholderData: keepPreviousData })
  const { data } = query
  const percent = (value: number | null | undefined) => (value == null ? '–' : formatPercentage(value / 100, language))
  const counted = (label: string, count: number, extra: Record<string, string>) => {
    const href = count === 0 ? null : dealsHref(filters, extra)
    const number = <Quantity key="deals" value={count} />
    return href === null ? (
      number
    ) : (
      <InternalLink key="deals" href={href} className={styles.figure} aria-label={`${label}: ${count}`}>
        {number}
      </InternalLink>
    )
  }
  const money = (amount: number) => <Money key="amount" amount={amount} currency={data?.currencyCode} />
  const onlyIn = data?.otherCurrencies.length ? t('onlyIn', { currency: data.currencyCode }) : undefined
  return (
    <StatisticsBlock title={t('dealsBlock.title')} query={query}>
      <Tiles>
        <FigureTile
          label={t('dealsBlock.registered')}
          figure={data?.totalDealsRegistration}
          href={dealsHref(filters)}
        />
        <FigureTile label={t('dealsBlock.won')} figure={data?.totalWon} href={dealsHref(filters, { status: 'Won' })} />
        <FigureTile
          label={t('dealsBlock.lost')}
          figure={data?.totalLost}
          href={dealsHref(filters, { status: 'Lost' })}
          welcome="down"
        />
        <Tile
          label={t('dealsBlock.winRate')}
          loading={data === undefined}
          value={percent(data?.winRate.current)}
          trend={{ ratio: data?.winRate.trend == null ? null : data.winRate.trend / 100 }}
          hint={data && `${percent(data.winRate.previous)} ${t('previously')}`}
        />
      </Tiles>
      <LineChartBlock
        title={t('dealsBlock.overTime')}
        loading={data === undefined}
        series={[
          {
            id: 'deals',
            label: t('dealsBlock.registered'),
            current: samplesOf(data?.statisticsResponse, 'current', 'qt'),
            previous: samplesOf(data?.statisticsResponse, 'previous', 'qt'),
          },
        ]}
        frequency={data?.statisticsResponse.samplingFrequency ?? 'd'}
        withPrevious={filters.before && filters.from !== null}
      />
      <Columns min="20rem" gap="lg">
        <States
          title={t('dealsBlock.byStatus')}
          description={onlyIn}
          rows={data?.byStatus.map(({ status, deals, amount }) => {
            const label = t(`deals:status.${status}`)
            return { id: status, cells: [label, counted(label, deals, { status }), money(amount)] }
          })}
        />
        <States
          title={t('dealsBlock.byProtection')}
          description={onlyIn}
          rows={data?.byProtection.map(({ protectionStatus, deals, amount }) => {
            const label = t(`deals:protection.${protectionStatus}`)
            return { id: protectionStatus, cells: [label, counted(label, deals, { protectionStatus }), money(amount)] }
          })}
        />
        <Forecast rows={data?.forecast} />
      </Columns>
    </StatisticsBlock>
  )
}

interface StatesProps {
  title: string
  description: string | undefined
  rows: { id: string; cells: ReactNode[] }[] | undefined
}

function States({ title, description, rows }: StatesProps) {
  const { t } = useTranslation('deals')
  return (
    <Panel title={title} description={description}>
      {rows === undefined ? (
        <Lines count={6} />
      ) : (
        <FiguresTable label={title} heads={[title, t('forecast.deals'), t('forecast.amount')]} rows={rows} />
      )}
    </Panel>
  )
}

/** The open deals by month, whatever the period of the dashboard. */
function Forecast({ rows }: { rows: ForecastRow[] | undefined }) {
  const { t } = useTranslation(['dashboard', 'deals'])
  const { language } = useLocale()
  const title = t('dealsBlock.forecast')
  const nameOf = (month: string | null) =>
    month === null ? t('deals:forecast.noDate') : formatCalendarDay(month, language, { month: 'long', year: 'numeric' })
  return (
    <Panel title={title} description={t('dealsBlock.forecastText')}>
      {rows === undefined ? (
        <Lines count={6} />
      ) : rows.length === 0 ? (
        <Empty title={t('deals:forecast.empty')}>{t('deals:forecast.emptyText')}</Empty>
      ) : (
        <FiguresTable
          label={title}
          heads={[t('deals:forecast.month'), t('deals:forecast.deals'), t('deals:forecast.weighted')]}
          rows={rows.map(({ month, currencyCode, deals, weighted }) => ({
            id: `${month} ${currencyCode}`,
            cells: [
              nameOf(month),
              <Quantity key="deals" value={deals} />,
              <Money key="weighted" amount={weighted} currency={currencyCode} />,
            ],
          }))}
        />
      )}
    </Panel>
  )
}
