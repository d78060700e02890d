import { type Deal, orderKinds } from '@trellis/contract/deal-answers'
import type { OrderStatus } from '@trellis/contract/orders'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { KnownTag } from '../../app/KnownTag.tsx'
import { useCan } from '../../app/me.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { EntityLink } from '../../ui/EntityLink.tsx'
import { later } from '../../ui/later.tsx'
import { Row, Stack, Text } from '../../ui/layout.tsx'
import { Panel } from '../../ui/Panel.tsx'
import type { Tone } from '../../ui/StatusTag.tsx'
import { isMine, useWhyNot } from './useWhyNot.ts'

const OrderDialog = later(() => import('./OrderDialog.tsx'))

type Kind = (typeof orderKinds)[number]

const tones: Readonly<Record<OrderStatus, Tone>> = {
  pending: 'warning',
  approved: 'success',
  canceled: 'error',
  revoked: 'error',
}

/** A won deal becomes its vendor's purchase and the sale to the prospect, each once (rules J14). */
export function OrdersOfDeal({ deal }: { deal: Deal }) {
  const { t } = useTranslation('deals')
  const whyNot = useWhyNot()
  const mayOrder = useCan('Orders', 'c')
  const [making, setMaking] = useState<Kind | null>(null)
  const orders = deal.orders ?? []
  const mayMake = isMine(deal, 'order') && mayOrder && deal.status === 'Won'
  if (orders.length === 0 && !mayMake) return null
  return (
    <Panel title={t('orders.title')} description={t('orders.text')}>
      <Stack as="ul" gap="md">
        {orderKinds.map((kind) => {
          const order = orders.find((each) => each.kind === kind)
          if (order === undefined && !mayMake) return null
          return (
            <Row as="li" key={kind} justify="between">
              <Stack gap="none">
                <Text kind="strong">{t(`orders.${kind}.name`)}</Text>
                {order ? (
                  <EntityLink mono href={`/${kind === 'purchase' ? 'sell-in' : 'sell-out'}/${order.orderId}`}>
                    {order.orderCode}
                  </EntityLink>
                ) : (
                  <Text kind="small">{t(`orders.${kind}.text`)}</Text>
                )}
              </Stack>
              {order ? (
                <KnownTag
                  kind="order status"
                  value={order.status as OrderStatus}
                  tones={tones}
                  word={(status) => t(`orders.status.${status}`)}
                />
              ) : (
                <ActionButton variant="default" blocked={whyNot(deal, 'order')} onClick={() => setMaking(kind)}>
                  {t(`orders.${kind}.open`)}
                </ActionButton>
              )}
            </Row>
          )
        })}
      </Stack>
      {making && (
        <OrderDialog deal={deal} kind={making} onClose={() => setMaking(null)} onMissing={() => setMaking(null)} />
      )}
    </Panel>
  )
}
