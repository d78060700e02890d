import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan, useMe } from '../../app/me.ts'
import { ChartFrame } from '../../ui/charts/ChartFrame.tsx'
import { lineChartHeight, pieChartHeight } from '../../ui/charts/sizes.ts'
import { dayIn } from '../../ui/days.ts'
import { Empty } from '../../ui/Empty.tsx'
import { later } from '../../ui/later.tsx'
import { Columns, Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { businessNow } from '../../ui/now.ts'
import { Tile, Tiles } from '../../ui/Tile.tsx'
import { useAreSame } from './areSame.ts'
import { BelowFigure } from './BelowFigure.tsx'
import { FilterPanel } from './FilterPanel.tsx'
import { type Filters, filtersOf, searchOf } from './filters.ts'
import { ShortStock } from './ShortStock.tsx'

const Route = getRouteApi('/_frame/dashboard')

// Lazy-loaded, because the chart code is larger than the rest of the screen.
const OrdersBlock = later(() => import('./OrdersBlock.tsx'))
const LicensesBlock = later(() => import('./LicensesBlock.tsx'))
const DealsBlock = later(() => import('./DealsBlock.tsx'))

/** The filters of the dashboard and the blocks of figures that the reader may see, each loaded on its own (rules D8). */
export default function Statistics() {
  const { t } = useTranslation('dashboard')
  const { timeZone } = useLocale()
  const mayReadOrders = useCan('Orders', 'r')
  const mayReadLicenses = useCan('Licenses', 'r')
  const mayReadDeals = useCan('Deals', 'r')
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const filters = filtersOf(search, dayIn(timeZone, new Date(businessNow())))
  const change = (patch: Partial<Filters>) =>
    void navigate({ search: searchOf({ ...filters, ...patch }), resetScroll: false })
  const areSame = useAreSame(filters)
  const own = useMe().account.accountId
  // What is short in one's own stock stands above the figures already, in what needs the reader.
  const isOther = filters.accountId !== null && filters.accountId !== own
  const shortStock = isOther && <ShortStock accountId={filters.accountId} products={filters.products} />
  if (!mayReadOrders && !mayReadLicenses && !mayReadDeals)
    return (
      <>
        {shortStock}
        <Empty title={t('nothingForYou')}>{t('nothingForYouText')}</Empty>
      </>
    )
  return (
    <>
      <FilterPanel filters={filters} change={change} />
      {shortStock}
      {mayReadLicenses && (
        <LicensesBlock
          filters={filters}
          waiting={
            <Awaited
              title={t('licenses.title')}
              labels={licenseLabels.map((key) => t(key))}
              detailed={t('licenses.totalSeats')}
              chart={t('licenses.overTime')}
            />
          }
        />
      )}
      {mayReadOrders && (
        <OrdersBlock
          filters={filters}
          change={change}
          waiting={
            <Awaited
              title={t('orders')}
              labels={(areSame ? bothLabels : orderLabels).map((key) => t(key))}
              amounts={[t('totalBothPrice'), t('totalSellInPrice'), t('totalSellOutPrice')]}
              note={areSame ? t('bothSame') : undefined}
              chart={t('overTime')}
              below={[t('byAccount'), t('bySku')]}
            />
          }
        />
      )}
      {mayReadDeals && (
        <DealsBlock
          filters={filters}
          waiting={
            <Awaited
              title={t('dealsBlock.title')}
              labels={dealLabels.map((key) => t(key))}
              chart={t('dealsBlock.overTime')}
              below={[t('dealsBlock.byStatus'), t('dealsBlock.byProtection'), t('dealsBlock.forecast')]}
            />
          }
        />
      )}
    </>
  )
}

const bothLabels = ['totalBoth', 'totalBothPrice'] as const
const orderLabels = ['totalSellIn', 'totalSellOut', 'totalSellInPrice', 'totalSellOutPrice'] as const
const licenseLabels = [
  'licenses.totalSeats',
  'licenses.totalActive',
  'licenses.totalNearMaintenanceExpiration',
  'licenses.totalExpiredMaintenance',
  'licenses.totalExpired',
] as const
const dealLabels = ['dealsBlock.registered', 'dealsBlock.won', 'dealsBlock.lost', 'dealsBlock.winRate'] as const

const noTable = { head: [], rows: [] }

interface AwaitedProps {
  title: string
  labels: readonly string[]
  /** Which of the labels name amounts; these have a line for other currencies. */
  amounts?: readonly string[]
  /** Which of the labels has two lines below its figure. */
  detailed?: string
  note?: string | undefined
  /** The chart over time. */
  chart: string
  /** Titles of the blocks side by side under it. */
  below?: readonly string[]
}

/** A skeleton of a block, of the same pieces, so that nothing moves when its code and its figures arrive. */
function Awaited({ title, labels, amounts = [], detailed, note, chart, below = [] }: AwaitedProps) {
  const frame = { table: noTable, summary: '', isEmpty: false, loading: true }
  return (
    <Stack as="section" style={{ marginTop: '1.75rem' }} aria-busy>
      <Text as="h2" kind="title">
        {title}
      </Text>
      <Tiles>
        {labels.map((label) => (
          <Tile key={label} label={label} value={null} trend={{ ratio: null }} long={amounts.includes(label)} loading>
            {amounts.includes(label) && <BelowFigure lines={1} />}
            {label === detailed && <BelowFigure lines={2} />}
          </Tile>
        ))}
      </Tiles>
      {note !== undefined && <Text kind="small">{note}</Text>}
      <ChartFrame {...frame} title={chart} height={lineChartHeight}>
        {null}
      </ChartFrame>
      {below.length > 0 && (
        <Columns min={below.length > 2 ? '20rem' : '24rem'} gap="lg">
          {below.map((each) => (
            <ChartFrame key={each} {...frame} title={each} height={pieChartHeight}>
              {null}
            </ChartFrame>
          ))}
        </Columns>
      )}
    </Stack>
  )
}
