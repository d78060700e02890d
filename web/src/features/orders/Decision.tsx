import { IconArrowRight } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type { Order } from '@trellis/contract/orders'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useMe } from '../../app/me.ts'
import { isProblem } from '../../app/problem.ts'
import { purchaseHref } from '../../app/purchase.ts'
import { targetOf } from '../../app/RouterLink.tsx'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Row, Text } from '../../ui/layout.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ApproveDialog } from './ApproveDialog.tsx'
import { RevokeRefusedPanel } from './RevokeRefusedPanel.tsx'
import { revocationOf, shortageOf } from './refusals.ts'
import { decides } from './rules.ts'
import { ShortagePanel } from './ShortagePanel.tsx'
import type { Decision } from './useDecision.tsx'
import { useNextPending } from './useNextPending.ts'

interface DecisionProps {
  order: Order
  decision: Decision
}

/**
 * Hash in the link to the next order; it moves the focus to the decision buttons, so that many orders can be
 * approved with the keyboard.
 */
const decisionPlace = 'decision'

/** The buttons to approve the order and to open the next pending one. */
export function PrimaryActions({ order, side, decision }: DecisionProps & { side: 'sell-in' | 'sell-out' }) {
  const { t } = useTranslation('orders')
  const mayApprove = order.blocked.approve === null
  const leadsOn = side === 'sell-out' && decides(order)
  const next = useNextPending(order, leadsOn)
  const element = useFocus(mayApprove, decision.decided !== null && next != null)
  return (
    <Row ref={element}>
      {next === null && decision.decided !== null ? (
        <Text kind="quiet">{t('detail.allDone')}</Text>
      ) : (
        leadsOn && (
          <LinkButton
            href={next ? `/sell-out/${next.orderId}#${decisionPlace}` : ''}
            blocked={next ? null : t('detail.allDone')}
            variant={mayApprove || !next ? 'default' : 'filled'}
            rightSection={<IconArrowRight size={16} aria-hidden />}
            // Keeps its place while it is loading.
            style={{ visibility: next === undefined ? 'hidden' : undefined }}
          >
            {t('actions.next')}
          </LinkButton>
        )
      )}
      {mayApprove && <ActionButton onClick={decision.askToApprove}>{t('actions.approve')}</ActionButton>}
      <ApproveDialog
        order={order}
        opened={decision.isApproving}
        busy={decision.isBusy}
        onClose={decision.keepPending}
        onApprove={decision.approve}
      />
    </Row>
  )
}

/** Moves the focus: to the approve button when coming from another order, and to the next order after a decision. */
function useFocus(mayApprove: boolean, isOver: boolean) {
  const element = useRef<HTMLElement>(null)
  const arrived = useLocation({ select: ({ hash }) => hash === decisionPlace })
  useEffect(() => {
    if (!arrived || !mayApprove) return
    const controls = element.current?.querySelectorAll<HTMLElement>('a, button')
    controls?.item(controls.length - 1)?.focus()
  }, [arrived, mayApprove])
  useEffect(() => {
    if (isOver) element.current?.querySelector<HTMLElement>('a')?.focus()
  }, [isOver])
  return element
}

/** Cancel and revoke, separate from the primary actions. */
export function DecisionPanel({ order, decision }: DecisionProps) {
  const { t } = useTranslation('orders')
  const vendor = order.vendor.accountName
  if (order.blocked.cancel === null) {
    return (
      <Panel screenOnly title={t('actions.cancel')} description={t('actions.cancelHint')}>
        <ActionButton
          variant="default"
          loading={decision.isBusy && !decision.isApproving}
          onClick={() => void decision.cancel()}
        >
          {t('actions.cancel')}
        </ActionButton>
      </Panel>
    )
  }
  if (order.blocked.revoke === null) {
    const issued = order.buyerAccountId === order.vendorAccountId
    return (
      <Panel
        screenOnly
        title={t('actions.revoke')}
        description={issued ? t('actions.revokeHintIssue', { vendor }) : t('actions.revokeHint', { vendor })}
      >
        <ActionButton variant="default" loading={decision.isBusy} onClick={() => void decision.revoke()}>
          {t('actions.revoke')}
        </ActionButton>
      </Panel>
    )
  }
  return null
}

/** Shows why a decision failed, and what the user can do. */
export function DecisionNotices({ order, decision }: DecisionProps) {
  const { t } = useTranslation('orders')
  const navigate = useNavigate()
  const own = useMe().account.accountId
  const mayPurchase = useCan('Orders', 'c')
  const { failure, sendAgain } = decision
  if (failure === null) return null
  const shortage = shortageOf(failure, 'OC527')
  if (shortage) {
    const purchase = () => {
      const missing = shortage.map((short) => ({ productId: short.productId, quantity: short.missing }))
      const accountId = order.vendorAccountId === own ? undefined : order.vendorAccountId
      void navigate(targetOf(purchaseHref(missing, { derivedOrderId: order.orderId, accountId })))
    }
    return (
      <ShortagePanel
        key={String(failure)}
        shortage={shortage}
        note={t('shortage.nothingMoved')}
        onPurchase={mayPurchase ? purchase : undefined}
      />
    )
  }
  const why = revocationOf(failure)
  if (why) return <RevokeRefusedPanel why={why} />
  if (isProblem(failure, 'RQ404')) return null
  if (sendAgain) return <ErrorBlock error={failure} shape="line" title={t('unanswered')} retry={sendAgain} />
  return <ErrorBlock error={failure} shape="line" title={t('failedToChange')} />
}
