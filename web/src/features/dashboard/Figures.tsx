import type { OrderStatistics, OtherCurrency } from '@trellis/contract/dashboard'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../app/me.ts'
import { Stack, Text } from '../../ui/layout.tsx'
import { Money } from '../../ui/Money.tsx'
import { Tiles } from '../../ui/Tile.tsx'
import { BelowFigure } from './BelowFigure.tsx'
import { FigureTile } from './FigureTile.tsx'
import type { Filters } from './filters.ts'
import { ordersHref } from './links.ts'

/**
 * Pieces and amounts of sell-in and sell-out with their trends, each with the orders behind it; amounts in other currencies
 * are below those in the account's own.
 * @param areSame sell-in and sell-out are the same, and shown once
 */
export function Figures({
  data,
  filters,
  areSame,
}: {
  data: OrderStatistics | undefined
  filters: Filters
  areSame: boolean
}) {
  const { t } = useTranslation('dashboard')
  const own = useMe().account.accountId
  const money = (value: number) => <Money amount={value} currency={data?.currencyCode} />
  const others = (side: 'sellIn' | 'sellOut') => (
    <BelowFigure lines={1}>{data && <OtherAmounts amounts={data.otherCurrencies} side={side} />}</BelowFigure>
  )
  const sales = ordersHref('sell-out', filters, own)
  const purchases = ordersHref('sell-in', filters, own)
  if (areSame)
    return (
      <>
        <Tiles>
          <FigureTile label={t('totalBoth')} figure={data?.totalSellOut} href={sales} />
          <FigureTile label={t('totalBothPrice')} figure={data?.totalSellOutPrice} write={money} href={sales}>
            {others('sellOut')}
          </FigureTile>
        </Tiles>
        <Text kind="small">{t('bothSame')}</Text>
      </>
    )
  return (
    <Tiles>
      <FigureTile label={t('totalSellIn')} figure={data?.totalSellIn} href={purchases} />
      <FigureTile label={t('totalSellOut')} figure={data?.totalSellOut} href={sales} />
      <FigureTile label={t('totalSellInPrice')} figure={data?.totalSellInPrice} write={money} href={purchases}>
        {others('sellIn')}
      </FigureTile>
      <FigureTile label={t('totalSellOutPrice')} figure={data?.totalSellOutPrice} write={money} href={sales}>
        {others('sellOut')}
      </FigureTile>
    </Tiles>
  )
}

function OtherAmounts({ amounts, side }: { amounts: readonly OtherCurrency[]; side: 'sellIn' | 'sellOut' }) {
  const { t } = useTranslation('dashboard')
  const shown = amounts.filter((amount) => amount[side] !== 0)
  if (shown.length === 0) return null
  return (
    <Stack as="ul" gap="none" aria-label={t('otherCurrencies')}>
      {shown.map((amount) => (
        <li key={amount.currencyId}>
          <span aria-hidden>+ </span>
          <Money amount={amount[side]} currency={amount.currencyCode} />
        </li>
      ))}
    </Stack>
  )
}
