import type { Order } from '@trellis/contract/orders'
import { useTranslation } from 'react-i18next'
import { marginOf } from '../../app/margin.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { formatNumber, formatPercentage } from '../../ui/format.ts'
import { Fact, Facts, Row } from '../../ui/layout.tsx'
import { useLocale } from '../../ui/locale.tsx'
import { Money } from '../../ui/Money.tsx'
import { Line } from '../../ui/Skeletons.tsx'
import type { Support } from './useSupport.ts'

interface FiguresProps {
  order: Order | undefined
  support: Support | null | undefined
}

/** The three facts of an order: its total, whose turn it is since when, and what its vendor keeps. */
export function OrderFigures({ order, support }: FiguresProps) {
  const { t } = useTranslation('orders')
  const { language } = useLocale()
  const pieces = order?.items?.reduce((sum, { qt }) => sum + qt, 0) ?? 0
  return (
    <Facts form="figures" loading={order === undefined}>
      <Fact label={t('total')}>
        {order && (
          <Row as="span" align="baseline">
            <Money amount={order.orderTotal} currency={order.currencyCode} />
            <small>{t('pieces', { count: pieces, amount: formatNumber(pieces, language) })}</small>
          </Row>
        )}
      </Fact>
      {order ? <Story order={order} /> : <Fact label={t('statusName')} />}
      {order && support === undefined && (
        <Fact label={t('margin')}>
          <Line width="6rem" />
        </Fact>
      )}
      {order && support && <Margin order={order} support={support} />}
    </Facts>
  )
}

/** Whose decision a pending order waits for, or who made it. */
function Story({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  const last = order.details.find(({ orderStatus }) => orderStatus === order.status)
  const date = <DateTime value={last?.creationDate ?? order.creationDate} />
  if (order.status === 'pending')
    return (
      <Fact
        label={
          order.blocked.approve === null ? t('hero.yours') : t('hero.pending', { vendor: order.vendor.accountName })
        }
      >
        {date}
      </Fact>
    )
  return <Fact label={t(`hero.${order.status}`, { who: last?.createdBy ?? t('history.system') })}>{date}</Fact>
}

/** What the vendor keeps, at what it pays itself now. Nothing where that is not known. */
function Margin({ order, support }: { order: Order; support: Support }) {
  const { t } = useTranslation('orders')
  const { language } = useLocale()
  const kept = marginOf(order, support.lines)
  if (kept === null) return null
  return (
    <Fact label={t('marginOf', { vendor: order.vendor.accountName })}>
      <Row as="span" align="baseline">
        <Money amount={kept.amount} currency={order.currencyCode} />
        <small>{formatPercentage(kept.part, language)}</small>
      </Row>
    </Fact>
  )
}
