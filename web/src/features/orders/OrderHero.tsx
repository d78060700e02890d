import type { Order } from '@trellis/contract/orders'
import { useTranslation } from 'react-i18next'
import { CertificateBadges } from '../../app/CertificateBadges.tsx'
import { useAccountHref } from '../../app/network.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { Fact, Facts, Row, Stack } from '../../ui/layout.tsx'
import { Money } from '../../ui/Money.tsx'

/** The summary of an order: its total, both sides, and whose turn it is. Without an order, a skeleton. */
export function OrderHero({ order }: { order: Order | undefined }) {
  const { t } = useTranslation('orders')
  const hrefOf = useAccountHref()
  const badges = order?.buyerCertificatesBadges ?? []
  return (
    <Hero
      label={t('total')}
      value={order && <Money amount={order.orderTotal} currency={order.currencyCode} />}
      story={order && <Story order={order} />}
    >
      <Facts loading={order === undefined}>
        <Fact label={t('buyer')}>
          {order && (
            <Stack gap="xs">
              <EntityLink href={hrefOf(order.buyer.accountId)} hint={order.buyer.accountCode}>
                {order.buyer.accountName}
              </EntityLink>
              {badges.length > 0 && (
                <Row as="span" gap="xs">
                  <CertificateBadges badges={badges} />
                </Row>
              )}
            </Stack>
          )}
        </Fact>
        <Fact label={t('vendor')}>
          {order && (
            <EntityLink href={hrefOf(order.vendor.accountId)} hint={order.vendor.accountCode}>
              {order.vendor.accountName}
            </EntityLink>
          )}
        </Fact>
      </Facts>
    </Hero>
  )
}

/** Whose decision a pending order waits for, or who made it. */
function Story({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  const last = order.details.find(({ orderStatus }) => orderStatus === order.status)
  const date = <DateTime value={last?.creationDate ?? order.creationDate} />
  if (order.status === 'pending') {
    const words =
      order.blocked.approve === null ? t('hero.yours') : t('hero.pending', { vendor: order.vendor.accountName })
    return (
      <>
        {words} {date}
      </>
    )
  }
  return (
    <>
      {t(`hero.${order.status}`, { who: last?.createdBy ?? t('history.system') })} {date}
    </>
  )
}
