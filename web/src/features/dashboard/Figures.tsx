import type { OrderStatistics, OtherCurrency } from '@trellis/contract/dashboard'
import { useTranslation } from 'react-i18next'
import { Stack } from '../../ui/layout.tsx'
import { Money } from '../../ui/Money.tsx'
import { Tiles } from '../../ui/Tile.tsx'
import { FigureTile } from './FigureTile.tsx'

/**
 * Pieces and amounts of sell-in and sell-out with their trends; amounts in other currencies are below those
 * in the account's own.
 */
export function Figures({ data }: { data: OrderStatistics | undefined }) {
  const { t } = useTranslation('dashboard')
  const money = (value: number) => <Money amount={value} currency={data?.currencyCode} />
  const others = (side: 'sellIn' | 'sellOut') => data && <OtherAmounts amounts={data.otherCurrencies} side={side} />
  return (
    <Tiles>
      <FigureTile label={t('totalSellIn')} figure={data?.totalSellIn} />
      <FigureTile label={t('totalSellOut')} figure={data?.totalSellOut} />
      <FigureTile label={t('totalSellInPrice')} figure={data?.totalSellInPrice} write={money}>
        {others('sellIn')}
      </FigureTile>
      <FigureTile label={t('totalSellOutPrice')} figure={data?.totalSellOutPrice} write={money}>
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
    <Stack
      as="ul"
      gap="none"
      style={{ marginTop: '0.25rem', color: 'var(--ui-text-2)' }}
      aria-label={t('otherCurrencies')}
    >
      {shown.map((amount) => (
        <li key={amount.currencyId}>
          <span aria-hidden>+ </span>
          <Money amount={amount[side]} currency={amount.currencyCode} />
        </li>
      ))}
    </Stack>
  )
}
