import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../app/me.ts'
import { dayIn } from '../../ui/days.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Columns, Stack, Text } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Block } from '../../ui/Skeletons.tsx'
import { Tile, Tiles } from '../../ui/Tile.tsx'
import { FilterPanel } from './FilterPanel.tsx'
import { type Filters, filtersOf, searchOf } from './filters.ts'
import { ShortStock } from './ShortStock.tsx'

const Route = getRouteApi('/_frame/dashboard')

// Lazy-loaded, because the chart code is larger than the rest of the screen.
const OrdersBlock = lazy(() => import('./OrdersBlock.tsx'))

/** The filters of the dashboard and the blocks of figures that the reader may see. */
export function Statistics() {
  const { t } = useTranslation('dashboard')
  const { timeZone } = useLocale()
  const mayRead = useCan('Orders', 'r')
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const filters = filtersOf(search, dayIn(timeZone, new Date()))
  const change = (patch: Partial<Filters>) =>
    void navigate({ search: searchOf({ ...filters, ...patch }), resetScroll: false })
  if (!mayRead) return <Empty title={t('nothingForYou')}>{t('nothingForYouText')}</Empty>
  return (
    <>
      <FilterPanel filters={filters} change={change} />
      <ShortStock accountId={filters.accountId} products={filters.products} />
      <Suspense fallback={<Awaited />}>
        <OrdersBlock filters={filters} change={change} />
      </Suspense>
    </>
  )
}

/** A skeleton with the block's layout, to prevent layout shifts. */
function Awaited() {
  const { t } = useTranslation('dashboard')
  return (
    <Stack as="section" style={{ marginTop: '1.75rem' }} aria-busy>
      <Text as="h2" kind="title">
        {t('orders')}
      </Text>
      <Tiles>
        {(['totalSellIn', 'totalSellOut', 'totalSellInPrice', 'totalSellOutPrice'] as const).map((key) => (
          <Tile key={key} label={t(key)} value={null} trend={{ ratio: null }} loading />
        ))}
      </Tiles>
      <Block height={380} />
      <Columns min="24rem" gap="lg">
        <Block height={300} />
        <Block height={300} />
      </Columns>
    </Stack>
  )
}
