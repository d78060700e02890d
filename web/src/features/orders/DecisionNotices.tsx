import { useNavigate } from '@tanstack/react-router'
import type { Order } from '@trellis/contract/orders'
import { useTranslation } from 'react-i18next'
import { useCan, useMe } from '../../app/me.ts'
import { isProblem } from '../../app/problem.ts'
import { purchaseHref } from '../../app/purchase.ts'
import { targetOf } from '../../app/RouterLink.tsx'
import { ErrorBlock } from '../../ui/ErrorBlock.tsx'
import { ApproveThere, CreditPanel, ReturnPossible } from './PartActions.tsx'
import { RevokeRefusedPanel } from './RevokeRefusedPanel.tsx'
import { creditStopOf, revocationOf, shortageOf } from './refusals.ts'
import { ShortagePanel } from './ShortagePanel.tsx'
import type { Decision } from './useDecision.tsx'

interface DecisionProps {
  order: Order
  decision: Decision
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
        action={<ApproveThere order={order} shortages={shortage} decision={decision} />}
      />
    )
  }
  const why = revocationOf(failure)
  if (why)
    return <RevokeRefusedPanel why={why} action={<ReturnPossible order={order} why={why} decision={decision} />} />
  const stop = creditStopOf(failure)
  if (stop) return <CreditPanel order={order} stop={stop} decision={decision} />
  if (isProblem(failure, 'RQ404')) return null
  if (sendAgain) return <ErrorBlock error={failure} shape="line" title={t('unanswered')} retry={sendAgain} />
  const isAboveDeal = isProblem(failure, 'RQ422') && failure.issues.some(({ code }) => code === 'above_agreed')
  return <ErrorBlock error={failure} shape="line" title={t(isAboveDeal ? 'aboveAgreed' : 'failedToChange')} />
}
