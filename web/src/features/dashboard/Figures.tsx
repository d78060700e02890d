import type { OrderStatistics, OtherCurrency, TrendFigure } from '@trellis/contract/dashboard'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Stack } from '../../ui/layout.tsx'
import { Money } from '../../ui/Money.tsx'
import { Quantity } from '../../ui/Quantity.tsx'
import { Tile, Tiles } from '../../ui/Tile.tsx'

const ratioOf = ({ trend }: TrendFigure) => ({ ratio: trend === null ? null : trend / 100 })

/**
 * Pieces and amounts of sell-in and sell-out with their trends; amounts in other currencies are below those
 * in the account's own.
 */
export function Figures({ data }: { data: OrderStatistics | undefined }) {
  const { t } = useTranslation('dashboard')
  const tile = (
    label: string,
    figure: TrendFigure | undefined,
    write: (value: number) => ReactNode,
    others?: ReactNode,
  ) => (
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
    >
      {others}
    </Tile>
  )
  const pieces = (value: number) => <Quantity value={value} />
  const money = (value: number) => <Money amount={value} currency={data?.currencyCode} />
  const others = (side: 'sellIn' | 'sellOut') => data && <OtherAmounts amounts={data.otherCurrencies} side={side} />
  return (
    <Tiles>
      {tile(t('totalSellIn'), data?.totalSellIn, pieces)}
      {tile(t('totalSellOut'), data?.totalSellOut, pieces)}
      {tile(t('totalSellInPrice'), data?.totalSellInPrice, money, others('sellIn'))}
      {tile(t('totalSellOutPrice'), data?.totalSellOutPrice, money, others('sellOut'))}
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
