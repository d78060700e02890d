import type { ChainedOrder, Order } from '@trellis/contract/orders'
import { useTranslation } from 'react-i18next'
import { useAccountHref } from '../../app/network.ts'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { OrderStatusTag } from './OrderStatusTag.tsx'

/** The other orders of the chain, in both directions (rules O12). */
export function OrderChain({ order }: { order: Order }) {
  const { t } = useTranslation(['orders', 'orderParts'])
  const reaches = useAccountHref()
  const { chain = [], orderId, derivedOrderId, derivation } = order
  const relationOf = (other: ChainedOrder) => {
    if (other.orderId === derivedOrderId) {
      if (derivation === 'rest') return t('orderParts:chain.isRest')
      return derivation === 'return' ? t('orderParts:chain.isReturn') : t('orders:chain.madeFor')
    }
    if (other.derivedOrderId !== orderId) return t('orders:chain.other')
    if (other.derivation === 'rest') return t('orderParts:chain.hasRest')
    return other.derivation === 'return' ? t('orderParts:chain.hasReturn') : t('orders:chain.boughtFor')
  }
  // The vendor's side opens it as a sale, everybody else as a purchase.
  const hrefOf = ({ orderId: id, vendor, reachable }: ChainedOrder) =>
    reachable && vendor ? `/${reaches(vendor.accountId) ? 'sell-out' : 'sell-in'}/${id}` : null
  return (
    <Stack gap="sm">
      <Text as="p" kind="quiet">
        {t('orders:chain.text')}
      </Text>
      <Stack as="ul" gap="md">
        {chain.map((other) => (
          <Row as="li" key={other.orderId} justify="between" align="start">
            <EntityLink
              href={hrefOf(other)}
              hint={
                other.buyer && other.vendor
                  ? t('orders:chain.parties', { buyer: other.buyer.accountName, vendor: other.vendor.accountName })
                  : t('orders:chain.outOfReach')
              }
            >
              {other.orderCode}
            </EntityLink>
            <Stack gap="xs" align="end">
              {other.status && <OrderStatusTag status={other.status} />}
              <Text kind="small">{relationOf(other)}</Text>
            </Stack>
          </Row>
        ))}
      </Stack>
    </Stack>
  )
}
