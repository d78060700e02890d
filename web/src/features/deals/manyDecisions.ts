import type { Deal } from '@trellis/contract/deal-answers'
import type { DecisionKind } from '@trellis/contract/deal-states'
import { useTranslation } from 'react-i18next'
import { useWhyNot } from './useWhyNot.ts'

/** The decisions that can be taken on many deals at once. */
export const manyDecisions = ['protect', 'refuse', 'approveBid', 'denyBid', 'extend', 'refuseExtension'] as const
export type ManyDecision = (typeof manyDecisions)[number]

export const decides = {
  protect: { kind: 'protection', action: 'protect', key: 'a' },
  refuse: { kind: 'protection', action: 'protect', key: 'r' },
  approveBid: { kind: 'ebid', action: 'decideEbid', key: 'a' },
  denyBid: { kind: 'ebid', action: 'decideEbid', key: 'r' },
  extend: { kind: 'extension', action: 'extend', key: 'a' },
  refuseExtension: { kind: 'extension', action: 'extend', key: 'r' },
} as const satisfies Record<ManyDecision, { kind: DecisionKind; action: keyof Deal['blocked']; key: string }>

/** Limited, because each deal needs its own search for possible duplicates. */
export const maximumDecided = 50

export const waitsFor = ({ waiting }: Deal, kind: DecisionKind) => waiting.some((each) => each.kind === kind)

/** Why a deal cannot be decided like this, in words. */
export function useWhyNotDecide(decision: ManyDecision): (deal: Deal) => string | null {
  const { t } = useTranslation('deals')
  const whyNot = useWhyNot()
  const { kind, action } = decides[decision]
  return (deal) => whyNot(deal, action) ?? (waitsFor(deal, kind) ? null : t('blocked.nothingAsked'))
}
