import type { Deal } from '@trellis/contract/deal-answers'
import { isClosed, type ProtectionStatus } from '@trellis/contract/deal-states'
import { useTranslation } from 'react-i18next'
import { HeldActs } from '../../app/HeldActs.tsx'
import { type RecordAction, RecordBar } from '../../ui/RecordBar.tsx'
import { useMayRegister } from './DealsFrame.tsx'
import { type Decisions, decisionKey } from './useDecisions.tsx'
import type { Ordering } from './useOrdering.tsx'
import type { Requests } from './useRequests.tsx'
import { isMine, useWhyNot } from './useWhyNot.ts'

interface DealBarProps {
  deal: Deal
  decisions: Decisions
  requests: Requests
  ordering: Ordering
}

/** What can be done with a deal: managers decide on its protection, its vendor asks and orders. */
export function DealBar({ deal, decisions, requests, ordering }: DealBarProps) {
  const { t } = useTranslation('deals')
  const mayRegister = useMayRegister()
  const protecting = useProtecting(deal, decisions)
  const isRefused = deal.protectionStatus === 'Refused' && !isClosed(deal.status) && isMine(deal, 'update')
  const anew: RecordAction[] =
    (deal.isExpired || isRefused) && mayRegister
      ? [{ id: 'anew', label: t('standing.registerAnew'), href: `/deals/create?from=${deal.dealId}`, place: 'beside' }]
      : []
  return (
    <HeldActs decision={decisionKey(deal.dealId, 'protection')} code={deal.code}>
      <RecordBar actions={[...protecting, ...anew, ...ordering.actions, ...requests.actions]} />
    </HeldActs>
  )
}

/** While the protection waits, its three answers are buttons; afterwards what would change it is in the menu. */
function useProtecting(deal: Deal, decisions: Decisions): RecordAction[] {
  const { t } = useTranslation('deals')
  const whyNot = useWhyNot()
  if (!isMine(deal, 'protect')) return []
  const { protectionStatus } = deal
  const blocked = whyNot(deal, 'protect')
  const waits = protectionStatus === 'Pending' && blocked === null
  const others = (['Refused', 'Duplicated', 'Pending'] as const).filter((status) => status !== protectionStatus)
  const place = waits ? 'beside' : 'menu'
  const answer = (status: Exclude<ProtectionStatus, 'Approved'>): RecordAction => ({
    id: status,
    label: t(`decide.${status}.open`),
    onClick: () => decisions.refuse(deal, status),
    blocked,
    place,
  })
  const protect: RecordAction = {
    id: 'protect',
    label: t('decide.approve'),
    onClick: () => decisions.protect(deal),
    loading: decisions.busy,
    blocked,
    place: waits ? 'primary' : 'menu',
  }
  return [...(protectionStatus === 'Approved' ? [] : [protect]), ...others.map(answer)]
}
