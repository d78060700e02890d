import { getRouteApi } from '@tanstack/react-router'
import type { Order } from '@trellis/contract/orders'
import { useTranslation } from 'react-i18next'
import { useCan, useMe } from '../../app/me.ts'
import { ScreenError } from '../../app/ScreenError.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Columns } from '../../ui/layout.tsx'
import { Page, Sections } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Lines } from '../../ui/Skeletons.tsx'
import { DecisionNotices, DecisionPanel, PrimaryActions } from './Decision.tsx'
import { KeptSaleNotice } from './KeptSaleNotice.tsx'
import { OrderAttachments } from './OrderAttachments.tsx'
import { OrderChain } from './OrderChain.tsx'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderHero } from './OrderHero.tsx'
import { OrderHistory } from './OrderHistory.tsx'
import { OrderItems } from './OrderItems.tsx'
import { OrderPdf } from './OrderPdf.tsx'
import { OrderStatusTag } from './OrderStatusTag.tsx'
import { useDecision } from './useDecision.tsx'
import { useOrder } from './useOrder.ts'
import { useOrderKeys } from './useOrderKeys.ts'

const SellInRoute = getRouteApi('/_frame/sell-in/$id')
const SellOutRoute = getRouteApi('/_frame/sell-out/$id')

/** Width of the column with the secondary facts. */
const railWidth = '19rem'

type Side = 'sell-in' | 'sell-out'

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
  const back = { href: `/${side}`, label: t(side === 'sell-in' ? 'sellIn.back' : 'sellOut.back') }
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
function PendingPage({ back }: { back: Back }) {
  const { t } = useTranslation('orders')
  return (
    <Page title="" loading back={back}>
      <OrderHero order={undefined} />
      <Columns rail={railWidth}>
        <OrderItems order={undefined} />
        <Sections>
          <OrderFacts order={undefined} onChanged={() => undefined} />
          <Panel title={t('detail.history')}>
            <Lines count={3} />
          </Panel>
        </Sections>
      </Columns>
    </Page>
  )
}

interface LoadedPageProps {
  order: Order
  side: Side
  back: Back
  become: (order: Order) => void
  renew: () => void
}

function LoadedPage({ order, side, back, become, renew }: LoadedPageProps) {
  const { t } = useTranslation('orders')
  const own = useMe().account.accountId
  const mayCreate = useCan('Orders', 'c')
  const decision = useDecision(order, { become, renew })
  useOrderKeys(order, side, decision)
  const form = side === 'sell-out' && order.buyerAccountId !== own ? 'sell-out' : 'sell-in'
  return (
    <Page
      title={order.orderCode}
      back={back}
      badges={<OrderStatusTag status={order.status} />}
      actions={
        <>
          <OrderPdf order={order} />
          {mayCreate && (
            <LinkButton href={`/${form}/create?again=${order.orderId}`} variant="default">
              {t('actions.again')}
            </LinkButton>
          )}
          <PrimaryActions order={order} side={side} decision={decision} />
        </>
      }
    >
      {side === 'sell-in' && <KeptSaleNotice />}
      <DecisionNotices order={order} decision={decision} />
      <OrderHero order={order} />
      <Columns rail={railWidth}>
        <Sections>
          <OrderItems order={order} />
          <OrderAttachments order={order} onAttached={renew} />
          <OrderChain order={order} />
        </Sections>
        <Sections>
          <OrderFacts order={order} onChanged={become} />
          <OrderHistory order={order} />
          <DecisionPanel order={order} decision={decision} />
        </Sections>
      </Columns>
    </Page>
  )
}
