import { Switch } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ForecastRow } from '@trellis/contract/deal-answers'
import { deals } from '@trellis/contract/deals'
import { useTranslation } from 'react-i18next'
import { queryOf } from '../../app/queries.ts'
import { Empty } from '../../ui/Empty.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { FiguresTable } from '../../ui/FiguresTable.tsx'
import { formatCalendarDay } from '../../ui/format.ts'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/Money.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { Tile, Tiles } from '../../ui/Tile.tsx'
import { DealsFrame } from './DealsFrame.tsx'
import styles from './deals.module.css'

const Route = getRouteApi('/_frame/deals/forecast')

/** The open deals by the month in which they are expected to close: their amount, and amount times chance (rules J15). */
export function ForecastPage() {
  const { t } = useTranslation('deals')
  const { mine } = Route.useSearch()
  const navigate = Route.useNavigate()
  const isMineOnly = mine === 'true'
  const query = queryOf(deals.forecast, { body: { includeChildren: !isMineOnly } })
  const { data, error, refetch } = useQuery({ ...query, placeholderData: keepPreviousData })
  const currencies = new Map<string, ForecastRow[]>()
  for (const row of data?.items ?? [])
    currencies.set(row.currencyCode, [...(currencies.get(row.currencyCode) ?? []), row])
  return (
    <DealsFrame view="forecast">
      <Row as="search" justify="between" aria-label={t('board.filters')}>
        <Text kind="small">{t('forecast.text')}</Text>
        <Switch
          label={t('onlyMine')}
          checked={isMineOnly}
          onChange={() => void navigate({ search: isMineOnly ? {} : { mine: 'true' }, resetScroll: false })}
        />
      </Row>
      {data === undefined ? (
        <Panel>
          {error === null ? (
            <Lines count={8} />
          ) : (
            <ErrorBlock error={error} title={t('forecast.fetchError')} retry={() => void refetch()} />
          )}
        </Panel>
      ) : currencies.size === 0 ? (
        <Panel>
          <Empty title={t('forecast.empty')}>{t('forecast.emptyText')}</Empty>
        </Panel>
      ) : (
        [...currencies].map(([currency, rows]) => <InCurrency key={currency} currency={currency} rows={rows} />)
      )}
    </DealsFrame>
  )
}

const sum = (rows: readonly ForecastRow[], field: 'deals' | 'amount' | 'weighted') =>
  rows.reduce((total, row) => total + row[field], 0)

function InCurrency({ currency, rows }: { currency: string; rows: readonly ForecastRow[] }) {
  const { t } = useTranslation('deals')
  const { language } = useLocale()
  const most = Math.max(...rows.map(({ amount }) => amount), 1)
  const nameOf = (month: string | null) =>
    month === null ? t('forecast.noDate') : formatCalendarDay(month, language, { month: 'long', year: 'numeric' })
  return (
    <Stack gap="lg">
      <Tiles>
        <Tile label={t('forecast.weighted')} value={<Money amount={sum(rows, 'weighted')} currency={currency} />} />
        <Tile label={t('forecast.amount')} value={<Money amount={sum(rows, 'amount')} currency={currency} />} />
        <Tile label={t('forecast.deals')} value={<Quantity value={sum(rows, 'deals')} />} />
      </Tiles>
      <Panel title={t('forecast.title', { currency })}>
        <FiguresTable
          label={t('forecast.title', { currency })}
          heads={[
            t('forecast.month'),
            t('forecast.share'),
            t('forecast.deals'),
            t('forecast.amount'),
            t('forecast.weighted'),
          ]}
          texts={2}
          rows={rows.map(({ month, deals: count, amount, weighted }) => ({
            id: month ?? 'none',
            cells: [
              nameOf(month),
              <span key="bar" className={styles.bar} aria-hidden style={{ minWidth: '6rem' }}>
                <span style={{ width: `${(amount / most) * 100}%` }} />
                <span style={{ width: `${(weighted / most) * 100}%` }} />
              </span>,
              <Quantity key="deals" value={count} />,
              <Money key="amount" amount={amount} currency={currency} />,
              <strong key="weighted">
                <Money amount={weighted} currency={currency} />
              </strong>,
            ],
          }))}
        />
      </Panel>
    </Stack>
  )
}
