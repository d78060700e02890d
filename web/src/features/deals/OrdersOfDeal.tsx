import { type Deal, orderKinds } from '@trellis/contract/deal-answers'
import type { OrderStatus } from '@trellis/contract/orders'
import { useTranslation } from 'react-i18next'
import { KnownTag } from '../../app/KnownTag.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import type { Tone } from '../../ui/StatusTag.tsx'

const tones: Readonly<Record<OrderStatus, Tone>> = {
  pending: 'warning',
  approved: 'success',
  canceled: 'error',
  revoked: 'error',
}

const hrefOf = ({ kind, orderId }: NonNullable<Deal['orders']>[number]) =>
  `/${kind === 'purchase' ? 'sell-in' : 'sell-out'}/${orderId}`

/** Their codes in one line. */
export const OrderLinks = ({ orders }: { orders: NonNullable<Deal['orders']> }) => (
  <Row as="span" gap="sm" nowrap>
    {orders.map((order) => (
      <EntityLink key={order.kind} href={hrefOf(order)}>
        {order.orderCode}
      </EntityLink>
    ))}
  </Row>
)

/** The purchase and the sale that a won deal became, or may become. */
export function OrdersOfDeal({ deal, mayMake }: { deal: Deal; mayMake: boolean }) {
  const { t } = useTranslation('deals')
  const orders = deal.orders ?? []
  return (
    <Stack gap="sm">
      <Text as="p" kind="quiet">
        {t('orders.text')}
      </Text>
      <Stack as="ul" gap="md">
        {orderKinds.map((kind) => {
          const order = orders.find((each) => each.kind === kind)
          if (order === undefined && !mayMake) return null
          return (
            <Row as="li" key={kind} justify="between">
              <Stack gap="none">
                <Text kind="strong">{t(`orders.${kind}.name`)}</Text>
                {order ? (
                  <EntityLink mono href={hrefOf(order)}>
                    {order.orderCode}
                  </EntityLink>
                ) : (
                  <Text kind="small">{t(`orders.${kind}.text`)}</Text>
                )}
              </Stack>
              {order && (
                <KnownTag
                  kind="order status"
                  value={order.status as OrderStatus}
                  tones={tones}
                  word={(status) => t(`orders.status.${status}`)}
                />
              )}
            </Row>
          )
        })}
      </Stack>
    </Stack>
  )
}
