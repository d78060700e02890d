/** Where a registration stands, who decides what and by when: the sentences at the top of a deal's page. */

import type { Deal } from '@trellis/contract/deal-answers'
import type { DecisionKind } from '@trellis/contract/deal-states'
import { isClosed } from '@trellis/contract/deal-states'
import type { Tone } from '../../ui/StatusTag.tsx'
import { isPast } from './time.ts'

export type Statement =
  | {
      kind: 'expired' | 'protected' | 'refused' | 'duplicated' | 'won' | 'lost' | 'bidApproved' | 'bidRefused'
      tone: Tone
    }
  | { kind: 'waiting'; tone: Tone; what: DecisionKind; due: string; isLate: boolean; reason: string | null }

const ofProtection = {
  Pending: null,
  Approved: { kind: 'protected', tone: 'success' },
  Refused: { kind: 'refused', tone: 'error' },
  Duplicated: { kind: 'duplicated', tone: 'error' },
} as const

/** The statements about a deal, what matters most first. */
export function standingOf(deal: Deal, now: Date): Statement[] {
  if (deal.isExpired) return [{ kind: 'expired', tone: 'error' }]
  const statements: Statement[] = []
  if (isClosed(deal.status)) {
    statements.push(deal.status === 'Won' ? { kind: 'won', tone: 'success' } : { kind: 'lost', tone: 'error' })
  }
  const decided = ofProtection[deal.protectionStatus]
  if (decided !== null) statements.push(decided)
  for (const { kind, due, reason } of deal.waiting) {
    statements.push({ kind: 'waiting', tone: 'warning', what: kind, due, isLate: isPast(due, now), reason })
  }
  if (deal.eBidValue > 0 && deal.eBidStatus === 'Approved') statements.push({ kind: 'bidApproved', tone: 'success' })
  if (deal.eBidValue > 0 && deal.eBidStatus === 'Refused') statements.push({ kind: 'bidRefused', tone: 'error' })
  return statements
}
