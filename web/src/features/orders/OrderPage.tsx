import { getRouteApi } from '@tanstack/react-router'
import type { Order } from '@trellis/contract/orders'
import { useTranslation } from 'react-i18next'
import { ApprovalBlock } from '../../app/approvals/ApprovalBlock.tsx'
import { ScreenError } from '../../app/ScreenError.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RecordColumns, RecordPage } from '../../ui/RecordPage.tsx'
import { DecisionNotices } from './DecisionNotices.tsx'
import { KeptSaleNotice } from './KeptSaleNotice.tsx'
import { OrderBar, type Side } from './OrderBar.tsx'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderFigures } from './OrderFigures.tsx'
import { OrderFolds } from './OrderFolds.tsx'
import { OrderItems } from './OrderItems.tsx'
import { OrderStatusTag } from './OrderStatusTag.tsx'
import { OrderSupport } from './OrderSupport.tsx'
import { useDecision } from './useDecision.tsx'
import { useOrder } from './useOrder.ts'
import { useOrderKeys } from './useOrderKeys.ts'
import { useSupport } from './useSupport.ts'

const SellInRoute = getRouteApi('/_frame/sell-in/$id')
const SellOutRoute = getRouteApi('/_frame/sell-out/$id')

export function SellInOrderPage() {
  const { id } = SellInRoute.useParams()
  return <OrderPage key={id} id={id} side="sell-in" />
}

export function SellOutOrderPage() {
  const { id } = SellOutRoute.useParams()
  return <OrderPage key={id} id={id} side="sell-out" />
}

function OrderPage({ id, side }: { id: string; side: Side }) {
  const { t } = useTranslation('orders')
  const back = { href: `/${side}`, label: t(side === 'sell-in' ? 'sellIn.title' : 'sellOut.title') }
  const { order, error, retry, become, renew } = useOrder(id)
  if (error) {
    return (
      <Page title={t(side === 'sell-in' ? 'sellIn.title' : 'sellOut.title')} back={back}>
        <Panel>
          <ScreenError error={error} title={t('fetchOneError')} retry={retry} back={back} />
        </Panel>
      </Page>
    )
  }
  if (order === undefined) return <PendingPage back={back} />
  return <LoadedPage order={order} side={side} back={back} become={become} renew={renew} />
}

interface Back {
  href: string
  label: string
}

/** The skeleton of the page with its final layout. */
const PendingPage = ({ back }: { back: Back }) => (
  <RecordPage title="" loading back={back} badges={null} bar={null}>
    <OrderFigures order={undefined} support={undefined} />
    <RecordColumns rail={<OrderFacts order={undefined} onChanged={() => undefined} />}>
      <OrderItems order={undefined} support={undefined} />
    </RecordColumns>
  </RecordPage>
)

interface LoadedPageProps {
  order: Order
  side: Side
  back: Back
  become: (order: Order) => void
  renew: () => void
}

function LoadedPage({ order, side, back, become, renew }: LoadedPageProps) {
  const decision = useDecision(order, { become, renew })
  const support = useSupport(order)
  useOrderKeys(order, side, decision)
  // The other side of the order; who sells sees the buyer.
  const { accountName } = side === 'sell-out' ? order.buyer : order.vendor
  return (
    <RecordPage
      title={accountName}
      documentTitle={`${order.orderCode} · ${accountName}`}
      back={back}
      code={order.orderCode}
      badges={<OrderStatusTag status={order.status} />}
      bar={<OrderBar order={order} side={side} decision={decision} stop={support?.credit ?? null} />}
      inOrder
    >
      {side === 'sell-in' && <KeptSaleNotice />}
      <DecisionNotices order={order} decision={decision} />
      <OrderFigures order={order} support={support} />
      {order.blocked.approve === null && <ApprovalBlock kind="order" id={order.orderId} />}
      <OrderSupport order={order} support={support} decision={decision} />
      <RecordColumns rail={<OrderFacts order={order} onChanged={become} />}>
        <OrderItems order={order} support={support} />
        <OrderFolds order={order} onAttached={renew} />
      </RecordColumns>
    </RecordPage>
  )
}
