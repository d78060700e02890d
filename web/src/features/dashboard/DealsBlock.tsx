import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ForecastRow } from '@trellis/contract/deal-answers'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LineChartBlock } from '../../ui/charts/LineChartBlock.tsx'
import { SaveTable } from '../../ui/charts/SaveTable.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { FiguresTable } from '../../ui/FiguresTable.tsx'
import { formatCalendarDay, formatMoney, formatNumber, formatPercentage } from '../../ui/format.ts'
import { Columns } from '../../ui/layout.tsx'
import { InternalLink } from '../../ui/link.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/Money.tsx'
import { NoValue } from '../../ui/NoValue.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { Tile, Tiles } from '../../ui/Tile.tsx'
import styles from './dashboard.module.css'
import { FigureLink, FigureTile } from './FigureTile.tsx'
import type { Filters } from './filters.ts'
import { dealsHref, forecastHref } from './links.ts'
import { dealsQuery } from './queries.ts'
import { StatisticsBlock, samplesOf } from './StatisticsBlock.tsx'

/** Deals: registered in the period, how they stand now, and the forecast of the open ones. */
export default function DealsBlock({ filters }: { filters: Filters }) {
  const { t } = useTranslation(['dashboard', 'deals'])
  const { language } = useLocale()
  const query = useQuery({ ...dealsQuery(filters), placeholderData: keepPreviousData })
  const { data } = query
  const percent = (value: number | null | undefined) => (value == null ? '–' : formatPercentage(value / 100, language))
  const counted = (label: string, count: number, extra: Record<string, string>) => (
    <Counted key="deals" label={label} count={count} href={dealsHref(filters, extra)} />
  )
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
          value={
            data?.winRate.current == null ? (
              percent(null)
            ) : (
              <FigureLink href={dealsHref(filters, { status: ['Won', 'Lost'] })} what={t('dealsBlock.winRate')}>
                {percent(data.winRate.current)}
              </FigureLink>
            )
          }
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
            return {
              id: status,
              cells: [label, counted(label, deals, { status }), deals === 0 ? <NoValue key="amount" /> : money(amount)],
              texts: [label, formatNumber(deals, language), formatMoney(amount, data.currencyCode, language)],
            }
          })}
        />
        <States
          title={t('dealsBlock.byProtection')}
          description={onlyIn}
          rows={data?.byProtection.map(({ protectionStatus, deals, amount }) => {
            const label = t(`deals:protection.${protectionStatus}`)
            return {
              id: protectionStatus,
              cells: [
                label,
                counted(label, deals, { protectionStatus }),
                deals === 0 ? <NoValue key="amount" /> : money(amount),
              ],
              texts: [label, formatNumber(deals, language), formatMoney(amount, data.currencyCode, language)],
            }
          })}
        />
        <Forecast rows={data?.forecast} filters={filters} />
      </Columns>
    </StatisticsBlock>
  )
}

/** A number of deals, and the list of as many. */
function Counted({ label, count, href }: { label: string; count: number; href: string | null }) {
  const number = <Quantity value={count} />
  return count === 0 || href === null ? (
    number
  ) : (
    <InternalLink href={href} className={styles.figure} aria-label={`${label}: ${count}`}>
      {number}
    </InternalLink>
  )
}

interface StatesProps {
  title: string
  description: string | undefined
  rows: { id: string; cells: ReactNode[]; texts: string[] }[] | undefined
}

function States({ title, description, rows }: StatesProps) {
  const { t } = useTranslation('deals')
  const heads = [title, t('forecast.deals'), t('forecast.amount')]
  return (
    <Panel
      title={title}
      description={description}
      actions={
        <SaveTable
          title={title}
          table={{ head: heads, rows: rows?.map(({ texts }) => texts) ?? [] }}
          disabled={rows === undefined}
        />
      }
    >
      {rows === undefined ? <Lines count={6} /> : <FiguresTable label={title} heads={heads} rows={rows} />}
    </Panel>
  )
}

/** The open deals by month, whatever the period of the dashboard. */
function Forecast({ rows, filters }: { rows: ForecastRow[] | undefined; filters: Filters }) {
  const { t } = useTranslation(['dashboard', 'deals'])
  const { language } = useLocale()
  const title = t('dealsBlock.forecast')
  const nameOf = (month: string | null) =>
    month === null ? t('deals:forecast.noDate') : formatCalendarDay(month, language, { month: 'long', year: 'numeric' })
  const table = {
    head: [t('deals:forecast.month'), t('deals:forecast.deals'), t('deals:forecast.weighted')],
    rows:
      rows?.map(({ month, deals, weighted, currencyCode }) => [
        nameOf(month),
        formatNumber(deals, language),
        formatMoney(weighted, currencyCode, language),
      ]) ?? [],
  }
  return (
    <Panel
      title={title}
      description={t('dealsBlock.forecastText')}
      actions={<SaveTable title={title} table={table} disabled={table.rows.length === 0} />}
    >
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
              <Counted
                key="deals"
                label={`${nameOf(month)} ${currencyCode}`}
                count={deals}
                href={forecastHref(filters, { month, currencyCode })}
              />,
              <Money key="weighted" amount={weighted} currency={currencyCode} />,
            ],
          }))}
        />
      )}
    </Panel>
  )
}
