import type { Foreseen } from '@trellis/contract/foresight'
import { useTranslation } from 'react-i18next'
import { formatNumber, formatPercentage } from '../../ui/format.ts'
import { useLocale } from '../../ui/locale.tsx'

export interface Reason {
  id: string
  what: string
  why?: string
  pieces: number
}

/** What there is, and what is expected to leave: the causes that there are, with the figures that each follows from. */
export function useReasons({ available, incoming, orders, renewals, deals, habit }: Foreseen): Reason[] {
  const { t } = useTranslation('foresight')
  const { language } = useLocale()
  const number = (value: number) => formatNumber(value, language)
  const percent = (value: number) => formatPercentage(value / 100, language, 0)
  const counted = (count: number) => ({ count, number: number(count) })
  const seats = (count: number) => t('seats', counted(count))
  const { season } = habit
  return [
    { id: 'available', what: t('available'), pieces: available },
    ...(incoming > 0 ? [{ id: 'incoming', what: t('incoming'), pieces: incoming }] : []),
    ...(orders.count > 0
      ? [{ id: 'orders', what: t('orders', counted(orders.count)), pieces: 0 - orders.pieces }]
      : []),
    ...(renewals.keys > 0
      ? [
          {
            id: 'renewals',
            what: t('renewals', { ...counted(renewals.keys), share: percent(renewals.share) }),
            why: t(`basis.${renewals.basis}`, {
              seats: seats(renewals.seats),
              ended: number(renewals.ended),
              renewed: number(renewals.renewed),
            }),
            pieces: 0 - renewals.pieces,
          },
        ]
      : []),
    ...(deals.count > 0
      ? [
          {
            id: 'deals',
            what: t('deals', counted(deals.count)),
            why: t('dealsWhy', { pieces: t('piece', counted(deals.seats)) }),
            pieces: 0 - deals.pieces,
          },
        ]
      : []),
    ...(habit.sold > 0
      ? [
          {
            id: 'habit',
            what: t('habit'),
            why: [
              t(habit.weeks < 3 ? 'habitNone' : 'habitWhy', { sold: number(habit.sold), weeks: habit.weeks }),
              ...(season === null ? [] : [t('season', { percent: `${season > 0 ? '+' : ''}${percent(season)}` })]),
            ].join('; '),
            pieces: 0 - habit.pieces,
          },
        ]
      : []),
  ]
}
